"""Counterspells: by attack, by shield, against mixed energies, and against the energy of weapons."""

from typing import Any

import pytest

from services.rpg_specialist_total.catalogue import Drug
from services.rpg_specialist_total.chapters.attacks import (
    Attack,
    ComponentNotKnown,
    EnergyNotCast,
    TierExceeded,
    WrongComponent,
)
from services.rpg_specialist_total.chapters.counterattacks import TurnBack
from services.rpg_specialist_total.chapters.counterspells import (
    CounterByAttack,
    CounterByShield,
    CounterFaded,
    DoesNotOppose,
    EnergiesCancelled,
    EnergyCountered,
    EnergyLetIn,
    LetEnergyIn,
    NoSpellToCounter,
    NoSuchShield,
    ShieldRaised,
    SpellOpposed,
)
from services.rpg_specialist_total.chapters.damage import MitigationRolled, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, BlockRolled, Evade, NotWithAShield, Stand
from services.rpg_specialist_total.chapters.dice import TooManyLuckDice
from services.rpg_specialist_total.chapters.drugs import DrugTaken
from services.rpg_specialist_total.chapters.energies import (
    EnergyJudged,
    EnergyTookEffect,
    JudgeEnergy,
    RollStatedDefence,
    SpellFaded,
)
from services.rpg_specialist_total.chapters.exchanges import CriticallyFailed, EnergyMet, ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.outcomes import AttackSettled, CounterattackOffered
from services.rpg_specialist_total.chapters.spells import SpellEnded, SpellHeld
from services.rpg_specialist_total.chapters.states import BerserkersDoNotDefend, MeginserkersDoNotDefend
from services.rpg_specialist_total.chapters.turns import (
    ApLost,
    ApSpent,
    NotBeforeFirstTurn,
    NotEnoughAp,
    OneApAtLeast,
)
from services.rpg_specialist_total.state.combatants import Dosed, Held, Invested
from services.rpg_specialist_total.state.exchange import Counter
from shared.kernel.campaign.fights import JoinFight
from shared.kernel.campaign.seats import NotYours, TooManyHere
from shared.kernel.chance import Faces
from shared.kernel.messages import Event
from shared.kernel.refusals import Refusal
from tests.rpg_specialist_total.magic import FAILURE, LUCKY, PLAIN, SHOWN, SUCCESS, Magic, rolled
from tests.rpg_specialist_total.play import allowed_of

FIRE = Counter(way="attack", energy="fire", ap=1)


def incoming(*energies: str, structure: str = "Bolt", to_hit: tuple[int, ...] = (9, 9), **more: Any) -> Magic:  # noqa: ANN401
    """Return a fight in which a spell of 2 AP is cast at `bob`, by default a bolt of cold."""
    cast = {key: more.pop(key) for key in ("percentile", "ap") if key in more}
    play = Magic(**more)
    play.cast(structure, energies or ("cold",), *to_hit, **cast)
    return play


def countered(play: Magic, *faces: int, percentile: int = PLAIN, **more: Any) -> list[Event]:  # noqa: ANN401
    """Counter the attack as `bob` with fire and these faces."""
    fields: dict[str, Any] = {"energy": "fire", "ap": 1, "dice": len(faces), **more}
    return play.do(CounterByAttack(**fields), *faces, percentile or 100, seat="bob")


@pytest.mark.rule("SC-CSP-01", "SC-CSP-02", "SC-CSP-03", "SC-CSP-04", "SC-CSP-05", "SC-R-30", "SC-R-60")
def test_an_opposing_attack_that_beats_the_roll_counters_the_spell() -> None:
    """One attack roll replaces the defence: 19 beats 18, and both energies cancel out."""
    play = incoming()
    x = play.exchange.id

    counter = CounterByAttack(energy="fire", ap=1, dice=2)
    play.when(counter, seat="bob", faces=Faces(10, 9, SHOWN)).then(
        ApSpent(character=play.bob, ap=1, use="defence"),
        SpellOpposed(exchange=x, counter=FIRE, roll=rolled(10, 9, percentile=PLAIN)),
        AttackSettled(exchange=x, outcome="countered"),
        EnergiesCancelled(exchange=x, counter="fire", energies=("cold",)),
        ExchangeEnded(exchange=x),
    )
    assert 0 == play.lost(play.bob)
    assert {} == play.who(play.bob).spells


