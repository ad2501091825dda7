"""What is over leaves nothing in a server's memory that only the garbage collector could free.

Full collections are rare in a server, and objects that live through a smaller one wait for a full one. So a cycle of
references keeps the states of streams for hours.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog.writing.waiting import WaitingRequest
from shared.platform.feed import Watch
from shared.platform.http.hosting import GameHost
from shared.platform.http.streams.broadcast import Broadcast, Subscription
from tests.bench.ours import OPENING, ROLL
from tests.http.test_rolls import served
from tests.support.http import CLOSE, JSON, SSE, TABLES

ROUNDS = 4
TURNS = 100
"""Turns of the event loop within which everything that is over has ended."""
LEFT = (Broadcast, Subscription, Watch, WaitingRequest)


@pytest.fixture
def _no_collections() -> Iterator[None]:
    """Keep the garbage collector from running during a test."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive() -> Counter[str]:
    """Count the objects of event streams and of waiting requests that exist in this process."""
    return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, LEFT))


async def count_at_rest(before: Counter[str]) -> Counter[str]:
    """Let all tasks that are over end; return the objects that exist beyond those before."""
    for _ in range(TURNS):
        if not alive() - before:
            break
        await asyncio.sleep(0)
    return alive() - before


async def open_one(client: httpx.AsyncClient) -> str:
    """Open a table; return its path."""
    opened = await client.post(TABLES, json=OPENING)
    return str(opened.raise_for_status().headers["Location"])


async def listen_to_one(client: httpx.AsyncClient, dice: GameHost[object]) -> None:
    """Open a table, receive its events while the app rolls, and close it."""
    path = await open_one(client)
    listening = asyncio.create_task(client.get(f"{path}/events", headers=SSE | {"Last-Event-ID": "0"}))
    while not dice.context.broadcasts:  # noqa: ASYNC110 the server has no event for a new listener
        await asyncio.sleep(0)
    await client.post(f"{path}/commands", content=ROLL, headers=JSON)
    await client.post(f"{path}/commands", json={"command": CLOSE})
    assert b"StreamClosed" in (await listening).content


async def refuse_one(client: httpx.AsyncClient) -> None:
    """Send commands that the server refuses: for a version of the past, and to a stream that is over."""
    path = await open_one(client)
    stale = await client.post(f"{path}/commands", content=ROLL, headers=JSON | {"If-Match": '"1"'})
    await client.post(f"{path}/commands", json={"command": CLOSE})
    late = await client.post(f"{path}/commands", content=ROLL, headers=JSON)
    assert (stale.status_code, late.status_code) == (412, 409)


@pytest.mark.rule("AR-SERVER-10")
@pytest.mark.usefixtures("_no_collections")
async def test_an_ended_event_stream_leaves_nothing(durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """A stream that has no more listeners is not kept by what broadcast its events."""
    async with served(durable_store, tmp_path) as (client, dice):
        before = alive()
        for _ in range(ROUNDS):
            await listen_to_one(client, dice)
        left = await count_at_rest(before)

    assert left == Counter()


@pytest.mark.rule("AR-SERVER-10")
@pytest.mark.usefixtures("_no_collections")
async def test_a_refused_command_leaves_nothing(durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """A refused command is not kept by its refusal."""
    async with served(durable_store, tmp_path) as (client, _):
        before = alive()
        for _ in range(ROUNDS):
            await refuse_one(client)
        left = await count_at_rest(before)

    assert left == Counter()


@pytest.mark.rule("AR-SERVER-12")
async def test_a_token_that_no_seat_sends_is_not_kept(durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """The cache of verified tokens has only the tokens that seats have sent, however many streams an app opens."""
    async with served(durable_store, tmp_path) as (client, dice):
        verified = dice.context.authenticator.tokens._read
        opened = [(await client.post(TABLES, json=OPENING)).raise_for_status() for _ in range(ROUNDS)]
        kept_unsent = len(verified)
        token = opened[0].json()["seats"][0]["token"]
        read = await client.get(opened[0].headers["Location"], headers={"Authorization": f"Bearer {token}"})

    assert (kept_unsent, read.status_code, len(verified)) == (0, 200, 1)
