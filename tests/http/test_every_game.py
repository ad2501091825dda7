"""A client can play every game over HTTP with only its contract and its lists of legal commands."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from services.gateway.games import GAMES
from services.gateway.processes.running import Running
from shared.kernel.audit import lines_of
from shared.platform.processes.games import game_of
from tests.support.http import NDJSON, Table
from tests.support.journal import audit_export


def open_example(server: Running, app: httpx.Client, name: str) -> Table:
    """Open a stream with the opening that the contract gives as an example."""
    game = game_of(name)
    (body, *_) = game.openings.values()
    answer = app.post(f"/{name}/v1/{game.plural}", json=body)
    assert answer.status_code == 201, answer.text
    return Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())


def of_the_game(name: str, listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries of the game's own commands."""
    own = {kind.__name__ for kind in game_of(name).commands}
    return [entry for entry in listed if entry["command"] in own]


@pytest.mark.parametrize("name", GAMES)
def test_a_stream_is_opened_played_and_audited(server: Running, app: httpx.Client, name: str) -> None:
    """A seat sends a listed command and sees the result. After the stream is closed, the audit proves the whole log."""
    stream = open_example(server, app, name)
    listed = {seat: stream.get("/legal", seat=seat).json()["legal"]["allowed"] for seat in stream.tokens}
    seat, entry = next((seat, entry) for seat, some in listed.items() for entry in of_the_game(name, some))

    tried = stream.send(entry["body"]["command"], seat=seat, params={"dry_run": True})
    done = stream.done(entry["body"]["command"], seat=seat)

    assert tried.json()["allowed"]
    assert done["version"] > 0
    assert stream.get(seat=seat).json()["version"] == done["version"]
    stream.done({"type": "Close", "reason": "the evening is over"}, headers={"Arbiter-Seat": seat})
    report = audit_export(game_of(name), lines_of(stream.get("/events", headers=NDJSON).content))
    assert report.failure is None
    assert report.closed
