"""A writer of log lines in batches, one batch for each turn of the event loop. A write costs more than building a line.

A line waits at most until the end of the turn. It is written at once, together with all waiting lines, if no event
loop is running or its level is `error` or above. Lines that are still waiting when the process exits are written
too. Lines are lost only if the process is killed during a turn, or ended by `os._exit`.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import threading
from collections.abc import Sequence
from typing import Final, TextIO


class LineWriter:
    """A writer of log lines to an output. If the output is broken, the code that writes logs does not fail."""

    def __init__(self, out: TextIO) -> None:
        """Set up the writer for an output."""
        self._out: Final = out
        self._waiting: list[str] = []
        self._turn: asyncio.AbstractEventLoop | None = None
        self._lock = threading.RLock()  # a signal handler, or a finaliser that logs a warning, may enter it again
        atexit.register(self.flush)
        os.register_at_fork(after_in_child=self._forget)

    def add(self, line: str) -> None:
        """Write a line at the end of this turn of the event loop, or at once if no event loop is running."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.write(line)
            return
        with self._lock:
            self._waiting.append(line)
            if self._turn is not loop:
                self._turn = loop
                loop.call_soon(self.flush)

    def write(self, line: str) -> None:
        """Write a line now, after all lines that are waiting."""
        with self._lock:
            self._waiting.append(line)
            self.flush()

    def flush(self) -> None:
        """Write all lines that are waiting."""
        with self._lock:
            self._turn = None
            lines, self._waiting = self._waiting, []
            if not lines:
                return
            with contextlib.suppress(OSError):
                self._put(lines)
            with contextlib.suppress(OSError, ValueError):
                self._out.flush()

    def _put(self, lines: Sequence[str]) -> None:
        """Write these lines in one call. If the output cannot encode one of them, write them one by one."""
        try:
            self._out.write("\n".join((*lines, "")))
        except ValueError:
            for line in lines:
                with contextlib.suppress(ValueError):
                    self._out.write(line + "\n")

    def _forget(self) -> None:
        """In a forked child process, drop the parent's waiting lines and the lock, which a parent's thread may hold."""
        self._lock = threading.RLock()
        self._waiting, self._turn = [], None


class Channel:
    """A structlog logger that passes its lines to the line writer."""

    def __init__(self, lines: LineWriter, name: str = "arbiter", *_: object) -> None:
        """Set up the logger with a line writer. `name` is the name of the logger."""
        self.name: Final = name
        self.msg = self.log = self.debug = self.info = self.warning = self.warn = lines.add
        self.error = self.err = self.critical = self.fatal = self.exception = self.failure = lines.write
