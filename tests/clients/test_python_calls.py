"""The Python client without a server or a clock: the calls it retries, the errors it raises, and how it parses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, assert_type

import httpx
import msgspec
import pytest

import arbiter_client
from arbiter_client import (
    Arbiter,
    ArbiterError,
    Conflict,
    Denied,
    Gone,
    Malformed,
    NotFound,
    NotUnderstood,
    Refused,
    RuleForbids,
    Stale,
    TooMany,
    Unavailable,
    Unreachable,
)
from arbiter_client.calls import post
from arbiter_client.exchange import Following
from arbiter_client.services.dice import SHAPES
from arbiter_client.types import dice, tcg
from tests.clients.scripted import ADDRESS, DONE, ROLL, Scripted, done, problem

Answer = Callable[[httpx.Request], httpx.Response]


# ---------------------------------------------------------------- retries


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize(
    "failure", [problem(503), problem(429), httpx.Response(502), httpx.ReadError("cut"), httpx.ConnectError("away")]
)
def test_a_command_is_retried_with_the_same_key(failure: Any, *, asynchronous: bool) -> None:  # noqa: ANN401 two kinds
    """After any temporary failure the client resends the same bytes with the same Idempotency-Key."""
    server = Scripted(failure, failure, done())

    answer = server.send(asynchronous=asynchronous)

    assert 4 == answer.version
    assert 3 == len(server.asked)
    assert 1 == len({(one.headers["Idempotency-Key"], one.content, one.url.path) for one in server.asked})


def test_two_commands_have_two_keys() -> None:
    """A second command with the same fields gets a new Idempotency-Key."""
    server = Scripted(done())
    server.send()
    server.send()

    assert 2 == len({one.headers["Idempotency-Key"] for one in server.asked})


@pytest.mark.parametrize(("status", "raised"), [(503, Unavailable), (429, TooMany)])
def test_retries_end_at_the_time_limit(status: int, raised: type[Refused]) -> None:
    """If the server asks for a longer wait than the time limit allows, the client raises the problem at once."""
    late = httpx.Response(status, json={"type": "x", "title": "x", "status": status}, headers={"Retry-After": "31"})
    server = Scripted(late)

    with pytest.raises(raised) as caught:
        server.send(seconds=30)

    assert (1, 31.0) == (len(server.asked), caught.value.retry_after)


def test_an_unreachable_server_is_given_up() -> None:
    """A client that gets no response gives up when the caller's time limit has passed."""
    with pytest.raises(Unreachable, match="POST /dice/v1/tables/t/commands"):
        Scripted(httpx.ConnectError("nobody")).send(seconds=0.05)


def test_an_invalid_address_is_not_retried() -> None:
    """With an invalid address the client fails at once, with the same error as for an unreachable server."""
    with Arbiter("ftp://nowhere", "ak_x") as arbiter, pytest.raises(Unreachable, match="UnsupportedProtocol"):
        arbiter.dice.table("t").view()


def test_an_unrepeatable_call_is_sent_once() -> None:
    """The client resends an unrepeatable call only if the first attempt certainly did not arrive."""
    server = Scripted(httpx.ReadError("cut"), done())
    call = post("/arbiter/v1/webhooks", {}, dict[str, Any], again=False)
    with Arbiter(ADDRESS, transport=httpx.MockTransport(server)) as arbiter, pytest.raises(Unreachable):
        arbiter.run(call)

    assert 1 == len(server.asked)


# ---------------------------------------------------------------- exceptions


@pytest.mark.parametrize(
    ("answer", "raised"),
    [
        (problem(400, "malformed", field="command"), Malformed),
        (problem(401, "unauthenticated"), Denied),
        (problem(403, "forbidden"), Denied),
        (problem(404, "not-found"), NotFound),
        (problem(409, "refusal:not-your-turn", rule="TC-TURN-01", needs="ann", has="bob"), RuleForbids),
        (problem(410, "erased"), Gone),
        (problem(412, "stale-version", version=7), Stale),
        (problem(422, "key-reused"), Conflict),
        (httpx.Response(418, text="teapot"), Refused),
    ],
)
def test_each_problem_has_its_own_exception(answer: httpx.Response, raised: type[Refused]) -> None:
    """Each problem raises its own exception with the server's text, and is not retried."""
    server = Scripted(answer)
    with pytest.raises(ArbiterError) as caught:
        server.send()

    assert raised is type(caught.value)
    assert 1 == len(server.asked)


