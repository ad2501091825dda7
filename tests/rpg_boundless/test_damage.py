"""Damage to characters, Armor and Critical Saves."""

import pytest

from services.rpg_boundless.chapters.armor import (
    ArmorIsWhole,
    ArmorNotWorn,
    ArmorWornAlready,
    NotArmor,
    RepairArmor,
    RepairNeedsReason,
    RepairTooMuch,
    TakeOffArmor,
    TooMuchArmor,
    WearArmor,
)
from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.conditions import GainCondition
from services.rpg_boundless.chapters.damage import (
    CharacterDied,
    CriticalSave,
    CriticalSaveMade,
    DeathNeedsReason,
    DeclareDeath,
    HelpDying,
    NotDying,
    NotEnoughStamina,
    StaminaNotSpent,
    StaminaWithoutRoll,
)
from services.rpg_boundless.chapters.items import DropItem, TakeItem
from services.rpg_boundless.chapters.overrides import AdjustHp
from services.rpg_boundless.chapters.pools import PoolCleared, PoolOpened
from services.rpg_boundless.chapters.recovery import Rest, Rested, SpendRecovery
from services.rpg_boundless.chapters.running_out import RollPool
from services.rpg_boundless.chapters.saves import Accept, FaceConsequence, Save
from services.rpg_boundless.chapters.seats import CharacterIsDead, CriticalSaveFirst
from services.rpg_boundless.state.sheets import Harm
from shared.kernel.campaign.keeping import number_of
from shared.kernel.campaign.seats import NotKnownHere
from tests.rpg_boundless.play import ROPE, Play, at, mail


def hit(play: Play, hero: str, damage: int) -> None:
    """Deal Damage to a character as the game master."""
    play.do(Accept(consequence=play.face(hero, damage=damage)))


def create_armored(play: Play, armor_hp: int, *, hp: int = 5) -> tuple[str, str]:
    """Create a character that wears Armor; return the ids of both."""
    hero = play.hero(3, hp=hp)
    armor = play.item(hero, mail(armor_hp))
    play.do(WearArmor(character=hero, item=armor), seat="ann")
    return hero, armor


def fallen(play: Play, strength: int = 2) -> str:
    """Create a character at 0 HP with a pending Critical Save."""
    hero = play.hero(strength)
    hit(play, hero, 99)
    return hero


def dying(play: Play) -> str:
    """Create a dying character."""
    hero = fallen(play)
    play.do(CriticalSave(critical=play.critical(hero)), 1, 1)
    return hero


@pytest.mark.rule("FB-DMG-01")
def test_damage_lowers_hp() -> None:
    """A character with 5 HP that takes 2 Damage has 3 HP left."""
    play = Play()
    hero = play.hero(3)

    hit(play, hero, 2)

    assert 3 == play.who(hero).hp
    assert {} == play.state.criticals


@pytest.mark.rule("FB-DMG-02", "FB-CRIT-01", "FB-R-08")
@pytest.mark.parametrize("damage", [2, 3])
def test_at_zero_hp_a_critical_save_must_be_rolled(damage: int) -> None:
    """Damage does not lower HP below 0. At 0 HP a Critical Save is due, which cannot be declined."""
    play = Play()
    hero = play.hero(0)

    hit(play, hero, damage)

    assert 0 == play.who(hero).hp
    play.no(NotKnownHere, Accept(consequence=play.critical(hero)), seat="ann")


@pytest.mark.rule("FB-CRIT-01", "FB-R-54")
def test_nothing_else_happens_before_the_critical_save() -> None:
    """While a Critical Save is due, neither the player nor the game master can do anything else with the character."""
    play = Play()
    hero = play.hero(items=(ROPE,))
    faced = play.face(hero, damage=1)
    hit(play, hero, 9)
    (rope,) = play.who(hero).items

    for command in (
        Check(character=hero, attribute="strength"),
        Save(consequence=faced),
        Accept(consequence=faced),
        Rest(character=hero, length="short"),
        DropItem(character=hero, item=rope),
        GainCondition(character=hero, condition="sick"),
        FaceConsequence(harm=Harm(what="more"), characters=(hero,)),
        AdjustHp(character=hero, hp=1, reason="no"),
    ):
        play.no(CriticalSaveFirst, command)
    play.do(CriticalSave(critical=play.critical(hero)), 5, 5, seat="ann")
    play.do(GainCondition(character=hero, condition="sick"), seat="ann")


