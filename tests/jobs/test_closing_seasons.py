"""Seasons that close automatically, one step at a time: at a deadline, and with very many characters."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Final, TypeAlias

import pytest
from redis import Redis

from services.bones.simulations_seasons import EXAMPLES
from services.gateway.processes.supervisor import Supervisor
from tests.support.jobs import crewed, installation, wait_for_job
from tests.support.seasons import Body, Campaign, characters, declare, peaks

pytestmark = pytest.mark.store

CHARACTERS: Final = int(os.environ.get("ARBITER_TEST_SEASON_CHARACTERS", "110"))
MOST_MEGABYTES: Final = 400
WITHIN: Final = 240.0
FIGHT: Final = {"party": [{"sample": "Griffon"}] * 2, "enemies": [{"sample": "Griffon"}] * 2}
LONG: Final[Body] = {"simulate": FIGHT, "trials": 400_000}
"""A job of fights whose chunks take about fifteen seconds of a processor core, the longest that a job allows."""
Opened: TypeAlias = Callable[[int], Campaign]


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Opened, Supervisor]]:
    """Run a server, a dispatcher, a worker with one process and two clocks; yield a function that opens campaigns."""
    with (
        installation(tmp_path_factory.mktemp("installation")) as server,
        crewed(server, roles=("dispatcher", "clock", "clock", "worker"), ARBITER_WORKERS="1") as supervisor,
    ):
        yield lambda most: Campaign(server, most=most), supervisor


def wait_for_end(campaign: Campaign) -> None:
    """Wait until the campaign's season has ended."""
    eventually(lambda: campaign.get()["game"]["season"] is None, "the season does not close")


def eventually(met: Callable[[], bool], otherwise: str) -> None:
    """Wait for a condition, or fail with the message `otherwise`."""
    until = time.monotonic() + WITHIN
    while not met():
        assert time.monotonic() < until, otherwise
        time.sleep(0.1)


def actions_in(campaign: Campaign, kind: str) -> list[str]:
    """Return the action that each event of a type names."""
    return [one["data"].get("action", "") for one in campaign.events() if one["type"].endswith(f".{kind}")]


@pytest.mark.rule("BN-CAMP-114", "AR-CLOCK-02")
def test_a_season_closes_itself_at_its_deadline(crew: tuple[Opened, Supervisor]) -> None:
    """At its deadline a season closes once, even with two clocks.

    Actions with agreed terms are resolved, and the others lapse.
    """
    with closing((campaign := crew[0](100)).app):
        actions = declare(campaign.send, characters(campaign.send, 3), "winter")
        asked = time.time()
        campaign.send({"type": "SetDeadline", "closes_in": 1})
        wait_for_end(campaign)
        (close,) = [one for one in campaign.export() if one["intent"]["command"]["type"] == "ReachDeadline"]

        assert close["intent"]["at"] >= (asked + 1) * 1000
        assert (close["intent"]["role"], close["intent"]["by"]) == ("clock", "clock")
        assert sorted(actions_in(campaign, "ActionResolved")) == sorted(actions)
        assert actions_in(campaign, "SeasonEnded") == [""]


@pytest.mark.rule("AR-CLOCK-06")
def test_clock_steps_do_not_wait_for_chunks(crew: tuple[Opened, Supervisor]) -> None:
    """A season closes even while simulated fights keep the worker's only process busy for many seconds."""
    with closing((campaign := crew[0](100)).app):
        campaign.send({"type": "OpenSeason", "name": "winter"})
        campaign.send({"type": "CloseSeason"})
        wait_for_end(campaign)  # the clock's processes are up
        actions = declare(campaign.send, characters(campaign.send, 2))
        job = campaign.app.post("/bones/v1/jobs", json=LONG).raise_for_status().json()
        with Redis.from_url(campaign.server.store.url) as redis:
            eventually(lambda: bool(redis.exists(f"arbiter:jobs:tries:{job['stream']}:0")), "no chunk is begun")
        campaign.send({"type": "CloseSeason"})
        wait_for_end(campaign)
        place = f"/bones/v1/jobs/{job['id']}"
        progress = campaign.app.get(place).json()["progress"]
        campaign.app.post(f"{place}/cancellation").raise_for_status()

        assert (progress["status"], progress["trials"]) == ("running", 0)
        assert sorted(actions_in(campaign, "ActionResolved")) == sorted(actions)


@pytest.mark.rule("BN-CAMP-131", "BN-R-300")
def test_a_season_with_very_many_actions_closes(crew: tuple[Opened, Supervisor]) -> None:
    """A season with very many actions closes in one commit for each action, which readers see at once.

    Closing the season takes little memory.
    """
    with closing((campaign := crew[0](1000)).app):
        actions = declare(campaign.send, characters(campaign.send, CHARACTERS), "winter")
        said = campaign.app.post(f"{campaign.path}/commands", json={"command": {"type": "SetDeadline"}}).json()
        assert "view" not in said
        assert len(campaign.get()["game"]["characters"]) == CHARACTERS
        campaign.send({"type": "CloseSeason"})
        wait_for_end(campaign)
        resolved = [one["intent"]["command"] for one in campaign.export()]

        assert sorted(actions_in(campaign, "ActionResolved")) == sorted(actions)
        assert sum(one["type"] == "ResolveAction" for one in resolved) == len(actions)
        assert max(peaks(crew[1]).values()) < MOST_MEGABYTES


@pytest.mark.rule("BN-CAMP-150")
def test_years_are_simulated_as_the_contract_shows(crew: tuple[Opened, Supervisor]) -> None:
    """The example in the contract for simulated years works, here with fewer trials and seasons."""
    asked: Any = next(iter(EXAMPLES.values()))
    years = [{"years": {**asked[side]["years"], "seasons": 2}} for side in ("simulate", "against")]
    with closing((campaign := crew[0](100)).app):
        body = {"simulate": years[0], "against": years[1], "trials": 100}
        answer = campaign.app.post("/bones/v1/jobs", json=body)
        assert answer.status_code in {200, 202}, answer.text
        job = wait_for_job(campaign.app, answer.headers["Location"])
        assert job["progress"]["status"] == "completed"
        assert "coins a season" in str(job["result"])
