"""Counterspells made as an attack: their dice, their results, and their limits."""

from typing import Any

import pytest

from services.rpg_specialist_total.catalogue import Drug
from services.rpg_specialist_total.chapters.attacks import (
    Attack,
    ComponentNotMagic,
    EnergyNotCast,
    WrongComponent,
)
from services.rpg_specialist_total.chapters.counterattacks import TurnBack
from services.rpg_specialist_total.chapters.counterspells import (
    CounterByAttack,
    CounterByShield,
    CounterFaded,
    DoesNotOppose,
    EnergiesCancelled,
    NoSpellToCounter,
    SpellOpposed,
)
from services.rpg_specialist_total.chapters.damage import MitigationRolled, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade
from services.rpg_specialist_total.chapters.dice import TooManyLuckDice
from services.rpg_specialist_total.chapters.drugs import DrugTaken
from services.rpg_specialist_total.chapters.energies import (
    EnergyJudged,
    EnergyTookEffect,
    RollStatedDefence,
    SpellFaded,
)
from services.rpg_specialist_total.chapters.exchanges import CriticallyFailed, EnergyMet, ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.outcomes import AttackSettled, CounterattackOffered
from services.rpg_specialist_total.chapters.states import BerserkersDoNotDefend, MeginserkersDoNotDefend
from services.rpg_specialist_total.chapters.turns import (
    ApLost,
    ApSpent,
    NotBeforeFirstTurn,
    NotEnoughAp,
    OneApAtLeast,
    TierExceeded,
)
from services.rpg_specialist_total.state.combatants import Dosed, Invested
from services.rpg_specialist_total.state.exchange import Counter
from shared.kernel.campaign.fights import JoinFight
from shared.kernel.campaign.seats import NotYours
from shared.kernel.chance import Faces
from shared.kernel.messages import Event
from shared.kernel.refusals import Refusal
from tests.rpg_specialist_total.magic import FAILURE, LUCKY, PLAIN, SHOWN, SUCCESS, Magic, incoming, roll_of

FIRE = Counter(way="attack", energy="fire", ap=1)


def counter(play: Magic, *faces: int, percentile: int = PLAIN, **more: Any) -> list[Event]:  # noqa: ANN401
    """Counter the attack as `bob` with fire and these faces; return the events."""
    fields: dict[str, Any] = {"energy": "fire", "ap": 1, "dice": len(faces), **more}
    return play.do(CounterByAttack(**fields), *faces, percentile or 100, seat="bob")


@pytest.mark.rule("SC-CSP-01", "SC-CSP-02", "SC-CSP-03", "SC-CSP-04", "SC-CSP-05", "SC-R-30", "SC-R-60")
def test_an_opposing_attack_with_a_higher_roll_counters_the_spell() -> None:
    """One attack roll with an opposing energy replaces the defence: 19 beats 18, and the two energies cancel out."""
    play = incoming()
    x = play.exchange.id

    counter = CounterByAttack(energy="fire", ap=1, dice=2)
    play.when(counter, seat="bob", faces=Faces(10, 9, SHOWN)).then(
        ApSpent(character=play.bob, ap=1, use="defence"),
        SpellOpposed(exchange=x, counter=FIRE, roll=roll_of(10, 9, percentile=PLAIN)),
        AttackSettled(exchange=x, outcome="countered"),
        EnergiesCancelled(exchange=x, counter="fire", energies=("cold",)),
        ExchangeEnded(exchange=x),
    )
    assert 0 == play.vitality_lost(play.bob)
    assert {} == play.who(play.bob).spells


