"""Attacks, and the Saves and opposed rolls against them."""

from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from services.rpg_boundless.chapters.attacks import (
    Attack,
    AttackHit,
    AttackMissed,
    AttackOnOneself,
    AttributeNeedsReason,
    DamageNeedsReason,
    DamageRuling,
    DamageUnclear,
    EnemyAttack,
    NotAWeapon,
    PlayersDoNotFight,
)
from services.rpg_boundless.chapters.checks import CheckMade, NoSuchAttribute
from services.rpg_boundless.chapters.damage import StaminaNotSpent
from services.rpg_boundless.chapters.dice import PositionNotTaken, RiskNotTaken, SetPosition
from services.rpg_boundless.chapters.fortune import AdjustFortune, ContestDecided, FortuneOpposed
from services.rpg_boundless.chapters.saves import ConsequenceFaced, NobodyFacesIt, Save, SaveMade
from services.rpg_boundless.state.sheets import AttackSheet, Harm, Helper, WeaponSheet
from shared.kernel.campaign.seats import NamedTwice, OnlyTheGameMaster
from tests.rpg_boundless.play import BOW, ROPE, SWORD, Before, Older, Play, allowed_of, at

VENOM = AttackSheet(name="venom", damage=2, conditions=("poisoned",))


def duel(play: Play, strength: int = 2, *, hp: int = 9) -> tuple[str, str, str]:
    """Create a character with a sword, and an enemy; return the ids of character, sword and enemy."""
    hero = play.hero(strength)
    return hero, play.item(hero, SWORD), play.foe(hp, attacks=(VENOM,))


@pytest.mark.rule("FB-ATTR-03", "FB-ATTR-04")
@pytest.mark.parametrize(("sheet", "attribute"), [(SWORD, "strength"), (BOW, "dexterity")])
def test_the_weapon_decides_the_attribute(sheet: object, attribute: str) -> None:
    """A melee Weapon attacks with Strength, and a ranged one with Dexterity."""
    play = Play()
    hero = play.hero(1, 1, 2)
    weapon = play.item(hero, sheet)  # type: ignore[arg-type]

    made = play.the(CheckMade, Attack(character=hero, target=play.foe(), weapon=weapon), 1, seat="ann")

    assert attribute == made.attribute


@pytest.mark.rule("FB-R-50")
def test_another_attribute_needs_a_reason() -> None:
    """A Weapon may attack with the other Attribute for a reason, unless `attribute_override` is `never`."""
    play, strict = Play(), Play(attack={"attribute_override": "never"})
    for campaign in (play, strict):
        hero, sword, foe = duel(campaign)
        bare = Attack(character=hero, target=foe, weapon=sword, attribute="dexterity")
        reasoned = msgspec.structs.replace(bare, reason="it is a light blade")
        campaign.no(AttributeNeedsReason, bare, seat="ann")
        if campaign is strict:
            campaign.no(AttributeNeedsReason, reasoned, seat="ann")
        else:
            assert "dexterity" == campaign.the(CheckMade, reasoned, 1, seat="ann").attribute


@pytest.mark.rule("FB-WEAP-01")
def test_a_weapon_has_a_damage_rating() -> None:
    """The game refuses a Weapon without a Damage rating, and an attack with an Item that is not a Weapon."""
    play = Play()
    hero = play.hero()
    rope = play.item(hero, ROPE)

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"reach": "melee"}, WeaponSheet)
    play.no(NotAWeapon, Attack(character=hero, target=play.foe(), weapon=rope), seat="ann")
    assert 3 == SWORD.weapon.damage if SWORD.weapon else False


@pytest.mark.rule("FB-ATTR-02")
def test_attack_needs_an_attribute_and_damage() -> None:
    """The game refuses an attack with neither Weapon nor Attribute, and one without Damage."""
    play = Play()
    hero, foe = play.hero(), play.foe()
    play.no(NoSuchAttribute, Attack(character=hero, target=foe))
    play.no(DamageUnclear, Attack(character=hero, target=foe, attribute="strength"))


