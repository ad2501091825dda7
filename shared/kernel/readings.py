"""Readings: pure functions of an immutable state, each worked out once for a state.

The law of a reading:

- Its answer depends on the state and its other arguments alone: on no clock, no luck and nothing else that changes.
- Its answer is immutable, so that all callers may have the same one; and its arguments are hashable.
- Its answer is kept with the state object itself, and goes when that object goes. No other state gets it, not even an
  equal one, and it is never stored, compared, copied or sent to another process. An answer does not hold its state.

A generator is no reading: its first caller would use it up. Two threads that read one state at the same moment may both
work out the answer; they get equal ones.
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

Watch: TypeAlias = Callable[[Lasting, tuple[Hashable, ...], Callable[[], Any]], Any]
"""Takes a state, the key under which an answer would be kept, and the work; returns the answer, and may keep it."""
UNREAD: Final = object()
_watches: Final[list[Watch]] = []


def reading(work: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Mark a reading: a pure function whose answer is kept with the state that it read.

    Refuses: TypeError for a generator
    """
    if isgeneratorfunction(work):
        raise TypeError(f"{work.__qualname__} is a generator, which only its first caller could use: return a tuple")

    @wraps(work)
    def read(state: S, /, *arguments: P.args, **named: P.kwargs) -> T:
        key = (work, arguments, *named.items()) if named else (work, arguments)
        answers: Any = state.__dict__
        answer = answers.get(key, UNREAD)
        if answer is UNREAD:
            if _watches:
                answer = _watches[-1](state, key, partial(work, state, *arguments, **named))
            else:
                answer = answers[key] = work(state, *arguments, **named)
        return answer  # type: ignore[no-any-return]

    return read


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Have a function see to every reading that has no answer yet, as tests do to count or to check them."""
    _watches.append(watch)
    try:
        yield
    finally:
        _watches.remove(watch)
