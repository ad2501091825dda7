"""Forks of a stream in memory, made as the server makes them."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET

from shared.kernel.audit import Parent, Report, audit
from shared.kernel.goals import Goal
from shared.kernel.messages import Seat
from shared.kernel.players.again import Dealt, Followed, beginning_of, follow
from shared.kernel.players.house import HousePlayers
from shared.kernel.record import Record
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Memory, OpenFork, Stream, check_parent, start_of
from tests.support.journal import Journal

NOW: Final = 3_601_000
"""The time when forks are opened: an hour after their parents. Units: milliseconds."""


def records_until(journal: Journal[Any], version: int) -> list[Record]:
    """Return the records of a stream up to a version."""
    reader = journal.reader
    return [record for record in journal.records if reader.commit_of(record).version <= version]


def follow_to(
    journal: Journal[Any], version: int, *, seat: Seat | None = None, players: HousePlayers | None = None
) -> Followed:  # fmt: skip
    """Return a stream at an earlier version, and what a seat knew then."""
    commits = [journal.reader.commit_of(record) for record in records_until(journal, version)]
    return follow(journal.rules, commits, stream=journal.stream.id, players=players, seat=seat)


def fork_of(
    journal: Journal[Any], version: int, *, seat: Seat | None = None, players: HousePlayers | None = None,
    seed: int = 500, goal: Goal | None = None, digests: int = 0,
) -> Journal[Any]:  # fmt: skip
    """Open a fork of a stream; with a goal, the fork is a puzzle.

    With players, or with a seat of a game that deals for seats, hidden facts are dealt again. With `digests`, the
    fork records a sealed digest of its state after this number of commits.
    """
    then = follow_to(journal, version, seat=seat, players=players)
    check_parent(journal.rules, then.stream)
    deals = players is not None or (seat is not None and journal.rules.forking.deal is not None)
    dealt = Dealt(seat=seat, seed=(seed + 1).to_bytes(32, "big").hex()) if deals else None
    begins = beginning_of(journal.rules, players, then, at=NOW, dealt=dealt)
    start = start_of(journal.rules, then.stream, begins, dealt=deals)
    head = journal.heads[len(records_until(journal, version)) - 1].hex()
    command = OpenFork(stream=journal.stream.id, version=version, head=head, seat=seat or UNSET, goal=goal or UNSET)
    fork = Journal(journal.rules, command, seed=seed, start=start, waited=NOW - 1000, digests=digests)
    fork.memory.note_after(fork.stream)
    return fork


def versions_of(journal: Journal[Any]) -> list[int]:
    """Return the versions at which the game is not over and no decision continues in the next commit."""
    rules, stream, memory, found = (
        journal.rules,
        Stream(id=journal.stream.id, game=journal.rules.initial),
        Memory[Any](),
        list[int](),
    )
    commits = [journal.reader.commit_of(record) for record in journal.records]
    for commit, later in zip(commits, [*commits[1:], None], strict=True):
        stream = journal.reader.fold_commit(stream, commit, memory)
        memory.note_after(stream)
        if not ((later is not None and later.sender.continues) or rules.timing.over(stream.game)):
            found.append(stream.version)
    return found


def audited_fork(
    fork: Journal[Any], parent: list[bytes] | None, *, players: HousePlayers | None = None
) -> Report:  # fmt: skip
    """Audit a fork, together with its parent's export if one is given."""
    given = Parent(lines=parent or (), players_for=lambda _: players)
    return audit(fork.lines(), reader_for=lambda _: log_reader_of(fork.rules), parent=given)
