"""Puzzles about fights in which damage cannot take every fighter down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.specialists import CreateSpecialist
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.state import CampaignState
from shared.kernel.campaign.fights import LeaveFight, StartFight
from shared.kernel.goals import Goal, GoalReached
from shared.kernel.refusals import GoalImpossible
from tests.rpg_specialist_pool.play import settings
from tests.rpg_specialist_pool.sessions import ASH, WOLF, open_campaign
from tests.support.forks import fork_of
from tests.support.journal import Journal

WIN = Goal(reach="win", seat="ann")


def hunt(applies_to: str, vitality: int | None) -> Journal[CampaignState]:
    """Return a campaign in which Ann fights a wolf, whose sheet has this Vitality."""
    journal = open_campaign(settings(damage={"applies_to": applies_to}), ("ann", ASH))
    journal.send(CreateSpecialist(sheet=replace(WOLF, vitality=vitality), seat="gm"))
    hunters = journal.state.known_to_fight
    journal.send(StartFight(participants=hunters))
    for who, faces in zip(hunters, ((6, 6, 6), (1, 1)), strict=True):
        journal.send(RollInitiative(participant=who), faces=faces)
    return journal


@pytest.mark.rule("AR-PUZZLE-04")
@pytest.mark.parametrize(("applies_to", "vitality"), [("report_only", 9), ("vitality", None)])
def test_a_win_is_impossible_against_a_foe_that_damage_cannot_take_down(applies_to: str, vitality: int | None) -> None:
    """The game refuses a puzzle whose goal is to win against a foe that damage cannot take down.

    The goal is not reported as reached while such a foe is in the fight.
    """
    journal = hunt(applies_to, vitality)
    wolf = journal.state.known_to_fight[-1]
    assert has_won(journal) is None
    with pytest.raises(GoalImpossible) as refused:
        fork_of(journal, journal.stream.version, goal=WIN)
    assert refused.value.has == f"{wolf}: damage cannot bring it down"

    journal.send(LeaveFight(participant=wolf))
    assert has_won(journal) is True


@pytest.mark.rule("AR-PUZZLE-04")
def test_a_win_is_possible_against_a_foe_with_vitality() -> None:
    """If damage lowers Vitality, a win can be the goal of a puzzle. It is reached when the foe has left the fight."""
    journal = hunt("vitality", 9)
    puzzle = fork_of(journal, journal.stream.version, goal=WIN)
    assert puzzle.send(LeaveFight(participant=journal.state.known_to_fight[-1]))[-1] == GoalReached(
        reach="win", seat="ann"
    )


def has_won(journal: Journal[Any]) -> bool | None:
    """Return whether Ann has won in the current state."""
    return campaign.forking.goals["win"].reached(journal.state, "ann")