@pytest.mark.rule("FB-CRIT-02", "FB-R-21", "FB-X-04")
@pytest.mark.parametrize("usual", ["strength", "dexterity", "willpower"])
def test_a_critical_save_rolls_a_relevant_attribute(usual: str) -> None:
    """A Critical Save rolls the Attribute that the command names, or else the one in `default_attribute`."""
    play = Play(critical_save={"default_attribute": usual})
    hero = play.hero(2, 3, 1)
    dice = {"strength": 2, "dexterity": 3, "willpower": 1}
    hit(play, hero, 9)

    made = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), *[5] * dice[usual], seat="ann")
    hit(play, hero, 1)
    named = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero), attribute="dexterity"), 5, 5, 5)

    assert (usual, "dexterity") == (made.attribute, named.attribute)


def test_strength_is_the_usual_attribute() -> None:
    """By default a Critical Save rolls Strength."""
    play = Play()
    hero = fallen(play, 2)

    assert "strength" == play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), 5, 1).attribute


@pytest.mark.rule("FB-CRIT-03", "FB-CRIT-04", "FB-COND-05", "FB-R-22")
@pytest.mark.parametrize(("faces", "status"), [((5, 1), "wounded"), ((1, 2), "dying")])
def test_a_critical_save_without_a_hit_means_dying(faces: tuple[int, int], status: str) -> None:
    """A Hit in a Critical Save leaves the character wounded. Without one it is dying."""
    play = Play()
    hero = play.hero(2)
    play.do(GainCondition(character=hero, condition="tired"))
    hit(play, hero, 9)

    made = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), *faces, seat="ann")

    assert (status, ("tired",)) == (made.status, made.conditions)
    assert (status, 1) == (play.who(hero).status, play.who(hero).used)
    play.no(NotKnownHere, CriticalSave(critical=made.critical), seat="ann")


@pytest.mark.rule("FB-CRIT-04", "FB-R-22")
def test_the_dying_are_helped_or_die() -> None:
    """A helped character is wounded instead of dying. A dying one may act until it is declared dead."""
    play = Play()
    hero = dying(play)
    play.hero(seat="bob")
    play.do(Check(character=hero, attribute="willpower"), 1, seat="ann")
    play.do(HelpDying(character=hero, how="bandages"), seat="bob")

    assert "wounded" == play.who(hero).status
    play.no(NotDying, HelpDying(character=hero), seat="bob")
    play.no(NotDying, DeclareDeath(character=hero, reason="cold"))
    hit(play, hero, 1)
    play.do(CriticalSave(critical=play.critical(hero)), 1)
    play.no(DeathNeedsReason, DeclareDeath(character=hero))
    play.do(DeclareDeath(character=hero, reason="cold"))
    assert "dead" == play.who(hero).status


@pytest.mark.rule("FB-CAMP-11")
def test_the_dead_take_no_further_part() -> None:
    """A dead character's pending decisions are dropped, and it takes part in nothing else."""
    play = Play()
    hero = play.hero(2)
    play.face(hero, damage=1)
    hit(play, hero, 9)
    play.do(CriticalSave(critical=play.critical(hero)), 1, 1)

    play.do(DeclareDeath(character=hero, reason="cold"))

    assert {} == play.state.consequences
    play.no(CharacterIsDead, Check(character=hero, attribute="strength"))


@pytest.mark.rule("FB-CRIT-05", "FB-CRIT-06", "FB-CRIT-07", "FB-R-18", "FB-R-23")
@pytest.mark.parametrize(
    ("strength", "position", "faces", "left"),
    [
        (3, "standard", (6, 6, 1), 2),
        (3, "standard", (1, 1, 1), 1),
        (1, "standard", (1,), 0),
        (0, "standard", (3,), 0),
        (2, "good", (4, 1), 1),
        (2, "bad", (6, 5), 1),
        (3, "controlled", (), 3),
        (3, "dire", (), 3),
    ],
)
def test_misses_lower_the_attribute_two_at_most(
    strength: int, position: str, faces: tuple[int, ...], left: int
) -> None:
    """Each Miss in a Critical Save lowers the rolled Attribute by 1, by at most 2, and never below 0."""
    play = Play()
    hero = fallen(play, strength)

    play.do(CriticalSave(critical=play.critical(hero), stance=at(position)), *faces)

    assert left == play.who(hero).scores.strength
    assert strength == play.who(hero).maxima.strength


