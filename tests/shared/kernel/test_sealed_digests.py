"""Digests of the state in the log: recorded after some commits, hidden from all readers, and checked by the audit."""

from __future__ import annotations

from copy import copy
from typing import Any, Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from shared.kernel.audit import Report
from shared.kernel.digests import digest_of, schema_name
from shared.kernel.game import Game, SeatAsk
from shared.kernel.game_parts import Undoing
from shared.kernel.impact import RecordedCommit, impact_of
from shared.kernel.messages import NOBODY, shown_to
from shared.kernel.record import export_line
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import AddSalt, ProposeUndo, RotateToken, StateDigested, StreamOpened
from tests.shared.kernel.kit import PARTS, Add, Added, Count, OpenCount, game_of
from tests.support.journal import Journal, audit_export
from tests.support.releases import change_game

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))
COUNT: Final = game_of(*PARTS, undoing=Undoing(default="own until known"))
EVERY: Final = 4
DECISIONS: Final = 3
"""The level of an audit at which commands are decided again."""


def count_up(times: int, *, digests: int = EVERY, game: Game[Any] = COUNT) -> Journal[Count]:
    """Return a stream with a count of 3, to which 0 was added `times` times."""
    journal = Journal(game, OpenCount(seats=SEATS), digests=digests)
    for number in (3, *[0] * times):
        journal.send(Add(number=number), "ann")
    return journal


def digests_in(journal: Journal[Any]) -> list[int]:
    """Return the numbers of the commits that have a digest; the opening is commit 0."""
    return [number for number, record in enumerate(journal.records) if b"StateDigested" in record.public]


@pytest.mark.rule("AR-DIGEST-04")
def test_a_digest_follows_after_that_many_commits() -> None:
    """The opening records a number, and each time that many commits have followed, the next has a digest.

    Without this number, the log has no digests.
    """
    journal, plain = count_up(8), count_up(8, digests=0)

    assert [type(event) for event in journal.events[:1]] == [StreamOpened]
    assert b'"digests":4' in journal.records[0].public
    assert digests_in(journal) == [4, 8]
    last = journal.events[-2]
    assert isinstance(last, StateDigested)
    assert (last.schema, last.digest.open()) == (schema_name(Count), digest_of(journal.state))
    assert journal.replay() == journal.stream
    assert not [record for record in plain.records if b"igest" in record.public]
    assert (plain.stream.digests, plain.stream.undigested) == (0, 0)


@pytest.mark.rule("AR-DIGEST-04")
def test_the_next_decision_of_the_game_has_a_digest_that_is_due() -> None:
    """The kernel's decisions count as commits, but only a decision of the game can have a digest.

    If a digest is due, the next decision of the game has it. An undo does not change the count.
    """
    journal = count_up(1)
    back = journal.stream.version
    journal.send(Add(number=1), "ann")
    journal.send(ProposeUndo(to=back), "ann")
    journal.send(AddSalt(salt="5a" * 32), "ann")
    assert digests_in(journal) == []
    journal.send(Add(number=2), "ann")

    assert digests_in(journal) == [len(journal.records) - 1]
    assert journal.replay() == journal.stream
    journal.close()
    assert audit_export(COUNT, journal.lines()).proven


@pytest.mark.rule("AR-DIGEST-04")
def test_nobody_reads_a_digest_while_the_stream_runs() -> None:
    """While the stream is open, not even the app can read a digest.

    An export contains only the salted hash of the digest, and an event shows only that a digest exists.
    """
    journal = count_up(EVERY - 1)
    digested = journal.events[-1]
    assert isinstance(digested, StateDigested)
    assert digested.digest.audience == NOBODY
    for seat in (None, "gm", "ann"):
        shown = shown_to(digested, seat)
        assert isinstance(shown, StateDigested)
        assert shown.digest.value is UNSET
        line = export_line(journal.records[-1], journal.heads[-1], seat, opened=False)
        assert digest_of(journal.state).encode() not in line
    assert audit_export(COUNT, journal.lines()).failure is None
    journal.close()
    assert digest_of(journal.state).encode() in b"".join(journal.lines())


# ---------------------------------------------------------------- the audit


