"""Random undos on live streams of every game while servers, the dispatcher and the store are killed.

ARBITER_TEST_LIVE_UNDOS sets the number of undos for each game; `make faults` uses 100.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from random import Random
from typing import Any, Final

import pytest

from services.gateway.games import GAMES
from services.gateway.processes.running import Running, running
from tests.http.test_archived import archive_table
from tests.support.http import COLD, NDJSON, Table
from tests.support.insistence import events_of
from tests.support.kills import InsistentClient, Kills
from tests.support.listeners import PersistentListener, heard_by
from tests.support.live_undos import TRIES, UNDOS, Live, verify_by_three
from tests.support.receiver import Receiver, receiving

pytestmark = [pytest.mark.store, pytest.mark.faults]

STEPS: Final = (12, 24, 96)
"""The number of commands on one stream before the test opens another."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run two server processes on a store of their own, and a dispatcher that may deliver to this machine."""
    more = {"ARBITER_SERVERS": "2", "ARBITER_WEBHOOKS_PRIVATE": "yes", **COLD}
    with running(tmp_path_factory.mktemp("two"), "--dispatcher", **more) as server:
        yield server


@pytest.fixture(scope="module")
def kills(server: Running) -> Iterator[Kills]:
    """Return the kills for all games, so that even a small campaign has one kill of each kind."""
    with InsistentClient(server) as app:
        kills = Kills(server, app)
        yield kills
        kills.settle()


class Inbox:
    """The events that a webhook received, by id, in the order of their first arrival."""

    def __init__(self, receiver: Receiver, secret: str) -> None:
        """Read the messages of a receiver, which are signed with this secret."""
        self.events: dict[str, dict[str, Any]] = {}
        self.repeated = 0
        self._receiver, self._secret = receiver, secret

    def read(self) -> None:
        """Read the messages that have arrived, while their signatures are recent enough to be valid."""
        while not self._receiver.messages.empty():
            self._read_next()

    def _read_next(self) -> None:
        """Wait for a message and read it; assert that an event that arrives again has not changed."""
        for event in self._receiver.next().verify(self._secret):
            self.repeated += event["id"] in self.events
            assert event == self.events.setdefault(event["id"], event)

    def hold(self, table: Table) -> None:
        """Assert that all events of a stream arrive in order, after waiting for the last one."""
        listed = [(event["id"], event["type"]) for event in events_of(table)]
        while listed[-1][0] not in self.events:
            self._read_next()
        stream = listed[0][0].rpartition("/")[0]
        received = [(name, event["type"]) for name, event in self.events.items() if name.rpartition("/")[0] == stream]
        assert received == listed


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-16", "AR-HOOK-07")
@pytest.mark.parametrize("service", GAMES)
def test_random_undos_survive_kills(kills: Kills, service: str, node: str) -> None:
    """Whatever is killed, each command takes effect once, and after an undo every seat sees the earlier state.

    Subscribers and a webhook get each event once and in order, even from an archived stream, and verifiers accept
    the log.
    """
    luck, left, over = Random(f"killed {service}"), UNDOS, list[Table]()
    server, app = kills.server, kills.app
    with receiving() as receiver:
        hook = app.post("/arbiter/v1/webhooks", json={"url": receiver.url}).raise_for_status().json()
        inbox, before = Inbox(receiver, hook["secret"]), kills.of_deliveries
        while left > 0:
            assert len(over) <= UNDOS + TRIES, "too few of the streams allow an undo"
            live, heard = played(Live(server, app, service, luck), kills, inbox, left)
            left -= live.undos
            over.append(live.table)
            hold_effects(live, app, heard)
            if left <= 0 or luck.random() < 0.5:
                archive_under_kills(live, kills)
            verify_by_three(node, live.table)
        kills.await_all()
        for table in over:
            inbox.hold(table)
        assert kills.of_deliveries > before or not inbox.repeated
        app.delete(f"/arbiter/v1/webhooks/{hook['id']}").raise_for_status()


def played(live: Live, kills: Kills, inbox: Inbox, undos: int) -> tuple[Live, list[list[dict[str, Any]]]]:
    """Play a stream with undos and kills to its end; return the stream, and what each subscriber received."""
    luck = live.luck
    with ExitStack() as stack:
        crowd = [PersistentListener(live.table, seat, 0) for seat in live.readers]
        coming: list[Future[list[dict[str, Any]]]] = heard_by(crowd, stack)
        stack.callback(live.close)  # the listeners end with the stream, also after a failed assertion
        for _ in range(luck.choice(STEPS)):
            kills.strike(luck)
            inbox.read()
            if live.closed or live.undos >= undos or not live.play():
                break
            if luck.random() < 0.5:
                kills.strike(luck)
                live.undo()
        live.close()
        return live, [events.result() for events in coming]


def hold_effects(live: Live, app: InsistentClient, heard: list[list[dict[str, Any]]]) -> None:
    """Assert that the log has each command's events once, and that each subscriber received every event once."""
    table = live.table
    versions = range(1, table.version + 1)
    effects = app.effects[f"{table.path}/commands"].values()
    opening = range(1, table.opened["version"] + 1)
    assert sorted(number for each in (opening, *effects) for number in each) == [*versions]
    assert [[int(event["id"]) for event in events] for events in heard] == [[*versions]] * len(heard)
    kinds = [event["data"]["type"] for event in events_of(table)]
    assert kinds.count("TakenBack") == live.undos
    assert table.get("/audit").json()["failure"] is None


def archive_under_kills(live: Live, kills: Kills) -> None:
    """Archive a stream, and assert that its log and its undos read as before, even on servers that start later."""
    table = live.table
    before = [table.get("/events", headers=NDJSON, seat=reader).content for reader in live.readers]
    kills.settle()
    archive_table(table)
    kills.strike(live.luck)
    for version in live.back_at[-2:]:
        live.hold_past(version, *live.readers)
    assert before == [table.get("/events", headers=NDJSON, seat=reader).content for reader in live.readers]
    assert table.get("/audit").json()["failure"] is None
