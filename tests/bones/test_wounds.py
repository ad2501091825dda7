"""Wounds: the dice lost to damage and how they are chosen, absorption by armor, incapacity and death."""

from typing import Any

import pytest

from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.rolls.rolls import NoDiceLeft
from services.bones.chapters.rolls.spiffs import AllowSpiffs, SpiffUseAsked, UseSpiffs
from services.bones.chapters.rolls.wounds import (
    BeyondHurt,
    CoupDeGrace,
    DamageDealt,
    DamageSoaked,
    DamageTaken,
    DealDamage,
    DiceNotChosen,
    Died,
    Incapacitated,
    ItemsDoNotAbsorb,
    NotIncapacitated,
    OneDieEach,
    PastArmor,
    TakeDamage,
    open_for_round,
)
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.reading.damage import choices
from services.bones.state.tasks import Terms
from services.bones.state.wounds import Source, Wound
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours
from tests.bones.play import BOB, STANDARD, Play, allowed_of

PLATE, BUCKLER, SWORD = "Heavy armor (plate)", "Buckler", "One-handed melee (sword, mace, club, battle ax)"
FIGHTERS = [STANDARD["Fighter"]] * 3


def deal_damage(play: Play, who: str, amount: int, source: Source = "attack") -> str:
    """Deal damage to a creature whose player has a choice; return the wound."""
    return play.the(DamageDealt, DealDamage(creature=who, amount=amount, source=source)).wound.id


@pytest.mark.rule("BN-DMG-01", "BN-R-110", "BN-SHEET-01")
def test_each_damage_costs_one_die_that_its_owner_chooses() -> None:
    """One damage leaves 3 of 4 dice. Only the creature's player or the game master chooses which die is lost."""
    play = Play()
    who = play.one()
    wound = deal_damage(play, who, 1)

    play.no(NotYours, TakeDamage(wound=wound, dice=(3,)), seat="bob")
    for dice, has in (((), "none"), ((1, 2), "1, 2"), ((5,), "5")):
        play.when(TakeDamage(wound=wound, dice=dice), seat="ann").then_refused(
            OneDieEach, needs="1 of 1, 2, 3, 4", has=has
        )
    play.when(TakeDamage(wound=wound, dice=(3,)), seat="ann").then(DamageTaken(wound=wound, creature=who, dice=(3,)))

    assert ((3,), (1, 2, 4)) == (play.who(who).lost, play.who(who).numbers)
    second = deal_damage(play, who, 2)
    play.no(OneDieEach, TakeDamage(wound=second, dice=(3, 4)), seat="ann")
    play.no(OneDieEach, TakeDamage(wound=second, dice=(4, 4)), seat="ann")
    play.do(TakeDamage(wound=second, dice=(4, 1)))
    assert ((3, 1, 4), (2,)) == (play.who(who).lost, play.who(who).numbers)


@pytest.mark.rule("BN-SHEET-01")
def test_ten_dice_may_be_lost_one_by_one() -> None:
    """A creature of ten dice can lose each of them, one by one."""
    play = Play()
    who = play.one(dice=(*BOB, *BOB, *BOB[:2]))

    for number in range(10, 1, -1):
        play.do(TakeDamage(wound=deal_damage(play, who, 1), dice=(number,)))
    play.do(DealDamage(creature=who, amount=1))

    assert tuple(range(10, 0, -1)) == play.who(who).lost


@pytest.mark.rule("BN-R-110")
def test_equal_dice_leave_no_choice() -> None:
    """A member of the cast with three equal dice loses one at once, without a choice."""
    play = Play()
    who = play.one("gm", FIGHTERS)

    happened = play.do(DealDamage(creature=who, amount=1, source="attack"))

    assert [DamageDealt, DamageTaken] == [type(event) for event in happened]
    assert (3,) == play.who(who).lost


