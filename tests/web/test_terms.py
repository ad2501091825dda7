"""The terms of a game on the page: listed under Rules, and explained wherever they appear.

The page also shows the rules in chapters.
"""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.web.conftest import Visit
from tests.web.readable import hold_readable
from tests.web.test_ready_games import GAMES, open_ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

SERVICES = Path(__file__).resolve().parents[2] / "services"
GAME = "rpg_boundless"


@pytest.mark.rule("AR-PAGE-50")
async def test_the_terms_of_a_game_are_listed_and_searched(visit: Visit) -> None:
    """The list has every term of the glossary. A search shows the terms that match its words, the best match first."""
    visitor = await visit()
    page = await visitor.go(f"rules/{GAME}/terms")
    terms = json.loads((SERVICES / GAME / "page/glossary.json").read_bytes())
    await expect(page.locator("dl[data-count]")).to_have_attribute("data-count", str(len(terms)))
    await hold_readable(page, "terms")
    await page.locator("[data-search]").fill("save")
    await expect(page.locator("[data-entry]").first).to_have_attribute("data-entry", "Save")
    await page.locator("[data-entry='Save'] a").click()
    await expect(page.locator("h1")).to_have_text("FB-SAVE-01")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-50")
async def test_a_term_is_explained_to_mouse_keyboard_touch_and_screen_reader(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """A term in the log or on a character's card shows its explanation from the glossary.

    Pressing Escape or moving away closes the explanation.
    """
    duel = next(ready for service, ready in GAMES if (service, ready["name"]) == (GAME, "duel"))
    table = open_ready(server, app, GAME, duel)
    visitor = await visit()
    page = await visitor.go_with_key(f"play/{GAME}/{table.path.rpartition('/')[2]}?seat=gm")
    stamina = page.locator("[data-happened] [data-term=Stamina]").first
    tip = page.locator("[data-tip]")

    await stamina.hover()
    await expect(tip).to_contain_text("Breath that you spend")
    await page.mouse.move(0, 0)
    await expect(tip).to_have_count(0)

    await stamina.focus()
    await expect(tip).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(tip).to_have_count(0)
    said = await stamina.get_attribute("aria-description")
    assert said is not None
    assert said.startswith("Breath that you spend")

    await page.locator("arbiter-sheet [data-term=HP]").first.dispatch_event("contextmenu")
    await expect(tip).to_contain_text("Hit Points")
    await hold_readable(page, "term-open")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-51")
async def test_a_book_is_read_in_chapters_and_its_ids_are_folded_away(visit: Visit) -> None:
    """Each chapter shows its rules in words. A checkbox shows their ids, and a search finds rules by word or id."""
    visitor = await visit()
    page = await visitor.go(f"rules/{GAME}")
    chapters = json.loads((SERVICES / GAME / "page/chapters.json").read_bytes())
    await expect(page.locator("[data-chapter]")).to_have_count(len(chapters))
    await page.locator("[data-chapter='Checks and Saves'] summary").click()
    rule = page.locator("[data-rule='FB-CHECK-01']")
    await expect(rule).to_contain_text("A Check is made when")
    await expect(rule.locator("a")).to_have_count(0)
    await hold_readable(page, "chapters")
    await page.locator("[data-ids]").check()
    await expect(rule.locator("a")).to_have_text("FB-CHECK-01")
    await page.locator("[data-search]").fill("FB-CHECK-02")
    await expect(page.locator("ul[data-count='1'] [data-rule='FB-CHECK-02']")).to_be_visible()
    visitor.watch.hold(page)
