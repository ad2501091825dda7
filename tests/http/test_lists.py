"""An app lists its own streams and jobs.

Other callers learn nothing about them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from services.gateway.games import GAMES
from services.gateway.processes.running import Running
from shared.platform.processes.games import game_of
from tests.http.test_erased import erase_stream
from tests.support.http import SEATS, TABLES, Table, assert_problem, key_of, open_table
from tests.support.jobs import SEED, roll_to_simulate

JOBS = "/dice/v1/jobs"


@pytest.fixture
def alone(server: Running) -> Iterator[httpx.Client]:
    """Return a client of an app that has no streams and no jobs yet."""
    with server.client(key_of(server, tenant=f"app-{secrets.token_hex(4)}")) as client:
        yield client


def all_entries(app: httpx.Client, path: str = TABLES, **query: Any) -> list[dict[str, Any]]:  # noqa: ANN401 of any kind
    """Return all entries, page by page."""
    found: list[dict[str, Any]] = []
    while True:
        answer = app.get(path, params=query)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += page["items"]
        if page["next"] is None:
            return found
        query["cursor"] = page["next"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.rule("AR-LIST-02")
def test_every_game_lists_its_streams(alone: httpx.Client, name: str) -> None:
    """The entry of a stream in a game's list agrees with the view of the stream."""
    game = game_of(name)
    path, (body, *_) = f"/{name}/v1/{game.plural}", game.openings.values()
    assert alone.post(path, json=body).status_code == 201
    (item,) = all_entries(alone, path)
    view = alone.get(f"{path}/{item['id']}").json()

    assert item["at"] <= view["at"]
    assert {key: view[key] for key in ("stream", "version", "status", "simulated", "seats")} == {
        key: item[key] for key in ("stream", "version", "status", "simulated", "seats")
    }


@pytest.mark.rule("AR-PAGE-81")
def test_lists_have_the_titles_of_games(server: Running, alone: httpx.Client) -> None:
    """A list has the title of each game that has one, so that no client has to read the games for it."""
    titled, plain = (open_table(server, alone, title=title).opened["id"] for title in ("Friday night", None))

    assert {one["id"]: one.get("title") for one in all_entries(alone)} == {titled: "Friday night", plain: None}


@pytest.mark.rule("AR-LIST-01")
def test_pages_follow_each_other(server: Running, alone: httpx.Client) -> None:
    """The newest streams come first, and streams that are opened between two pages do not shift the pages."""
    tables = [open_table(server, alone).opened["id"] for _ in range(5)]
    first = alone.get(TABLES, params={"limit": 2}).json()
    open_table(server, alone)
    rest = all_entries(alone, cursor=first["next"], limit=2)

    assert [item["id"] for item in (*first["items"], *rest)] == tables[::-1]
    assert [len(all_entries(alone, limit=limit)) for limit in (1, 100)] == [6, 6]


@pytest.mark.rule("AR-LIST-02")
def test_streams_are_found_by_status_and_seat(server: Running, alone: httpx.Client) -> None:
    """Filters find streams by status and by a seat that was added later, but not by the beginning of a seat's name."""
    over, going = open_table(server, alone), open_table(server, alone)
    over.done({"type": "Close", "reason": "late"}, headers={"Arbiter-Seat": "gm"})
    alone.post(f"{going.path}/seats", json={"seat": "zoe"})
    ids = [table.opened["id"] for table in (going, over)]

    assert [item["id"] for item in all_entries(alone)] == ids
    assert [item["id"] for item in all_entries(alone, status="open")] == ids[:1]
    assert [item["id"] for item in all_entries(alone, status="closed")] == ids[1:]
    assert [item["id"] for item in all_entries(alone, seat="zoe")] == ids[:1]
    assert [item["id"] for item in all_entries(alone, seat="ann", status="closed")] == ids[1:]
    assert all_entries(alone, seat="zo") == []


@pytest.mark.rule("AR-LIST-01", "AR-LIST-03", "AR-LIST-05")
def test_other_callers_learn_nothing_from_lists(server: Running, alone: httpx.Client) -> None:
    """Another app's list is empty. A seat's token lists nothing, not even the seat's own stream."""
    table = open_table(server, alone)
    other = {"Authorization": f"Bearer {key_of(server, tenant=f'app-{secrets.token_hex(4)}')}"}
    place = alone.get(TABLES, params={"limit": 1}).json()
    cursor = f"999999999999999-{table.opened['id']}"

    assert [item["id"] for item in place["items"]] == [table.opened["id"]]
    for query in ({}, {"cursor": cursor}, {"seat": "ann"}, {"status": "open"}):
        assert alone.get(TABLES, params=query, headers=other).json() == {"items": [], "next": None}
        for path in (TABLES, JOBS):
            answer = alone.get(path, params={} if path == JOBS else query, headers=table.as_seat("gm"))
            assert "app-key-needed" in assert_problem(answer, 403)["type"]
    assert assert_problem(httpx.get(server.address + TABLES), 401)


