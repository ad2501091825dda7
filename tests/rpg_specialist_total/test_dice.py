"""Rolled totals: Luck dice, their flip and limits, the percentile, and totals that stop at 0."""

from typing import Final

import msgspec
import pytest

from services.rpg_specialist_total.catalogue import Bonus, Weapon
from services.rpg_specialist_total.chapters.attacks import Attack, AttackDeclared
from services.rpg_specialist_total.chapters.damage import DamageRolled, MitigationRolled, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, BlockRolled, Evade, EvasionRolled, Stand
from services.rpg_specialist_total.chapters.dice import LuckSpent, NotEnoughLuck, TooManyLuckDice, critical_of
from services.rpg_specialist_total.chapters.exchanges import NothingToAnswer
from services.rpg_specialist_total.chapters.turns import ApSpent
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.state.exchange import Declared
from shared.kernel.chance import Faces
from shared.platform.http.hosting import asking_type
from tests.rpg_specialist_total.duel import BLADE, LUCKY, PLAIN, UNLUCKY, Duel, ap, damage_dealt, face, only, roll
from tests.rpg_specialist_total.play import Play, allowed_of, odds

STICK: Final = {"weapons": (Weapon(name=BLADE, reach="melee", to_hit=Bonus(flat=2)),)}
"""A weapon without dice."""


@pytest.mark.rule("SC-LUCK-02", "SC-LUCK-03", "SC-HIT-04", "SC-R-05", "SC-R-07", "SC-E-05", "SC-X-03", "SC-X-04")
def test_a_lucky_flip_adds_all_luck_dice() -> None:
    """The attacker declares and pays for Luck dice before the roll. One flip decides for all of them."""
    duel = Duel({"luck": 5, "weapon_training": {}})

    duel.when(duel.attack(luck=3), seat="ann", faces=Faces(LUCKY, 9, 5, 4, 2, 3, 6, face(PLAIN))).then(
        ApSpent(character=duel.ann, ap=2, use="attack"),
        LuckSpent(character=duel.ann, points=3, roll="to hit"),
        AttackDeclared(
            exchange=f"exchange-{duel.state.made + 1}",
            declared=Declared(
                attacker=duel.ann,
                target=duel.bob,
                kind="martial",
                ap=2,
                weapon=duel.item_named(duel.ann, BLADE),
                reach="melee",
            ),
            to_hit=roll(29, 9, 5, 4, luck=(2, 3, 6), lucky=True, percentile=PLAIN),
        ),
    )
    assert 2 == duel.who(duel.ann).luck


@pytest.mark.rule("SC-LUCK-04", "SC-HIT-04", "SC-R-05", "SC-R-07", "SC-R-18", "SC-X-05")
@pytest.mark.parametrize(("faces", "total"), [((9, 5, 4), 7), ((1, 1, 1), -8)])
def test_an_unlucky_flip_subtracts_all_luck_dice(faces: tuple[int, ...], total: int) -> None:
    """An unlucky flip subtracts all Luck dice, so a to-hit total may become negative.

    The points are spent either way.
    """
    duel = Duel({"luck": 3, "weapon_training": {}})

    found = only(duel.strike(UNLUCKY, *faces, 2, 3, 6, luck=3), AttackDeclared)

    assert roll(total, *faces, luck=(2, 3, 6), lucky=False, percentile=PLAIN) == found.to_hit
    assert 0 == duel.who(duel.ann).luck


@pytest.mark.rule("SC-LUCK-05", "SC-R-06", "SC-X-03")
def test_a_roll_has_no_more_luck_dice_than_other_dice() -> None:
    """A roll with three dice left after a penalty may have three Luck dice, if the combatant has that many points."""
    duel = Duel({"luck": 9, "weapon_training": {}})
    poor = Duel({"luck": 2, "weapon_training": {}})

    duel.when(duel.attack(luck=4), seat="ann").then_refused(TooManyLuckDice, needs="at most 3", has=4)
    poor.when(poor.attack(luck=3), seat="ann").then_refused(NotEnoughLuck, needs=3, has=2)
    poor.when(poor.attack(luck=4), seat="ann").then_refused(NotEnoughLuck, needs=4, has=2)
    assert 3 == only(duel.strike(LUCKY, 1, 1, 1, 1, 1, 1, luck=3), LuckSpent).points


