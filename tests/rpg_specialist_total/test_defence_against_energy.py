"""Defence against energy: mitigation, Luck, and the defence that an energy's description states."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.damage import (
    DamageDealt,
    DamageRolled,
    MitigationRolled,
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.defence import Block, Stand
from services.rpg_specialist_total.chapters.dice import LuckSpent, NotEnoughLuck, TooManyLuckDice
from services.rpg_specialist_total.chapters.energies import (
    DeclareResisted,
    EnergyJudged,
    EnergyResisted,
    EnergyTookEffect,
    JudgeEnergy,
    RollStatedDefence,
    StatedDefenceRolled,
)
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.states import VitalityLost
from services.rpg_specialist_total.state.combatants import Invested
from shared.kernel.campaign.seats import NotYours, OnlyTheGameMaster
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.magic import LOW, LUCKY, SHOWN, Magic, charged_fight, glancing, roll_of


@pytest.mark.rule("SC-CAMP-33", "SC-R-62")
def test_of_two_energies_one_takes_effect_and_one_fades() -> None:
    """The Keeper decides about each energy separately. The energy that takes effect deals the damage of the charge."""
    play = glancing("long blade", "bestowed", "fire", "electric", armor="heavy")
    x = play.exchange.id

    assert [EnergyJudged(exchange=x, energies=("fire",), acts=False)] == play.do(JudgeEnergy(energy="fire"))
    judged, took = play.do(JudgeEnergy(energy="electric"))

    assert EnergyJudged(exchange=x, energies=("electric",), acts=True) == judged
    assert EnergyTookEffect(
        exchange=x, character=play.bob, energies=("electric",), ap=2, deals=True, portion=True
    ) == took  # fmt: skip
    assert [
        DamageRolled(exchange=x, rolled=roll_of(6, 1)),
        MitigationRolled(exchange=x, rolled=roll_of()),
        DamageDealt(exchange=x, character=play.bob, amount=7, outcome="glancing"),
        VitalityLost(character=play.bob, amount=7, cause="an attack"),
        ExchangeEnded(exchange=x),
    ] == play.do(RollDamage(), 6, 1, seat="ann")


@pytest.mark.rule("SC-R-62", "SC-LUCK-01")
def test_luck_may_be_added_to_the_damage_of_energy() -> None:
    """An attacker may add Luck dice to the damage of energy, at most one for each AP of the charge."""
    play, _ = charged_fight("long blade", "bestowed", "electric", play=Magic(ann={"luck": 5}))
    play.strike("long blade", *LOW["long blade"])
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 1, seat="ann")
    play.do(RollMitigation(), seat="bob")
    play.no(TooManyLuckDice, RollDamage(luck=3), seat="ann")

    events = play.do(RollDamage(luck=2), LUCKY, 3, 4, 10, 10, seat="ann")

    assert LuckSpent(character=play.ann, points=2, roll="damage") == events[0]
    assert 1 + 27 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-R-91")
@pytest.mark.parametrize(("weapon", "mitigation", "left"), [(5, 3, 0), (5, 5, 0), (5, 9, 4)])
def test_weapon_and_energy_share_one_mitigation_roll(weapon: int, mitigation: int, left: int) -> None:
    """Mitigation that exceeds the weapon's damage reduces the damage of the energy."""
    play, _ = charged_fight("long blade", "bestowed", "fire", play=Magic(bob={"armor": "light"}))
    play.strike("long blade", *LOW["long blade"])
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), weapon, seat="ann")
    play.do(RollMitigation(), mitigation, seat="bob")
    if weapon <= mitigation:
        play.do(JudgeEnergy(energy="fire", energy_damage_applies=True, reason="it is hot"))

    events = play.do(RollDamage(), 1, 2, seat="ann")

    x = events[0].exchange  # type: ignore[attr-defined]
    outcome = "glancing" if mitigation > weapon else "hit"
    lost = max(3 - left, 0)
    assert MitigationRolled(exchange=x, rolled=roll_of(modifier=left)) == events[1]
    assert DamageDealt(exchange=x, character=play.bob, amount=lost, outcome=outcome) == events[2]  # type: ignore[arg-type]
    assert max(weapon - mitigation, 0) + lost == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-R-91")
def test_a_setting_rolls_mitigation_again_for_the_energy() -> None:
    """If `energy.mitigation` is `roll_each`, the armor dice are rolled again for the energy.

    The dice for the AP of the defence are not rolled again.
    """
    play = Magic(bob={"armor": "light", "components": ("Brace",)}, energy={"mitigation": "roll_each"})
    charged_fight("long blade", "bestowed", "fire", play=play)
    play.strike("long blade", 10, 10, 10, 10, 10)
    play.do(Block(components=(Invested(name="Brace", ap=2),)), 1, 1, SHOWN, seat="bob")
    play.do(RollDamage(), 10, seat="ann")
    play.do(RollMitigation(), 1, 1, 1, seat="bob")

    play.do(RollDamage(), 4, 4, seat="ann")
    events = play.do(RollMitigation(), 3, seat="bob")

    x = events[0].exchange  # type: ignore[attr-defined]
    assert [
        MitigationRolled(exchange=x, rolled=roll_of(3)),
        DamageDealt(exchange=x, character=play.bob, amount=5, outcome="hit"),
        VitalityLost(character=play.bob, amount=5, cause="an attack"),
        ExchangeEnded(exchange=x),
    ] == events
    assert (10 - 3 - 2) + 5 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-R-91")
