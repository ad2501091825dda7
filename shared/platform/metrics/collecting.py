"""The Prometheus collector, which returns the metrics of this process and of the processes that share its port."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from prometheus_client import Metric, ProcessCollector
from prometheus_client.registry import Collector

from .families import NEVER, Family, Kind, Labels, Row

Numbers = dict[str, list[tuple[Labels, Row]]]
START: Final = "process_start_time_seconds"

_numbers: Final = msgspec.msgpack.Decoder(Numbers)


class Measured(Struct, frozen=True):
    """The saved metrics of a process, and whether the process is still running.

    If it has ended, only its counts are used.
    """

    snapshot: bytes
    runs: bool = True


class PlainCollector(Collector):
    """A collector of metrics that are kept as plain numbers. It can also return the metrics of other processes."""

    def __init__(self, families: Sequence[Family]) -> None:
        """Set up the collector with families of metrics, which it returns in this order.

        Until `together` is set, the collector returns only the metrics of this process.
        """
        self.together: Callable[[], Iterable[Measured]] = lambda: [Measured(self.snapshot())]
        """A function that returns the metrics of all processes, this process first."""
        self._families: Final = families
        self._before: Numbers = {}
        self._process: Final = ProcessCollector(registry=None)

    def describe(self) -> Iterator[Metric]:
        """Yield the names of all metrics, so that a scrape can select some of them."""
        yield from (family.expose({}) for family in (*self._own_process(), *self._families))

    def collect(self) -> Iterator[Metric]:
        """Yield all families in order."""
        measured = [(_numbers.decode(one.snapshot), one.runs) for one in self.together()]
        for family in (*self._own_process(), *self._families):
            rows: dict[Labels, Row] = {}
            for numbers, runs in measured:
                if runs or family.kind != "gauge":
                    rows = family.merge(rows, dict(numbers.get(family.name, ())))
            yield family.expose(rows)

    def snapshot(self) -> bytes:
        """Return the metrics of this process only, including the counts of earlier processes that it replaced."""
        return msgspec.msgpack.encode({
            family.name: list(family.merge(dict(list(family.rows.items())), self._counted_before(family)).items())
            for family in (*self._own_process(), *self._families)
        })  # fmt: skip

    def continue_counts(self, snapshot: bytes) -> None:
        """Add the counts of the process that this one replaces."""
        self._before = _numbers.decode(snapshot)

    def _counted_before(self, family: Family) -> dict[Labels, Row]:
        return {} if family.kind == "gauge" else dict(self._before.get(family.name, ()))

    def _own_process(self) -> Iterator[Family]:
        """Measure this process: its processor time, memory and open files.

        For several processes, the numbers are added up, except for the start time: the earliest one is used.
        """
        for metric in self._process.collect():
            kind: Kind = "counter" if metric.type == "counter" else "gauge"
            family = Family(metric.name, metric.documentation, kind=kind, lowest=metric.name == START)
            family.rows[()] = [NEVER, metric.samples[0].value]
            yield family
