"""What a newcomer does to play a card of their own: make it, mend it, put it into a deck, and start a match."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator, Page

UNHURRIED: Final = 90_000
"""The time for the first response that contains the whole contract. Units: milliseconds."""


class Clicks:
    """A page with a counter of clicks. Choosing from a list counts as one click."""

    def __init__(self, page: Page) -> None:
        """Set the counter to 0."""
        self.page, self.count = page, 0

    async def on(self, name: str) -> None:
        """Click on an element."""
        self.count += 1
        await self.page.locator(name).first.click(timeout=UNHURRIED)

    async def choose(self, field: str, label: str) -> None:
        """Choose an option of a field."""
        self.count += 1
        await field_of(self.page, field).locator("select").first.select_option(label=label)

    async def write(self, field: str, text: str) -> None:
        """Write into a field, and leave the field."""
        control = field_of(self.page, field).locator("input").first
        await control.fill(text, timeout=UNHURRIED)
        await control.blur()


def field_of(page: Page, name: str) -> Locator:
    """Return a field of the card's form."""
    return page.locator(f'arbiter-tcg-editing [data-field="{name}"]')


def add_to(name: str) -> str:
    """Return the selector of the button that adds an item to a list in the form."""
    return f'[data-field="{name}"] > div > [data-add]'


async def begin_set(clicks: Clicks) -> None:
    """Start a set from the starter's cards, from the page `design`."""
    await clicks.on("[data-tab=desk-tcg]")
    await clicks.on("[data-begin=starter]")


async def make_card(clicks: Clicks) -> None:
    """Create a card with two steps from an empty form. The card has a fault: no trigger for its effect."""
    await clicks.on("[data-new=form]")
    await clicks.write("name", "Ember Fox")
    await clicks.on(add_to("effects"))
    await clicks.on(add_to("effects[0].do"))
    await clicks.write("effects[0].do[0].n", "1")
    await clicks.on(add_to("effects[0].do"))
    await clicks.choose("effects[0].do[1].kind", "Shuffle")


async def give_trigger(clicks: Clicks) -> None:
    """Add the trigger that the card lacks."""
    await clicks.on(add_to("effects[0].on"))
    await clicks.choose("effects[0].on.event", "turn started")


async def begin_deck(clicks: Clicks) -> None:
    """Begin a deck with the cards of a ready one."""
    await clicks.on("[data-room=decks]")
    await clicks.on("[data-start=lantern]")


async def put_in_deck(clicks: Clicks) -> None:
    """Replace a card of the deck by the new one."""
    await clicks.on("[data-less=gate-whelp]")
    await clicks.on("[data-more=ember-fox]")
