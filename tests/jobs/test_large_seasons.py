"""A season of more characters than a campaign usually has: it closes step by step, in bounded memory."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from services.gateway.supervisor import Supervisor
from tests.support.jobs import crewed, installation
from tests.support.seasons import Campaign, characters, declare, peak_of

pytestmark = pytest.mark.store

CHARACTERS: Final = int(os.environ.get("ARBITER_TEST_SEASON_CHARACTERS", "110"))
MOST_MEGABYTES: Final = 400
WITHIN: Final = 240.0


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    """Open a campaign for a thousand characters."""
    with installation(tmp_path / "installation") as server:
        found = Campaign(server, most=1000)
        with closing(found.app):
            yield found


def peaks(crew: Supervisor) -> dict[int, int]:
    """Return the most memory of each process that serves the clock."""
    found = [pid for member in crew.members for pid in (member.pid, *children_of(member.pid))]
    return {pid: peak_of(pid) for pid in found}


def children_of(pid: int) -> list[int]:
    """List the processes that a process has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


@pytest.mark.rule("BN-CAMP-131", "BN-R-300")
def test_a_season_of_very_many_closes(campaign: Campaign) -> None:
    """Each action is a commit of its own, which whoever looks sees come; no process needs much memory for it."""
    actions = declare(campaign.send, characters(campaign.send, CHARACTERS), "winter")
    said = campaign.app.post(f"{campaign.path}/commands", json={"command": {"type": "SetDeadline"}}).json()
    assert "view" not in said
    assert len(campaign.get()["game"]["characters"]) == CHARACTERS
    before = campaign.get()["version"]
    with crewed(campaign.server, roles=("dispatcher", "worker")) as crew:
        campaign.send({"type": "CloseSeason"})
        until = time.monotonic() + WITHIN
        while campaign.get()["game"]["season"] is not None:
            assert time.monotonic() < until, "the season does not close"
            time.sleep(0.1)
        found = peaks(crew)

    done = [item["data"]["action"] for item in campaign.events(before) if item["type"].endswith(".ActionResolved")]
    assert sorted(done) == sorted(actions)
    assert max(found.values()) < MOST_MEGABYTES, found
