"""A thread that restarts the store of `arbiter up` when the store dies, and checks that run before a store is used."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Self

import structlog
from redis.exceptions import RedisError

from shared.platform.addresses import parse_address
from shared.platform.embedded_store.store import EmbeddedStore, ServerFailed, StoreError
from shared.platform.eventlog import CannotStart, ConnectionLost, LogRefusal, check_keys
from shared.platform.settings import ServerSettings, without_passwords

log = structlog.get_logger("gateway")

LOOK_SECONDS: Final = 0.25
PAUSES: Final = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Seconds to wait before each attempt to restart the store. After the last attempt, the watch gives up."""
BROKEN_PAUSES: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds to wait before each further check of a store that broke the connection, as one that restarts does."""
STEADY_SECONDS: Final = 60.0
"""Seconds after which a restarted store counts as healthy. If it dies later, the attempts start again at 1."""


class StoreWatch:
    """A watch that restarts the embedded store when it dies.

    If the store cannot be restarted, the watch ends this process and keeps the error.
    """

    def __init__(self, store: EmbeddedStore | None) -> None:
        """Set up a watch for an embedded store. Pass None for an external store, which its own operator watches."""
        self._store = store
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._tries = 0
        self._begun = 0.0
        self._last: StoreError | OSError | None = None
        self._failure: StoreError | OSError | None = None

    def __enter__(self) -> Self:
        """Return the watch without starting it; `begin` starts it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop watching the store."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def begin(self) -> None:
        """Start watching. Call this only when the process is able to shut down cleanly."""
        if self._store is not None:
            self._thread = threading.Thread(
                target=self._keep_alive, args=(self._store,), name="store-watch", daemon=True
            )
            self._thread.start()

    def hold(self) -> None:
        """Raise the error that made the watch give up, if it gave up. Refuses: ServerFailed."""
        if self._failure is not None:
            tries = f"after {len(PAUSES)} tries to start it again it is given up"
            raise ServerFailed(f"the store has ended, and {tries}: {self._failure}")

    def _keep_alive(self, store: EmbeddedStore) -> None:
        while not self._over.wait(LOOK_SECONDS):
            if store.is_running():
                self._tries = self._tries if time.monotonic() - self._begun < STEADY_SECONDS else 0
            elif self._tries == len(PAUSES):
                self._failure = self._last or ServerFailed("it ends soon after each start")
                os.kill(os.getpid(), signal.SIGTERM)
                return
            elif not self._over.wait(PAUSES[self._tries]):
                self._tries += 1
                self._try(store)

    def _try(self, store: EmbeddedStore) -> None:
        self._last = None
        try:
            store.revive()
        except (StoreError, OSError) as error:
            self._last = error
            log.error("store_not_started", attempt=self._tries, said=str(error))  # noqa: TRY400 the message is enough
            return
        self._begun = time.monotonic()
        log.warning("store_started_again", pid=store.pid)


# ---------------------------------------------------------------- a store that can be used


def check_address(store: str) -> str:
    """Check that the address of a store is valid, and return it.

    Refuses: CannotStart
    """
    try:
        parse_address(store)
    except ValueError as error:
        raise CannotStart(_unusable(store, error)) from error
    return store


def check_store(settings: ServerSettings, store: str) -> None:
    """Check that a store is reachable, meets the requirements of the event log, and matches the key file.

    A store that breaks the connection is checked again for some seconds.

    Rule:    AR-SERVER-07
    Refuses: CannotStart
    """
    from shared.platform.queue import (  # imports Celery, which the refusal of a wrong address does not need
        QueueMisconfigured,
        broker_of,
        connect_to_store,
    )

    check_address(store)
    try:
        broker_of(settings, store)
    except QueueMisconfigured as error:
        raise CannotStart(str(error)) from error
    try:
        _unless_broken(lambda: asyncio.run(check_keys(partial(connect_to_store, settings, store), settings.keys_at)))
    except (LogRefusal, RedisError, OSError) as error:
        raise CannotStart(_unusable(store, error)) from error


def _unless_broken(check: Callable[[], None]) -> None:
    """Check a store, and repeat the check a few times if the connection breaks. Refuses: all refusals of the check."""
    for pause in BROKEN_PAUSES:
        try:
            return check()
        except ConnectionLost:
            time.sleep(pause)
    return check()


def _unusable(store: str, error: Exception) -> str:
    said = str(error) or (error.says if isinstance(error, LogRefusal) else type(error).__name__)
    return f"the store at {without_passwords(store)} cannot be used: {said}"