@pytest.mark.rule("SC-LUCK-05", "SC-R-06")
@pytest.mark.parametrize(("cap", "most"), [("3", 3), ("points_held", 7)])
def test_the_cap_on_luck_dice_is_a_setting(cap: str, most: int) -> None:
    """`luck.cap` limits the Luck dice of a roll to three, or to the number of Luck points held.

    This applies even to a roll without other dice.
    """
    duel = Duel({"luck": 7}, luck={"cap": cap})
    bare = Duel({"luck": 7, "weapon_training": {}}, data=STICK, luck={"cap": cap})

    refused = duel.when(duel.attack(luck=most + 1), seat="ann")
    if cap == "3":
        refused.then_refused(TooManyLuckDice, needs="at most 3", has=4)
    else:
        refused.then_refused(NotEnoughLuck, needs=8, has=7)
    duel.strike(LUCKY, *[1] * 4, *[1] * most, luck=most)
    bare.strike(LUCKY, *[1] * most, luck=most)


@pytest.mark.rule("SC-R-73", "SC-R-06", "SC-HIT-07")
def test_penalties_reduce_dice_to_0_at_least() -> None:
    """An attack left without dice still has its modifiers and its percentile, but cannot have Luck dice."""
    duel = Duel({"luck": 7, "weapon_training": {}}, data=STICK)

    duel.when(duel.attack(luck=1), seat="ann").then_refused(TooManyLuckDice, needs="at most 0")
    found = only(duel.strike(), AttackDeclared)

    assert roll(2, modifier=2, percentile=PLAIN) == found.to_hit


@pytest.mark.rule("SC-LUCK-01", "SC-DEF-05", "SC-DEF-09", "SC-DMG-02", "SC-MIT-09", "SC-R-05")
def test_each_roll_flips_its_own_luck() -> None:
    """Luck dice may be added to to-hit, evasion, block, damage and mitigation. Each roll has its own flip."""
    duel = Duel({"luck": 2}, {"luck": 3, "evasion_training": 1, "block": 1, "armor": "light"})

    hit = duel.strike(LUCKY, 9, 9, 9, 9, 1, luck=1)
    evasion = duel.evade(UNLUCKY, 3, 2, luck=1)
    block = duel.block(LUCKY, 4, 5, luck=1, percentile=None)
    damage = duel.damage(UNLUCKY, 8, 7, 6, luck=1)
    mitigation = duel.mitigation(LUCKY, 1, 2, luck=1)

    rolls = (
        only(hit, AttackDeclared).to_hit, only(evasion, EvasionRolled).rolled, only(block, BlockRolled).rolled,
        only(damage, DamageRolled).rolled, only(mitigation, MitigationRolled).rolled,
    )  # fmt: skip
    assert [37, 1, 9, 9, 3] == [one.total for one in rolls]
    assert [True, False, True, False, True] == [one.lucky for one in rolls]
    events = (event for found in (hit, evasion, block, damage, mitigation) for event in found)
    spent = [event.roll for event in events if isinstance(event, LuckSpent)]
    assert ["to hit", "evasion", "armor and block", "damage", "mitigation"] == spent
    assert (0, 0) == (duel.who(duel.ann).luck, duel.who(duel.bob).luck)


@pytest.mark.rule("SC-LUCK-05", "SC-R-06", "SC-R-103")
def test_every_roll_has_the_same_limit_of_luck() -> None:
    """A roll may have as many Luck dice as other dice. A block or mitigation without dice may have one Luck die."""
    duel = Duel({"luck": 9}, {"luck": 9, "evasion_training": 1})
    duel.strike(9, 9, 9, 9)

    duel.no(TooManyLuckDice, Evade(luck=2), seat="bob")
    duel.no(TooManyLuckDice, Block(luck=2), seat="bob")
    duel.do(Stand(), seat="bob")
    duel.no(TooManyLuckDice, RollDamage(luck=3), seat="ann")
    duel.damage(1, 1)
    duel.no(TooManyLuckDice, RollMitigation(luck=2), seat="bob")
    assert [1] == [entry.fields["luck"].most for entry in allowed_of(duel.state, "bob", RollMitigation)]
    assert 4 == only(duel.mitigation(LUCKY, 4, luck=1), MitigationRolled).rolled.total


