"""The page on a phone: what a thumb presses is high enough, and choices and facts are said in words."""

from __future__ import annotations

from typing import Final

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.games import GAMES
from services.gateway.processes.running import Running
from tests.support.http import open_table, roll
from tests.web.conftest import Visit
from tests.web.films import place
from tests.web.readable import PHONE, hold_readable

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.rule("AR-PAGE-80", "AR-PAGE-87", "AR-PAGE-90", "AR-PAGE-92", "AR-PAGE-96"),
]

LOW: Final = """(least) => {
  const pressed = 'button, .button, select, summary, [tabindex="0"], label:has(> input[type=checkbox]), .ready a';
  const found = [];
  const walk = (root) => {
    for (const one of root.querySelectorAll('*')) {
      if (one.shadowRoot) walk(one.shadowRoot);
      const host = one.getRootNode().host?.localName;
      if (!one.matches(pressed) || !one.checkVisibility() || one.matches('.skip') || host === 'arbiter-term') continue;
      const { height } = one.getBoundingClientRect();
      if (height < least) found.push(`${host} ${one.localName} ${one.className} ${one.textContent.trim()}: ${height}`);
    }
  };
  walk(document);
  return found;
}"""
"""A function that returns what is pressed by a thumb and is lower than `least`.

Terms within a sentence are left out. Units: pixels
"""
LEAST: Final = 39.9
HEAD: Final = 56
"""The maximum height of the head of the page, and of the head of a table. Units: pixels"""
FEW: Final = 3
"""How many of the newest games Home shows on a phone."""
LINES: Final = 10
"""A number of lines that does not fit into their list without scrolling."""

IN_SIGHT: Final = """(list) => new Promise((done) => {
  const look = () => {
    const [frame, line] = ['.frame', '[aria-selected=true]'].map((one) => list.renderRoot.querySelector(one));
    const isIn = line && line.getBoundingClientRect().bottom <= frame.getBoundingClientRect().bottom;
    if (isIn) done(); else requestAnimationFrame(look);
  };
  look();
})"""
"""A function that waits until the selected line of a list is within the list."""


NOT_BESIDE: Final = """(list) => {
  const shown = [...list.querySelectorAll('li')].filter((one) => one.checkVisibility());
  return shown.map((one) => {
    const [picture, name, row] = ['svg', 'h3', '.row'].map((part) => one.querySelector(part).getBoundingClientRect());
    return { name: one.querySelector('h3').innerText, beside: picture.right <= name.left && picture.bottom <= row.top };
  }).filter(({ beside }) => !beside).map(({ name }) => name);
}"""
"""A function that returns the ready games whose picture is not beside their name, above their buttons."""


async def hold_head_folded(page: Page) -> None:
    """Assert that the head of a table is one row with the state of the game, and unfold the rest of it."""
    more, rest = page.locator("[data-more]"), page.locator("[data-sounds]")
    head = page.locator("arbiter-table .head", has=more)
    await expect(page.locator("[data-status=open]")).to_be_visible()
    await expect(rest).to_be_attached()
    await expect(rest).to_be_hidden()
    assert await head.evaluate("(head) => head.offsetHeight") <= HEAD
    await more.press("Enter")
    await expect(more).to_have_attribute("aria-expanded", "true")
    await expect(rest).to_be_visible()
    await expect(head.locator("nav a").first).to_be_visible()


async def test_a_thumb_can_press_everything_on_a_phone(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Nothing to press on Home, at a dice table, in its replay and in its proof is lower than 40 pixels.

    The heads of the page and of the table have one row each, and their links unfold. Home shows one ready game of each
    game, with its picture beside its name, and three of the newest games, until all are asked for. The chips of the
    table say its title and when it closes, without names of fields.
    """
    for _ in range(FEW):
        open_table(server, app)
    table = open_table(server, app, title="Friday night", closes_after={"rolls": 9})
    visitor = await visit()
    page = await visitor.go_with_key("")
    await page.set_viewport_size({"width": PHONE, "height": 844})
    await expect(page.locator(".ready a").first).to_be_visible()
    assert [] == await page.evaluate(LOW, LEAST)
    assert await page.locator("header").evaluate("(header) => header.offsetHeight") <= HEAD
    ready, links = page.locator("[data-ready]"), page.locator("nav[aria-label=Pages] a")
    assert len(GAMES) == await ready.filter(visible=True).count()
    await page.locator("[data-all]").click()
    await expect(ready.filter(visible=True)).to_have_count(await ready.count())
    assert [] == await page.locator("ul.ready").evaluate(NOT_BESIDE)
    newest = page.locator("[data-streams] [data-stream]").filter(visible=True)
    await expect(newest).to_have_count(FEW)
    await page.locator("[data-few]").click()
    await expect(newest.nth(FEW)).to_be_visible()
    await page.locator("[data-menu]").click()
    await expect(links.first).to_be_visible()
    assert [] == await page.evaluate(LOW, LEAST)
    await links.nth(1).click()
    await expect(page.locator("[data-page=learn]")).to_be_visible()
    await expect(links.first).to_be_hidden()
    await visitor.sit_down(table, "gm")
    for seat in ("gm", "ann"):
        table.done(roll("4d6kh3"), seat=seat)
    await expect(page.locator("[data-happened] [data-dice]")).to_have_count(2)
    await hold_head_folded(page)
    await expect(page.locator("arbiter-commands summary").first).to_be_visible()
    await expect(page.locator("arbiter-game-state .facts .tag").first).to_have_text("Friday night")
    await expect(page.locator("arbiter-game-state .facts")).to_contain_text("closes after roll 9")
    assert [] == await page.evaluate(LOW, LEAST)
    for fragment, shown in (
        (place(table), "[data-view-version]"),
        (f"{place(table, 'judge')}?at={table.version}", "[data-luck]"),
    ):
        await visitor.go(fragment)
        await expect(page.locator(shown)).to_be_visible()
        assert [] == await page.evaluate(LOW, LEAST)
    await visitor.go(f"play/dice/{table.opened['id']}?seat=gm")
    await hold_head_folded(page)
    await hold_readable(page, "thumbs-table")
    visitor.watch.hold(page)


async def test_the_line_of_a_step_is_in_sight_on_a_phone(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The list of all events is scrolled so far that the whole line of the current step is visible."""
    table = open_table(server, app)
    while table.version < LINES:
        table.done(roll("2d6"), seat="ann")
    visitor = await visit()
    await visitor.page.set_viewport_size({"width": PHONE, "height": 844})
    page = await visitor.go_with_key(place(table))
    await expect(page.locator("arbiter-lines [aria-selected=true]")).to_be_attached()
    await page.locator("arbiter-lines").evaluate(IN_SIGHT)
    visitor.watch.hold(page)
