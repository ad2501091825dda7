"""The combined results of deciding many streams again: differences grouped by their rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from shared.kernel.impact.deciding import Kind, StreamImpact


class Row(Struct, frozen=True, kw_only=True):
    """Decisions that differ in the same way: how many, in how many streams, and the position of the first one."""

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
    """The result of deciding several streams again. `stopped` lists why some streams ended early."""

    streams: int
    decisions: int
    same: int
    echoes: int
    rows: tuple[Row, ...]
    stopped: dict[str, str]

    @property
    def differ(self) -> int:
        """The number of decisions with a different outcome, without those that only follow from an earlier one."""
        return sum(row.decisions for row in self.rows)


def summarize(found: Iterable[StreamImpact]) -> Impact:
    """Group the differences of streams. The result does not depend on the order of the streams."""
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
