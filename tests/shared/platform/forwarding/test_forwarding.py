"""Forwarding: a request gets one response, from the owner of its stream, or from the receiver if the owner is down."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import pytest
from litestar.types import ASGIApp

from services.gateway.served import SERVICES
from shared.platform.extras.forwarding.affinity import Affinity
from shared.platform.extras.forwarding.forwarder import Forwarder, outcome_open
from shared.platform.extras.forwarding.frames import Answer, HowAreYou, Request, Wire
from shared.platform.extras.forwarding.link import Link
from shared.platform.extras.forwarding.siblings import Siblings
from shared.platform.processes.place import Place

Asgi: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Asgi]]
Send: TypeAlias = Callable[[Asgi], Awaitable[None]]

STREAM: Final = "/dice/v1/tables/{}/commands"
WITHIN: Final = 60.0
MOST: Final = 1000
AFFINITY: Final = Affinity(SERVICES, servers=2)


class App:
    """An app that responds with its own name and the request once the test allows it."""

    def __init__(self, name: str) -> None:
        """Set up the app, which responds at once until the test clears `may`."""
        self.name, self.asked = name, list[dict[str, Any]]()
        self.may = asyncio.Event()
        self.may.set()

    async def __call__(self, scope: Asgi, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        self.asked.append(dict(scope) | {"body": body})
        await self.may.wait()
        headers = [(b"x-who", self.name.encode()), (b"set-cookie", b"a"), (b"set-cookie", b"b")]
        await send({"type": "http.response.start", "status": 418, "headers": headers})
        await send({"type": "http.response.body", "body": b"first ", "more_body": True})
        await send({"type": "http.response.body", "body": body[::-1]})


class Process:
    """The forwarding part of a server process."""

    def __init__(self, folder: Path, number: int) -> None:
        """Create the process with this number, one of two."""
        self.app = App(f"process {number}")
        self.kept = 0
        self.siblings = Siblings(Place(number, 2, folder), cast("ASGIApp", self.app), keep=self.keep)
        self.tasks: set[asyncio.Task[None]] = set()
        self.front = Forwarder(
            cast("ASGIApp", self.app), outcome_open, affinity=AFFINITY, links=self.siblings.links, most=MOST
        )

    def keep(self) -> None:
        """Count how often the process is asked to save its metrics."""
        self.kept += 1

    async def ask(self, path: str, *parts: bytes, method: str = "POST", **headers: str) -> tuple[int, Any, bytes]:
        """Send a request to the process as a caller does; return the status, headers and body of the response.

        The body of the request is sent in parts.
        """
        messages: list[Any] = []
        coming = [{"type": "http.request", "body": part, "more_body": True} for part in parts[:-1]]
        coming += [{"type": "http.request", "body": b"".join(parts[-1:]), "more_body": False}]

        async def receive() -> Asgi:
            return coming.pop(0) if coming else {"type": "http.disconnect"}

        async def send(message: Asgi) -> None:
            messages.append(message)

        pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        await self.front(cast("Any", scope_of(method, path, pairs)), cast("Any", receive), cast("Any", send))
        start, *bodies = messages
        return start["status"], start["headers"], b"".join(one["body"] for one in bodies)


def scope_of(method: str, path: str, headers: list[tuple[bytes, bytes]]) -> Asgi:
    """Return the ASGI scope of a request, as uvicorn builds it."""
    return {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"at=1&x=%20",
        "headers": headers, "http_version": "1.1", "scheme": "http", "client": ("192.0.2.7", 4711),
        "server": ("127.0.0.1", 8000), "root_path": "", "state": {"request_id": "me"},
    }  # fmt: skip


def owned_by(number: int) -> str:
    """Return the command path of a stream that the process with this number owns."""
    ids = (f"t{number}" for number in range(100))
    return next(STREAM.format(one) for one in ids if AFFINITY.owner_of(f"dice.table:{one}") == number)


async def until(seen: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(WITHIN):
        while not seen():  # noqa: ASYNC110 any condition, without an event
            await asyncio.sleep(0.005)


@asynccontextmanager
async def two() -> AsyncIterator[tuple[Process, Process]]:
    """Run two connected processes."""
    with tempfile.TemporaryDirectory(prefix="arbiter-") as folder:
        first, second = Process(Path(folder), 0), Process(Path(folder), 1)
        for one in (first, second):
            await one.siblings.open(one.tasks)
        await until(lambda: first.siblings.up == second.siblings.up == 2)
        try:
            yield first, second
        finally:
            for one in (first, second):
                one.app.may.set()
                await one.siblings.close()


@pytest.mark.rule("AR-SERVER-01")
async def test_a_command_is_answered_by_its_owner_byte_for_byte() -> None:
    """The owner gets the request unchanged, and the receiver returns the owner's status, headers and body."""
    path = owned_by(1)
    async with two() as (first, second):
        forwarded = await first.ask(path, b"abc", b"def", authorization="Bearer x", x_two="ü")
        at_home = await second.ask(path, b"abcdef", authorization="Bearer x", x_two="ü")
        asked, again = second.app.asked

    assert forwarded == at_home == (418, forwarded[1], b"first fedcba")
    assert [(b"x-who", b"process 1"), (b"set-cookie", b"a"), (b"set-cookie", b"b")] == [tuple(h) for h in forwarded[1]]
    kept = ("method", "path", "raw_path", "query_string", "http_version", "scheme", "body")
    assert {name: asked[name] for name in kept} == {name: again[name] for name in kept}
    assert [tuple(pair) for pair in asked["headers"]] == again["headers"]
    assert (tuple(asked["client"]), tuple(asked["server"])) == (again["client"], again["server"])
    assert [] == first.app.asked


