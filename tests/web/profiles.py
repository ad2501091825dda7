"""Browser profiles for visitors: a profile is used again after its visitor, since starting one is a fifth of a visit.

The next visitor finds nothing of the previous one. A browser stores data by the address of the server, and each
visitor has an address that the profile has never opened (tests/web/tap.py). The previous visitor's pages and cookies
are removed. A profile whose context a test has asked for is closed, because the test may have changed anything in it.
"""

from __future__ import annotations

from types import TracebackType
from typing import Final, Self

from playwright.async_api import Browser, BrowserContext, Page

from services.gateway.processes.running import Running

PATIENCE: Final = 60_000
"""The time after which a missing element makes a test fail. Units: milliseconds."""
MOST_IDLE: Final = 2
"""How many profiles are kept for later visitors; most tests have one or two visitors."""
MOST_VISITORS: Final = 20
"""After how many visitors a profile is closed, so that its memory does not grow."""


class Profile:
    """A browser context in which visitors open their pages, one after the other."""

    def __init__(self, context: BrowserContext, locale: str | None, *, installs: bool) -> None:
        """Set the context, its language, and whether it installs the page's service worker."""
        self.context, self.locale = context, locale
        self.addresses: set[str] = set()
        """The addresses of its visitors so far."""
        self.is_changed = installs
        """Whether the context may be changed: by a test, or by a service worker. Then it has no further visitor."""
        self._anchor: Page | None = None

    def suits(self, address: str, locale: str | None) -> bool:
        """Return whether a visitor with this address and language can use the profile."""
        return self.locale == locale and address not in self.addresses

    def is_used_up(self) -> bool:
        """Return whether the profile must be closed after its current visitor."""
        return self.is_changed or len(self.addresses) >= MOST_VISITORS

    async def clean(self, address: str) -> None:
        """Close the pages of the last visitor, and remove the cookies.

        A page of the server at this address stays open, so that the process that shows the site continues.
        """
        if self._anchor is None:
            self._anchor = await self.context.new_page()
            await self._anchor.goto(f"{address}/health/live")
        for page in self.context.pages:
            if page is not self._anchor:
                await page.close()
        await self.context.clear_cookies()


class Profiles:
    """The profiles of one browser, for visitors of one server."""

    def __init__(self, browser: Browser, server: Running) -> None:
        """Start without a profile."""
        self.server = server
        self._browser = browser
        self._idle: list[Profile] = []

    async def __aenter__(self) -> Self:
        """Return these profiles."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close all profiles that no visitor uses."""
        for profile in self._idle:
            await profile.context.close()

    async def take(self, address: str, locale: str | None, *, installs: bool) -> Profile:
        """Return a profile for a visitor. One that installs the service worker is new, and has no other visitor."""
        suitable = [one for one in self._idle if not installs and one.suits(address, locale)]
        if suitable:
            self._idle.remove(profile := suitable[-1])
        else:
            context = await self._browser.new_context(
                viewport={"width": 1280, "height": 900}, locale=locale, service_workers="allow" if installs else "block"
            )
            context.set_default_timeout(PATIENCE)
            profile = Profile(context, locale, installs=installs)
        profile.addresses.add(address)
        return profile

    async def give_back(self, profile: Profile) -> None:
        """Keep a profile for later visitors, or close it."""
        if profile.is_used_up():
            await profile.context.close()
            return
        await profile.clean(self.server.address)
        self._idle.append(profile)
        if len(self._idle) > MOST_IDLE:
            await self._idle.pop(0).context.close()
