"""A browser and a server for all tests of the page; each visitor has a browser profile that shows no other's data."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from services.gateway.processes.running import Running, running
from tests.support.distribution import is_within
from tests.support.http import COLD
from tests.support.jobs import crewed
from tests.web.browsers import WHOLE, browser_program, launch, start, why_no_browser
from tests.web.profiles import PATIENCE, Profiles
from tests.web.readable import hold_readable
from tests.web.visitors import Visitor

UNHURRIED = {"ARBITER_APPEND_SECONDS": "60", "ARBITER_ANSWER_SECONDS": "60"}
Visit = Callable[..., Awaitable[Visitor]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in this folder that need a server or a browser, or that check whether a page is accessible."""
    for item in items:
        used = getattr(item, "fixturenames", ()) if is_within(item.nodeid, "tests/web") else ()
        if "server" in used:
            item.add_marker(pytest.mark.store)
        if "browser" in used:
            item.add_marker(pytest.mark.long)
        if hasattr(getattr(item, "module", None), hold_readable.__name__):
            item.add_marker(pytest.mark.readable)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a browser test if there is no browser.

    All tests are skipped in this one place, so that the report has one line for them.
    """
    why = why_no_browser()
    if why is not None and "browser" in getattr(item, "fixturenames", ()):
        pytest.skip(why)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a store and a server."""
    with running(tmp_path_factory.mktemp("page"), durability="relaxed", **COLD, **UNHURRIED) as server:
        yield server


@pytest.fixture(scope="module")
def helped(server: Running) -> Iterator[Running]:
    """Run the processes of the computer players for the tests of one file."""
    with crewed(server, roles=("dispatcher", "clock")):
        yield server


@pytest.fixture(scope="session")
def app(server: Running) -> Iterator[httpx.Client]:
    """Return a client with the app's key."""
    with server.client() as client:
        yield client


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Start a browser."""
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        running = await launch(playwright)
        yield running
        await running.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def profiles(browser: Browser, server: Running) -> AsyncIterator[Profiles]:
    """Return the browser profiles of all visitors."""
    async with Profiles(browser, server) as profiles:
        yield profiles


@pytest_asyncio.fixture(loop_scope="session")
async def visit(request: pytest.FixtureRequest, profiles: Profiles) -> AsyncIterator[Visit]:
    """Return a function that opens the page for another visitor with a browser profile of their own."""
    async with visiting(profiles, installs=is_marked(request)) as visit:
        yield visit


@pytest_asyncio.fixture(loop_scope="session")
async def whole_visit(request: pytest.FixtureRequest, browser: Browser, server: Running) -> AsyncIterator[Visit]:
    """Return a function like `visit` in a browser with windows, which asks for the permission to notify."""
    program = browser_program(WHOLE)
    if program is None:
        pytest.skip(f"chromium-headless-shell denies every permission: none of {', '.join(WHOLE)} is on the path")
    whole = await start(browser.browser_type, program)
    async with Profiles(whole, server) as profiles, visiting(profiles, installs=is_marked(request)) as visit:
        yield visit
    await whole.close()


def is_marked(request: pytest.FixtureRequest) -> bool:
    """Return whether a test is about what the page's service worker does, so that its browsers install it."""
    return request.node.get_closest_marker("installs") is not None


@asynccontextmanager
async def visiting(profiles: Profiles, *, installs: bool) -> AsyncIterator[Visit]:
    """Yield a function that opens the page for another visitor; leave all browser profiles at the end."""
    async with AsyncExitStack() as stack:

        async def come(locale: str | None = None) -> Visitor:
            """Open the page for another visitor, whose browser has a language."""
            return await stack.enter_async_context(Visitor(profiles, locale, installs=installs))

        yield come