@pytest.mark.rule("BN-R-110")
def test_a_setting_removes_the_last_dice() -> None:
    """If `damage_die_choice` is `last_die`, the last dice are lost, and only armor can be given up instead."""
    play = Play(combat={"damage_die_choice": "last_die"})
    plain, armored = play.one(), play.one("bob", items=(PLATE,))

    play.do(DealDamage(creature=plain, amount=2))
    assert (3, 4) == play.who(plain).lost
    wound = deal_damage(play, armored, 1)
    play.no(DiceNotChosen, TakeDamage(wound=wound, dice=(4,)), seat="bob")
    play.do(TakeDamage(wound=wound), seat="bob")
    assert (4,) == play.who(armored).lost


@pytest.mark.rule("BN-R-110")
def test_a_setting_draws_lost_dice_at_random() -> None:
    """If `damage_die_choice` is `random`, settling a wound draws each lost die at random from the remaining dice."""
    play = Play(combat={"damage_die_choice": "random"})
    who = play.one()

    play.do(TakeDamage(wound=deal_damage(play, who, 2)), 3, 2, seat="ann")
    assert (2, 3) == play.who(who).lost
    play.do(DealDamage(creature=who, amount=2))
    assert play.who(who).down


@pytest.mark.rule("BN-R-110", "BN-HIND-09")
def test_dice_that_showed_a_success_are_drawn_first() -> None:
    """If dice 1 and 3 showed a success, both are lost first. The next die is drawn from the other two."""
    play = Play(combat={"damage_die_choice": "random"})
    who = play.one()
    wound = Wound(id="wound-90", creature=who, amount=3, source="poison", prefer=("die-1", "die-3"))
    play.given(DamageDealt(wound=wound))

    play.do(TakeDamage(wound="wound-90"), 2, 1, seat="ann")

    assert (1, 2, 3) == play.who(who).lost


@pytest.mark.rule("BN-DMG-02", "BN-DMG-03", "BN-R-112", "BN-R-113")
@pytest.mark.parametrize(("before", "amount", "dead"), [(0, 7, False), (0, 8, True), (1, 6, False), (1, 7, True)])
def test_damage_of_all_dice_incapacitates_and_twice_that_kills(before: int, amount: int, dead: bool) -> None:  # noqa: FBT001 a row
    """With 4 dice, a total of 7 damage incapacitates and 8 damage kill. Dice lost earlier count towards the total."""
    play = Play()
    who = play.one(lost=tuple(range(1, before + 1)))

    happened = play.do(DealDamage(creature=who, amount=amount))

    assert Incapacitated(creature=who) in happened
    assert play.who(who).down
    assert (dead, before + amount - 4) == (play.who(who).dead, play.who(who).beyond)
    assert dead == (Died(creature=who, cause="other") in happened)


@pytest.mark.rule("BN-DMG-02", "BN-DMG-03", "BN-R-112")
def test_damage_beyond_the_last_die_adds_up() -> None:
    """With 4 dice, 5 damage incapacitate and 3 more kill. The dead cannot be hurt again."""
    play = Play()
    who = play.one()
    play.do(DealDamage(creature=who, amount=5))

    happened = play.do(DealDamage(creature=who, amount=3, source="attack"))

    assert [DamageDealt, DamageTaken, Died] == [type(event) for event in happened]
    assert Died(creature=who, cause="attack") == happened[-1]
    play.no(BeyondHurt, DealDamage(creature=who, amount=1))
    play.no(NotIncapacitated, CoupDeGrace(creature=who))


@pytest.mark.rule("BN-DMG-04")
def test_a_coup_de_grace_kills_the_incapacitated() -> None:
    """A coup de grace kills an incapacitated creature.

    The game refuses as its target a horde, and a creature with a die left.
    """
    play = Play()
    who, horde = play.one(), play.one("gm", FIGHTERS, kind="horde", lost=(1, 2, 3))

    play.no(NotIncapacitated, CoupDeGrace(creature=who))
    refused = play.no(NotIncapacitated, CoupDeGrace(creature=horde))
    assert ("a single creature that lives and has no dice left", horde) == (refused.needs, refused.has)
    play.do(DealDamage(creature=who, amount=4))
    play.when(CoupDeGrace(creature=who)).then(Died(creature=who, cause="coup de grace"))
    assert play.who(who).dead


