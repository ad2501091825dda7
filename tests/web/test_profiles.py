"""The browser profiles of visitors: a visitor finds nothing that an earlier one left in the same profile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route

from services.gateway.processes.running import Running
from tests.web.profiles import MOST_IDLE, MOST_VISITORS, Profiles
from tests.web.visitors import Visitor

LEAVE: Final = """async () => {
  localStorage.setItem('left', 'yes');
  sessionStorage.setItem('left', 'yes');
  document.cookie = 'left=yes';
  await (await caches.open('left')).put('/left', new Response('yes'));
  await new Promise((resolve) => { indexedDB.open('left').onsuccess = resolve; });
  window.name = 'left';
  window.open('/health/live');
}"""
"""A function that leaves data of each kind in the browser, and a second window."""
FOUND: Final = """async () => ({
  local: localStorage.length, session: sessionStorage.length, cookies: document.cookie, caches: await caches.keys(),
  databases: await indexedDB.databases(), name: window.name, script: 'left' in window, online: navigator.onLine,
  language: navigator.language, width: innerWidth, dark: matchMedia('(prefers-color-scheme: dark)').matches,
})"""
"""A function that returns all of what a visitor could find of another."""


@pytest_asyncio.fixture(loop_scope="session")
async def fresh(browser: Browser, server: Running) -> AsyncIterator[Profiles]:
    """Return browser profiles that no other test uses."""
    async with Profiles(browser, server) as profiles:
        yield profiles


async def found(visitor: Visitor) -> dict[str, Any]:
    """Return what a visitor finds in the browser."""
    await visitor.page.goto(visitor.at("/health/live"))
    assert (await visitor.page.locator("body").inner_text()) != "left"
    return dict(await visitor.page.evaluate(FOUND))


async def give_another(route: Route) -> None:
    """Respond with a text in place of what the server has."""
    await route.fulfill(body="left")


async def leave_much(visitor: Visitor) -> None:
    """Leave data of each kind, a second window, a route, a script, listeners and settings of the page."""
    page = visitor.page
    await page.goto(visitor.at("/health/live"))
    async with page.expect_popup() as opened:
        await page.evaluate(LEAVE)
    await (await opened.value).wait_for_load_state()
    await page.route("**/*", give_another)
    await page.add_init_script("window.left = 'yes'")
    await page.emulate_media(color_scheme="dark")
    await page.set_viewport_size({"width": 360, "height": 640})


@pytest.mark.asyncio(loop_scope="session")
async def test_a_visitor_finds_nothing_of_the_previous_one(fresh: Profiles) -> None:
    """In a profile in which another visitor left data, windows and scripts, a visitor finds what a new one has."""
    async with Visitor(fresh, installs=True) as first:
        new = await found(first)
    async with Visitor(fresh) as visitor:
        profile = visitor._profile
        await leave_much(visitor)
        assert new != dict(await visitor.page.evaluate(FOUND))
    watched = len(visitor.watch.requests)
    async with Visitor(fresh) as other:
        assert other._profile is profile
        assert other.page.context.pages == [profile._anchor, other.page]
        assert new == await found(other)
        assert await profile.context.cookies() == []
        assert other.watch.requests == [other.at("/health/live")]
        assert other.watch.complaints == []
    assert watched == len(visitor.watch.requests)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_profile_that_a_test_changed_is_closed(fresh: Profiles) -> None:
    """A profile whose browser context a test has asked for, or that has a service worker, has no second visitor."""
    async with Visitor(fresh) as visitor:
        changed = visitor._profile
        await visitor.context.route("**/*", give_another)
        await visitor.context.add_init_script("window.left = 'yes'")
        await visitor.context.set_offline(True)
    async with Visitor(fresh, installs=True) as installing:
        assert installing._profile is not changed
    async with Visitor(fresh) as other:
        assert other._profile not in {changed, installing._profile}
        assert (await found(other))["script"] is False
    with pytest.raises(Exception, match="closed"):
        await changed.context.new_page()


@pytest.mark.asyncio(loop_scope="session")
async def test_visitors_at_the_same_time_have_different_profiles(fresh: Profiles) -> None:
    """No two visitors share a profile at a time, and at most as many as stated are kept for later ones."""
    async with Visitor(fresh) as ann, Visitor(fresh) as bob, Visitor(fresh) as eve:
        first = {ann._profile, bob._profile, eve._profile}
        assert len(first) == 3
    assert len(fresh._idle) == MOST_IDLE
    async with Visitor(fresh) as ann, Visitor(fresh) as bob, Visitor(fresh) as eve:
        assert len(first & {ann._profile, bob._profile, eve._profile}) == MOST_IDLE


@pytest.mark.asyncio(loop_scope="session")
async def test_a_profile_suits_only_some_visitors(fresh: Profiles) -> None:
    """A profile has visitors of one language, at addresses that it has not opened yet, and not more than stated."""
    profile = await fresh.take("http://127.0.0.1:1", "de", installs=False)
    await fresh.give_back(profile)
    for address, locale in (("http://127.0.0.1:1", "de"), ("http://127.0.0.1:2", None), ("http://127.0.0.1:2", "en")):
        assert not profile.suits(address, locale)
    assert profile is await fresh.take("http://127.0.0.1:2", "de", installs=False)
    profile.addresses |= {f"http://127.0.0.1:{port}" for port in range(MOST_VISITORS)}
    await fresh.give_back(profile)
    assert fresh._idle == []


def test_no_test_changes_a_profile_unseen() -> None:
    """Tests take the browser context from the visitor, so that it is known which contexts they may have changed."""
    own = Path(__file__)
    using = [path.name for path in sorted(own.parent.glob("*.py")) if "page.context" in path.read_text("utf-8")]

    assert using == [own.name]
