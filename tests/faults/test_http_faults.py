"""Faults as a client sees them. Whatever fails, each acknowledged command is in the log once."""

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from services.gateway.processes.running import Running, running
from tests.support.http import COLD, Table, assert_problem, open_table, roll
from tests.support.insistence import Client, assert_logged_once, await_more, events_of, insistently

pytestmark = pytest.mark.faults

KILLS: Final = 20
TABLES: Final = 4
CLIENTS: Final = 8


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """Run a store and a server for one test, as in production: every write is synced."""
    with running(tmp_path / "arbiter", **COLD) as server:
        yield server


def test_the_store_killed_twenty_times_under_load(server: Running, tmp_path: Path) -> None:
    """However often the store is killed and clients resend, every acknowledged command is in the log exactly once."""
    over = threading.Event()
    with server.client() as app:
        tables = [open_table(server, app) for _ in range(TABLES)]
        clients = [Client(tables[place % TABLES], over) for place in range(CLIENTS)]
        for client in clients:
            client.start()
        for _ in range(KILLS):
            await_more(clients)
            os.kill(server.store.pid, signal.SIGKILL)
            server.store.restart()
        await_more(clients)
        over.set()
        for client in clients:
            client.join()

        assert [client.error for client in clients if client.error] == []
        for table in tables:
            done = [client.acknowledged for client in clients if client.table is table]
            assert_logged_once(table, {key: value for one in done for key, value in one.items()}, tmp_path)
    assert sum(len(client.acknowledged) for client in clients) > KILLS * CLIENTS


def test_the_server_answers_503_without_its_store_and_recovers(server: Running) -> None:
    """Without its store, the server is alive but not ready, and recovers once the store is back.

    Until then, every route that needs the store responds 503 with `Retry-After`.
    """
    rolls = {"rolls": roll()["rolls"]}
    with server.client() as app:
        table = open_table(server, app)
        before = table.version
        os.kill(server.store.pid, signal.SIGKILL)
        refused = [
            table.send(roll()), table.get(), table.get("/events"), table.get("/audit"),
            app.post("/dice/v1/tables", json={"seats": [{"seat": "gm"}]}), app.post("/dice/v1/rolls", json=rolls),
        ]  # fmt: skip
        probes = [app.get(f"/health/{probe}").status_code for probe in ("live", "ready")]
        rules, odds = app.get("/dice/v1/rules"), app.post("/dice/v1/odds", json={"what": rolls["rolls"][0]["what"]})
        server.store.restart()
        done = insistently(app, table, "after")
        ready = app.get("/health/ready").status_code

    for answer in refused:
        assert_problem(answer, 503)
        assert int(answer.headers["Retry-After"]) >= 1
    assert (probes, ready) == ([200, 503], 200)
    assert (rules.status_code, odds.status_code) == (200, 200)
    assert done["first"] == before + 1


def test_a_hanging_store_gets_503_while_it_hangs(server: Running) -> None:
    """A roll sent while the store hangs gets a 503. When the store continues, a retry makes the roll exactly once."""
    with server.client() as app:
        table = open_table(server, app)
        os.kill(server.store.pid, signal.SIGSTOP)
        try:
            refused = table.send(roll(), headers={"Idempotency-Key": "hung"})
        finally:
            os.kill(server.store.pid, signal.SIGCONT)
        done = insistently(app, table, "hung")
        rolls = [event for event in events_of(table) if event["data"]["type"] == "DiceRolled"]

    assert_problem(refused, 503)
    assert done["events"] == [rolls[0]["data"]]


def test_the_server_killed_between_sending_and_answer(server: Running, tmp_path: Path) -> None:
    """If the server is killed before it responds, a client can resend the command to the next server process.

    The command happens once.
    """
    acknowledged: dict[str, dict[str, Any]] = {}
    with server.client() as app:
        table = open_table(server, app)
    for place in range(6):
        key = f"key-{place}"
        with socket.create_connection(("127.0.0.1", server.port)) as wire:
            wire.sendall(_request(server, table, key))
            time.sleep(0.002 * place)
            server.kill()
        server.start()
        with server.client() as app:
            acknowledged[key] = insistently(app, table, key)
    with server.client() as app:
        again = Table(server=server, app=app, path=table.path, opened=table.opened)
        assert_logged_once(again, acknowledged, tmp_path)
        assert again.get().json()["game"]["rolls"] == len(acknowledged)


def _request(server: Running, table: Table, key: str) -> bytes:
    body = json.dumps({"command": roll("2d6")}).encode()
    head = (
        f"POST {table.path}/commands HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.key}\r\n"
        f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
