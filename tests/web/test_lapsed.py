"""A proposed undo that lapses: the page says so, and says an undo by what it takes back."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.undo_campaign import campaign, take, view
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-113")]


@pytest.mark.parametrize("seat", ["ann", "gm"])
async def test_an_undo_that_lapses_is_not_lost_in_silence(
    visit: Visit, server: Running, app: httpx.Client, seat: str
) -> None:
    """The proposer, and who was asked, read that the request lapsed, above the cards and in the log."""
    table, visitor = campaign(server, app, undo="by consent"), await visit()
    to = take(table, "bread")["version"] - 1
    take(table, "salt")
    page = await visitor.sit_down(table, seat)
    table.done({"type": "ProposeUndo", "to": to}, seat="ann")
    await expect(page.locator("[data-undo=proposed]")).to_be_visible()
    log = page.locator("[data-happened] li")
    await expect(log.first).to_contain_text("bread")
    await expect(log.first).to_contain_text("and what followed")
    await expect(log.first).not_to_contain_text("version")
    await expect(page.locator("[data-lapsed]")).to_have_count(0)

    take(table, "rope")
    await expect(page.locator("[data-lapsed]")).to_be_visible()
    await expect(log.nth(1)).to_contain_text("lapsed")
    await hold_readable(page, f"undo-lapsed-{seat}")
    visitor.watch.hold(page)


async def test_an_undo_that_is_declined_or_carried_out_does_not_lapse(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """An answered proposal is not said to have lapsed, and an undo is said by what it takes back."""
    table, visitor = campaign(server, app, undo="by consent"), await visit()
    to = take(table, "bread")["version"] - 1
    page = await visitor.sit_down(table, "gm")
    for answer in ("DeclineUndo", "AgreeToUndo"):
        table.done({"type": "ProposeUndo", "to": to}, seat="ann")
        await expect(page.locator("[data-undo=proposed]")).to_be_visible()
        proposal = view(table, "gm")["undo"]["proposal"]["proposal"]
        for seat in ("gm", "bob") if answer == "AgreeToUndo" else ("gm",):
            table.done({"type": answer, "proposal": proposal}, seat=seat)
        await expect(page.locator("[data-undo=proposed]")).to_have_count(0)
    await expect(page.locator("[data-happened] li").first).to_contain_text("ann takes back: ")
    take(table, "rope")
    await expect(page.locator("[data-happened] li").first).to_contain_text("rope")
    await expect(page.locator("[data-lapsed]")).to_have_count(0)
    await expect(page.locator("[data-happened]")).not_to_contain_text("lapsed")
    visitor.watch.hold(page)
