"""Digests in a server's logs: sealed while a stream runs, and proven after its end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running, running
from tests.support.http import COLD, NDJSON, TABLES, Table, open_table, roll, write_export
from tests.support.jobs import roll_to_simulate
from tests.support.matches import hand_in, open_match

EVERY = 2
POOL: dict[str, Any] = {"seats": [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]}
MAKE: dict[str, Any] = {"type": "CreateSpecialist", "seat": "ann", "sheet": {"name": "Ash", "speed": 15}}


@pytest.fixture(scope="module")
def digesting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server that records a digest after every second commit of a new stream."""
    more = COLD | {"ARBITER_STATE_DIGESTS": str(EVERY)}
    with running(tmp_path_factory.mktemp("digests"), durability="relaxed", **more) as server:
        yield server


def kinds_of(table: Table) -> list[str]:
    """Return the types of a stream's events."""
    return [item["data"]["type"] for item in table.get("/events?limit=1000").json()["items"]]


def digests_of(table: Table) -> list[dict[str, Any]]:
    """Return those events of a stream that have a digest, as the app may read them."""
    items = table.get("/events?limit=1000").json()["items"]
    return [item["data"] for item in items if item["data"]["type"] == "StateDigested"]


def fork_of(table: Table) -> Table:
    """Open a fork of a stream at its current version."""
    answer = table.app.post(f"{table.path}/forks", json={"at": table.version})
    assert answer.status_code == 201, answer.text
    return Table(server=table.server, app=table.app, path=answer.headers["Location"], opened=answer.json())


@pytest.mark.rule("AR-DIGEST-06", "AR-DIGEST-04", "AR-DIGEST-05")
def test_a_server_records_sealed_digests(digesting: Running, tmp_path: Path) -> None:
    """The server records a digest after every second roll of a table and of its fork.

    After the end, all seats see the digests, and the log is proven.
    """
    with digesting.client() as app:
        table = open_table(digesting, app)
        for _ in range(4):
            table.done(roll("1d20", secret=True), seat="ann")
        fork = fork_of(table)
        for _ in range(2):
            fork.done(roll("2d6"), seat="ann")
        assert [len(digests_of(one)) for one in (table, fork)] == [2, 1]
        for found in digests_of(table):
            assert found["digest"] == {"audience": []}
        assert table.get("/audit").json()["failure"] is None
        assert b'"digests":2' in write_export(table, tmp_path / "running.ndjson").read_bytes()

        for one in (fork, table):
            one.done({"type": "Close"})
        assert ["value" in found["digest"] for found in digests_of(table)] == [True, True]
        assert verify_file(write_export(table, tmp_path / "table.ndjson"), None, None).proven
        beside = verify_file(write_export(fork, tmp_path / "fork.ndjson"), None, None, parent=tmp_path / "table.ndjson")
        assert beside.conclusion == "proven"


@pytest.mark.rule("AR-DIGEST-06")
def test_a_large_opening_has_digests_too(digesting: Running) -> None:
    """A large table, whose opening the pool decides, and a match both record digests. A dry run shows no digest."""
    with digesting.client() as app:
        seats = [{"seat": "gm", "role": "gm"}, *({"seat": f"a-seat-with-a-long-name-{number}"} for number in range(60))]
        answer = app.post(TABLES, json={"seats": seats, "title": "x" * 200})
        large = Table(server=digesting, app=app, path=answer.headers["Location"], opened=answer.json())
        for _ in range(EVERY):
            large.done(roll("1d6"), seat=seats[1]["seat"])
        match = open_match(digesting, app)
        hand_in(match)

        assert [kinds_of(one).count("StateDigested") for one in (large, match)] == [1, 1]
        tried = large.send(roll("1d6"), seat=seats[1]["seat"], params={"dry_run": "true"})
        assert "StateDigested" not in json.dumps(tried.json())


@pytest.mark.rule("AR-DIGEST-04", "AR-DIGEST-06")
def test_a_dry_run_and_a_job_have_no_digest(digesting: Running) -> None:
    """If a campaign's next decision would record a digest, its dry run shows only the other events.

    A job has no digest.
    """
    with digesting.client() as app:
        opened = app.post("/rpg_specialist_pool/v1/campaigns", json=POOL).json()
        path = f"/rpg_specialist_pool/v1/campaigns/{opened['id']}"
        campaign = Table(server=digesting, app=app, path=path, opened=opened)
        for _ in range(EVERY - 1):
            campaign.done(MAKE)
        tried = campaign.send(MAKE, params={"dry_run": "true"}).json()
        assert [event["type"] for event in tried["events"]] == ["SpecialistCreated"]
        assert kinds_of(campaign).count("StateDigested") == 0
        campaign.done(MAKE)
        assert kinds_of(campaign)[-2:] == ["SpecialistCreated", "StateDigested"]

        job = (
            app.post("/dice/v1/jobs", json={"simulate": roll_to_simulate("1d6"), "trials": 10})
            .raise_for_status()
            .headers["Location"]
        )
        log = app.get(f"{job}/events", headers=NDJSON).raise_for_status().content
        assert b'"trials":10' in log
        assert b"igest" not in json.dumps([json.loads(line)["public"]["events"] for line in log.splitlines()]).encode()


@pytest.mark.rule("AR-DIGEST-06")
def test_a_server_without_the_setting_records_none(server: Running, app: httpx.Client) -> None:
    """If `state_digests` is 0, a server's logs contain no digest, and have the same bytes as in earlier releases."""
    table = open_table(server, app)
    for _ in range(20):
        table.done(roll("1d6"), seat="ann")

    assert b"igest" not in b"".join(
        json.dumps(json.loads(line)["public"]).encode()
        for line in table.get("/events", headers=NDJSON).content.splitlines()
    )
