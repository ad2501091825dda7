"""Metrics as plain numbers. Counting is an addition; objects of the Prometheus library are created only for a scrape.

A row is a list of floats for one set of labels. It starts with the time when the row was created. Then comes the
value or, for a histogram, the sum and the count of each bucket. Only the event loop's thread writes rows; other
threads may read them.
"""

from __future__ import annotations

import operator
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.samples import Sample
from prometheus_client.utils import floatToGoString

Kind: TypeAlias = Literal["counter", "gauge", "histogram"]
Labels: TypeAlias = tuple[str, ...]
Row: TypeAlias = list[float]
NEVER: Final = 0.0
"""The creation time in rows of metrics that report no creation time."""
MADE: Final = 0
VALUE: Final = 1
BUCKETS: Final = 2


def as_it_is(label: str, value: str) -> str:  # noqa: ARG001 the form of all functions that limit values
    """Return the value of a label unchanged."""
    return value


class Rows(dict[Labels, Row]):
    """The rows of a metric by their labels. Looking up a row that does not exist creates it."""

    def __init__(self, add: Callable[[Labels], Row]) -> None:
        """Set up the rows; `add` creates a row."""
        self._add: Final = add

    def __missing__(self, labels: Labels) -> Row:
        """Return a new row."""
        return self._add(labels)


class Family:
    """The numbers of one metric, with one row for each set of labels. A metric without labels starts at zero."""

    def __init__(
        self, name: str, about: str, *labels: str, kind: Kind = "counter", bounds: tuple[float, ...] = (),
        lowest: bool = False,
    ) -> None:  # fmt: skip
        """Set up a metric with a name, a help text and labels; a histogram also needs the upper bounds of its buckets.

        If `lowest` is true and several processes report together, they report the lowest of their values instead of
        the sum.
        """
        self.name: Final = name
        self.about: Final = about
        self.labels: Final = labels
        self.kind: Final = kind
        self.bounds: Final = bounds
        self.lowest: Final = lowest
        self.rows: Final = Rows(self._add_row)
        self.bound: Callable[[str, str], str] = as_it_is
        """A function that limits the values of labels: from a label and its value, it returns the value to count."""
        if not labels:
            self._add_row(())

    def _add_row(self, labels: Labels) -> Row:
        """Return the row that counts these labels, after their values are limited. Create a missing row."""
        labels = tuple(map(self.bound, self.labels, labels))
        if labels not in self.rows:
            numbers = BUCKETS + len(self.bounds) + 1 if self.kind == "histogram" else BUCKETS
            self.rows[labels] = [time.time(), *[0.0] * (numbers - 1)]
        return self.rows[labels]

    def observe(self, row: Row, amount: float) -> None:
        """Add an observed value to a row of a histogram."""
        row[VALUE] += amount
        row[BUCKETS + bisect_left(self.bounds, amount)] += 1

    def expose(self, rows: Mapping[Labels, Row]) -> Metric:
        """Return rows of this family as an object of the Prometheus library."""
        if self.kind == "counter":
            counter = CounterMetricFamily(self.name, self.about, labels=self.labels)
            for labels, row in rows.items():
                counter.add_metric(labels, row[VALUE], created=row[MADE] or None)
            return counter
        if self.kind == "gauge":
            gauge = GaugeMetricFamily(self.name, self.about, labels=self.labels)
            for labels, row in rows.items():
                gauge.add_metric(labels, row[VALUE])
            return gauge
        histogram = HistogramMetricFamily(self.name, self.about, labels=self.labels)
        for labels, row in rows.items():
            histogram.add_metric(labels, list(self._buckets(row)), row[VALUE])
            named = dict(zip(self.labels, labels, strict=True))
            histogram.samples.append(Sample(f"{self.name}_created", named, row[MADE]))
        return histogram

    def _buckets(self, row: Row) -> Iterator[tuple[str, float]]:
        """Yield the cumulative count of each bucket of a histogram."""
        seen = 0.0
        for bound, count in zip((*self.bounds, float("inf")), row[BUCKETS:], strict=True):
            seen += count
            yield str(floatToGoString(bound)), seen  # type: ignore[no-untyped-call]

    def merge(self, rows: Mapping[Labels, Row], others: Mapping[Labels, Row]) -> dict[Labels, Row]:
        """Return the merged rows of two processes. Each row keeps the earlier creation time."""
        found = dict(rows)
        for labels, other in others.items():
            own = found.get(labels, other)
            if own is not other:
                together = min if self.lowest else operator.add
                other = [min(own[MADE], other[MADE]), *map(together, own[VALUE:], other[VALUE:])]  # noqa: PLW2901
            found[labels] = other
        return found
