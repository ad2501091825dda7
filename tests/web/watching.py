"""What a browser does besides showing the page: the hosts and addresses that it requests, and its console errors."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, WebError

SECRET_IN_ADDRESS: Final = re.compile(r"ak_[a-z0-9]+_|eyJ[A-Za-z0-9_-]+\.|[?&](?:key|token)=")
"""The pattern of a key or token in a requested address; browsers do not send the part after `#`."""
REFUSED: Final = re.compile(r"the server responded with a status of (409|412)")
"""The pattern of the console error for a command that a rule refuses.

Browsers log such responses as errors, although they are normal.
"""

BLOCKED: Final = "Service Worker registration blocked by Playwright"
"""The console warning of a browser context that installs no service worker."""


class Watch:
    """A record of all requests and console messages of one browser context."""

    def __init__(self, context: BrowserContext) -> None:
        """Watch a browser context with all pages that it opens."""
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._context = context
        context.on("request", self._note_request)
        context.on("console", self._note_message)
        context.on("weberror", self._note_error)

    def end(self) -> None:
        """Stop watching, because another visitor may use the browser context."""
        self._context.remove_listener("request", self._note_request)
        self._context.remove_listener("console", self._note_message)
        self._context.remove_listener("weberror", self._note_error)

    def _note_request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != BLOCKED and not REFUSED.search(message.text):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _note_error(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")

    def hosts(self) -> set[str]:
        """Return the requested hosts."""
        return {urlsplit(url).netloc for url in self.requests if not url.startswith(("data:", "blob:"))}

    def telling(self) -> list[str]:
        """Return the requested addresses that contained a key or a token."""
        return [url for url in self.requests if SECRET_IN_ADDRESS.search(url.partition("#")[0])]

    def hold(self, page: Page, *, but: str = "$^") -> None:
        """Assert that only the server was called, no address had a secret, and all console errors match `but`."""
        assert {urlsplit(page.url).netloc} >= self.hosts()
        assert self.telling() == []
        assert [one for one in self.complaints if not re.search(but, one)] == []
