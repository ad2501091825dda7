"""One idempotency key makes one roll, however many requests and servers it reaches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import httpx
import pytest

from services.dice.routes import MOST_ROLLS
from services.gateway.operations.erase import erase
from services.gateway.processes.running import Running
from shared.platform.access import SeatTokens, revoke_key
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings
from tests.http.conftest import UNHURRIED
from tests.support.http import SSE, TABLES, Table, key_of, open_table, roll, with_store

ROLLS: Final = "/dice/v1/rolls"
BATCH: Final = 100
PARALLEL: Final = 32
ROUNDS: Final = 6
MANY: Final = {"rolls": roll(*["1d2"] * BATCH)["rolls"]}
ONE: Final = {"rolls": roll("1d1000000")["rolls"]}


@pytest.fixture(scope="module")
def servers(server: Running) -> Iterator[tuple[Running, Running]]:
    """Run a second server on the same store, with the same keys."""
    second = Running(
        server.store, server.folder, {"ARBITER_DURABILITY": "relaxed", "ARBITER_KEY_SECONDS": "0.1", **UNHURRIED}
    )
    second.start()
    try:
        yield server, second
    finally:
        second.stop()


def at_once(servers: Sequence[Running], key: str, asked: Sequence[tuple[str, dict[str, Any]]]) -> list[httpx.Response]:
    """Send rolls to the servers in turn, all at the same time, each with an idempotency key."""

    async def all_of_them() -> list[httpx.Response]:
        """Open all connections first, and then send on all of them together."""
        headers = {"Authorization": f"Bearer {key}"}
        limits = httpx.Limits(max_connections=PARALLEL)
        async with httpx.AsyncClient(headers=headers, timeout=60, limits=limits) as client:
            return await asyncio.gather(
                *(
                    client.post(
                        f"{servers[place % len(servers)].address}{ROLLS}", json=body, headers={"Idempotency-Key": name}
                    )
                    for place, (name, body) in enumerate(asked)
                )
            )

    return asyncio.run(all_of_them())


def one_roll(answers: Sequence[httpx.Response]) -> dict[str, Any]:
    """Assert that all responses have the same roll, and that it was made only once; return it."""
    assert {201} == {answer.status_code for answer in answers}, [answer.text for answer in answers]
    assert 1 == len({answer.content for answer in answers})
    assert 1 == sum("Idempotency-Replayed" not in answer.headers for answer in answers)
    made: dict[str, Any] = answers[0].json()
    return made


def close_table(bot: httpx.Client, table: str) -> None:
    """Close the table of a key's one-call rolls."""
    answer = bot.post(f"{TABLES}/{table}/commands", json={"command": {"type": "Close"}})
    assert 200 == answer.status_code


def test_one_idempotency_key_is_one_roll_at_the_first_use_of_an_app_key(servers: tuple[Running, Running]) -> None:
    """If an app key has no table yet, 32 requests at two servers open one table, and roll on it once."""
    for number in range(ROUNDS):
        key = key_of(servers[0], tenant="first")
        made = one_roll(at_once(servers, key, [(f"first-{number}", ONE)] * PARALLEL))
        with servers[1].client(key) as bot:
            table = bot.get(f"{TABLES}/{made['table']}").json()
        assert 1 == table["game"]["rolls"]


def test_concurrent_first_rolls_without_an_idempotency_key_share_a_table(servers: tuple[Running, Running]) -> None:
    """32 different rolls that reach two servers at the same time become 32 rolls on one table."""
    key = key_of(servers[0], tenant="share")
    answers = at_once(servers, key, [(f"share-{place}", ONE) for place in range(PARALLEL)])
    (table,) = {answer.json()["table"] for answer in answers}
    assert list(range(1, PARALLEL + 1)) == sorted(answer.json()["rolls"][0]["number"] for answer in answers)
    with servers[1].client(key) as bot:
        assert PARALLEL == bot.get(f"{TABLES}/{table}").json()["game"]["rolls"]


def test_one_idempotency_key_is_one_roll_after_the_table_ended(servers: tuple[Running, Running]) -> None:
    """If an app key's table has ended, 32 requests at two servers open the next one, and roll on it once."""
    key = key_of(servers[0], tenant="ended")
    with servers[0].client(key) as bot:
        table = bot.post(ROLLS, json=ONE).json()["table"]
        for number in range(ROUNDS):
            close_table(bot, table)
            made = one_roll(at_once(servers, key, [(f"ended-{number}", ONE)] * PARALLEL))
            assert (made["table"] == table, made["rolls"][0]["number"]) == (False, 1)
            table = made["table"]


