"""Clients that resend a roll until it is acknowledged, despite any faults, and checks of the log afterwards."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import httpx

from services.gateway.operations.verify import verify_file
from tests.support.http import NDJSON, Table, roll

PATIENCE: Final = 60.0
MORE: Final = 8
"""The number of rolls to wait for between two faults."""


def insistently(
    app: httpx.Client, table: Table, key: str, command: dict[str, Any] | None = None, *, seat: str | None = None
) -> dict[str, Any]:  # fmt: skip
    """Send a command, or a roll, with an idempotency key until it succeeds.

    Every response before that must be 503 with `Retry-After`.
    """
    body, headers = {"command": command or roll("2d6")}, {"Idempotency-Key": key}
    headers |= table.as_seat(seat) if seat else {}
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            answer = app.post(f"{table.path}/commands", json=body, headers=headers)
        except httpx.TransportError:
            time.sleep(0.02)
            continue
        if answer.status_code == 200:
            done: dict[str, Any] = answer.json()
            return done
        assert answer.status_code == 503, answer.text
        assert int(answer.headers["Retry-After"]) >= 1
        time.sleep(0.02)
    raise TimeoutError(key)


class Client(threading.Thread):
    """A client that rolls on one table until the test ends, and remembers the acknowledged rolls."""

    def __init__(self, table: Table, over: threading.Event) -> None:
        """Roll on this table until the event `over` is set."""
        super().__init__()
        self.table, self.over = table, over
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.error: BaseException | None = None

    def run(self) -> None:
        """Roll until the test ends."""
        try:
            with self.table.server.client() as app:
                while not self.over.is_set():
                    key = secrets.token_hex(8)
                    self.acknowledged[key] = insistently(app, self.table, key)
        except BaseException as error:  # noqa: BLE001 the test raises it in its own thread
            self.error = error


def await_more(clients: list[Client]) -> None:
    """Wait until the clients have together rolled a few more times, or one of them has failed."""
    before = sum(len(client.acknowledged) for client in clients)
    while sum(len(client.acknowledged) for client in clients) <= before + MORE:
        if any(client.error for client in clients):
            return
        time.sleep(0.02)


def events_of(table: Table) -> list[dict[str, Any]]:
    """Read all events of a table from its first version."""
    after: int | None = 0
    found: list[dict[str, Any]] = []
    while after is not None:
        page = table.get("/events", params={"after": after, "limit": 1000}).json()
        found += page["items"]
        after = page["next"]
    return found


def assert_logged_once(table: Table, acknowledged: dict[str, dict[str, Any]], folder: Path) -> None:
    """Assert that the log has each acknowledged roll at its version and nowhere else, and that it verifies."""
    events = events_of(table)
    by_version = {int(event["sequence"]): event["data"] for event in events}
    taken = Counter(done["first"] for done in acknowledged.values())

    assert sorted(by_version) == list(range(1, len(events) + 1))
    assert max(taken.values(), default=1) == 1
    assert all(by_version[done["first"]] == done["events"][0] for done in acknowledged.values())
    export = folder / f"{table.opened['id']}.ndjson"
    export.write_bytes(table.get("/events", headers=NDJSON).content)
    assert verify_file(export, None, None).honest
    with table.server.client() as app:
        for key, done in list(acknowledged.items())[-20:]:
            assert insistently(app, table, key) == done
    assert len(events_of(table)) == len(events)
