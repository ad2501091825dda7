"""Random undos on live streams of every game while servers, the dispatcher and the store are killed.

ARBITER_TEST_LIVE_UNDOS sets the number of undos for each game; `make faults` uses 1000. A large campaign plays several
streams at the same time, so that it waits for no process, and prints its figures (`pytest -rP`).
ARBITER_TEST_UNDO_SEED changes what is played.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
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
LANES: Final = 4
"""How many streams of a large campaign are played at the same time."""
MANY: Final = 20
SEED: Final = os.environ.get("ARBITER_TEST_UNDO_SEED", "")


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
    """The events that a webhook received, by id, in the order of their first arrival. Any thread may use it."""

    def __init__(self, receiver: Receiver, secret: str) -> None:
        """Read the messages of a receiver, which are signed with this secret."""
        self.events: dict[str, dict[str, Any]] = {}
        self.repeated = 0
        self._receiver, self._secret = receiver, secret
        self._lock = threading.Lock()

    def read(self) -> None:
        """Read the messages that have arrived, while their signatures are recent enough to be valid."""
        with self._lock:
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


class Campaign:
    """The streams of one game that are played while processes are killed, some at the same time."""

    def __init__(self, service: str, kills: Kills, inbox: Inbox, node: str) -> None:
        """Play with these kills; the inbox and the second verifier are for all streams."""
        self.service, self.kills, self.inbox, self.node = service, kills, inbox, node
        self.over: list[Table] = []
        self.undos = 0
        self._failed = threading.Event()
        self._verifying, self._counting = threading.Lock(), threading.Lock()

    @property
    def left(self) -> int:
        """Return how many undos are missing."""
        return UNDOS - self.undos

    def run(self) -> None:
        """Play until there are enough undos, on several streams at the same time if many are wanted."""
        lanes = LANES if UNDOS >= MANY else 1
        with ThreadPoolExecutor(lanes) as pool:
            for done in [pool.submit(self._play_in_lane, lane) for lane in range(lanes)]:
                done.result()

    def _play_in_lane(self, lane: int) -> None:
        """Play one stream after the other. If a stream fails, those at the same time are the last ones."""
        luck = Random(f"killed {self.service}{f' {SEED} {lane}' if SEED or lane else ''}")
        try:
            while self.left > 0 and not self._failed.is_set():
                assert len(self.over) <= UNDOS + TRIES, "too few of the streams allow an undo"
                self._play_a_stream(luck)
        except BaseException:
            self._failed.set()
            raise

    def _count(self, undone: bool) -> None:  # noqa: FBT001 what `undo` returned
        with self._counting:
            self.undos += undone

    def _play_a_stream(self, luck: Random) -> None:
        live = Live(self.kills.server, self.kills.app, self.service, luck)
        heard = self._play_to_the_end(live)
        self.over.append(live.table)
        hold_effects(live, self.kills.app, heard)
        if self.left <= 0 or luck.random() < 0.5:
            archive_under_kills(live, self.kills)
        with self._verifying:
            verify_by_three(self.node, live.table)

    def _play_to_the_end(self, live: Live) -> list[list[dict[str, Any]]]:
        """Play a stream with undos and kills to its end; return what each subscriber received."""
        luck = live.luck
        with ExitStack() as stack:
            crowd = [PersistentListener(live.table, seat, 0) for seat in live.readers]
            coming: list[Future[list[dict[str, Any]]]] = heard_by(crowd, stack)
            stack.callback(live.close)  # the listeners end with the stream, also after a failed assertion
            for _ in range(luck.choice(STEPS)):
                self.kills.strike(luck)
                self.inbox.read()
                if live.closed or self.left <= 0 or self._failed.is_set() or not live.play():
                    break
                while self.left > 0 and luck.random() < 0.5:
                    self.kills.strike(luck)
                    self._count(live.undo())
            live.close()
            return [events.result() for events in coming]


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-16", "AR-HOOK-07")
@pytest.mark.parametrize("service", GAMES)
def test_random_undos_survive_kills(kills: Kills, service: str, node: str) -> None:
    """Whatever is killed, each command takes effect once, and after an undo every seat sees the earlier state.

    Subscribers and a webhook get each event once and in order, even from an archived stream, and verifiers accept
    the log.
    """
    app, earlier = kills.app, kills.done.copy()
    with receiving() as receiver:
        hook = app.post("/arbiter/v1/webhooks", json={"url": receiver.url}).raise_for_status().json()
        inbox, before = Inbox(receiver, hook["secret"]), kills.of_deliveries
        campaign = Campaign(service, kills, inbox, node)
        campaign.run()
        kills.await_all()
        for table in campaign.over:
            inbox.hold(table)
        assert kills.of_deliveries > before or not inbox.repeated
        app.delete(f"/arbiter/v1/webhooks/{hook['id']}").raise_for_status()
    done = {kind: count for kind, count in (kills.done - earlier).items() if kind}
    print(f"{service}: {campaign.undos} undos on {len(campaign.over)} streams, killed {done}")  # noqa: T201 the figures


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
    with kills.paused():
        archive_table(table)
    kills.strike(live.luck)
    for version in live.back_at[-2:]:
        live.hold_past(version, *live.readers)
    assert before == [table.get("/events", headers=NDJSON, seat=reader).content for reader in live.readers]
    assert table.get("/audit").json()["failure"] is None
