"""Defence: evasion, armor/block, shielding and catching."""

from typing import Any

import pytest

from services.rpg_specialist_total.catalogue import Bonus, Component, Shield
from services.rpg_specialist_total.chapters.attacks import AttackDeclared, ComponentNotKnown, OneApEach, WrongComponent
from services.rpg_specialist_total.chapters.damage import RollDamage
from services.rpg_specialist_total.chapters.defence import (
    Block,
    BlockRolled,
    DefenceDeclined,
    Evade,
    EvasionRolled,
    MagicAlone,
    NothingToEvadeWith,
    ShieldNeeded,
    Stand,
)
from services.rpg_specialist_total.chapters.exchanges import NothingToAnswer
from services.rpg_specialist_total.chapters.outcomes import AttackSettled, DefenceForgone
from services.rpg_specialist_total.chapters.states import BerserkersDoNotDefend, FatigueLost, MeginserkersDoNotDefend
from services.rpg_specialist_total.chapters.turns import ApSpent, NotBeforeFirstTurn, NotEnoughAp
from services.rpg_specialist_total.state.combatants import Dosed
from services.rpg_specialist_total.state.exchange import Added
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.duel import BLADE, LUCKY, PLAIN, Duel, ap, damage_dealt, face, only, outcome, roll
from tests.rpg_specialist_total.magic import BOLT, KNOWING, MAGE, WHISPER
from tests.rpg_specialist_total.play import allowed_of


@pytest.mark.rule("SC-DEF-01", "SC-DEF-07", "SC-ATK-03", "SC-R-12", "SC-R-22", "SC-E-08")
def test_the_defender_evades_first_and_then_blocks() -> None:
    """After a failed evasion the defender may block. Only the first roll has a percentile."""
    duel = Duel(defender={"evasion_training": 2, "block": 2})
    duel.strike(8, 4, 1, 1)
    exchange = duel.exchange.id

    duel.when(Evade(), seat="bob", faces=Faces(4, 5, face(PLAIN))).then(
        EvasionRolled(exchange=exchange, rolled=roll(9, 4, 5, percentile=PLAIN))
    )
    assert "block" == duel.exchange.step
    duel.no(NothingToAnswer, Evade(), seat="bob")
    duel.when(Block(), seat="bob", faces=Faces(1, 2)).then(
        BlockRolled(exchange=exchange, rolled=roll(3, 1, 2)),
        AttackSettled(exchange=exchange, outcome="hit", step="damage"),
    )


@pytest.mark.rule("SC-DEF-01", "SC-DEF-07", "SC-R-12")
def test_a_defender_without_evasion_blocks_at_once() -> None:
    """A defender without evasion dice must block at once. A defender with evasion dice may choose to do so."""
    slow, quick = Duel(defender={"block": 1}), Duel(defender={"block": 1, "evasion_training": 3})
    for duel in (slow, quick):
        duel.strike(8, 4, 1, 1)
    slow.no(NothingToEvadeWith, Evade(), seat="bob")

    for duel in (slow, quick):
        assert "glancing" == outcome(duel.block(10, percentile=33))


@pytest.mark.rule("SC-DEF-02", "SC-DEF-03", "SC-R-66")
def test_unarmored_training_adds_evasion_dice() -> None:
    """Unarmored training adds evasion dice.

    If `unarmored_needs_no_armor` is true, it adds none while the defender wears armor.
    """
    trained = {"evasion_training": 2, "unarmored_training": 1, "armor": "light"}
    usual, strict = Duel(defender=trained), Duel(defender=trained, defence={"unarmored_needs_no_armor": True})
    bare = Duel(defender={**trained, "armor": "none"}, defence={"unarmored_needs_no_armor": True})

    for duel, dice in ((usual, 3), (strict, 2), (bare, 3)):
        duel.strike(9, 9, 9, 9)
        assert dice == only(duel.evade(*[1] * dice), EvasionRolled).rolled.total


