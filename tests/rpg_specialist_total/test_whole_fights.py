"""Whole fights played with random legal commands, under every setting."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from services.rpg_specialist_total.chapters.states import can_act, health
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant
from tests.rpg_specialist_total.conformance import holds
from tests.rpg_specialist_total.tables import CAMPAIGNS, Journal
from tests.rpg_specialist_total.wandering import SEATS, mix_settings, open_fight, step
from tests.support.campaigns import Choose
from tests.support.journal import audit_export

pytestmark = pytest.mark.long

PLAYS: Final = 12
STEPS: Final = 100
LONG: Final = 250
NEVER: Final = 1000
FAR: Final = (
    "AttackSettled", "EvasionRolled", "BlockRolled", "DamageDealt", "EnergyTookEffect", "SpellHeld", "ShieldRaised",
    "WeaponCharged", "AmmunitionUsed", "CriticallyFailed", "StabiliseRolled", "VitalityLost", "Died", "DrugTaken",
    "DrugEnded", "ApLost", "ApLapsed",
)  # fmt: skip
"""The event types that must occur somewhere in these fights."""


def combatants_are_possible(state: CampaignState) -> None:
    """Assert that every combatant's state is one that the rules allow."""
    for one in state.characters.values():
        assert one.temporary == 0 or one.dosed is not None
        assert all(item.number > 0 for item in one.items.values())
        assert not (one.stable and one.falling)
        assert one.standing <= 0 or not (one.stable or one.falling)
        states_agree(state, one)


def states_agree(state: CampaignState, one: Combatant) -> None:
    """Assert that a combatant's health agrees with whether it can act, and with its drug and continuing effects."""
    found = health(state, one.id)
    assert one.dead == (found == "dead")
    assert not one.dead or (one.dosed, one.ongoing, can_act(state, one.id)) == (None, {}, False)
    assert found != "well" or can_act(state, one.id)
    assert found != "unconscious" or not can_act(state, one.id)
    if found == "dying":
        assert one.standing <= 0
        assert not can_act(state, one.id) or one.dosed is not None


def turns_are_possible(state: CampaignState) -> None:
    """Assert that the current turn belongs to a combatant that takes turns, unless an answer is awaited."""
    fight, turn = state.fight, state.turn
    if fight is not None and turn is not None and not state.waiting:
        assert fight.acting == turn
        assert state.takes_turns(turn)


def open_random_fight(seed: int, choose: Choose) -> Journal:
    """Open a campaign with a fight; its settings are one of the combinations or a mixture of them."""
    return open_fight(CAMPAIGNS[seed % 4] if seed % 4 < len(CAMPAIGNS) else mix_settings(choose), seed)


def check(journal: Journal) -> None:
    """Assert all invariants."""
    holds(journal)
    combatants_are_possible(journal.state)
    turns_are_possible(journal.state)


@cache
def wandered(seed: int) -> Journal:
    """Play random listed commands of all seats; assert that each is accepted, and that the Keeper always has one."""
    choose = Random(seed).randrange
    journal = open_random_fight(seed, choose)
    for _ in range(STEPS):
        if step(journal, SEATS[choose(len(SEATS))], choose) is None:
            assert step(journal, "gm", choose) is not None
        check(journal)
    return journal


def stand(state: CampaignState, *, players: bool) -> bool:
    """Return whether any fighter of this side still takes turns."""
    there = (state.characters[one.id] for one in state.fight.participants) if state.fight else ()
    return any(state.takes_turns(one.id) for one in there if one.player == players)


@cache
def fought(seed: int) -> Journal:
    """Play a fight, with the Keeper acting for both sides, until all of one side are dead or out of the fight."""
    choose = Random(seed).randrange
    journal = open_random_fight(seed, choose)
    for _ in range(LONG):
        if not (stand(journal.state, players=True) and stand(journal.state, players=False)):
            break
        assert step(journal, "gm", choose, seldom=NEVER) is not None
        check(journal)
    return journal


@pytest.mark.rule("SC-STATE-01", "SC-DEATH-01", "SC-DEATH-04", "SC-R-80", "SC-AP-02", "SC-AP-05")
@pytest.mark.parametrize("seed", range(PLAYS))
def test_listed_commands_are_accepted_and_leave_a_possible_campaign(seed: int) -> None:
    """Each listed command is accepted, the invariants hold, and the log folds to the same campaign."""
    journal = wandered(seed)

    assert journal.stream == journal.replay()


@pytest.mark.rule("SC-STATE-01", "SC-UNC-08", "SC-DEATH-01", "SC-R-68")
@pytest.mark.parametrize("seed", range(PLAYS))
def test_a_fight_goes_on_until_nobody_of_a_side_is_left(seed: int) -> None:
    """With every setting, a fight continues until all fighters of one side are dead or out of it."""
    journal = fought(seed)

    assert journal.stream == journal.replay()


@pytest.mark.parametrize("seed", [PLAYS + 1, PLAYS + 3])
def test_an_audit_proves_a_whole_fight(seed: int) -> None:
    """A reader of the exported log can decide every command again with the same result."""
    journal = fought(seed)
    journal.close()

    report = audit_export(combat, journal.lines())

    found: Any = (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert ("same", "same", "same") == found


def test_the_random_fights_cover_all_parts() -> None:
    """Together the random fights include every event type in `FAR`, and the players do not win all of them."""
    journals = [play(seed) for play in (wandered, fought) for seed in range(PLAYS)]
    found = Counter(type(event).__name__ for journal in journals for event in journal.events)

    assert set(FAR) <= set(found)
    assert sum(bool(stand(journal.state, players=True)) for journal in journals[PLAYS:]) < PLAYS
    assert found["RoundBegan"] > 10 * PLAYS
