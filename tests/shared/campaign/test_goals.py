"""The goal of puzzles in campaigns: a seat wins the fight when none of its foes in the fight can continue."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from shared.kernel.campaign.fights import EndFight, EndTurn, LeaveFight, StartFight
from shared.kernel.campaign.goals import win_the_fight
from shared.kernel.game_parts import Forking
from shared.kernel.goals import Goal, GoalMissed, GoalReached
from shared.kernel.messages import Command
from shared.kernel.refusals import GoalDecided
from tests.support.forks import fork_of, versions_of
from tests.support.journal import Journal
from tests.support.releases import change_game

from .game import AT_ONCE, MakePerson, RollForOrder, SetPoints, Table, begin_table
from .persons import kill

WIN: Final = Goal(reach="win", seat="ann")
GAME: Final = change_game(
    AT_ONCE, forking=Forking(goals=win_the_fight(lambda state, who: state.characters[who].points))
)  # fmt: skip
ANNS, BOBS, BOBS_OTHER = "person-1", "person-2", "person-3"
FIGHTERS: Final = (ANNS, BOBS, BOBS_OTHER)


def quarrel() -> Journal[Table]:
    """Return a campaign in the first round of a fight: one person of ann, who acts first, against two of bob's."""
    journal = begin_table(GAME, 1, anew=False)
    for seat in ("ann", "bob", "bob"):
        journal.send(MakePerson(seat=seat))
    journal.send(StartFight(participants=FIGHTERS))
    for who, face in zip(FIGHTERS, (6, 5, 4), strict=True):
        journal.send(RollForOrder(participant=who), faces=(face,))
    return journal


def puzzle(goal: Goal = WIN) -> Journal[Table]:
    """Return the fight as a puzzle with this goal."""
    parent = quarrel()
    return fork_of(parent, parent.stream.version, goal=goal)


def round_over(who: tuple[str, ...] = FIGHTERS) -> tuple[Command, ...]:
    """Return the commands that end each participant's turn in a round."""
    return tuple(EndTurn(participant=one) for one in who)


def _points_to_spare(state: Table, who: str) -> int:
    """Return how many points a person has above one, so that one with a single point is down and takes turns."""
    return state.characters[who].points - 1


def ends(made: Journal[Table]) -> list[GoalReached | GoalMissed]:
    """Return the events that ended the puzzle."""
    return [event for event in made.events if isinstance(event, GoalReached | GoalMissed)]


@pytest.mark.rule("AR-PUZZLE-02", "AR-PUZZLE-04")
def test_a_fight_is_won_with_the_last_foe() -> None:
    """The goal is reached when both foes are down or have left, but not when only one of them is down."""
    for last in (kill(BOBS_OTHER), LeaveFight(participant=BOBS_OTHER)):
        made = puzzle()
        made.send(kill(BOBS))
        assert ends(made) == []
        made.send(last)
        assert ends(made) == [GoalReached(reach="win", seat="ann")]


@pytest.mark.rule("AR-PUZZLE-03", "AR-PUZZLE-04")
@pytest.mark.parametrize(
    ("commands", "why"),
    [
        ((EndFight(),), "lost"),
        ((kill(ANNS),), "lost"),
        ((LeaveFight(participant=ANNS),), "lost"),
        (round_over(), "late"),
    ],
)
def test_the_goal_is_missed_if_the_fight_is_not_won(commands: tuple[Command, ...], why: str) -> None:
    """The goal is missed if the fight ends, if ann's person dies or leaves, or if the round ends."""
    made = puzzle()
    for command in commands:
        assert ends(made) == []
        made.send(command)
    assert [(type(one), getattr(one, "why", "")) for one in ends(made)] == [(GoalMissed, why)]


@pytest.mark.rule("AR-PUZZLE-01", "AR-PUZZLE-04")
def test_the_rounds_of_a_fight_count_as_turns() -> None:
    """With a limit of two rounds, ann may still win in the second round.

    Bob has only one foe, ann's person.
    """
    made = puzzle(Goal(reach="win", seat="ann", turns=2))
    for command in (*round_over(), kill(BOBS), kill(BOBS_OTHER)):
        made.send(command)
    assert ends(made) == [GoalReached(reach="win", seat="ann")]

    other = puzzle(Goal(reach="win", seat="bob"))
    other.send(kill(ANNS))
    assert ends(other) == [GoalReached(reach="win", seat="bob")]


@pytest.mark.rule("AR-PUZZLE-04")
def test_a_seat_whose_own_persons_are_down_wins_nothing() -> None:
    """Once nobody in the fight stands, nobody has won it. Version 1 of the rules still counts that as a win."""
    has_won = win_the_fight(_points_to_spare)["win"].reached
    made = quarrel()
    for who in FIGHTERS:
        assert has_won(replace(made.state, form=2), "ann") is None
        made.send(SetPoints(person=who, points=1, reason="so it is"))

    assert has_won(replace(made.state, form=2), "ann") is False
    assert has_won(replace(made.state, form=1), "ann") is True
    made.send(SetPoints(person=ANNS, points=2, reason="so it is"))
    assert has_won(replace(made.state, form=2), "ann") is True


@pytest.mark.rule("AR-PUZZLE-01")
def test_without_a_fight_there_is_nothing_to_win() -> None:
    """Without a fight, or for a seat that has no person in the fight, the kernel refuses the goal and says why."""
    parent = quarrel()
    for version, seat, needs in (
        (versions_of(parent)[0], "ann", "a version at which a fight goes on"),
        (parent.stream.version, "gm", "a seat with a character in the fight"),
    ):
        with pytest.raises(GoalDecided) as refused:
            fork_of(parent, version, goal=Goal(reach="win", seat=seat))
        assert refused.value.needs == needs
