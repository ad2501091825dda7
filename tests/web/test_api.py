"""The API page: it shows each operation of the contract, is accessible, and sends requests from its forms."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

SERVICES = ("bones", "dice", "rpg_boundless", "rpg_specialist_pool", "rpg_specialist_total", "tcg")


def paths_of(app: httpx.Client, service: str) -> dict[str, Any]:
    """Return the paths of a service in the contract that the server serves."""
    found: dict[str, Any] = app.get(f"/schema/{service}.json").json()["paths"]
    return found


async def operations_listed(page: Page) -> list[str]:
    """Return the operations that the page lists, sorted."""
    await page.locator("[data-operation]").first.wait_for()
    names = await page.locator("[data-operation]").evaluate_all("all => all.map((one) => one.dataset.operation)")
    return sorted(names)


@pytest.mark.rule("AR-PAGE-35")
async def test_the_address_of_the_api_leads_to_it_and_back(visit: Visit) -> None:
    """A visitor of /api finds the list of operations and of client libraries, and returns with the page's header."""
    visitor = await visit()
    page = visitor.page
    await page.goto(visitor.at("/api"))
    await expect(page.locator("arbiter-api [data-operation]").first).to_be_visible()
    assert page.url.endswith("/#/api")
    await expect(page.get_by_role("link", name="for Python and TypeScript")).to_have_attribute(
        "href", "/guide/campaign"
    )
    await hold_readable(page, "api")
    await page.get_by_role("link", name="Arbiter", exact=True).click()
    await expect(page.locator("arbiter-home")).to_be_visible()
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-35")
@pytest.mark.parametrize("service", SERVICES)
async def test_each_operation_of_a_contract_is_listed_once(visit: Visit, app: httpx.Client, service: str) -> None:
    """The page lists each operation of the contract once, and a search shortens the list."""
    paths = paths_of(app, service)
    promised = sorted(one["operationId"] for methods in paths.values() for one in methods.values())
    audits = [path for path in paths if path.endswith("/audit")]
    visitor = await visit()
    page = await visitor.go(f"api/{service}")

    assert promised == await operations_listed(page)
    await page.locator("[data-search]").fill("/audit")
    await expect(page.locator("[data-operation]")).to_have_count(len(audits))
    await expect(page.locator("[data-operation] code").first).to_have_text(audits[0])
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-35")
async def test_an_operation_shows_all_that_the_contract_has(visit: Visit, app: httpx.Client) -> None:
    """For each operation the page shows every parameter, example and status, without anything cut off."""
    promised = paths_of(app, "tcg")["/tcg/v1/matches/{id}/commands"]["post"]
    visitor = await visit()
    page = await visitor.go(f"api/tcg/{promised['operationId']}")
    shown = page.locator(f"[data-operation={promised['operationId']}]")
    await expect(shown.locator("[data-part=send]")).to_be_visible()
    for one in promised["parameters"]:
        await expect(shown.locator(f"[data-parameter='{one['name']}']")).to_contain_text(
            one["description"].split("`")[0]
        )
    for status, answer in promised["responses"].items():
        part = "refusals" if int(status) >= 400 else "answers"
        await expect(shown.locator(f"[data-part={part}] [data-answer='{status}']")).to_contain_text(
            answer["description"].split("`")[0]
        )
    examples = promised["requestBody"]["content"]["application/json"]["examples"]
    await expect(shown.locator("select[aria-label=Example] option")).to_have_text(list(examples))
    for name in ("TcgAsk", "Problem"):
        await shown.get_by_text(name, exact=True).first.evaluate("one => { one.closest('details').open = true; }")
    await expect(shown.locator("[data-part=body] [data-property=command]").first).to_be_visible()

    await hold_readable(page, "api-operation")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-35")
async def test_an_operation_is_sent_from_the_page(visit: Visit) -> None:
    """A visitor opens a table with the form of an example, and the page shows the status of the response.

    For an unknown id, the page shows the problem.
    """
    visitor = await visit()
    page = await visitor.go_with_key("api/dice/dice_open_stream")
    opening = page.locator("[data-operation=dice_open_stream]")
    await opening.locator("[data-try]").click()
    await opening.locator("[data-send]").click()
    await expect(opening.locator("[data-status]")).to_have_text("201")
    await hold_readable(page, "api-sent")

    await visitor.go("api/dice/dice_look")
    looking = page.locator("[data-operation=dice_look]")
    await looking.locator("[data-try]").click()
    await looking.locator("[data-send]").click()
    await expect(looking.get_by_role("alert")).to_contain_text("Enter id")
    await looking.locator("[data-given=id]").fill("nothing-here")
    await looking.locator("[data-send]").click()
    await expect(looking.locator("[data-status]")).to_have_text("404")
    visitor.watch.hold(page, but="status of 404")
