"""Prepared games for two people: one click opens a game, and a link invites the other person."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest
from playwright.async_api import Page, expect

from shared.platform.processes.games import game_of
from tests.support.http import Table
from tests.web.conftest import Visit
from tests.web.readable import hold_readable
from tests.web.test_ready_games import GAMES, drawn_after

pytestmark = pytest.mark.asyncio(loop_scope="session")

FOR_TWO: Final = [(service, ready) for service, ready in GAMES if "two" in ready]
GUEST: Final = "guest"
DECISIONS: Final = 12
CLICKS: Final = "window.clicks = 0; addEventListener('click', () => { window.clicks += 1; }, true);"


@pytest.mark.rule("AR-READY-02")
async def test_a_duel_of_each_campaign_game_and_a_card_match_are_for_two() -> None:
    """Each campaign game has a prepared duel for two people, and the card game has a prepared match for two.

    All other prepared games are for one person.
    """
    assert [(service, ready["name"]) for service, ready in FOR_TWO] == [
        ("bones", "duel"),
        ("rpg_boundless", "duel"),
        ("rpg_specialist_pool", "duel"),
        ("rpg_specialist_total", "duel"),
        ("tcg", "first"),
    ]


@pytest.mark.rule("AR-READY-02")
@pytest.mark.parametrize("game", FOR_TWO, ids=[service for service, _ in FOR_TWO])
async def test_one_click_opens_a_game_for_two(
    game: tuple[str, dict[str, Any]], visit: Visit, app: httpx.Client
) -> None:
    """After one click by the host and none by the guest, both have a seat, can chat, and can decide."""
    service, ready = game
    host, guest = await visit(), await visit()
    for visitor in (host, guest):
        await visitor.page.add_init_script(CLICKS)
    page = await host.go_with_key(f"play/{service}?ready={ready['name']}")
    await page.locator(f"[data-two='{service}/{ready['name']}']").click()
    link = await page.locator("[data-invite]").input_value()
    assert await page.evaluate("window.clicks") == 1
    await hold_readable(page, f"invited-{service}")

    theirs = await guest.go(link.partition("#/")[2])
    await expect(theirs.locator("[data-status]")).to_have_attribute("data-status", "open")
    assert await theirs.evaluate("window.clicks") == 0
    for one, name, other in ((page, "Host", "Guest"), (theirs, "Guest", "Host")):
        await expect(one.locator(".seats strong")).to_have_text(name)
        await expect(one.locator(".seats")).to_contain_text(other)
        await say(one, f"{name} is here.")
        await expect(one.locator("arbiter-table")).not_to_contain_text(f"as {other}")
    await expect(page.locator("[data-line]").last).to_have_text("Guest: Guest is here.")
    await expect(theirs.locator("[data-line]").first).to_have_text("Host: Host is here.")

    path = f"/{service}/v1/{game_of(service).plural}/{page.url.partition('?')[0].rpartition('/')[2]}"
    decide_in_turn(Table(server=host.server, app=app, path=path, opened={}), ready)
    await page.locator("[data-done]").click()
    await expect(page.locator("[data-invite]")).to_have_count(0)
    await page.get_by_role("link", name="Seats").click()
    assert await page.locator("[data-seat=guest] input").input_value() == link
    await expect(page.locator("arbiter-seats")).not_to_contain_text("played by the house")
    host.watch.hold(page)
    guest.watch.hold(theirs)


async def say(page: Page, text: str) -> None:
    """Type a line of chat, and send it with the keyboard."""
    field = page.locator("[data-say] input")
    await field.fill(text)
    await field.press("Enter")
    await expect(field).to_have_value("")


def decide_in_turn(table: Table, ready: dict[str, Any]) -> None:
    """Send legal moves of the seats that the game waits for; assert that both have decided and something was drawn."""
    begun, decided = table.version, set[str]()
    for _ in range(DECISIONS):
        for seat in (ready["sit"], GUEST):
            acting = {"Arbiter-Seat": seat}
            legal = table.get("/legal", headers=acting).json()["legal"]
            move = next((one for kind in ready["first"] for one in legal["allowed"] if one["command"] == kind), None)
            if seat in legal["awaits"] and move is not None:
                table.done(move["body"]["command"], headers=acting)
                decided.add(seat)
    assert decided == {ready["sit"], GUEST}
    assert drawn_after(table.app, table, begun)