def test_a_refusal_names_its_rule() -> None:
    """The exception for a refusal has its name, its rule, `needs` and `has`.

    The exception for a stale version has the current version.
    """
    no = problem(409, "refusal:not-your-turn", title="NotYourTurn", rule="TC-TURN-01", needs="ann", has="bob")
    with pytest.raises(RuleForbids) as forbids:
        Scripted(no).send()
    with pytest.raises(Stale) as stale:
        Scripted(problem(412, "stale-version", version=7)).send()

    facts = forbids.value
    assert ("NotYourTurn", "TC-TURN-01", "ann", "bob") == (facts.refusal, facts.rule, facts.needs, facts.has)
    assert 7 == stale.value.version


# ---------------------------------------------------------------- parsing


def test_events_of_newer_types_are_skipped() -> None:
    """The client skips events of unknown types, and still reads the others."""
    closed = {"type": "StreamClosed", "reason": "over"}
    server = Scripted(httpx.Response(200, json=DONE | {"events": [{"type": "NeverHeardOf", "x": 1}, closed]}))

    assert [dice.StreamClosed(reason="over")] == server.send().events


def test_newer_commands_are_skipped() -> None:
    """The client's legal list omits commands of unknown types, and its pages omit events of unknown types."""
    known, new = (
        {"command": name, "kind": "ending", "body": {"command": {"type": name}}, "fields": {}}
        for name in ("Close", "New")
    )
    listed = {"allowed": [new, known], "blocked": [], "awaits": []}
    legal = {"stream": "s", "version": 1, "seat": "ann", "legal": listed}
    event = json.loads(envelope(3, {"type": "StreamClosed", "reason": ""}).partition(b"data: ")[2])
    newer = event | {"type": "arbiter.dice.New", "data": {"type": "New"}}
    server = Scripted(
        httpx.Response(200, json=legal), httpx.Response(200, json={"items": [newer, event], "next": None})
    )
    with Arbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(server)) as arbiter:
        table = arbiter.dice.table("t")

        assert [dice.Close()] == [one.body.command for one in table.legal().legal.allowed]
        assert ["3"] == [one.id for one in table.events()]


@pytest.mark.parametrize("body", ["{}", "[]", "no json", '{"events": 1}'])
def test_a_foreign_answer_is_not_understood(body: str) -> None:
    """The client raises its own error for a response that no Arbiter server would send."""
    with pytest.raises(NotUnderstood):
        Scripted(httpx.Response(200, text=body)).send()


def envelope(number: int, data: dict[str, Any]) -> bytes:
    """Return an event as a server sends it."""
    event = {
        "specversion": "1.0", "id": str(number), "source": "/dice", "type": "arbiter.dice.StreamClosed", "subject": "t",
        "time": "now", "datacontenttype": "application/json", "sequence": str(number), "data": data,
    }  # fmt: skip
    return b"id: %d\nevent: x\ndata: %s\n\n" % (number, json.dumps(event, ensure_ascii=False).encode())


def following(after: int = 0) -> Following[dice.DiceCloudEvent]:
    """Return a client that follows a table's event stream."""
    from arbiter_client.calls import StreamCalls

    return Following(StreamCalls(SHAPES, "t").follow(), after=after, ends=lambda event: event.id == "9", seconds=1)


def test_a_message_may_come_in_pieces() -> None:
    """A message may arrive byte by byte, between pings, and have characters that some parsers take for line ends."""
    closing = {"type": "StreamClosed", "reason": "a\u2028b\x85c"}
    sent = b"retry: 2000\n\n: ping\n\n" + envelope(3, closing) + b": ping\r\n\r\n" + envelope(4, closing)
    events = following()

    heard = [event for byte in sent for event in events.feed(bytes([byte]))]

    assert ["3", "4"] == [event.id for event in heard]
    assert dice.StreamClosed(reason="a\u2028b\x85c") == heard[0].data
    assert "4" == events.headers["Last-Event-ID"]


