"""Collects the log lines of the services. After a run, none of them may be at the error level."""

from __future__ import annotations

import io
import json
import sys
from typing import Final


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
        """Return the event and the message of each line logged since the last call."""
        lines, self._lines = "".join(self._lines).splitlines(), []
        return [_shorten(line) for line in lines]


LOGGED: Final = Logged()
REAL: Final = sys.stdout


def collect() -> None:
    """Collect everything written to the standard output from now on."""
    sys.stdout = LOGGED


def _shorten(line: str) -> str:
    try:
        facts = json.loads(line)
    except ValueError:
        return line
    return f"{facts.get('event')}: {facts.get('said') or facts.get('exception') or facts}"[-600:]
