"""An older release and this one serve the same streams side by side, and an operator can roll back to the older one."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct

from services.gateway.games import GAMES
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from shared.platform.processes.games import game_of
from tests.faults.upgrades.older import OlderServer, errors_in, install
from tests.support.http import CLOSE, NDJSON, Table, assert_problem
from tests.support.jobs import crewed, installation, roll_to_simulate, wait_for_job
from tests.support.undo_campaign import campaign, take

RELEASE: Final = os.environ.get("ARBITER_TEST_UPGRADE_FROM", "")
STEPS: Final = int(os.environ.get("ARBITER_TEST_UPGRADE_STEPS", "200"))
SIDES: Final = ("older", "newer")
pytestmark = [
    pytest.mark.store, pytest.mark.faults, pytest.mark.execs,
    pytest.mark.skipif(not RELEASE, reason="needs an older release: make upgrade FROM=<tag or commit>"),
]  # fmt: skip


class Both(Struct, frozen=True):
    """A server of each release, on one store, and a client with the app's key for each server."""

    newer: Running
    older: OlderServer
    apps: dict[str, httpx.Client]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """Run the older release and this one on one store."""
    folder = tmp_path_factory.mktemp("both")
    python = install(RELEASE, folder / "older")
    with installation(folder / "newer") as newer, newer.client() as app:
        older = OlderServer(python, newer)
        with older.serve() as old_app:
            yield Both(newer=newer, older=older, apps={"older": old_app, "newer": app})


def open_example(both: Both, name: str, opener: str) -> Table:
    """Open a stream at one of the servers, with the opening that the contract gives as an example."""
    game = game_of(name)
    (body, *_) = game.openings.values()
    app = both.apps[opener]
    answer = app.post(f"/{name}/v1/{game.plural}", json=body)
    assert answer.status_code == 201, answer.text
    return Table(server=both.newer, app=app, path=answer.headers["Location"], opened=answer.json())


def at(both: Both, table: Table, side: str) -> Table:
    """Return the table with its calls sent to one of the servers."""
    return Table(server=table.server, app=both.apps[side], path=table.path, opened=table.opened)


def send_twice(first_at: Table, again_at: Table, command: dict[str, Any], seat: str) -> int:
    """Send a command to one server and resend it to the other; compare the responses, and return the status."""
    headers = {"Idempotency-Key": secrets.token_hex(8)}
    first, again = (table.send(command, seat=seat, headers=headers) for table in (first_at, again_at))
    assert first.status_code < 500, first.text
    assert again.status_code == first.status_code, (first.text, again.text)
    if first.is_success:
        assert {name: first.json()[name] for name in ("version", "head")} == {
            name: again.json()[name] for name in ("version", "head")
        }
        assert "Idempotency-Replayed" in again.headers
    return first.status_code


def play(both: Both, table: Table, name: str, chance: random.Random) -> int:
    """Play random moves that both releases know: one server lists them, and either of them decides them.

    Return the number of moves.
    """
    own, settled = {kind.__name__ for kind in game_of(name).commands}, 0
    for _ in range(STEPS):
        seat = chance.choice(sorted(table.tokens))
        lists = [at(both, table, side).get("/legal", seat=seat) for side in SIDES]
        assert [answer.status_code for answer in lists] == [200, 200], [answer.text for answer in lists]
        allowed = [answer.json()["legal"]["allowed"] for answer in lists]
        known = own & {entry["command"] for entry in allowed[0]} & {entry["command"] for entry in allowed[1]}
        moves = [entry for entry in chance.choice(allowed) if entry["command"] in known]
        if moves:
            first, again = (at(both, table, side) for side in chance.sample(SIDES, 2))
            settled += send_twice(first, again, chance.choice(moves)["body"]["command"], seat) == 200
    return settled


@pytest.mark.rule("AR-UPGRADE-01")
@pytest.mark.parametrize("opener", SIDES)
@pytest.mark.parametrize("name", GAMES)
def test_a_stream_is_played_at_two_releases_at_once(both: Both, tmp_path: Path, name: str, opener: str) -> None:
    """Servers of both releases list, decide and show the same stream.

    The stream's export passes the audit, which names the rules of each release.
    """
    table = open_example(both, name, opener)

    settled = play(both, table, name, random.Random(f"{name} {opener}"))
    shown = [at(both, table, side).get().json() for side in SIDES]
    at(both, table, opener).send(CLOSE)
    exports = [at(both, table, side).get("/events", headers=NDJSON).content for side in SIDES]
    log = tmp_path / "export.ndjson"
    log.write_bytes(exports[0])

    assert settled > 0
    assert [shown[0][part] for part in ("version", "head")] == [shown[1][part] for part in ("version", "head")]
    assert exports[0] == exports[1]
    report = verify_file(log, None, None)
    assert report.failure is None, report
    assert errors_in([both.newer.log, both.older.log]) == []


@pytest.mark.rule("AR-UPGRADE-02")
def test_after_a_rollback_streams_with_new_events_wait_for_the_upgrade(both: Both) -> None:
    """The older release responds 503 for a stream with an event type that it does not know, and serves all others."""
    table = campaign(both.newer, both.apps["newer"])
    before = take(table, "rope")["version"]
    take(table, "torch")
    table.done({"type": "ProposeUndo", "to": before}, seat="ann")
    version = table.version
    other = open_example(both, "dice", "older")
    older = at(both, table, "older")

    answers = [
        older.get(), older.get("/legal", seat="ann"), older.send({"type": "RotateSeed"}),
        older.send({"type": "TakeItem", "character": "character-1", "item": {"name": "lamp"}}, seat="ann"),
    ]  # fmt: skip

    for answer in answers:
        assert_problem(answer, 503)
    assert other.get().status_code == 200
    assert table.version == version
    assert take(table, "lamp")["version"] > version


@pytest.mark.rule("AR-UPGRADE-01")
def test_a_job_waits_for_workers_of_the_release_it_was_asked_at(both: Both) -> None:
    """A worker of the older release leaves a newer job's chunks alone; a worker of the newer release computes them."""
    app = both.apps["newer"]
    with both.older.run("worker"), crewed(both.newer, roles=("dispatcher", "worker")):
        answer = app.post("/dice/v1/jobs", json={"simulate": roll_to_simulate("2d6"), "trials": 40_000})
        assert answer.status_code in {200, 202}, answer.text
        job = wait_for_job(app, answer.headers["Location"])
    assert job["progress"]["status"] == "completed", job["progress"]
