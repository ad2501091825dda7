"""Records of decisions: old streams record all pending tasks, new streams only the changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from msgspec import UNSET

from services.tcg.chapters.decisions import ACTING, DecisionOpened
from services.tcg.chapters.windows import Pass
from services.tcg.game import match
from services.tcg.state.match import Match
from services.tcg.state.tasks import Finish, Go, PendingChange, Task, Window, apply_change, change_of
from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.context import Intent
from shared.kernel.messages import canonical
from shared.kernel.replay import LogReader
from shared.kernel.stream import Stream, settle, tape_for
from tests.tcg.journal import Journal
from tests.tcg.sessions import GOLDEN, only_what_has_changed

OPEN: Final = Window(kind="W3", by="ann", opened=True)
PASSED: Final = Window(kind="W3", by="ann", opened=True, passed=("ann",))


@pytest.fixture(scope="module")
def journal() -> Journal:
    """Play a match in the newest log format."""
    return only_what_has_changed()


def in_a_window(log: str) -> Stream[Match]:
    """Fold a recorded match until a seat must respond for the first time."""
    reader, stream = LogReader(match), Stream(id="tcg.match:one", game=match.initial)
    for entry in read_chain(lines_of((GOLDEN / f"{log}.ndjson").read_bytes()), Findings()):
        stream = reader.fold(stream, [(entry.public, entry.opened)])
        if any(one.kind == "respond" for one in stream.game.decisions.values()):
            return stream
    raise LookupError(f"nobody is asked to respond in {log}")


def asked_next(stream: Stream[Match]) -> DecisionOpened:
    """Pass for the seat that must respond; return the event of the next decision."""
    (seat,) = stream.game.decisions
    intent = Intent(id="i", seat=seat, role="player", at=stream.at, by=f"seat:{seat}@0", command=Pass())
    settled = settle(match, stream, intent, tape_for(stream, intent, lambda: bytes(32)))
    return next(event for event in settled.events if isinstance(event, DecisionOpened))


def test_an_older_stream_continues_in_its_log_format() -> None:
    """A match opened in an older log format continues to record all pending tasks with each decision."""
    stream = in_a_window("two_lights")
    event = asked_next(stream)

    assert (0, 0) == (stream.form, stream.game.form)
    assert event.change is UNSET
    assert UNSET not in (event.agenda, event.asked)


def test_new_stream_records_changes_of_pending_tasks() -> None:
    """A match in log format 1 records only changed tasks.

    It records no options for kinds of decisions that need none.
    """
    stream = in_a_window("only_what_has_changed")
    event = asked_next(stream)

    assert (1, 1) == (stream.form, stream.game.form)
    assert (UNSET, UNSET) == (event.agenda, event.asked)
    assert event.change is not UNSET


def test_recording_of_options_depends_only_on_the_kind_of_decision(journal: Journal) -> None:
    """Whether a decision's options are recorded depends only on its kind, so omitted options reveal nothing."""
    opened = [event for event in journal.events if isinstance(event, DecisionOpened)]

    assert {True, False} == {event.kind in ACTING for event in opened}
    assert [] == [event for event in opened if (event.asked is UNSET) != (event.kind in ACTING)]


def test_recorded_changes_are_smaller_than_all_pending_tasks(journal: Journal) -> None:
    """Over a whole match, the recorded changes take less than two thirds of the bytes of all pending tasks."""
    whole, changes = 0, 0
    reader, stream = LogReader(match), Stream(id="tcg.match:one", game=match.initial)
    for record in journal.records:
        stream = reader.fold(stream, [(record.public, [part.data for part in record.parts])])
        if b'"DecisionOpened"' in record.public:
            whole += len(canonical(stream.game.pending))
            changes += len(record.parts[-1].data)

    assert 3 * changes < 2 * whole


@pytest.mark.parametrize(
    ("before", "now", "change"),
    [
        ((), (), PendingChange()),
        ((), (Go(to="end"), OPEN), PendingChange(tasks=(Go(to="end"), OPEN))),
        ((Go(to="end"), OPEN), (Go(to="end"), OPEN), PendingChange(kept=2)),
        ((Go(to="end"), OPEN), (Go(to="end"), PASSED), PendingChange(kept=2, passed=("ann",))),
        ((Go(to="end"), PASSED), (Go(to="end"), OPEN), PendingChange(kept=2, passed=())),
        ((OPEN, Go(to="end")), (PASSED, Finish(number=1)),
         PendingChange(kept=1, passed=("ann",), tasks=(Finish(number=1),))),
        ((Go(to="end"), OPEN), (Go(to="end"),), PendingChange(kept=1)),
        ((Go(to="end"), OPEN), (Go(to="draw"), OPEN), PendingChange(tasks=(Go(to="draw"), OPEN))),
    ],
)  # fmt: skip
def test_recorded_change_turns_the_former_tasks_into_the_current_ones(
    before: Sequence[Task], now: Sequence[Task], change: PendingChange
) -> None:
    """A recorded change turns the previous tasks into the current tasks, and contains no unchanged task."""
    assert change == change_of(before, now)
    assert [*now] == apply_change(before, change)


def test_kept_tasks_are_copied() -> None:
    """A task kept from the previous state is copied, so that changing it in place does not affect other states."""
    (after,) = apply_change([OPEN], PendingChange(kept=1))

    assert after == OPEN
    assert after is not OPEN
