"""While a season of thirty characters closes, everybody is killed in turn. Each action is resolved once, provably.

ARBITER_TEST_SEASON_KILLS sets how often each of them is killed; `make faults` kills each 20 times.
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
from typing import Any, Final

import httpx
import pytest
from redis import Redis, RedisError

from services.gateway.running import Running, running
from services.gateway.store import EmbeddedStore
from services.gateway.supervisor import Supervisor
from shared.platform.eventlog.keys import StreamKeys
from tests.support.jobs import crewed
from tests.support.seasons import OPENING, Body, characters, declare

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_SEASON_KILLS", "1"))
CHARACTERS: Final = 30
ROLES: Final = ("dispatcher", "worker", "worker")
WITHIN: Final = 240.0
CAMPAIGNS: Final = "/bones/v1/campaigns"


class Campaign:
    """A campaign as its app sees it, whoever is away at times."""

    def __init__(self, server: Running) -> None:
        """Open it."""
        self.server = server
        self.app = server.client()
        opened = self.app.post(CAMPAIGNS, json=OPENING).raise_for_status().json()
        self.path, self.stream = f"{CAMPAIGNS}/{opened['id']}", opened["stream"]
        token = next(seat["token"] for seat in opened["seats"] if seat["seat"] == "gm")
        self._as_gm = {"Authorization": f"Bearer {token}", "Prefer": "return=minimal"}
        self._sent = 0

    def send(self, command: Body) -> list[Body]:
        """Send a command as the game master, until it is answered."""
        self._sent += 1
        headers = {**self._as_gm, "Idempotency-Key": f"key-{self._sent}"}
        answer = self._insisted(
            lambda: self.app.post(f"{self.path}/commands", json={"command": command}, headers=headers)
        )
        events: list[Body] = answer.json()["events"]
        return events

    def get(self, path: str = "", **params: Any) -> Any:  # noqa: ANN401 JSON
        """Read, until it is answered."""
        return self._insisted(lambda: self.app.get(self.path + path, params=params)).json()

    def _insisted(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        until = time.monotonic() + WITHIN
        while True:
            with suppress(httpx.TransportError):
                answer = ask()
                if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                    return answer.raise_for_status()
            assert time.monotonic() < until, "there is no answer"
            time.sleep(0.1)

    @property
    def version(self) -> int:
        """Return how far the log is, as the store has it; 0 while it is away."""
        with suppress(RedisError, OSError), Redis.from_url(self.server.store.url) as redis:
            return int(redis.hget(StreamKeys(self.stream, 1).meta, "v"))
        return 0

    @property
    def closing(self) -> bool:
        """Whether a season is closing."""
        season = self.get()["game"]["season"]
        return season is not None and season["stage"] == "closing"

    def events(self) -> Iterator[Body]:
        """Return everything that has happened."""
        page: Body = {"next": 0}
        while page["next"] is not None:
            page = self.get("/events", after=page["next"])
            yield from page["items"]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """Run a broker apart from the event log, so that it can be killed alone."""
    with EmbeddedStore(tmp_path / "broker", durability="everysec") as running:
        yield running


@pytest.fixture
def campaign(tmp_path: Path, broker: EmbeddedStore) -> Iterator[Campaign]:
    """Run a server whose broker is apart, and open a campaign."""
    with running(tmp_path / "installation", ARBITER_BROKER_URL=broker.broker_url) as server:
        found = Campaign(server)
        with closing(found.app):
            yield found


def restarted(store: EmbeddedStore) -> None:
    """Kill a store, and start it again over what it kept."""
    os.kill(store.pid, signal.SIGKILL)
    store.restart()


def killers(campaign: Campaign, broker: EmbeddedStore, crew: Supervisor) -> list[Callable[[], None]]:
    """Return what kills: a worker, a process of a worker's pool, the dispatcher, the broker, the server, the store."""

    def kill_worker() -> None:
        """Kill one of the workers, with all that is its own."""
        with suppress(ProcessLookupError):
            os.killpg(random.choice(crew.members[1:]).pid, signal.SIGKILL)

    def kill_dispatcher() -> None:
        """Kill the dispatcher."""
        crew.member("dispatcher").process.kill()

    def kill_server() -> None:
        """Kill the server, and start it again."""
        campaign.server.kill()
        campaign.server.start()

    return [
        kill_worker,
        kill_dispatcher,
        lambda: restarted(broker),
        kill_server,
        lambda: restarted(campaign.server.store),
    ]


def in_the_midst(campaign: Campaign, those: list[str], luck: random.Random) -> None:
    """Wait until a season closes that has some way to go; see that there is one."""
    if not campaign.closing:
        first = campaign.get()["game"]["last_season"] is None
        declare(campaign.send, those, "winter" if first else None)
        campaign.send({"type": "CloseSeason"})
    before, steps, until = campaign.version, luck.randint(0, CHARACTERS), time.monotonic() + 30
    while campaign.version < before + steps and time.monotonic() < until:
        time.sleep(0.002)


@pytest.mark.rule("BN-R-300", "AR-CLOCK-02")
def test_each_action_is_resolved_once_whoever_is_killed(campaign: Campaign, broker: EmbeddedStore) -> None:
    """Workers, dispatcher, broker, server and store, in the midst of seasons; the log audits clean on three levels."""
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
