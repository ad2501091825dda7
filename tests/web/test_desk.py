"""The card designer.

A newcomer creates a card, corrects a fault in it, builds a deck with it and plays the deck.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from services.gateway.authoring.page_building import NODE
from tests.web.conftest import Visit
from tests.web.keys import press, type_text
from tests.web.own_cards import (
    UNHURRIED,
    Clicks,
    add_to,
    begin_deck,
    begin_set,
    field_of,
    give_trigger,
    make_card,
    put_in_deck,
)
from tests.web.readable import PHONE, hold_readable
from tests.web.visitors import Visitor

TESTS: Final = Path(__file__).with_name("desk.mjs")
browsed = pytest.mark.asyncio(loop_scope="session")
MOST_CLICKS: Final = 15
WORDS: Final = "[AUTO] When any player's turn begins: —; draw 1, then shuffle your main deck."
MEASURED: Final = """(card) => {
  const { width, height } = card.getBoundingClientRect();
  return [Math.round(width / 96 * 25.4), Math.round(height / 96 * 25.4)];
}"""
"""A function that returns the width and the height of a printed card. Units: millimetres."""
DROP: Final = """(place, text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'set.json', { type: 'application/json' }));
  place.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


async def hold_back(page: Page, path: str) -> asyncio.Event:
    """Hold back the requests with this path until the event is set."""
    release = asyncio.Event()

    async def hold(route: Route) -> None:
        await release.wait()
        await route.continue_()

    await page.route(path, hold)
    return release


def names_of(app: httpx.Client, match: str) -> set[str]:
    """Return the names of a match's cards."""
    return {one["text"]["name"] for one in app.get(f"{match}/cards").json()["cards"]}


def status_of(app: httpx.Client, text: str) -> int:
    """Send the set in a file to the server's card check, and return the status of the response."""
    return app.post("/tcg/v1/cards/check", json={"cards": json.loads(text)}).status_code


async def begin(visitor: Visitor, name: str = "starter") -> Page:
    """Open the card designer, and start a new set."""
    page = await visitor.go_with_key("design/desk/tcg")
    await page.locator(f"[data-begin={name}]").click()
    await expect(page.locator("[data-new=form]")).to_be_visible()
    return page


