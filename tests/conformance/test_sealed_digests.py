"""Sealed digests in random streams of every game: they equal the digests of states folded again from the log."""

from __future__ import annotations

import os
from random import Random
from typing import Final

import pytest

from shared.kernel.stream import StateDigested
from tests.support.forks import audited_fork, fork_of, versions_of

from .fixture import Fixture
from .playing import play_out, plays_of

FORKS: Final = int(os.environ.get("ARBITER_TEST_FORKS", "2"))
STEPS: Final = 9
EVERY: Final = 2


@pytest.mark.rule("AR-DIGEST-04", "AR-DIGEST-05")
def test_digests_are_those_of_the_states_that_follow_from_the_log(fixture: Fixture) -> None:
    """An audit decides and folds a closed log again, and each state has the digest that the log recorded for it."""
    luck, found = Random(f"digests {fixture.service}"), 0
    parent = plays_of(fixture.service)[0].journal
    lines = parent.lines()
    for version in luck.sample(versions := versions_of(parent), min(FORKS, len(versions))):
        fork = fork_of(parent, version, digests=EVERY)
        play_out(fork, luck, STEPS)
        found += sum(isinstance(event, StateDigested) for event in fork.events)
        assert fork.replay() == fork.stream
        report = audited_fork(fork, lines)
        assert (report.failure, report.decisions.verdict, report.decisions.unshown) == (None, "same", 0)
    assert found > 0
