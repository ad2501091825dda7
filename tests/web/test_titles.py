"""Titles of games: pages and lists show a game by its title or by the names of its players."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import open_table
from tests.support.matches import hand_in, open_match, play_on
from tests.web.conftest import Visit
from tests.web.readable import hold_readable
from tests.web.test_ready_games import GAMES, open_ready

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-61")]


async def test_replay_and_judge_are_headed_by_a_title_or_by_people(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """A replay is headed by the title of its table or, without one, by the names of the seats.

    The Judge view is headed by the names of the seats.
    """
    seats = [{"seat": "gm", "role": "gm", "name": "Ylva"}, {"seat": "bob"}]
    named, bare = open_table(server, app, seats=seats, title="Friday night"), open_table(server, app, seats=seats)
    visitor = await visit()
    page = await visitor.go_with_key("")
    for table, title in ((named, "Friday night"), (bare, "Ylva, bob")):
        name = table.path.rpartition("/")[2]
        await visitor.go(f"replay/dice/{name}")
        await expect(page.locator("h1")).to_contain_text(f"Replay of Dice {title}")
        await visitor.go(f"judge/dice/{name}")
        await expect(page.locator("h1")).to_contain_text("Judge Dice Ylva, bob")
        for text in await page.locator("h1").all_inner_texts():
            assert name[:8] not in text
    await visitor.go("")
    row = page.locator(f"[data-stream='dice/{bare.path.rpartition('/')[2]}']")
    await expect(row).to_contain_text("Ylva, bob")
    assert bare.path.rpartition("/")[2][:8] not in await row.inner_text()
    await expect(row.get_by_role("link", name="Replay Dice: Ylva, bob")).to_have_count(1)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-76")
async def test_lists_say_who_plays_what(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Two ready games of one campaign have titles of their own, and a card match is named after its saviors."""
    titles = {}
    for service, ready in GAMES:
        if service == "rpg_boundless" and ready["name"] in {"duel", "rat"}:
            table = open_ready(server, app, service, ready)
            titles[f"{service}/{table.opened['id']}"] = ready["opening"]["title"]
    match = open_match(server, app)
    hand_in(match)
    play_on(match, lambda game: all(one.get("savior") for one in game["players"].values()))
    titles[f"tcg/{match.opened['id']}"] = " against "
    page = await (visitor := await visit()).go_with_key("")
    for place, title in titles.items():
        await expect(page.locator(f"[data-stream='{place}'] [data-title]")).to_contain_text(title)
    await hold_readable(page, "titles-home")
    await visitor.go("replay")
    for place, title in titles.items():
        await expect(page.locator(f"arbiter-pick a[href='#/replay/{place}']")).to_contain_text(title)
    visitor.watch.hold(page)
