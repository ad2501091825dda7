"""Undo with two servers on one store.

All listeners receive an undo once, even if a server is killed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running, running
from tests.gateway.test_servers import CONNECTIONS, KILLS, eventually, servers_of, up
from tests.support.http import CLOSE, COLD, NDJSON, Table
from tests.support.insistence import insistently
from tests.support.listeners import Listener, heard_by
from tests.support.receiver import Receiver, receiving
from tests.support.undo_campaign import campaign, take

pytestmark = [pytest.mark.store, pytest.mark.faults, pytest.mark.execs]

HOOKED: Final = ("UndoProposed", "UndoAgreed", "TakenBack", "StreamClosed")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run two server processes with one store. Their webhooks may be delivered to this machine."""
    more = {"ARBITER_SERVERS": "2", "ARBITER_WEBHOOKS_PRIVATE": "yes", **COLD}
    with running(tmp_path_factory.mktemp("two"), "--dispatcher", durability="relaxed", **more) as server:
        yield server


@pytest.fixture(scope="module")
def everybody(server: Running) -> Iterator[list[httpx.Client]]:
    """Return clients with their own connections, enough to reach every server process."""
    with ExitStack() as stack:
        yield [stack.enter_context(server.client()) for _ in range(CONNECTIONS)]


def through(table: Table, client: httpx.Client) -> Table:
    """Return a table whose calls go through this connection."""
    return Table(server=table.server, app=client, path=table.path, opened=table.opened)


def events_received(receiver: Receiver) -> list[dict[str, Any]]:
    """Return the events that a webhook received, up to the end of a stream."""
    events: list[dict[str, Any]] = []
    while not events or not events[-1]["type"].endswith("StreamClosed"):
        events += receiver.next().events
    return events


def propose_twice(table: Table, clients: list[httpx.Client], to: int) -> int:
    """Propose an undo as Ann, and retry with the same key over other connections; return the proposal's number."""
    answers = [
        through(table, client).send(
            {"type": "ProposeUndo", "to": to}, seat="ann", headers={"Idempotency-Key": f"undo-{to}"}
        )
        for client in clients
    ]
    assert {answer.status_code for answer in answers} == {200}, answers[0].text
    assert len({answer.content for answer in answers}) == 1
    assert [answer.headers.get("Idempotency-Replayed") for answer in answers] == [None] + ["true"] * (len(clients) - 1)
    number: int = answers[0].json()["version"]
    return number


@pytest.mark.rule("AR-UNDO-08", "AR-UNDO-16")
def test_all_listeners_get_an_undo_once(server: Running, everybody: list[httpx.Client], tmp_path: Path) -> None:
    """Whichever server decides the undo, the seats, the app and a webhook receive each of its events once, in order."""
    with ExitStack() as stack:
        receiver = stack.enter_context(receiving())
        types = [f"arbiter.rpg_boundless.{kind}" for kind in HOOKED]
        made = everybody[0].post("/arbiter/v1/webhooks", json={"url": receiver.url, "types": types})
        assert made.status_code == 201, made.text
        table = campaign(server, everybody[0], undo="by consent")
        here = table.version
        crowd = [Listener(table, seat, here) for seat in (None, "gm", "ann", "bob", "eve") for _ in range(2)]
        coming = heard_by(crowd, stack)
        kept = take(through(table, everybody[1]), "bread")
        take(through(table, everybody[2]), "salt")
        number = propose_twice(table, everybody, kept["version"])
        for seat, client in zip(("gm", "bob"), everybody, strict=False):
            through(table, client).done({"type": "AgreeToUndo", "proposal": number}, seat=seat)
        views = {through(table, client).get(seat="ann").content for client in everybody}
        pages = {one.seat: table.get("/events?limit=200", seat=one.seat).json()["items"] for one in crowd}
        table.done(CLOSE, seat="gm")
        heard, hook = [events.result() for events in coming], events_received(receiver)

    assert len(views) == 1
    for listener, events in zip(crowd, heard, strict=True):
        assert [event["data"] for event in events[:-2]] == pages[listener.seat][here:]
        assert [int(event["id"]) for event in events] == list(range(here + 1, table.version + 1))
    assert [event["type"].rpartition(".")[2] for event in hook] == [
        "UndoProposed", "UndoAgreed", "UndoAgreed", "TakenBack", "StreamClosed",
    ]  # fmt: skip
    back = next(event["data"] for event in hook if event["type"].endswith("TakenBack"))
    assert back == {"type": "TakenBack", "to": kept["version"], "by": "ann", "agreed": ["bob", "gm"]}
    proven(table, tmp_path)


def proven(table: Table, folder: Path) -> None:
    """Assert that a closed stream's log is proven both by its server and offline."""
    report = table.get("/audit", seat="gm").json()
    assert report["conclusion"] == "proven", report
    export = folder / "log.ndjson"
    export.write_bytes(table.get("/events", headers=NDJSON).content)
    assert verify_file(export, None, None).honest


def undone_despite_kill(table: Table, place: int) -> None:
    """Undo a decision by consent, and kill a server while it handles the last consent."""
    kept = take(table, "bread")
    take(table, "salt")
    number = propose_twice(table, [table.app], kept["version"])
    table.done({"type": "AgreeToUndo", "proposal": number}, seat="gm")

    def consent() -> dict[str, Any]:
        """Send Bob's consent until a response arrives, and return that response."""
        agreed = {"type": "AgreeToUndo", "proposal": number}
        with table.server.client() as app:
            return insistently(app, table, f"bob-{number}", agreed, seat="bob")

    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(consent)
        os.kill(servers_of(table.server)[place], signal.SIGKILL)
        done = sent.result()
    assert consent() == done
    assert [event["type"] for event in done["events"]] == ["UndoAgreed", "TakenBack"]
    assert done["view"]["game"]["characters"] == kept["game"]["characters"]


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-16")
def test_an_undo_survives_a_killed_server(server: Running, everybody: list[httpx.Client], tmp_path: Path) -> None:
    """Each server is killed while it handles the last consent.

    The undo still happens once, and all servers agree on it.
    """
    table = campaign(server, everybody[0], undo="by consent")
    for kill in range(2 * KILLS):
        with server.client() as app:
            undone_despite_kill(through(table, app), kill % 2)
        eventually(lambda: up(server) == {"up": 2, "of": 2})
    with ExitStack() as stack:
        cold = [through(table, stack.enter_context(server.client())) for _ in range(CONNECTIONS)]
        assert len({one.get(seat="ann").content for one in cold}) == 1
        events = cold[0].get("/events?limit=1000").json()["items"]
        assert sum(event["type"].endswith(".TakenBack") for event in events) == 2 * KILLS
        cold[0].done(CLOSE, seat="gm")
        proven(cold[0], tmp_path)
