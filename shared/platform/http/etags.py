"""ETags of responses, and whether the caller of a request already has the response."""

from __future__ import annotations

import hashlib

from shared.platform.http.requests import AnyRequest, plain_header, version_of


def has_etag(request: AnyRequest, etag: str) -> bool:
    """Return whether `If-None-Match` names this ETag, so that the caller already has the response.

    The comparison is weak: `W/` before an ETag makes no difference, and `*` names every ETag (RFC 9110).

    Refuses: 400 for a header that is not printable ASCII, or was sent twice
    """
    named = (plain_header(request, "If-None-Match") or "").split(",")
    return not {"*", etag.removeprefix("W/")}.isdisjoint(each.strip().removeprefix("W/") for each in named)


def has_version(request: AnyRequest, version: int) -> bool:
    """Return whether `If-None-Match` names this version or is `*`, so that the response is a 304 without a body.

    Refuses: 400
    """
    value = plain_header(request, "If-None-Match")
    return value is not None and version_of(value, header="If-None-Match") in (None, version)


def etag_of(body: bytes) -> str:
    """Return the strong ETag of a response with this body."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'