@pytest.mark.rule("BN-R-230")
def test_a_creature_without_dice_rolls_nothing() -> None:
    """A creature without a die left rolls nothing, not even the dice of its items."""
    play = Play()
    who = play.one(items=(SWORD, PLATE), automatic=1)
    wound = deal_damage(play, who, 4)
    play.do(TakeDamage(wound=wound))

    play.no(NoDiceLeft, CallTask(creature=who, aim="rise", terms=Terms(skill="Maneuver")))


@pytest.mark.rule("BN-EQ-12", "BN-EQ-13", "BN-EQ-14", "BN-R-284")
def test_armor_and_shields_absorb_damage_and_are_ruined() -> None:
    """Of 3 damage, armor and shield absorb one each, and a die is lost.

    Swords and stowed items absorb no damage.
    """
    play = Play()
    who = play.one(items=(PLATE, BUCKLER, SWORD))
    plate, buckler, sword = (play.item_named(who, name) for name in (PLATE, BUCKLER, SWORD))
    wound = deal_damage(play, who, 3)

    play.no(ItemsDoNotAbsorb, TakeDamage(wound=wound, dice=(1, 2), items=(sword,)), seat="ann")
    play.no(NamedTwice, TakeDamage(wound=wound, dice=(1,), items=(plate, plate)), seat="ann")
    play.no(NotKnownHere, TakeDamage(wound=wound, dice=(1, 2), items=("item-99",)), seat="ann")
    play.no(OneDieEach, TakeDamage(wound=wound, dice=(1, 2), items=(plate, buckler)), seat="ann")
    held, play.state = play.state, play.state.item_changed(who, plate, ready=False)
    play.no(ItemsDoNotAbsorb, TakeDamage(wound=wound, dice=(1, 2), items=(plate,)), seat="ann")
    play.state = held
    play.when(TakeDamage(wound=wound, dice=(2,), items=(plate, buckler)), seat="ann").then(
        DamageTaken(wound=wound, creature=who, dice=(2,), ruined=(plate, buckler))
    )
    assert [sword] == list(play.who(who).items)


@pytest.mark.rule("BN-EQ-13", "BN-R-114")
def test_a_piece_of_armor_may_save_every_die() -> None:
    """Armor given up for 1 damage saves the die. The game refuses more pieces of armor than the damage needs."""
    play = Play()
    who = play.one(items=(PLATE, BUCKLER))
    plate, buckler = play.item_named(who, PLATE), play.item_named(who, BUCKLER)
    wound = deal_damage(play, who, 1)

    play.no(PastArmor, TakeDamage(wound=wound, items=(plate, buckler)), seat="ann")
    play.do(TakeDamage(wound=wound, items=(plate,)), seat="ann")

    assert ((), [buckler]) == (play.who(who).lost, list(play.who(who).items))


@pytest.mark.rule("BN-R-114")
def test_a_setting_lets_a_piece_of_armor_absorb_a_whole_blow() -> None:
    """If `armor_absorbs` is `all_damage_of_the_blow`, one piece absorbs the larger of two blows.

    A second piece absorbs the other blow.
    """
    play = Play(combat={"armor_absorbs": "all_damage_of_the_blow"})
    who = play.one(items=(PLATE, BUCKLER), dice=(*BOB, *BOB))
    plate, buckler = play.item_named(who, PLATE), play.item_named(who, BUCKLER)
    wound = Wound(id="wound-90", creature=who, amount=5, source="attack", past_armor=1, blows=(1, 3))
    play.given(DamageDealt(wound=wound))
    hurt, fallen = play.state, TakeDamage(wound="wound-90", dice=(1, 2), items=(plate,))

    play.do(fallen, seat="ann")
    assert (1, 2) == play.who(who).lost
    play.state = hurt
    play.do(TakeDamage(wound="wound-90", dice=(8,), items=(plate, buckler)), seat="ann")
    assert (8,) == play.who(who).lost
    play.state = hurt
    single = deal_damage(play, who, 3, "fall")
    play.do(TakeDamage(wound=single, items=(buckler,)), seat="ann")
    assert [plate] == list(play.who(who).items)


