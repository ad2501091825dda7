"""A visitor to the page: a browser context, the page, and all traffic between the page and the server."""

from __future__ import annotations

import re
from types import TracebackType
from typing import Final, Self

from playwright.async_api import Browser, BrowserContext, Page

from services.gateway.processes.running import Running
from tests.support.http import Table
from tests.web.tap import Tap
from tests.web.watching import Watch

CREDENTIAL: Final = re.compile(r"[?&](key|token)=")
PATIENCE: Final = 60_000
"""The time after which a missing element makes a test fail. Units: milliseconds."""

HURRY: Final = """{
  const wait = window.setTimeout;
  window.setTimeout = (call, after, ...more) => wait(call, (after ?? 0) / 20, ...more);
}"""


class Visitor:
    """One visitor, who has a browser profile of their own."""

    tap: Tap
    context: BrowserContext
    page: Page
    watch: Watch

    def __init__(
        self, browser: Browser, server: Running, locale: str | None = None, *, installs: bool = False
    ) -> None:  # fmt: skip
        """Set the visitor's browser, its language, the server, and whether the browser installs the service worker.

        Installing it costs as much as a third of a visit, so only the tests with the mark `installs` do.
        """
        self._browser, self.server, self._locale, self._installs = browser, server, locale, installs

    async def __aenter__(self) -> Self:
        """Open an empty page."""
        self.tap = await Tap(self.server.port).__aenter__()
        self.context = await self._browser.new_context(
            base_url=self.tap.address, viewport={"width": 1280, "height": 900}, locale=self._locale,
            service_workers="allow" if self._installs else "block",
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE)
        self.watch = Watch(self.context)
        self.page = await self.context.new_page()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the browser's context, and disconnect from the server."""
        await self.context.close()
        await self.tap.__aexit__(kind, error, trace)

    async def hurry(self) -> None:
        """Make the page's timers run twenty times as fast. Call this before the page opens."""
        await self.context.add_init_script(HURRY)

    async def go(self, fragment: str) -> Page:
        """Open a view of the page by its link, and wait until the page has removed any credential from the address."""
        await self.page.goto(f"/#/{fragment}")
        if CREDENTIAL.search(fragment):
            taken = "credential => !new RegExp(credential).test(location.hash)"
            await self.page.wait_for_function(taken, arg=CREDENTIAL.pattern)
        return self.page

    async def go_with_key(self, fragment: str = "", *, key: str | None = None) -> Page:
        """Open a view of the page with this key or, by default, the key of the app that most tests share."""
        joined = "&" if "?" in fragment else "?"
        return await self.go(f"{fragment}{joined}key={key or self.server.key}")

    async def sit_down(self, stream: Table, seat: str, page: str = "play") -> Page:
        """Open a stream as a seat, by the seat's link."""
        _, service, _, _, name = stream.path.split("/")
        return await self.go(f"{page}/{service}/{name}?seat={seat}&token={stream.tokens[seat]}")