def test_the_card_designers_scripts_pass_their_tests() -> None:
    """All 13 tests of `desk.mjs`, run by node, pass."""
    done = subprocess.run(
        [NODE / "bin/node", "--test", "--test-reporter=tap", str(TESTS)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "\n# pass 13\n" in done.stdout


@browsed
@pytest.mark.rule("AR-DESK-03", "AR-DESK-04", "AR-DESK-05")
async def test_a_newcomer_makes_a_card_mends_it_and_plays_it(visit: Visit, app: httpx.Client) -> None:
    """A newcomer needs 15 clicks from the page `design` to a match whose card set has the newcomer's own card."""
    visitor = await visit()
    clicks = Clicks(await visitor.go_with_key("design"))
    page = clicks.page
    await begin_set(clicks)
    await make_card(clicks)
    await expect(page.locator("[data-faults='1']")).to_contain_text("an [AUTO] effect needs an event that triggers it")
    await hold_readable(page, "desk-fault")
    await clicks.on("[data-mend]")
    await expect(field_of(page, "effects[0].on").locator("button")).to_be_focused()
    await give_trigger(clicks)
    await expect(page.locator("[data-printed]")).to_contain_text(WORDS)
    await expect(field_of(page, "effects[0].do[1]").locator(".says").first).to_have_text("shuffle your main deck")
    await hold_readable(page, "desk-card")

    await begin_deck(clicks)
    await put_in_deck(clicks)
    await expect(page.locator("[data-check]")).to_have_attribute("data-check", "legal")
    await hold_readable(page, "desk-deck")
    await clicks.on("[data-against]")
    await expect(page).to_have_url(re.compile(r"#/play/tcg/\w+\?seat=host"))
    match = f"/tcg/v1/matches/{page.url.partition('#/play/tcg/')[2].partition('?')[0]}"
    assert "Ember Fox" in names_of(app, match)
    assert clicks.count <= MOST_CLICKS, clicks.count
    visitor.watch.hold(page)


@browsed
@pytest.mark.rule("AR-PAGE-97")
async def test_a_deck_is_begun_before_its_cards_are_checked(visit: Visit) -> None:
    """A card that the server checks only after a deck was begun is offered for that deck."""
    visitor = await visit()
    clicks = Clicks(await begin(visitor))
    await clicks.on("[data-room=decks]")
    await expect(clicks.page.locator("[data-start=lantern]")).to_be_visible()  # the server has read the set
    await clicks.on("[data-room=cards]")
    await clicks.on("[data-new=form]")
    release = await hold_back(clicks.page, "**/tcg/v1/cards/check")
    async with clicks.page.expect_request(lambda sent: "Ember Fox" in (sent.post_data or "")):
        await clicks.write("name", "Ember Fox")
    await begin_deck(clicks)
    release.set()
    await put_in_deck(clicks)
    visitor.watch.hold(clicks.page)


@browsed
@pytest.mark.rule("AR-DESK-03")
async def test_a_card_is_made_with_the_keyboard_alone(visit: Visit) -> None:
    """With Tab and Enter alone, a visitor reaches and completes every step of creating a card."""
    visitor = await visit()
    page = await visitor.go_with_key("design/desk/tcg")
    await page.locator("[data-begin=empty]").wait_for()
    await press(page.locator("[data-begin=empty]"))
    await page.locator("[data-new=form]").wait_for()
    await press(page.locator("[data-new=form]"))
    await field_of(page, "name").wait_for(timeout=UNHURRIED)
    await type_text(field_of(page, "name").locator("input"), "Quiet Owl")
    await press(page.locator(add_to("effects")))
    await expect(page.locator("[data-faults='2']")).to_be_visible()
    await press(page.locator("[data-copy]"))
    await expect(page.locator("[data-made]")).to_have_count(2)
    await expect(page.locator("[data-made=quiet-owl-copy]")).to_have_attribute("aria-pressed", "true")


@browsed
@pytest.mark.rule("AR-DESK-04")
async def test_a_set_is_saved_as_a_file_dropped_and_compared(visit: Visit, app: httpx.Client) -> None:
    """A saved file is a card set that the server accepts.

    A file dropped on the page becomes another set, and a comparison shows the changed text of a card.
    """
    visitor = await visit()
    page = await begin(visitor)
    async with page.expect_download() as saved:
        await page.locator("[data-save]").click()
    text = (await (await saved.value).path()).read_text("utf-8")
    assert (status_of(app, text), json.loads(text)["name"]) == (200, "My starter set")
    await page.locator(".drop").evaluate(DROP, text)
    await expect(page.locator("[data-set-name]")).to_have_value("My starter set 2")
    await page.locator("[data-made=spark-moth]").click()
    await Clicks(page).write("pwr", "7")
    await page.locator("[data-room=compare]").click()
    await page.locator("[data-other]").select_option(label="My starter set")
    await expect(page.locator("[data-difference]")).to_have_count(1)
    await expect(page.locator("[data-difference] ins")).to_contain_text("PWR 7")
    await hold_readable(page, "desk-compare")
    visitor.watch.hold(page)


@browsed
@pytest.mark.rule("AR-DESK-03")
async def test_work_outlives_the_tab_and_a_bad_file_is_refused_in_words(visit: Visit) -> None:
    """Another tab shows the same set and deck.

    The page refuses a file that is not a card set, explains why, and changes no set.
    """
    visitor = await visit()
    page = await begin(visitor)
    await page.locator("[data-room=decks]").click()
    await page.locator("[data-start=tide]").click()
    await expect(page.locator("[data-check=legal]")).to_be_visible()
    other = await visitor.context.new_page()
    await other.goto(visitor.at(f"/#/design/desk/tcg/decks?key={visitor.server.key}"))
    await expect(other.locator("[data-deck='My tide']")).to_be_visible()
    await other.locator("[data-room=cards]").click()
    await other.locator(".drop").evaluate(DROP, '{"name": "No cards"}')
    await expect(other.locator("arbiter-tcg-making [role=alert]")).to_contain_text("This file is no set of cards")
    await expect(other.locator("[data-set-name]")).to_have_value("My starter set")
    visitor.watch.hold(page)


@browsed
@pytest.mark.rule("AR-DESK-05")
async def test_a_deck_of_custom_cards_opens_by_its_link(visit: Visit) -> None:
    """In a new browser profile, the link of a deck shows the deck with its odds.

    A visitor who keeps the deck finds it among their own decks.
    """
    visitor = await visit()
    page = await begin(visitor)
    await page.locator("[data-room=decks]").click()
    await page.locator("[data-start=tide]").click()
    await expect(page.locator("[data-check=legal]")).to_be_visible()
    await page.locator("[data-less=reef-urchin]").first.click()
    await expect(page.locator("[data-check=faulty]")).to_contain_text("the main deck has 29 cards, not 30")
    await page.locator("[data-more=reef-urchin]").first.click()
    await page.locator("[data-share]").click()
    link = await page.locator("[data-link]").input_value()
    guest = await visit()
    there = await guest.go_with_key(f"design/desk/tcg/decks?deck={link.partition('deck=')[2]}")
    await expect(there.locator("[data-check=legal]")).to_be_visible()
    await expect(there.locator("[data-turn='0']")).to_have_text("89.1 %")
    await there.locator("[data-keep]").click()
    await expect(there.locator("[data-deck='My tide']")).to_be_visible()
    await expect(there.locator("[data-set-name]")).to_have_value("My starter set")
    assert visitor.server.key not in link
    guest.watch.hold(there)


@browsed
@pytest.mark.rule("AR-DESK-06")
async def test_sheets_have_nine_cards_of_the_usual_size(visit: Visit) -> None:
    """In print, the page shows only the cards, nine to a sheet, each 63 by 88 mm."""
    visitor = await visit()
    page = await visitor.go_with_key("design/desk/tcg/print?set=starter")
    await expect(page.locator("[data-sheet]").first).to_be_visible()
    await hold_readable(page, "desk-print")
    cards = await page.locator("[data-paper]").count()
    await page.emulate_media(media="print")
    first: list[Any] = await page.locator("[data-paper]").first.evaluate(MEASURED)
    pages = (await page.pdf(prefer_css_page_size=True)).count(b"/Type /Page\n")

    assert (first, await page.locator("[data-sheet]").first.locator("[data-paper]").count()) == ([63, 88], 9)
    assert pages == await page.locator("[data-sheet]").count() == -(-cards // 9)
    for hidden in ("header", "nav", "[data-print]", "[data-kept]"):
        await expect(page.locator(hidden).first).to_be_hidden()


@browsed
@pytest.mark.rule("AR-PAGE-103", "AR-DESK-16")
async def test_the_card_designer_without_a_key_says_that_one_is_missing(visit: Visit) -> None:
    """Every visitor can see the built-in sets. Without a key, the page says that a check needs one, and how to get it.

    Once the key is entered, the deck is checked. Each ready deck says how it is played.
    """
    visitor = await visit()
    page = await visitor.go("design/desk/tcg/decks?set=core")
    await page.locator("[data-start]").nth(1).click()
    starts = page.locator("[data-start][title]")
    plans = await starts.locator(".plan").all_inner_texts()
    assert len(plans) == len(set(plans)) == await starts.count()
    needed = page.locator("[data-check=failed] [data-needs-key]")
    await expect(needed).to_contain_text("Enter an API key at the top of the page")
    await expect(needed.locator("a")).to_have_attribute("href", "#/")
    await expect(page.locator("main")).not_to_contain_text("Authorization")
    await hold_readable(page, "desk-no-key")
    await page.locator("[data-key] input").fill(visitor.server.key)
    await page.locator("[data-key] input").press("Enter")
    await expect(page.locator("[data-check=legal]")).to_be_visible()


@browsed
@pytest.mark.rule("AR-DESK-16")
async def test_a_card_that_is_made_on_a_phone_is_in_sight(visit: Visit) -> None:
    """On a phone, where the form of a card is below the list of cards, a new card's form comes into sight."""
    visitor = await visit()
    page = await begin(visitor, "empty")
    await page.set_viewport_size({"width": PHONE, "height": 844})
    await page.locator("[data-new=form]").click()
    await expect(page.locator("arbiter-tcg-editing h2")).to_be_in_viewport()
    visitor.watch.hold(page)
