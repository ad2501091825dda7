"""Chat over HTTP: all seats can read it, it makes no other command stale, and no seat can flood a table."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from redis.asyncio import Redis

from services.gateway.processes.running import Running
from shared.platform.http.commands.commands import CHAT_POLICY
from tests.support.http import NDJSON, Table, assert_problem, key_of, open_table, roll, with_store


def line(text: str = "Shall we begin?") -> dict[str, Any]:
    """Return a command that sends a line of chat."""
    return {"type": "SendChat", "text": text}


@pytest.fixture
def chat(server: Running, app: httpx.Client) -> Table:
    """Open a table whose seats may chat."""
    return open_table(server, app, chat="on")


def if_match(version: int) -> dict[str, str]:
    """Return the `If-Match` header for a command that expects this version."""
    return {"If-Match": f'"{version}"'}


@pytest.mark.rule("AR-CHAT-01", "AR-CHAT-05")
def test_every_seat_reads_the_chat(chat: Table) -> None:
    """The view shows the setting; the events of every seat and the exported log contain the lines."""
    done = chat.done(line(), seat="ann")
    assert done["events"] == [{"type": "ChatSent", "seat": "ann", "text": "Shall we begin?"}]
    chat.done({"type": "SendChat", "phrase": "yes"}, seat="gm")
    for seat in ("gm", "bob", "eve"):
        assert chat.get(seat=seat).json()["chat"] == "on"
        events = chat.get("/events", seat=seat).json()["items"]
        assert [(one["type"], one["data"]["text"]) for one in events[-2:]] == [
            ("arbiter.dice.ChatSent", "Shall we begin?"), ("arbiter.dice.ChatSent", "Yes."),
        ]  # fmt: skip
    assert chat.get("/events", seat="eve", headers=NDJSON).text.count('"ChatSent"') == 2
    chat.done({"type": "Close"}, seat="gm")
    assert chat.get("/audit", seat="ann").json()["conclusion"] == "proven"


@pytest.mark.rule("AR-CHAT-01")
def test_a_table_without_chat_refuses_lines(table: Table) -> None:
    """The view of a table without chat has no chat setting, and the server refuses a line of chat by its rule."""
    assert "chat" not in table.get(seat="ann").json()
    assert assert_problem(table.send(line(), seat="ann"), 409)["rule"] == "AR-CHAT-01"


@pytest.mark.rule("AR-CHAT-05")
def test_chat_makes_no_command_stale(chat: Table) -> None:
    """The server accepts a command that expects the version before some lines of chat.

    It refuses a command that expects the version before a roll.
    """
    seen = chat.version
    chat.done(line(), seat="bob")
    chat.done(line(), seat="gm")
    dry = chat.send(roll(), seat="ann", headers=if_match(seen), params={"dry_run": "true"})
    assert dry.json()["allowed"]
    chat.done(roll(), seat="ann", headers=if_match(seen))
    chat.done(line(), seat="bob")
    for version in (seen, chat.version + 1):
        assert_problem(chat.send(roll(), seat="ann", headers=if_match(version)), 412)


@pytest.mark.rule("AR-CHAT-05")
def test_a_repeated_line_is_sent_once(chat: Table) -> None:
    """A line resent with its idempotency key gets the same response, and adds no event."""
    first = chat.done(line(), seat="ann", headers={"Idempotency-Key": "hello"})
    again = chat.send(line(), seat="ann", headers={"Idempotency-Key": "hello"})
    assert (again.json()["version"], again.headers["Idempotency-Replayed"]) == (first["version"], "true")
    assert chat.version == first["version"]


@pytest.mark.rule("AR-CHAT-06")
def test_nobody_floods_a_table(chat: Table) -> None:
    """A seat that has used up its ten lines gets a response that says when it may chat again.

    The server still accepts the seat's moves and other seats' lines.
    """
    assert (CHAT_POLICY.quota, CHAT_POLICY.window) == (10, 10)
    name = f"arbiter:limit:chat:{chat.opened['stream']}:ann"
    chat.done(line(), seat="ann")
    assert float(with_store(chat.server, lambda redis: left_in(redis, name))) == CHAT_POLICY.quota - 1

    with_store(chat.server, lambda redis: used_up(redis, name))
    refused = chat.send(line(), seat="ann")
    problem = assert_problem(refused, 429)
    assert (problem["rule"], problem["has"]) == ("AR-CHAT-06", CHAT_POLICY.quota)
    assert 1 <= int(refused.headers["Retry-After"]) <= CHAT_POLICY.window
    assert chat.app.get(problem["rule_url"]).json()["rule"]["id"] == "AR-CHAT-06"
    chat.done(line(), seat="bob")
    chat.done(roll(), seat="ann")
    entries = chat.get("/legal", seat="ann").json()["legal"]["allowed"]
    assert [one["kind"] for one in entries if one["command"] == "SendChat"] == ["aside", "aside"]


@pytest.mark.rule("AR-CHAT-06")
def test_only_accepted_lines_count_towards_the_limit(chat: Table) -> None:
    """Refused and repeated lines do not count: a seat with one line left can still send it after them."""
    name = f"arbiter:limit:chat:{chat.opened['stream']}:ann"
    again = {"Idempotency-Key": "hello"}
    first = chat.done(line(), seat="ann", headers=again)
    for _ in range(CHAT_POLICY.quota + 1):
        assert_problem(chat.send(line("\u3164"), seat="ann"), 409)
        assert chat.send(line(), seat="ann", headers=again).json()["version"] == first["version"]
    assert_problem(chat.send(line(), seat="ann", headers=if_match(chat.version + 1)), 412)
    assert float(with_store(chat.server, lambda redis: left_in(redis, name))) >= CHAT_POLICY.quota - 1
    chat.done(line(), seat="ann")


@pytest.mark.rule("AR-CHAT-06")
def test_nobody_else_uses_up_the_limit_of_a_seat(chat: Table, server: Running) -> None:
    """Lines from a replaced token, or from another app, are refused and do not count towards the seat's limit."""
    name = f"arbiter:limit:chat:{chat.opened['stream']}:ann"
    fresh = {"Authorization": f"Bearer {chat.app.post(f'{chat.path}/seats/ann/token').json()['token']}"}
    stranger = {"Authorization": f"Bearer {key_of(server, tenant='other')}", "Arbiter-Seat": "ann"}
    for _ in range(CHAT_POLICY.quota + 1):
        assert_problem(chat.send(line(), seat="ann"), 401)
        assert_problem(chat.send(line(), headers=stranger), 404)
    assert float(with_store(server, lambda redis: left_in(redis, name))) >= CHAT_POLICY.quota - 1
    chat.done(line(), headers=fresh)