@pytest.mark.rule("SC-DEF-04", "SC-R-14", "SC-AP-05")
@pytest.mark.parametrize(("rate", "dice"), [(1, 2), (0, 0), (2, 4)])
def test_ap_on_evade_add_evasion_dice(rate: int, dice: int) -> None:
    """Each AP on Evade adds one evasion die, or as many as `evade_dice_per_ap` states."""
    duel = Duel(defender={**KNOWING, "evasion_training": 1}, defence={"evade_dice_per_ap": rate})
    duel.strike(9, 9, 9, 9)

    found = duel.evade(*[1] * (1 + dice), components=ap(Evade=2))

    assert [
        ApSpent(character=duel.bob, ap=2, use="defence"),
        EvasionRolled(
            exchange=duel.exchange.id,
            rolled=roll(1 + dice, *[1] * (1 + dice), percentile=PLAIN),
            components=ap(Evade=2),
        ),
    ] == found
    assert (1, 2) == (duel.fighter(duel.bob).ap, duel.exchange.defence.evade_ap)


@pytest.mark.rule("SC-DEF-04", "SC-R-14", "SC-R-13")
def test_a_component_may_set_the_dice_for_each_ap() -> None:
    """A component's data may set how many dice each AP adds to evasion and to block."""
    texts = (
        Component(name="Evade", type="martial", use="defence", evade=True, dice_per_ap=3),
        Component(name="Brace", type="martial", use="defence", dice_per_ap=2, block=Bonus(flat=4)),
    )
    duel = Duel(defender=KNOWING, data={"components": texts})
    duel.strike(9, 9, 9, 9)

    assert 3 == only(duel.evade(1, 1, 1, components=ap(Evade=1)), EvasionRolled).rolled.total
    found = only(duel.block(1, 1, components=ap(Brace=1), percentile=None), BlockRolled)
    assert roll(6, 1, 1, modifier=4) == found.rolled


@pytest.mark.rule("SC-DEF-08", "SC-R-13", "SC-ATK-03", "SC-R-09", "SC-R-71")
def test_a_block_has_dice_of_sheet_shield_and_components() -> None:
    """A block rolls 2 dice for the sheet, 2 for the shield, and one for 1 AP in a component, which counts only now."""
    duel = Duel(defender={**KNOWING, "block": 2, "armor": "heavy"})
    duel.strike(9, 9, 9, 9)
    shield = duel.item_named(duel.bob, "round shield")

    found = duel.block(1, 2, 3, 4, 5, shield=shield, components=ap(Brace=1))

    assert [
        ApSpent(character=duel.bob, ap=1, use="defence"),
        BlockRolled(
            exchange=only(found, BlockRolled).exchange, rolled=roll(15, 1, 2, 3, 4, 5, percentile=PLAIN),
            components=ap(Brace=1), mitigation=Added(flat=2),
        ),
    ] == found[:2]  # fmt: skip


@pytest.mark.rule("SC-R-13", "SC-R-15", "SC-R-73")
@pytest.mark.parametrize(("from_armor", "dice"), [(False, 0), (True, 4)])
def test_a_setting_lets_armor_add_block_dice(from_armor: bool, dice: int) -> None:  # noqa: FBT001 a row
    """If `block_dice_from_armor` is true, armor adds block dice.

    A block without dice is not rolled: its total is 0, and it has no percentile.
    """
    duel = Duel(defender={"armor": "heavy"}, defence={"block_dice_from_armor": from_armor})
    duel.strike(9, 9, 9, 9)

    found = only(duel.block(*[1] * dice, percentile=PLAIN if dice else None), BlockRolled)

    assert roll(dice, *[1] * dice, percentile=PLAIN if dice else None) == found.rolled


@pytest.mark.rule("SC-DEF-08", "SC-R-09", "SC-R-71", "AR-CAMP-10")
def test_defensive_components_are_known_suitable_and_paid_for() -> None:
    """A defensive component must be known, used in the step that it is for, and named once.

    It costs at least 1 remaining AP.
    """
    duel = Duel(defender={"components": ("Evade", "Brace", "Firm Stroke"), "block": 1})
    duel.strike(9, 9, 9, 9)

    duel.no(ComponentNotKnown, Block(components=ap(Shielding=1)), seat="bob")
    duel.no(NotKnownHere, Block(components=ap(Nothing=1)), seat="bob")
    duel.no(WrongComponent, Block(components=ap(Firm_Stroke=1)), seat="bob")
    duel.no(WrongComponent, Block(components=ap(Evade=1)), seat="bob")
    duel.no(WrongComponent, Evade(components=ap(Brace=1)), seat="bob")
    duel.no(OneApEach, Block(components=ap(Brace=0)), seat="bob")
    duel.no(NamedTwice, Block(components=(*ap(Brace=1), *ap(Brace=1))), seat="bob")
    duel.no(NotEnoughAp, Block(components=ap(Brace=4)), seat="bob")