@pytest.mark.rule("FB-CRIT-08", "FB-R-24")
def test_damage_at_zero_hp_is_another_critical_save() -> None:
    """Damage to a character at 0 HP causes another Critical Save, unless Armor absorbs it or it is 0 Damage."""
    play = Play()
    hero, _ = create_armored(play, 2)
    play.do(Accept(consequence=play.face(hero, damage=9, ignores_armor="it is gas")))
    play.do(CriticalSave(critical=play.critical(hero)), 5, 5, 5)

    hit(play, hero, 2)
    hit(play, hero, 0)
    assert {} == play.state.criticals
    hit(play, hero, 1)
    assert 0 == play.who(hero).hp
    assert [hero] == list(play.state.criticals.values())


@pytest.mark.rule("FB-R-60", "FB-R-22")
def test_enduring_another_blow_does_not_end_dying() -> None:
    """A dying character who succeeds in another Critical Save is still dying."""
    play = Play()
    hero = dying(play)
    for face in (6, 1):
        hit(play, hero, 1)
        play.do(CriticalSave(critical=play.critical(hero), attribute="willpower"), face)
        assert "dying" == play.who(hero).status


@pytest.mark.rule("FB-R-22")
def test_a_setting_opens_a_pool_for_the_dying() -> None:
    """If `dying.clock` is `pool_2d`, a dying character gets a 2D Pool.

    If the Pool empties, the character dies. Help clears the Pool.
    """
    play, plain = Play(dying={"clock": "pool_2d"}), Play()
    dying(plain)
    assert {} == plain.state.pools
    hero = fallen(play)
    clock = play.the(PoolOpened, CriticalSave(critical=play.critical(hero)), 1, 1)
    assert (2, hero) == (clock.dice, clock.clock_of)
    play.the(PoolCleared, HelpDying(character=hero))
    hit(play, hero, 1)
    again = play.the(PoolOpened, CriticalSave(critical=play.critical(hero)), 1)

    play.the(CharacterDied, RollPool(pool=again.pool), 1, 1)

    assert "dead" == play.who(hero).status


@pytest.mark.rule("FB-R-15")
def test_a_setting_allows_stamina_in_critical_saves() -> None:
    """Stamina adds dice to a Critical Save only if `stamina.spend_on` is `check+critical_save`."""
    play, spending = Play(), Play(stamina={"spend_on": "check+critical_save"})
    hero, other = fallen(play), fallen(spending)
    play.no(StaminaNotSpent, CriticalSave(critical=play.critical(hero), stamina=1), seat="ann")
    spending.no(NotEnoughStamina, CriticalSave(critical=spending.critical(other), stamina=7))
    stance = at("controlled")
    spending.no(StaminaWithoutRoll, CriticalSave(critical=spending.critical(other), stamina=1, stance=stance))

    spending.do(CriticalSave(critical=spending.critical(other), stamina=1), 1, 1, 6)

    assert (5, "wounded") == (spending.who(other).stamina, spending.who(other).status)


@pytest.mark.rule("FB-R-07")
@pytest.mark.parametrize(("follows", "most"), [(False, 4), (True, 3)])
def test_a_setting_makes_maximum_hp_follow_strength(follows: bool, most: int) -> None:  # noqa: FBT001
    """Maximum HP stay as at creation, unless `follows_strength` makes them follow Strength."""
    play = Play(hp={"follows_strength": follows})
    hero = fallen(play, 2)

    play.do(CriticalSave(critical=play.critical(hero)), 5, 1)
    assert most == play.who(hero).max_hp
    recovery = play.the(Rested, Rest(character=hero, length="short"), 5, 1, 1).recovery
    play.do(SpendRecovery(recovery=recovery, spend=("hp",), restore=("strength",)))

    assert 4 == play.who(hero).max_hp


# ---------------------------------------------------------------- Armor


@pytest.mark.rule("FB-ARM-01", "FB-ARM-02", "FB-ARM-03", "FB-R-28")
@pytest.mark.parametrize(("armor", "damage", "left"), [(3, 2, (1, 5)), (1, 3, (0, 3))])
def test_damage_reduces_armor_first(armor: int, damage: int, left: tuple[int, int]) -> None:
    """Armor has its own HP and fills a Slot. Damage that exceeds the Armor's HP lowers the character's HP."""
    play = Play()
    hero, worn = create_armored(play, armor)
    assert (armor, 1) == (play.who(hero).items[worn].armor_hp, play.who(hero).used)

    hit(play, hero, damage)

    assert left == (play.who(hero).items[worn].armor_hp, play.who(hero).hp)


