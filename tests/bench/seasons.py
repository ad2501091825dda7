"""A season of 1 000 characters: how long closing it takes, and which resources it uses."""

from __future__ import annotations

import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from redis import Redis

from services.gateway.processes.running import running
from services.gateway.processes.supervisor import ROLES
from shared.platform.eventlog.redis.key_names import StreamKeys
from tests.support.jobs import crewed
from tests.support.seasons import Campaign, characters, declare, peaks

from .rows import Bar, Row, row

CHARACTERS: Final = 1000
MEMORY: Final = Bar("at most", 400, of="ours")
WITHIN: Final = 600.0


def rows() -> list[Row]:
    """Measure one season from the game master's command to its close, with fsync always."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        closing((campaign := Campaign(server, most=CHARACTERS)).app),
    ):
        actions = declare(campaign.send, characters(campaign.send, CHARACTERS), "winter")
        with crewed(server, roles=ROLES) as crew:
            _warm(campaign)
            size, begun = _size(campaign), time.time()
            campaign.send({"type": "CloseSeason"})
            _wait_for_close(campaign)
            memory = max(peaks(crew).values())
        grown, taken = _size(campaign) - size, _steps(campaign)
    steps, took = len(taken), taken[-1] / 1000 - begun
    season = f"a season of {CHARACTERS:,} characters, {len(actions):,} actions"
    note = "one worker at it; the server, the dispatcher and the test share the same cores"
    return [
        row(f"{season}: to close it", "s", [took], note=note),
        row(f"{season}: steps", "1/s", [steps / took], note="each a commit, fsync always"),
        row(f"{season}: most memory of a process", "MiB", [memory], bar=MEMORY),
        row(f"{season}: its log in the store", "MiB", [grown / 2**20], note=f"{grown // steps:,} bytes a step"),
    ]


def _warm(campaign: Campaign) -> None:
    """Wait until the clock workers are ready, which they are once an empty season of another campaign has closed."""
    other = Campaign(campaign.server)
    other.send({"type": "OpenSeason", "name": "winter"})
    other.send({"type": "CloseSeason"})
    _wait_for_close(other)
    other.app.close()


def _wait_for_close(campaign: Campaign) -> None:
    """Wait until a season is over. Poll rarely, because building the large view occupies a core for a moment."""
    until = time.monotonic() + WITHIN
    while campaign.get()["game"]["season"] is not None:
        assert time.monotonic() < until, "the season does not close"
        time.sleep(0.5)


def _steps(campaign: Campaign) -> list[int]:
    """Return the time of each timed step. Units: milliseconds since the epoch, UTC."""
    lines = campaign.export()
    return [one["intent"]["at"] for one in lines if one["intent"]["by"] == "clock"]


def _size(campaign: Campaign) -> int:
    """Return the size of the log in the store. Units: bytes."""
    with Redis.from_url(campaign.server.store.url) as redis:
        return int(redis.memory_usage(StreamKeys(campaign.stream, 1).events, samples=0) or 0)