def test_a_cut_message_is_requested_again() -> None:
    """The client discards the first part of a truncated message, and requests events after the last complete one."""
    events = following(after=2)
    first, second = (
        envelope(3, {"type": "StreamClosed", "reason": ""}),
        envelope(9, {"type": "StreamClosed", "reason": ""}),
    )

    assert ["3"] == [event.id for event in events.feed(first + second[:-9])]
    events.begin()
    assert "3" == events.headers["Last-Event-ID"]
    assert ["9"] == [event.id for event in events.feed(second + first)]
    assert events.over


def test_a_message_of_a_newer_type_is_skipped() -> None:
    """The client skips a message of an unknown type, and does not request it again."""
    events = following()

    assert [] == list(events.feed(envelope(3, {"type": "NeverHeardOf"})))
    assert "3" == events.headers["Last-Event-ID"]


def test_pages_follow_each_other() -> None:
    """The iterator requests the next page only when needed, and yields each item once."""
    item = {"id": "a", "stream": "s", "version": 1, "status": "open", "at": 1, "simulated": False, "seats": []}
    pages = [{"items": [item, item | {"id": "b"}], "next": "on"}, {"items": [item | {"id": "c"}], "next": None}]
    server = Scripted(*(httpx.Response(200, json=page) for page in pages))
    with Arbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(server)) as arbiter:
        found = [one.id for one in arbiter.dice.streams(status="open", limit=2)]

    assert ["a", "b", "c"] == found
    assert ["", "on"] == [one.url.params.get("cursor", "") for one in server.asked]
    assert {"open"} == {one.url.params["status"] for one in server.asked}


# ---------------------------------------------------------------- what a type checker knows


def call_all(arbiter: Arbiter) -> Iterator[object]:
    """Make calls whose types a type checker must infer. These calls never run."""
    match = arbiter.tcg.match("t", token="x")
    deck = tcg.DeckList(main={}, spirits={}, savior="x")
    yield assert_type(match.send(tcg.SubmitDeck(deck=deck)), tcg.TcgDone)
    yield assert_type(match.send(tcg.SubmitDeck(deck=deck), dry_run=True), tcg.TcgDryRun)
    yield assert_type(match.view(at=3), tcg.TcgStreamView)
    yield assert_type(match.legal(), tcg.TcgLegalAnswer)
    yield assert_type(match.follow(), Iterator[tcg.TcgCloudEvent])
    yield assert_type(arbiter.dice.table("t").luck(), dice.LuckAnswer)
    yield assert_type(arbiter.dice.jobs.job("j").look(), dice.JobAnswer)
    yield match.send(dice.Roll(rolls=[]))  # type: ignore[call-overload] # not a command of this game


def test_the_package_is_marked_as_typed() -> None:
    """A marker file lets callers' type checkers read the package's types.

    Mypy also checks the calls in `call_all`.
    """
    assert (msgspec.__name__, True) == ("msgspec", callable(call_all))
    from pathlib import Path

    assert Path(arbiter_client.__file__).with_name("py.typed").exists()


@pytest.mark.parametrize("key", ["ak_secret\nx", "ak_secret x", "ak_secreté", "ak_\x00secret"])
def test_an_invalid_key_is_refused_and_never_shown(key: str) -> None:
    """The client refuses an invalid key or token before it sends anything, and no error quotes it."""
    server = Scripted(done())
    with pytest.raises(ValueError, match="no key and no token") as as_key:
        Arbiter(ADDRESS, key, transport=httpx.MockTransport(server))
    with (
        Arbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(server)) as arbiter,
        pytest.raises(ValueError, match="no key and no token") as as_token,
    ):
        arbiter.dice.table("t", token=key).view()
    assert not server.asked
    assert not any("secret" in repr(error.value) for error in (as_key, as_token))


