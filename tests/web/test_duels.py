"""A duel against the computer.

One click on the home page opens the duel, and the computer fights for the other character.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAUSE: Final = 0.1
WITHIN: Final = 240.0
SPECIALIST: Final = (("host", "EndTurn"), ("gm", "SettleTie"))
FIGHTS: Final[dict[str, tuple[str, str, tuple[tuple[str, str], ...]]]] = {
    "rpg_boundless": (
        "", "ActionTaken", tuple(("gm", command) for command in ("Save", "CriticalSave", "EndTurn", "StartRound")),
    ),
    "rpg_specialist_pool": ("RollInitiative", "ContestOpened", SPECIALIST),
    "rpg_specialist_total": ("RollOrder", "AttackDeclared", SPECIALIST),
}  # fmt: skip
"""For each game, the command that rolls for the order, the event of an attack, and the visitor's other commands.

In Boundless the game master's `StartRound` rolls for all, and the game master plays the visitor's character.
"""


@pytest.mark.usefixtures("helped")
@pytest.mark.parametrize("service", FIGHTS)
async def test_a_duel_against_the_computer_is_one_click_away(service: str, visit: Visit, app: httpx.Client) -> None:
    """The visitor rolls for the order if the game requires it, and ends each turn until the computer attacks."""
    roll, attack, commands = FIGHTS[service]
    seat = commands[0][0]
    visitor = await visit()
    page = await visitor.go_with_key("")
    await page.locator(f"[data-ready='{service}/duel']").click()
    await expect(page).to_have_url(re.compile(rf"#/play/{service}/\w+\?seat={seat}"))
    if roll:
        await page.locator(f"[data-command={roll}] [data-open]").click()
        await page.locator(f"[data-command={roll}] form [data-send]").click()
    await expect(page.locator("h1")).to_be_visible()
    await hold_readable(page, f"duel-{service}")
    campaign = f"/{service}/v1/campaigns/{page.url.partition(f'#/play/{service}/')[2].partition('?')[0]}"
    async with asyncio.timeout(WITHIN):
        while not has_happened(app, campaign, attack):
            take_turn(app, campaign, commands)
            await asyncio.sleep(PAUSE)
    assert players_of(app, campaign) == {"gm": None, seat: None, "computer": "fighter"}
    visitor.watch.hold(page)


def has_happened(app: httpx.Client, campaign: str, event: str) -> bool:
    """Return whether the log has an event of this type."""
    return event in {one["data"]["type"] for one in app.get(f"{campaign}/events").json()["items"]}


def players_of(app: httpx.Client, campaign: str) -> dict[str, Any]:
    """Return the computer player of each seat, or None for a seat without one."""
    return {one["seat"]: one.get("player") for one in app.get(campaign).json()["seats"]}


def take_turn(app: httpx.Client, campaign: str, commands: tuple[tuple[str, str], ...]) -> None:
    """Send the visitor's first command that is legal for a seat for which the campaign waits."""
    for seat, command in commands:
        acting = {"Arbiter-Seat": seat}
        legal = app.get(f"{campaign}/legal", params={"command": command}, headers=acting).json()["legal"]
        for entry in legal["allowed"][:1] if seat in legal["awaits"] else ():
            sent = app.post(f"{campaign}/commands", json=entry["body"], headers=acting)
            assert sent.status_code in {200, 409}, sent.text  # 409: the computer was faster
