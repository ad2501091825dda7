"""A fight after another one: what came of the first is not said of the second."""

from __future__ import annotations

from typing import Final

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS
from tests.web.test_evening import open_campaign

pytestmark = pytest.mark.asyncio(loop_scope="session")
BOUNDLESS: Final = EVENINGS[0]


@pytest.mark.rule("AR-PAGE-116")
async def test_a_new_fight_begins_without_the_result_of_the_last(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """An enemy that is out decides its own fight, and not the next one before its first round."""
    table = open_campaign(server, app, BOUNDLESS)
    (troll,) = (one["id"] for one in table.get(seat="gm").json()["game"]["enemies"])
    page = await (visitor := await visit()).sit_down(table, "gm")
    for is_first in (True, False):
        legal = table.get("/legal", seat="gm", params={"command": "StartFight"}).json()["legal"]["allowed"]
        table.done(legal[0]["body"]["command"], seat="gm")
        await expect(page.locator("[aria-label='The fight'] [data-round='0']")).to_be_visible()
        if is_first:
            table.done({"type": "StartRound"}, seat="gm")
            table.done({"type": "AdjustEnemy", "enemy": troll, "hp": 0, "reason": "a blow"}, seat="gm")
            await expect(page.locator("[data-decided]")).to_contain_text("Troll is out")
            table.done({"type": "EndFight"}, seat="gm")
            await expect(page.locator("[aria-label='The fight']")).to_have_count(0)
    await expect(page.locator("[data-decided]")).to_have_count(0)
    visitor.watch.hold(page)
