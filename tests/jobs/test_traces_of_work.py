"""Traces of work that the service does by itself: spans of a job's chunks, and of a computer player's turn."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from shared.platform.tracing import span_of
from tests.support.collecting import Collected, collecting
from tests.support.http import NDJSON
from tests.support.jobs import WAIT_SECONDS, app_of, crewed, installation, wait_for_job

pytestmark = pytest.mark.store

OF_A_JOB: Final = "4bf92f3577b34da6a3ce929d0e0e4736"
OF_A_MATCH: Final = "0af7651916cd43dd8448eb211c80319c"
PARENT: Final = "00f067aa0ba902b7"


def header_of(trace: str) -> dict[str, str]:
    """Return the header that makes a request part of a trace."""
    return {"traceparent": f"00-{trace}-{PARENT}-01"}


def turns_of(app: httpx.Client, path: str) -> list[dict[str, Any]]:
    """Wait until the computer player has taken a turn; return the intents of its turns."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        lines = app.get(f"{path}/events", headers=NDJSON).text.splitlines()
        intents = [json.loads(line)["public"]["intent"] for line in lines]
        if found := [one for one in intents if one["by"].startswith("player:")]:
            return found
        assert time.monotonic() < until, intents
        time.sleep(0.05)


@pytest.mark.rule("AR-CAUSE-08")
def test_chunks_and_turns_are_in_the_trace_of_their_request(tmp_path: Path) -> None:
    """The parent of each span of a worker or a clock is the span of the decision that caused it."""
    found: list[Collected] = []
    body = {"simulate": {"what": {"throw": "Notation", "text": "2d6"}}, "trials": 2_000}
    with (
        collecting(found) as address,
        installation(tmp_path, ARBITER_TRACES_URL=address) as server,
        crewed(server, roles=("dispatcher", "clock", "worker"), ARBITER_WORKERS="1"),
        app_of(server, "traces") as app,
    ):
        asked = app.post("/dice/v1/jobs", json=body, headers=header_of(OF_A_JOB))
        job = wait_for_job(app, asked.headers["Location"])
        wait_for_job(app, app.post("/dice/v1/jobs", json=body | {"trials": 2_001}).headers["Location"])
        opened = app.post("/tcg/v1/matches", json={"seats": [{"seat": "ann"}, {"seat": "bob"}]}).json()
        path = f"/tcg/v1/matches/{opened['id']}"
        app.post(f"{path}/seats/ann/player", json={"player": "random"}, headers=header_of(OF_A_MATCH))
        turns = turns_of(app, path)
    of_job, of_match = ([one for one in found if one.span.trace_id.hex() == trace] for trace in (OF_A_JOB, OF_A_MATCH))
    request, opening = (next(one for one in of_job if one.span.name == name) for name in ("POST /dice", "open"))
    work = [one for one in of_job if one.service == "arbiter-worker"]
    chunks = [one for one in work if one.span.name == "chunk"]

    assert (PARENT, request.id) == (request.parent, opening.parent)
    assert span_of(f"{job['stream']}/1") == opening.id
    assert {opening.id} == {one.parent for one in work}
    assert {"chunk", "append"} == {one.span.name for one in work}
    assert (["done"], [2_000]) == (
        [one.attributes["arbiter.outcome"] for one in chunks],
        [one.attributes["arbiter.trials"] for one in chunks],
    )
    appointment = next(one for one in of_match if (one.service, one.span.name) == ("arbiter", "append"))
    taken = [one for one in of_match if one.service == "arbiter-clock"]
    assert len(turns) == len(taken)
    assert appointment.id == taken[0].parent
    assert f"{opened['stream']}/" in taken[0].attributes["arbiter.cause"]
