"""Replays and verifies a stream on the page.

These helpers move the slider, verify the log in the browser, and change a byte of it.
"""

from __future__ import annotations

import re

from playwright.async_api import Page, expect

from tests.support.http import Table
from tests.web.visitors import Visitor


def place(stream: Table, page: str = "replay") -> str:
    """Return the URL fragment of one of a stream's pages, by default of its replay."""
    _, service, _, _, name = stream.path.split("/")
    return f"{page}/{service}/{name}"


async def at(page: Page, version: int) -> None:
    """Wait until a replay shows a version."""
    await expect(page.locator("[data-at]").first).to_have_attribute("data-at", str(version))


async def slide(page: Page, to: int) -> None:
    """Move the slider to a version."""
    await page.locator("[data-slider]").evaluate(
        "(slider, to) => { slider.value = String(to); slider.dispatchEvent(new Event('input', { bubbles: true })); }",
        to,
    )


async def hold_described(page: Page) -> None:
    """Assert that the replay describes its current step in words."""
    sentences = page.locator("[data-sentence]")
    await sentences.first.wait_for()
    await expect(sentences.filter(has_not_text=re.compile(r"\w+ \w+"))).to_have_count(0)


async def verdict(page: Page, wanted: str, button: str = "[data-verify]") -> None:
    """Press a verification button, and wait for this verdict."""
    await page.locator(button).click()
    await expect(page.locator("[role=status][data-verdict]")).to_have_attribute("data-verdict", wanted)


async def hold_replayed_and_judged(visitor: Visitor, stream: Table, *, conclusion: str = "proven") -> None:
    """Assert that a stream can be replayed and verified, and that the page marks a forgery.

    `conclusion` is the verdict that the server's audit must have. A log with sealed parts cannot be proven
    completely.
    """
    last = stream.version
    page = await visitor.go_with_key(place(stream))
    await expect(page.locator("[data-at]").first).to_have_attribute("data-last", str(last))
    for version in (1, last // 2, last):
        await slide(page, version)
        await expect(page.locator(f'[data-event="{version}"]')).to_be_visible()
        await hold_described(page)
    await at(page, last)
    await expect(page.locator("[data-view-version]")).to_have_attribute("data-view-version", str(last))

    await visitor.go(place(stream, "judge"))
    await expect(page.locator("[data-conclusion]")).to_have_attribute("data-conclusion", conclusion)
    await verdict(page, "holds")
    await expect(page.locator('[data-commit][data-holds="yes"]').first).to_be_visible()
    await hold_forgery_marked(page)
    visitor.watch.hold(page)


async def hold_forgery_marked(page: Page) -> None:
    """Assert that a copy with one changed byte fails verification at the commit that was changed."""
    await verdict(page, "fails", "[data-forge]")
    marked = page.locator('[data-commit][data-holds="no"]')
    await expect(marked).to_have_count(1)
    changed = re.search(r"one byte of line (\d+) was changed", await page.locator("[data-verdict=fails]").inner_text())
    assert changed is not None
    assert await marked.get_attribute("data-commit") == changed.group(1)
