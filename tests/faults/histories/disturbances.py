"""Disturbances of running clients: functions that kill or suspend processes, or disturb the proxies between them."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct
from redis import Redis

from services.gateway.processes.running import Running
from shared.platform.embedded_store.store import EmbeddedStore
from tests.faults.histories.cable import Cable
from tests.faults.histories.clients import HistoryClient, Played
from tests.faults.histories.history import Act, End, History

MEANWHILE: Final = 20
"""The number of acknowledgements to wait for while one of two servers is disturbed."""
HUNG_SECONDS: Final = 1.5
CLIENTS: Final = 8


class Scene(Struct, frozen=True, kw_only=True):
    """A store, its servers, the proxies of the last server, and the streams on which clients play.

    to_store: the proxy between the last server and the store, or None. to_clients: the proxy between clients and the
    last server.
    """

    store: EmbeddedStore
    servers: Sequence[Running]
    streams: Sequence[Played]
    history: History
    to_clients: Cable
    to_store: Cable | None = None
    alive: threading.Event

    def meanwhile(self) -> None:
        """Wait until the clients have received some more responses."""
        self.history.wait(self.history.acknowledged + MEANWHILE, self.alive)

    @property
    def cable_to_store(self) -> Cable:
        """Return the proxy between the last server and the store."""
        assert self.to_store is not None
        return self.to_store

    @property
    def addresses(self) -> list[str]:
        """Return the addresses that clients use for the servers. The last server is behind a proxy."""
        return [server.address for server in self.servers[:-1]] + [f"http://127.0.0.1:{self.to_clients.port}"]


Disturbance = Callable[[Scene], None]


def kill_a_server(scene: Scene) -> None:
    """Kill the first server, and restart it."""
    scene.servers[0].kill()
    scene.servers[0].start()


def kill_the_store(scene: Scene) -> None:
    """Kill the store as if its process had crashed, and restart it on its files."""
    with recorded(scene.history, "crash"):
        os.kill(scene.store.pid, signal.SIGKILL)
        scene.store.restart()


def stop_a_server(scene: Scene) -> None:
    """Suspend the first server in the middle of its work, and resume it later."""
    os.kill(scene.servers[0].pid, signal.SIGSTOP)
    try:
        scene.meanwhile()
    finally:
        os.kill(scene.servers[0].pid, signal.SIGCONT)


def stop_the_store(scene: Scene) -> None:
    """Suspend the store for a moment in the middle of its work."""
    os.kill(scene.store.pid, signal.SIGSTOP)
    try:
        time.sleep(HUNG_SECONDS)
    finally:
        os.kill(scene.store.pid, signal.SIGCONT)


def cut_the_cable_to_the_store(scene: Scene) -> None:
    """Disconnect the last server from the store."""
    scene.cable_to_store.cut()


def lose_answers_of_the_store(scene: Scene) -> None:
    """Hold back the store's replies to the last server, then disconnect it.

    The store commits, but the server gets no reply.
    """
    scene.cable_to_store.hold_back()
    scene.meanwhile()
    scene.cable_to_store.cut()


def delay_answers_of_the_store(scene: Scene) -> None:
    """Hold back the store's replies to the last server, and pass them on later."""
    scene.cable_to_store.hold_back()
    scene.meanwhile()
    scene.cable_to_store.let_through()


def lose_answers_of_a_server(scene: Scene) -> None:
    """Hold back the last server's responses to clients, then disconnect them."""
    scene.to_clients.hold_back()
    scene.meanwhile()
    scene.to_clients.cut()


ALL: Final[Sequence[Disturbance]] = (
    kill_the_store, cut_the_cable_to_the_store, kill_a_server, lose_answers_of_the_store, stop_a_server,
    lose_answers_of_a_server, stop_the_store, delay_answers_of_the_store,
)  # fmt: skip


# ---------------------------------------------------------------- power cuts


class PowerCuts:
    """Simulated power cuts of the whole machine.

    All processes end, and the store may lose everything after its last sync.
    """

    def __init__(self, seed: int) -> None:
        """Create power cuts, with a seed that decides where files end."""
        self._random, self._synced = random.Random(seed), 0

    def sync(self, scene: Scene) -> None:
        """Wait until all writes so far are on the store's disk."""
        with recorded(scene.history, "sync"), Redis.from_url(scene.store.url) as redis, redis.client() as alone:
            written = _log_file(scene.store).stat().st_size
            alone.set("synced", "")  # the store waits for the writes of this connection, and for all that came before
            alone.execute_command("WAITAOF", 1, 0, 0)
            self._synced = written

    def cut(self, scene: Scene) -> None:
        """Stop everything, truncate the store's file at a random point after the last sync, and restart everything."""
        size = _log_file(scene.store).stat().st_size
        self._cut_to(self._random.randint(self._synced, size), scene)

    def cut_at_the_last_sync(self, scene: Scene) -> None:
        """Stop everything, truncate the store's file at the last sync, and restart everything."""
        self._cut_to(self._synced, scene)

    def _cut_to(self, size: int, scene: Scene) -> None:
        with recorded(scene.history, "crash"):
            for server in scene.servers:
                server.kill()
            os.kill(scene.store.pid, signal.SIGKILL)
            scene.store.stop()
            os.truncate(_log_file(scene.store), size)
            scene.store.start()
            for server in scene.servers:
                server.start()


def _log_file(store: EmbeddedStore) -> Path:
    """Return the file to which the store appends."""
    return max(store.folder.glob("**/*.incr.aof"))


# ---------------------------------------------------------------- runs


@contextmanager
def recorded(history: History, act: Act) -> Iterator[None]:
    """Record the beginning and the end of a sync or a crash in the history."""
    op = history.invoke("disturbance", act)
    yield
    history.end(End(op=op, outcome="ok"))


def play(scene: Scene, disturbances: Sequence[Disturbance], *, operations: int) -> None:
    """Run clients until this many operations are acknowledged, with the disturbances at equal distances in between."""
    key = scene.servers[0].key
    clients = [
        HistoryClient(
            number, scene.history, scene.streams, scene.addresses, key=key, until=operations, alive=scene.alive
        )
        for number in range(CLIENTS)
    ]
    scene.alive.set()
    for client in clients:
        client.start()
    try:
        for place, disturb in enumerate(disturbances, 1):
            scene.history.wait(place * operations // (len(disturbances) + 1), scene.alive)
            if scene.alive.is_set():
                disturb(scene)
    finally:
        for client in clients:
            client.join()
        scene.alive.clear()
    failed = [client.error for client in clients if client.error]
    if failed:
        raise BaseExceptionGroup("clients failed", failed)
