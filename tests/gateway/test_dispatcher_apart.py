"""The dispatcher as a separate process, so that its calls and waits never block a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from services.gateway.processes.running import Running, running
from tests.gateway.test_cli import Up
from tests.support.http import COLD
from tests.support.processes import children_of, owner_of, words_of
from tests.support.receiver import Receiver, receiving

pytestmark = [pytest.mark.store, pytest.mark.faults]

PRIVATE = {"ARBITER_WEBHOOKS_PRIVATE": "yes"}


def delivering(address: str, key: str, receiver: Receiver, pid: int) -> list[str]:
    """Register a webhook and roll.

    Return the command line of the process that delivers to a receiver that never responds.
    """
    receiver.open.clear()
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=120) as app:
        assert 201 == app.post("/arbiter/v1/webhooks", json={"url": receiver.url}).status_code
        rolls = [{"what": {"throw": "Notation", "text": "4d6kh3"}}]
        assert 201 == app.post("/dice/v1/rolls", json={"rolls": rolls}).status_code
        receiver.next()
        owner = owner_of([pid, *children_of(pid)], calling=receiver.port)
    assert owner is not None
    return words_of(owner)


@pytest.mark.parametrize("servers", ["1", "2"])
@pytest.mark.rule("AR-HOOK-15")
def test_arbiter_up_delivers_from_a_process_that_serves_nothing(tmp_path: Path, servers: str) -> None:
    """With one server or several, a process that serves no requests delivers the webhooks."""
    running = Up(tmp_path / "var", ARBITER_SERVERS=servers, **PRIVATE)
    key = running.key()
    with receiving() as receiver:
        words = delivering(f"http://127.0.0.1:{running.port}", key, receiver, running.process.pid)
    assert 0 == running.stop()

    assert "dispatcher" in words
    assert "server" not in words


@contextmanager
def served(folder: Path) -> Iterator[Running]:
    """Run a server with a dispatcher."""
    with running(folder, "--dispatcher", durability="relaxed", **PRIVATE, **COLD) as server:
        yield server


@pytest.mark.rule("AR-HOOK-15")
def test_a_dispatcher_beside_a_server_delivers_and_ends_with_it(tmp_path: Path) -> None:
    """`arbiter serve --dispatcher` starts a dispatcher as a child, which ends with the server."""
    with served(tmp_path) as server, receiving() as receiver:
        words = delivering(server.address, server.key, receiver, server.pid)
        children = children_of(server.pid)
        assert 0 == server.stop()

    assert "dispatcher" in words
    assert [] == [pid for pid in children if words_of(pid)]
