"""The owner of a request: the server process that owns the stream or the API key of the request."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from litestar.types import HTTPScope

from shared.platform.access import Denied, KeyText, parse_authorization
from shared.platform.http.services import Service

READ_BY_OWNER: Final = frozenset({"", "legal"})
"""Path endings of the reads that the owner can serve from memory: the stream itself, and its legal commands."""
PARTS: Final = 5
"""Number of parts of a stream's path when split at `/`: an empty part, the service, v1, the kind in the plural, the id.

"""


class Affinity:
    """The assignment of each request to one of several server processes. All processes compute the same assignment.

    Processes are numbered from 0.
    """

    def __init__(self, services: Sequence[Service], *, servers: int) -> None:
        """Set up the assignment of requests to these services, for this number of processes.

        Job streams have no owner, because workers write them.
        """
        self._servers: Final = servers
        games = [one.game for one in services]
        self._kinds: Final = {(game.service, "v1", game.plural): game.name for game in games}
        handlers = [route for one in services for route in one.routes]
        self._owned: Final = {
            path for route in handlers if getattr(route, "opt", {}).get("owned") for path in getattr(route, "paths", ())
        }

    def owner(self, scope: HTTPScope) -> int | None:
        """Return the number of the process that owns a request; return None if any process may respond."""
        path = scope["path"]
        key = _key_of(scope) if path in self._owned else self._stream_of(scope["method"], path)
        return None if key is None else self.owner_of(key)

    def owner_of(self, key: str) -> int:
        """Return the number of the process that owns this key: a stream's name, or an API key's id."""
        return zlib.crc32(key.encode()) % self._servers

    def _stream_of(self, method: str, path: str) -> str | None:
        """Return the stream whose state a request needs.

        Return None if the request only reads the log, for example a page of events or an audit.
        """
        parts = path.split("/", PARTS)
        kind = self._kinds.get((parts[1], parts[2], parts[3])) if len(parts) >= PARTS else None
        if kind is None:
            return None
        end = parts[PARTS] if len(parts) > PARTS else ""
        if method == "POST" or (method == "GET" and end in READ_BY_OWNER):
            return f"{kind}:{parts[4]}"
        return None


def _key_of(scope: HTTPScope) -> str | None:
    """Return the id of the API key in a request; return None if there is no key. The key is not verified."""
    sent = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
    try:
        found = parse_authorization(sent.decode("latin-1"))
    except Denied:
        return None
    return found.key_id if isinstance(found, KeyText) else None