@pytest.mark.rule("SC-R-12", "SC-DEF-08", "SC-R-71")
def test_ap_spent_on_evasion_are_missing_in_the_block() -> None:
    """A defender with 3 AP who spends 2 on Evade has 1 left for the block."""
    duel = Duel(defender=KNOWING)
    duel.strike(9, 9, 9, 9)
    duel.evade(1, 1, components=ap(Evade=2))

    duel.no(NotEnoughAp, Block(components=ap(Brace=2)), seat="bob")
    duel.block(1, components=ap(Brace=1), percentile=None)

    assert (2, 1) == (duel.exchange.defence.evade_ap, duel.exchange.defence.block_ap)


@pytest.mark.rule("SC-CORE-03", "SC-R-70")
def test_shielding_is_a_defensive_component_that_needs_a_shield() -> None:
    """The component Shielding adds one die for each AP, and needs a shield that is ready."""
    duel = Duel(defender={**KNOWING, "items": ("round shield", BLADE)})
    duel.strike(9, 9, 9, 9)
    shield = duel.item_named(duel.bob, "round shield")

    duel.no(ShieldNeeded, Block(components=ap(Shielding=1)), seat="bob")
    duel.no(ShieldNeeded, Block(shield=duel.item_named(duel.bob, BLADE)), seat="bob")
    duel.no(NotKnownHere, Block(shield="item-99"), seat="bob")
    held, duel.state = duel.state, duel.state.item_changed(duel.bob, shield, ready=False)
    duel.no(ShieldNeeded, Block(shield=shield), seat="bob")
    duel.state = held
    found = only(duel.block(1, 1, 9, 9, components=ap(Shielding=2), shield=shield), BlockRolled)
    assert 20 == found.rolled.total


@pytest.mark.rule("SC-R-85", "SC-R-13")
def test_a_shield_adds_what_its_data_say() -> None:
    """A shield's data may add dice and a number to the block."""
    duel = Duel(defender=KNOWING, data={"shields": (Shield(name="round shield", block=Bonus(dice=1, flat=3)),)})
    duel.strike(9, 9, 9, 9)

    assert 7 == only(duel.block(4, shield=duel.item_named(duel.bob, "round shield")), BlockRolled).rolled.total


@pytest.mark.rule("SC-R-23", "SC-R-72", "SC-R-12")
def test_the_defender_may_declare_no_defence() -> None:
    """A defender who declares no defence, at once or after an evasion, rolls no dice and no percentile."""
    duel = Duel(defender={"evasion_training": 1})
    duel.strike(1, 1, 1, 1)
    exchange = duel.exchange.id
    duel.when(Stand(), seat="bob").then(
        DefenceDeclined(exchange=exchange), AttackSettled(exchange=exchange, outcome="hit", step="damage")
    )

    later = Duel(defender={"evasion_training": 1})
    later.strike(1, 1, 1, 1)
    later.evade(3)
    assert "hit" == outcome(later.do(Stand(), seat="bob"))


@pytest.mark.rule("SC-HIT-01", "AR-CAMP-04")
def test_only_the_defender_and_the_keeper_answer_an_attack() -> None:
    """Only the defender and the Keeper may answer an attack. Without a pending attack there is nothing to answer.

    The refusal of another answer points to the open step, which is in `has`.
    """
    duel = Duel({"evasion_training": 1}, {"evasion_training": 1})
    for answer in (Evade(), Block(), Stand()):
        duel.no(NothingToAnswer, answer, seat="bob")
    duel.strike(9, 9, 9, 9)

    for answer in (Evade(), Block(), Stand()):
        duel.no(NotYours, answer, seat="ann")
    refusal = duel.no(NothingToAnswer, RollDamage(), seat="ann")
    assert duel.exchange.step == refusal.has
    assert "(see `has`)" in refusal.says
    duel.do(Evade(), 1, face(PLAIN), seat="gm")


