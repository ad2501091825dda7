"""Puzzles from random streams of every game. A puzzle's result depends only on public facts, and is proven.

ARBITER_TEST_FORKS sets the number of puzzles for each game.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from shared.kernel.goals import Goal, GoalMissed, GoalReached
from shared.kernel.stream import Stream
from tests.support.forks import audited_fork, follow_to, fork_of, versions_of
from tests.support.journal import Journal

from .fixture import Fixture
from .playing import play_out, plays_of

PUZZLES: Final = int(os.environ.get("ARBITER_TEST_FORKS", "2"))
STEPS: Final = 12
"""The number of commands that the test sends on each puzzle."""
DIGESTS: Final = 2


def goals_of(fixture: Fixture, stream: Stream[Any]) -> Iterator[Goal]:
    """Yield the goals that are neither reached nor missed in a state."""
    for name, kind in fixture.game.forking.goals.items():
        for seat in stream.seats:
            if kind.reached(stream.game, seat) is None and kind.obstacle(stream.game, seat) is None:
                yield Goal(reach=name, seat=seat)


def ends(puzzle: Journal[Any]) -> list[Any]:
    """Return the events that ended a puzzle."""
    return [event for event in puzzle.events if isinstance(event, GoalReached | GoalMissed)]


@pytest.mark.rule("AR-PUZZLE-02", "AR-PUZZLE-03")
def test_a_puzzle_is_played_on_and_proven(fixture: Fixture) -> None:
    """A puzzle ends at most once, an open puzzle can still be solved, and folding its log gives the same end."""
    luck = Random(f"puzzle {fixture.service}")
    parents = [played.journal for played in plays_of(fixture.service)]
    places = [(parent, version) for parent in parents for version in versions_of(parent)]
    luck.shuffle(places)
    made = 0
    for parent, version in places:
        goals = list(goals_of(fixture, follow_to(parent, version).stream)) if made < PUZZLES else []
        if not goals:
            continue
        made += 1
        puzzle = fork_of(parent, version, goal=luck.choice(goals), digests=DIGESTS)
        play_out(puzzle, luck, STEPS, hold=partial(hold, fixture, puzzle))
        assert len(ends(puzzle)) == 1
        assert puzzle.replay() == puzzle.stream
        report = audited_fork(puzzle, parent.lines())
        assert (report.failure, report.decisions.verdict) == (None, "same")


def hold(fixture: Fixture, puzzle: Journal[Any]) -> None:
    """Assert that a puzzle's status agrees with its events and, while it is open, with the stream's state."""
    found = puzzle.stream.puzzle
    assert found is not None
    said = ["reached" if isinstance(end, GoalReached) else "missed" for end in ends(puzzle)]
    assert said == ([] if found.status == "open" else [found.status])
    if found.status == "open":
        kind = fixture.game.forking.goals[found.goal.reach]
        assert kind.reached(puzzle.state, found.goal.seat) is None
        assert kind.turn(puzzle.state) <= found.goal.last


@pytest.mark.rule("AR-PUZZLE-04")
def test_goals_depend_on_public_facts_only(fixture: Fixture) -> None:
    """Two streams that differ only in hidden facts agree on whose turn it is, and on which goals are reached."""
    for twins in () if fixture.twins is None else fixture.twins():
        for kind in fixture.game.forking.goals.values():
            assert kind.turn(twins.first.game) == kind.turn(twins.second.game)
            for seat in twins.first.seats:
                assert kind.reached(twins.first.game, seat) == kind.reached(twins.second.game, seat)
                assert kind.obstacle(twins.first.game, seat) == kind.obstacle(twins.second.game, seat)
