"""A primary's periodic confirmations that its replicas have all writes, recorded in the history.

Sentinel replaces a primary that does not respond for half a second, even if no test has killed it. A test that
only kills primaries cannot know when that happened. The confirmations show it, because each names its primary.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from tests.faults.histories.history import End, History

PAUSE: Final = 0.1


@contextmanager
def confirmations(history: History, confirm: Callable[[], str]) -> Iterator[Callable[[], bool]]:
    """Request confirmations during the block.

    `confirm` returns the primary's name, or an empty string if no primary confirms. The yielded function requests one
    more confirmation, and returns whether a primary confirmed.
    """
    over = threading.Event()

    def ask() -> bool:
        op = history.invoke("confirmations", "sync")
        primary = confirm()
        history.end(End(op=op, outcome="ok" if primary else "unknown", head=primary))
        return bool(primary)

    def keep_asking() -> None:
        while not over.wait(PAUSE):
            ask()

    thread = threading.Thread(target=keep_asking)
    thread.start()
    try:
        yield ask
    finally:
        over.set()
        thread.join()
