"""A table at which all players act while many clients follow its events: the cost of the followers for the players."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from .field import MANY, WARM
from .listening import Listening, listening
from .load import Answered, request
from .ours import Ours, serving
from .rows import Bar, Row, row
from .turns import cpu_seconds, in_turn

FOLLOWERS: Final = (200, 2_000)
HALF: Final = Bar("at least", 0.5)
NOTE: Final = "one hot table; the followers run on the same machine"


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure without followers and with some, in turn."""
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), tables=1) as ours:
        for followers in FOLLOWERS:
            contenders = {
                "alone": partial(_play, ours, 0, seconds),
                "followed": partial(_play, ours, followers, seconds),
            }
            taken = in_turn(contenders, rounds)
            found += _rows_of(followers, taken["followed"], taken["alone"])
    return found


class Played(Struct, frozen=True):
    """The result of a run, and the server's processor time per command. Units: microseconds."""

    answered: Answered
    spent: float


def _play(ours: Ours, followers: int, seconds: float) -> Played:
    with ours.client() as app:
        (version,) = ours.versions(app)
    path = f"/dice/v1/tables/{ours.tables[0]}/events?after={version}"
    asked = request("GET", path, key=ours.key).replace(b"Accept: */*", b"Accept: text/event-stream")
    with ExitStack() as stack:
        if followers:
            stack.enter_context(listening(Listening(port=ours.port, request=asked, listeners=followers)))
        before = cpu_seconds(ours.pid) or 0
        found = ours.put(connections=MANY, seconds=seconds, warm=WARM, tables=1)
        spent = (cpu_seconds(ours.pid) or 0) - before
    assert found.failed == 0, found.first_failure
    return Played(found, spent / found.all_good * 1e6)


def _rows_of(followers: int, followed: list[Played], alone: list[Played]) -> list[Row]:
    name = f"{MANY} connections, {followers:,} followers"
    peer, bar = "no followers", HALF if followers == FOLLOWERS[0] else None
    rates = [run.answered.rate for run in followed], [run.answered.rate for run in alone]
    p50s = [run.answered.p50 for run in followed], [run.answered.p50 for run in alone]
    spent = [run.spent for run in followed], [run.spent for run in alone]
    return [
        row(f"processor time of the server, {name}", "µs a command", spent[0], peer=peer, theirs=spent[1]),
        row(f"commands, {name}", "1/s", rates[0], peer=peer, theirs=rates[1], bar=bar, note=NOTE),
        row(f"p50, {name}", "ms", p50s[0], peer=peer, theirs=p50s[1], note=NOTE),
    ]
