"""Links that work without a credential.

A reader without a credential can read closed streams whose log is open to all, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from services.gateway.processes.running import Running, running
from tests.support.http import CLOSE, COLD, NDJSON, SSE, TABLES, Table, assert_problem, open_table, roll

READ: Final = ("", "?at=2", "/events", "/events?after=2&limit=1", "/receipt")
DENIED: Final = ("/legal", "/audit", "/luck")
MATCHES: Final = "/tcg/v1/matches"


@pytest.fixture
def stranger(server: Running) -> Iterator[httpx.Client]:
    """Return a client without a credential."""
    with httpx.Client(base_url=server.address) as client:
        yield client


def closed_table(server: Running, app: httpx.Client) -> Table:
    """Open a table, roll on it once openly and once secretly, and close it."""
    table = open_table(server, app)
    table.done(roll("4d6kh3"), seat="ann")
    table.done(roll("1d20", secret=True), seat="ann")
    table.done(CLOSE)
    return table


def denial(answer: httpx.Response) -> dict[str, Any]:
    """Return the problem of a denied request, without the request's path that the problem repeats."""
    return assert_problem(answer, 401) | {"instance": ""}


@pytest.mark.rule("AR-LINK-01")
def test_a_stranger_reads_a_closed_stream(server: Running, app: httpx.Client, stranger: httpx.Client) -> None:
    """Without a credential, a closed stream's state, events, export and receipt are the same as for the app.

    Each response varies by credential, so that shared caches do not mix them.
    """
    table = closed_table(server, app)
    for rest in READ:
        seen, known = stranger.get(table.path + rest), table.get(rest)
        assert (200, known.json()) == (seen.status_code, seen.json())
    exported = stranger.get(f"{table.path}/events", headers=NDJSON)
    assert table.get("/events", headers=NDJSON).content == exported.content
    assert "Authorization" in stranger.get(table.path).headers["Vary"]


@pytest.mark.rule("AR-LINK-01")
def test_a_stranger_is_denied_everything_else(server: Running, app: httpx.Client, stranger: httpx.Client) -> None:
    """The denial has the same text for open and unknown streams, for logs that stay closed, and for other calls."""
    opened = open_table(server, app).path
    closed = closed_table(server, app).path
    match = app.post(
        MATCHES, json={"seats": [{"seat": "ann"}, {"seat": "bob"}], "settings": {"reveal_log_after_end": False}}
    ).json()
    kept = f"{MATCHES}/{match['id']}"
    assert app.post(f"{kept}/commands", json={"command": {"type": "Close"}}, headers={"Arbiter-Seat": "ann"}).is_success
    shut = [opened, kept, f"{TABLES}/{'0' * 26}"]

    denied = [denial(stranger.get(path + rest)) for path in shut for rest in READ]
    denied += [denial(stranger.get(closed + rest)) for rest in DENIED]
    denied += [denial(stranger.get(f"{closed}/events", headers=SSE)), denial(stranger.get(TABLES))]
    denied.append(denial(stranger.post(f"{closed}/commands", json={"command": CLOSE})))
    denied.append(denial(stranger.get(closed, headers={"Arbiter-Seat": "ann"})))

    assert [denied[0]] * len(denied) == denied


@pytest.mark.rule("AR-LINK-01")
@pytest.mark.store
@pytest.mark.parametrize(("quota", "answers"), [(2, [200, 200, 429]), (0, [401, 401, 401])])
def test_strangers_are_limited_by_their_address(tmp_path: Path, quota: int, answers: list[int]) -> None:
    """Without a credential, calls above the limit of their address are refused.

    With a limit of 0, the server refuses every caller without a credential.
    """
    few = {"ARBITER_STRANGER_QUOTA": str(quota), "ARBITER_RATE_WINDOW": "3600"}
    with running(tmp_path, durability="relaxed", **COLD, **few) as server, server.client() as app:
        table = closed_table(server, app)
        with httpx.Client(base_url=server.address) as stranger:
            assert answers == [stranger.get(table.path).status_code for _ in answers]
        assert table.get().is_success