@pytest.mark.rule("SC-CSP-06", "SC-CSP-07", "SC-R-10")
@pytest.mark.parametrize("tie", ["hit", "glancing"])
@pytest.mark.parametrize("faces", [(9, 9), (9, 8)])
def test_a_counterspell_with_an_equal_roll_fails(faces: tuple[int, ...], tie: str) -> None:
    """A counterspell whose total only equals the attack's fails, whatever the setting for ties; the spell hits."""
    play = incoming(attack={"tie_total_defence": tie})
    x = play.exchange.id

    events = counter(play, *faces)

    assert [
        AttackSettled(exchange=x, outcome="hit"),
        CounterFaded(exchange=x, counter="fire"),
        EnergyMet(exchange=x, character=play.bob, energies=("cold",)),
        EnergyJudged(exchange=x, energies=("cold",), acts=True),
        EnergyTookEffect(exchange=x, character=play.bob, energies=("cold",), ap=2, deals=True),
    ] == events[2:]
    play.no(NothingToAnswer, Block(), seat="bob")
    play.no(NothingToAnswer, Evade(), seat="bob")
    play.do(RollDamage(), 4, 4, seat="ann")
    assert {} == play.who(play.bob).spells


@pytest.mark.rule("SC-R-29")
@pytest.mark.parametrize(("setting", "structure", "energy", "dice"), [
    ("armor_only", "Bolt", "cold", 2), ("none", "Bolt", "cold", 0), ("full", "Bolt", "cold", 4),
    ("armor_only", "Whisper", "cold", 0), ("full", "Whisper", "cold", 2),
    ("armor_only", "Bolt", "electric", 0), ("full", "Bolt", "electric", 2),
])  # fmt: skip
def test_mitigation_after_a_failed_counterspell(setting: str, structure: str, energy: str, dice: int) -> None:
    """After a failed counterspell, worn armor mitigates.

    `failed_attack_mitigation` can forbid all mitigation, or add dice for the counterspell's AP.
    """
    play = incoming(
        energy, structure=structure, bob={"armor": "medium"}, counterspell={"failed_attack_mitigation": setting},
        energy={"opposites": (("fire", "cold"), ("fire", "electric"))},
    )  # fmt: skip
    counter(play, 1, ap=2)

    events = play.do(RollDamage(), 9, 9, seat="ann")
    if dice:
        events = play.do(RollMitigation(), *([2] * dice), seat="bob")

    rolls = [event.rolled for event in events if isinstance(event, MitigationRolled)]
    assert [roll_of(*([2] * dice))] == rolls
    assert 18 - 2 * dice == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-CSP-08")
def test_a_refused_counterspell_lists_the_energies_that_can_counter() -> None:
    """The refusal lists no prohibitive energy, which counters nothing. Without an opposite, another defence is left."""
    opposites = {"opposites": (("cold", "fire"), ("cold", "doom"))}
    counter = CounterByAttack(energy="electric", ap=1, dice=2)
    assert ("fire",) == incoming(energy=opposites).no(DoesNotOppose, counter, seat="bob").needs
    assert "another defence" == incoming("charm").no(DoesNotOppose, counter, seat="bob").needs