@pytest.mark.rule("FB-WEAP-02", "FB-ATK-03", "FB-R-17")
@pytest.mark.parametrize("faces", [(5, 1, 1, 1), (5, 6, 5, 6)])
def test_a_hit_deals_the_damage_rating(faces: tuple[int, ...]) -> None:
    """An attack with one Hit deals the same Damage as one with four."""
    play = Play()
    hero, sword, foe = duel(play, 4)

    hit = play.the(AttackHit, Attack(character=hero, target=foe, weapon=sword), *faces, seat="ann")

    assert (3, 6) == (hit.damage, play.enemy(foe).hp)


@pytest.mark.rule("FB-ATK-01", "FB-ATK-03", "FB-R-31")
def test_an_attack_is_a_check() -> None:
    """An attack with Strength 2 and 1 Stamina rolls 3 dice.

    A miss has no effect unless the game master has set a consequence.
    """
    play = Play()
    hero, sword, foe = duel(play)
    attack = Attack(character=hero, target=foe, weapon=sword, stamina=1)

    happened = play.do(attack, 1, 2, 4, seat="ann")

    assert [CheckMade, AttackMissed] == [type(event) for event in happened]
    assert (9, 5) == (play.enemy(foe).hp, play.who(hero).stamina)
    assert {} == play.state.consequences
    risky = msgspec.structs.replace(attack, risk=Harm(what="a stumble", damage=1))
    play.the(ConsequenceFaced, risky, 1, 1, 1)


@pytest.mark.rule("FB-ATK-02", "FB-R-32")
@pytest.mark.parametrize(("position", "hp"), [("controlled", 6), ("dire", 9)])
def test_an_attack_may_be_decided_by_position(position: str, hp: int) -> None:
    """Without dice, a Controlled attack always hits and a Dire one always misses."""
    play = Play()
    hero, sword, foe = duel(play)

    play.do(Attack(character=hero, target=foe, weapon=sword, stance=at(position)))

    assert hp == play.enemy(foe).hp


@pytest.mark.rule("FB-ATK-04")
@pytest.mark.parametrize(
    ("ruling", "damage"),
    [
        (DamageRuling(modifier=1, reason="high ground"), 4),
        (DamageRuling(modifier=-9, reason="thick hide"), 0),
        (DamageRuling(damage=7, reason="the weak spot"), 7),
        (DamageRuling(damage=0, reason="a ghost"), 0),
    ],
)
def test_damage_is_adjusted_for_a_reason(ruling: DamageRuling, damage: int) -> None:
    """The game master may modify the Damage or state a final value, at least 0, for a reason that the event records."""
    play = Play()
    hero, sword, foe = duel(play)

    hit = play.the(AttackHit, Attack(character=hero, target=foe, weapon=sword, adjust=ruling), 5, 5)

    assert (damage, ruling.reason) == (hit.damage, hit.reason)
    assert 9 - damage == play.enemy(foe).hp


@pytest.mark.rule("FB-ATK-04")
def test_only_the_game_master_adjusts_damage_and_with_a_reason() -> None:
    """Only the game master may adjust Damage, with a reason.

    The game refuses a modifier together with a final value.
    """
    play = Play()
    hero, sword, foe = duel(play)
    rulings = {
        DamageNeedsReason: DamageRuling(modifier=1),
        DamageUnclear: DamageRuling(damage=1, modifier=1, reason="both"),
    }
    for refusal, ruling in rulings.items():
        play.no(refusal, Attack(character=hero, target=foe, weapon=sword, adjust=ruling))
    play.no(DamageUnclear, Attack(character=hero, target=foe, weapon=sword, adjust=DamageRuling(reason="none")))
    reasoned = Attack(character=hero, target=foe, weapon=sword, adjust=DamageRuling(modifier=1, reason="up"))
    play.no(OnlyTheGameMaster, reasoned, seat="ann")


# ---------------------------------------------------------------- defend


@pytest.mark.rule("FB-DEF-01", "FB-DEF-03")
@pytest.mark.parametrize(("face", "hp", "held"), [(6, 4, ()), (1, 2, ("poisoned",))])
def test_avoiding_an_attack_is_a_save(face: int, hp: int, held: tuple[str, ...]) -> None:
    """With a Hit in a Save, the target avoids the attack.

    Without one, both Damage and Condition apply. Misses cost Stamina.
    """
    play = Play()
    hero, _, foe = duel(play)
    play.no(NobodyFacesIt, EnemyAttack(enemy=foe, attack="venom", targets=()))
    play.no(NamedTwice, EnemyAttack(enemy=foe, attack="venom", targets=(hero, hero)))
    faced = play.the(ConsequenceFaced, EnemyAttack(enemy=foe, attack="venom", targets=(hero,)))

    play.do(Save(consequence=faced.consequence), face, 1, 1, 1, 1, 1, seat="ann")

    assert (hp, held, 4) == (play.who(hero).hp, play.who(hero).hindrances, play.who(hero).stamina)
    assert foe == faced.enemy


