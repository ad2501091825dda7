"""What a person at a table needs next, where that person looks: a roll, a form, a target, a question, the rules."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import httpx
import pytest
from msgspec.structs import replace
from playwright.async_api import ViewportSize, expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS, Evening
from tests.web.profiles import PATIENCE
from tests.web.readable import HEIGHT, WIDER_PHONE, hold_readable
from tests.web.test_evening import open_campaign

pytestmark = pytest.mark.asyncio(loop_scope="session")

BOUNDLESS: Final = EVENINGS[0]
ACTING: Final = {"character-1": "ann", "character-2": "bob"}
PHONE: Final[ViewportSize] = {"width": WIDER_PHONE, "height": HEIGHT}
AT_TOP: Final = """(one) => new Promise((done) => {
  const look = () => {
    const { top } = one.getBoundingClientRect();
    if (top > -1 && top < innerHeight / 4) done(); else requestAnimationFrame(look);
  };
  look();
})"""
"""A function that waits until an element is at the top of the screen."""
UNNAMED: Final = re.compile(r"(?:^|\. )[a-z]")
"""A sentence that begins with a small letter, as one does that begins with the name of a field."""


def turn_to(table: Table, who: str) -> None:
    """End turns, and start rounds, until it is this participant's turn."""
    while (turn := table.get(seat="gm").json()["game"]["fight"]["turn"]) != who:
        if turn is None:
            table.done({"type": "StartRound"}, seat="gm")
        else:
            table.done({"type": "EndTurn", "participant": turn}, seat=ACTING.get(turn, "gm"))


@pytest.mark.rule("AR-PAGE-98")
async def test_dice_are_rolled_above_all_else_at_a_dice_table(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The odds of what is typed are drawn before it is rolled. The roll is marked in them, and leads to its proof."""
    table = open_table(server, app)
    page = await (visitor := await visit()).sit_down(table, "ann")
    box, plot = page.locator("arbiter-table arbiter-roll"), page.locator("arbiter-table arbiter-roll [role=slider]")
    await expect(plot).to_have_count(1)
    await box.locator("input").fill("a fair die")
    await expect(plot).to_have_count(0)
    await box.locator("input").fill("2d6 + 2")
    await expect(plot).to_have_attribute("aria-valuemax", "10")
    await box.get_by_role("button", name="Roll", exact=True).click()
    await expect(box.locator("[data-rendered]")).to_contain_text("2d6: ")
    (made,) = table.get(seat="ann").json()["game"]["recent"]
    total = str(made["outcome"]["total"])
    await expect(box.locator("[data-total]")).to_have_text(total)
    await expect(plot).to_have_attribute("data-outcome", total)
    await expect(box.locator("[data-proof]")).to_have_attribute("href", re.compile(rf"[?&]at={table.version}\b"))
    assert await page.evaluate("() => document.scrollingElement.scrollTop") == 0
    await hold_readable(page, "dice-box")
    watcher = await (looking := await visit()).sit_down(table, "eve")
    await expect(watcher.locator("[data-happened]")).to_contain_text("2d6 + 2")
    await expect(watcher.locator("arbiter-table arbiter-roll")).to_have_count(0)
    for one in (visitor, looking):
        one.watch.hold(one.page)


@pytest.mark.rule("AR-PAGE-99")
async def test_the_form_of_a_first_step_comes_into_sight_and_goes(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """On a phone the form is at the top of the screen; when it is sent, it is folded and the new card is in sight."""
    table = open_campaign(server, app, replace(BOUNDLESS, made=()))
    visitor = await visit()
    await visitor.page.set_viewport_size(PHONE)
    page = await visitor.sit_down(table, "ann")
    await page.locator("[data-own-step] [data-first]").click()
    form = page.locator("[data-command=CreateCharacter]")
    await expect(form.locator("form")).to_be_visible()
    async with asyncio.timeout(PATIENCE / 1000):
        await form.evaluate(AT_TOP)
    await form.locator("form [data-send]").click()
    await expect(page.locator("[data-figure]")).to_be_in_viewport()
    await expect(form.locator("form")).to_have_count(0)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-100")
async def test_targets_and_questions_are_where_the_choice_is(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The enemy is the first target. Who must save reads from what, and a tab that holds that seat leads to it."""
    table = open_campaign(server, app, BOUNDLESS)
    (troll,) = (one["id"] for one in table.get(seat="gm").json()["game"]["enemies"])
    legal = table.get("/legal", seat="gm", params={"command": "StartFight"}).json()["legal"]["allowed"]
    table.done(legal[0]["body"]["command"], seat="gm")
    turn_to(table, "character-1")
    ann, leader = await visit(), await visit()
    page = await ann.sit_down(table, "ann")
    await page.locator("[data-act=Attack]").click()
    await expect(page.locator("[data-target]")).to_have_text(["Troll", "Birch"])
    await hold_readable(page, "targets")
    await page.locator("[data-target]").first.click()
    await expect(page.locator("[data-happened]")).to_contain_text("Troll")
    turn_to(table, troll)
    table.done({"type": "EnemyAttack", "enemy": troll, "attack": "bite", "targets": ["character-1"]}, seat="gm")
    await expect(page.locator("[aria-label='The fight'] arbiter-happened-last")).to_contain_text("Ash faces harm")
    await expect(page.locator("[data-act=Save]")).to_be_visible()
    await leader.sit_down(table, "ann")
    page = await leader.sit_down(table, "gm")
    link = page.locator("[data-waits] a")
    await expect(page.locator("[data-waits]")).to_have_text("You decide now, as ann")
    await link.click()
    await expect(page.locator(".seats strong")).to_have_text("ann")
    for one in (ann, leader):
        one.watch.hold(one.page)


@pytest.mark.rule("AR-PAGE-101")
@pytest.mark.parametrize("evening", EVENINGS, ids=[one.service for one in EVENINGS])
async def test_descriptions_of_commands_have_no_names_of_fields(
    evening: Evening, visit: Visit, server: Running, app: httpx.Client
) -> None:
    """A game master's commands, all unfolded, are described in sentences that begin with a capital or a label."""
    table = open_campaign(server, app, evening)
    page = await (visitor := await visit()).sit_down(table, "gm")
    await page.locator("[data-group] [data-command]").first.wait_for()
    folded = page.locator("details[data-group]:not([open]) > summary")
    while await folded.count():
        await folded.first.click()
    says = await page.locator("[data-command] .toggle small").all_inner_texts()
    assert len(says) > 5
    assert [] == [one for one in says if UNNAMED.search(one) or "`" in one]
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-101")
async def test_rules_begin_with_the_books(visit: Visit) -> None:
    """Without a search, Rules lead to the books; a search lists the rules that it finds."""
    visitor = await visit()
    page = await visitor.go("rules")
    await expect(page.locator("a[href='#/rules/bones']")).to_be_visible()
    await expect(page.locator("[data-rule]")).to_have_count(0)
    await page.locator("[data-search]").fill("FB-CHECK-02")
    await expect(page.locator("[data-rule='FB-CHECK-02']")).to_be_visible()
    visitor.watch.hold(page)
