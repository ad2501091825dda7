"""A meter of computing work: it stops a calculation at its limit, even if the estimate was too low.

Units: steps of `shared.kernel.odds.shape`: a step is about a tenth of a microsecond of one 2020s core. Every loop
       whose length a caller can choose is counted before it runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from shared.kernel.refusals import TooCostly

BITS: Final = 2048
"""A step on a long number costs one more step for each BITS bits of the number."""


class Meter:
    """A counter of the steps of a calculation, which stops the calculation at its limit."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int | None) -> None:
        """Start at 0 steps."""
        self.limit, self.spent = limit, 0


_meter: ContextVar[Meter | None] = ContextVar("odds meter", default=None)


@contextmanager
def metered(limit: int | None) -> Iterator[Meter]:
    """Count the steps that the `with` block takes, and stop it at the limit.

    Rule:    DI-COST-02
    Refuses: TooCostly
    """
    outer, meter = _meter.get(), Meter(limit)
    token = _meter.set(meter)
    try:
        yield meter
    finally:
        _meter.reset(token)
        if outer is not None:
            outer.spent += meter.spent


def spend(items: int, weight: int = 1) -> None:
    """Count `items` steps before they are taken, each on a number as long as `weight`.

    Refuses: TooCostly
    """
    meter = _meter.get()
    if meter is None:
        return
    meter.spent += items * (1 + weight.bit_length() // BITS)
    if meter.limit is not None and meter.spent > meter.limit:
        raise TooCostly(needs=meter.limit, has=meter.spent)
