"""The rules behind each line of a log, on the page: at a table and in a replay."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import httpx
import pytest
from playwright.async_api import Locator, Page, expect

from services.gateway.processes.running import Running
from shared.platform.ledger import event_rules_of, ledger_of
from tests.support.http import NDJSON, Table
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS
from tests.web.readable import hold_readable
from tests.web.test_evening import open_campaign

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-94")]

BOUNDLESS: Final = next(one for one in EVENINGS if one.service == "rpg_boundless")


def kinds_of(table: Table) -> Sequence[str]:
    """Return the types of a campaign's events."""
    lines = table.get("/events", headers=NDJSON).text.splitlines()
    return [event["type"] for line in lines for event in json.loads(line)["public"]["events"]]


async def hold_rules(line: Locator, kind: str) -> None:
    """Assert that a line shows the text of each rule of its type of event, with a link to it, and nothing else."""
    rules, cited = line.locator("[data-rule]"), event_rules_of(BOUNDLESS.service)[kind]
    await expect(rules).to_have_count(len(cited))
    for place, rule in enumerate(cited):
        found = ledger_of(BOUNDLESS.service).rule(rule) or ledger_of("arbiter").rule(rule)
        assert found is not None
        await expect(rules.nth(place).locator("p")).to_contain_text(found.says)
        await expect(rules.nth(place).get_by_role("link", name=rule)).to_have_attribute("href", f"#/rules/{rule}")


async def hold_reached_by_keys(page: Page, kind: str) -> None:
    """Assert that every line of the log has its rules, which keys open, and that one of their buttons is a tab stop.

    `kind` is the type of the second event in the log.
    """
    lines = page.locator("[data-happened] li")
    buttons = lines.locator("[data-cited]")
    await expect(buttons.nth(1)).to_be_visible()
    await expect(page.locator("[data-happened] li:not(:has(arbiter-cited))")).to_have_count(0)
    await expect(page.locator("[data-happened] [data-cited][tabindex='0']")).to_have_count(1)
    await buttons.first.focus()
    await page.keyboard.press("ArrowDown")
    await expect(buttons.nth(1)).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(buttons.nth(1)).to_have_attribute("aria-expanded", "true")
    await hold_rules(lines.nth(1), kind)


async def test_each_line_of_a_log_shows_the_rules_that_made_it(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """By keyboard at a table, and in German in its replay, a line shows the rules of its type of event."""
    table = open_campaign(server, app, BOUNDLESS)
    visitor, german = await visit(), await visit("de-DE")
    page = await visitor.sit_down(table, "ann")
    *_, second, newest = kinds_of(table)
    await hold_reached_by_keys(page, second)
    await hold_readable(page, "cited")
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-happened] [data-rule]")).to_have_count(0)
    visitor.watch.hold(page)

    page = await german.sit_down(table, "ann", page="replay")
    step = page.locator("[data-sentence]").last
    await step.get_by_role("button", name="Regeln zu dieser Zeile").click()
    await hold_rules(step, newest)
    await expect(step.locator("arbiter-terms")).to_be_in_viewport()
    german.watch.hold(page)
