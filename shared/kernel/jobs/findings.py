"""The findings of a survey of stored streams: counts, and rows of differences, added up without rounding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.impact import Row

MOST_ROWS: Final = 200
MOST_NAMED: Final = 20
"""Maximum number of streams that findings name because the survey did not read them to their end."""
OTHERS: Final = "others"
"""The name under which findings count the decisions whose rows are left out."""


class Findings(Struct, frozen=True, kw_only=True):
    """The findings in some streams: counts by name, rows, and why the survey did not read some streams to their end.

    Findings contain at most 200 rows, the first ones found; the decisions of further rows are counted as `others`. They
    name at most 20 streams that were not read to their end; the count `stopped` includes all such streams.
    """

    counts: dict[str, int]
    rows: tuple[Row, ...] = ()
    stopped: dict[str, str] = {}


def join_findings(one: Findings, other: Findings) -> Findings:
    """Return the findings of some streams combined with those of later streams."""
    counts = Counter(one.counts)
    counts.update(other.counts)
    rows, left_out = _joined_rows((*one.rows, *other.rows))
    if left_out:
        counts[OTHERS] += left_out
    return Findings(counts=dict(sorted(counts.items())), rows=rows, stopped=_first_named(one.stopped, other.stopped))


def _joined_rows(rows: Iterable[Row]) -> tuple[tuple[Row, ...], int]:
    """Return one row for each difference, in the order found, and the number of decisions whose rows are left out."""
    found: dict[object, Row] = {}
    left_out = 0
    for row in rows:
        key = (row.kind, row.rules, row.what, row.fields)
        known = found.get(key)
        if known is not None:
            found[key] = replace(known, decisions=known.decisions + row.decisions, streams=known.streams + row.streams)
        elif len(found) < MOST_ROWS:
            found[key] = row
        else:
            left_out += row.decisions
    return tuple(found.values()), left_out


def _first_named(one: Mapping[str, str], other: Mapping[str, str]) -> dict[str, str]:
    return dict(islice({**one, **other}.items(), MOST_NAMED))