@pytest.mark.rule("SC-CSP-06", "SC-CSP-07", "SC-R-10")
@pytest.mark.parametrize("tie", ["hit", "glancing"])
@pytest.mark.parametrize("faces", [(9, 9), (9, 8)])
def test_what_does_not_beat_the_roll_is_no_counter(faces: tuple[int, ...], tie: str) -> None:
    """18 or 17 against 18 fails under every setting: the spell hits, and the counterspell fades."""
    play = incoming(attack={"tie_total_defence": tie})
    x = play.exchange.id

    events = countered(play, *faces)

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
def test_what_mitigates_after_a_failed_counter_by_attack(setting: str, structure: str, energy: str, dice: int) -> None:
    """Worn armor mitigates; by setting nothing does, or the AP of the counterspell too."""
    play = incoming(
        energy, structure=structure, bob={"armor": "medium"}, counterspell={"failed_attack_mitigation": setting},
        energy={"opposites": (("fire", "cold"), ("fire", "electric"))},
    )  # fmt: skip
    countered(play, 1, ap=2)

    events = play.do(RollDamage(), 9, 9, seat="ann")
    if dice:
        events = play.do(RollMitigation(), *([2] * dice), seat="bob")

    rolls = [event.rolled for event in events if isinstance(event, MitigationRolled)]
    assert [rolled(*([2] * dice))] == rolls
    assert 18 - 2 * dice == play.lost(play.bob)


