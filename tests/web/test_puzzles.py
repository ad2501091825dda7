"""Puzzles on the page: a visitor plays on from a replay with a goal and a limit, shares the link, and tries again."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table
from tests.support.matches import acting, hand_in, open_match, play_on
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")


def running(server: Running, app: httpx.Client) -> Table:
    """Return a running match in ann's turn."""
    match = open_match(server, app)
    hand_in(match)
    play_on(match, acting("ann", 2))
    return match


def view_of_page(page: Page, app: httpx.Client) -> dict[str, Any]:
    """Return the app's view of the stream that the page shows."""
    of = page.url.partition("#/play/tcg/")[2].partition("?")[0]
    view: dict[str, Any] = app.get(f"/tcg/v1/matches/{of}").json()
    return view


def pose(match: Table, goal: dict[str, Any]) -> dict[str, Any]:
    """Open a puzzle from a match at its current version, with the app's key."""
    made: dict[str, Any] = match.app.post(f"{match.path}/forks", json={"at": match.version, "goal": goal}).json()
    return made


def concede(app: httpx.Client, view: dict[str, Any], seat: str) -> None:
    """Concede for a seat with the app's key, after removing the seat's computer player, if it has one."""
    path = f"/tcg/v1/matches/{view['stream'].rpartition(':')[2]}/commands"
    played = any(one["seat"] == seat and "player" in one for one in view["seats"])
    for command in [{"type": "DismissPlayer", "seat": seat}] * played + [{"type": "Concede"}]:
        answer = app.post(path, json={"command": command}, headers={"Arbiter-Seat": seat})
        assert answer.status_code == 200, answer.text


@pytest.mark.rule("AR-PAGE-55")
async def test_a_puzzle_is_posed_missed_and_solved(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A player who must win in two turns gives up, tries again, and wins. The page shows each result."""
    match = running(server, app)
    visitor = await visit()
    page = await visitor.go_with_key(f"replay/tcg/{match.path.rpartition('/')[2]}?seat=ann&at={match.version}")
    await page.locator("[data-fork]").click()
    await page.locator("[data-wins]").select_option("ann")
    await page.locator("[data-turns]").select_option("2")
    await hold_readable(page, "pose a puzzle")
    await page.locator("[data-pose-against]").click()
    await expect(page).to_have_url(re.compile(r"#/play/tcg/\w+\?seat=ann"))
    await expect(page.locator("[data-puzzle=open] [data-goal]")).to_contain_text("ann has to win within 2 turns")
    first = view_of_page(page, app)
    assert first["puzzle"]["goal"]["turns"] == 2
    assert [seat.get("player") for seat in first["seats"] if seat["role"] == "player"] == [None, "greedy"]

    concede(app, first, "ann")
    missed = page.locator("[data-puzzle=missed]")
    await expect(missed.locator("[data-goal]")).to_contain_text("Not solved: it can no longer be won.")
    await hold_readable(page, "a missed puzzle")
    await missed.locator("[data-again]").click()
    await expect(page.locator("[data-puzzle=open]")).to_be_visible()
    again = view_of_page(page, app)
    assert again["stream"] != first["stream"]
    assert (again["fork"], again["puzzle"]) == (first["fork"], first["puzzle"] | {"status": "open", "why": None})
    assert [seat.get("player") for seat in again["seats"]] == [seat.get("player") for seat in first["seats"]]

    concede(app, again, "bob")
    await expect(page.locator("[data-puzzle=reached] [data-goal]")).to_contain_text("Solved: ann has won.")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-55", "AR-PUZZLE-05")
async def test_a_puzzle_is_shared_by_a_link(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A visitor who opens the link finds the puzzle's version and goal selected, and opens a puzzle of their own."""
    match = running(server, app)
    made = pose(match, {"reach": "win", "seat": "bob", "turns": 7})
    page = await (await visit()).go_with_key(f"play/tcg/{made['id']}")
    await page.locator("[data-share]").click()
    link = await page.locator("[data-puzzle] [data-link]").input_value()
    assert link.endswith(f"#/replay/tcg/{match.path.rpartition('/')[2]}?at={match.version}&wins=bob&turns=7")

    visitor = await visit()
    other = await visitor.go_with_key(link.partition("#/")[2])
    await expect(other.locator("[data-wins]")).to_have_value("bob")
    await expect(other.locator("[data-turns]")).to_have_value("7")
    await other.locator("[data-pose]").click()
    await expect(other.locator("[data-puzzle=open] [data-goal]")).to_contain_text("bob has to win within 7 turns")
    assert view_of_page(other, app)["fork"] == made["view"]["fork"]
    visitor.watch.hold(other)


@pytest.mark.rule("AR-PAGE-55")
async def test_a_game_without_goals_has_no_puzzles(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The replay of a dice table offers to play on, but offers no puzzle."""
    table = open_table(server, app)
    page = await (await visit()).go_with_key(f"replay/dice/{table.path.rpartition('/')[2]}")
    await page.locator("[data-fork]").click()
    await expect(page.locator("[data-alone]")).to_be_visible()
    await expect(page.locator("arbiter-fork [data-puzzle]")).to_have_count(0)
