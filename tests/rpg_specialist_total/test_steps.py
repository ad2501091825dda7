"""Steps of an attack that leave no choice, which the previous command carries out too."""

from __future__ import annotations

from typing import Any

import pytest

from services.rpg_specialist_total.catalogue import Component, Energy
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.chapters.damage import DamageRolled, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade, Stand
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded
from services.rpg_specialist_total.state.combatants import Dosed, Invested
from shared.kernel.campaign.fights import EndTurn
from shared.kernel.messages import Event
from tests.rpg_specialist_total.duel import FAILURE, PLAIN, SUCCESS, Duel, ap, damage_dealt, face
from tests.rpg_specialist_total.play import Play, allowed_of

AT_ONCE: dict[str, Any] = {"steps": "where_somebody_chooses"}
HITS = (9, 9, 9, 9, face(PLAIN))


def duel(attacker: Any = None, defender: Any = None, **more: Any) -> Duel:  # noqa: ANN401 fields of sheets, settings
    """Return a duel in its second round, in which a step that leaves no choice is carried out at once."""
    return Duel(attacker or {}, defender or {}, attack=AT_ONCE, **more)


def names(events: list[Event]) -> list[str]:
    """Return the type names of these events."""
    return [type(event).__name__ for event in events]


@pytest.mark.rule("SC-R-96", "SC-HIT-01")
def test_a_blow_against_a_target_without_a_choice_is_one_command() -> None:
    """If the target has no choice, one command carries out all steps of an attack.

    They are the to-hit, no defence, damage, mitigation and the end.
    """
    fight = duel()

    found = fight.do(fight.attack(ap=2), *HITS, 5, 6, seat="ann")

    assert [
        "ApSpent", "AttackDeclared", "DefenceDeclined", "AttackSettled", "DamageRolled", "MitigationRolled",
        "DamageDealt", "VitalityLost", "ExchangeEnded",
    ] == names(found)  # fmt: skip
    assert 11 == damage_dealt(found).amount
    assert fight.state.exchange is None


@pytest.mark.rule("SC-R-96")
def test_a_blow_that_misses_a_target_without_a_choice_is_one_command_too() -> None:
    """A to-hit percentile of 01 ends an attack on a target without a choice at once."""
    fight = duel()

    assert "ExchangeEnded" == names(fight.do(fight.attack(ap=2), 9, 9, 9, 9, face(FAILURE), seat="ann"))[-1]


