"""The front and the routes send the same bytes in response to a command.

The front is the code that reads requests before the routes do.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from services.gateway.games import GAMES
from shared.platform.access import make_key, revoke_key
from shared.platform.limits import Policy
from shared.platform.processes.games import game_of
from tests.support.two_ways import BODY_BYTES, Sent, Way, answered_by_the_front, two_ways

STEPS: Final = 20
KEYS: Final = "app", "stranger"
ENDING: Final = {"Close", "RotateToken"}
"""Commands after which other commands are refused."""
KEY_SECONDS: Final = 2.0
PLAIN: Final = (
    (b"host", b"127.0.0.1"),
    (b"content-type", b"application/json"),
    (b"user-agent", b"test"),
    (b"x-request-id", b"the-same"),
)
Change: TypeAlias = Callable[[random.Random, Sent], Sent]


class Pair:
    """Two apps that get the same requests; only one of them has the front."""

    def __init__(self, front: Way, route: Way) -> None:
        """Set up the pair from an app with the front and one without it."""
        self.front, self.route = front, route

    async def ask(self, sent: Sent, *, learn: bool = True) -> Any:  # noqa: ANN401 JSON
        """Send a request to both apps, assert equal responses, and return the response."""
        (one, body), (other, theirs) = await self.front.send(sent), await self.route.send(sent)
        assert one == other, sent
        for way, text in ((self.front, body), (self.route, theirs)):
            for seat in _decode(text).get("seats", ()) if learn else ():
                way.secrets[seat["seat"]] = seat["token"].encode()
        return _decode(body)

    async def add_key(self, name: str, *, tenant: str, policy: Policy | None = None) -> None:
        """Create a key for both apps."""
        for way in (self.front, self.route):
            way.draw()
            async with Redis.from_url(way.store.url) as redis:
                made = await make_key(redis, tenant=tenant, label="test", policy=policy)
            way.secrets[name] = made.text.encode()

    async def revoke(self, name: str) -> None:
        """Revoke a key for both apps, and wait until neither of them caches it."""
        for way in (self.front, self.route):
            async with Redis.from_url(way.store.url) as redis:
                await revoke_key(redis, way.secrets[name].split(b"_")[1].decode())
        await asyncio.sleep(KEY_SECONDS + 0.05)


def _decode(body: bytes) -> Any:  # noqa: ANN401 JSON
    said = msgspec.json.decode(body) if body else {}
    return said if isinstance(said, dict) else {}


@asynccontextmanager
async def pair_in(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    """Run both apps, each with an app's key."""
    async with two_ways(folder, patch, key_seconds=KEY_SECONDS) as (front, route):
        made = Pair(front, route)
        await made.add_key("app", tenant="ours")
        await made.add_key("stranger", tenant="theirs")
        yield made


def command(path: str, body: Any, *more: tuple[bytes, bytes], by: bytes = b"app") -> Sent:  # noqa: ANN401 JSON
    """Return an unaltered request for a command."""
    headers = (*PLAIN, (b"authorization", b"Bearer {%s}" % by), *more)
    return Sent(method="POST", path=f"{path}/commands", headers=headers, pieces=(msgspec.json.encode(body),))


async def open_example(pair: Pair, name: str) -> str:
    """Open a game's stream with the opening that the contract gives as an example, and return the stream's path."""
    game = game_of(name)
    (body, *_) = game.openings.values()
    for way in (pair.front, pair.route):
        way.secrets = {key: way.secrets[key] for key in KEYS}
    plain = command("", body)
    answer = await pair.ask(replace(plain, path=f"/{name}/v1/{game.plural}"))
    return f"/{name}/v1/{game.plural}/{answer['id']}"


# ---------------------------------------------------------------- changes to a request


def with_header(name: bytes, *values: bytes) -> Change:
    """Return a change that sets a header to one of these values, chosen at random."""

    def change(chance: random.Random, sent: Sent) -> Sent:
        """Replace the header."""
        kept = tuple(pair for pair in sent.headers if pair[0] != name)
        return replace(sent, headers=(*kept, (name, chance.choice(values))))

    return change


def without(name: bytes) -> Change:
    """Return a change that omits a header."""
    return lambda _, sent: replace(sent, headers=tuple(pair for pair in sent.headers if pair[0] != name))


def twice(chance: random.Random, sent: Sent) -> Sent:
    """Send a randomly chosen header twice."""
    return replace(sent, headers=(*sent.headers, chance.choice(sent.headers)))


