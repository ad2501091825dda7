"""Uses the page with the keyboard alone: moves the focus with Tab, and presses the focused element."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator

MOST_TABS: Final = 250
SHORTLY: Final = 2_000
"""How long to wait for a missing element. Units: milliseconds."""
FOCUSED: Final = """(wanted) => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at === wanted;
}"""


async def tab_to(target: Locator) -> None:
    """Press Tab until an element has the focus; fail if it cannot be reached."""
    page = target.page
    wanted = target.first
    for _ in range(MOST_TABS):
        if await wanted.evaluate(FOCUSED, timeout=SHORTLY):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {target}")


async def press(target: Locator, key: str = "Enter") -> None:
    """Focus an element with Tab, and press it."""
    await tab_to(target)
    await target.page.keyboard.press(key)


async def type_text(target: Locator, text: str) -> None:
    """Focus a field with Tab once it exists, and replace its text."""
    await target.first.wait_for()
    await tab_to(target)
    await target.page.keyboard.press("Control+a")
    await target.page.keyboard.type(text)