@pytest.mark.rule("FB-ARM-04", "FB-R-28")
def test_broken_armor_stays_broken() -> None:
    """Armor at 0 HP absorbs no Damage, and rest does not repair it."""
    play = Play()
    hero, worn = create_armored(play, 1)
    hit(play, hero, 1)
    recovery = play.the(Rested, Rest(character=hero, length="short"), 5, 1, 1).recovery
    play.do(SpendRecovery(recovery=recovery, spend=("hp",)))

    hit(play, hero, 2)

    assert (0, 3) == (play.who(hero).items[worn].armor_hp, play.who(hero).hp)


@pytest.mark.rule("FB-ARM-05", "FB-R-29")
def test_armor_is_repaired_or_replaced() -> None:
    """A repair needs a reason and cannot exceed full HP. Even broken Armor can be repaired.

    The character may also put on other Armor instead.
    """
    play = Play()
    hero, worn = create_armored(play, 3)
    whole = play.no(ArmorIsWhole, RepairArmor(character=hero, item=worn, reason="polish"))
    assert ("below 3", 3, "item") == (whole.needs, whole.has, whole.field)
    hit(play, hero, 3)
    play.no(RepairNeedsReason, RepairArmor(character=hero, item=worn))
    play.no(RepairTooMuch, RepairArmor(character=hero, item=worn, hp=4, reason="smith"))

    play.do(RepairArmor(character=hero, item=worn, hp=1, reason="straps"))
    play.do(RepairArmor(character=hero, item=worn, reason="smith"))
    assert 3 == play.who(hero).items[worn].armor_hp
    play.do(TakeOffArmor(character=hero, item=worn), seat="ann")
    play.no(ArmorNotWorn, TakeOffArmor(character=hero, item=worn), seat="ann")
    play.do(TakeItem(character=hero, item=mail(5)), seat="gm")
    newest = max(play.who(hero).items, key=number_of)
    play.do(WearArmor(character=hero, item=newest), seat="ann")
    hit(play, hero, 4)
    assert 5 == play.who(hero).hp


@pytest.mark.rule("FB-ARM-01", "FB-R-28")
@pytest.mark.parametrize(("most", "hp"), [(1, 3), (2, 5)])
def test_a_setting_allows_several_pieces_of_armor(most: int, hp: int) -> None:
    """If `worn_max` is 2, two pieces of Armor absorb Damage in the order in which they were put on.

    Other Items cannot be worn.
    """
    play = Play(armor={"worn_max": most})
    hero, first = create_armored(play, 1)
    second, rope = play.item(hero, mail(2)), play.item(hero, ROPE)
    play.no(NotArmor, WearArmor(character=hero, item=rope))
    play.no(ArmorWornAlready, WearArmor(character=hero, item=first))
    if most == 1:
        play.no(TooMuchArmor, WearArmor(character=hero, item=second))
    else:
        play.do(WearArmor(character=hero, item=second))

    hit(play, hero, 3)

    assert hp == play.who(hero).hp


@pytest.mark.rule("FB-R-53")
def test_damage_may_bypass_armor_for_a_reason() -> None:
    """Damage from any source reduces Armor first, unless the game master states a reason for it to bypass Armor."""
    play = Play()
    hero, worn = create_armored(play, 3)

    play.do(Accept(consequence=play.face(hero, damage=2, ignores_armor="it is gas")))

    assert (3, 3) == (play.who(hero).items[worn].armor_hp, play.who(hero).hp)


@pytest.mark.rule("FB-X-14")
def test_damage_through_armor_to_a_critical_save() -> None:
    """With HP 2, Armor 1 and Strength 3, a character suffers 4 Damage and rolls 1, 2, 6 in the Critical Save.

    The Armor breaks, and the character is wounded at 0 HP with Strength 1.
    """
    play = Play()
    hero, worn = create_armored(play, 1, hp=2)
    hit(play, hero, 4)

    play.do(CriticalSave(critical=play.critical(hero)), 1, 2, 6)

    bearer = play.who(hero)
    assert (0, 0, "wounded", 1) == (bearer.items[worn].armor_hp, bearer.hp, bearer.status, bearer.scores.strength)
