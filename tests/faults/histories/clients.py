"""Clients that roll on tables and read them over HTTP, and record their requests and the responses."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any, Final, NamedTuple

import httpx

from services.gateway.processes.running import NO_TLS
from tests.faults.histories.history import Act, Commit, End, History
from tests.support.http import NDJSON, roll

PATIENCE: Final = 5.0
"""How long a client waits for a response before it records an unknown outcome. Units: seconds."""
PAUSE: Final = 0.02
ATTEMPTS: Final = 3000
OPEN: Final = frozenset({502, 503, 504})
STALE: Final = 412
BUSY: Final = 429
"""The status of a request that had no effect, because the app already uses its share of a busy server."""
TAIL: Final = 5
REMEMBERED: Final = 8


class Played(NamedTuple):
    """A stream that clients play on: its name in the log, and its path in the API."""

    stream: str
    path: str


class Answer(NamedTuple):
    """A response to a request. Status 0 means that no response arrived, -1 that the request was never sent."""

    status: int
    body: Any


class HistoryClient(threading.Thread):
    """A client that sends one request after another until the history has enough operations.

    The client retries most of its writes until they are acknowledged, and sends a few only once. Later it resends
    some writes, whether or not they were acknowledged. It may use any server.
    """

    def __init__(
        self, number: int, history: History, streams: Sequence[Played], servers: Sequence[str], *, key: str, until: int,
        alive: threading.Event,
    ) -> None:  # fmt: skip
        """Create a client with the servers' addresses and a number that seeds its choices.

        The client stops when the history has enough acknowledgements. If it fails, it clears `alive`; it also stops if
        another client has cleared `alive`.
        """
        super().__init__(name=f"client-{number}")
        self.random, self.number, self.history = Random(number), number, history
        self.streams, self.servers, self.until, self.alive = streams, servers, until, alive
        self.error: BaseException | None = None
        self._known: dict[str, int] = {}
        self._again: list[tuple[Played, str]] = []
        self._sent = 0
        headers = {"Authorization": f"Bearer {key}"}
        self._http = httpx.Client(headers=headers, timeout=PATIENCE, verify=NO_TLS)

    def run(self) -> None:
        """Send requests until the history has enough operations."""
        acts = (self._insist, self._send_once, self._send_at_version, self._read, self._tail, self._send_again)
        try:
            with self._http:
                while self.history.acknowledged < self.until and self.alive.is_set():
                    act = self.random.choices(acts, weights=(50, 10, 10, 18, 8, 4))[0]
                    act(self.random.choice(self.streams))
        except BaseException as error:  # noqa: BLE001 the test raises it in its own thread
            self.error = error
            self.alive.clear()

    # ---------------------------------------------------------------- what it does

    def _insist(self, played: Played) -> None:
        name = self._next_name()
        self._remember(played, name)
        op = self.history.invoke(self.name, "write", played.stream, name=name)
        self._insistently(op, played, name)

    def _send_again(self, _: Played) -> None:
        """Resend one of the client's last writes."""
        if self._again:
            played, name = self._again.pop(self.random.randrange(len(self._again)))
            op = self.history.invoke(self.name, "repeat", played.stream, name=name)
            self._insistently(op, played, name)

    def _insistently(self, op: int, played: Played, name: str) -> None:
        for _ in range(ATTEMPTS):
            answer = self._post(played, name)
            if answer.status == httpx.codes.OK:
                self._note_acknowledged(op, played, answer.body)
                return
            assert answer.status in OPEN | {BUSY, 0, -1}, answer
            time.sleep(PAUSE)
        raise TimeoutError(name)

    def _send_once(self, played: Played, expected: int | None = None) -> None:
        """Send a write once, whatever its outcome."""
        name = self._next_name()
        if expected is None:
            self._remember(played, name)
        op = self.history.invoke(self.name, "write", played.stream, name=name, expected=expected)
        answer = self._post(played, name, expected)
        if answer.status == httpx.codes.OK:
            self._note_acknowledged(op, played, answer.body)
        elif answer.status in OPEN or not answer.status:
            self.history.end(End(op=op, outcome="unknown", status=answer.status))
        else:
            assert answer.status in {STALE, BUSY, -1}, answer
            self.history.end(End(op=op, outcome="fail", status=answer.status))
            self._forget(played, name, answer)

    def _remember(self, played: Played, name: str) -> None:
        """Remember a write, to resend it later."""
        self._again = [*self._again[1 - REMEMBERED :], (played, name)]

    def _forget(self, played: Played, name: str, answer: Answer) -> None:
        """Forget a failed write; if the server refused it as stale, also forget the version of the stream."""
        self._again = [each for each in self._again if each[1] != name]
        if answer.status == STALE:
            self._known.pop(played.stream, None)

    def _send_at_version(self, played: Played) -> None:
        """Send a write that expects the newest version that this client knows."""
        self._send_once(played, self._known.get(played.stream))

    def _read(self, played: Played) -> None:
        answer, op = self._get(played, "read", "")
        if answer.status == httpx.codes.OK:
            self._note_acknowledged(op, played, answer.body)
        else:
            self._note_unanswered(op, answer)

    def _tail(self, played: Played) -> None:
        """Read the events after a version slightly older than the newest that this client knows, if it knows any."""
        known = self._known.get(played.stream)
        if known is None:
            self._read(played)
            return
        after = max(0, known - TAIL)
        answer, op = self._get(played, "tail", f"/events?after={after}&limit=1000", after=after)
        if answer.status == httpx.codes.OK:
            seen = [
                (int(event["sequence"]), name_in(event["data"]), milliseconds(event["time"]))
                for event in answer.body["items"]
            ]
            self.history.end(End(op=op, outcome="ok", version=seen[-1][0] if seen else after, seen=seen))
        else:
            self._note_unanswered(op, answer)

    # ---------------------------------------------------------------- requests

    def _next_name(self) -> str:
        self._sent += 1
        return f"{self.number}-{self._sent}"

    def _note_acknowledged(self, op: int, played: Played, body: Any) -> None:  # noqa: ANN401 JSON of any form
        version = body["version"]
        self._known[played.stream] = version
        self.history.end(End(op=op, outcome="ok", first=body.get("first", 0), version=version, head=body["head"]))

    def _note_unanswered(self, op: int, answer: Answer) -> None:
        assert answer.status in OPEN | {BUSY, 0, -1}, answer
        self.history.end(End(op=op, outcome="unknown", status=answer.status))
        time.sleep(PAUSE)

    def _post(self, played: Played, name: str, expected: int | None = None) -> Answer:
        command = roll("2d6")
        command["rolls"][0]["purpose"] = name
        headers = {"Idempotency-Key": name} | ({} if expected is None else {"If-Match": f'"{expected}"'})
        return self._ask("POST", f"{played.path}/commands", json={"command": command}, headers=headers)

    def _get(self, played: Played, act: Act, rest: str, *, after: int = 0) -> tuple[Answer, int]:
        op = self.history.invoke(self.name, act, played.stream, after=after)
        return self._ask("GET", played.path + rest), op

    def _ask(self, method: str, path: str, **more: Any) -> Answer:  # noqa: ANN401 as httpx has it
        try:
            answer = self._http.request(method, self.random.choice(self.servers) + path, **more)
        except httpx.ConnectError:
            return Answer(-1, None)
        except httpx.TransportError:
            return Answer(0, None)
        return Answer(answer.status_code, answer.json())


def name_in(rolled: dict[str, Any]) -> str:
    """Return the name of the write in a roll or in an event of a roll, or an empty string for anything else."""
    rolls = rolled.get("rolls") or [{}]
    return rolls[0].get("purpose") or ""


def milliseconds(time: str) -> int:
    """Return an event's time in the form of the log's records. Units: milliseconds."""
    return round(datetime.fromisoformat(time).timestamp() * 1000)


def log_of(app: httpx.Client, played: Played) -> list[Commit]:
    """Read a stream's whole log over HTTP."""
    answer = app.get(f"{played.path}/events", headers=NDJSON)
    assert answer.status_code == httpx.codes.OK, answer.text
    found = list[Commit]()
    for line in answer.text.splitlines():
        record = json.loads(line)
        if "public" in record:
            public, version = record["public"], record["public"]["version"]
            name, first = name_in(public["intent"]["command"]), version - len(public["events"]) + 1
            found.append(Commit(first, version, record["head"], name, public["intent"]["at"]))
    return found