@pytest.mark.rule("SC-CSP-01", "SC-CSP-08", "SC-R-32")
def test_a_counter_needs_a_spell_and_an_energy_that_opposes_it() -> None:
    """Cold is countered with fire by those who know fire, not with other energies; a blow never is."""
    play = incoming(bob={"energies": ("cold", "electric", "doom")})
    play.no(EnergyNotCast, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    for energy in ("cold", "electric"):
        play.no(DoesNotOppose, CounterByAttack(energy=energy, ap=1, dice=2), seat="bob")
        play.no(DoesNotOppose, CounterByShield(energy=energy, ap=1, dice=2), seat="bob")
    play.no(EnergyNotCast, CounterByShield(energy="doom", ap=1), seat="bob")

    martial = Magic()
    martial.no(NothingToAnswer, CounterByAttack(energy="fire", ap=1))
    martial.strike("long blade", 1, 1, 1, 1, 1)
    martial.no(NoSpellToCounter, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    martial.no(NoSpellToCounter, CounterByShield(energy="fire", ap=1, dice=2), seat="bob")


@pytest.mark.rule("SC-R-32")
def test_opposed_energies_are_data_of_the_campaign() -> None:
    """A pair of opposites works both ways; without the pair fire does not oppose cold."""
    play = incoming("electric", energy={"opposites": (("life", "electric"),)})

    assert AttackSettled(exchange=play.exchange.id, outcome="countered") in countered(play, 10, 9, energy="life")
    incoming(energy={"opposites": ()}).no(DoesNotOppose, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")


@pytest.mark.rule("SC-R-30", "SC-AP-06", "SC-R-09")
def test_a_counter_is_a_defensive_action_with_its_own_dice_ap_and_luck() -> None:
    """It takes at least 1 AP, is sent by its seat or the Keeper, and waits for the first turn."""
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
    assert countered(incoming(round=1, combat={"first_round_defence": True}), 1, 1)


@pytest.mark.rule("SC-R-30")
def test_no_size_modifier_is_on_a_counter() -> None:
    """It is aimed at the energy, so size changes the attacker's roll only."""
    play = incoming(ann={"size": "huge"})
    assert -15 == play.exchange.to_hit.modifier

    (opposed,) = [event for event in countered(play, 3, 2) if isinstance(event, SpellOpposed)]

    assert (0, 5) == (opposed.roll.modifier, opposed.roll.total)


def test_components_of_an_attack_join_a_counter_by_attack() -> None:
    """Magic attack components add to the roll; martial and defensive ones are refused."""
    play = incoming(bob={"components": ("Lance", "Ward", "Catch")})
    play.no(ComponentNotKnown, CounterByAttack(energy="fire", ap=1, dice=2, components=("Catch",)), seat="bob")
    play.no(WrongComponent, CounterByAttack(energy="fire", ap=1, dice=2, components=("Ward",)), seat="bob")

    events = play.do(
        CounterByAttack(energy="fire", ap=1, dice=1, components=("Lance",)), 8, 9, SHOWN, seat="bob"
    )  # fmt: skip

    assert rolled(8, 9, modifier=2, percentile=PLAIN) == events[1].roll  # type: ignore[attr-defined]
    assert AttackSettled(exchange=events[1].exchange, outcome="countered") in events  # type: ignore[attr-defined]


@pytest.mark.rule("SC-E-17")
def test_tiers_cap_the_ap_of_a_counter() -> None:
    """With tier limits, a counterspell without components takes at most 3 AP."""
    play = incoming(combat={"tier_caps": True})
    play.no(TierExceeded, CounterByAttack(energy="fire", ap=4, dice=2), seat="bob")
    play.no(TierExceeded, CounterByShield(energy="fire", ap=4, dice=2), seat="bob")


@pytest.mark.rule("SC-R-64")
def test_criticals_apply_to_a_counter_by_attack() -> None:
    """A critical success counters at any totals; a critical failure fails and takes the AP."""
    play = incoming()
    assert AttackSettled(exchange=play.exchange.id, outcome="countered") in countered(play, 1, 1, percentile=SUCCESS)

    failed = incoming(to_hit=(1, 1))
    x = failed.exchange.id
    events = countered(failed, 10, 10, percentile=FAILURE)

    assert AttackSettled(exchange=x, outcome="hit") in events
    assert ApLost(character=failed.bob, ap=4, locked=True) in events
    assert any(isinstance(event, CriticallyFailed) for event in events)


@pytest.mark.rule("SC-R-64", "SC-CTR-01", "SC-CTR-02", "SC-CTR-03")
def test_a_critical_counter_turns_back_a_spell_that_failed_critically() -> None:
    """The caster takes the damage of the spell, minus their own armor."""
    play = incoming(percentile=FAILURE, ann={"armor": "light"})
    x = play.exchange.id
    assert CounterattackOffered(exchange=x) == countered(play, 1, 1, percentile=SUCCESS)[-1]

    play.do(TurnBack(choice="return"), seat="bob")
    play.do(RollDamage(), 8, 7, seat="ann")
    play.do(RollMitigation(), 4, seat="ann")

    assert (11, 0) == (play.lost(play.ann), play.lost(play.bob))


def test_a_charm_that_is_turned_back_asks_its_caster_to_resist() -> None:
    """The caster rolls the stated defence against the one who turned it back."""
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
def test_a_campaign_of_the_first_form_asks_the_caster_for_both_sides() -> None:
    """A campaign of form 0 keeps the old decision."""
    play = incoming("charm", percentile=FAILURE + 1, bob={"evasion_training": 1}, form=0)
    play.do(Evade(), 1, SUCCESS + 1, seat="bob")
    play.do(TurnBack(choice="return"), seat="bob")

    for face in (5, 4):
        play.do(RollStatedDefence(dice=1), face, seat="ann")


@pytest.mark.rule("SC-AP-05", "SC-AP-06")
def test_a_newcomer_of_the_first_round_lacks_ap_for_a_counterspell() -> None:
    """A newcomer has no AP before the next round."""
    play = Magic(round=1)
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
def test_a_counterspell_of_the_drugged_is_refused_for_the_drug(drug: Drug, refusal: type[Refusal]) -> None:
    """The refusal names the drug, which gave up their defence."""
    play = Magic()
    play.state = play.state.changed(play.bob, dosed=Dosed(drug=drug, tier=1))
    play.cast("Bolt", ("cold",), 9, 9)

    for counter in (CounterByAttack(energy="fire", ap=1), CounterByShield(energy="fire", ap=1)):
        play.no(refusal, counter, seat="bob")


@pytest.mark.rule("SC-CSP-08", "SC-CSP-10", "SC-CSP-11")
def test_a_shield_of_an_opposing_energy_joins_the_block() -> None:
    """A total defence of 15 with the shield beats 14: both energies end, without damage."""
    play = incoming(to_hit=(7, 7), bob={"block": 1})
    x = play.exchange.id
    counter = Counter(way="shield", energy="fire", ap=2, block=1)

    play.when(CounterByShield(energy="fire", ap=2, dice=1), seat="bob").then(
        ApSpent(character=play.bob, ap=2, use="defence"), ShieldRaised(exchange=x, counter=counter)
    )
    play.no(NothingToAnswer, CounterByShield(energy="fire", ap=1), seat="bob")
    play.when(Block(), seat="bob", faces=Faces(7, 8, SHOWN)).then(
        BlockRolled(exchange=x, rolled=rolled(7, 8, percentile=PLAIN)),
        AttackSettled(exchange=x, outcome="countered"),
        EnergiesCancelled(exchange=x, counter="fire", energies=("cold",)),
        ExchangeEnded(exchange=x),
    )
    assert {} == play.who(play.bob).spells


@pytest.mark.rule("SC-CSP-02")
def test_one_counters_in_one_way_only() -> None:
    """After raising a shield the defender cannot counter by attack."""
    play = incoming()
    play.do(CounterByShield(energy="fire", ap=1, dice=1), seat="bob")

    play.no(NothingToAnswer, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")


@pytest.mark.rule("SC-CSP-10", "SC-R-88")
def test_evasion_comes_before_the_shield_is_struck() -> None:
    """An evaded spell fades without touching the shield, which stays if it has a duration."""
    play = incoming(bob={"evasion_training": 2})
    x = play.exchange.id
    play.do(CounterByShield(energy="fire", ap=1, dice=3, rounds=2), seat="bob")

    events = play.do(Evade(), 10, 9, SHOWN, seat="bob")

    held = Held(id=play.new("spell"), kind="shield", what="fire", energies=("fire",), ap=1, dice=3, rounds=2)
    assert [
        AttackSettled(exchange=x, outcome="evaded"),
        SpellHeld(character=play.bob, held=replaced(held, events)),
        SpellFaded(exchange=x, energies=("cold",)),
        ExchangeEnded(exchange=x),
    ] == events[1:]


def replaced(held: Held, events: list[Event]) -> Held:
    """Return the shield in these events, if it equals this one in all but its id."""
    (found,) = [event.held for event in events if isinstance(event, SpellHeld)]
    assert (held.energies, held.ap, held.dice, held.rounds) == (found.energies, found.ap, found.dice, found.rounds)
    return found


@pytest.mark.rule("SC-CSP-12", "SC-CSP-13", "SC-R-17")
@pytest.mark.parametrize("rounds", [None, 3])
def test_a_shield_that_fails_may_last(rounds: int | None) -> None:
    """After a hit its AP mitigate; an instantaneous shield ends, one with a duration stays."""
    play = incoming(to_hit=(10, 10), bob={"block": 1, "armor": "light"})
    play.do(CounterByShield(energy="fire", ap=2, dice=1, rounds=rounds), seat="bob")

    events = play.do(Block(), 7, 8, SHOWN, seat="bob")

    assert AttackSettled(exchange=play.exchange.id, outcome="hit") in events
    assert (rounds is not None) == any(isinstance(event, SpellHeld) for event in events)
    assert [rounds] * (rounds is not None) == [spell.rounds for spell in play.who(play.bob).spells.values()]
    play.do(RollDamage(), 9, 9, seat="ann")
    play.do(RollMitigation(), 1, 2, 3, seat="bob")
    assert 18 - 6 == play.lost(play.bob)


@pytest.mark.rule("SC-R-31")
@pytest.mark.parametrize(("setting", "stays"), [("ends", False), ("persists", True)])
@pytest.mark.parametrize("again", [False, True])
def test_a_lasting_shield_after_success(setting: str, stays: bool, again: bool) -> None:  # noqa: FBT001
    """Both energies cancel out and the shield ends; by setting it stays."""
    play = incoming(to_hit=(1, 1), counterspell={"shield_after_success": setting})
    shield = CounterByShield(energy="fire", ap=1, dice=2, rounds=2)
    if again:
        held = Held(id="spell-99", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2)
        play.given(SpellHeld(character=play.bob, held=held))
        shield = CounterByShield(energy="fire", spell="spell-99")
    play.do(shield, seat="bob")

    events = play.do(Block(), 9, 9, SHOWN, seat="bob")

    assert AttackSettled(exchange=events[-1].exchange, outcome="countered") in events  # type: ignore[attr-defined]
    assert stays == bool(play.who(play.bob).spells)
    assert (again and not stays) == any(isinstance(event, SpellEnded) for event in events)


@pytest.mark.rule("SC-R-105", "SC-CSP-08", "SC-CSP-09", "SC-CSP-10")
def test_a_shield_of_energy_is_raised_after_a_failed_evasion() -> None:
    """It joins the block once; a counterspell by attack would replace the whole defence."""
    play = incoming(bob={"evasion_training": 1, "components": ("Ward", "Brace")})
    play.do(Evade(), 1, SHOWN, seat="bob")
    play.no(NothingToAnswer, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    assert allowed_of(play.state, "bob", CounterByShield)
    assert not allowed_of(play.state, "bob", CounterByAttack)

    play.do(CounterByShield(energy="fire", ap=1, dice=2), seat="bob")
    play.no(NothingToAnswer, CounterByShield(energy="fire", ap=1), seat="bob")
    play.no(NotWithAShield, Block(components=(Invested(name="Brace", ap=1),)), seat="bob")
    events = play.do(Block(), 9, 9, seat="bob")

    assert "countered" == next(event.outcome for event in events if isinstance(event, AttackSettled))


@pytest.mark.rule("SC-CSP-13", "SC-R-30", "SC-CAMP-31")
def test_a_shield_that_stands_is_used_again_for_nothing() -> None:
    """It has its dice from when it was cast; other energies and spells are refused."""
    play = Magic(bob={"block": 1})
    play.given(
        SpellHeld(character=play.bob, held=Held(id="spell-98", kind="prepared", what="a bolt", energies=("fire",))),
        SpellHeld(
            character=play.bob,
            held=Held(id="spell-99", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2),
        ),
    )
    play.cast("Bolt", ("cold", "life"), 10, 10)
    play.no(NoSuchShield, CounterByShield(energy="fire", spell="spell-98"), seat="bob")
    for more in ({"ap": 1}, {"dice": 1}, {"rounds": 1}):
        play.no(NoSuchShield, CounterByShield(energy="fire", spell="spell-99", **more), seat="bob")

    (raised,) = play.do(CounterByShield(energy="fire", spell="spell-99"), seat="bob")

    assert Counter(way="shield", energy="fire", ap=0, block=2, spell="spell-99") == raised.counter  # type: ignore[attr-defined]
    play.do(Block(), 1, 1, 1, SHOWN, seat="bob")
    assert "spell-99" in play.who(play.bob).spells

    first = Magic(round=1)
    shield = Held(id="spell-99", kind="shield", what="fire", energies=("fire",), ap=1, dice=2, rounds=2)
    first.given(SpellHeld(character=first.bob, held=shield))
    first.cast("Bolt", ("cold",), 10, 10)
    first.no(NotBeforeFirstTurn, CounterByShield(energy="fire", spell="spell-99"), seat="bob")


@pytest.mark.rule("SC-CSP-09")
def test_what_goes_with_a_shield_joins_a_shield_of_energy() -> None:
    """Shielding and a ward work without a wooden shield; a brace does not."""
    play = incoming(bob={"components": ("Shielding", "Brace", "Ward")})
    play.do(CounterByShield(energy="fire", ap=1, dice=1), seat="bob")
    play.no(NotWithAShield, Block(components=(Invested(name="Brace", ap=1),)), seat="bob")

    together = (Invested(name="Shielding", ap=1), Invested(name="Ward", ap=1))
    events = play.do(Block(components=together), 5, 6, 8, SHOWN, seat="bob")

    assert AttackSettled(exchange=events[-1].exchange, outcome="countered") in events  # type: ignore[attr-defined]


@pytest.mark.rule("SC-CSP-14", "SC-R-90", "SC-X-06")
@pytest.mark.parametrize("way", ["attack", "shield"])
def test_opposing_one_energy_counters_a_whole_spell(way: str) -> None:
    """A spell of cold and electricity is countered with fire."""
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
        return countered(play, 10, 9)
    play.do(CounterByShield(energy="fire", ap=1, dice=2), seat="bob")
    return play.do(Block(), 10, 9, SHOWN, seat="bob")


@pytest.mark.rule("SC-CSP-15", "SC-R-33", "SC-R-90", "SC-X-07")
@pytest.mark.parametrize("way", ["attack", "shield"])
def test_only_what_is_opposed_may_be_countered(way: str) -> None:
    """By setting only the cold is countered, and the electricity hits with the AP of the spell."""
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
    assert 15 - (way == "shield") == play.lost(play.bob)


@pytest.mark.rule("SC-CSP-15")
def test_what_is_opposed_in_full_leaves_nothing() -> None:
    """A spell of cold alone is countered under both settings."""
    play = incoming(counterspell={"mixed_energies": "opposed_only"})
    assert AttackSettled(exchange=play.exchange.id, outcome="countered") in countered(play, 10, 9)


@pytest.mark.rule("SC-R-44", "SC-MEG-06")
def test_the_drugged_counter_nothing() -> None:
    """A drug forbids counterspells, by its loss of defence or of AP for it."""
    play = Magic(berserk={"defence": "rolls_with_penalty"})
    play.given(DrugTaken(character=play.bob, drug="meginserk", doses=1, tier=1, temporary=5))
    play.cast("Bolt", ("cold",), 9, 9)
    play.no(MeginserkersDoNotDefend, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")


def struck(**groups: Any) -> Magic:  # noqa: ANN401 settings
    """Return a fight in which a blade with cold and electricity hit `bob` for 4 with a to-hit of 10."""
    play = Magic(**groups)
    play.put("long blade", "cold", "electric", mode="bestowed")
    play.strike("long blade", 2, 2, 2, 2, 2)
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 4, seat="ann")
    play.do(RollMitigation(), seat="bob")
    return play


@pytest.mark.rule("SC-R-65")
def test_the_energy_of_a_weapon_is_not_countered() -> None:
    """It is a martial attack, so only a stated defence helps against its energy."""
    play = struck()

    assert "damage" == play.exchange.step
    play.no(NothingToAnswer, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    play.no(NothingToAnswer, LetEnergyIn(), seat="bob")


@pytest.mark.rule("SC-R-65", "SC-R-90")
@pytest.mark.parametrize(("mixed", "left"), [("whole", ()), ("opposed_only", ("electric",))])
@pytest.mark.parametrize("way", ["attack", "shield"])
def test_by_setting_the_energy_of_a_weapon_may_be_countered(way: str, mixed: str, left: tuple[str, ...]) -> None:
    """The weapon's damage stays, and only opposed energies are cancelled."""
    play = struck(counterspell={"charged_weapons": True, "mixed_energies": mixed})
    x = play.exchange.id
    play.no(NotYours, LetEnergyIn(), seat="ann")
    command: Any = CounterByAttack if way == "attack" else CounterByShield

    spent, answered, *rest = play.do(command(energy="fire", ap=1, dice=2), 5, 6, seat="bob")

    assert ApSpent(character=play.bob, ap=1, use="defence") == spent
    gone = tuple(one for one in ("cold", "electric") if one not in left)
    assert EnergyCountered(exchange=x, counter="fire", roll=rolled(5, 6), energies=gone) == answered
    if left:
        play.do(RollDamage(), 3, 3, seat="ann")
    else:
        assert [ExchangeEnded(exchange=x)] == rest
    assert 4 + 6 * bool(left) == play.lost(play.bob)


@pytest.mark.rule("SC-R-65")
@pytest.mark.parametrize("tries", [True, False])
def test_energy_that_is_let_in_or_not_beaten_acts(tries: bool) -> None:  # noqa: FBT001
    """10 against 10 does not beat it. The choice is offered only once."""
    play = struck(counterspell={"charged_weapons": True})
    x = play.exchange.id
    command: Any = CounterByAttack(energy="fire", ap=1, dice=2) if tries else LetEnergyIn()

    events = play.do(command, *((5, 5) if tries else ()), seat="bob")

    if tries:
        assert EnergyCountered(exchange=x, counter="fire", roll=rolled(5, 5), energies=()) == events[1]
    else:
        assert EnergyLetIn(exchange=x) == events[0]
    assert isinstance(events[-1], EnergyTookEffect)
    play.no(NothingToAnswer, LetEnergyIn(), seat="bob")
    play.do(RollDamage(), 3, 3, seat="ann")
    assert 10 == play.lost(play.bob)


@pytest.mark.rule("SC-R-65")
def test_only_what_can_be_opposed_waits_for_a_counter() -> None:
    """Nobody is asked without an opposing energy, or about energy that has faded."""
    play = struck(bob={"energies": ("cold",)}, counterspell={"charged_weapons": True})
    assert "damage" == play.exchange.step

    faded = Magic(bob={"block": 2}, counterspell={"charged_weapons": True})
    faded.put("long blade", "cold")
    faded.strike("long blade", 1, 1, 1, 1, 1)
    faded.do(Block(), 9, 9, SHOWN, seat="bob")
    assert isinstance(faded.do(JudgeEnergy(energy="cold"))[-1], ExchangeEnded)


def test_room_for_lasting_shields_is_bounded() -> None:
    """At the limit of lasting spells, no shield with a duration can be raised."""
    play = Magic()
    shields = (Held(id=f"spell-{90 + number}", kind="shield", what="x", rounds=1) for number in range(10))
    play.given(*(SpellHeld(character=play.bob, held=one) for one in shields))
    play.cast("Bolt", ("cold",), 9, 9)
    play.no(TooManyHere, CounterByShield(energy="fire", ap=1, rounds=1), seat="bob")


@pytest.mark.rule("SC-R-65", "SC-CSP-13", "SC-R-31")
@pytest.mark.parametrize(("faces", "stays"), [((5, 6), False), ((5, 5), True)])
def test_a_shield_against_the_energy_of_a_weapon_lasts_like_any(faces: tuple[int, ...], stays: bool) -> None:  # noqa: FBT001
    """It ends if it stopped the energy, and otherwise stays for its rounds."""
    play = struck(counterspell={"charged_weapons": True})

    play.do(CounterByShield(energy="fire", ap=1, dice=2, rounds=2), *faces, seat="bob")

    assert [2] * stays == [spell.rounds for spell in play.who(play.bob).spells.values()]