@pytest.mark.rule("BN-R-114")
def test_damage_that_ignores_armor_is_not_absorbed() -> None:
    """If 1 of 2 damage ignores armor, one piece at most can be given up. If all damage does, none can."""
    play = Play()
    who = play.one(items=(PLATE, BUCKLER))
    items = tuple(play.who(who).items)
    play.given(DamageDealt(wound=Wound(id="wound-90", creature=who, amount=2, source="attack", past_armor=1)))

    play.no(PastArmor, TakeDamage(wound="wound-90", items=items), seat="ann")
    play.do(TakeDamage(wound="wound-90", dice=(1,), items=items[:1]), seat="ann")
    play.given(DamageDealt(wound=Wound(id="wound-91", creature=who, amount=1, source="attack", past_armor=1)))
    play.no(PastArmor, TakeDamage(wound="wound-91", items=items[1:]), seat="ann")


@pytest.mark.rule("BN-R-114", "BN-R-066")
def test_damage_that_ignores_armor_is_soaked_first() -> None:
    """If 1 of 2 damage ignores armor, a soak removes that one, and armor can absorb the other."""
    play = Play()
    who = play.one(items=(PLATE,))
    play.given(DamageDealt(wound=Wound(id="wound-90", creature=who, amount=2, source="attack", past_armor=1)))
    play.given(DamageSoaked(wound="wound-90"))

    play.do(TakeDamage(wound="wound-90", items=(play.item_named(who, PLATE),)), seat="ann")

    assert () == play.who(who).lost


@pytest.mark.rule("BN-R-284", "BN-R-066", "BN-R-260")
@pytest.mark.parametrize(
    ("settings", "absorbed"),
    [
        ({}, {"attack", "fall"}),
        ({"combat": {"armor_absorbs_from": "attacks"}}, {"attack"}),
        ({"combat": {"armor_absorbs_from": "anything"}}, {"attack", "fall", "fatigue", "want", "other"}),
        ({"dice": {"armor_absorbs_hindering_damage": True}}, {"attack", "fall", "poison", "flaming", "damage"}),
    ],
)
def test_settings_decide_which_damage_armor_absorbs(settings: dict[str, Any], absorbed: set[str]) -> None:
    """By default armor absorbs damage from attacks and falls; `armor_absorbs_from` can name other sources."""
    sources: tuple[Source, ...] = ("attack", "fall", "poison", "flaming", "damage", "fatigue", "want", "other")
    for source in sources:
        play = Play(**settings)
        who = play.one(items=(PLATE,))
        taking = TakeDamage(wound=deal_damage(play, who, 1, source), items=(play.item_named(who, PLATE),))
        if source in absorbed:
            play.do(taking, seat="ann")
        else:
            play.no(PastArmor, taking, seat="ann")


@pytest.mark.rule("BN-R-133", "BN-DMG-02")
@pytest.mark.parametrize(("per_die", "lost"), [(1, 3), (2, 1)])
def test_damage_removes_dice_of_a_horde_until_it_is_broken(per_die: int, lost: int) -> None:
    """3 damage cost 3 dice, or 1 if each die withstands 2. A broken horde cannot be hurt, and never dies."""
    play = Play(hordes={"horde_damage_per_die": per_die})
    horde = play.one("gm", FIGHTERS, kind="horde")

    play.do(DealDamage(creature=horde, amount=3))
    assert lost == len(play.who(horde).lost)
    happened = [event for _ in range(2 if lost == 1 else 0) for event in play.do(DealDamage(creature=horde, amount=2))]
    assert play.who(horde).down
    assert (0, False) == (play.who(horde).beyond, play.who(horde).dead)
    assert lost == 3 or Incapacitated(creature=horde) in happened
    play.no(BeyondHurt, DealDamage(creature=horde, amount=1))


