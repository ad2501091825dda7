"""Random kills of servers, the dispatcher and the store, and a client that resends requests without a response."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any, Final

import httpx

from services.gateway.processes.running import NO_TLS, Running
from tests.support.processes import children_of, words_of

PATIENCE: Final = 120.0
PAUSE: Final = 0.02
LATEST_MS: Final = 12
"""The longest time that a command may run before a process that handles it is killed. Units: milliseconds."""
KINDS: Final = (
    "server", "server in flight", "server in flight", "all servers", "dispatcher", "dispatcher in flight",
    "store in flight",
)  # fmt: skip
"""The kinds of kills in `STEPS` steps. A kill "in flight" happens while a command is handled."""
STEPS: Final = 24


def pids_of(server: Running, role: str) -> list[int]:
    """Return the ids of an installation's processes that have this role."""
    return [pid for pid in children_of(server.pid) if role in words_of(pid)]


class InsistentClient(httpx.Client):
    """A client that opens a new connection for each request, so that any server may get it, and that resends requests.

    A request that may be repeated (a read, or a request with a key) is sent until a server responds. `effects` has
    the versions of each command's events, by path and key.
    """

    def __init__(self, server: Running) -> None:
        """Create a client that sends the app's key."""
        super().__init__(
            base_url=server.address, headers={"Authorization": f"Bearer {server.key}"}, timeout=PATIENCE, verify=NO_TLS,
            limits=httpx.Limits(max_keepalive_connections=0),
        )  # fmt: skip
        self.before_command: Callable[[], None] = lambda: None
        self.effects: dict[str, dict[str, range]] = {}
        self.resent = 0

    def send(self, request: httpx.Request, **more: Any) -> httpx.Response:  # noqa: ANN401 as httpx has it
        """Send a request until a server responds to it."""
        key = request.headers.get("Idempotency-Key")
        if key is not None:
            self.before_command()
        until = time.monotonic() + PATIENCE
        while (answer := self._attempt(request, **more)) is None:
            assert key is not None or request.method == "GET", "a request without a key cannot be repeated"
            assert time.monotonic() < until, f"no server answers {request.method} {request.url}"
            self.resent += 1
            time.sleep(PAUSE)
        if key is not None and answer.status_code == httpx.codes.OK:
            self._note_effect(request.url.path, key, answer.json())
        return answer

    def _attempt(self, request: httpx.Request, **more: Any) -> httpx.Response | None:  # noqa: ANN401 as httpx has it
        """Send a request once.

        Return None if its outcome is unknown, or if the response asks the client to retry later.
        """
        with suppress(httpx.TransportError):
            answer = super().send(request, **more)
            if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                return answer
            assert int(answer.headers["Retry-After"]) >= 1
        return None

    def _note_effect(self, path: str, key: str, body: dict[str, Any]) -> None:
        """Record the versions of a command's events, which must be the same however often it is sent."""
        versions = range(body["first"], body["version"] + 1)
        assert self.effects.setdefault(path, {}).setdefault(key, versions) == versions


class Kills:
    """Kills of an installation's processes, between the steps of a play and while its commands are handled."""

    def __init__(self, server: Running, app: InsistentClient) -> None:
        """Kill processes of this installation; the kills interrupt commands of the client `app`."""
        self.done: Counter[str] = Counter()
        self.server, self.app = server, app
        self._deck: list[str] = []
        self._timers: list[threading.Timer] = []
        self._armed: tuple[str, float] | None = None
        self._spared = 0
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        app.before_command = self._on_command

    @property
    def of_deliveries(self) -> int:
        """Return the number of kills, of the dispatcher or the store, that may have caused a repeated delivery."""
        return sum(count for kind, count in self.done.items() if kind.startswith(("dispatcher", "store")))

    def strike(self, luck: Random) -> None:
        """At random, kill a process now, or while a later command is handled, or not at all.

        If another thread is waiting to kill a process, do nothing.
        """
        if self._turn.acquire(blocking=False):
            try:
                self._strike(luck)
            finally:
                self._turn.release()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Kill nothing during the block, in which the caller needs the store."""
        with self._turn:
            self.settle()
            yield

    def _strike(self, luck: Random) -> None:
        if not self._deck:
            self._deck = luck.sample([*KINDS, *[""] * (STEPS - len(KINDS))], STEPS)
        kind = self._deck.pop()
        self.done[kind] += 1
        if not kind:
            return
        self.await_all()
        role, _, when = kind.rpartition(" in ")
        which = luck.random()
        if when == "flight":
            self._armed, self._spared = (role, which), luck.randrange(3)
        elif kind == "all servers":
            for pid in pids_of(self.server, "server"):
                os.kill(pid, signal.SIGKILL)
        else:
            self._kill(kind, which)

    def await_all(self) -> None:
        """Wait until every server and the dispatcher are running, so that there is a process to kill."""
        self.settle()
        until = time.monotonic() + PATIENCE
        while self._up() != {"up": 2, "of": 2} or not pids_of(self.server, "dispatcher"):
            assert time.monotonic() < until, "a killed process was not started again"
            time.sleep(PAUSE)

    def settle(self) -> None:
        """Wait until the kills in progress are over, and cancel a kill that waits for a command."""
        with self._lock:
            self._armed = None
            timers, self._timers = self._timers, []
        for timer in timers:
            timer.join()

    def _up(self) -> Any:  # noqa: ANN401 any JSON
        return self.app.get("/health/ready").json().get("servers")

    def _on_command(self) -> None:
        """Start the timer of a kill that waits for this command."""
        with self._lock:
            if self._armed is None or self._spared:
                self._spared = max(0, self._spared - 1)
                return
            (role, which), self._armed = self._armed, None
            timer = threading.Timer(which * LATEST_MS / 1000, self._kill, (role, which * LATEST_MS % 1))
            timer.start()
            self._timers.append(timer)

    def _kill(self, role: str, which: float) -> None:
        """Kill the store, which restarts, or one of the processes of a role, chosen by a number from 0 to 1."""
        if role == "store":
            os.kill(self.server.store.pid, signal.SIGKILL)
            self.server.store.restart()
            return
        pids = pids_of(self.server, role)
        if pids:
            with suppress(ProcessLookupError):
                os.kill(pids[int(which * len(pids))], signal.SIGKILL)
