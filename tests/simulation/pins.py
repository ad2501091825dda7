"""Pinned clocks and random sources.

Every function that reads a clock, a random number or an id reads it from the simulated world instead.

The services bind such functions when they are imported (`from os import urandom`, `clock=time.monotonic` as a
default), so `hold` must be called before the first import of a service. The order of a set of texts depends on
hashes, which only an environment variable can fix: `fix_hashes` restarts Python with it.
"""

from __future__ import annotations

import os
import random
import sys
import time
import uuid
from collections.abc import Callable
from typing import Any, Final, Protocol

HASHES: Final = "PYTHONHASHSEED"
CLOCKS: Final = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
NANOSECONDS: Final = 1_000_000_000
UUID_BYTES: Final = 16


class Source(Protocol):
    """A source of time and random bytes. Units: seconds."""

    def monotonic(self) -> float:
        """Return the time of a clock that is never set back."""
        ...

    def wall(self) -> float:
        """Return the time since 1970 by the clock of the running process. Units: seconds."""
        ...

    def random_bytes(self, count: int) -> bytes:
        """Draw random bytes."""
        ...


class FixedSource:
    """A source with one fixed time and one sequence of bytes, for objects that are built before a world exists."""

    def __init__(self) -> None:
        """Create the source, at the start of its sequence of bytes."""
        self._random = random.Random(0)

    def monotonic(self) -> float:
        """Return the fixed time."""
        return 0.0

    def wall(self) -> float:
        """Return the fixed time."""
        return 1_700_000_000.0

    def random_bytes(self, count: int) -> bytes:
        """Return the next bytes of the sequence."""
        return self._random.randbytes(count)


class Chosen:
    """What the command line chose, before anything else is imported."""

    durability = ""
    """The durability of a store with a replica and sentinels; empty for a store that stands alone."""


class Pinned:
    """The source in use. None means the real clocks and real randomness."""

    source: Source | None = None


def replace_names(owner: object, **names: Any) -> None:  # noqa: ANN401 anything
    """Replace names of a module or a class, for the rest of this process."""
    for name, value in names.items():
        setattr(owner, name, value)


def fix_hashes() -> None:
    """Restart Python with fixed hashes, unless they are already fixed."""
    if os.environ.get(HASHES) != "0":
        os.environ[HASHES] = "0"
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 this very program


def hold() -> None:
    """Replace the functions that read clocks and random numbers, for the rest of this process."""
    for name in CLOCKS:
        setattr(time, name, _clock(getattr(time, name), wall=name.startswith("time"), whole=name.endswith("_ns")))
    drawn = _draw_instead(os.urandom)
    os.urandom = drawn
    replace_names(random, _urandom=drawn)
    uuid.uuid1 = lambda *_, **__: uuid.UUID(bytes=drawn(UUID_BYTES), version=1)  # the C library makes them otherwise
    replace_names(time, sleep=_refusing(time.sleep))


def hold_logs() -> None:
    """Make log lines use the pinned clock.

    `datetime.now` can be replaced only in the module that imports it.
    """
    import datetime as dt

    from shared.platform import logs
    from shared.platform.logs import request_lines

    class PinnedDatetime(dt.datetime):
        """A `datetime` that reads the pinned clock."""

        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Any:  # noqa: ANN401 a datetime; the base class says Self
            """Return the time of the pinned clock."""
            return dt.datetime.fromtimestamp(time.time(), tz)

    for module in (logs, request_lines):
        replace_names(module, datetime=PinnedDatetime)


def _clock(real: Callable[[], Any], *, wall: bool, whole: bool) -> Callable[[], Any]:
    def ask() -> float:
        source = Pinned.source
        if source is None:
            return real()  # type: ignore[no-any-return] # a float or an int, as the clock has it
        seconds = source.wall() if wall else source.monotonic()
        return round(seconds * NANOSECONDS) if whole else seconds

    return ask


def _draw_instead(real: Callable[[int], bytes]) -> Callable[[int], bytes]:
    def urandom(size: int, /) -> bytes:
        return real(size) if Pinned.source is None else Pinned.source.random_bytes(size)

    return urandom


def _refusing(real: Callable[[float], None]) -> Callable[[float], None]:
    def sleep(seconds: float, /) -> None:
        if Pinned.source is not None:
            raise RuntimeError("a blocking sleep would stop every process of the world")
        real(seconds)

    return sleep
