"""Find the rules that lead to an event, in the docstrings of the functions on the call stack."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from types import CodeType, FrameType
from typing import Any, Final

from shared.kernel.context import Context
from shared.kernel.messages import Event
from shared.kernel.stream import decide

RULE: Final = re.compile(r"\b[A-Z]{2}(?:-[A-Z0-9]+)*-[0-9]+\b")
HEADING: Final = "Rule:"
NEAREST: Final = 3
"""The maximum number of functions whose rules are reported for an event: the innermost ones on the call stack."""


def rules_in(docstring: str | None) -> tuple[str, ...]:
    """Return the ids of the rules that a docstring cites after `Rule:`, in their order."""
    cited = (docstring or "").partition(HEADING)[2].partition("Refuses:")[0]
    return tuple(dict.fromkeys(RULE.findall(cited)))


def rules_behind(again: Callable[[], object], event: Event, events: Sequence[Event]) -> tuple[str, ...]:
    """Decide once more, and return the rules that the innermost functions cite when the decision emits an event.

    `events` are the decision's events before this one; they identify the right event if the decision emits an equal one
    earlier.
    """
    skipped = sum(one == event for one in events)
    found: tuple[str, ...] = ()

    def watch(frame: FrameType, what: str, _: Any) -> None:  # noqa: ANN401 as a profiler declares it
        nonlocal found, skipped
        if what != "call" or frame.f_code.co_name != "emit":
            return
        local = frame.f_locals
        if not isinstance(local.get("self"), Context) or local.get("event") != event:
            return
        skipped -= 1
        if skipped < 0 and not found:
            nearest = islice(_rules_on_the_way(frame.f_back), NEAREST)
            found = tuple(dict.fromkeys(chain.from_iterable(nearest)))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        again()
    finally:
        sys.setprofile(before)
    return found


def _rules_on_the_way(frame: FrameType | None) -> Iterator[tuple[str, ...]]:
    """Yield the rules of each function on the call stack that cites rules, from the innermost function to `decide`."""
    while frame is not None and frame.f_code is not decide.__code__:
        if rules := _rules_of(frame.f_code):
            yield rules
        frame = frame.f_back


@lru_cache(maxsize=4096)
def _rules_of(code: CodeType) -> tuple[str, ...]:
    first = code.co_consts[0] if code.co_consts else None
    return rules_in(first) if isinstance(first, str) else ()
