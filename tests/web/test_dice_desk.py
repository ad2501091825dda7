"""The dice designer of BONES.

The page shows a fault in the dice until it is corrected, and its odds are those of the server.
"""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST = ["Universal", "Physical", "Melee", "Melee", "Defend", "Maneuver"]
CHANGED = [*FIRST[:2], "Stealth", *FIRST[3:]]


def chance(app: httpx.Client, dice: list[list[str]]) -> str:
    """Return the chance of success in an average task of Melee, as the percentage that the page must show."""
    asked = {"ours": {"dice": dice, "skill": "Melee"}, "difficulty": "Average"}
    found: float = app.post("/bones/v1/odds", json=asked).json()["also"]["success"]["about"]
    return f"{100 * found:.1f}"


@pytest.mark.rule("AR-DESK-08")
async def test_dice_are_edited_checked_and_have_odds(visit: Visit, app: httpx.Client) -> None:
    """A die without Physical and Mental has a fault.

    Once the fault is corrected, the page shows the odds of the four dice.
    """
    visitor = await visit()
    page = await visitor.go_with_key("design/desk/bones")
    check, first = page.locator("[data-check]"), page.locator("[data-die='1']")
    await expect(check).to_have_attribute("data-check", "legal")
    assert chance(app, [FIRST] * 4) in await page.locator("[data-chance]").inner_text()
    await first.locator("[data-face='2']").select_option(label="Stealth")
    await expect(check).to_have_attribute("data-check", "faulty")
    await expect(check).to_contain_text("BN-DICE-05")
    await hold_readable(page, "desk-dice")
    await first.locator("[data-face='2']").select_option(label="Physical")
    await first.locator("[data-face='3']").select_option(label="Stealth")
    await expect(check).to_have_attribute("data-check", "legal")
    assert chance(app, [CHANGED, *[FIRST] * 3]) in await page.locator("[data-chance]").inner_text()

    await page.reload()
    await expect(first.locator("[data-face='3']")).to_have_value("Stealth")
    await page.locator("[data-choice=kind]").select_option(label="an item")
    await expect(page.locator("[data-check]")).to_be_visible()
    visitor.watch.hold(page)
