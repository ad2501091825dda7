"""The headers of the page's files.

They let the page load and run files only from its own server, and make browsers check before each use whether a cached
file is current.
"""

from __future__ import annotations

from typing import Final

HTML: Final = "text/html; charset=utf-8"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types lit-html arbiter-worker"
)
"""The content security policy of the page, which may run only its own module and call only its own server."""
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}  # fmt: skip
