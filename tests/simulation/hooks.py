"""A webhook receiver in a run: it accepts most messages, refuses some, and records those that it accepted."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import httptools

from shared.platform.extras.webhooks.posting import Attempt, Poster
from tests.simulation.callers import Line
from tests.simulation.checks import Log
from tests.simulation.world import Process

ADDRESS: Final = ("receiver.example", 80)
URL: Final = f"http://{ADDRESS[0]}/"
REFUSED: Final = 0.1
KIND: Final = "dice/table"


class SimulatedPoster(Poster):
    """A sender of webhook messages over the simulated network, with the real time limits and reasons for failures."""

    async def _post(self, target: Any, headers: Mapping[str, str], body: bytes) -> Attempt:  # noqa: ANN401 a target
        lines = [f"POST {target.path} HTTP/1.1", f"host: {target.host}", f"content-length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        _, line = await asyncio.get_running_loop().create_connection(Line, target.host, target.port)
        try:
            answer = await line.ask("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        finally:
            line.transport.close()
        return Attempt(status=answer.status)


class Taken(NamedTuple):
    """An accepted message: its table, the version in its id, and its body."""

    table: str
    version: int
    body: bytes


class Receiver:
    """A process that receives webhook messages."""

    def __init__(self, process: Process) -> None:
        """Create a receiver that listens in a simulated process."""
        self.taken: Final[list[Taken]] = []
        self.process: Final = process
        process.main = process.spawn(process.loop.create_server(lambda: Receiving(self), *ADDRESS))


class Receiving(asyncio.Protocol):
    """One connection to the receiver."""

    def __init__(self, receiver: Receiver) -> None:
        """Create a connection to a receiver."""
        self._receiver, self._parser = receiver, httptools.HttpRequestParser(self)
        self._name, self._body = "", b""
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Receive a part of the message."""
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store the message's id."""
        if name.lower() == b"webhook-id":
            self._name = value.decode()

    def on_body(self, body: bytes) -> None:
        """Store a part of the body."""
        self._body += body

    def on_message_complete(self) -> None:
        """Accept the message, or refuse it at random."""
        refused = self._receiver.process.random.random() < REFUSED
        if not refused:
            table, version = self._name.removeprefix(f"{KIND}/").split("/")
            self._receiver.taken.append(Taken(table, int(version), self._body))
        status = b"500 No" if refused else b"200 OK"
        self._transport.write(b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\n\r\n")


def first_taken(receiver: Receiver) -> Mapping[str, list[int]]:
    """Return each table's versions in the order in which the receiver first accepted them."""
    found = defaultdict[str, dict[int, None]](dict)
    for one in receiver.taken:
        found[one.table].setdefault(one.version)
    return {table: list(versions) for table, versions in found.items()}


def has_all(receiver: Receiver, logs: Mapping[str, Log], begun: Mapping[str, int]) -> bool:
    """Return whether the receiver accepted every commit after the webhook's registration."""
    taken = first_taken(receiver)
    return all(set(_due(log, begun[table])) <= set(taken.get(table, ())) for table, log in logs.items())


def hook_violations(receiver: Receiver, logs: Mapping[str, Log], begun: Mapping[str, int]) -> list[str]:
    """Return each error of deliveries: a commit that is missing or out of order, or one id with two bodies."""
    found, taken = [], first_taken(receiver)
    for table, log in logs.items():
        due, versions = _due(log, begun[table]), taken.get(table, [])
        if versions != due:
            found.append(f"the receiver took {versions} of {table}, the log has {due}")
    bodies: dict[tuple[str, int], bytes] = {}
    for one in receiver.taken:
        if bodies.setdefault((one.table, one.version), one.body) != one.body:
            found.append(f"message {one.version} of {one.table} has two bodies")
        if not all(
            event["source"].endswith(one.table) or one.table in json.dumps(event) for event in json.loads(one.body)
        ):
            found.append(f"message {one.version} of {one.table} is about another stream")
    return found


def _due(log: Log, begun: int) -> list[int]:
    return [commit.version for commit in log.commits if commit.version > begun]
