"""An evening of each campaign, played by two players and a game master from the cards, without ids or JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.http import Table
from tests.support.sampling import sampled
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS, Evening, play
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"}]
TURNS: Final = sampled(6, of=12)
MOST_FORMS: Final = 3
CONTRACTS: Final = Path(__file__).resolve().parents[2] / "contracts"
ID: Final = re.compile(r"\b[a-z]+(?:-[a-z]+)*-\d+\b")
SHOW_MORE: Final = re.compile(r"^Show \d+ more$")
FIELD: Final = re.compile(r"[a-z]+(?:_[a-z]+)+")
TEXTS: Final = """() => {
  const found = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE && node.textContent.trim()) found.push(node.textContent.trim());
    if (['STYLE', 'SCRIPT'].includes(node.tagName) || node.checkVisibility?.() === false) return;
    for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) walk(child);
  };
  walk(document.body);
  return found;
}"""
"""A function that returns the visible texts of a page."""


def open_campaign(server: Running, app: httpx.Client, evening: Evening) -> Table:
    """Open a campaign with its characters."""
    answer = app.post(f"/{evening.service}/v1/campaigns", json={**evening.opening, "seats": SEATS})
    assert answer.status_code == 201, answer.text
    table = Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())
    for command in evening.made:
        table.done(command, seat="gm")
    return table


def field_names(service: str) -> frozenset[str]:
    """Return the field names of a contract that are not also ordinary words."""
    schemas = json.loads((CONTRACTS / service / "openapi.json").read_bytes())["components"]["schemas"]
    return frozenset(name for one in schemas.values() for name in one.get("properties", ()) if "_" in name)


async def faulty(page: Page, service: str) -> list[str]:
    """Return the visible texts that contain an id, the name of a field, or JSON."""
    names, texts = field_names(service), await page.evaluate(TEXTS)
    return [
        text
        for text in texts
        if ID.search(text) or '{"' in text or names & set(re.findall(r"[a-z]+(?:_[a-z]+)+", text))
    ]


async def hold_log_filtered(page: Page) -> None:
    """Assert that the log shows where a turn begins, and can be filtered by each character."""
    log, about = page.locator("[data-happened]"), page.locator("[data-about]")
    await page.get_by_role("button", name=SHOW_MORE).click()
    await expect(log.locator("[data-begins]").first).to_be_visible()
    shown = await log.locator("li").count()
    for name in (await about.locator("option").all_inner_texts())[1:]:
        await about.select_option(label=name)
        await expect(log.locator("li")).not_to_have_count(shown)
        await expect(log.locator("li", has_text=name).first).to_be_visible()
        assert 0 < await log.locator("li").count() < shown


async def hold_replay_filtered(page: Page) -> None:
    """Assert that the list of a replay shows where a turn begins, and can be filtered by each character."""
    lines, about = page.locator("arbiter-lines"), page.locator("arbiter-player [data-about]")
    await expect(lines.locator("[data-begins]").first).to_be_attached()
    last = await page.locator("[data-last]").get_attribute("data-last")
    for name in (await about.locator("option").all_inner_texts())[1:]:
        await about.select_option(label=name)
        for shown in (page.locator("arbiter-player"), lines):
            await shown.evaluate("(one) => one.updateComplete")
        one = lines.locator("[role=option]", has_text=name).first
        await expect(one).to_be_attached()
        assert 0 < int(await one.get_attribute("aria-setsize") or 0) < int(last or 0)
    await lines.locator("[role=listbox]").evaluate("(list) => list.scrollTo(0, 0)")
    first = lines.locator("[aria-posinset='1']")
    await expect(first).to_be_attached()
    chosen = re.compile(f"^{await first.locator('.number').inner_text()}$")
    await first.click()
    await expect(lines.locator("[aria-selected=true] .number", has_text=chosen)).to_be_attached()
    await about.select_option(index=0)
    await expect(lines.locator(f"[aria-setsize='{last}']").first).to_be_attached()


@pytest.mark.rule("AR-PAGE-31", "AR-PAGE-89", "AR-PAGE-91")
@pytest.mark.parametrize("evening", EVENINGS, ids=[one.service for one in EVENINGS])
async def test_an_evening_is_played_from_the_cards(
    evening: Evening, visit: Visit, server: Running, app: httpx.Client
) -> None:
    """In its first turns, an evening needs at most three forms, and no text has an id, a field name or JSON.

    The log of the evening can be filtered by character, and so can the list of events in its replay.
    """
    table = open_campaign(server, app, evening)
    visitors = {one["seat"]: await visit() for one in SEATS}
    pages = {seat: await visitor.sit_down(table, seat) for seat, visitor in visitors.items()}
    played = await play(table, pages, evening, TURNS)
    assert played.turns == TURNS
    assert played.forms <= MOST_FORMS
    for seat, page in pages.items():
        assert await faulty(page, evening.service) == []
        visitors[seat].watch.hold(page)
    await hold_log_filtered(pages["gm"])
    await hold_readable(pages["gm"], f"evening-{evening.service}")
    await hold_replay_filtered(await visitors["gm"].sit_down(table, "gm", page="replay"))
