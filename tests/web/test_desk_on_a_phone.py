"""The card designer on a phone: with taps alone, a person designs a card, puts it into a deck, and plays it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from services.gateway.processes.running import Running
from tests.web.board import SHORTLY, Board
from tests.web.own_cards import UNHURRIED, Clicks, begin_deck, begin_set
from tests.web.readable import WIDER_PHONE
from tests.web.visitors import HURRY
from tests.web.watching import Watch

pytestmark = pytest.mark.asyncio(loop_scope="session")

HEIGHT: Final = 844
COPIES: Final = 3
TAPS_TO_A_MATCH: Final = 12
TAPS_TO_THE_TABLE: Final = 2
"""A tap on the card in the hand, and one on what it can do."""
PAUSE: Final = 0.05
MOST_MATCHES: Final = 12
"""In a third of the matches or more, the card is drawn before the computer wins against a player who only passes."""
OWN: Final = '[data-hand] [data-thing].able:has-text("Ember Fox")'


class Taps(Clicks):
    """A page on a touch screen with a counter of taps."""

    async def on(self, name: str) -> None:
        """Tap on an element."""
        self.count += 1
        await self.page.locator(name).first.tap(timeout=UNHURRIED)


class Thumb(Board):
    """A player on a phone who plays their own card as soon as possible, and no other card."""

    played = 0

    async def click(self, target: Locator) -> None:
        """Tap on the first element that matches."""
        await target.first.tap(timeout=SHORTLY)

    async def _mulligan(self) -> None:
        """Exchange the whole hand, unless it has their own card."""
        cards = self.at("[data-hand] [data-thing][data-option]")
        if not await cards.filter(has_text="Ember Fox").count():
            for at in range(await cards.count()):
                await self.click(cards.nth(at))
        await self.click(self.at('[data-action="Mulligan"]'))

    async def _use(self) -> bool:
        if not await self.at(OWN).count():
            return False
        await self.click(self.at(OWN))
        await self.click(self.at("[data-action][data-thing]"))
        self.played += TAPS_TO_THE_TABLE
        return True


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Browser, server: Running) -> AsyncIterator[Page]:
    """Open an empty page on a phone with a touch screen."""
    context = await browser.new_context(
        base_url=server.address,
        viewport={"width": WIDER_PHONE, "height": HEIGHT},
        has_touch=True,
        is_mobile=True,
        service_workers="block",
    )
    watch, page = Watch(context), await context.new_page()
    await page.add_init_script(HURRY)
    yield page
    watch.hold(page)
    await context.close()


async def play_until_drawn(thumb: Thumb) -> None:
    """Play until their own card is on the table, with a rematch after each match in which it was not drawn."""
    for _ in range(MOST_MATCHES):
        while not thumb.played and await thumb.decision_asked() != "over":
            if not await thumb.step():
                await asyncio.sleep(PAUSE)
        if thumb.played:
            return
        await thumb.click(thumb.at("[data-rematch]"))
        await thumb.click(thumb.at('[data-deck="My lantern"]'))
        await thumb.click(thumb.at('[data-action="SubmitDeck"]'))


@pytest.mark.usefixtures("helped")
@pytest.mark.rule("AR-DESK-17")
async def test_a_card_of_ones_own_is_played_on_a_phone(phone: Page, server: Running) -> None:
    """From the page `design`, 12 taps lead to a match with three copies of a new card, and 2 play it from the hand."""
    await phone.goto(f"/#/design?key={server.key}")
    taps = Taps(phone)
    await begin_set(taps)
    await taps.on("[data-new=form]")
    await taps.write("name", "Ember Fox")
    await begin_deck(taps)
    for button in ("[data-less=gate-whelp]", "[data-more=ember-fox]"):
        for _ in range(COPIES):
            await taps.on(button)
    await expect(phone.locator("[data-check=legal]")).to_be_visible()
    await taps.on("[data-against]")
    assert taps.count == TAPS_TO_A_MATCH
    thumb = Thumb(phone, seed=0)
    await expect(thumb.root).to_be_visible()

    await play_until_drawn(thumb)

    await expect(thumb.root.get_by_role("button", name=re.compile(r"^Your form zone \d: Ember Fox"))).to_be_visible()
    assert thumb.played == TAPS_TO_THE_TABLE
