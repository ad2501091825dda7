"""What many streams have given together: differences grouped by their rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from shared.kernel.impact.deciding import Kind, StreamImpact


class Row(Struct, frozen=True, kw_only=True):
    """Decisions that differ in one way: their number, the number of their streams, and where the first of them is."""

    contract_name: ClassVar[str] = "ImpactRow"  # a job's report has rows of its own

    kind: Kind
    rules: tuple[str, ...]
    what: str
    fields: tuple[str, ...]
    decisions: int
    streams: int
    first_stream: str
    first_version: int


class Impact(Struct, frozen=True, kw_only=True):
    """What deciding a number of streams again has given. `stopped` says of some streams why they ended early."""

    streams: int
    decisions: int
    same: int
    echoes: int
    rows: tuple[Row, ...]
    stopped: dict[str, str]

    @property
    def differ(self) -> int:
        """The number of decisions that would come out otherwise; echoes do not count."""
        return sum(row.decisions for row in self.rows)


def summarize(found: Iterable[StreamImpact]) -> Impact:
    """Group the differences of streams. The result is the same in whatever order the streams come."""
    groups: dict[tuple[Kind, tuple[str, ...], str, tuple[str, ...]], list[tuple[str, int]]] = defaultdict(list)
    streams = sorted(found, key=lambda one: one.stream)
    for one in streams:
        for each in one.differences:
            groups[each.kind, each.rules, each.what, each.fields].append((one.stream, each.version))
    rows = [
        Row(
            kind=kind, rules=rules, what=what, fields=fields, decisions=len(places),
            streams=len({stream for stream, _ in places}), first_stream=places[0][0], first_version=places[0][1],
        )
        for (kind, rules, what, fields), places in groups.items()
    ]  # fmt: skip
    return Impact(
        streams=len(streams),
        decisions=sum(one.decisions for one in streams),
        same=sum(one.same for one in streams),
        echoes=sum(one.echoes for one in streams),
        rows=tuple(sorted(rows, key=lambda row: (-row.decisions, row.first_stream, row.first_version, row.what))),
        stopped={one.stream: one.stopped for one in streams if one.stopped},
    )
