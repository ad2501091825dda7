"""Undo on the page: its effect, the seats that it asks, and how they respond.

A replay marks undone decisions.
"""

from __future__ import annotations

import asyncio

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table
from tests.support.undo_campaign import campaign, take, view
from tests.web.conftest import Visit
from tests.web.films import at, slide
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def table(server: Running, app: httpx.Client) -> Table:
    """Open a dice table."""
    return open_table(server, app)


def items(table: Table) -> list[str]:
    """Return the names of the items that ann's character carries."""
    return [one["sheet"]["name"] for one in view(table, "ann")["game"]["characters"][0]["items"].values()]


async def wait_for_newest(page: Page, table: Table) -> None:
    """Wait until a page shows the newest version."""
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(table.version))


@pytest.mark.rule("AR-PAGE-22")
async def test_a_free_undo_says_so_before_it_is_sent(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The page says that an undo is free and shows its effect. The undo is carried out at once and can be reversed."""
    table, visitor = campaign(server, app), await visit()
    take(table, "bread")
    page = await visitor.sit_down(table, "ann")
    undo = page.locator("[data-way=undo]")
    await expect(undo.locator("[data-asks]")).to_have_text("Free: it happens at once.")
    await expect(undo.locator("[data-stretch]")).to_contain_text("bread")
    await expect(page.locator("[data-command=ProposeUndo]")).to_have_count(0)
    await hold_readable(page, "undo-free")

    await undo.locator("[data-press]").click()
    redo = page.locator("[data-way=redo]")
    await expect(redo.locator("[data-stretch]")).to_contain_text("bread")
    assert "bread" not in items(table)
    await expect(page.locator("[data-happened] [data-back]").first).to_contain_text("bread")
    await redo.locator("[data-press]").click()
    await expect(page.locator("[data-happened] [data-back]")).to_have_count(0)
    assert "bread" in items(table)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-22", "AR-PAGE-23")
async def test_a_proposed_undo_shows_its_effect(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The proposer of an undo sees who has not answered. The others see what would be undone, and agree or decline."""
    table, ann, gm = campaign(server, app, undo="by consent"), await visit(), await visit()
    take(table, "bread")
    take(table, "salt")
    mine, theirs = await ann.sit_down(table, "ann"), await gm.sit_down(table, "gm")
    undo = mine.locator("[data-way=undo]")
    await expect(undo.locator("[data-asks]")).to_have_attribute("data-asks", "bob gm")
    await undo.locator("[data-to]").select_option(index=1)
    await undo.locator("[data-press]").click()
    await expect(mine.locator("[data-waits]")).to_have_attribute("data-waits", "bob gm")
    for thing in ("bread", "salt"):
        await expect(theirs.locator("[data-undo=proposed] [data-stretch]")).to_contain_text(thing)
    await hold_readable(theirs, "undo-proposed")

    await theirs.locator("[data-answer=decline]").click()
    await expect(theirs.locator("[data-undo] h2")).to_be_focused()
    await expect(mine.locator("[data-undo=possible]")).to_be_visible()
    await undo.locator("[data-press]").click()
    await mine.locator("[data-answer=withdraw]").click()
    await expect(mine.locator("[data-undo=possible]")).to_be_visible()
    await wait_for_newest(mine, table)
    await undo.locator("[data-press]").click()
    await expect(mine.locator("[data-waits]")).to_have_attribute("data-waits", "bob gm")
    await wait_for_newest(theirs, table)
    await theirs.locator("[data-answer=agree]").click()
    await expect(mine.locator("[data-waits]")).to_have_attribute("data-waits", "bob")
    assert "salt" in items(table)
    proposal = view(table, "bob")["undo"]["proposal"]["proposal"]
    table.done({"type": "AgreeToUndo", "proposal": proposal}, seat="bob")
    await expect(mine.locator("[data-way=redo] [data-stretch]")).to_contain_text("salt")
    assert ("bread" in items(table), "salt" in items(table)) == (True, False)
    for visitor, page in ((ann, mine), (gm, theirs)):
        visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-72")
async def test_an_undo_is_agreed_to_only_once_it_can_be_read(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Until the events have been read, the page says so, and offers no agreement to an undo that it cannot describe."""
    table, visitor, answered = campaign(server, app, undo="by consent"), await visit(), asyncio.Event()
    to = take(table, "bread")["version"] - 1
    table.done({"type": "ProposeUndo", "to": to}, seat="ann")

    async def hold_back(route: Route) -> None:
        """Let the request reach the server only after the test has seen the page without its response."""
        await answered.wait()
        await route.continue_()

    await visitor.page.route(f"**{table.path}/events**", hold_back)
    page = await visitor.sit_down(table, "gm")
    proposed, agree = page.locator("[data-undo=proposed]"), page.locator("[data-answer=agree]")
    await expect(agree).to_be_disabled()
    await expect(proposed).to_contain_text("Loading …")
    await expect(page.locator("arbiter-happened")).to_contain_text("Loading …")
    await expect(page.locator("arbiter-happened")).not_to_contain_text("Nothing yet")
    answered.set()
    await expect(agree).to_be_enabled()
    await expect(proposed.locator("[data-stretch]")).to_contain_text("bread")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-22")
async def test_a_table_that_takes_nothing_back_has_no_undo(visit: Visit, table: Table) -> None:
    """The page of a dice table without undo has no undo button, and its list of blocked commands gives the reason."""
    visitor = await visit()
    page = await visitor.sit_down(table, "ann")
    await wait_for_newest(page, table)
    await expect(page.locator("[data-undo]")).to_have_count(0)
    await page.locator("[data-group=blocked] summary").click()
    await expect(page.locator("[data-blocked=AR-UNDO-02]")).to_contain_text("This stream does not allow undo")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-24")
async def test_a_replay_marks_undone_steps(visit: Visit, server: Running, app: httpx.Client) -> None:
    """An undone step is grey and links to the undo. After a redo, it looks like any other step."""
    table, visitor = campaign(server, app), await visit()
    made, bread = view(table, "ann")["version"], take(table, "bread")["version"]
    undone = table.done({"type": "ProposeUndo", "to": made}, seat="ann")["version"]
    page = await visitor.sit_down(table, "ann", "replay")
    await at(page, undone)
    await slide(page, bread)
    mark = page.locator("[data-taken-back]")
    await expect(mark).to_have_attribute("data-taken-back", str(undone))
    await expect(page.locator(f"[data-event='{bread}']")).to_contain_text(f"(taken back at {undone})")
    await expect(page.locator("[data-view-version]")).to_have_attribute("data-view-version", str(bread))
    await hold_readable(page, "undo-replay")
    await mark.locator("button").click()
    await at(page, undone)
    await expect(mark).to_have_count(0)

    table.done({"type": "ProposeUndo", "to": bread}, seat="ann")
    await at(page, undone + 1)
    await expect(page.locator(f"[data-event='{bread}'][data-back]")).to_have_count(0)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-25")
async def test_a_game_has_its_heading_while_it_loads(visit: Visit, table: Table) -> None:
    """The page names the game before the server has responded."""
    visitor, answered = await visit(), asyncio.Event()

    async def hold_back(route: Route) -> None:
        """Let the request reach the server only after the test has seen the heading."""
        await answered.wait()
        await route.continue_()

    await visitor.page.route(f"**{table.path}**", hold_back)
    page = await visitor.sit_down(table, "ann")
    await expect(page.locator("h1")).to_have_text("Dice")
    await expect(page.locator("[data-status]")).to_have_count(0)
    answered.set()
    await wait_for_newest(page, table)
    await expect(page.locator("h1")).to_have_count(1)
    visitor.watch.hold(page)


async def test_a_thumb_finds_links_and_folds_on_a_phone(visit: Visit, server: Running, app: httpx.Client) -> None:
    """On a phone, the links above a game and the titles of folded parts are at least 40 pixels high."""
    visitor = await visit()
    await visitor.page.set_viewport_size({"width": 390, "height": 844})
    page = await visitor.sit_down(campaign(server, app), "ann")
    await page.locator("[data-more]").click()
    for hook in ("nav[aria-label='This game'] a", "details[data-seen] > summary"):
        all_found = page.locator(hook)
        await all_found.first.wait_for()
        for one in await all_found.all():
            box = await one.bounding_box()
            assert box is not None
            assert box["height"] >= 40
    visitor.watch.hold(page)
