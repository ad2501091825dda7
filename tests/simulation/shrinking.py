"""Shrinks a failing plan to the entries that cause the failure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from tests.simulation.plan import Plan
from tests.simulation.playing import Result
from tests.simulation.running import Image

Entry = TypeVar("Entry")


def shrunk(image: Image, plan: Plan, *, bug: str | None = None) -> tuple[Plan, Result]:
    """Return a plan that still fails, but not without any one of its faults and actions; return its result as well."""

    def fails(**changed: Any) -> bool:  # noqa: ANN401 fields of the plan
        return bool(image.run(replace(plan, **changed), bug=bug).violations)

    while True:
        before = plan
        plan = replace(plan, faults=_fewer(plan.faults, lambda kept: fails(faults=tuple(kept))))
        plan = replace(plan, asks=_fewer(plan.asks, lambda kept: fails(asks=tuple(kept))))
        if plan == before:
            return plan, image.run(plan, traced=True, bug=bug)


def _fewer(entries: Sequence[Entry], fails: Callable[[Sequence[Entry]], bool]) -> tuple[Entry, ...]:
    """Remove pieces of a list, large ones first, as long as the rest still fails."""
    kept, size = list(entries), len(entries)
    while size:
        place = 0
        while place < len(kept):
            tried = kept[:place] + kept[place + size :]
            if fails(tried):
                kept = tried
            else:
                place += size
        size //= 2
    return tuple(kept)
