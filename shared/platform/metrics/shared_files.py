"""Files in which processes that share a port save their metrics, so that no metrics are lost when a process is killed.

A process reports only numbers that it has saved in its file. Therefore the numbers left after its end are never
lower than the numbers scraped before, and a counter never decreases, whichever process is scraped. A process that
replaces another one continues with the numbers in its file.
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
    """The metrics files of all processes that share a port, as one of these processes uses them."""

    def __init__(self, collector: PlainCollector, folder: Path, *, number: int, of: int) -> None:
        """Set up the files in this folder. The collector belongs to process number `number` of `of` processes."""
        self.runs: Callable[[int], bool] = lambda _: False
        """A function that returns whether another process is running. The thread that handles a scrape calls it."""
        self._collector, self._folder = collector, folder
        self._number: Final = number
        self._others: Final = [other for other in range(of) if other != number]
        self._alone: Final = threading.Lock()
        with suppress(FileNotFoundError):
            collector.continue_counts(self._file(number).read_bytes())
        collector.together = self.together

    def keep(self) -> bytes:
        """Save the metrics of this process in its file, and return them. Any thread may call this method."""
        with self._alone:  # so that a later write never has lower counts
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
        """Return the metrics of all processes. For other processes, they are the metrics that these saved last."""
        found = [Measured(self.keep())]
        for other in self._others:
            with suppress(FileNotFoundError):  # it has saved nothing yet
                found.append(Measured(self._file(other).read_bytes(), self.runs(other)))
        return found

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.measured"
