"""A page that does not reach the server: it says so at once, and says that what is sent waits."""

from __future__ import annotations

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from services.gateway.processes.running import Running
from tests.support.http import open_table
from tests.support.undo_campaign import campaign
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-112")]


async def refuse_all(page: Page) -> None:
    """Let no request reach the server, as if it were stopped."""

    async def refuse(route: Route) -> None:
        """Refuse a request."""
        await route.abort("connectionrefused")

    await page.route("**", refuse)


async def test_a_lost_connection_is_said_at_once(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The page says that there is no connection before anything is sent, and stops saying so once it is back."""
    visitor = await visit()
    page = await visitor.sit_down(open_table(server, app), "ann")
    await page.locator("[data-status]").wait_for()
    await expect(page.locator("[data-lost]")).to_have_count(0)
    await visitor.context.set_offline(True)
    await expect(page.locator("[data-lost]")).to_contain_text("what you send waits", timeout=3000)
    await hold_readable(page, "lost-connection")
    await visitor.context.set_offline(False)
    await expect(page.locator("[data-lost]")).to_have_count(0, timeout=3000)


async def test_a_stopped_server_is_said_at_the_first_request(visit: Visit, server: Running, app: httpx.Client) -> None:
    """What is sent to a stopped server waits, and the page says so. It is carried out once the server is back."""
    visitor, table = await visit(), campaign(server, app)
    page = await visitor.sit_down(table, "ann")
    rest = page.locator("[data-act=Rest]").first
    await rest.wait_for()
    before = table.version
    await refuse_all(page)
    await rest.click()
    await page.locator("[data-way]").first.click()
    await expect(page.locator("[data-lost]")).to_be_visible(timeout=3000)
    await page.unroute_all()
    await expect(page.locator("[data-lost]")).to_have_count(0)
    await expect(page.locator("[data-happened]")).to_contain_text("rest")
    assert table.version > before


async def test_a_part_of_the_page_that_a_stopped_server_does_not_give(visit: Visit) -> None:
    """Learn cannot be loaded from a stopped server: the page says so in its own words, and loads it later by itself."""
    visitor = await visit()
    page = await visitor.go("")
    await page.locator("[data-menu]").wait_for(state="attached")
    await refuse_all(page)
    await visitor.go("learn")
    await expect(page.locator("[data-no-connection]")).to_have_count(1)
    await expect(page.locator("main")).not_to_contain_text("imported module")
    await page.unroute_all()
    await expect(page.locator("arbiter-learn button").first).to_be_visible(timeout=15_000)