@pytest.mark.rule("BN-R-111")
def test_the_damage_of_a_round_is_dealt_together_and_then_taken() -> None:
    """Damage without a choice is applied once the players have settled the round's other wounds.

    Falls, and wounds of creatures outside the fight, are not part of the round.
    """
    play = Play()
    plain, bob, gone = play.one("gm", FIGHTERS), play.one("bob"), play.one("bob")
    play.do(StartCombat(fighters=(Entrant(creature=plain, side="a"), Entrant(creature=bob, side="b"))))
    for number, who in ((90, plain), (91, bob), (93, gone)):
        wound = Wound(id=f"wound-{number}", creature=who, amount=1, source="attack", round=1)
        play.given(DamageDealt(wound=wound))
    play.given(DamageDealt(wound=Wound(id="wound-92", creature=play.one("bob"), amount=1, source="fall")))

    assert (("wound-90", "wound-91"), ()) == (open_for_round(play.state), play.who(plain).lost)
    play.do(TakeDamage(wound="wound-91", dice=(1,)), seat="bob")
    assert ((), (3,)) == (open_for_round(play.state), play.who(plain).lost)


@pytest.mark.rule("BN-R-066")
def test_a_wound_waits_for_a_possible_soak() -> None:
    """A player with 2 spiffs can first request a soak, on which the game master decides. Soaked damage costs no die."""
    play = Play()
    rich, poor = play.one(spiffs=4), play.one("bob", spiffs=1)
    wound, other = deal_damage(play, rich, 4, "poison"), deal_damage(play, rich, 1, "flaming")

    play.do(DealDamage(creature=poor, amount=4, source="poison"))
    assert play.who(poor).down
    use = play.the(SpiffUseAsked, UseSpiffs(creature=rich, use="soak", on=wound), seat="ann").use.id
    play.no(AnswerFirst, TakeDamage(wound=wound, dice=(1, 2, 3)), seat="ann")
    play.do(TakeDamage(wound=other, dice=(1,)), seat="ann")
    happened = play.do(AllowSpiffs(use=use))
    assert DamageSoaked(wound=wound) in happened
    assert DamageTaken(wound=wound, creature=rich, dice=(2, 3, 4)) in happened


@pytest.mark.rule("BN-R-066")
def test_a_soaked_wound_is_settled() -> None:
    """A wound of 1 damage that is soaked costs no die."""
    play = Play()
    who = play.one(spiffs=2)
    wound = deal_damage(play, who, 1, "poison")
    use = play.the(SpiffUseAsked, UseSpiffs(creature=who, use="soak", on=wound), seat="ann").use.id

    play.do(AllowSpiffs(use=use))

    assert ({}, ()) == (play.state.wounds, play.who(who).lost)


@pytest.mark.rule("BN-HIND-09", "BN-R-110")
@pytest.mark.parametrize(
    ("amount", "listed", "among"),
    [(1, [(1,)], [(1, 3)]), (2, [(), (1, 3)], [(1, 3)]), (3, [(1, 3, 2), (1, 3, 4)], []), (4, [(), (1, 3, 2, 4)], [])],
)
def test_dice_that_go_first_are_listed_first(
    amount: int, listed: list[tuple[int, ...]], among: list[tuple[int, ...]]
) -> None:
    """Dice that showed a success must be lost first, so they are listed first.

    If there is no choice, the command may name no dice.
    """
    play = Play()
    who = play.one()
    wound = Wound(id="wound-90", creature=who, amount=amount, source="poison", prefer=("die-1", "die-3"))
    play.given(DamageDealt(wound=wound))

    found = choices(play.state, wound, ())

    assert listed == [dice for dice, _ in found]
    assert among == [more.items.options for _, more in found if more and more.items]


@pytest.mark.rule("BN-DMG-01", "BN-EQ-13")
def test_possible_answers_to_a_wound_are_listed() -> None:
    """For 2 damage the list has two dice, or one die and one of two pieces of armor, or both pieces."""
    play = Play()
    who = play.one(items=(PLATE, BUCKLER))
    deal_damage(play, who, 2)

    listed = allowed_of(play.state, "ann", TakeDamage)
    counts = [
        (one.fields["dice"].least if "dice" in one.fields else 0, len(one.body.get("items", ()))) for one in listed
    ]
    assert [(2, 0), (1, 1), (0, 2)] == counts
