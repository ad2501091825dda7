"""Names of seats.

The page accepts any name when it opens a game.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.rule("AR-PAGE-54")
async def test_a_seat_is_opened_under_any_name(visit: Visit) -> None:
    """The page replaces capitals, blanks and accents in a name. A name without letters becomes a number."""
    visitor = await visit()
    page = await visitor.go_with_key("play/dice")
    names = page.locator("[data-seat-row] input")
    await names.nth(0).fill("Ann Müller")
    await names.nth(0).blur()
    await expect(names.nth(0)).to_have_value("ann-muller")
    await names.nth(1).fill("安")
    await names.nth(1).blur()
    await expect(names.nth(1)).to_have_value("player-2")
    await page.locator("[data-open-stream]").click()
    await page.wait_for_url(re.compile(r"#/play/dice/\w+$"))
    await expect(page.locator("[data-seat='ann-muller']")).to_be_visible()
    visitor.watch.hold(page)