@pytest.mark.rule("AR-CHAT-06")
def test_a_limited_seat_gets_the_answer_that_would_not_change(chat: Table) -> None:
    """A seat at its limit gets a 429 only if waiting would help.

    It gets the stored response for a resent line, and the usual refusal for a line that is forbidden anyway.
    """
    again = {"Idempotency-Key": "hello"}
    first = chat.done(line(), seat="ann", headers=again)

    def say_as_limited(
        text: str = "More", *, seat: str = "ann", headers: dict[str, str] | None = None
    ) -> httpx.Response:
        bucket = f"arbiter:limit:chat:{chat.opened['stream']}:{seat}"
        with_store(chat.server, lambda redis: used_up(redis, bucket))
        return chat.send(line(text), seat=seat, headers=headers or {})

    assert_problem(say_as_limited(), 429)
    repeated = say_as_limited("Shall we begin?", headers=again)
    assert (repeated.status_code, repeated.json()["version"]) == (200, first["version"])
    assert repeated.headers["Idempotency-Replayed"] == "true"
    assert_problem(say_as_limited("Other words", headers=again), 422)
    assert_problem(say_as_limited(headers=if_match(chat.version + 1)), 412)
    assert assert_problem(say_as_limited("\u3164"), 409)["rule"] == "AR-CHAT-03"
    assert assert_problem(say_as_limited(seat="eve"), 403)["needs"] == ["gm", "player"]
    fresh = say_as_limited(headers={"Idempotency-Key": "later"})
    assert_problem(fresh, 429)
    version = chat.version
    chat.done({"type": "Close"}, seat="gm")
    assert assert_problem(say_as_limited(), 409)["rule"] == "AR-STREAM-03"
    assert chat.get("/events", seat="ann").text.count('"arbiter.dice.ChatSent"') == 1
    assert version == first["version"]


@pytest.mark.rule("AR-CHAT-04")
def test_the_app_does_not_chat_for_a_spectator(chat: Table) -> None:
    """The server refuses a line that the app sends for a spectator, but accepts one that it sends for a player."""
    path = f"{chat.path}/commands"
    sent = chat.app.post(path, json={"command": line()}, headers={"Arbiter-Seat": "eve"})
    assert assert_problem(sent, 403)["needs"] == ["gm", "player"]
    assert chat.app.post(path, json={"command": line()}, headers={"Arbiter-Seat": "bob"}).status_code == 200


async def left_in(redis: Redis, name: str) -> str:
    """Return how many tokens are left in a rate limit's bucket."""
    found = await redis.hget(name, "tokens")
    assert found is not None
    return str(found if isinstance(found, str) else found.decode())


async def used_up(redis: Redis, name: str) -> None:
    """Empty a rate limit's bucket, and delay its refill by an hour of the store's clock."""
    seconds, _ = await redis.time()
    await redis.hset(name, mapping={"tokens": "0", "at": str((seconds + 3600) * 1_000_000)})
