"""Collects the log lines of the services. After a run, none of them may be an error."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

QUIET: Final = frozenset({"debug", "info", "warning"})


class Logged(io.TextIOBase):
    """A file that stores what is written to it."""

    def __init__(self) -> None:
        """Start with an empty file."""
        self._lines: list[str] = []

    def write(self, text: str) -> int:
        """Store a line."""
        self._lines.append(text)
        return len(text)

    def take(self) -> list[str]:
        """Return the lines logged since the last call."""
        lines, self._lines = "".join(self._lines).splitlines(), []
        return lines


LOGGED: Final = Logged()
REAL: Final = sys.stdout


def collect() -> None:
    """Collect everything written to the standard output from now on."""
    sys.stdout = LOGGED


def errors_in(lines: Iterable[str]) -> Iterator[str]:
    """Yield the event and the message of each line at the error level, and each line that is no log line."""
    for line in lines:
        try:
            facts = json.loads(line)
        except ValueError:
            yield line
            continue
        if facts["level"] not in QUIET:
            yield _shorten(facts)


def _shorten(facts: Mapping[str, Any]) -> str:
    return f"{facts.get('event')}: {facts.get('said') or facts.get('exception') or facts}"[-600:]
