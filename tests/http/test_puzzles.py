"""Puzzles over HTTP: how they start, how they end, and how players try them again."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest

from arbiter_client import Arbiter
from services.gateway.processes.running import Running
from tests.support.http import Table, assert_problem, open_table
from tests.support.matches import acting, hand_in, open_match, play_on

GOAL: Final[dict[str, Any]] = {"reach": "win", "seat": "ann", "turns": 1}


def running(server: Running, app: httpx.Client) -> Table:
    """Return a match in ann's turn."""
    match = open_match(server, app)
    hand_in(match)
    play_on(match, acting("ann", 2))
    return match


def request_puzzle(table: Table, goal: dict[str, Any] | None = None, **more: Any) -> httpx.Response:  # noqa: ANN401 fields of the request
    """Request a puzzle at the match's current version."""
    body = {"at": table.version, "goal": GOAL | (goal or {})} | more
    return table.app.post(f"{table.path}/forks", json=body)


def puzzle_of(table: Table, goal: dict[str, Any] | None = None, **more: Any) -> Table:  # noqa: ANN401 fields of the request
    """Open a puzzle."""
    answer = request_puzzle(table, goal, **more)
    assert answer.status_code == 201, answer.text
    return Table(server=table.server, app=table.app, path=answer.headers["Location"], opened=answer.json())


@pytest.mark.rule("AR-PUZZLE-01", "AR-PUZZLE-02", "AR-PUZZLE-05")
def test_a_puzzle_is_solved_and_tried_again(server: Running, app: httpx.Client) -> None:
    """Every seat sees the goal, and the last event and the view show that it was reached.

    Another try starts from the beginning.
    """
    match = running(server, app)
    turn = match.get().json()["game"]["turn"]
    made = puzzle_of(match)
    open_view = {"goal": GOAL | {"last": turn}, "status": "open", "why": None}
    assert [made.get(seat=seat).json()["puzzle"] for seat in ("ann", "bob", "eve")] == [open_view] * 3
    assert "puzzle" not in match.get().json()

    done = made.done({"type": "Concede"}, seat="bob")
    kinds = [event["type"] for event in done["events"]]
    assert kinds[kinds.index("GoalReached") :] == ["GoalReached", "SeedRevealed", "StreamClosed"]
    assert made.get(seat="bob").json()["puzzle"] == open_view | {"status": "reached"}
    assert made.get("/audit").json()["failure"] is None

    again = puzzle_of(match)
    assert again.opened["id"] != made.opened["id"]
    assert again.get().json()["puzzle"] == open_view
    assert again.get().json()["fork"] == made.get().json()["fork"]


@pytest.mark.rule("AR-PUZZLE-03", "AR-PUZZLE-04")
def test_a_puzzle_is_missed(server: Running, app: httpx.Client) -> None:
    """A puzzle is missed if the turn passes to bob, if ann gives up, or if the app closes the stream."""
    match = running(server, app)
    late, lost, closed = (puzzle_of(match, {"turns": turns}) for turns in (1, 3, 3))
    play_on(late, acting("bob"))
    lost.done({"type": "Concede"}, seat="ann")
    closed.done({"type": "Close"}, headers={"Arbiter-Seat": "ann"})

    for made, why in ((late, "late"), (lost, "lost"), (closed, "closed")):
        shown = made.get(seat="ann").json()["puzzle"]
        assert (shown["status"], shown["why"]) == ("missed", why)
        ends = [item for item in made.get("/events?limit=1000").json()["items"] if "Goal" in item["data"]["type"]]
        assert [item["data"] for item in ends] == [{"type": "GoalMissed", "reach": "win", "seat": "ann", "why": why}]


@pytest.mark.rule("AR-PUZZLE-01")
def test_what_is_no_puzzle(server: Running, app: httpx.Client) -> None:
    """The server refuses an unknown goal or seat, a spectator's seat, a game without puzzles, and a malformed goal."""
    match, table = running(server, app), open_table(server, app)
    refusals = [
        *(request_puzzle(match, goal) for goal in ({"reach": "draw"}, {"seat": "nobody"}, {"seat": "eve"})),
        request_puzzle(table),
    ]
    assert [assert_problem(one, 409)["type"].rpartition(":")[2] for one in refusals] == [
        "goal-unknown", "seat-unknown", "goal-decided", "goal-unknown",
    ]  # fmt: skip
    assert [one.json()["field"] for one in refusals] == ["goal.reach", "goal.seat", "at", "goal.reach"]
    assert [one.json()["needs"] for one in refusals[2:]] == [
        "a seat that plays in the match",
        "a game that has puzzles",
    ]
    assert refusals[2].json()["has"] == "eve, who only watches"
    for wrong in ({"turns": 0}, {"turns": 101}, {"reach": "Win!"}, {"unknown": 1}):
        assert_problem(request_puzzle(match, wrong), 400)


@pytest.mark.rule("AR-PUZZLE-05")
def test_the_client_opens_a_puzzle(server: Running, app: httpx.Client) -> None:
    """A player with their own token can open a puzzle from a finished match through the client."""
    match = running(server, app)
    at = match.version
    match.done({"type": "Concede"}, seat="ann")
    with Arbiter(server.address) as client:
        opened = client.stream("tcg", match.opened["id"], token=match.tokens["bob"]).fork(at, goal=GOAL)
        view = client.stream("tcg", opened.id, token=opened.seats[0].token).view()

    assert (view["puzzle"]["goal"]["seat"], view["fork"]["version"]) == ("ann", at)
