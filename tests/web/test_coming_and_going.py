"""Visits to the page.

New visitors learn how to start. Returning visitors resume with a link or after a lost connection.
"""

from __future__ import annotations

import asyncio

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table, roll
from tests.web.conftest import Visit
from tests.web.films import at, place
from tests.web.forms import send

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def table(server: Running, app: httpx.Client) -> Table:
    """Open a table, and roll on it."""
    opened = open_table(server, app)
    opened.done(roll("4d6kh3"), seat="ann")
    return opened


async def test_a_visitor_without_a_key_learns_how_to_get_one(visit: Visit) -> None:
    """The home page explains to a visitor without a key how to get one."""
    visitor = await visit()
    page = await visitor.go("")
    await expect(page.locator("[data-no-key]")).to_be_visible()
    visitor.watch.hold(page)


async def test_a_seat_survives_a_reload_and_is_in_no_address(visit: Visit, table: Table) -> None:
    """The page removes the seat's token from the address at once.

    After a reload, the tab still has the token, and shows new events.
    """
    visitor = await visit()
    page = await visitor.sit_down(table, "ann")
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(table.version))
    assert "token" not in page.url
    await page.reload()
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(table.version))
    table.done(roll("1d20"), seat="bob")
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(table.version))
    visitor.watch.hold(page)


async def test_a_replay_reconnects_after_a_cut(visit: Visit, table: Table) -> None:
    """A live replay that was disconnected reconnects by itself and misses no event."""
    visitor = await visit()
    page = await visitor.sit_down(table, "ann", "replay")
    await at(page, table.version)
    visitor.tap.cut()
    for _ in range(2):
        table.done(roll("1d20"), seat="bob")
    await expect(page.locator("[data-at]").first).to_have_attribute("data-last", str(table.version))
    visitor.watch.hold(page, but="ERR_|Failed to load")


async def test_a_table_continues_after_a_restart_of_the_server(visit: Visit, table: Table) -> None:
    """An open page reconnects by itself after a restart of the server, and the seat can roll again."""
    visitor = await visit()
    page = await visitor.sit_down(table, "ann")
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(table.version))
    await asyncio.to_thread(visitor.server.stop)
    await asyncio.to_thread(visitor.server.start)
    table.done(roll("1d20"), seat="bob")
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(table.version))
    await send(table, page, "Roll")
    visitor.watch.hold(page, but="ERR_|Failed to load")


async def test_a_link_opens_a_replay_at_its_version(visit: Visit, table: Table) -> None:
    """A link with a version opens the replay at that version instead of the end."""
    visitor = await visit()
    page = await visitor.go_with_key(f"{place(table)}?at=2")
    await expect(page.locator("[data-at]").first).to_be_visible()
    assert int(await page.locator("[data-at]").first.get_attribute("data-at") or 0) < table.version
    visitor.watch.hold(page)