@pytest.mark.rule("FB-DEF-02", "FB-R-32")
@pytest.mark.parametrize(("position", "hp"), [("dire", 2), ("controlled", 4)])
def test_a_defence_may_be_decided_by_position(position: str, hp: int) -> None:
    """Without dice, a defence at Dire fails and one at Controlled succeeds."""
    play = Play()
    hero, _, foe = duel(play)
    strike = EnemyAttack(enemy=foe, attack="venom", targets=(hero,), stance=at(position))
    faced = play.the(ConsequenceFaced, strike).consequence

    made = play.the(SaveMade, Save(consequence=faced), seat="ann")

    assert made.roll is None
    assert hp == play.who(hero).hp


@pytest.mark.rule("FB-R-55")
def test_a_player_attacked_by_another_may_save() -> None:
    """If one player attacks another's character, the attacker makes a Check.

    The target makes a Save against the Damage.
    """
    play = Play()
    hero, other = play.hero(2), play.hero(2, seat="bob")
    sword = play.item(hero, SWORD)
    play.no(AttackOnOneself, Attack(character=hero, target=hero, weapon=sword), seat="ann")

    faced = play.the(ConsequenceFaced, Attack(character=hero, target=other, weapon=sword), 5, 1, seat="ann")

    assert (other, 3) == (faced.character, faced.harm.damage)
    play.do(Save(consequence=faced.consequence), 1, 1, 1, 1, 1, 1, seat="bob")
    assert 1 == play.who(other).hp


@pytest.mark.rule("FB-R-55")
def test_a_setting_forbids_attacks_between_players() -> None:
    """If `player_against_player` is `refuse`, players cannot attack other players' characters."""
    play = Play(combat={"player_against_player": "refuse"})
    hero, other = play.hero(2), play.hero(2, seat="bob")

    play.no(PlayersDoNotFight, Attack(character=hero, target=other, weapon=play.item(hero, SWORD)), seat="ann")


@pytest.mark.rule("FB-R-91")
def test_the_game_masters_characters_fight_where_players_do_not() -> None:
    """If `player_against_player` is `refuse`, attacks on and by a character of the game master are allowed."""
    play = Play(combat={"player_against_player": "refuse"})
    hero, other, guide = play.hero(2), play.hero(2, seat="bob"), play.hero(2, seat="gm")
    sword, knife = play.item(hero, SWORD), play.item(guide, SWORD)
    refusal = play.no(PlayersDoNotFight, Attack(character=hero, target=other, weapon=sword), seat="ann")
    assert ("an enemy or a game master's character", other) == (refusal.needs, refusal.has)
    offered = {one.body["target"] for one in allowed_of(play.state, "ann", Attack) if "target" not in one.fields}
    assert {guide} == offered

    faced = play.the(ConsequenceFaced, Attack(character=hero, target=guide, weapon=sword), 5, 1, seat="ann")
    play.do(Save(consequence=faced.consequence), 1, 1, 1, 1, 1, 1)

    assert 1 == play.who(guide).hp
    hit = play.the(ConsequenceFaced, Attack(character=guide, target=other, weapon=knife), 5, 1)
    assert (other, 3) == (hit.character, hit.harm.damage)


@pytest.mark.rule("FB-R-91", "FB-CHECK-04")
def test_no_player_helps_to_attack_another_where_players_do_not() -> None:
    """If `player_against_player` is `refuse`, a player's character helps to attack the game master's, but no others."""
    play = Play(combat={"player_against_player": "refuse"})
    hero, other = play.hero(2), play.hero(2, seat="bob")
    guide, rival = play.hero(2, seat="gm"), play.hero(2, seat="gm")
    sword, knife = play.item(hero, SWORD), play.item(guide, SWORD)

    helped = Attack(character=guide, target=other, weapon=knife, helpers=(Helper(character=hero, stamina=1),))
    assert other == play.no(PlayersDoNotFight, helped).has
    play.the(ConsequenceFaced, replace(helped, target=rival), 1, 1, 5)
    helped = Attack(character=hero, target=guide, weapon=sword, helpers=(Helper(character=other, stamina=1),))
    play.the(ConsequenceFaced, helped, 1, 1, 5)


