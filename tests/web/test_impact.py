"""Impact analysis on the page of rules: what another setting would have changed in stored games."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.boundless_strength import campaign
from tests.support.jobs import crewed
from tests.web.conftest import Visit
from tests.web.films import at
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

RULING = "FB-R-07"
"""The ruling that these tests use: whether the maximum of HP follows Strength (`hp.follows_strength`)."""
NUMBERED = "FB-R-06"
"""A ruling whose setting is a number: the maximum of Stamina (`stamina.maximum`), which may be any whole number."""
LONG = 120_000
"""The time within which even a busy machine responds. Units: milliseconds."""


async def figures(page: Page) -> dict[str, int]:
    """Return the numbers on the page, by their headings."""
    cells = page.locator("[data-figure]")
    shown = zip(
        await cells.evaluate_all("(all) => all.map((one) => one.dataset.figure)"),
        await cells.all_inner_texts(),
        strict=True,
    )
    return {title: int(re.sub(r"\s", "", number)) for title, number in shown}


def newest_findings(app: httpx.Client) -> dict[str, Any]:
    """Return the findings of the newest job."""
    [newest] = app.get("/rpg_boundless/v1/jobs", params={"limit": 1}).json()["items"]
    findings: dict[str, Any] = app.get(f"/rpg_boundless/v1/jobs/{newest['id']}").json()["result"]["findings"]
    return findings


@pytest.mark.rule("AR-PAGE-34")
async def test_a_ruling_says_what_another_choice_would_have_changed(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """One click requests a job over the games of the key.

    The page shows counts, and rows that link to the first changed decision and to the rules behind it.
    """
    played, visitor = campaign(server, app, 3), await visit()
    with crewed(server):
        page = await visitor.go_with_key(f"rules/{RULING}")
        await page.locator("[data-ask='true']").click(timeout=LONG)
        await expect(page.locator("[data-status='completed']")).to_be_visible(timeout=LONG)
    shown, row = await figures(page), page.locator("[data-row='event']").first
    await expect(row).to_contain_text("gives “max HP followed” instead")
    await hold_readable(page, "impact")
    findings = newest_findings(app)
    counts, different = findings["counts"], sum(one["decisions"] for one in findings["rows"])
    await row.locator("[data-first]").click()
    version = findings["rows"][0]["first_version"]
    await at(page, version)

    assert (shown["the same"], shown["with other events"]) == (counts["same"], different)
    assert shown.get("that repeat a difference", 0) == counts["echoes"]
    assert re.search(f"/{played.opened['id']}\\?at={version}$", page.url)


@pytest.mark.rule("AR-PAGE-34")
async def test_a_ruling_offers_no_job_without_an_apps_key(visit: Visit) -> None:
    """A reader without a key sees the ruling, and learns what is possible with an app's key."""
    page = await (await visit()).go(f"rules/{RULING}")

    await expect(page.locator("arbiter-impact").first).to_contain_text(re.compile("With an app.s key"))
    await expect(page.locator("[data-ask]")).to_have_count(0)


@pytest.mark.rule("AR-PAGE-34")
async def test_a_choice_that_the_game_does_not_have_is_refused_on_the_page(visit: Visit) -> None:
    """The refusal of a choice names the rule behind it, and the visitor can request an allowed choice at once."""
    page = await (await visit()).go_with_key(f"rules/{NUMBERED}")
    await page.locator("[data-other]").fill("plenty")
    await page.locator("[data-other]").press("Enter")

    await expect(page.locator("arbiter-impact arbiter-problem a")).to_have_text("AR-IMPACT-03", timeout=LONG)
    await expect(page.locator("arbiter-impact button")).to_be_enabled()
