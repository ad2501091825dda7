"""A single delivery to a webhook.

The tests cover the address to which the sender connects, how much of the response it reads, and the outcome for
each behaviour of a receiver.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET
from typing import Final, TypeAlias

import pytest

from shared.platform.extras.webhooks.exchange import ANSWER_BYTES, MOST_READS
from shared.platform.extras.webhooks.lookups import LOOKUPS_EACH, Ask, Lookups
from shared.platform.extras.webhooks.posting import Attempt, Poster
from shared.platform.processes.sharing import working_for
from tests.support.receiver import Receiver, receiving
from tests.support.tls import OPENSSL, made_certificates
from tests.webhooks.world import TRUSTING_NOBODY as NOBODY
from tests.webhooks.world import cancel_all, some


def resolving(addresses: Sequence[str]) -> Ask:
    """Return a resolver that resolves the receiver's name to these addresses."""

    def resolve(host: str, port: int) -> Sequence[str]:
        assert (host, port > 0) == ("app.example", True)
        return addresses

    return resolve


@asynccontextmanager
async def poster(
    *, private: bool = False, seconds: float = 30.0, resolve: Ask | None = None, context: ssl.SSLContext = NOBODY
) -> AsyncIterator[Poster]:  # fmt: skip
    """Yield a sender of deliveries."""
    made = Poster(seconds=seconds, private=private, lookups=Lookups(resolve), context=context)
    try:
        yield made
    finally:
        await made.close()


async def send_message(poster: Poster, receiver: Receiver, *, scheme: str = "http") -> Attempt:
    """Send a message to a receiver, addressed by its host name; return the attempt."""
    return await poster.post(f"{scheme}://app.example:{receiver.port}/hook", {"X-Test": "1"}, b"[]")


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], []])
@pytest.mark.rule("AR-HOOK-08")
async def test_a_name_with_a_private_address_is_not_connected_to(addresses: list[str]) -> None:
    """If any address of a host name is private, the sender opens no connection."""
    with receiving() as receiver:
        async with poster(resolve=resolving(addresses)) as sends:
            attempt = await send_message(sends, receiver, scheme="https")

    assert attempt.error == ("address-refused" if addresses else "no-connection")
    assert receiver.messages.empty()


@pytest.mark.rule("AR-HOOK-08")
async def test_a_name_that_becomes_private_is_refused() -> None:
    """The sender resolves a host name for each connection, and refuses it as soon as its address is private."""
    asked: list[str] = []

    def resolve(host: str, _: int) -> Sequence[str]:
        asked.append(host)
        return ["203.0.114.1"] if len(asked) == 1 else ["10.0.0.1"]

    async with poster(resolve=resolve, seconds=0.05) as sends:
        first = await sends.post("https://app.example/", {}, b"")
        second = await sends.post("https://app.example/", {}, b"")

    assert first.error in {"timeout", "no-connection"}
    assert (second.error, len(asked)) == ("address-refused", 2)


@pytest.mark.rule("AR-HOOK-08")
async def test_the_checked_address_is_the_one_connected_to() -> None:
    """A delivery connects to the address that was checked, without a second lookup.

    If one address of a host does not respond, the delivery tries the next address.
    """
    with receiving() as receiver:
        async with poster(private=True, resolve=resolving(["127.0.0.2", "127.0.0.1"])) as sends:
            attempt = await send_message(sends, receiver)
        (message,) = await some(receiver, 1)

    assert attempt == Attempt(status=204)
    assert message.headers["host"] == f"app.example:{receiver.port}"


@pytest.mark.rule("AR-HOOK-08")
async def test_a_certificate_must_match_the_host(tmp_path: Path) -> None:
    """A receiver's certificate must come from a trusted authority and name the host of the URL, not its address."""
    if OPENSSL is None:
        pytest.skip("there is no openssl here to make certificates with")
    folder = made_certificates(tmp_path)
    served = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    served.load_cert_chain(folder / "store.crt", folder / "store.key")
    trusting = ssl.create_default_context(cafile=folder / "authority.crt")
    with receiving(served) as receiver:
        async with poster(private=True, context=trusting) as sends:
            good = await sends.post(f"https://localhost:{receiver.port}/hook", {}, b"[]")
        async with poster(private=True, context=trusting, resolve=resolving(["127.0.0.1"])) as sends:
            misnamed = await send_message(sends, receiver, scheme="https")
        async with poster(private=True, context=ssl.create_default_context()) as sends:
            untrusted = await sends.post(f"https://localhost:{receiver.port}/hook", {}, b"[]")

    assert good.good
    assert misnamed.error == untrusted.error == "no-connection"
    assert receiver.messages.qsize() == 1