@pytest.mark.rule("FB-R-91")
def test_before_form_2_no_character_attacks_another_where_players_do_not() -> None:
    """In campaigns opened before form 2, `refuse` also holds for characters of the game master."""
    play = Before(combat={"player_against_player": "refuse"})
    hero, guide = play.hero(2), play.hero(2, seat="gm")

    play.no(PlayersDoNotFight, Attack(character=hero, target=guide, weapon=play.item(hero, SWORD)), seat="ann")


@pytest.mark.rule("FB-R-55")
@pytest.mark.parametrize(("faces", "hp"), [((5, 5, 5, 1), 1), ((5, 1, 5, 1), 4), ((1, 1, 5, 5), 4)])
def test_a_setting_makes_attacks_between_players_opposed_rolls(faces: tuple[int, ...], hp: int) -> None:
    """If `player_against_player` is `opposed_fortune_roll`, attacks between players are opposed rolls.

    The attacker rolls Strength, the target rolls Dexterity, and the attacker deals Damage only with more Hits.
    """
    play = Play(combat={"player_against_player": "opposed_fortune_roll"})
    hero, other = play.hero(2), play.hero(2, 2, seat="bob")
    attack = Attack(character=hero, target=other, weapon=play.item(hero, SWORD))
    play.no(StaminaNotSpent, msgspec.structs.replace(attack, stamina=1), seat="ann")
    assert (
        "controlled, dire or left out"
        == play.no(PositionNotTaken, msgspec.structs.replace(attack, stance=at("good"))).needs
    )
    risk = play.no(RiskNotTaken, msgspec.structs.replace(attack, risk=Harm(what="a fall")))
    assert ("left out", "a fall", "risk") == (risk.needs, risk.has, risk.field)

    play.the(FortuneOpposed, attack, *faces, seat="ann")

    assert hp == play.who(other).hp


@pytest.mark.rule("FB-ATK-02", "FB-R-32", "FB-R-55")
@pytest.mark.parametrize("beforehand", [True, False])
@pytest.mark.parametrize(("position", "hp"), [("controlled", 1), ("dire", 4)])
def test_a_position_without_dice_decides_an_opposed_attack(position: Any, hp: int, beforehand: bool) -> None:  # noqa: ANN401, FBT001
    """Under every setting for attacks between players, a Controlled attack hits and a Dire one misses."""
    play = Play(combat={"player_against_player": "opposed_fortune_roll"})
    hero, other = play.hero(2), play.hero(2, 2, seat="bob")
    attack = Attack(character=hero, target=other, weapon=play.item(hero, SWORD))
    if beforehand:
        play.do(SetPosition(character=hero, stance=at(position), on="attack"))
    else:
        attack = msgspec.structs.replace(attack, stance=at(position))

    play.do(attack)

    assert (hp, ()) == (play.who(other).hp, play.who(hero).positions)


OPPOSED: Final[dict[str, Any]] = {
    "combat": {"player_against_player": "opposed_fortune_roll"}, "position": {"extra_rolls": "all_hit_rolls"}
}  # fmt: skip


@pytest.mark.rule("FB-R-20", "FB-R-94", "FB-POS-10")
@pytest.mark.parametrize("set_for", ["attack", "check", None])
def test_where_every_roll_has_a_position_so_has_an_opposed_attack(set_for: Any) -> None:  # noqa: ANN401
    """The attacker rolls at a Position of the command, or at one set beforehand, which is used up.

    The target rolls at Standard.
    """
    play = Play(**OPPOSED)
    hero, other = play.hero(2), play.hero(2, 2, seat="bob")
    attack = Attack(character=hero, target=other, weapon=play.item(hero, SWORD))
    if set_for is None:
        assert any("stance" in one.fields for one in allowed_of(play.state, "gm", Attack))
        play.no(OnlyTheGameMaster, msgspec.structs.replace(attack, stance=at("good")), seat="ann")
        attack = msgspec.structs.replace(attack, stance=at("good"))
    else:
        play.do(SetPosition(character=hero, stance=at("good"), on=set_for))

    opposed = play.the(FortuneOpposed, attack, 4, 4, 4, 1)

    assert [("good", 2), ("standard", 0)] == [(roll.position, roll.hits) for roll in opposed.rolls]
    assert (1, ()) == (play.who(other).hp, play.who(hero).positions)


