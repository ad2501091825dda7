"""The seats for which a campaign waits: those that must answer an attack or have the current turn, or the Keeper."""

import pytest

from services.rpg_specialist_total.awaits import awaits
from services.rpg_specialist_total.chapters.defence import Stand
from services.rpg_specialist_total.chapters.skills import SkillAction
from shared.kernel.campaign.fights import EndTurn
from tests.rpg_specialist_total.duel import Duel


@pytest.mark.rule("AR-KIND-02")
def test_each_step_of_an_attack_awaits_the_side_that_must_answer() -> None:
    """The campaign waits for the defender's defence, the attacker's damage roll, and the defender's mitigation.

    Then it waits for the attacker's turn again.
    """
    duel = Duel(defender={"armor": "medium"})
    assert {"ann"} == {*awaits(duel.state)}
    duel.strike(9, 9, 9, 9)
    assert ("defence", {"bob"}) == (duel.exchange.step, {*awaits(duel.state)})
    duel.do(Stand(), seat="bob")
    assert ("damage", {"ann"}) == (duel.exchange.step, {*awaits(duel.state)})
    duel.damage(1, 1)
    assert ("mitigation", {"bob"}) == (duel.exchange.step, {*awaits(duel.state)})
    duel.mitigation(1, 1)
    assert {"ann"} == {*awaits(duel.state)}
    duel.do(EndTurn(participant=duel.ann), seat="ann")
    assert {"bob"} == {*awaits(duel.state)}


@pytest.mark.rule("AR-KIND-02")
def test_the_keeper_is_awaited_for_the_result_of_a_skill() -> None:
    """After a skill action, the campaign waits for the Keeper's result, and for the seat with the current turn."""
    duel = Duel()
    duel.do(SkillAction(character=duel.ann, what="climb", ap=1), seat="ann")
    assert {"ann", "gm"} == {*awaits(duel.state)}
