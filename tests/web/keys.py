"""A person who has a keyboard alone: goes from one thing to the next with Tab, and presses what has the focus."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator

MOST_TABS: Final = 250
SHORTLY: Final = 2_000
"""Milliseconds after which what was to be come to is not there any more."""
FOCUSED: Final = """(wanted) => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at === wanted;
}"""


async def tab_to(target: Locator) -> None:
    """Press Tab until something has the focus; an error where it cannot be come to so."""
    page = target.page
    wanted = target.first
    for _ in range(MOST_TABS):
        if await wanted.evaluate(FOCUSED, timeout=SHORTLY):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {target}")


async def press(target: Locator, key: str = "Enter") -> None:
    """Go to something with Tab, and press it."""
    await tab_to(target)
    await target.page.keyboard.press(key)


async def typed(target: Locator, text: str) -> None:
    """Go to a field with Tab once it is there, and write into it instead of what stands there."""
    await target.first.wait_for()
    await tab_to(target)
    await target.page.keyboard.press("Control+a")
    await target.page.keyboard.type(text)