@pytest.mark.rule("AR-LIST-03")
def test_an_erased_stream_is_not_listed(server: Running, alone: httpx.Client) -> None:
    """An erased stream is missing from every list of its own app, with any filter."""
    table = open_table(server, alone)
    erase_stream(server, table.opened["stream"])

    assert all_entries(alone) == all_entries(alone, seat="ann") == all_entries(alone, status="closed") == []


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=x", "status=over", "status=", "seat=Ann", "seat=", "cursor=1", "cursor=",
     "cursor=000001790000000-x%0A", "kind=table", "limit=1&limit=2"],
)  # fmt: skip
def test_an_invalid_list_query_is_400(app: httpx.Client, query: str) -> None:
    """A misspelt parameter gets a 400; the server does not take it for a filter or a cursor."""
    assert_problem(app.get(f"{TABLES}?{query}"), 400)


def test_jobs_cannot_be_filtered_by_seat(app: httpx.Client) -> None:
    """Filtering jobs by seat gets a 400. Jobs have other statuses than streams."""
    for query in ("seat=ann", "status=open", "status=closed"):
        assert_problem(app.get(f"{JOBS}?{query}"), 400)


@pytest.mark.rule("AR-LIST-02")
def test_listed_jobs_have_their_progress(alone: httpx.Client) -> None:
    """Jobs are listed as running or cancelled, and are not among the tables."""
    asked = [{"simulate": roll_to_simulate(text, 40), "trials": 1_000, "seed": SEED} for text in ("10d6", "9d6")]
    ids = [alone.post(JOBS, json=body).json()["id"] for body in asked]
    alone.post(f"{JOBS}/{ids[0]}/cancellation")

    assert [(item["id"], item["status"]) for item in all_entries(alone, JOBS)] == [
        (ids[1], "running"), (ids[0], "cancelled"),
    ]  # fmt: skip
    assert [item["id"] for item in all_entries(alone, JOBS, status="running")] == ids[1:]
    assert [item["id"] for item in all_entries(alone, JOBS, status="cancelled")] == ids[:1]
    assert all_entries(alone, JOBS, status="completed") == all_entries(alone, JOBS, status="failed") == []
    assert all_entries(alone) == []


def test_a_listed_table_has_the_seats_of_the_table(server: Running, alone: httpx.Client) -> None:
    """The entry of a table lists each seat with its role."""
    table: Table = open_table(server, alone)
    (item,) = all_entries(alone)

    assert item["seats"] == [{"seat": seat["seat"], "role": seat.get("role", "player")} for seat in SEATS]
    assert item["stream"] == table.opened["stream"]


@pytest.mark.rule("AR-PAGE-57")
def test_a_listed_table_has_the_names_of_its_seats(server: Running, alone: httpx.Client) -> None:
    """An entry shows the names given at the opening and for seats added later.

    The filter by seat ignores these names.
    """
    table = open_table(server, alone, seats=[{"seat": "gm", "role": "gm", "name": "Ylva the Grey"}, {"seat": "ann"}])
    alone.post(f"{table.path}/seats", json={"seat": "odo", "name": 'zoe":'})
    (item,) = all_entries(alone)

    assert [(one["seat"], one.get("name")) for one in item["seats"]] == [
        ("gm", "Ylva the Grey"), ("ann", None), ("odo", 'zoe":'),
    ]  # fmt: skip
    assert item["seats"] == table.get(seat="ann").json()["seats"]
    assert all_entries(alone, seat="zoe") == []
    assert [one["id"] for one in all_entries(alone, seat="odo")] == [table.opened["id"]]


@pytest.mark.parametrize("path", [TABLES, JOBS])
def test_a_collection_names_its_methods(app: httpx.Client, path: str) -> None:
    """The `Allow` header lists the methods in responses to OPTIONS and to unsupported methods."""
    for method, status in (("OPTIONS", 204), ("DELETE", 405)):
        answer = app.request(method, path)
        assert answer.status_code == status
        assert set(answer.headers["Allow"].split(", ")) == {"GET", "POST", "OPTIONS"}
