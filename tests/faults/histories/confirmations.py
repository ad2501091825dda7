"""A primary confirms again and again that its replicas have everything; the history says when, and which primary.

Sentinel replaces a primary whenever it does not answer for half a second, also where no test has killed it. When that
was is not known to a test that only kills: it is known from who confirms.
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
    """Ask for confirmations during the block. `confirm` names the primary; empty if none does.

    The function that is yielded asks once more, and returns whether a primary confirmed.
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
