"""Dice in the log of a game: pictures of the dice, and a link from each roll to its proof."""

from __future__ import annotations

import re
from typing import Final

import httpx
import msgspec
import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table, roll
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS, hero
from tests.web.test_evening import open_campaign

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-32")]

BOUNDLESS, BONES = (next(one for one in EVENINGS if one.service == name) for name in ("rpg_boundless", "bones"))
CHECK: Final = {"type": "Check", "character": "character-1", "attribute": "strength"}
FACES: Final = [2, 6]
NAMED: Final = {"rpg_boundless": r"^Dice: 6 \(hit\), 2: 1 hit$", "dice": r"^Dice: 3, 1 \(dropped\), 4, 6: in all 13$"}
DURATION: Final = "(one) => getComputedStyle(one).animationDuration"


async def hold_drawn(page: Page, table: Table, *, dice: int, named: str) -> None:
    """Assert that the last roll shows this many dice and this name, and links to its version of the replay."""
    drawn = page.locator("[data-dice]").first
    await expect(drawn.locator("svg")).to_have_count(dice)
    await expect(drawn).to_have_attribute("aria-label", re.compile(named))
    await drawn.click()
    await page.wait_for_url(re.compile(rf"#/replay/\w+/\w+\?at={table.version}&seat=ann"))


async def test_hits_come_first_and_are_marked(visit: Visit, server: Running, app: httpx.Client) -> None:
    """If one of two dice in a Check is a hit, it is drawn first and marked."""
    table = open_campaign(
        server, app, msgspec.structs.replace(BOUNDLESS, made=(hero("ann", "Ash", "sword", (2, 2, 0)),))
    )
    page = await (visitor := await visit()).sit_down(table, "ann")
    table.done(CHECK, seat="gm", faces=FACES)
    hit = page.locator("[data-dice] svg").first
    await expect(hit).to_have_class("hit")
    await hold_drawn(page, table, dice=2, named=NAMED["rpg_boundless"])
    visitor.watch.hold(page)


async def test_dropped_dice_are_struck_through(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Of four dice, the dropped one is struck through, and all are drawn in the order in which they were rolled."""
    table = open_table(server, app)
    page = await (visitor := await visit()).sit_down(table, "ann")
    table.done(roll("4d6kh3"), seat="gm", faces=[3, 1, 4, 6])
    await expect(page.locator("[data-dice] svg.dropped path.strike")).to_have_count(1)
    await hold_drawn(page, table, dice=4, named=NAMED["dice"])
    visitor.watch.hold(page)


async def test_a_sum_says_what_its_dice_count_and_what_it_counts(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """If a number is added to a roll's dice, the page shows both the sum of the dice and the total."""
    table = open_table(server, app)
    page = await (visitor := await visit()).sit_down(table, "ann")
    table.done(roll("2d6 + 2"), seat="gm", faces=[3, 4])
    await hold_drawn(page, table, dice=2, named=r"^Dice: 3, 4: dice 7, in all 9$")
    visitor.watch.hold(page)


async def test_dice_with_icons_are_drawn_for_a_round(visit: Visit, server: Running, app: httpx.Client) -> None:
    """For a round of BONES, the log draws each fighter's dice, with the names of their icons."""
    table = open_campaign(server, app, BONES)
    page = await (visitor := await visit()).sit_down(table, "ann")
    for seat in ("ann", "bob", "gm"):
        legal = table.get("/legal", seat=seat, params={"command": "Declare"}).json()["legal"]["allowed"]
        table.done(legal[0]["body"]["command"], seat=seat)
    table.done({"type": "RollRound"}, seat="gm")
    await page.get_by_role("button", name="more").first.click()
    drawn = page.locator("[data-happened] [data-dice]")
    await expect(drawn).to_have_count(3)
    await expect(drawn.first).to_have_attribute("aria-label", re.compile(r"^Dice: [a-z]+(, [a-z]+)+"))
    visitor.watch.hold(page)


async def test_dice_do_not_roll_where_motion_is_reduced(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Dice are animated for less than a quarter of a second, and not at all with reduced motion."""
    table = open_table(server, app)
    page = await (await visit()).sit_down(table, "ann")
    table.done(roll("2d6"), seat="ann")
    die = page.locator("[data-dice] svg").first
    await die.wait_for()
    assert await die.evaluate(DURATION) == "0.22s"
    await page.emulate_media(reduced_motion="reduce")
    assert await die.evaluate("(one) => getComputedStyle(one).animationName") == "none"


async def test_a_table_shows_a_date_and_asks_for_dice_only_where_some_are_rolled(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """The page shows the time at which a table closes as a date, and the form that closes it takes no dice."""
    table = open_table(server, app, closes_after={"milliseconds": 10**9})
    page = await (visitor := await visit()).sit_down(table, "gm")
    fact = page.locator("arbiter-game-state .facts .tag", has_text="closes at")
    await expect(fact).to_have_text(re.compile(r"closes at: \d+/\d+/\d{4}, "))
    close = page.locator("[data-command=Close]")
    await close.locator("[data-open]").click()
    await expect(close.locator("[data-raw]")).to_be_attached()
    await expect(close.locator("[data-faces]")).to_have_count(0)
    visitor.watch.hold(page)