@pytest.mark.rule("SC-AP-06", "SC-R-15", "SC-E-20", "SC-R-02")
def test_before_the_first_turn_only_free_defences_are_possible() -> None:
    """Before its first turn, a defender rolls only dice of training and worn gear, and Luck dice.

    If `first_round_defence` is true, it can spend AP too.
    """
    able = {**KNOWING, "evasion_training": 1, "luck": 1}
    duel, free = Duel(defender=able, rounds=1), Duel(defender=able, rounds=1, combat={"first_round_defence": True})
    for one in (duel, free):
        one.strike(9, 9, 9, 9)

    duel.no(NotBeforeFirstTurn, Evade(components=ap(Evade=1)), seat="bob")
    duel.no(NotBeforeFirstTurn, Block(components=ap(Brace=1)), seat="bob")
    assert 10 == only(duel.evade(LUCKY, 5, 5, luck=1), EvasionRolled).rolled.total
    free.evade(1, 1, components=ap(Evade=1))


@pytest.mark.rule("SC-R-15")
def test_a_setting_forbids_defence_before_the_first_turn() -> None:
    """If `first_round_passive_defence` is false, the total defence is 0 before the defender's first turn.

    Armor still mitigates.
    """
    duel = Duel(
        defender={"evasion_training": 9, "armor": "light"}, rounds=1, combat={"first_round_passive_defence": False}
    )

    found = duel.strike(1, 1, 1, 1)

    exchange = duel.exchange.id
    assert [
        DefenceForgone(exchange=exchange, total=0), AttackSettled(exchange=exchange, outcome="hit", step="damage"),
    ] == found[-2:]  # fmt: skip
    duel.damage(9, 9)
    assert 8 == damage_dealt(duel.mitigation(10)).amount


@pytest.mark.rule("SC-BER-05", "SC-BER-06", "SC-MEG-05", "SC-MEG-06", "SC-R-44", "SC-CORE-02")
@pytest.mark.parametrize("drug", ["berserk", "meginserk"])
def test_the_drugged_make_no_defence(drug: str) -> None:
    """A drugged defender chooses no defence. Its total defence is minus 10 for each tier of the drug."""
    duel = duel_on_drug(drug)

    found = duel.strike(1, 1, 1, 1)

    assert DefenceForgone(exchange=duel.exchange.id, total=-30) == found[-2]
    assert "hit" == outcome(found)
    refusal = BerserkersDoNotDefend if drug == "berserk" else MeginserkersDoNotDefend
    duel.no(refusal, Evade(), seat="bob")
    duel.no(refusal, Block(), seat="bob")


@pytest.mark.rule("SC-R-18", "SC-R-44")
def test_a_setting_stops_the_defence_of_the_drugged_at_zero() -> None:
    """If `totals.floor` is `all`, a drugged defender's total is never below 0. A to-hit of 0 still hits."""
    duel = duel_on_drug("berserk", totals={"floor": "all"})

    assert DefenceForgone(exchange=f"exchange-{duel.state.made + 1}", total=0) in duel.strike(1, 1, 1, 1)


def duel_on_drug(drug: Any, **groups: Any) -> Duel:  # noqa: ANN401 a drug, settings
    """Return a duel in which the defender is on a drug of tier 3."""
    duel = Duel(defender={**KNOWING, "evasion_training": 4, "block": 1, "luck": 3, "armor": "light"}, **groups)
    duel.state = duel.state.change(duel.bob, dosed=Dosed(drug=drug, tier=3))
    return duel


@pytest.mark.rule("SC-R-44", "SC-BER-05", "SC-MEG-05")
def test_a_setting_lets_the_drugged_defend_without_ap() -> None:
    """If `berserk.defence` is `rolls_with_penalty`, drugged defenders roll without spending AP.

    At tier 3 their evasion is 30 lower, and their block has no penalty.
    """
    duel = duel_on_drug("berserk", berserk={"defence": "rolls_with_penalty"})
    duel.strike(1, 1, 1, 1)

    duel.no(BerserkersDoNotDefend, Evade(components=ap(Evade=1)), seat="bob")
    found = only(duel.evade(10, 10, 9, 4), EvasionRolled)
    assert roll(3, 10, 10, 9, 4, modifier=-30, percentile=PLAIN) == found.rolled
    assert 5 == only(duel.block(5, percentile=None), BlockRolled).rolled.total


