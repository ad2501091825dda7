"""A table on which everybody plays while many follow its events: what the followers cost those who play."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

from .field import MANY, WARM
from .listening import Listening, listening
from .load import Answered, request
from .ours import Ours, serving
from .rows import Bar, Row, row
from .turns import in_turn

FOLLOWERS: Final = (200, 2_000)
HALF: Final = Bar("at least", 0.5)
NOTE: Final = "one hot table; the followers run on the same machine"


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure with none and with some, in turn."""
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), tables=1) as ours:
        for followers in FOLLOWERS:
            contenders = {
                "alone": partial(_played, ours, 0, seconds),
                "followed": partial(_played, ours, followers, seconds),
            }
            taken = in_turn(contenders, rounds)
            found += _told(followers, taken["followed"], taken["alone"])
    return found


def _played(ours: Ours, followers: int, seconds: float) -> Answered:
    with ours.client() as app:
        (version,) = ours.versions(app)
    path = f"/dice/v1/tables/{ours.tables[0]}/events?after={version}"
    asked = request("GET", path, key=ours.key).replace(b"Accept: */*", b"Accept: text/event-stream")
    with ExitStack() as stack:
        if followers:
            stack.enter_context(listening(Listening(port=ours.port, request=asked, listeners=followers)))
        found = ours.put(connections=MANY, seconds=seconds, warm=WARM, tables=1)
    assert found.failed == 0, found.first_failure
    return found


def _told(followers: int, followed: list[Answered], alone: list[Answered]) -> list[Row]:
    name = f"{MANY} connections, {followers:,} followers"
    peer, bar = "no followers", HALF if followers == FOLLOWERS[0] else None
    rates = [run.rate for run in followed], [run.rate for run in alone]
    p50s = [run.p50 for run in followed], [run.p50 for run in alone]
    return [
        row(f"commands, {name}", "1/s", rates[0], peer=peer, theirs=rates[1], bar=bar, note=NOTE),
        row(f"p50, {name}", "ms", p50s[0], peer=peer, theirs=p50s[1], note=NOTE),
    ]
