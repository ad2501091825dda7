"""Collects what the services log: at the level of errors, nothing may be in it after a run."""

from __future__ import annotations

import io
import json
import sys
from typing import Final


class Logged(io.TextIOBase):
    """A file that keeps what is written to it."""

    def __init__(self) -> None:
        """Begin empty."""
        self._lines: list[str] = []

    def write(self, text: str) -> int:
        """Keep a line."""
        self._lines.append(text)
        return len(text)

    def take(self) -> list[str]:
        """Return what was logged since the last call: of each line its event, and what it says."""
        lines, self._lines = "".join(self._lines).splitlines(), []
        return [_shortened(line) for line in lines]


LOGGED: Final = Logged()
REAL: Final = sys.stdout


def collect() -> None:
    """Collect what is written to the standard output from now on."""
    sys.stdout = LOGGED


def _shortened(line: str) -> str:
    try:
        facts = json.loads(line)
    except ValueError:
        return line
    return f"{facts.get('event')}: {facts.get('said') or facts.get('exception') or facts}"[-600:]