async def test_many_at_once_get_their_own_answers() -> None:
    """Requests on one connection run concurrently, and each gets its own response, in any order."""
    async with two() as (first, second):
        second.app.may.clear()
        waiting = [asyncio.create_task(first.ask(owned_by(1), b"%d" % number)) for number in range(100)]
        await until(lambda: len(second.app.asked) == 100)
        second.app.may.set()
        answers = [body for _, _, body in await asyncio.gather(*waiting)]

    assert [b"first " + (b"%d" % number)[::-1] for number in range(100)] == answers


async def test_a_task_cancelled_as_its_answer_arrives_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task that is cancelled at the moment when its response arrives is still cancelled."""
    link, answer = Link(Path("nowhere")), asyncio.get_running_loop().create_future()

    async def wait_for_response(_: object) -> None:
        """Wait for the response."""
        await answer

    monkeypatch.setattr(link, "ask", wait_for_response)
    looking = asyncio.create_task(link.look(WITHIN))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    answer.set_result(None)
    looking.cancel()

    with pytest.raises(asyncio.CancelledError):
        await looking


async def test_an_oversized_request_is_answered_here() -> None:
    """If a body is above the limit, the receiver's own app gets the whole request and responds with the limit."""
    async with two() as (first, second):
        whole = await first.ask(owned_by(1), b"x" * MOST)
        large = await first.ask(owned_by(1), b"a" * MOST, b"bc")

    assert (b"first " + b"x" * MOST, 1) == (whole[2], len(second.app.asked))
    assert b"first cb" + b"a" * MOST == large[2]
    assert [b"a" * MOST + b"bc"] == [one["body"] for one in first.app.asked]


@pytest.mark.rule("AR-SERVER-01")
async def test_while_the_owner_is_down_the_receiver_answers() -> None:
    """While the owner is down, the receiver responds itself; once the owner is back, the owner responds again.

    The receiver has sent nothing to the owner, so no request takes effect twice.
    """
    async with two() as (first, second):
        await second.siblings.close()
        await until(lambda: first.siblings.up == 1)
        alone = await first.ask(owned_by(1), b"abc")
        await second.siblings.open(second.tasks)
        await until(lambda: first.siblings.up == 2)
        together = await first.ask(owned_by(1), b"abc")

    assert [b"process 0", b"process 1"] == [answer[1][0][1] for answer in (alone, together)]


