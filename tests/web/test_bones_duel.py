"""A duel of BONES against the computer.

One click on the home page opens the duel.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

import httpx
import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit
from tests.web.readable import hold_readable
from tests.web.test_duels import PAUSE, WITHIN, has_happened, players_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

ANSWERS: Final = ("Allot", "StandAgainst", "TakeDamage", "Declare")
"""The commands with which the visitor answers in a round, in order of preference."""


@pytest.mark.usefixtures("helped")
async def test_the_dice_of_a_round_fall_once_the_visitor_has_declared(visit: Visit, app: httpx.Client) -> None:
    """Once the visitor has declared, the computer declares, and the dice of the round are rolled.

    Further legal commands of the visitor then lead to damage.
    """
    visitor = await visit()
    page = await visitor.go_with_key("")
    await page.locator("[data-ready='bones/duel']").click()
    await expect(page).to_have_url(re.compile(r"#/play/bones/\w+\?seat=host"))
    await page.locator("[data-command=Declare] [data-open]").click()
    await page.locator("[data-command=Declare] form [data-send]").click()
    campaign = f"/bones/v1/campaigns/{page.url.partition('#/play/bones/')[2].partition('?')[0]}"
    async with asyncio.timeout(WITHIN):
        while not has_happened(app, campaign, "RoundRolled"):  # noqa: ASYNC110 the events are read over HTTP
            await asyncio.sleep(PAUSE)
        await hold_readable(page, "duel-bones")
        while not has_happened(app, campaign, "DamageTaken"):
            answer(app, campaign)
            await asyncio.sleep(PAUSE)
    assert players_of(app, campaign) == {"gm": None, "host": None, "computer": "fighter"}
    visitor.watch.hold(page)


def answer(app: httpx.Client, campaign: str) -> None:
    """Send the first legal command of the visitor."""
    acting = {"Arbiter-Seat": "host"}
    for command in ANSWERS:
        legal = app.get(f"{campaign}/legal", params={"command": command}, headers=acting).json()["legal"]
        for entry in legal["allowed"][:1]:
            sent = app.post(f"{campaign}/commands", json=entry["body"], headers=acting)
            assert sent.status_code in {200, 409}, sent.text  # 409: the computer was faster
            return
