"""Findings of surveys: exact sums, added in the order of the chunks, and limited in size."""

from __future__ import annotations

import pytest

from shared.kernel.impact import Row
from shared.kernel.jobs.findings import MOST_NAMED, MOST_ROWS, Findings, join_findings
from shared.kernel.jobs.plan import CHUNK_MICROSECONDS, MAX_SECONDS, streams_each
from shared.kernel.jobs.refusals import JobTooLong
from shared.kernel.jobs.survey import DECISION_MICROSECONDS, MOST_STREAMS, MOST_VERSIONS


def row(what: str, *, decisions: int = 1, stream: str = "a.b:1") -> Row:
    """Return a row about one or more decisions of one stream."""
    return Row(
        kind="event", rules=("AR-IMPACT-05",), what=what, fields=(), decisions=decisions, streams=1,
        first_stream=stream, first_version=3,
    )  # fmt: skip


@pytest.mark.rule("AR-IMPACT-05")
def test_rows_about_the_same_thing_are_merged() -> None:
    """Rows about the same thing are merged into the first: decisions, streams and counts by name are added up."""
    one = Findings(counts={"same": 4}, rows=(row("Fell", stream="a.b:1"),))
    other = Findings(counts={"echoes": 2, "same": 1}, rows=(row("Rose"), row("Fell", decisions=2, stream="a.b:2")))

    found = join_findings(one, other)

    assert found.counts == {"echoes": 2, "same": 5}
    assert [(each.what, each.decisions, each.streams, each.first_stream) for each in found.rows] == [
        ("Fell", 3, 2, "a.b:1"),
        ("Rose", 1, 1, "a.b:1"),
    ]


@pytest.mark.rule("AR-IMPACT-05")
def test_further_rows_are_counted_by_their_decisions() -> None:
    """After the first 200 rows, which still grow, the decisions of all further rows are added to one count."""
    full = Findings(counts={}, rows=tuple(row(f"What{number}") for number in range(MOST_ROWS)))
    more = Findings(counts={}, rows=(row("What7", decisions=5), row("Another", decisions=3), row("Third", decisions=4)))

    found = join_findings(full, more)

    assert len(found.rows) == MOST_ROWS
    assert found.rows[7].decisions == 6
    assert found.counts == {"others": 7}


@pytest.mark.rule("AR-IMPACT-05")
def test_twenty_streams_that_ended_early_are_named() -> None:
    """The report names the first twenty streams that ended early, and no others."""
    one = Findings(counts={"stopped": 15}, stopped={f"a.b:{number}": "closed" for number in range(15)})
    other = Findings(counts={"stopped": 9}, stopped={f"c.d:{number}": "closed" for number in range(9)})

    found = join_findings(one, other)

    assert [*found.stopped] == [*one.stopped, *other.stopped][:MOST_NAMED]
    assert found.counts == {"stopped": 24}


@pytest.mark.rule("AR-JOB-17", "AR-JOB-03")
def test_a_chunk_has_as_many_streams_as_can_be_read_in_its_time() -> None:
    """The longest stream determines how many streams are in a chunk.

    The service refuses a job whose streams take too long in total.
    """
    longest = CHUNK_MICROSECONDS // DECISION_MICROSECONDS // 4

    assert streams_each([1, longest, 7], DECISION_MICROSECONDS) == 4
    assert streams_each([MOST_VERSIONS] * MOST_STREAMS, DECISION_MICROSECONDS) == 1
    with pytest.raises(JobTooLong):
        streams_each([MAX_SECONDS * 1_000_000 // DECISION_MICROSECONDS, 2_000], DECISION_MICROSECONDS)