def test_one_idempotency_key_is_one_roll_across_the_last_roll_of_a_table(servers: tuple[Running, Running]) -> None:
    """Four batches, each sent eight times, reach a table that has room for one of them.

    The other batches go to the next table.

    A retry after the end of the first table still gets the original roll, even if the next table is already open.
    """
    key = key_of(servers[0], tenant="last")
    with servers[0].client(key) as bot:
        tables = {bot.post(ROLLS, json=MANY).json()["table"] for _ in range(MOST_ROLLS // BATCH - 1)}
        answers = at_once(servers, key, [(f"batch-{place % 4}", MANY) for place in range(PARALLEL)])
        made = [one_roll(answers[place::4]) for place in range(4)]
        last = [batch for batch in made if batch["table"] in tables]
        afterwards = at_once(servers, key, [(f"batch-{place}", MANY) for place in range(4)])
        old = bot.get(f"{TABLES}/{last[0]['table']}").json()

    assert (1, 1) == (len(tables), len(last))
    assert 1 == len({batch["table"] for batch in made if batch not in last})
    assert ["closed", MOST_ROLLS] == [old["status"], old["game"]["rolls"]]
    assert made == [answer.json() for answer in afterwards]
    assert all("Idempotency-Replayed" in answer.headers for answer in afterwards)


def test_a_key_whose_table_was_erased_rolls_on_a_new_one(server: Running) -> None:
    """After a table is erased, the key's next roll is on a new table, and repeats no roll of the erased one."""
    key = key_of(server, tenant="erased-own")
    with server.client(key) as bot:
        before = bot.post(ROLLS, json=ONE).json()
        erase(
            ServerSettings(data_folder=server.folder, durability="relaxed", redis_url=server.store.url),
            before["stream"],
        )
        after = bot.post(ROLLS, json=ONE)
    assert (201, False) == (after.status_code, after.json()["table"] == before["table"])


# ------------------------------------------------------------------ streams end with their credential


PINGS: Final = 3
"""The maximum number of pings on a stream before it ends; the server sends one every 15 seconds.

In these tests, each stream ends within seconds.
"""


def heard(client: httpx.Client, path: str, headers: dict[str, str], end: Callable[[], object]) -> list[str]:
    """Listen to a stream until it ends; call `end` after the first event.

    Return the later events. A slow machine may get a few pings; after more of them the stream counts as endless, and
    the test fails.
    """
    lines: list[str] = []
    with client.stream("GET", path, headers=headers | SSE, timeout=60) as stream:
        assert 200 == stream.status_code
        for line in stream.iter_lines():
            if not lines and line.startswith("data"):
                end()
                lines.append("the end begins")
            elif lines and line:
                lines.append(line.partition(" ")[0])
            assert PINGS > lines.count(":"), "the stream goes on"
    return [line for line in lines if line != ":"]


def newest(table: Table) -> str:
    """Return the path of a table's event stream that starts after the table's newest event."""
    return f"{table.path}/events?after={table.version - 1}"


def test_a_stream_ends_with_its_key(server: Running, app: httpx.Client) -> None:
    """The event stream of a revoked key gets no further event and ends. The stream of another key continues."""
    key = key_of(server, tenant="demo")
    table = open_table(server, app)

    def revoke() -> None:
        """Revoke the key, wait until no server caches it, and then cause an event."""
        with_store(server, lambda redis: revoke_key(redis, key.split("_")[1]))
        with server.client(key) as bearer:
            while bearer.get(table.path).status_code != httpx.codes.UNAUTHORIZED:
                continue
        table.done(roll("1d20"))

    assert ["the end begins"] == heard(app, newest(table), {"Authorization": f"Bearer {key}"}, revoke)


def test_a_stream_ends_with_its_token(server: Running, app: httpx.Client) -> None:
    """The event stream of a token ends when the token expires, and no earlier."""
    table = open_table(server, app)
    keys = Keys.open(server.folder / "keys.json")
    lasting = 3
    tokens = SeatTokens(keys, days=1, clock=lambda: time.time() - 86_400 + lasting)
    token = tokens.issue(table.opened["stream"], "ann", 0).text
    until = SeatTokens(keys).read(token).exp

    assert ["the end begins"] == heard(app, newest(table), {"Authorization": f"Bearer {token}"}, lambda: None)
    assert until <= time.time()


def test_a_stream_ends_with_the_rotation_of_its_token(server: Running, app: httpx.Client) -> None:
    """The old token gets no event after the rotation, and its stream ends."""
    table = open_table(server, app)

    def rotate() -> None:
        """Give ann another token, and cause an event."""
        assert 201 == app.post(f"{table.path}/seats/ann/token").status_code
        table.done(roll("1d20"))

    assert ["the end begins"] == heard(app, newest(table), table.as_seat("ann"), rotate)


def test_the_stream_of_a_job_ends_with_its_key(server: Running, app: httpx.Client) -> None:
    """Without a worker the job never ends, but its stream ends when the listener's key is revoked."""
    key = key_of(server, tenant="demo")
    what = {"throw": "Notation", "text": "1d6"}
    asked = {"simulate": {"what": what}, "trials": 1000}
    job = app.post("/dice/v1/jobs", json=asked)
    assert 202 == job.status_code, job.text

    def revoke() -> None:
        """Revoke the key."""
        with_store(server, lambda redis: revoke_key(redis, key.split("_")[1]))

    path = f"{job.headers['Location']}/events"
    assert ["the end begins"] == heard(app, path, {"Authorization": f"Bearer {key}"}, revoke)
