"""The page of a server with only one service, which works without the other services."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from services.gateway.processes.running import Running, running
from tests.support.http import COLD
from tests.web.conftest import UNHURRIED
from tests.web.profiles import Profiles
from tests.web.readable import hold_readable
from tests.web.test_pages import PLACES
from tests.web.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(params=["dice", "tcg"])
def alone(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Running]]:
    """Run a server with only one service, and yield the service's name and the server."""
    words = ("--service", request.param)
    with running(tmp_path, *words, durability="relaxed", **COLD, **UNHURRIED) as server:
        yield request.param, server


async def test_a_service_alone_has_its_page(browser: Browser, alone: tuple[str, Running]) -> None:
    """Each page of a single service opens without console errors, and one click opens a stream."""
    service, server = alone
    async with Visitor(Profiles(browser, server), installs=True) as visitor:
        page = visitor.page
        for place in (*PLACES, f"play/{service}"):
            await visitor.go_with_key(place)
            await page.locator("h1").first.wait_for()
            if place in ("", f"play/{service}"):  # the other pages look the same with other services
                await hold_readable(page, f"alone-{service}-{place.replace('/', '-') or 'home'}")
            await expect(page.locator("arbiter-roll")).to_have_count(int((place, service) == ("", "dice")))
            assert "BONES" not in await page.locator("main").inner_text()
        await page.locator("[data-open-stream]").click()
        await page.locator("[data-seat]").first.wait_for()
        visitor.watch.hold(page)
