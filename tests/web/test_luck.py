"""A campaign whose dice are rolled at another table: its page names the table, whose page lists these rolls."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import CLOSE, open_table
from tests.support.undo_campaign import campaign
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

ASKED = {"type": "AskFortune", "question": "is the ferryman lying", "odds": {"likelihood": "even"}}


@pytest.mark.rule("AR-LUCK-04", "AR-PAGE-104")
async def test_a_campaign_links_to_its_table(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A campaign's page links to its dice table, and the replay of the table describes the roll for the campaign.

    Who may read the table reads its title, and nobody its id. The Judge view of the campaign shows level 5.
    """
    at = open_table(server, app, title="Friday night")
    name = at.opened["stream"].partition(":")[2]
    game = campaign(server, app, luck={"table": at.opened["stream"]})
    game.done(ASKED, seat="gm")
    visitor = await visit()
    page = await visitor.sit_down(game, "gm", "play")
    said = page.locator("[data-dice-from]")
    await expect(said).to_have_text("The dice are rolled at a dice table.")
    await expect(said.locator("a")).to_have_attribute("href", f"#/replay/dice/{name}")
    await hold_readable(page, "dice-from")
    for one in (game, at):
        one.done(CLOSE)

    other = await visit()
    page = await other.go_with_key(f"replay/rpg_boundless/{game.path.rpartition('/')[2]}")
    await expect(page.locator("[data-dice-from]")).to_have_text("The dice are rolled at Friday night.")
    page = await other.go(f"replay/dice/{name}")
    await expect(page.locator("arbiter-replay")).to_contain_text("The table rolls for another game")
    page = await other.go(f"judge/rpg_boundless/{game.path.rpartition('/')[2]}")
    level = page.locator("[data-level=luck]")
    await expect(level).to_have_attribute("data-verdict", "same")
    await expect(level).to_contain_text("1 roll is that of dice.table")
    other.watch.hold(page)
