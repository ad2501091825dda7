"""Functions that end a child process when its parent ends, for whatever reason."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

LOOK_SECONDS: Final = 0.5
LAST_WORDS: Final = ((signal.SIGTERM, 10.0), (signal.SIGQUIT, 7.0), (signal.SIGKILL, 0.0))
"""The signals that a process without a parent sends itself, in this order, and the seconds to wait after each."""


def hold_lifeline() -> None:
    """Shut down when standard input closes, which happens when the parent process ends."""
    _beside(_await_end)


def hold_parent(parent: int) -> None:
    """End this process at once when its parent ends, because a pool process has no work of its own to finish.

    The parent's id is an argument, because the parent may end before its child can look it up.
    """
    _beside(lambda: _await_orphanhood(parent))


def _beside(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="lifeline", daemon=True).start()


def _await_end() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        continue
    _end()


def _await_orphanhood(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


def _end() -> None:
    for number, seconds in LAST_WORDS:
        os.kill(os.getpid(), number)
        time.sleep(seconds)
