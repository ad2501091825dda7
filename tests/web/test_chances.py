"""Odds on the page: those of a roll in its replay, and win chances of moves in a match that allows help."""

from __future__ import annotations

import re
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table, roll
from tests.support.jobs import crewed
from tests.support.matches import hand_in, open_match, play_on
from tests.web.conftest import Visit
from tests.web.films import at, place
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG: Final = 120_000
"""The time within which a worker has simulated some matches. Units: milliseconds."""


def acts(game: dict[str, Any]) -> bool:
    """Return whether ann must act in her turn."""
    return any(one["seat"] == "ann" and one["kind"] == "act" for one in game["decisions"])


def acting(server: Running, app: httpx.Client, **settings: bool) -> Table:
    """Play a match until ann must act."""
    match = open_match(server, app, settings=settings)
    hand_in(match)
    play_on(match, acts)
    return match


@pytest.mark.rule("AR-ODDS-04")
async def test_a_roll_is_shown_with_its_exact_chance(visit: Visit, server: Running, app: httpx.Client) -> None:
    """One click in the replay of a roll of one die shows that its outcome had a chance of one in six."""
    table, visitor = open_table(server, app), await visit()
    version = table.done(roll("1d6"), seat="ann")["version"]
    page = await visitor.go_with_key(f"{place(table)}?at={version}")
    await at(page, version)
    await page.locator("[data-chance]").click()
    answer = page.locator("[data-exact]")
    await expect(answer).to_have_attribute("data-exact", "1/6", timeout=LONG)
    await expect(answer).to_contain_text(re.compile(r"had a\s+16\.7\s%\s+chance \(exact\): .*total [1-6]"))
    await hold_readable(page, "replay-chance")
    await page.locator('[data-step="previous"]').click()
    await expect(answer).to_have_count(0)
    visitor.watch.hold(page)


@pytest.mark.rule("TC-PLAY-12", "AR-JOB-16")
async def test_a_seat_asks_which_move_is_best(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A player who must decide can ask for the win chances of the moves, with intervals, and cancel the job."""
    match, visitor = acting(server, app, allow_analysis=True), await visit()
    page = await visitor.sit_down(match, "ann")
    with crewed(server):
        await page.locator("[data-help]").click()
        await expect(page.locator("[data-best]")).to_contain_text(re.compile(r"\d+\s%|only move"), timeout=LONG)
        await hold_readable(page, "play-help")
        stop = page.locator("arbiter-tcg-help [data-cancel]")
        await stop.evaluate_all("(all) => all.forEach((one) => one.click())")  # it is gone once the job is done
        await expect(stop).to_have_count(0)
    visitor.watch.hold(page)


async def test_no_help_is_offered_if_the_match_forbids_it(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The page has no help button if the match forbids help, or for a seat that has nothing to decide."""
    plain, visitor = acting(server, app), await visit()
    page = await visitor.sit_down(plain, "ann")
    await expect(page.locator("arbiter-tcg-board .board")).to_be_visible()
    await expect(page.locator("[data-help]")).to_have_count(0)
    other = await visitor.sit_down(acting(server, app, allow_analysis=True), "bob")
    await expect(other.locator("arbiter-tcg-board .board")).to_be_visible()
    await expect(other.locator("[data-help]")).to_have_count(0)
    visitor.watch.hold(page)
