"""Kills of the dispatcher during deliveries: every event still arrives, in order and signed.

ARBITER_TEST_HOOK_KILLS sets the number of kills; `make faults` uses 20.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from services.gateway.processes.running import Running, running
from tests.support.http import COLD, Table, open_table, roll
from tests.support.processes import children_of, owner_of
from tests.support.receiver import Message, Receiver, receiving

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_HOOK_KILLS", "2"))
ROLLS: Final = 3
"""The number of rolls between two kills."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """Run a store and a server with a dispatcher."""
    with running(tmp_path / "arbiter", "--dispatcher", ARBITER_WEBHOOKS_PRIVATE="yes", **COLD) as server:
        yield server


def version_of(message: Message) -> int:
    """Return the last version in a message."""
    return int(message.id.rpartition("/")[2])


def killed_while_it_delivers(server: Running, receiver: Receiver, *, after: float) -> None:
    """Kill the dispatcher before the receiver responds, or `after` seconds after it may respond."""
    pid = owner_of(children_of(server.pid), calling=receiver.port)
    assert pid is not None
    if after:
        receiver.open.set()
        time.sleep(after)
    os.kill(pid, signal.SIGKILL)


@pytest.mark.rule("AR-HOOK-03", "AR-HOOK-07")
def test_events_of_a_killed_dispatcher_are_delivered_in_order(server: Running) -> None:
    """If the dispatcher is killed before or just after a response, unacknowledged messages arrive again, in order."""
    with server.client() as app, receiving() as receiver:
        secret = app.post("/arbiter/v1/webhooks", json={"url": receiver.url}).json()["secret"]
        table, came = open_table(server, app), [receiver.next()]
        for kill in range(KILLS):
            receiver.open.clear()
            for _ in range(ROLLS):
                table.done(roll("2d6"))
            came.append(receiver.next())
            killed_while_it_delivers(server, receiver, after=0.001 * (kill % 4))
            receiver.open.set()
            while version_of(came[-1]) < table.version:
                came.append(receiver.next())
        held_to_be_all(table, came, secret)


def held_to_be_all(table: Table, came: list[Message], secret: str) -> None:
    """Assert that the messages contain all events of a table, each at least once, in order, and signed."""
    first: dict[str, dict[str, Any]] = {}
    for message in came:
        for event in message.verify(secret):
            assert event == first.setdefault(event["id"], event)
    assert [int(name.rpartition("/")[2]) for name in first] == list(range(1, table.version + 1))
    listed = table.get("/events", params={"limit": 1000}).json()["items"]
    assert {event["id"]: event["data"] for event in listed} == {name: event["data"] for name, event in first.items()}