@pytest.mark.rule("FB-R-94", "FB-POS-10")
@pytest.mark.parametrize("usual", [True, False])
def test_an_opposed_attack_without_a_position_leaves_the_one_set_for_an_attack(usual: bool) -> None:  # noqa: FBT001
    """By default, and in campaigns opened before form 2, a Position set for an attack waits for one that is a Check."""
    play = Play(combat=OPPOSED["combat"]) if usual else Before(**OPPOSED)
    hero, other = play.hero(2), play.hero(2, 2, seat="bob")
    attack = Attack(character=hero, target=other, weapon=play.item(hero, SWORD))
    play.do(SetPosition(character=hero, stance=at("good"), on="attack"))
    play.no(PositionNotTaken, msgspec.structs.replace(attack, stance=at("good")))

    play.the(FortuneOpposed, attack, 4, 4, 4, 1)

    assert (4, 1) == (play.who(other).hp, len(play.who(hero).positions))
    made = play.the(CheckMade, msgspec.structs.replace(attack, target=play.foe()), 4, 1)
    assert (True, ()) == (made.success, play.who(hero).positions)


@pytest.mark.rule("FB-R-55")
def test_under_rules_version_0_opposed_attacks_use_no_position() -> None:
    """Under version 0 of the rules, an opposed attack does not use a Position set before it. A later roll uses it."""
    play = Older(combat={"player_against_player": "opposed_fortune_roll"})
    hero, other = play.hero(2), play.hero(2, 2, seat="bob")
    play.do(SetPosition(character=hero, stance=at("controlled")))

    attack = Attack(character=hero, target=other, weapon=play.item(hero, SWORD))
    play.the(FortuneOpposed, attack, 1, 1, 5, 5, seat="ann")

    assert 4 == play.who(other).hp


@pytest.mark.rule("FB-FORT-09", "FB-R-90")
def test_an_opposed_attack_that_comes_out_even_misses() -> None:
    """An opposed attack with equal Hits misses, and the game master cannot decide the tie afterwards."""
    play = Play(combat={"player_against_player": "opposed_fortune_roll"})
    hero, other = play.hero(2), play.hero(2, 2, seat="bob")

    opposed, missed = play.do(Attack(character=hero, target=other, weapon=play.item(hero, SWORD)), 5, 1, 5, 1)

    assert isinstance(opposed, FortuneOpposed)
    assert ("even", True) == (opposed.ahead, opposed.attack)
    assert AttackMissed(character=hero, target=other) == missed
    assert (4, ()) == (play.who(other).hp, play.state.tied)
    favour = AdjustFortune(roll=opposed.contest, ahead="first", reason="so it is")
    assert opposed.contest == play.no(ContestDecided, favour).has


@pytest.mark.rule("FB-R-90")
def test_a_tie_goes_to_the_side_that_the_campaign_names() -> None:
    """With `fortune.tie: first_side`, an opposed attack with equal Hits hits."""
    play = Play(combat={"player_against_player": "opposed_fortune_roll"}, fortune={"tie": "first_side"})
    hero, other = play.hero(2), play.hero(2, 2, seat="bob")

    play.do(Attack(character=hero, target=other, weapon=play.item(hero, SWORD)), 5, 1, 5, 1)

    assert 1 == play.who(other).hp


@pytest.mark.rule("FB-R-90")
def test_before_form_2_a_tied_opposed_attack_stays_tied() -> None:
    """In campaigns opened before form 2, the game master can decide the tie of an opposed attack, without effect."""
    play = Before(combat={"player_against_player": "opposed_fortune_roll"})
    hero, other = play.hero(2), play.hero(2, 2, seat="bob")
    attack = Attack(character=hero, target=other, weapon=play.item(hero, SWORD))
    tied = play.the(FortuneOpposed, attack, 5, 1, 5, 1).contest

    play.do(AdjustFortune(roll=tied, ahead="first", reason="so it is"))

    assert (4, ()) == (play.who(other).hp, play.state.tied)
