"""An answer that no card offers: a button where the page says that the seat decides leads to its form."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.undo_campaign import campaign
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.rule("AR-PAGE-114")
async def test_a_button_leads_to_an_answer_that_no_card_offers(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """After a long rest with Hits on a phone, a button beside "You decide now" opens the form of what is regained."""
    visitor = await visit()
    await visitor.page.set_viewport_size({"width": 390, "height": 844})
    table = campaign(server, app)
    page = await visitor.sit_down(table, "ann")
    await page.locator("[data-act=Rest]").click()
    await expect(page.locator("[data-way=long]")).to_be_visible()
    table.done({"type": "Rest", "character": "character-1", "length": "long"}, seat="gm", faces=[4, 5, 6, 4, 1, 1])
    answer = page.locator("[aria-label='The game'] [data-answers]")
    await expect(answer).to_be_in_viewport()
    await expect(answer).to_contain_text("Spend recovery")
    await hold_readable(page, "answers")
    await answer.click()
    form = page.locator("[data-command=SpendRecovery] form")
    await expect(form).to_be_in_viewport()
    await form.locator("[data-send]").click()
    await expect(page.locator("[data-answers]")).to_have_count(0)
    visitor.watch.hold(page)
