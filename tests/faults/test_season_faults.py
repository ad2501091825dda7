"""The close of a season of thirty characters, during which each process is killed in turn.

Each action is resolved once, as an audit proves.

ARBITER_TEST_SEASON_KILLS sets how often each process is killed; `make faults` uses 20.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import pytest

from services.gateway.processes.running import running
from services.gateway.processes.supervisor import Supervisor
from shared.platform.embedded_store.store import EmbeddedStore
from tests.support.http import COLD
from tests.support.jobs import crewed
from tests.support.seasons import Body, Campaign, characters, declare

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_SEASON_KILLS", "1"))
CHARACTERS: Final = 30
ROLES: Final = ("dispatcher", "clock", "clock")
WITHIN: Final = 240.0


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """Run a broker separate from the event log, so that a test can kill it alone."""
    with EmbeddedStore(tmp_path / "broker", durability="everysec") as running:
        yield running


@pytest.fixture
def campaign(tmp_path: Path, broker: EmbeddedStore) -> Iterator[Campaign]:
    """Run a server with a separate broker, and open a campaign."""
    with running(tmp_path / "installation", ARBITER_BROKER_URL=broker.broker_url, **COLD) as server:
        found = Campaign(server)
        with closing(found.app):
            yield found


def restart(store: EmbeddedStore) -> None:
    """Kill a store, and restart it on its data."""
    os.kill(store.pid, signal.SIGKILL)
    store.restart()


def killers(campaign: Campaign, broker: EmbeddedStore, crew: Supervisor) -> list[Callable[[], None]]:
    """Return functions that kill a clock process, the dispatcher, the broker, the server and the store, in turn."""

    def kill_clock() -> None:
        """Kill one of the clock processes, with its child processes."""
        with suppress(ProcessLookupError):
            os.killpg(random.choice(crew.members[1:]).pid, signal.SIGKILL)

    def kill_dispatcher() -> None:
        """Kill the dispatcher."""
        crew.member("dispatcher").process.kill()

    def kill_server() -> None:
        """Kill the server, and restart it."""
        campaign.server.kill()
        campaign.server.start()

    return [
        kill_clock,
        kill_dispatcher,
        lambda: restart(broker),
        kill_server,
        lambda: restart(campaign.server.store),
    ]


def in_the_midst(campaign: Campaign, those: list[str], luck: random.Random) -> None:
    """Close a season unless one is closing, and wait until a random number of its steps has been taken."""
    if not campaign.closing:
        first = campaign.get()["game"]["last_season"] is None
        declare(campaign.send, those, "winter" if first else None)
        campaign.send({"type": "CloseSeason"})
    before, steps, until = campaign.version, luck.randint(0, CHARACTERS), time.monotonic() + 30
    while campaign.version < before + steps and time.monotonic() < until:
        time.sleep(0.002)


@pytest.mark.rule("BN-R-300", "AR-CLOCK-02")
def test_each_action_is_resolved_once_whatever_is_killed(campaign: Campaign, broker: EmbeddedStore) -> None:
    """Each action of a season is resolved once, although clocks, dispatcher, broker, server and store are killed.

    The log passes the audit at three levels.
    """
    luck, killed = random.Random(7), 0
    those = characters(campaign.send, CHARACTERS)
    with crewed(campaign.server, roles=ROLES) as crew:
        for _ in range(KILLS):
            for kill in killers(campaign, broker, crew):
                in_the_midst(campaign, those, luck)
                killed += campaign.closing
                kill()
        until = time.monotonic() + WITHIN
        while campaign.closing:
            assert time.monotonic() < until, "the season does not close"
            time.sleep(0.1)

    happened: dict[str, list[Body]] = defaultdict(list)
    for item in campaign.events():
        happened[item["type"].rpartition(".")[2]].append(item["data"])
    resolved = Counter(event["action"] for event in happened["ActionResolved"])
    assert resolved == dict.fromkeys((event["action"]["id"] for event in happened["ActionDeclared"]), 1)
    assert len(resolved) == 3 * CHARACTERS * len(happened["SeasonEnded"])
    assert killed >= KILLS * 5 / 2, "too few were killed in the midst of a season"
    campaign.send({"type": "Close", "reason": "enough"})
    report = campaign.get("/audit")
    assert [report[level]["verdict"] for level in ("chain", "draws", "decisions")] == ["same", "same", "same"]
    assert report["conclusion"] == "proven"
