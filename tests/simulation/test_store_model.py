"""The modelled store replies to random calls with the same bytes as a real one."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

import hiredis
import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog.redis.checks import SOURCE
from tests.simulation.random_calls import RandomCalls, Words
from tests.simulation.store.model import Store
from tests.simulation.store.values import encode

CALLS: Final = int(os.environ.get("ARBITER_TEST_STORE_CALLS", "6000"))
AT_ONCE: Final = 1 << 20
LOAD: Final[Words] = [b"FUNCTION", b"LOAD", b"REPLACE", SOURCE.encode()]


class RealStore:
    """A connection to a real store that returns the bytes of each reply."""

    def __init__(self, store: EmbeddedStore) -> None:
        """Connect to the store."""
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(store.socket))
        self._reader = hiredis.Reader(notEnoughData=Ellipsis)

    def ask(self, words: Words) -> bytes:
        """Send a command, and return the bytes of its reply."""
        self._line.sendall(hiredis.pack_command(tuple[Any, ...](words)))
        found = b""
        while True:
            data = self._line.recv(AT_ONCE)
            found += data
            self._reader.feed(data)
            if self._reader.gets() is not Ellipsis:
                return found

    def close(self) -> None:
        """Disconnect."""
        self._line.close()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealStore]:
    """Run a real store that these tests may flush, and connect to it."""
    folder = tmp_path_factory.mktemp("real")
    with EmbeddedStore(folder, durability="everysec") as store, closing(RealStore(store)) as line:
        yield line


def same(words: Words, real: bytes, modelled: bytes) -> bool:
    """Return whether two replies are the same.

    The texts of Lua errors may differ, because they contain line numbers.
    """
    if words[0] == b"FCALL" and real.startswith(b"-"):
        return modelled.startswith(b"-")
    return real == modelled


@pytest.mark.store
@pytest.mark.faults
@pytest.mark.parametrize("seed", range(3))
def test_the_model_replies_as_the_real_store_does(real: RealStore, seed: int) -> None:
    """The model gives the same replies as a real store to random calls, most of which concern earlier writes."""
    model = Store(lambda: time.time_ns() // 1000)
    calls = RandomCalls(seed)
    assert (real.ask(LOAD), real.ask([b"FLUSHALL"])) == (encode(model.execute(LOAD)), b"+OK\r\n")
    different = []
    for number in range(CALLS // 3):
        words = calls.next()
        reply, modelled = real.ask(words), encode(model.execute(words))
        calls.note(reply)
        if not same(words, reply, modelled):
            different.append((number, words, reply, modelled))

    assert [] == different[:3]


def test_the_model_expires_keys() -> None:
    """A key exists until it expires, and no longer."""
    now = [1_000_000]
    model = Store(lambda: now[0])
    model.execute([b"SET", b"a", b"1", b"PX", b"5"])
    before, left = model.execute([b"GET", b"a"]), model.execute([b"PTTL", b"a"])
    now[0] += 5_000

    assert (before, left) == (b"1", 5)
    assert (model.execute([b"GET", b"a"]), model.execute([b"PTTL", b"a"])) == (None, -2)
