"""Records which test opened each socket that stays open, and names it when pytest finds the socket at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

FILES: Final = Path("/proc/self/fd")
"""The folder that lists this process's open files on Linux. On other systems, no test is named."""
OPENERS: Final[dict[str, str]] = {}
"""For each socket that is still open after a test, the test that opened it."""


def open_sockets() -> set[str]:
    """Return the names of the sockets that are open now. The system never uses a name twice."""
    found = set()
    with suppress(FileNotFoundError):
        for file in FILES.iterdir():
            with suppress(FileNotFoundError):
                found.add(str(file.readlink()))
    return {name for name in found if name.startswith("socket:")}


@contextmanager
def remember(test: str) -> Iterator[None]:
    """Record this test as the opener of all sockets that are opened during the block and stay open."""
    before = open_sockets()
    yield
    OPENERS.update(dict.fromkeys(open_sockets() - before, test))


@contextmanager
def name_openers() -> Iterator[None]:
    """If the block raises an error, add the tests that opened the sockets which were closed during the block."""
    before = open_sockets()
    try:
        yield
    except BaseException as error:
        closed = before - open_sockets()
        if found := sorted({OPENERS[name] for name in closed & OPENERS.keys()}):
            error.add_note(f"opened in {', '.join(found)}")
        raise
