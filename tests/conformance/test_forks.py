"""Forks of random streams of every game. Each fork starts with its parent's state, replays alone, and is proven.

ARBITER_TEST_FORKS sets the number of forks for each game.
"""

from __future__ import annotations

import os
from random import Random
from typing import Final

import pytest

from shared.kernel.impact import RecordedCommit, impact_of
from shared.kernel.stream import moments, resume_clocks
from tests.support.forks import NOW, audited_fork, follow_to, fork_of, versions_of

from .fixture import Fixture
from .playing import play_out, plays_of

FORKS: Final = int(os.environ.get("ARBITER_TEST_FORKS", "2"))
STEPS: Final = 5
"""The number of commands that the test sends on each fork."""


@pytest.mark.rule("AR-FORK-01", "AR-FORK-07", "AR-FORK-08")
def test_a_fork_is_played_on_and_proven(fixture: Fixture) -> None:
    """A fork has its parent's state, seats and settings, and a seed of its own. Its own log is enough to replay it."""
    luck = Random(f"fork {fixture.service}")
    parent = plays_of(fixture.service)[0].journal
    parent_lines = parent.lines()
    for version in luck.sample(versions := versions_of(parent), min(FORKS, len(versions))):
        then, fork = follow_to(parent, version).stream, fork_of(parent, version)
        assert fork.state == resume_clocks(fork.rules, then.game, since=then.at, at=NOW)
        assert {seat: held.role for seat, held in fork.stream.seats.items()} == {
            seat: held.role for seat, held in then.seats.items()
        }
        assert (fork.stream.form, fork.stream.catalogue, fork.stream.undo) == (then.form, then.catalogue, then.undo)
        assert fork.stream.epoch.commitment != then.epoch.commitment
        begun = fork.stream.version
        play_out(fork, luck, STEPS)
        assert all(version >= begun for version in moments(fork.stream.trail))
        assert fork.replay() == fork.stream
        report = audited_fork(fork, parent_lines)
        assert (report.failure, report.decisions.verdict) == (None, "same")
        assert report.fork is not None
        commits = [RecordedCommit(record.public, [part.data for part in record.parts]) for record in fork.records]
        found = impact_of(fork.reader, fork.stream.id, commits)
        assert (found.differences, found.same, found.stopped) == ((), found.decisions, "")
