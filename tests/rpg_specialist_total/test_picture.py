"""The picture of a campaign shows its combatants with Vitality and Fatigue."""

from __future__ import annotations

import pytest

from services.rpg_specialist_total.picture import picture_of
from shared.kernel.pictures import Bar
from tests.rpg_specialist_total.sessions import SESSIONS


@pytest.mark.rule("AR-PAGE-66")
def test_a_campaign_shows_its_combatants() -> None:
    """In the picture, the dying and the dead are out, and the bar of a value below 0 is empty."""
    shown = picture_of(SESSIONS["senseless"]().state, {})

    assert ("duel", "Day 1") == (shown.place, shown.says)
    assert [("well", False), ("dying", True), ("dead", True)] == [(one.says, one.out) for one in shown.figures]
    assert (Bar(name="Vitality", now=-12, most=30), Bar(name="Fatigue", now=25, most=25)) == shown.figures[1].bars
