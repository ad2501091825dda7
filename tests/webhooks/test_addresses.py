"""Where webhooks may go: nowhere that only this server can reach, whatever a name says when."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from shared.platform.webhooks.addresses import UrlRefused, is_public, target_of
from shared.platform.webhooks.posting import READ_BYTES, Attempt, Poster, Resolve
from tests.support.receiver import Receiver, receiving
from tests.support.tls import OPENSSL, made_certificates
from tests.webhooks.world import TRUSTING_NOBODY as NOBODY
from tests.webhooks.world import some


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1", "224.0.1.1",
        "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fd00::1",
        "ff0e::1", "2001:db8::1", "2001::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1",
        "64:ff9b:1::1", "::ffff:8.8.8.8", "2002:808:808::1", "2002:7f00:1::1", "2002:a9fe:a9fe::1",
        "::127.0.0.1", "::8.8.8.8",
    ],
)  # fmt: skip
@pytest.mark.rule("AR-HOOK-08")
def test_an_address_that_is_not_of_the_internet_is_private(address: str) -> None:
    """Networks of one's own, this machine, multicast, examples; also inside of an IPv6 address."""
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    """Also where it is carried by another."""
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://app.example/", "ftp://app.example/", "https://", "https:///x", "//app.example/", "https:app.example",
        "https://user:word@app.example/", "https://user@app.example/", "https://@app.example/", "https://app.example/#x",
        "https://app.example:0/", "https://app.example:65536/", "https://app.example:/", "https://app.example\\@127.0.0.1/",
        "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]:8443/", "https://äpp.example/",
        "https://app.example/a b", "https://app.example/\n", "https://app.example /", "https://-x/", " https://app.example/",
        "https://169.254.169.254/latest/meta-data", "https://[fe80::1%25eth0]/", "https://a%2eb/", "",
    ],
)  # fmt: skip
@pytest.mark.rule("AR-HOOK-08")
def test_a_url_that_leads_elsewhere_is_refused(url: str) -> None:
    """What is not https, names a user or a private address, or could be read in two ways."""
    with pytest.raises(UrlRefused):
        target_of(url, private=False)


def test_a_url_is_taken_as_it_is_written() -> None:
    """Path and query as they are, and the port of its scheme where it names none; a private one where it is allowed."""
    target = target_of("https://App.Example?token=a/b&c=%20", private=False)
    own = target_of("http://[::1]:8080/x", private=True)

    assert (target.host, target.port, target.path, target.authority) == (
        "app.example",
        443,
        "/?token=a/b&c=%20",
        "app.example",
    )
    assert (own.host, own.port, own.path, own.authority) == ("::1", 8080, "/x", "[::1]:8080")


# ---------------------------------------------------------------- at delivery


def resolving(*answers: Sequence[str]) -> Resolve:
    """Resolve any name, each time to the next of these; the last of them again and again."""
    left = list(answers)

    async def resolve(host: str, port: int) -> Sequence[str]:
        assert (host, port > 0) == ("app.example", True)
        return left.pop(0) if len(left) > 1 else left[0]

    return resolve


@asynccontextmanager
async def poster(
    *, private: bool = False, seconds: float = 30.0, resolve: Resolve | None = None, context: ssl.SSLContext = NOBODY
) -> AsyncIterator[Poster]:  # fmt: skip
    """Give what sends deliveries."""
    made = Poster(seconds=seconds, private=private, resolve=resolve, context=context)
    try:
        yield made
    finally:
        await made.close()


async def posted(poster: Poster, receiver: Receiver, *, scheme: str = "http") -> Attempt:
    """Send something to a receiver, by its name."""
    return await poster.post(f"{scheme}://app.example:{receiver.port}/hook", {"X-Test": "1"}, b"[]")


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], []])
@pytest.mark.rule("AR-HOOK-08")
async def test_a_name_that_points_inside_is_not_connected_to(addresses: list[str]) -> None:
    """One private address among them is enough; nothing is connected to."""
    with receiving() as receiver:
        async with poster(resolve=resolving(addresses)) as sends:
            attempt = await posted(sends, receiver, scheme="https")

    assert attempt.error == ("address-refused" if addresses else "no-connection")
    assert receiver.messages.empty()


@pytest.mark.rule("AR-HOOK-08")
async def test_a_name_that_moves_inside_is_refused_from_then_on() -> None:
    """What was public a moment ago is asked for again with the next connection, and only then connected to."""
    asked: list[str] = []

    async def resolve(host: str, _: int) -> Sequence[str]:
        asked.append(host)
        return ["203.0.114.1"] if len(asked) == 1 else ["10.0.0.1"]

    async with poster(resolve=resolve, seconds=0.05) as sends:
        first = await sends.post("https://app.example/", {}, b"")
        second = await sends.post("https://app.example/", {}, b"")

    assert first.error in {"timeout", "no-connection"}
    assert (second.error, len(asked)) == ("address-refused", 2)


@pytest.mark.rule("AR-HOOK-08")
async def test_what_was_checked_is_connected_to() -> None:
    """Under the name of the URL: nobody resolves it again. The next address is tried where one does not answer."""
    with receiving() as receiver:
        async with poster(private=True, resolve=resolving(["127.0.0.2", "127.0.0.1"])) as sends:
            attempt = await posted(sends, receiver)
        (message,) = await some(receiver, 1)

    assert attempt == Attempt(status=204)
    assert message.headers["host"] == f"app.example:{receiver.port}"


@pytest.mark.rule("AR-HOOK-08")
async def test_a_certificate_has_to_be_of_the_name(tmp_path: Path) -> None:
    """By an authority that is trusted, and of the host in the URL, whatever its address."""
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
            misnamed = await posted(sends, receiver, scheme="https")
        async with poster(private=True, context=ssl.create_default_context()) as sends:
            untrusted = await sends.post(f"https://localhost:{receiver.port}/hook", {}, b"[]")

    assert good.good
    assert misnamed.error == untrusted.error == "no-connection"
    assert receiver.messages.qsize() == 1


async def test_a_long_answer_is_cut_off() -> None:
    """What a receiver answers is not kept, however much it is; what is not HTTP has failed."""
    with receiving() as receiver:
        receiver.answer(200, Content_Length=str(READ_BYTES * 1000))
        receiver.answer(200, X_Long="x" * 200_000)
        async with poster(private=True, seconds=0.1, resolve=resolving(["127.0.0.1"])) as sends:
            without_end = await posted(sends, receiver)
            no_http = await posted(sends, receiver)

    assert (without_end.error, no_http.error) == ("timeout", "no-http")
