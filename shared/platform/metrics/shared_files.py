"""The numbers of several processes that serve as one, in a file each: a process that is killed takes none along.

A process tells nothing of itself that its file does not hold. So whoever reads the file after its end finds no less
than anybody was ever told, and a count never goes back, whichever process is asked. Whoever takes its place counts on
from it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog

from .collecting import Measured, PlainCollector

log = structlog.get_logger("shared.platform.metrics")


class SharedFiles:
    """The files as one of the processes sees them."""

    def __init__(self, collector: PlainCollector, folder: Path, *, number: int, of: int) -> None:
        """Take what this process measures, where the files are, and which of them is its own."""
        self.runs: Callable[[int], bool] = lambda _: False
        """Returns whether another process runs. It is called in whichever thread is scraped."""
        self._collector, self._folder = collector, folder
        self._number: Final = number
        self._others: Final = [other for other in range(of) if other != number]
        self._alone: Final = threading.Lock()
        with suppress(FileNotFoundError):
            collector.go_on_from(self._file(number).read_bytes())
        collector.together = self.together

    def keep(self) -> bytes:
        """Write what this process has measured to its file, and return it. Any thread may call this."""
        with self._alone:  # what is written later is never less
            snapshot = self._collector.snapshot()
            file = self._file(self._number)
            coming = file.with_suffix(".new")
            try:
                coming.write_bytes(snapshot)
                coming.replace(file)
            except OSError as error:
                log.warning("measurements_not_kept", said=str(error))
            return snapshot

    def together(self) -> list[Measured]:
        """Return what all processes have measured; of the others, what they have written."""
        found = [Measured(self.keep())]
        for other in self._others:
            with suppress(FileNotFoundError):  # it has told nothing yet
                found.append(Measured(self._file(other).read_bytes(), self.runs(other)))
        return found

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.measured"
