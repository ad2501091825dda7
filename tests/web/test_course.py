"""Win chances in the replay of a finished match: a curve, the decisive moments, and better moves."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Locator, Page, expect

from services.gateway.processes.running import Running
from tests.support.http import Table
from tests.support.jobs import crewed, wait_for_job
from tests.support.matches import hand_in, open_match
from tests.web.conftest import Visit
from tests.web.films import at, place
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

TWO = {"decks": ["lantern", "tide"], "players": ["random", "random"], "windows": "none"}
LONG = 120_000
"""The time within which a worker has simulated some matches. Units: milliseconds."""
MOMENTS = 5
POINTS = re.compile(r"^([3-9]|\d\d+)$")
RAW = re.compile(r"[A-Z][a-z]+[A-Z]|, (card|zone|target|spirit|attacker) |\w-\w|_")
"""A pattern of raw data that the page must not show in moves: types of commands, fields, and ids of cards."""


def finished_match(app: httpx.Client) -> str:
    """Play a match of two random players by opening one trial of a simulation; return the match's id."""
    job = app.post("/tcg/v1/jobs", json={"simulate": TWO, "trials": 1}).headers["Location"]
    assert wait_for_job(app, job)["progress"]["status"] == "completed"
    found: str = app.post(f"{job}/trials", json={"chunk": 0, "trial": 0}).json()["id"]
    return found


def conceded_match(server: Running, app: httpx.Client) -> Table:
    """Open a match that ends before its first turn."""
    played = open_match(server, app)
    hand_in(played)
    played.done({"type": "Concede"}, seat="bob")
    return played


async def version_shown(page: Page) -> int:
    """Return the version that a replay shows."""
    return int(await page.locator("[data-at]").first.get_attribute("data-at") or 0)


async def hold_curve_moves_the_slider(page: Page) -> None:
    """Assert that a click on a point of the curve shows its version, and that an arrow key shows the next point's."""
    points = page.locator("circle.seat1")
    versions = [int(one) for one in await points.evaluate_all("all => all.map((one) => one.dataset.point)")]
    middle = len(versions) // 2
    await points.nth(middle).click()
    await at(page, versions[middle])
    await page.locator("[data-curve]").press("ArrowRight")
    await at(page, versions[middle + 1])


async def hold_moment_is_shown(page: Page, moment: Locator) -> None:
    """Assert that a decisive moment has a description, and that a click on it shows its version."""
    go = moment.locator("[data-decisive]")
    version = int(await go.get_attribute("data-decisive") or 0)
    await expect(go).to_contain_text(re.compile(r"\d\s%.*version \d+\s+\S+", re.DOTALL))
    await go.click()
    await expect(go).to_have_attribute("aria-current", "true")
    assert await version_shown(page) > version


async def hold_better_moves(moments: Locator) -> None:
    """Assert that the first moment with a choice lists moves in words with their win chances, and the move made."""
    for moment in await moments.all():
        await moment.locator("[data-better]").click()
        moves = moment.locator("[data-moves]")
        await moves.wait_for(timeout=LONG)
        await expect(moment.locator("[data-running]")).to_have_count(0, timeout=LONG)
        words = await moves.inner_text()
        if "no other move" in words:
            continue
        assert re.search(r"\w: \d+\s%\s+\d+ to \d+\s%", words), words
        assert not RAW.search(words.replace("face-down", "")), words
        await expect(moment.locator('[data-made="yes"]')).to_have_count(1)
        return
    raise AssertionError("no decisive moment had a choice")


async def hold_table_and_file(page: Page, tmp_path: Path) -> None:
    """Assert that the table has a row for each point, and the saved file as many lines after its heading."""
    count = int(await page.locator("[data-curve]").get_attribute("data-curve") or 0)
    await page.get_by_role("button", name="Show the table").click()
    await expect(page.locator("[data-table] tbody tr")).to_have_count(count)
    async with page.expect_download() as download:
        await page.locator("arbiter-tcg-course [data-csv]").click()
    await (await download.value).save_as(tmp_path / "course.csv")
    lines = (tmp_path / "course.csv").read_text("utf-8").splitlines()
    assert lines[0] == (
        "version,matches,ann wins,ann at least,ann at most,bob wins,bob at least,bob at most,what happened then"
    )
    assert len(lines) == count + 1


@pytest.mark.rule("TC-PLAY-10", "TC-PLAY-11")
async def test_a_finished_match_is_judged_in_its_replay(
    visit: Visit, server: Running, app: httpx.Client, tmp_path: Path
) -> None:  # fmt: skip
    """One click requests the curve. The page then shows decisive moments and better moves, even after a reload."""
    visitor = await visit()
    with crewed(server):
        match = finished_match(app)
        page = await visitor.go_with_key(f"replay/tcg/{match}?at=1")
        await page.locator("[data-player]").select_option("random")
        await page.locator("[data-ask]").click()
        moments = page.locator("li", has=page.locator("[data-decisive]"))
        await expect(moments).to_have_count(MOMENTS, timeout=LONG)
        await page.locator("arbiter-tcg-course [data-cancel]").click()
        await expect(page.locator("arbiter-tcg-course [data-finer]")).to_be_visible()
        await expect(page.locator("[data-curve]")).to_have_attribute("data-curve", POINTS)
        await hold_curve_moves_the_slider(page)
        await hold_moment_is_shown(page, moments.first)
        await hold_better_moves(moments)
        await hold_table_and_file(page, tmp_path)
        await hold_readable(page, "replay-course")
    await page.reload()
    await expect(page.locator("[data-curve]")).to_have_attribute("data-curve", POINTS)
    visitor.watch.hold(page)


async def test_win_chances_need_an_apps_key(visit: Visit, server: Running, app: httpx.Client) -> None:
    """In the replay, a seat without an API key reads that win chances need one, and how to get it."""
    played, visitor = conceded_match(server, app), await visit()
    page = await visitor.sit_down(played, "ann", "replay")
    await expect(page.locator("[data-keyless]")).to_contain_text("Enter an API key")
    await expect(page.locator("[data-ask]")).to_have_count(0)
    assert place(played) in page.url
    await hold_readable(page, "replay-keyless")
    visitor.watch.hold(page)
