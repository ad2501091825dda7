"""What Prometheus reads: the numbers of this process, and of those that serve beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec
from prometheus_client import Metric, ProcessCollector
from prometheus_client.registry import Collector

from .families import NEVER, Family, Kind, Labels, Row

Told = dict[str, list[tuple[Labels, Row]]]
START: Final = "process_start_time_seconds"

_told: Final = msgspec.msgpack.Decoder(Told)


class PlainCollector(Collector):
    """Exposes families, together with what other processes have told of theirs."""

    def __init__(self, families: Sequence[Family]) -> None:
        """Take the families in their order; there are no other processes until `others` says so."""
        self.others: Callable[[], Iterable[bytes]] = tuple
        self._families: Final = families
        self._process: Final = ProcessCollector(registry=None)

    def describe(self) -> Iterator[Metric]:
        """Name what there is, so that single names can be asked for."""
        yield from (family.exposed({}) for family in (*self._own_process(), *self._families))

    def collect(self) -> Iterator[Metric]:
        """Return all families, in their order."""
        told = [_told.decode(snapshot) for snapshot in self.others()]
        for family in (*self._own_process(), *self._families):
            rows = dict(list(family.rows.items()))
            for other in told:
                rows = family.merged(rows, dict(other.get(family.name, ())))
            yield family.exposed(rows)

    def snapshot(self) -> bytes:
        """Return the numbers of this process alone, for another one to merge."""
        families = (*self._own_process(), *self._families)
        return msgspec.msgpack.encode({one.name: list(one.rows.items()) for one in families})

    def _own_process(self) -> Iterator[Family]:
        """Measure the process: processor time, memory, files. Processes together have the sum, and the first start."""
        for metric in self._process.collect():
            kind: Kind = "counter" if metric.type == "counter" else "gauge"
            family = Family(metric.name, metric.documentation, kind=kind, lowest=metric.name == START)
            family.rows[()] = [NEVER, metric.samples[0].value]
            yield family
