"""Sounds, which are off until a player turns them on; then the page plays one for each event at the table."""

from __future__ import annotations

from typing import Final

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table, roll
from tests.web.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")

STARTED: Final = """{
  window.started = 0;
  for (const one of [AudioBufferSourceNode, AudioScheduledSourceNode]) {
    const start = one.prototype.start;
    one.prototype.start = function (...when) {
      window.started += 1;
      return start.apply(this, when);
    };
  }
}"""
"""A script that counts the sounds that the page starts."""


@pytest.fixture
def table(server: Running, app: httpx.Client) -> Table:
    """Open a table."""
    return open_table(server, app)


async def hold_rolled(page: Page, table: Table, sounded: str, *, started: bool) -> None:
    """Roll, and assert which sound the page reports and whether it started one."""
    before = await page.evaluate("window.started")
    table.done(roll("4d6kh3"), seat="ann")
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(table.version))
    await expect(page.locator("[data-happened] [data-dice]").first).to_be_visible()
    await expect(page.locator("[data-sounds]")).to_have_attribute("data-sounded", sounded)
    assert started == (await page.evaluate("window.started") > before)


@pytest.mark.rule("AR-PAGE-37")
async def test_dice_sound_once_a_player_wants_it(visit: Visit, table: Table) -> None:
    """By default, no roll makes a sound.

    Once a player has turned sounds on, each roll makes one, even after a reload, but not with reduced motion.
    """
    visitor = await visit()
    await visitor.page.add_init_script(STARTED)
    page = await visitor.sit_down(table, "bob")
    button = page.locator("[data-sounds]")
    await expect(button).to_have_attribute("data-sounds", "off")
    await expect(button).to_have_text("Sounds off")
    await hold_rolled(page, table, "", started=False)

    await button.click()
    await expect(button).to_have_attribute("data-sounds", "on")
    await expect(button).to_have_text("Sounds on")
    await hold_rolled(page, table, "card dice", started=True)
    await page.reload()
    await expect(button).to_have_attribute("data-sounds", "on")
    await hold_rolled(page, table, "dice", started=True)

    await page.emulate_media(reduced_motion="reduce")
    await page.reload()
    await expect(button).to_have_attribute("data-sounds", "off")
    await hold_rolled(page, table, "", started=False)
    await button.click()
    await hold_rolled(page, table, "card dice", started=True)
    await button.click()
    assert "{}" == await page.evaluate("() => JSON.stringify(localStorage)")
    visitor.watch.hold(page)