# ---------------------------------------------------------------- receivers that misbehave

Misbehave: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
CHUNKED: Final = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


async def one_byte_chunks(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Respond with a body of 96 kB in chunks of one byte."""
    writer.write(CHUNKED + b"1\r\nx\r\n" * 16_000 + b"0\r\n\r\n")


async def continue_for_ever(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send interim responses endlessly, but no final response."""
    while True:
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)
        await writer.drain()


async def endless_header(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a header that never ends."""
    writer.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        writer.write(b"x" * 65_536)
        await writer.drain()


async def byte_by_byte(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send the head of a response in packets of one byte."""
    for number in range(ANSWER_BYTES):
        writer.write(b"HTTP/1.1 200 OK\r\nX: "[number : number + 1] or b"x")
        await writer.drain()
        await asyncio.sleep(0)


async def reset(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Reset the connection."""
    writer.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))


async def hang_up(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
    """Close the connection without a response."""


async def talk_nonsense(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Respond with bytes that are not HTTP."""
    writer.write(b"220 mail.example ESMTP\r\n\r\n")


async def stay_silent(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Read the request and never respond."""
    while await reader.read(65_536):
        pass


async def three_interim_answers(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send three interim responses and then the final response."""
    writer.write(b"HTTP/1.1 102 Processing\r\n\r\n" * 3 + b"HTTP/1.1 204 No Content\r\nRetry-After: 7\r\n\r\n")


async def answer_early(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Respond without reading the body, and close the connection."""
    writer.write(b"HTTP/1.1 410 Gone\r\n\r\n")
    await writer.drain()


@asynccontextmanager
async def misbehaving(misbehave: Misbehave) -> AsyncIterator[str]:
    """Run a receiver that reads the head of a request and then misbehaves; yield its URL."""
    serving: set[asyncio.Task[None] | None] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.add(asyncio.current_task())
        with suppress(OSError, asyncio.CancelledError):
            await reader.readuntil(b"\r\n\r\n")
            await misbehave(reader, writer)
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
        await cancel_all([one for one in serving if one is not None])


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that collects the size of each piece read from a socket."""
    sizes: list[int] = []
    real = asyncio.SelectorEventLoop.sock_recv

    async def recv_and_count(self: asyncio.SelectorEventLoop, sock: socket.socket, most: int) -> bytes:
        data = await real(self, sock, most)
        sizes.append(len(data))
        return data

    monkeypatch.setattr(asyncio.SelectorEventLoop, "sock_recv", recv_and_count)
    return sizes


@pytest.mark.parametrize(
    ("misbehave", "outcome"),
    [
        (one_byte_chunks, Attempt(status=200)),
        (three_interim_answers, Attempt(status=204, retry_after=7)),
        (continue_for_ever, Attempt(error="answer-too-long")),
        (endless_header, Attempt(error="answer-too-long")),
        (byte_by_byte, Attempt(error="answer-too-long")),
        (reset, Attempt(error="no-connection")),
        (hang_up, Attempt(error="no-http")),
        (talk_nonsense, Attempt(error="no-http")),
    ],
)
@pytest.mark.rule("AR-HOOK-13")
async def test_the_sender_reads_little_of_any_response(misbehave: Misbehave, outcome: Attempt, read: list[int]) -> None:
    """Whatever a receiver sends, the sender reads a limited number of bytes, in a limited number of reads."""
    async with misbehaving(misbehave) as url, poster(private=True) as sends:
        attempt = await sends.post(url, {}, b"[]")

    assert attempt == outcome
    assert sum(read) <= ANSWER_BYTES
    assert len(read) <= MOST_READS


@pytest.mark.rule("AR-HOOK-13")
async def test_a_delivery_has_one_deadline() -> None:
    """If a receiver accepts the request and stays silent, the sender gives up at the deadline of the delivery."""
    async with misbehaving(stay_silent) as url, poster(private=True, seconds=0.1) as sends:
        attempt = await sends.post(url, {}, b"x" * 1_000_000)

    assert attempt == Attempt(error="timeout")


async def test_a_response_counts_though_the_body_was_not_read() -> None:
    """A response counts even if the receiver sends it without reading the body, which makes sending the body fail."""
    async with misbehaving(answer_early) as url, poster(private=True) as sends:
        attempt = await sends.post(url, {}, b"x" * 20_000_000)

    assert attempt == Attempt(status=410)


async def test_a_refused_connection_is_a_failed_delivery() -> None:
    """If a receiver refuses the connection, the delivery fails like any other, and the sender raises no error."""
    async with misbehaving(hang_up) as url:
        pass
    async with poster(private=True) as sends:
        attempt = await sends.post(url, {}, b"[]")

    assert attempt == Attempt(error="no-connection")


@pytest.mark.parametrize("host", ["a..b", "x" * 64, f"{'x' * 63}.{'y' * 64}"])
@pytest.mark.rule("AR-HOOK-13")
async def test_an_invalid_host_name_is_a_failed_delivery(host: str) -> None:
    """For an invalid host name, for which the system raises UnicodeError, the delivery fails like any other."""
    async with poster(private=True) as sends:
        attempt = await sends.post(f"https://{host}/", {}, b"[]")

    assert attempt == Attempt(error="no-connection")


@pytest.mark.rule("AR-HOOK-13")
async def test_an_unexpected_error_is_a_failed_delivery() -> None:
    """If an unexpected error occurs during a delivery, the sender logs it, and the delivery fails like any other."""

    def resolve(_: str, __: int) -> Sequence[str]:
        raise AttributeError("nobody foresaw this")

    async with poster(private=True, resolve=resolve) as sends:
        attempt = await sends.post("https://app.example/", {}, b"[]")

    assert attempt == Attempt(error="not-sent")


# ---------------------------------------------------------------- name lookups


@pytest.mark.rule("AR-HOOK-14")
async def test_slow_names_delay_only_their_own_app() -> None:
    """Host names that resolve slowly delay only deliveries of their own app, however many such names there are."""
    answering, asked = threading.Event(), threading.Semaphore(0)

    def resolve(host: str, _: int) -> Sequence[str]:
        if host.startswith("silent"):
            asked.release()
            answering.wait()
        return ["127.0.0.1"]

    with receiving() as receiver:
        async with poster(private=True, resolve=resolve) as sends:
            with working_for("greedy"):
                silent = [asyncio.create_task(sends.post(f"http://silent{at}/", {}, b"")) for at in range(200)]
            for _ in range(LOOKUPS_EACH):
                await asyncio.to_thread(asked.acquire)
            with working_for("other"):
                attempt = await send_message(sends, receiver)
            more = asked.acquire(blocking=False)
            for each in silent:
                each.cancel()
            answering.set()

    assert attempt == Attempt(status=204)
    assert not more


@pytest.mark.rule("AR-HOOK-14")
async def test_a_lookup_counts_until_its_thread_ends() -> None:
    """After a delivery is abandoned, its app's next DNS lookup waits until the thread of the previous one ends."""
    answering, begun = threading.Event(), threading.Semaphore(0)

    def resolve(_: str, __: int) -> Sequence[str]:
        begun.release()
        answering.wait()
        return []

    lookups = Lookups(resolve)
    first = [asyncio.create_task(lookups.addresses("a.example", 443)) for _ in range(LOOKUPS_EACH)]
    for _ in range(LOOKUPS_EACH):
        await asyncio.to_thread(begun.acquire)
    for each in first:
        each.cancel()
    await asyncio.gather(*first, return_exceptions=True)
    later = asyncio.create_task(lookups.addresses("b.example", 443))
    await asyncio.sleep(0)
    waiting = not begun.acquire(blocking=False)
    answering.set()

    assert waiting
    assert await later == []
    lookups.close()