def report_by(game: Game[Any], journal: Journal[Any]) -> Report:
    """Return the report of an audit of a closed stream with other rules."""
    return audit_export(game, journal.lines())


def folding(game: Game[Any], number: int) -> Game[Any]:
    """Return the game with a wrong fold, which adds one too many if the added number equals `number`."""

    def fold_wrongly(state: Count, event: Added) -> Count:
        return replace(state, number=state.number + event.number + (event.number == number))

    return change_game(game, folds={**game.folds, Added: fold_wrongly})


@pytest.mark.rule("AR-DIGEST-05")
def test_an_audit_finds_a_fold_that_differs() -> None:
    """If a fold is wrong but the events are the same, the audit names the next commit with a digest."""
    journal = count_up(9)
    journal.send(Add(number=1), "ann")
    journal.send(Add(number=0), "ann")
    journal.close()
    honest = report_by(COUNT, journal)
    assert (honest.proven, honest.failure) == (True, None)

    found = report_by(folding(COUNT, 1), journal).failure
    assert found is not None
    assert (found.level, found.line) == (DECISIONS, digests_in(journal)[-1] + 1)
    assert found.why == "the state is not the one with this digest: the fold differs within the last 4 commits"
    assert report_by(folding(COUNT, 5), journal).proven


class Longer(Count, frozen=True, kw_only=True):
    """The state of a later release, which has one more field."""

    note: str = "none"


LATER: Final = change_game(COUNT, state=Longer, initial=Longer())


@pytest.mark.rule("AR-DIGEST-05")
def test_the_audit_counts_the_commits_since_the_last_digest_that_it_compared() -> None:
    """Decisions of the kernel delay a digest, and digests of another release are not compared.

    In both cases, the audit reports the number of commits since the last digest that it compared.
    """
    put_off, upgraded = count_up(EVERY), count_up(EVERY, game=LATER)
    put_off.send(Add(number=1), "ann")
    for _ in range(EVERY):
        put_off.send(RotateToken(seat="ann"), "gm")
    upgraded.rules = COUNT
    for journal in (put_off, upgraded):
        for _ in range(EVERY):
            journal.send(Add(number=0), "ann")
        journal.close()
        assert report_by(COUNT, journal).proven

    since = [digests_in(journal) for journal in (put_off, upgraded)]
    assert since == [[EVERY, 2 * EVERY + 3], [EVERY, 2 * EVERY]]
    for journal, number, commits in ((put_off, 1, EVERY + 3), (upgraded, 3, 2 * EVERY + 1)):
        found = report_by(folding(COUNT, number), journal).failure
        assert found is not None
        assert found.why.endswith(f"the fold differs within the last {commits} commits")


@pytest.mark.rule("AR-DIGEST-05")
def test_a_forged_digest_is_found() -> None:
    """Once the log is open, an audit finds out that a server recorded the digest of another state."""
    journal = Journal(folding(COUNT, 0), OpenCount(seats=SEATS), digests=EVERY)
    for _ in range(EVERY):
        journal.send(Add(number=0), "ann")
    running = report_by(COUNT, journal)
    journal.close()

    assert running.failure is None
    failed = report_by(COUNT, journal).failure
    assert failed is not None
    assert failed.level == DECISIONS


@pytest.mark.rule("AR-DIGEST-05")
def test_digests_of_a_release_with_another_schema_are_not_compared() -> None:
    """If a new field has changed the state's schema, the audit accepts older digests without comparing them."""
    journal = count_up(5)
    journal.close()
    assert schema_name(Longer) != schema_name(Count)
    assert report_by(LATER, journal).proven


@pytest.mark.rule("AR-DIGEST-05")
def test_an_impact_ignores_digests() -> None:
    """Changed rules lead to other states, so the impact of a change compares only events, and no digests."""
    journal = count_up(9)
    reader = copy(log_reader_of(COUNT))
    commits = [RecordedCommit(record.public, [part.data for part in record.parts]) for record in journal.records]
    reader.game = folding(COUNT, 3)
    found = impact_of(reader, journal.stream.id, commits)

    assert (found.decisions, found.same, found.differences, found.stopped) == (len(commits), len(commits), (), "")
