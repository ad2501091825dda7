"""A simulation on the page: a designer requests it, follows it to its end, and replays one of its extreme games."""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.jobs import crewed, roll_to_simulate
from tests.web.conftest import Visit
from tests.web.films import hold_described
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

JOB = {"simulate": roll_to_simulate("4d6kh3", 15), "trials": 20_000}


async def test_a_simulation_is_followed_and_an_extreme_game_replayed(visit: Visit, server: Running) -> None:
    """A requested simulation waits until a worker runs.

    The page follows it to its end, and replays one of its games.
    """
    visitor = await visit()
    page = await visitor.go_with_key("design/dice")
    await page.locator("[data-as-json]").click()
    await page.locator("[data-json]").fill(json.dumps(JOB))
    await page.locator("arbiter-request [data-send]").click()
    await expect(page.locator("[data-status]")).to_have_attribute("data-status", "running")
    with crewed(server):
        await expect(page.locator("[data-status]")).to_have_attribute("data-status", "completed", timeout=60_000)
        await expect(page.locator("[data-trials]")).to_have_attribute("data-trials", str(JOB["trials"]))
        await hold_readable(page, "design-job")
        await page.locator("[data-trial]").first.click()
        await expect(page).to_have_url(re.compile("#/replay/dice/"))
        await hold_described(page)
    visitor.watch.hold(page)