@pytest.mark.rule("SC-R-103", "SC-R-73", "SC-ATK-03")
def test_a_defender_without_dice_defends_by_luck_alone() -> None:
    """A defender without dice may roll one Luck die, with a percentile.

    Against a spell that mimics no physical attack, the game refuses the Luck die.
    """
    duel = Duel(defender={"luck": 9})
    duel.strike(1, 1, 1, 1)

    found = duel.block(LUCKY, 9, luck=1)

    assert roll(9, luck=(9,), lucky=True, percentile=PLAIN) == only(found, BlockRolled).rolled
    whisper = Duel({"components": ("Whisper",), "energies": ("fire",)}, {"luck": 9})
    whisper.strike(1, weapon=None, components=ap(Whisper=1), energies=("fire",), dice=1)
    whisper.no(TooManyLuckDice, Block(luck=1), seat="bob")


@pytest.mark.rule("SC-LUCK-02")
def test_luck_is_declared_before_the_roll() -> None:
    """The game refuses Luck for a roll that has already been made."""
    duel = Duel({"luck": 9})
    duel.strike(1, 1, 1, 1)

    assert [] == allowed_of(duel.state, "ann", type(duel.attack()))
    duel.no(NothingToAnswer, RollDamage(luck=1), seat="ann")


@pytest.mark.rule("SC-CRIT-01", "SC-CRIT-02", "SC-CRIT-03", "SC-CRIT-04", "SC-E-13", "SC-E-14", "SC-R-59", "SC-X-17")
def test_ten_percentiles_succeed_critically_and_one_fails() -> None:
    """Doubles, including 00, succeed critically, and 01 fails critically. 12, 90, 02 and 10 do neither."""
    judged = {percentile: critical_of(percentile) for percentile in range(100)}

    doubles = [percentile for percentile, found in judged.items() if found == "critical_success"]
    assert [0, 11, 22, 33, 44, 55, 66, 77, 88, 99] == doubles
    assert [1] == [percentile for percentile, found in judged.items() if found == "critical_failure"]
    assert [None] * 4 == [judged[percentile] for percentile in (12, 90, 2, 10)]


@pytest.mark.rule("SC-CRIT-05", "SC-R-21", "SC-R-22", "SC-R-69")
def test_only_to_hit_and_defence_have_a_percentile() -> None:
    """Only the to-hit roll and the first roll of a defence have a percentile."""
    duel = Duel(defender={"evasion_training": 1, "block": 1, "armor": "light"})

    hit = only(duel.strike(9, 9, 9, 9, percentile=90), AttackDeclared).to_hit
    evasion = only(duel.evade(1, percentile=45), EvasionRolled).rolled
    block = only(duel.block(1, percentile=None), BlockRolled).rolled
    damage = only(duel.damage(1, 1), DamageRolled).rolled
    mitigation = only(duel.mitigation(1), MitigationRolled).rolled

    assert [90, 45, None, None, None] == [one.percentile for one in (hit, evasion, block, damage, mitigation)]


@pytest.mark.rule("SC-R-21", "SC-CRIT-01", "SC-CRIT-02")
@pytest.mark.parametrize(
    ("dice", "percentile", "critical"),
    [((4, 4), 44, "critical_success"), ((10, 1), 1, "critical_failure"), ((10, 10), 0, "critical_success"),
     ((1, 10), 10, None)],
)  # fmt: skip
def test_a_setting_reads_the_percentile_from_the_first_two_dice(
    dice: tuple[int, int], percentile: int, critical: str | None
) -> None:
    """If `critical.source` is `first_two_dice`, these dice are the tens and units of the percentile.

    A 10 is read as 0. A roll of fewer dice has no critical.
    """
    duel = Duel(defender={"evasion_training": 1}, critical={"source": "first_two_dice"})

    hit = only(duel.do(duel.attack(), *dice, 9, 9), AttackDeclared).to_hit
    assert (percentile, critical) == (hit.percentile, hit.critical)
    if critical is None:
        assert only(duel.do(Evade(), 1), EvasionRolled).rolled.percentile is None


@pytest.mark.rule("SC-R-21")
def test_a_setting_turns_criticals_off() -> None:
    """If `critical.source` is `off`, there are no criticals, and no percentile is rolled."""
    duel = Duel(critical={"source": "off"})

    assert only(duel.do(duel.attack(), 4, 4, 9, 9), AttackDeclared).to_hit.critical is None


