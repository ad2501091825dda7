"""Records a golden log again on purpose: `make bless LOG=tests/<service>/golden/<session>.ndjson`.

A golden log records past behaviour. Recording it again means accepting different behaviour, so it is done for
one log at a time, and the changelog needs a line that says why.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.conformance.fixture import fixture_of
from tests.conformance.playing import sessions_of


def bless(log: Path) -> str:
    """Record the session that a log is named after; return the log's path and number of commits.

    Refuses: SystemExit if there is no such session
    """
    service, session = log.resolve().parent.parent.name, log.stem
    sessions = sessions_of(fixture_of(service))
    if session not in sessions:
        raise SystemExit(f"{service} has no session {session}; there are {', '.join(sorted(sessions))}")
    lines = sessions[session]().lines()
    log.parent.mkdir(exist_ok=True)
    log.write_bytes(b"".join(line + b"\n" for line in lines))
    return f"{log}: {len(lines)} commits"


if __name__ == "__main__":
    sys.stdout.write(bless(Path(sys.argv[1])) + "\n")