@pytest.mark.rule("AR-SERVER-02")
@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [("POST", {}, 503), ("POST", {"idempotency_key": "k"}, 418), ("GET", {}, 418)],
)
async def test_an_owner_that_ends_before_it_answers_leaves_the_outcome_open(
    method: str, headers: dict[str, str], status: int
) -> None:  # fmt: skip
    """If the owner ends before it responds, the receiver retries reads and requests with an idempotency key.

    For other requests, it responds that the outcome is unknown.
    """
    path = owned_by(1).removesuffix("/commands") if method == "GET" else owned_by(1)
    async with two() as (first, second):
        second.app.may.clear()
        waiting = asyncio.create_task(first.ask(path, b"abc", method=method, **headers))
        await until(lambda: second.app.asked)
        await second.siblings.close()
        answer = await waiting

    assert (status, status == 418) == (answer[0], len(first.app.asked) == 1)
    if status == 503:
        assert (b"retry-after", b"1") in answer[1]
        assert b'"type":"urn:arbiter:server-away"' in answer[2]
        assert b'"instance":"urn:arbiter:request:me"' in answer[2]


async def test_a_stopping_owner_finishes_its_requests_and_gets_no_more() -> None:
    """An owner that is stopping finishes its open requests, and the receiver responds to new requests itself."""
    async with two() as (first, second):
        second.app.may.clear()
        begun = asyncio.create_task(first.ask(owned_by(1), b"abc"))
        await until(lambda: second.app.asked)
        second.siblings.leave()
        await until(lambda: first.siblings.up == 1)
        next_one = await first.ask(owned_by(1), b"def")
        busy = bool(second.tasks)
        second.app.may.set()
        last = await begun
        await until(lambda: not second.tasks)

    assert [b"process 0", b"process 1"] == [answer[1][0][1] for answer in (next_one, last)]
    assert busy


async def test_a_failing_app_is_a_500() -> None:
    """If the owner's app fails, the receiver responds with 500, as the owner does, and the connection stays open."""

    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    async with two() as (first, second):
        second.siblings._listener._app = cast("ASGIApp", fail)
        answer = await first.ask(owned_by(1), b"abc")
        second.siblings._listener._app = cast("ASGIApp", second.app)
        after = await first.ask(owned_by(1), b"abc")

    assert (500, 418) == (answer[0], after[0])


async def test_a_scraped_process_stores_its_measurements() -> None:
    """A process that gets a health check saves its metrics before it responds."""
    async with two() as (first, second):
        before = second.kept
        await first.siblings.look()
        kept, ran = second.kept, first.siblings.runs(1)
        await second.siblings.close()
        await until(lambda: first.siblings.up == 1)

    assert (True, True, False) == (kept > before, ran, first.siblings.runs(1))


async def test_a_frame_in_pieces_is_one_message() -> None:
    """A message is decoded correctly if its bytes arrive one by one, and several messages may arrive at once."""
    heard: list[Any] = []
    sent = bytearray()
    sender = Wire(lambda *_: None)
    sender.connection_made(Sink(sent))
    request = Request(
        method="GET", path="/", raw_path=b"/", query_string=b"", headers=[(b"a", b"b")], body=b"\x00\xff",
        scheme="http", http_version="1.1", client=None, server=("::1", None),
    )  # fmt: skip
    for number, message in ((1, request), (2**40, HowAreYou()), (3, Answer(200, [], b"x" * 100_000))):
        sender.post(number, message)
    for size in (1, len(sent)):
        reader = Wire(lambda _, number, message: heard.append((number, message)))
        for at in range(0, len(sent), size):
            reader.data_received(bytes(sent[at : at + size]))

    assert heard[:3] == heard[3:] == [(1, request), (2**40, HowAreYou()), (3, Answer(200, [], b"x" * 100_000))]


class Sink(asyncio.Transport):
    """A transport that stores what is written."""

    def __init__(self, written: bytearray) -> None:
        """Set up the transport, which appends bytes to `written`."""
        super().__init__()
        self._written = written

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        """Store the bytes."""
        self._written += bytes(data)

    def is_closing(self) -> bool:
        """Return False, because this transport never closes."""
        return False
