"""Readings: pure functions of an immutable state, computed only once for each state.

The contract of a reading:

- Its result depends only on the state and its other arguments, not on a clock, on chance or on anything that changes.
- Its result is immutable, so that all callers may share it; and its arguments are hashable.
- Its result is cached in the state object itself, and is dropped together with that object. No other state uses it, not
  even an equal one, and it is never stored, compared, copied or sent to another process. A result does not refer to its
  state.

A reading of parts (`reading_of`) reads only a few parts of a state. Its result is cached in the first of them, and
serves every state with the same parts. For example, a view's form of a creature is computed again only after the
creature has changed. The part caches only the latest result for each question. A state for which a question was asked
also caches the result, and does not compare its parts again.

A generator cannot be a reading, because its first caller would use it up. Two threads that read one state at the same
moment may both compute the result, and the two results are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from inspect import isgeneratorfunction
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

from shared.kernel.lasting import Lasting

S = TypeVar("S", bound=Lasting)
P = ParamSpec("P")
T = TypeVar("T", bound=Hashable)

Question: TypeAlias = tuple[Hashable, ...]
"""A reading with its arguments."""
Kept: TypeAlias = tuple[tuple[Any, ...], Any]
"""A cached answer, with the parts that were read (except the part in which the answer is cached)."""
Watch: TypeAlias = Callable[[Lasting, Question, tuple[Any, ...], Callable[[], Any]], Kept]
"""A function that supplies a missing answer.

Its arguments are a state, the question, the other parts, and a function that computes the answer.
"""
_watches: Final[list[Watch]] = []


def reading(work: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Mark a reading: a pure function whose result is cached in the state that it reads.

    Refuses: TypeError for a generator
    """
    _check_answers_whole(work)

    @wraps(work)
    def read(state: S, /, *arguments: P.args, **named: P.kwargs) -> T:
        question = (work, arguments, *named.items()) if named else (work, arguments)
        answers: Any = state.__dict__
        kept = answers.get(question)
        if kept is None:
            if _watches:
                kept = _work_out(state, question, (), partial(work, state, *arguments, **named))
            else:
                kept = answers[question] = ((), work(state, *arguments, **named))
        return kept[1]  # type: ignore[no-any-return]

    return read


def reading_of(
    parts: Callable[..., tuple[Any, ...]],
) -> Callable[[Callable[Concatenate[S, P], T]], Callable[Concatenate[S, P], T]]:
    """Mark a reading of parts: `parts` returns the parts of a state that the function reads.

    The first of these parts must be `Lasting`; the result is cached in it.

    Refuses: TypeError for a generator
    """

    def mark(work: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
        _check_answers_whole(work)

        @wraps(work)
        def read(state: S, /, *arguments: P.args, **named: P.kwargs) -> T:
            here: Any = state.__dict__
            question = (work, arguments, *named.items()) if named else (work, arguments)
            kept = here.get(question)
            if kept is None:
                found = parts(state, *arguments, **named)
                kept = _read_parts(work, found, state, arguments, named)
                if not _watches:
                    here[question] = kept
            return kept[1]  # type: ignore[no-any-return]

        return read

    return mark


def _read_parts(  # noqa: PLR0917 one question of one reading
    work: Callable[..., Any], found: tuple[Any, ...], state: Lasting, arguments: tuple[Any, ...], named: dict[str, Any]
) -> Kept:
    """Return the answer cached in the first part if the other parts are still the same; otherwise a new answer."""
    keeper, others = found[0], found[1:]
    asked = arguments[1:] if arguments and arguments[0] is keeper else arguments
    question = (work, asked, *named.items()) if named else (work, asked)
    answers: Any = keeper.__dict__
    kept: Kept | None = answers.get(question)
    if kept is None or kept[0] != others:
        if _watches:
            kept = _work_out(keeper, question, others, partial(work, state, *arguments, **named))
        else:
            kept = answers[question] = (others, work(state, *arguments, **named))
    return kept


def _check_answers_whole(work: Callable[..., Any]) -> None:
    if isgeneratorfunction(work):
        raise TypeError(f"{work.__qualname__} is a generator, which only its first caller could use: return a tuple")


def _work_out(keeper: Lasting, question: Question, others: tuple[Any, ...], work: Callable[[], Any]) -> Kept:
    """Compute an answer and cache it; inside a `watched` block, the block's function does this."""
    return _watches[-1](keeper, question, others, work)


def keep(keeper: Lasting, question: Question, others: tuple[Any, ...], work: Callable[[], Any]) -> Kept:
    """Compute an answer, and cache it in a state or part."""
    answers: Any = keeper.__dict__
    kept = answers[question] = (others, work())
    return kept


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Pass each question without a cached answer to `watch` within this block, so that tests can count or check it."""
    _watches.append(watch)
    try:
        yield
    finally:
        _watches.remove(watch)