@pytest.mark.rule("SC-R-42", "SC-R-68", "SC-R-23")
@pytest.mark.parametrize(("luck", "outcome_is"), [((), "hit"), ((10,), "glancing")])
def test_the_unconscious_make_no_defence(luck: tuple[int, ...], outcome_is: str) -> None:
    """A to-hit total of 0 or more hits an unconscious target. A lower total is a glancing blow."""
    duel = Duel({"luck": 1}, {"evasion_training": 9})
    duel.given(FatigueLost(character=duel.bob, amount=20, cause="a long day"))

    found = duel.strike(*([2] if luck else []), 1, 1, 1, 1, *luck, luck=len(luck))

    assert DefenceForgone(exchange=only(found, AttackDeclared).exchange, total=0) in found
    assert outcome_is == outcome(found)


@pytest.mark.rule("SC-R-73", "SC-R-06", "SC-R-22")
def test_luck_alone_is_a_block_with_a_percentile() -> None:
    """If the setting for the Luck limit allows it, Luck dice alone make a block, which has a percentile."""
    duel = Duel(defender={"luck": 2}, luck={"cap": "points_held"})
    duel.strike(9, 9, 9, 9)

    assert PLAIN == only(duel.block(LUCKY, 5, 5, luck=2), BlockRolled).rolled.percentile


@pytest.mark.rule("SC-R-92", "SC-PMA-01", "SC-PMA-02", "SC-PMA-03", "SC-MAG-02", "SC-X-14")
def test_the_defences_against_a_spell_depend_on_what_it_mimics() -> None:
    """A defender meets a bolt like a shot.

    Against a whisper, only magic components count, and worn gear does not help.
    """
    able = {**KNOWING, "evasion_training": 1, "block": 3}
    bolt, whisper = Duel(MAGE, able), Duel(MAGE, able)
    bolt.strike(9, 9, **BOLT)
    bolt.evade(1)
    bolt.block(
        1, 1, 1, 1, 1, 1, components=ap(Brace=1), shield=bolt.item_named(bolt.bob, "round shield"), percentile=None
    )

    whisper.strike(9, 9, **WHISPER)
    whisper.no(MagicAlone, Evade(), seat="bob")
    whisper.no(MagicAlone, Block(components=ap(Brace=1)), seat="bob")
    whisper.no(MagicAlone, Block(shield=whisper.item_named(whisper.bob, "round shield")), seat="bob")
    assert 8 == only(whisper.block(4, 4, components=ap(Ward=2)), BlockRolled).rolled.total


@pytest.mark.rule("SC-R-92")
def test_a_setting_allows_all_defences_against_any_spell() -> None:
    """If `unmimicked_defence` is `physical`, all defences apply to a spell that mimics no physical attack."""
    duel = Duel(MAGE, {**KNOWING, "evasion_training": 1, "block": 1}, magic={"unmimicked_defence": "physical"})
    duel.strike(9, 9, **WHISPER)

    duel.evade(1)
    duel.block(1, percentile=None)


@pytest.mark.rule("SC-HIT-01", "SC-R-12")
def test_each_possible_defence_is_listed() -> None:
    """The defender's legal list offers each possible defence within the remaining AP.

    No other player's list offers one.
    """
    duel = Duel(defender={**KNOWING, "components": ("Evade", "Brace"), "speed_rating": 1, "luck": 9})
    duel.strike(9, 9, 9, 9)
    shield = duel.item_named(duel.bob, "round shield")

    evading = [entry.body for entry in allowed_of(duel.state, "bob", Evade)]
    blocking = [entry.body for entry in allowed_of(duel.state, "bob", Block)]

    assert [{"type": "Evade", "components": ({"name": "Evade", "ap": 1},)}] == evading
    brace = ({"name": "Brace", "ap": 1},)
    assert [
        {"type": "Block"}, {"type": "Block", "shield": shield}, {"type": "Block", "components": brace},
        {"type": "Block", "shield": shield, "components": brace},
    ] == blocking  # fmt: skip
    assert [1, 2, 1, 3] == [entry.fields["luck"].most for entry in allowed_of(duel.state, "bob", Block)]
    assert [] == [*allowed_of(duel.state, "ann", Evade), *allowed_of(duel.state, "ann", Stand)]
