"""Seasons close by themselves, step by step: at a deadline, and with more characters than a campaign usually has."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final, TypeAlias

import pytest

from services.gateway.supervisor import Supervisor
from tests.support.jobs import crewed, installation
from tests.support.seasons import Campaign, characters, declare, peaks

pytestmark = pytest.mark.store

CHARACTERS: Final = int(os.environ.get("ARBITER_TEST_SEASON_CHARACTERS", "110"))
MOST_MEGABYTES: Final = 400
WITHIN: Final = 240.0
Opened: TypeAlias = Callable[[int], Campaign]


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Opened, Supervisor]]:
    """Run a server, a dispatcher and two workers, each with a beat of its own; return what opens campaigns there."""
    with (
        installation(tmp_path_factory.mktemp("installation")) as server,
        crewed(server, roles=("dispatcher", "worker", "worker"), ARBITER_WORKERS="1") as supervisor,
    ):
        yield lambda most: Campaign(server, most=most), supervisor


def ended(campaign: Campaign) -> None:
    """Wait until the season is over."""
    until = time.monotonic() + WITHIN
    while campaign.get()["game"]["season"] is not None:
        assert time.monotonic() < until, "the season does not close"
        time.sleep(0.1)


def happened(campaign: Campaign, kind: str) -> list[str]:
    """Return the actions of the events of a kind."""
    return [one["data"].get("action", "") for one in campaign.events() if one["type"].endswith(f".{kind}")]


@pytest.mark.rule("BN-CAMP-114", "AR-CLOCK-02")
def test_a_season_closes_itself_at_its_deadline(crew: tuple[Opened, Supervisor]) -> None:
    """Once, though two beats wake the clock; what has terms by then is resolved, the rest lapses."""
    with closing((campaign := crew[0](100)).app):
        actions = declare(campaign.send, characters(campaign.send, 3), "winter")
        asked = time.time()
        campaign.send({"type": "SetDeadline", "closes_in": 1})
        ended(campaign)
        (close,) = [one for one in campaign.exported() if one["intent"]["command"]["type"] == "ReachDeadline"]

        assert close["intent"]["at"] >= (asked + 1) * 1000
        assert (close["intent"]["role"], close["intent"]["by"]) == ("clock", "clock")
        assert sorted(happened(campaign, "ActionResolved")) == sorted(actions)
        assert happened(campaign, "SeasonEnded") == [""]


@pytest.mark.rule("BN-CAMP-131", "BN-R-300")
def test_a_season_of_very_many_closes(crew: tuple[Opened, Supervisor]) -> None:
    """Each action is a commit of its own, which whoever looks sees come; no process needs much memory for it."""
    with closing((campaign := crew[0](1000)).app):
        actions = declare(campaign.send, characters(campaign.send, CHARACTERS), "winter")
        said = campaign.app.post(f"{campaign.path}/commands", json={"command": {"type": "SetDeadline"}}).json()
        assert "view" not in said
        assert len(campaign.get()["game"]["characters"]) == CHARACTERS
        campaign.send({"type": "CloseSeason"})
        ended(campaign)
        resolved = [one["intent"]["command"] for one in campaign.exported()]

        assert sorted(happened(campaign, "ActionResolved")) == sorted(actions)
        assert sum(one["type"] == "ResolveAction" for one in resolved) == len(actions)
        assert max(peaks(crew[1]).values()) < MOST_MEGABYTES
