"""Whole fights, played at random through what is legal, on every reading of every ruling."""

from collections import Counter
from random import Random
from typing import Any, Final

import pytest

from services.rpg_specialist_total.chapters.states import can_act, health
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant
from shared.kernel.campaign.fights import TurnBegan
from tests.rpg_specialist_total.conformance import holds
from tests.rpg_specialist_total.tables import CAMPAIGNS, Journal
from tests.rpg_specialist_total.wandering import SEATS, begun, mixed, step
from tests.support.journal import audited

FIGHTS: Final = 24
STEPS: Final = 120


def combatants_are_possible(state: CampaignState) -> None:
    """Hold every combatant to what the rules can reach."""
    for one in state.combatants.values():
        assert one.temporary == 0 or one.dosed is not None
        assert all(item.number > 0 for item in one.items.values())
        assert not (one.stable and one.falling)
        assert one.standing <= 0 or not (one.stable or one.falling)
        states_agree(state, one)


def states_agree(state: CampaignState, one: Combatant) -> None:
    """Hold what a combatant may do to the state it is in."""
    found = health(state, one.id)
    assert one.dead == (found == "dead")
    assert not one.dead or (one.dosed, one.ongoing, can_act(state, one.id)) == (None, {}, False)
    assert found != "well" or can_act(state, one.id)
    assert found != "unconscious" or not can_act(state, one.id)
    if found == "dying":
        assert one.standing <= 0
        assert not can_act(state, one.id) or one.dosed is not None


def turns_are_possible(state: CampaignState) -> None:
    """Hold the turn of a fight to somebody who has begun it, unless an answer is awaited."""
    fight, turn = state.fight, state.turn
    if fight is not None and turn is not None and not state.waiting:
        assert fight.acting == turn
        assert state.takes_turns(turn)


def fought(seed: int, steps: int = STEPS) -> Journal:
    """Play one fight at random; whatever is listed is accepted, and the Keeper is never stuck."""
    choose = Random(seed).randrange
    journal = begun(CAMPAIGNS[seed % 4] if seed % 4 < len(CAMPAIGNS) else mixed(choose), seed)
    for _ in range(steps):
        if step(journal, SEATS[choose(len(SEATS))], choose) is None:
            assert step(journal, "gm", choose) is not None
        holds(journal)
        combatants_are_possible(journal.state)
        turns_are_possible(journal.state)
    return journal


@pytest.mark.rule("SC-STATE-01", "SC-DEATH-01", "SC-DEATH-04", "SC-R-80", "SC-AP-02", "SC-AP-05")
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_whatever_is_listed_is_accepted_and_leaves_a_campaign_that_can_be(seed: int) -> None:
    """And the log, folded anew, gives the same campaign."""
    journal = fought(seed)

    assert journal.stream == journal.replayed()


@pytest.mark.parametrize("seed", [1, 3])
def test_a_whole_fight_is_proven_by_its_export(seed: int) -> None:
    """Whoever has the log can decide everything again, and comes to the same."""
    journal = fought(seed)
    journal.close()

    report = audited(combat, journal.lines())

    found: Any = (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert ("same", "same", "same") == found


def test_the_fights_go_far() -> None:
    """Among them there are attacks, defences, damage, spells, drugs, rounds and deaths."""
    sent: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for seed in range(FIGHTS):
        journal = fought(seed)
        sent.update(journal.sent)
        kinds.update(type(event).__name__ for event in journal.events)

    wanted = {"Attack", "Block", "Evade", "Stand", "RollDamage", "RollMitigation", "TakeDrug", "EndTurn"}
    assert wanted <= set(sent)
    assert {"Died", "AttackSettled", "DamageDealt", "DrugEnded", "AmmunitionUsed", "RoundBegan"} <= set(kinds)
    assert kinds[TurnBegan.__name__] > FIGHTS