@pytest.mark.rule("SC-R-96")
@pytest.mark.parametrize(
    "defender",
    [
        {"evasion_training": 1}, {"unarmored_training": 1}, {"block": 1}, {"items": ("round shield",)},
        {"components": ("Evade",)}, {"components": ("Brace",)},
    ],
)  # fmt: skip
def test_a_target_with_a_possible_defence_must_choose(defender: dict[str, Any]) -> None:
    """A target with evasion or block dice, a shield, or AP for components must choose a defence."""
    fight = duel(defender=defender)
    fight.do(fight.attack(ap=2), *HITS, seat="ann")
    assert "defence" == fight.exchange.step

    found = fight.do(Stand(), 5, 6, seat="bob")
    assert isinstance(found[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-96", "SC-AP-06")
def test_components_give_no_choice_without_ap_for_them() -> None:
    """A defender cannot choose components if the AP are used up, or cannot be spent in the first round."""
    spent = duel(defender={"components": ("Evade", "Brace"), "speed_rating": 0})
    early = duel(defender={"components": ("Evade", "Brace")}, rounds=1)

    for fight in (spent, early):
        assert isinstance(fight.do(fight.attack(ap=2), *HITS, 5, 6, seat="ann")[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-96")
def test_a_failed_evasion_without_a_possible_block_completes_the_attack() -> None:
    """If no block is possible after a failed evasion, the command for the evasion also rolls the damage."""
    fight = duel(defender={"evasion_training": 1})
    fight.do(fight.attack(ap=1), *HITS, seat="ann")

    found = fight.do(Evade(), 1, face(PLAIN), 7, seat="bob")
    assert 7 == damage_dealt(found).amount


@pytest.mark.rule("SC-R-96", "SC-LUCK-05")
def test_luck_for_damage_and_for_mitigation_is_a_choice() -> None:
    """An attacker with Luck has a choice before damage is rolled, and an armored target with Luck before mitigation."""
    fight = duel({"luck": 1}, {"luck": 1, "armor": "light"})
    fight.do(fight.attack(ap=1), *HITS, seat="ann")
    fight.do(Stand(), seat="bob")
    fight.do(RollDamage(), 9, seat="ann")

    assert isinstance(fight.do(RollMitigation(luck=1), 1, 3, 4, seat="bob")[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-96", "SC-R-103")
def test_a_target_with_only_luck_must_choose() -> None:
    """A target that has only Luck must choose, because it may add Luck to block and mitigation."""
    fight = duel(defender={"luck": 1})
    fight.do(fight.attack(ap=1), *HITS, seat="ann")
    steps = [fight.exchange.step]
    fight.do(Stand(), 9, seat="bob")
    steps.append(fight.exchange.step)

    assert ["defence", "mitigation"] == steps
    assert isinstance(fight.do(RollMitigation(luck=1), 1, 3, seat="bob")[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-96", "SC-R-105")
def test_after_a_failed_evasion_a_possible_shield_is_a_choice() -> None:
    """After a failed evasion, a target with AP and an opposing energy may raise a shield.

    Without AP the attack completes at once.
    """
    for speed, asks in ((3, True), (0, False)):
        guarded = {"energies": ("cold",), "speed_rating": speed, "evasion_training": 1}
        fight = duel({"components": ("Bolt",), "energies": ("fire",)}, guarded)
        spell = Attack(
            attacker=fight.ann, target=fight.bob, components=ap(Bolt=1), energies=("fire",), dice=1
        )  # fmt: skip
        fight.do(spell, 9, face(PLAIN))
        fight.do(Evade(), 1, face(PLAIN), *(() if asks else (4,)), seat="bob")
        assert asks == (fight.state.exchange is not None)


@pytest.mark.rule("SC-R-96", "SC-R-44")
def test_the_drugged_have_no_choice_of_luck() -> None:
    """One command completes a blow on a berserker, who may not use Luck."""
    fight = duel(defender={"luck": 3, "armor": "light"})
    fight.state = fight.state.change(fight.bob, dosed=Dosed(drug="berserk", tier=1), temporary=5)

    assert isinstance(fight.do(fight.attack(ap=1), *HITS, 9, 3, seat="ann")[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-96", "SC-CSP-01")
def test_an_opposing_energy_with_ap_for_it_is_a_choice() -> None:
    """A target with AP and an opposing energy may counter a spell. Without AP the spell is completed at once."""
    bolt = (Invested(name="Bolt", ap=1),)
    for speed, asks in ((3, True), (0, False)):
        fight = duel({"components": ("Bolt",), "energies": ("fire",)}, {"energies": ("cold",), "speed_rating": speed})
        spell = Attack(attacker=fight.ann, target=fight.bob, components=bolt, energies=("fire",), dice=1)
        found = fight.do(spell, 9, face(PLAIN), *(() if asks else (4,)))
        assert asks == (fight.state.exchange is not None)
        assert asks or 4 == damage_dealt(found).amount


@pytest.mark.rule("SC-R-96", "SC-CTR-01")
def test_turning_an_attack_back_is_a_choice() -> None:
    """The defender chooses whether to turn the attack back. If there is no Luck, damage is then rolled at once."""
    fight = duel(defender={"block": 1})
    fight.do(fight.attack(ap=1), 9, 9, 9, 9, face(FAILURE), seat="ann")
    fight.do(Block(), 1, face(SUCCESS), seat="bob")

    assert "turning_back" == fight.exchange.step


@pytest.mark.rule("SC-R-96", "SC-R-65")
def test_energy_that_cannot_be_countered_takes_effect_at_once() -> None:
    """An attack does not wait for a target that knows an opposing energy but has no AP."""
    fight = duel(
        {"energies": ("fire",), "speed_rating": 4, "components": ("Bolt",)}, {"energies": ("cold",), "speed_rating": 0},
        counterspell={"charged_weapons": True},
    )  # fmt: skip
    blade = fight.item_named(fight.ann, "small melee weapon")
    fight.do(ChargeWeapon(character=fight.ann, item=blade, mode="conducted", energies=("fire",), ap=2), seat="ann")

    found = fight.do(fight.attack(ap=1), *HITS, 5, 6, 7, seat="ann")
    assert "EnergyLetIn" in names(found)
    assert isinstance(found[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-96")
def test_a_setting_makes_each_step_a_command() -> None:
    """If `attack.steps` is `each`, each side sends a command for each of its rolls."""
    fight = Duel()
    fight.do(fight.attack(ap=1), *HITS, seat="ann")
    fight.do(Stand(), seat="bob")
    assert [DamageRolled] == [type(event) for event in fight.do(RollDamage(), 5, seat="ann")]
    assert "mitigation" == fight.exchange.step


@pytest.mark.rule("SC-R-96")
def test_under_rules_version_0_each_step_is_a_command() -> None:
    """Under version 0 of the rules each step is a command. The setting for steps has no effect."""
    play = Play(form=0, attack=AT_ONCE)
    ann, bob = play.one(items=("long blade",)), play.one("bob")
    play.do(Attack(attacker=ann, target=bob, weapon=play.item_named(ann, "long blade"), ap=9), *(5,) * 5, face(PLAIN))

    assert play.state.exchange is not None
    assert "defence" == play.state.exchange.step


@pytest.mark.rule("SC-R-96")
def test_the_legal_list_has_the_possible_answers() -> None:
    """When an attack waits for its target, the target's legal list offers the possible answers."""
    fight = duel(defender={"block": 1})
    fight.do(fight.attack(ap=1), *HITS, seat="ann")

    assert allowed_of(fight.state, "bob", Block)
    assert not allowed_of(fight.state, "ann", RollDamage)
    assert not allowed_of(fight.state, "ann", EndTurn)


@pytest.mark.rule("SC-R-99", "SC-PMA-10", "SC-R-68")
@pytest.mark.parametrize("setting", ["opposed_total", "declared"])
def test_a_charm_affects_the_unconscious_without_a_check(setting: str) -> None:
    """A charm affects an unconscious target without a check.

    A charm without direct damage does not count as a coup de grace.
    """
    data = {
        "energies": (Energy(name="sleep", touch_only=True, stated_defence="an opposed Charisma check"),),
        "components": (Component(name="Hand", type="magic", use="attack", mimics="touch"),),
    }
    fight = duel({"components": ("Hand",), "energies": ("sleep",)}, data=data, energy={"stated_defence": setting})
    fight.state = fight.state.change(fight.bob, fatigue=0)
    touch = Attack(attacker=fight.ann, target=fight.bob, components=ap(Hand=1), energies=("sleep",), dice=2)

    found = fight.do(touch, 9, 9, face(PLAIN), seat="ann")

    assert ["EnergyTookEffect", "ExchangeEnded"] == names(found)[-2:]
    assert not fight.who(fight.bob).dead