@pytest.mark.parametrize("how", ["one_roll", "roll_each"])
def test_after_a_stopped_blow_armor_mitigates_the_energy(how: str) -> None:
    """After a stopped blow, which needs no mitigation itself, armor dice are rolled against the weapon's fire."""
    play = glancing("long blade", "bestowed", "fire", armor="medium", energy={"mitigation": how})
    play.do(JudgeEnergy(energy="fire", energy_damage_applies=True, reason="the shield is small"))

    play.do(RollDamage(), 9, 9, seat="ann")
    play.do(RollMitigation(), 2, 3, seat="bob")

    assert 18 - 5 == play.vitality_lost(play.bob)


def test_each_side_makes_its_own_roll_against_energy() -> None:
    """The attacker's seat rolls damage and the target's seat mitigation. The Keeper may make either roll."""
    play = glancing("long blade", "bestowed", "fire", armor="medium")
    play.do(JudgeEnergy(energy="fire", energy_damage_applies=True, reason="so it is"))
    play.no(NotYours, RollDamage(), seat="bob")
    play.do(RollDamage(), 9, 9)
    play.no(NotYours, RollMitigation(), seat="ann")
    play.do(RollMitigation(), 2, 3)
    assert 13 == play.vitality_lost(play.bob)


def touch_with_charm(**groups: Any) -> Magic:  # noqa: ANN401 settings
    """Return a fight in which a charm has touched `bob`, whose stated defence must now be rolled."""
    play = glancing("long blade", "conducted", "charm", **groups)
    play.do(JudgeEnergy(energy="charm"))
    return play


@pytest.mark.rule("SC-R-75", "SC-HYB-04", "SC-PROH-09")
@pytest.mark.parametrize(("attack", "defence", "resisted"), [(6, 7, True), (6, 6, False), (6, 5, False)])
def test_a_stated_defence_is_an_opposed_roll(attack: int, defence: int, resisted: bool) -> None:  # noqa: FBT001
    """In a stated defence, each side rolls the dice that its command states.

    The defender resists only with a higher total.
    """
    play = touch_with_charm()
    x = play.exchange.id
    play.no(NotYours, RollStatedDefence(dice=2), seat="bob")
    play.when(RollStatedDefence(dice=1), seat="ann", faces=Faces(attack)).then(
        StatedDefenceRolled(exchange=x, energy="charm", character=play.ann, roll=roll_of(attack))
    )
    play.no(NotYours, RollStatedDefence(dice=2), seat="ann")

    events = play.do(RollStatedDefence(dice=1), defence, seat="bob")

    assert StatedDefenceRolled(exchange=x, energy="charm", character=play.bob, roll=roll_of(defence)) == events[0]
    assert EnergyResisted(exchange=x, energy="charm", resisted=resisted) == events[1]
    assert resisted is not any(isinstance(event, EnergyTookEffect) for event in events)
    assert ExchangeEnded(exchange=x) == events[-1]


@pytest.mark.rule("SC-R-75", "SC-LUCK-01")
def test_luck_may_be_added_to_a_stated_defence() -> None:
    """Luck dice may be added to a stated defence, up to its number of dice. The Keeper may roll for an absent seat."""
    play = touch_with_charm()
    play.no(NotEnoughLuck, RollStatedDefence(dice=1, luck=1))
    lucky = Magic(ann={"luck": 2}, bob={"block": 2})
    charged_fight("long blade", "conducted", "charm", play=lucky)
    lucky.strike("long blade", *LOW["long blade"])
    lucky.do(Block(), 9, 9, SHOWN)
    lucky.do(JudgeEnergy(energy="charm"))

    spent, rolls = lucky.do(RollStatedDefence(dice=2, luck=2), LUCKY, 1, 2, 3, 4)

    assert LuckSpent(character=lucky.ann, points=2, roll="stated defence") == spent
    assert isinstance(rolls, StatedDefenceRolled)
    assert 10 == rolls.roll.total


@pytest.mark.rule("SC-R-75")
@pytest.mark.parametrize("resisted", [True, False])
def test_a_setting_lets_the_keeper_state_the_result(resisted: bool) -> None:  # noqa: FBT001
    """If `stated_defence` is `declared`, the Keeper states the result of a stated defence.

    The Keeper gives a reason, and nobody rolls.
    """
    play = touch_with_charm(energy={"stated_defence": "declared"})
    x = play.exchange.id
    refusal = play.no(NothingToAnswer, RollStatedDefence(dice=2), seat="ann")
    assert ("a roll", "a decision by the Keeper") == (refusal.needs, refusal.has)
    play.no(OnlyTheGameMaster, DeclareResisted(resisted=resisted, reason="a strong will"), seat="bob")

    events = play.do(DeclareResisted(resisted=resisted, reason="a strong will"))

    assert EnergyResisted(exchange=x, energy="charm", resisted=resisted, reason="a strong will") == events[0]
    assert resisted is not any(isinstance(event, EnergyTookEffect) for event in events)


def test_by_default_the_keeper_cannot_state_the_result() -> None:
    """By default a stated defence is rolled, and the Keeper cannot declare its result."""
    refusal = touch_with_charm().no(NothingToAnswer, DeclareResisted(resisted=True, reason="so it is"))
    assert ("a decision by the Keeper", "a roll") == (refusal.needs, refusal.has)
