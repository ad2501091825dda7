"""A visitor to the page: a browser profile, the page, and all traffic between the page and the server."""

from __future__ import annotations

import re
from types import TracebackType
from typing import Final, Self

from playwright.async_api import BrowserContext, Page

from tests.support.http import Table
from tests.web.profiles import Profile, Profiles
from tests.web.tap import Tap
from tests.web.watching import Watch

CREDENTIAL: Final = re.compile(r"[?&](key|token)=")

HURRY: Final = """{
  const wait = window.setTimeout;
  window.setTimeout = (call, after, ...more) => wait(call, (after ?? 0) / 20, ...more);
}"""


class Visitor:
    """One visitor, who has a browser profile of their own."""

    tap: Tap
    page: Page
    watch: Watch
    _profile: Profile

    def __init__(self, profiles: Profiles, locale: str | None = None, *, installs: bool = False) -> None:
        """Set the browser's profiles, its language, and whether the browser installs the service worker.

        Installing it costs as much as a third of a visit, so only the tests with the mark `installs` do.
        """
        self._profiles, self._locale, self._installs = profiles, locale, installs
        self.server = profiles.server

    async def __aenter__(self) -> Self:
        """Open an empty page."""
        self.tap = await Tap(self.server.port).__aenter__()
        self._profile = await self._profiles.take(self.tap.address, self._locale, installs=self._installs)
        self.watch = Watch(self._profile.context)
        self.page = await self._profile.context.new_page()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the browser's profile, and disconnect from the server."""
        self.watch.end()
        await self._profiles.give_back(self._profile)
        await self.tap.__aexit__(kind, error, trace)

    @property
    def context(self) -> BrowserContext:
        """Return the browser context, to which the test may do anything: no other visitor uses it after this one."""
        self._profile.is_changed = True
        return self._profile.context

    def at(self, path: str) -> str:
        """Return the address of a path, as this visitor's browser calls it."""
        return f"{self.tap.address}{path}"

    async def hurry(self) -> None:
        """Make the page's timers run twenty times as fast. Call this before the page opens."""
        await self.page.add_init_script(HURRY)

    async def go(self, fragment: str) -> Page:
        """Open a view of the page by its link, and wait until the page has removed any credential from the address."""
        await self.page.goto(self.at(f"/#/{fragment}"))
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
