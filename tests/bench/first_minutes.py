"""A stranger's first minutes on the page: the clicks and the seconds until something has happened in a game.

The clicks have bars. The seconds are only reported: no peer takes the same way in the same run, so a bound would say
more about the machine than about the page.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec import Struct
from playwright.async_api import Browser, Locator, Page, async_playwright
from playwright.async_api import TimeoutError as TooSlow

from services.gateway.processes.running import Running, running
from tests.support.http import COLD
from tests.support.jobs import crewed
from tests.web.browsers import launch, why_no_browser
from tests.web.own_cards import Clicks, begin_deck, begin_set, give_trigger, make_card, put_in_deck

from .rows import Bar, Row, row, skip

TIMES: Final = 5
MOST_CLICKS: Final = 20
REDRAWN: Final = 2_000
"""How long a click may take before the answers are looked at again. Units: milliseconds."""
NOTE: Final = f"from opening the page with a key, {TIMES} times, the browser cold"
FEW: Final = Bar("at most", 3, of="ours")
OWN_CARD: Final = "a match with an own card"
CARD_CLICKS: Final = Bar("at most", 15, of="ours")


class Way(Struct, frozen=True):
    """What a stranger clicks on, and what shows that it has worked.

    `then` are the answers that a game may ask for after the first clicks, in any order, the most wanted first.
    """

    clicks: Sequence[str]
    shows: str
    then: Sequence[str] = ()


WAYS: Final = {
    "a first roll": Way(["[data-roll] button"], "[data-rendered]"),
    "a first roll and its proof": Way(["[data-roll] button", "a[data-proof]"], "p[data-proof]"),
    "an own attack in a first fight": Way(
        ["[data-ready='rpg_boundless/duel']"], "[data-happened] li:has-text('Ash checks')",
        ["[data-act=Attack]", "[data-act=Save]", "[data-act=EndTurn]"],
    ),
    "a first turn against the computer": Way(
        ["[data-against=tide]"], "[data-thing].able, [data-action=EndStep]",
        ["[data-action=Mulligan]", "[data-action=ChooseFirst]", "[data-action=CutDeck]", "[data-pass]"],
    ),
}  # fmt: skip


def rows() -> list[Row]:
    """Measure each way in the installed browser."""
    why = why_no_browser()
    if why is not None:
        return [skip(name, "clicks", why) for name in (*WAYS, OWN_CARD)]
    with (
        tempfile.TemporaryDirectory() as name,
        running(Path(name), durability="relaxed", **COLD) as server,
        crewed(server, roles=("dispatcher", "clock")),
    ):
        return asyncio.run(_measure(server))


async def _measure(server: Running) -> list[Row]:
    found: list[Row] = []
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for name, way in WAYS.items():
            gone = [await _go(browser, server, way) for _ in range(TIMES)]
            found.append(row(name, "clicks", [float(clicks) for clicks, _ in gone], bar=FEW, note=NOTE))
            found.append(row(name, "s", [seconds for _, seconds in gone], note=NOTE))
        made = [await _play_own_card(browser, server) for _ in range(TIMES)]
        found.append(row(OWN_CARD, "clicks", [float(clicks) for clicks, _ in made], bar=CARD_CLICKS, note=NOTE))
        found.append(row(OWN_CARD, "s", [seconds for _, seconds in made], note=NOTE))
        await browser.close()
    return found


async def _go(browser: Browser, server: Running, way: Way) -> tuple[int, float]:
    """Go one way in a fresh browser profile; return the number of clicks and the time. Units: seconds."""
    context = await browser.new_context(base_url=server.address, locale="en-GB")
    page = await context.new_page()
    begun = perf_counter()
    await page.goto(f"/#/?key={server.key}")
    for selector in way.clicks:
        await page.locator(selector).first.click()
    clicks = len(way.clicks)
    shown = page.locator(way.shows).filter(visible=True).first
    while way.then and not await shown.is_visible() and clicks < MOST_CLICKS:
        clicks += await _answer(page, way.then, shown)
    await shown.wait_for()
    seconds = perf_counter() - begun
    await context.close()
    return clicks, seconds


async def _play_own_card(browser: Browser, server: Running) -> tuple[int, float]:
    """Make a card, put it into a deck and start a match; return the number of clicks and the time. Units: seconds."""
    context = await browser.new_context(base_url=server.address, locale="en-GB")
    clicks = Clicks(await context.new_page())
    begun = perf_counter()
    await clicks.page.goto(f"/#/design?key={server.key}")
    await begin_set(clicks)
    await make_card(clicks)
    await clicks.on("[data-mend]")
    await give_trigger(clicks)
    await begin_deck(clicks)
    await put_in_deck(clicks)
    await clicks.page.locator("[data-check=legal]").wait_for()
    await clicks.on("[data-against]")
    await clicks.page.locator("arbiter-table [data-status=open]").wait_for()
    seconds = perf_counter() - begun
    await context.close()
    return clicks.count, seconds


async def _answer(page: Page, then: Sequence[str], shown: Locator) -> int:
    """Click on the most wanted of some answers, once one of them can be clicked; return the number of clicks."""
    answers = [page.locator(f"{one}:enabled:not([aria-disabled=true])").filter(visible=True).first for one in then]
    either = shown
    for one in answers:
        either = either.or_(one)
    await either.first.wait_for()
    if await shown.is_visible():
        return 0
    for one in answers:
        if await one.is_visible():
            with suppress(TooSlow):  # the page was drawn again meanwhile
                await one.click(timeout=REDRAWN)
                return 1
    return 0
