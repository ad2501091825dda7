"""Use of the page with the keyboard alone, from a roll to a turn of a card match."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import Locator, expect

from services.gateway.processes.running import Running
from tests.support.http import open_table
from tests.support.matches import open_match
from tests.web.board import Board, play_until
from tests.web.conftest import Visit
from tests.web.keys import SHORTLY, press, type_text

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Keyboard(Board):
    """A player at the board who uses only the keyboard."""

    async def click(self, target: Locator) -> None:
        """Move the focus to the element with Tab, and press Enter."""
        await target.first.wait_for(timeout=SHORTLY)
        await press(target)


async def test_a_roll_is_made_without_a_mouse(visit: Visit, server: Running, app: httpx.Client) -> None:
    """With the keyboard alone, a visitor opens a form, types and sends dice, and reads the result."""
    table, visitor = open_table(server, app), await visit()
    page = await visitor.sit_down(table, "ann")
    form = page.locator('[data-command="Roll"]')
    await form.wait_for()
    before = table.version
    await press(form.locator("[data-open]"))
    await type_text(form.locator('[data-field="rolls[0].what.text"] input'), "3d8")
    await press(form.locator("[data-send]"))
    await expect(page.locator("[data-status]")).not_to_have_attribute("data-version", str(before))
    await expect(page.locator("[data-happened]")).to_contain_text("3d8")
    visitor.watch.hold(page)


async def test_a_turn_of_a_match_is_played_without_a_mouse(visit: Visit, server: Running, app: httpx.Client) -> None:
    """With the keyboard alone, a player chooses a deck, uses a card, and passes the turn to the other seat."""
    match = open_match(server, app)
    visitors = {seat: await visit() for seat in ("ann", "bob")}
    for visitor in visitors.values():
        await visitor.hurry()
    ann = Keyboard(await visitors["ann"].sit_down(match, "ann"), 3, uses=1)
    bob = Board(await visitors["bob"].sit_down(match, "bob"), 5, uses=0)

    async def send_awaited_move() -> bool:
        return "act" in ann.done and match.get().json()["game"]["active"] == "bob"

    await play_until([ann, bob], send_awaited_move)

    assert "deck" in ann.done
    visitors["ann"].watch.hold(ann.page)
