"""Checks of readings: they count how often each is computed, or prove that each is pure and returns an immutable value.

A *reading* is a function of a state whose result is cached with that state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from shared.kernel.lasting import Lasting
from shared.kernel.readings import Kept, Question, keep, watched


class LawBroken(AssertionError):
    """A reading is not pure, or its result is mutable. The message names the reading."""


@contextmanager
def counted_readings() -> Iterator[Counter[str]]:
    """Count how often each reading is computed during the block. Results are cached as usual."""
    found: Counter[str] = Counter()

    def count(keeper: Lasting, question: Question, others: tuple[Any, ...], work: Callable[[], Any]) -> Kept:
        found[_name(question)] += 1
        return keep(keeper, question, others, work)

    with watched(count):
        yield found


@contextmanager
def checked_readings() -> Iterator[Counter[str]]:
    """Compute every reading again at each call, and compare the result with the first one for the same state.

    At the first call, the reading is computed twice. Yield a counter of the calls of each reading. Refuses:
    LawBroken
    """
    calls: Counter[str] = Counter()

    def check(keeper: Lasting, question: Question, others: tuple[Any, ...], work: Callable[[], Any]) -> Kept:
        name, answer = _name(question), work()
        calls[name] += 1
        answers: Any = keeper.__dict__
        first = answers.get((check, question))
        if first is None or first[0] != others:
            if fault := _fault(answer, keeper):
                raise LawBroken(f"{name} {fault}")
            first = keep(keeper, (check, question), others, work)
        if answer != first[1]:
            raise LawBroken(f"{name} has two answers for one state: {first[1]!r} and {answer!r}")
        return others, answer

    with watched(check):
        yield calls


def _name(question: Question) -> str:
    work: Any = question[0]
    return f"{work.__module__}.{work.__qualname__}"


def _fault(answer: Any, state: Lasting) -> str | None:  # noqa: ANN401
    """Return what is wrong with a result: a part that is mutable, or that refers to the state."""
    if answer is state:
        return "answers with the state itself, which would then keep itself alive"
    if answer is None or isinstance(answer, (str, int, float, frozenset)):
        return None
    if isinstance(answer, tuple):
        parts: Any = answer
    elif isinstance(answer, Struct) and answer.__struct_config__.frozen:
        parts = [getattr(answer, name) for name in answer.__struct_fields__]
        parts = [one for part in parts for one in (part.values() if isinstance(part, dict) else (part,))]
    else:
        return f"answers with a {type(answer).__name__}, which can be changed: answer with a tuple or a frozen struct"
    return next((fault for part in parts if (fault := _fault(part, state))), None)