def test_the_line_end_of_a_key_is_stripped() -> None:
    """The client strips the line end of a key that was read from a file."""
    server = Scripted(done())
    with Arbiter(ADDRESS, "ak_x\n", transport=httpx.MockTransport(server)) as arbiter:
        arbiter.dice.table("t").send(ROLL)
    assert server.asked[0].headers["Authorization"] == "Bearer ak_x"


def test_an_invalid_header_is_not_shown() -> None:
    """The client leaves out the HTTP library's own error, because it quotes the value of the header."""
    error = httpx.LocalProtocolError("Illegal header value b'Bearer ak_secret'")
    with pytest.raises(Unreachable) as caught:
        Scripted(error).send()
    assert "secret" not in f"{caught.value!r}{caught.value.__cause__!r}"


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_an_id_is_one_step_of_a_path(name: str) -> None:
    """The client refuses an id that would lead to another path, and sends nothing."""
    server = Scripted(done())
    with Arbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(server)) as arbiter:
        for ask in (arbiter.dice.table(name).view, lambda: arbiter.dice.rule(name), arbiter.dice.jobs.job(name).look):
            with pytest.raises(ValueError, match="is no id"):
                ask()
    assert not server.asked


def test_a_seat_is_one_step_of_a_path() -> None:
    """A call's path contains the seat in quoted form. Each call that changes something has its own idempotency key."""
    body = b'{"seat":"an n","role":"player","player":"greedy"}'
    server = Scripted(httpx.Response(200, content=body))
    with Arbiter(ADDRESS, "ak_x", transport=httpx.MockTransport(server)) as arbiter:
        match = arbiter.tcg.match("m")
        match.appoint_player("an n", tcg.PlayerBody(player="greedy"), key="k1")
        match.dismiss_player("an n", key="k2")
    sent = [(one.method, one.url.raw_path, one.headers["Idempotency-Key"]) for one in server.asked]
    path = b"/tcg/v1/matches/m/seats/an%20n/player"
    assert sent == [("POST", path, "k1"), ("DELETE", path, "k2")]


def test_a_printed_call_does_not_show_its_token() -> None:
    """Printed calls contain no token."""
    with Arbiter(ADDRESS, "ak_x") as arbiter:
        calls = arbiter.dice.table("t", token="tok_secret").calls
    assert "secret" not in f"{calls!r}{calls.view(None)!r}"


def test_a_redirect_is_refused() -> None:
    """The client follows no redirect, and does not read a redirect's body as a log."""
    server = Scripted(httpx.Response(302, headers={"Location": "http://other.test/"}, content=b"moved"))
    transport = httpx.MockTransport(server)
    with Arbiter(ADDRESS, "ak_x", transport=transport) as arbiter, pytest.raises(Refused) as caught:
        arbiter.dice.table("t").export()
    assert caught.value.status == 302
    assert [one.url.host for one in server.asked] == ["arbiter.test"]


@pytest.mark.parametrize("content", [b"<html>", b"id: 5\ndata: no\n\n", b'data: {"data": 5}\n\n', b"[" * 100_000])
def test_an_answer_of_another_program_is_not_understood(content: bytes) -> None:
    """Every call raises an error of this package for a response of another program."""
    answer = httpx.Response(200, content=content)
    with Arbiter(ADDRESS, "ak_x", seconds=0.1, transport=httpx.MockTransport(Scripted(answer))) as arbiter:
        for stream in (arbiter.stream("dice", "t"), arbiter.dice.table("t")):
            with pytest.raises(NotUnderstood):
                stream.view()
            with pytest.raises(NotUnderstood):
                list(stream.follow())


def test_an_invalid_retry_after_is_ignored() -> None:
    """The client ignores a `Retry-After` that is not a number in ASCII digits."""
    answer = httpx.Response(503, headers=[(b"Retry-After", "²".encode("latin-1"))], json={})
    with pytest.raises(Unavailable):
        Scripted(answer).send(seconds=0.0)
