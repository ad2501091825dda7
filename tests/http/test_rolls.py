"""One-call rolls.

They are made on the key's own table, which closes by itself and then reveals its seed.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from structlog.testing import capture_logs

from services.gateway.extras import app_extras
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from services.gateway.served import SERVICES
from shared.platform.access import make_key
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog.redis.key_names import StreamKeys
from shared.platform.http.app import make_app
from shared.platform.http.edge.edge import Edge
from shared.platform.http.hosting import GameHost
from shared.platform.http.streams.owned import close_due, due
from shared.platform.settings import ServerSettings
from tests.support.http import NDJSON, TABLES, assert_problem, key_of, roll

ROLLS = "/dice/v1/rolls"


def test_rolls_of_a_key_land_on_one_table_of_its_own(server: Running) -> None:
    """All rolls with one key are on one table. Another key of the same app has its own table."""
    with server.client(key_of(server, tenant="bot")) as bot, server.client(key_of(server, tenant="bot")) as other:
        first, second = (bot.post(ROLLS, json={"rolls": roll("4d6kh3", "1d20")["rolls"]}) for _ in range(2))
        foreign = other.post(ROLLS, json={"rolls": roll()["rolls"]})
        table = bot.get(f"{TABLES}/{first.json()['table']}").json()

    assert (first.status_code, second.status_code) == (201, 201)
    assert [made["number"] for made in second.json()["rolls"]] == [3, 4]
    assert first.json()["table"] == second.json()["table"] != foreign.json()["table"]
    assert table["seats"] == [{"seat": "gm", "role": "gm", "name": "Key holder"}]
    assert (table["game"]["rolls"], table["version"]) == (4, second.json()["version"])
    assert table["game"]["recent"][0]["outcome"] == first.json()["rolls"][0]["outcome"]


def test_a_batch_holds_at_most_a_hundred(app: httpx.Client) -> None:
    """100 rolls in one call are one commit. A call with 101 rolls, or without any roll, gets a 400."""
    hundred = app.post(ROLLS, json={"rolls": roll(*["1d6"] * 100)["rolls"]})

    assert len(hundred.json()["rolls"]) == 100
    assert_problem(app.post(ROLLS, json={"rolls": roll(*["1d6"] * 101)["rolls"]}), 400)
    assert_problem(app.post(ROLLS, json={"rolls": []}), 400)


def test_after_ten_thousand_rolls_the_table_ends_and_the_next_begins(server: Running, tmp_path: Path) -> None:
    """The batch that reaches the limit closes the table and reveals its seed. The log verifies."""
    key = {"Idempotency-Key": "last"}
    with server.client(key_of(server, tenant="busy")) as bot:
        batch = {"rolls": roll(*["1d2"] * 100)["rolls"]}
        tables = {bot.post(ROLLS, json=batch).json()["table"] for _ in range(99)}
        last = bot.post(ROLLS, json=batch, headers=key)
        after = bot.post(ROLLS, json=batch)
        again = bot.post(ROLLS, json=batch, headers=key)
        (table,) = tables
        closed = bot.get(f"{TABLES}/{table}").json()
        (tmp_path / "own.ndjson").write_bytes(bot.get(f"{TABLES}/{table}/events", headers=NDJSON).content)
    report = verify_file(tmp_path / "own.ndjson", None, None)

    assert (closed["status"], closed["game"]["rolls"]) == ("closed", 10_000)
    assert (last.json()["table"], after.json()["table"] == table) == (table, False)
    assert again.json() == last.json()
    assert (report.honest, report.draws.verdict, report.decisions.verdict) == (True, "same", "same")


@asynccontextmanager
async def served(store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[tuple[httpx.AsyncClient, GameHost[object]]]:
    """Serve the app in this process; yield a client with a key, and the host of the dice tables."""
    settings = ServerSettings(data_folder=tmp_path, durability="relaxed", redis_url=store.url)
    app = make_app(SERVICES, settings, store=store.url, extras=app_extras())
    async with app.lifespan():
        host = app.state.hosts["dice.table"]
        key = await make_key(host.context.redis, tenant="bot", label="test")
        transport = httpx.ASGITransport(Edge(app, app.state.metrics))  # type: ignore[arg-type]
        headers = {"Authorization": f"Bearer {key.text}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://arbiter", headers=headers) as client:
            yield client, host


async def test_a_table_whose_time_is_up_is_closed(durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """The server closes each expired table once, and reveals its seed. The key's next roll opens another."""
    async with served(durable_store, tmp_path) as (client, dice):
        rolled = (await client.post(ROLLS, json={"rolls": roll()["rolls"]})).json()
        early = await close_due(dice)
        await due(dice, rolled["stream"], dice.now() - 1)
        closed, again = await close_due(dice), await close_due(dice)
        events = (await client.get(f"{TABLES}/{rolled['table']}/events")).json()["items"]
        after = (await client.post(ROLLS, json={"rolls": roll()["rolls"]})).json()

    assert (early, closed, again) == (0, 1, 0)
    assert [event["data"]["type"] for event in events[-2:]] == ["SeedRevealed", "StreamClosed"]
    assert after["table"] != rolled["table"]


async def test_a_table_that_cannot_be_read_does_not_keep_others_open(
    durable_store: EmbeddedStore, tmp_path: Path
) -> None:
    """If one of two expired tables is broken, the server logs it and keeps it due, and closes the other one."""
    async with served(durable_store, tmp_path) as (client, dice):
        broken = (await client.post(ROLLS, json={"rolls": roll()["rolls"]})).json()["stream"]
        meta = StreamKeys(broken, 1).meta
        await dice.context.redis.hset(meta, "k", b"?")
    async with served(durable_store, tmp_path) as (client, dice):
        rolled = (await client.post(ROLLS, json={"rolls": roll()["rolls"]})).json()
        await due(dice, broken, dice.now() - 2)
        await due(dice, rolled["stream"], dice.now() - 1)
        with capture_logs() as logged:
            closed = await asyncio.wait_for(close_due(dice), 30)
        table = (await client.get(f"{TABLES}/{rolled['table']}")).json()
        left = await dice.context.redis.zrange("arbiter:dice:due", 0, -1)

    assert (1, "closed", [broken.encode()]) == (closed, table["status"], left)
    assert [broken] == [one["stream"] for one in logged if one["event"] == "due_stream_not_closed"]
