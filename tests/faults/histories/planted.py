"""`arbiter` with a planted bug, which the checker has to find in histories of running servers.

usage: PYTEST_PLANTED_BUG=stale-reads python -m tests.faults.histories.planted serve
"""

from __future__ import annotations

import os
from typing import Any, Final

from services.gateway import cli
from shared.platform.eventlog.redis import checks
from shared.platform.eventlog.writing.folded_streams import Streams

PROGRAM: Final = "tests.faults.histories.planted"
NAMED_BY: Final = "PYTEST_PLANTED_BUG"


def stale_reads() -> None:
    """Plant a bug: a read does not ask the store whether the cached state is still current."""
    load = Streams.load

    async def stale(self: Any, stream: str) -> Any:  # noqa: ANN401 folded streams and a snapshot
        cached = self.cached_snapshot(stream)
        return await load(self, stream) if cached is None else cached

    Streams.load = stale  # type: ignore[method-assign]


def repeats_applied() -> None:
    """Plant a bug: the store does not check whether it already has a request."""
    known = "local known = seen_before(keys, args, n)"
    if checks.SOURCE.count(known) != 1:
        raise LookupError(known)
    checks.SOURCE = checks.SOURCE.replace(known, "local known = false")  # type: ignore[misc]


BUGS: Final = {"stale-reads": stale_reads, "repeats-applied": repeats_applied}

if __name__ == "__main__":
    BUGS[os.environ[NAMED_BY]]()
    cli.main()
