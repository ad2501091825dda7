"""The headers of a request by name. All layers in front of the routes share one look-up table for each request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from litestar.types import HTTPScope

BY_NAME: Final = "headers_by_name"
"""Key of the look-up table in a request's state."""


def headers_by_name(scope: HTTPScope) -> Mapping[bytes, bytes]:
    """Return the headers of a request by name in lower case. Of a header that was sent twice, the first line counts."""
    state = scope["state"]
    found: Mapping[bytes, bytes] | None = state.get(BY_NAME)
    if found is None:
        found = state[BY_NAME] = dict(reversed(list(scope["headers"])))
    return found
