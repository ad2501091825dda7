"""What a browser does beside what it shows: whom it asks, by which addresses, and what it complains of."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, WebError

SECRET_IN_ADDRESS: Final = re.compile(r"ak_[a-z0-9]+_|eyJ[A-Za-z0-9_-]+\.|[?&](?:key|token)=")
"""A key or a token, wherever it stands in an address that is sent: what follows `#` is not."""
REFUSED: Final = re.compile(r"the server responded with a status of (409|412)")
"""A browser complains of every refusal; that a rule forbids something is an answer as any other."""


class Watch:
    """Everything one context asks for and complains of."""

    def __init__(self, context: BrowserContext) -> None:
        """Begin to watch it, with all pages it opens."""
        self.requests: list[str] = []
        self.complaints: list[str] = []
        context.on("request", self._asked)
        context.on("console", self._said)
        context.on("weberror", self._failed)

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not REFUSED.search(message.text):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _failed(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")

    def hosts(self) -> set[str]:
        """Return the hosts that were asked."""
        return {urlsplit(url).netloc for url in self.requests if not url.startswith(("data:", "blob:"))}

    def telling(self) -> list[str]:
        """Return the addresses in which a key or a token was sent."""
        return [url for url in self.requests if SECRET_IN_ADDRESS.search(url.partition("#")[0])]

    def hold(self, page: Page, *, but: str = "$^") -> None:
        """Hold that only the server was asked, no address told a secret, and nothing else was complained of."""
        assert {urlsplit(page.url).netloc} >= self.hosts()
        assert self.telling() == []
        assert [one for one in self.complaints if not re.search(but, one)] == []
