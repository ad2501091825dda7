"""Names of seats.

The page accepts any name when it opens a game.
"""

from __future__ import annotations

import re
from typing import Final

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import SEATS, open_table, roll
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

YLVA: Final = "Ylva the Grey"


@pytest.mark.rule("AR-PAGE-54")
async def test_a_seat_is_opened_under_any_name(visit: Visit) -> None:
    """The page replaces capitals, blanks and accents in a name. A name without letters becomes a number."""
    visitor = await visit()
    page = await visitor.go_with_key("play/dice")
    names = page.locator("[data-seat-row] input")
    await names.nth(0).fill("Ann Müller")
    await names.nth(0).blur()
    await expect(names.nth(0)).to_have_value("ann-muller")
    await names.nth(1).fill("安")
    await names.nth(1).blur()
    await expect(names.nth(1)).to_have_value("player-2")
    await page.locator("[data-open-stream]").click()
    await page.wait_for_url(re.compile(r"#/play/dice/\w+$"))
    await expect(page.locator("[data-seat='ann-muller']")).to_be_visible()
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-57")
async def test_everybody_reads_the_name_that_was_typed(visit: Visit) -> None:
    """Another browser reads it at the table, in the log, in the chat and on the page of the seats."""
    visitor = await visit()
    page = await visitor.go_with_key("play/dice")
    names = page.locator("[data-seat-row] input")
    await names.nth(0).fill(YLVA)
    await names.nth(0).blur()
    await expect(page.locator("[data-shown]")).to_have_text(f"People read “{YLVA}”")
    await names.nth(1).fill("bob")
    await names.nth(1).blur()
    await expect(page.locator("[data-shown]")).to_have_count(1)
    await page.locator("[data-open-stream]").click()
    await page.wait_for_url(re.compile(r"#/play/dice/\w+$"))
    await expect(page.locator("[data-seat=ylva-the-grey] strong")).to_have_text(YLVA)
    await expect(page.locator("[data-seat=ylva-the-grey] [data-play]")).to_have_text(f"Play as {YLVA}")
    link = await page.locator("[data-seat=bob] input").input_value()
    await page.locator("[data-seat=ylva-the-grey] [data-play]").click()
    await expect(page.locator(".seats strong")).to_have_text(YLVA)
    await page.locator("[data-say] input").fill("Who goes first?")
    await page.locator("[data-say] input").press("Enter")

    other = await visit()
    theirs = await other.context.new_page()
    await theirs.goto(link)
    await expect(theirs.locator(".seats")).to_have_text(f"You are bob with {YLVA}")
    await expect(theirs.locator("[data-line]")).to_have_text(f"{YLVA}: Who goes first?")
    await expect(theirs.locator("[data-happened]")).to_contain_text(f"{YLVA} gets a seat, as game master")
    await hold_readable(theirs, "seat-names")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-57")
async def test_an_undo_and_a_replay_say_names(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Whom an undo asks, and what happened, is said with the names of the seats."""
    named = [{**seat, "name": "Ylva the Grey"} if seat["seat"] == "gm" else seat for seat in SEATS]
    table = open_table(server, app, seats=named, undo="by consent")
    table.done({"type": "AddSalt", "salt": "5a" * 32}, seat="gm")
    table.done(roll("1d6"), seat="gm")
    visitor = await visit()
    page = await visitor.sit_down(table, "ann")
    await expect(page.locator("[data-way=undo] [data-press]")).to_have_text(f"Ask bob and {YLVA} to undo")
    await expect(page.locator("[data-happened]")).to_contain_text(f"{YLVA} adds a salt")
    await expect(page.locator("[data-happened]")).not_to_contain_text("gm adds")
    await visitor.sit_down(table, "ann", "replay")
    await expect(page.locator("[data-event]").first).to_be_visible()
    await expect(page.locator("body")).to_contain_text(f"{YLVA} adds a salt")
    visitor.watch.hold(page)
