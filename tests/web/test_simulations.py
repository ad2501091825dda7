"""The page of a simulation, which shows its question and result, and compares it with another simulation."""

from __future__ import annotations

import re
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.jobs import crewed, roll_to_simulate, wait_for_job
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-59")]

TRIALS: Final = 4000
EXAMPLE: Final = "two throws compared with the same luck"


def simulate(app: httpx.Client, body: dict[str, Any], service: str = "dice") -> dict[str, Any]:
    """Request a simulation, wait for its end, and return the job."""
    asked = app.post(f"/{service}/v1/jobs", json=body)
    assert asked.status_code == 202, asked.text
    return wait_for_job(app, f"/{service}/v1/jobs/{asked.json()['id']}")


def example(app: httpx.Client) -> dict[str, Any]:
    """Return an example request from the contract."""
    asked = app.get("/schema/dice.json").json()["paths"]["/dice/v1/jobs"]["post"]["requestBody"]
    body: dict[str, Any] = asked["content"]["application/json"]["examples"][EXAMPLE]["value"]
    return body


async def test_a_simulation_begins_with_its_question_and_answer(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """For an example, the page shows its own question, and for any other request, what is simulated.

    The answer states the means.
    """
    with crewed(server):
        twice = simulate(app, example(app))
        alone = simulate(app, {"simulate": roll_to_simulate("4d6kh3"), "trials": TRIALS})
    visitor = await visit()
    page = await visitor.go_with_key(f"design/dice/{twice['id']}")
    await expect(page.locator("[data-question]")).to_have_text("Two throws compared with the same luck")
    means = [f"{twice['result'][side]['total']['mean']['value']:.2f}" for side in ("ours", "theirs")]
    answer = page.locator("[data-answer]")
    await expect(answer).to_have_text(
        f"Total: {means[0]} on average for the first, {means[1]} for the other. The first is more, and not by chance."
    )
    await visitor.go(f"design/dice/{alone['id']}")
    await expect(page.locator("[data-question]")).to_have_text("What comes of 4d6kh3?")
    await expect(answer).to_have_text(re.compile(r"^Total: [0-9.]+ on average; the true value is between "))
    visitor.watch.hold(page)


async def test_two_runs_are_compared(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A visitor compares two simulations, chosen from a list or by a link.

    Differences beyond the error bounds are in bold.
    """
    with crewed(server):
        first, second = (
            simulate(app, {"simulate": roll_to_simulate(dice), "trials": TRIALS}) for dice in ("3d6", "5d6kh3")
        )
    visitor = await visit()
    page = await visitor.go_with_key(f"design/dice/{first['id']}")
    await page.locator("select[data-with]").select_option(second["id"])
    row = page.locator("[data-compared] [data-row=total]")
    means = [one["result"]["ours"]["total"]["mean"]["value"] for one in (first, second)]
    await expect(row.locator("td").nth(0)).to_contain_text(f"{means[0]:.2f}")
    await expect(row.locator("td").nth(1)).to_contain_text(f"{means[1]:.2f}")
    await expect(row.locator("td.clear")).to_have_text(re.compile("^-"))
    await hold_readable(page, "compared")
    async with page.expect_download() as saving:
        await page.locator("[data-csv=compared]").click()
    lines = (await (await saving.value).path()).read_text().splitlines()
    assert lines[0] == "measure,this run,low,high,the other run,low,high,difference"
    assert lines[1].split(",")[0] == "total"
    await page.reload()
    await expect(row).to_have_count(1)
    visitor.watch.hold(page)
