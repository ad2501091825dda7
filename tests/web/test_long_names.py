"""Names of many letters without a space: no page of a game is wider than the screen."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table
from tests.support.undo_campaign import MADE, SEATS
from tests.web.conftest import Visit

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-115")]

CUT_OFF = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  const look = (root) => {
    for (const one of root.querySelectorAll('*')) {
      const { left, right, width } = one.getBoundingClientRect(), isBeyond = right > wide + 1 || left < -1;
      if (width > 1 && isBeyond && getComputedStyle(one).position !== 'absolute') found.push(one.localName);
      if (one.shadowRoot) look(one.shadowRoot);
    }
  };
  look(document);
  return found;
}"""
"""A function that returns which elements begin or end beyond the screen."""


def fight_of_a_long_name(server: Running, app: httpx.Client) -> Table:
    """Start a fight of a character whose name has 80 letters."""
    opened = app.post("/rpg_boundless/v1/campaigns", json={"type": "OpenCampaign", "seats": SEATS})
    table = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    table.done(MADE | {"name": "W" * 80}, seat="ann")
    table.done(MADE, seat="bob")
    legal = table.get("/legal", seat="gm", params={"command": "StartFight"}).json()["legal"]["allowed"]
    table.done(legal[0]["body"]["command"], seat="gm")
    return table


async def hold_narrow(page: Page) -> None:
    """Hold that nothing is beyond the screen, on a phone and on a desk."""
    for width in (390, 1280):
        await page.set_viewport_size({"width": width, "height": 844})
        assert await page.evaluate(CUT_OFF) == []


async def test_a_long_name_of_a_character_breaks(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A fight with a character whose name has 80 letters fits the screen, for its player and for the game master."""
    table = fight_of_a_long_name(server, app)
    for seat in ("ann", "gm"):
        visitor = await visit()
        page = await visitor.sit_down(table, seat)
        await expect(page.locator("[aria-label='The fight'] li").first).to_be_visible()
        await page.locator("[data-happened] li").first.wait_for()
        await hold_narrow(page)
        visitor.watch.hold(page)


async def test_a_long_title_breaks(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A dice table with a title of 90 letters fits the screen."""
    visitor = await visit()
    page = await visitor.sit_down(open_table(server, app, title="T" * 90), "ann")
    await page.locator("[data-status]").wait_for()
    await expect(page.locator(".facts .tag").filter(has_text="TTTT")).to_be_visible()
    await hold_narrow(page)
    visitor.watch.hold(page)