@pytest.mark.rule("SC-CSP-01", "SC-CSP-08", "SC-R-32")
def test_a_counterspell_needs_a_spell_and_an_opposing_energy() -> None:
    """A combatant that knows fire can counter a spell of cold. A plain blow cannot be countered."""
    play = incoming(bob={"energies": ("cold", "electric", "doom")})
    play.no(EnergyNotCast, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    for energy in ("cold", "electric"):
        assert ("fire",) == play.no(DoesNotOppose, CounterByAttack(energy=energy, ap=1, dice=2), seat="bob").needs
        play.no(DoesNotOppose, CounterByShield(energy=energy, ap=1, dice=2), seat="bob")
    play.no(EnergyNotCast, CounterByShield(energy="doom", ap=1), seat="bob")

    martial = Magic()
    martial.no(NothingToAnswer, CounterByAttack(energy="fire", ap=1))
    martial.strike("long blade", 1, 1, 1, 1, 1)
    martial.no(NoSpellToCounter, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    martial.no(NoSpellToCounter, CounterByShield(energy="fire", ap=1, dice=2), seat="bob")


@pytest.mark.rule("SC-R-32")
def test_opposed_energies_are_settings() -> None:
    """`energy.opposites` names the pairs of opposed energies, which work in both directions.

    If it does not pair fire with cold, fire does not oppose cold.
    """
    play = incoming("electric", energy={"opposites": (("life", "electric"),)})

    assert AttackSettled(exchange=play.exchange.id, outcome="countered") in counter(play, 10, 9, energy="life")
    incoming(energy={"opposites": ()}).no(DoesNotOppose, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")


@pytest.mark.rule("SC-R-30", "SC-AP-06", "SC-R-09")
def test_a_counterspell_is_a_defence_with_its_own_dice_ap_and_luck() -> None:
    """A counterspell costs at least 1 AP.

    The defender's seat or the Keeper sends it, but not before the defender's first turn.
    """
    play = incoming(bob={"luck": 5})
    play.no(OneApAtLeast, CounterByAttack(energy="fire", ap=0, dice=2))
    play.no(NotEnoughAp, CounterByAttack(energy="fire", ap=6, dice=2))
    play.no(NotYours, CounterByAttack(energy="fire", ap=1, dice=2), seat="ann")
    play.no(TooManyLuckDice, CounterByAttack(energy="fire", ap=1, dice=2, luck=3), seat="bob")
    events = play.do(CounterByAttack(energy="fire", ap=1, dice=1, luck=1), LUCKY, 9, 10, SHOWN)
    assert AttackSettled(exchange=events[-1].exchange, outcome="countered") in events  # type: ignore[attr-defined]

    first = incoming(round=1)
    first.no(NotBeforeFirstTurn, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    first.no(NotBeforeFirstTurn, CounterByShield(energy="fire", ap=1, dice=2), seat="bob")
    assert counter(incoming(round=1, combat={"first_round_defence": True}), 1, 1)


@pytest.mark.rule("SC-R-30")
def test_a_counterspell_has_no_size_modifier() -> None:
    """A counterspell is aimed at energy, so size modifies only the to-hit roll of the attacker."""
    play = incoming(ann={"size": "huge"})
    assert -15 == play.exchange.to_hit.modifier

    (opposed,) = [event for event in counter(play, 3, 2) if isinstance(event, SpellOpposed)]

    assert (0, 5) == (opposed.roll.modifier, opposed.roll.total)


def test_attack_components_add_to_a_counterspell_by_attack() -> None:
    """Magic attack components add to the roll of a counterspell. The game refuses martial and defensive components."""
    play = incoming(bob={"components": ("Lance", "Ward", "Catch")})
    play.no(ComponentNotMagic, CounterByAttack(energy="fire", ap=1, dice=2, components=("Catch",)), seat="bob")
    play.no(WrongComponent, CounterByAttack(energy="fire", ap=1, dice=2, components=("Ward",)), seat="bob")

    events = play.do(
        CounterByAttack(energy="fire", ap=1, dice=1, components=("Lance",)), 8, 9, SHOWN, seat="bob"
    )  # fmt: skip

    assert roll_of(8, 9, modifier=2, percentile=PLAIN) == events[1].roll  # type: ignore[attr-defined]
    assert AttackSettled(exchange=events[1].exchange, outcome="countered") in events  # type: ignore[attr-defined]


@pytest.mark.rule("SC-E-17")
def test_tiers_cap_the_ap_of_a_counterspell() -> None:
    """If `tier_caps` is true, a counterspell without components costs at most 3 AP."""
    play = incoming(combat={"tier_caps": True})
    play.no(TierExceeded, CounterByAttack(energy="fire", ap=4, dice=2), seat="bob")
    play.no(TierExceeded, CounterByShield(energy="fire", ap=4, dice=2), seat="bob")


@pytest.mark.rule("SC-R-64")
def test_criticals_apply_to_a_counterspell_by_attack() -> None:
    """A critical success of a counterspell always counters. A critical failure lets the spell hit and costs all AP."""
    play = incoming()
    assert AttackSettled(exchange=play.exchange.id, outcome="countered") in counter(play, 1, 1, percentile=SUCCESS)

    failed = incoming(to_hit=(1, 1))
    x = failed.exchange.id
    events = counter(failed, 10, 10, percentile=FAILURE)

    assert AttackSettled(exchange=x, outcome="hit") in events
    assert ApLost(character=failed.bob, ap=4, locked=True) in events
    assert any(isinstance(event, CriticallyFailed) for event in events)


@pytest.mark.rule("SC-R-64", "SC-CTR-01", "SC-CTR-02", "SC-CTR-03")
def test_a_critical_counterspell_turns_back_a_spell_that_failed_critically() -> None:
    """A spell that failed critically can be turned back by a critical counterspell.

    The caster then takes the spell's damage, less armor.
    """
    play = incoming(percentile=FAILURE, ann={"armor": "light"})
    x = play.exchange.id
    assert CounterattackOffered(exchange=x) == counter(play, 1, 1, percentile=SUCCESS)[-1]

    play.do(TurnBack(choice="return"), seat="bob")
    play.do(RollDamage(), 8, 7, seat="ann")
    play.do(RollMitigation(), 4, seat="ann")

    assert (11, 0) == (play.vitality_lost(play.ann), play.vitality_lost(play.bob))


def test_the_caster_resists_a_charm_that_is_turned_back() -> None:
    """The caster of a charm that is turned back rolls the stated defence.

    The combatant who turned it back rolls against the caster.
    """
    play = incoming("charm", percentile=FAILURE, bob={"evasion_training": 1})
    play.do(Evade(), 1, SUCCESS, seat="bob")
    x = play.exchange.id

    events = play.do(TurnBack(choice="return"), seat="bob")

    assert EnergyMet(exchange=x, character=play.ann, energies=("charm",)) in events
    assert not any(isinstance(event, SpellFaded) for event in events)
    play.no(NotYours, RollStatedDefence(dice=1), seat="ann")
    play.do(RollStatedDefence(dice=1), 5, seat="bob")
    play.no(NotYours, RollStatedDefence(dice=1), seat="bob")
    events = play.do(RollStatedDefence(dice=1), 4, seat="ann")
    assert EnergyTookEffect(exchange=x, character=play.ann, energies=("charm",)) in events


@pytest.mark.rule("SC-R-75")
def test_under_rules_version_0_the_caster_rolls_both_sides() -> None:
    """Under version 0 of the rules, the caster of a charm that is turned back rolls both sides of the check."""
    play = incoming("charm", percentile=FAILURE + 1, bob={"evasion_training": 1}, form=0)
    play.do(Evade(), 1, SUCCESS + 1, seat="bob")
    play.do(TurnBack(choice="return"), seat="bob")

    for face in (5, 4):
        play.do(RollStatedDefence(dice=1), face, seat="ann")


@pytest.mark.rule("SC-AP-05", "SC-AP-06")
def test_a_newcomer_lacks_ap_for_a_counterspell() -> None:
    """In campaigns opened before form 2, one who joins in the first round is a target, but has no AP in that round."""
    play = Magic(round=1, form=1)
    eve = play.one("bob", energies=("fire",))
    play.do(JoinFight(participant=eve))
    spell = Attack(
        attacker=play.ann, target=eve, energies=("cold",), components=(Invested(name="Bolt", ap=1),), dice=1
    )  # fmt: skip
    play.do(spell, 5, SHOWN, seat="ann")

    refused = play.no(NotEnoughAp, CounterByShield(energy="fire", ap=1, dice=1), seat="bob")
    assert (1, 0) == (refused.needs, refused.has)


@pytest.mark.rule("SC-BER-06", "SC-MEG-06")
@pytest.mark.parametrize(
    ("drug", "refusal"), [("berserk", BerserkersDoNotDefend), ("meginserk", MeginserkersDoNotDefend)]
)
def test_a_counterspell_under_a_drug_is_refused(drug: Drug, refusal: type[Refusal]) -> None:
    """A drugged combatant cannot make a counterspell. The refusal names the drug."""
    play = Magic()
    play.state = play.state.change(play.bob, dosed=Dosed(drug=drug, tier=1))
    play.cast("Bolt", ("cold",), 9, 9)

    for counter in (CounterByAttack(energy="fire", ap=1), CounterByShield(energy="fire", ap=1)):
        play.no(refusal, counter, seat="bob")


@pytest.mark.rule("SC-CSP-02")
def test_a_defender_counters_in_one_way_only() -> None:
    """After countering with a shield, the defender cannot counter by attack."""
    play = incoming()
    play.do(CounterByShield(energy="fire", ap=1, dice=1), seat="bob")

    play.no(NothingToAnswer, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")


@pytest.mark.rule("SC-CSP-14", "SC-R-90", "SC-X-06")
@pytest.mark.parametrize("way", ["attack", "shield"])
def test_opposing_one_energy_counters_a_whole_spell(way: str) -> None:
    """By default fire counters a spell of cold and electricity completely."""
    play = incoming("cold", "electric")
    x = play.exchange.id

    events = _counter(play, way)

    assert [
        AttackSettled(exchange=x, outcome="countered"),
        EnergiesCancelled(exchange=x, counter="fire", energies=("cold", "electric")),
        ExchangeEnded(exchange=x),
    ] == events[-3:]


def _counter(play: Magic, way: str) -> list[Event]:
    if way == "attack":
        return counter(play, 10, 9)
    play.do(CounterByShield(energy="fire", ap=1, dice=2), seat="bob")
    return play.do(Block(), 10, 9, SHOWN, seat="bob")


@pytest.mark.rule("SC-CSP-15", "SC-R-33", "SC-R-90", "SC-X-07")
@pytest.mark.parametrize("way", ["attack", "shield"])
def test_a_setting_counters_only_opposed_energies(way: str) -> None:
    """If `mixed_energies` is `opposed_only`, fire counters only the cold in a spell.

    The electricity hits with the AP of the spell.
    """
    play = incoming("cold", "electric", counterspell={"mixed_energies": "opposed_only"}, ap=3)
    x = play.exchange.id

    events = _counter(play, way)

    assert [
        AttackSettled(exchange=x, outcome="hit", left=("electric",)),
        EnergiesCancelled(exchange=x, counter="fire", energies=("cold",)),
        EnergyMet(exchange=x, character=play.bob, energies=("electric",)),
        EnergyJudged(exchange=x, energies=("electric",), acts=True),
        EnergyTookEffect(exchange=x, character=play.bob, energies=("electric",), ap=3, deals=True),
    ] == events[-5:]
    play.do(RollDamage(), 5, 5, 5, seat="ann")
    if way == "shield":
        play.do(RollMitigation(), 1, seat="bob")
    assert 15 - (way == "shield") == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-CSP-15")
def test_a_spell_of_one_opposed_energy_is_countered_completely() -> None:
    """Whatever the setting for mixed energies, fire counters a spell of cold alone completely."""
    play = incoming(counterspell={"mixed_energies": "opposed_only"})
    assert AttackSettled(exchange=play.exchange.id, outcome="countered") in counter(play, 10, 9)


@pytest.mark.rule("SC-R-44", "SC-MEG-06")
def test_a_meginserker_counters_nothing() -> None:
    """A meginserker cannot counter, even if `berserk.defence` lets berserkers defend."""
    play = Magic(berserk={"defence": "rolls_with_penalty"})
    play.given(DrugTaken(character=play.bob, drug="meginserk", doses=1, tier=1, temporary=5))
    play.cast("Bolt", ("cold",), 9, 9)
    play.no(MeginserkersDoNotDefend, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