def with_body(*bodies: bytes) -> Change:
    """Return a change that replaces the body with one of these, chosen at random."""
    return lambda chance, sent: replace(sent, pieces=(chance.choice(bodies),))


def in_pieces(chance: random.Random, sent: Sent) -> Sent:
    """Send the body in two pieces. Sometimes the second never arrives."""
    body = sent.pieces[0]
    cut = chance.randrange(len(body) + 1)
    return replace(sent, pieces=(body[:cut], body[cut:]), leaves=chance.random() < 0.2)


def alter_byte(chance: random.Random, sent: Sent) -> Sent:
    """Change one byte of a body."""
    body = bytearray(sent.pieces[0])
    body[chance.randrange(len(body))] = chance.randrange(256)
    return replace(sent, pieces=(bytes(body),))


def elsewhere(chance: random.Random, sent: Sent) -> Sent:
    """Send the request to a malformed path or to a stream that does not exist."""
    place = sent.path.removesuffix("/commands")
    nowhere = place.rpartition("/")[0] + "/nothing-here"
    path = chance.choice((
        f"{sent.path}/", f"/{sent.path}", f"{nowhere}/commands", f"{place}-/commands", f"{place}A/commands",
        f"{place}/command", f"{place}//commands", "/commands", f"{place}/x/commands",
    ))  # fmt: skip
    return replace(sent, path=path)


def by_way_of(*queries: bytes) -> Change:
    """Return a change that adds a query to the request's path."""
    return lambda chance, sent: replace(sent, query=chance.choice(queries))


def method(chance: random.Random, sent: Sent) -> Sent:
    """Send the request with another method."""
    return replace(sent, method=chance.choice(("GET", "PUT", "OPTIONS")))


def because_of(chance: random.Random, sent: Sent) -> Sent:
    """Name an event of the stream itself as the cause; at random it exists or does not."""
    _, service, _, _, name, *_ = *sent.path.split("/"), "", "", "", ""
    game = game_of(service) if service in GAMES else game_of("dice")
    cause = f"{game.stream_name(name)}/{chance.choice((1, 2, 10_000))}".encode()
    return replace(sent, headers=(*sent.headers, (b"arbiter-cause", cause)))


NUMBERS: Final = b'{"command":{"type":"Close","reason":1.0}}', b'{"command":{"type":"RotateSeed"},"faces":[1.0]}'
CHANGES: Final[tuple[Change, ...]] = (
    with_header(b"prefer", b"return=minimal", b"return=representation", b"wait=1, return=minimal", b"\xff"),
    with_header(b"idempotency-key", b"one", b'"one"', b"two", b"with blank", b"", b"k" * 256),
    with_header(b"if-match", b'"1"', b"2", b"*", b'"9"', b"W/1", b"01", b"\x01"),
    with_header(b"arbiter-seat", b"gm", b"ann", b"bob", b"nobody", b"NO", b"gm\xe9"),
    with_header(b"arbiter-correlation", b"chain-1", b"-", b"", b"x" * 65, b"a b", b"\xff"),
    with_header(b"arbiter-cause", b"dice.table:x/1", b"dice.table:x@1", b"", b"dice.table:x/0", b"\xe9"),
    with_header(b"traceparent", b"00-%b-%b-01" % (b"1" * 32, b"2" * 16), b"00-x", b"", b"\xff"),
    because_of,
    with_header(b"authorization", b"Bearer {stranger}", b"Bearer ak_0_0123456789abcdef", b"Basic x", b""),
    with_header(b"authorization", b"bearer  {ann} ", b"Bearer {bob}", b"Bearer {gm}", b"Bearer {none}"),
    with_header(b"authorization", b"Bearer {app}x", b"Bearer  {app}", b"Bearer {app},"),
    with_header(b"content-type", b"application/json; charset=utf-8", b"text/plain", b"Application/JSON", b""),
    with_header(b"host", b"[::1]:80", b"a b", b"gm\xe9", b""),
    with_header(b"accept", b"text/html", b"*/*"),
    with_header(b"x-anything", b"", b"1"),
    with_header(b"origin", b"http://else.where"),
    without(b"authorization"), without(b"content-type"), without(b"host"), without(b"user-agent"),
    with_body(b"", b"null", b"[]", b"{}", b'{"command":{}}', b"\xff", b"{", b"[" * 5000, b" " * (BODY_BYTES + 1)),
    with_body(b'{"command":{"type":"Nothing"}}', b'{"command":{"type":"RotateSeed"},"more":1}', *NUMBERS),
    by_way_of(b"dry_run=true", b"dry_run=false", b"dry_run=perhaps", b"x=1", b"dry_run=true&dry_run=true"),
    twice, in_pieces, alter_byte, elsewhere, method,
)  # fmt: skip


