"""Support for browsers: cross-origin requests (CORS) and compressed responses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.enums import CompressionEncoding, ScopeType
from litestar.middleware.compression.middleware import CompressionMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from shared.platform.http.edge.headers import headers_by_name

LOOPBACK: Final = "loopback"
THIS_MACHINE: Final = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
SMALLEST: Final = 1024
"""Responses of fewer bytes than this are not compressed, because they fit into one packet."""
ENCODINGS: Final = CompressionEncoding.BROTLI, CompressionEncoding.GZIP
SENT: Final = [
    "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Prefer", "Arbiter-Seat",
    "Last-Event-ID", "X-Request-Id", "Arbiter-Correlation", "Arbiter-Cause", "traceparent",
]  # fmt: skip
READ: Final = [
    "ETag", "Location", "Idempotency-Replayed", "Retry-After", "RateLimit", "RateLimit-Policy", "WWW-Authenticate",
    "X-Request-Id",
]  # fmt: skip


def cors_of(origins: str | None) -> CORSConfig | None:
    """Return the settings of cross-origin requests: which origins may call the API from a browser.

    Cookies are never accepted. `origins` is the setting: None for no origin, `loopback` for this machine, a list
    separated by commas, or `*` for all origins.
    """
    if origins is None:
        return None
    named = [] if origins == LOOPBACK else origins.split(",")
    return CORSConfig(
        allow_origins=named,
        allow_origin_regex=THIS_MACHINE if origins == LOOPBACK else None,
        allow_methods=["GET", "POST", "DELETE", "OPTIONS"],
        allow_headers=SENT,
        expose_headers=READ,
        max_age=600,
    )


def compress_answers(app: ASGIApp) -> ASGIApp:
    """Wrap an app so that its responses are compressed.

    The compression level favours speed: 1 MB takes less than 5 ms.
    """
    config = CompressionConfig(
        backend="brotli", minimum_size=SMALLEST, brotli_quality=1, brotli_gzip_fallback=True, gzip_compress_level=1
    )
    packer = CompressionMiddleware(app, config)

    def serve(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        encoding = _best_encoding(scope) if scope["type"] == ScopeType.HTTP else None
        if encoding is not None:
            plain = send
            send = _compress_send(plain, lambda: packer.create_compression_send_wrapper(plain, encoding, scope))
        return app(scope, receive, send)

    return serve


def _best_encoding(scope: HTTPScope) -> CompressionEncoding | None:
    """Return the best encoding that a caller accepts; None if it accepts none."""
    accepted = headers_by_name(scope).get(b"accept-encoding")
    return None if accepted is None else next((one for one in ENCODINGS if one.encode() in accepted), None)


def _compress_send(send: Send, packed: Callable[[], Send]) -> Send:
    """Return an ASGI `send` that compresses a response with `packed` if that helps, or else sends it unchanged."""
    chosen = send

    async def send_compressed(message: Message) -> None:
        nonlocal chosen
        if message["type"] == "http.response.start" and not any(map(_rules_out_compression, message["headers"])):
            chosen = packed()
        await chosen(message)

    return send_compressed


def _rules_out_compression(header: tuple[bytes, bytes]) -> bool:
    """Return whether a header rules out compression: the response is small, compressed, a PNG, or an event stream."""
    name, value = header
    return (
        name == b"content-encoding"
        or (name == b"content-type" and value.startswith((b"text/event-stream", b"image/png")))
        or (name == b"content-length" and int(value) < SMALLEST)
    )