@pytest.mark.rule("SC-R-18")
@pytest.mark.parametrize(
    ("floor", "totals", "amount"),
    [("damage_and_mitigation", (-3, -7, -9, 0, 0), 0), ("none", (-3, -7, -9, -6, -8), 2), ("all", (0, 0, 0, 0, 0), 0)],
)
def test_a_setting_decides_which_totals_stop_at_zero(floor: str, totals: tuple[int, ...], amount: int) -> None:
    """`totals.floor` decides which totals stop at 0: damage and mitigation, all, or none of them.

    Vitality lost is never below 0.
    """
    luck = {"luck": 9, "evasion_training": 1, "block": 1, "armor": "light"}
    duel = Duel(luck, luck, totals={"floor": floor}, luck={"cap": "3"})

    hit = duel.strike(UNLUCKY, 1, 1, 1, 1, 7, luck=1)
    evasion = duel.evade(UNLUCKY, 1, 8, luck=1)
    block = duel.block(UNLUCKY, 1, 10, percentile=None, luck=1)
    shown = [
        only(hit, AttackDeclared).to_hit.total, only(evasion, EvasionRolled).rolled.total,
        only(block, BlockRolled).rolled.total,
    ]  # fmt: skip
    damage = only(duel.damage(UNLUCKY, 1, 1, 8, luck=1), DamageRolled).rolled.total
    found = duel.mitigation(UNLUCKY, 1, 9, luck=1)

    assert totals == (*shown, damage, only(found, MitigationRolled).rolled.total)
    assert amount == damage_dealt(found).amount


@pytest.mark.rule("SC-CAMP-20")
def test_a_roll_has_a_hundred_dice_at_most() -> None:
    """Even if AP are unlimited, an attack with 120 AP rolls only 100 damage dice."""
    play = Play(ap={"outside_fights": "unlimited"})
    ann, bob = play.one(items=(BLADE,), components=("Firm Stroke",)), play.one("bob")
    blow = Attack(attacker=ann, target=bob, weapon=play.item_named(ann, BLADE), ap=100, components=ap(Firm_Stroke=20))
    play.do(blow, 1, 1, 1, 1, face(PLAIN))
    play.do(Stand(), seat="bob")

    assert 100 + 3 == only(play.do(RollDamage(), *[1] * 100), DamageRolled).rolled.total


@pytest.mark.rule("SC-LUCK-01", "SC-LUCK-03", "SC-LUCK-04")
def test_a_dry_run_shows_the_odds_of_a_roll_with_its_flip() -> None:
    """The odds in a dry run count half of all flips as lucky, and a tenth of all percentiles as critical successes."""
    duel = Duel({"luck": 1})

    found = odds(duel.attack(luck=1), duel.state)

    chances = {name: chance.exact for name, chance in found.also.items()}
    assert {"lucky": "1/2", "unlucky": "1/2", "critical_success": "1/10", "critical_failure": "1/100"} == chances


@pytest.mark.rule("SC-R-102", "SC-CRIT-01", "SC-CRIT-02")
@pytest.mark.parametrize(
    ("form", "shown", "percentile", "critical"),
    [
        (1, 1, 1, "critical_failure"), (1, 33, 33, "critical_success"), (1, 100, 0, "critical_success"),
        (1, 2, 2, None), (0, 1, 0, "critical_success"), (0, 2, 1, "critical_failure"), (0, 100, 99, "critical_success"),
    ],
)  # fmt: skip
def test_a_percentile_is_entered_as_it_reads_with_100_for_00(
    form: int, shown: int, percentile: int, critical: str | None
) -> None:
    """A player enters the face of a d100 as it reads, and 100 for 00.

    Version 0 of the rules subtracts 1 from each entered face.
    """
    play = Play(form=form)
    ann, bob = play.one(items=("long blade",)), play.one("bob")
    blow = Attack(attacker=ann, target=bob, weapon=play.item_named(ann, "long blade"), ap=1)

    hit = only(play.do(blow, *(5,) * 5, shown), AttackDeclared).to_hit

    assert (percentile, critical) == (hit.percentile, hit.critical)


def test_the_contract_states_the_order_of_entered_faces() -> None:
    """The API contract states the order in which faces are entered, and explains the flip and the percentile."""
    asked = msgspec.json.schema(asking_type(combat))["$defs"]["RpgSpecialistTotalAsk"]["properties"]["faces"]
    said = asked["anyOf"][0]["description"]

    assert ["flip", "d10", "Luck dice", "percentile"] == sorted(
        ("flip", "d10", "Luck dice", "percentile"), key=said.rfind
    )
    assert "100 for 00" in said
