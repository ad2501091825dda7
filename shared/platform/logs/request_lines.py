"""A fast writer for the log lines of requests. It needs half the time of other lines, because every request has one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from shared.platform.logs import bound_ids, info_of, writes_json_of
from shared.platform.logs.removal import holds_no_secret

EVENT: Final = "request"
USUAL_IDS: Final = frozenset({"request", "stream", "version", "command"})
_encoded: Final = msgspec.json.Encoder().encode


class RequestLine(Struct, frozen=True):
    """The log line of a request as JSON, with its fields in the same order as in every line."""

    timestamp: datetime
    level: str
    logger: str
    event: str
    request: Any
    stream: Any
    version: Any
    command: Any
    method: str
    path: str
    status: int
    ms: float


def request_log(logger: str) -> Callable[[str, str, int, float], None]:
    """Return a function that logs a request: its method, its path, the status of its response, and its milliseconds.

    If the line has further ids, might contain a secret, or is not JSON, it is written like any other line.
    """
    info, write = info_of(logger), writes_json_of(logger)

    def report(method: str, path: str, status: int, ms: float) -> None:
        ids = bound_ids()
        of = ids.get
        request, stream, version, command = of("request"), of("stream"), of("version"), of("command")
        # the server itself chooses the version and the id of a command
        if write is None or not (USUAL_IDS.issuperset(ids) and holds_no_secret((path, request, stream))):
            info(EVENT, method=method, path=path, status=status, ms=ms)
            return
        line = RequestLine(
            datetime.now(UTC), "info", logger, EVENT, request, stream, version, command, method, path, status, ms
        )  # fmt: skip
        write(_encoded(line).decode())

    return report