async def commands_of(pair: Pair, path: str, name: str, chance: random.Random) -> AsyncIterator[Sent]:
    """Yield requests of random seats with listed commands and with the contract's examples.

    One request ends the stream.
    """
    examples = [body for body in game_of(name).examples.values() if "command" in body]
    seats = [seat for seat in pair.front.secrets if seat not in KEYS]
    bodies: Sequence[Any] = examples
    for step in range(STEPS):
        seat = chance.choice(seats)
        if step % 6 == 0:
            bodies = await legal_bodies(pair, path, seat) or examples
        body = chance.choice(bodies if chance.random() < 0.8 else examples)
        if step == STEPS - 4:
            body = {"command": {"type": "Close", "reason": "enough"}}
        by_app = chance.random() < 0.5
        yield command(path, body, (b"arbiter-seat", seat.encode()), by=b"app" if by_app else seat.encode())


async def legal_bodies(pair: Pair, path: str, seat: str) -> Sequence[Any]:
    """Return the bodies that a seat may send now."""
    read = replace(command(path, {}, by=seat.encode()), method="GET", path=f"{path}/legal", pieces=(b"",))
    allowed = (await pair.ask(read)).get("legal", {}).get("allowed", ())
    return [entry["body"] for entry in allowed if entry["command"] not in ENDING]


async def assert_same_answers(pair: Pair, name: str) -> None:
    """Send a game's commands as every kind of caller, unaltered and altered, and assert that the responses are equal.

    Each kind of alteration occurs at least once.
    """
    chance = random.Random(name)
    path = await open_example(pair, name)
    changes = chance.sample(CHANGES, len(CHANGES))
    async for plain in commands_of(pair, path, name, chance):
        await pair.ask(plain)
        sent = plain
        some = [changes.pop()] if changes else []
        for change in (*some, *chance.sample(CHANGES, chance.choice((0, 0, 1, 2)))):
            sent = change(chance, sent)
        await pair.ask(sent)


async def test_front_and_route_answer_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The front and the routes send the same status, headers and bytes, and count requests in the same way.

    The test sends valid and altered commands of every game as every kind of caller.
    """
    counted = answered_by_the_front(monkeypatch)
    async with pair_in(tmp_path, monkeypatch) as pair:
        for name in GAMES:
            before = counted[200]
            await assert_same_answers(pair, name)
            assert counted[200] - before >= 3, (name, counted)
        assert pair.front.counted == pair.route.counted
    assert set(counted) >= {200, 403, 409}, counted


async def test_keys_tokens_and_quotas_end_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The front and the routes refuse a revoked key and a replaced token, even if the front had cached them.

    Each call counts once towards a quota.
    """
    counted = answered_by_the_front(monkeypatch)
    async with pair_in(tmp_path, monkeypatch) as pair:
        path = await open_example(pair, "dice")
        (example, *_) = game_of("dice").examples.values()
        await pair.add_key("gone", tenant="ours")
        by_key, by_token = command(path, example, by=b"gone"), command(path, example, by=b"gm")
        assert [await status_of(pair, sent) for sent in (by_key, by_key, by_token, by_token)] == [200] * 4
        await pair.revoke("gone")
        await pair.ask(replace(by_token, path=f"{path}/seats/gm/token"), learn=False)
        assert [await status_of(pair, sent) for sent in (by_key, by_token)] == [401, 401]
        assert counted == Counter({200: 3, 401: 1})

        await pair.add_key("few", tenant="ours", policy=Policy(quota=5, window=3600))
        statuses = [await status_of(pair, command(path, example, by=b"few")) for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2
        assert counted == Counter({200: 7, 401: 1, 429: 2})
        stale = command(path, example, (b"if-match", b'"1"'))
        assert [await status_of(pair, stale) for _ in range(2)] == [412, 412]
        assert counted[412] == 1


async def status_of(pair: Pair, sent: Sent) -> int:
    """Send a request to both apps and return the status of the response."""
    status: int = (await pair.ask(sent)).get("status", 200)
    return status
