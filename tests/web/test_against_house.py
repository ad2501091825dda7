"""A match against the computer: one click on the home page opens it, and the computer plays the other seat."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest
from playwright.async_api import expect

from tests.web.board import Board
from tests.web.conftest import Visit
from tests.web.readable import PHONE, hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

SEED = 3
PAUSE = 0.05
DECISIONS = 24
TURNS = 2
"""The turn by which the computer has played at least one turn of its own."""
WITHIN = 240.0


def concede_match(app: httpx.Client, match: str) -> dict[str, Any]:
    """Concede a match, unless it is over, and return its view; assert that the computer has had turns."""
    seen: dict[str, Any] = app.get(match).json()
    assert seen["status"] == "closed" or seen["game"]["turn"] > TURNS
    app.post(f"{match}/commands", json={"command": {"type": "Concede"}}, headers={"Arbiter-Seat": "host"})
    view: dict[str, Any] = app.get(match).json()
    return view


@pytest.mark.rule("AR-DESK-16")
async def test_each_deck_says_how_it_is_played(visit: Visit) -> None:
    """Beside each deck is a sentence, which begins with the word that a phone shows on its button."""
    visitor = await visit()
    page = await visitor.go_with_key("")
    decks, says = page.locator("[data-against]"), page.locator(".deck .quiet")
    await expect(decks.first).to_be_visible()
    sentences = await says.all_inner_texts()
    await page.set_viewport_size({"width": PHONE, "height": 844})
    await expect(says.first).to_be_hidden()
    plans = await decks.locator(".plan").all_inner_texts()
    assert [text.partition(":")[0].lower() for text in sentences] == plans
    assert len(plans) == len(set(plans)) == await decks.count()
    visitor.watch.hold(page)


@pytest.mark.usefixtures("helped")
async def test_a_match_against_the_computer_is_one_click_away(
    visit: Visit, app: httpx.Client
) -> None:  # fmt: skip
    """After one click, a visitor plays some turns on the board against the computer, and concedes."""
    visitor = await visit()
    await visitor.hurry()
    page = await visitor.go_with_key("")
    assert await page.locator("[data-house]").input_value() == "the next move"
    await page.locator("[data-against=tide]").click()
    await expect(page).to_have_url(re.compile(r"#/play/tcg/\w+\?seat=host"))
    board = Board(page, SEED)
    await expect(board.root).to_be_visible()
    await expect(page.locator("arbiter-table .seats")).to_contain_text("You are Guest with Computer")
    await hold_readable(page, "against-house")
    async with asyncio.timeout(WITHIN):
        while len(board.done) < DECISIONS and await board.decision_asked() != "over":
            if not await board.step():
                await asyncio.sleep(PAUSE)
    match = f"/tcg/v1/matches/{page.url.partition('#/play/tcg/')[2].partition('?')[0]}"
    view = concede_match(app, match)
    you, computer = view["seats"]
    assert (you, computer["player"]) == ({"seat": "host", "role": "player", "name": "Guest"}, "greedy")
    assert (view["status"], view["game"]["stage"]) == ("closed", "finished")
    visitor.watch.hold(page)
