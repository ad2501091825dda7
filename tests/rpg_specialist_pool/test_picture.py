"""The picture of a campaign shows its Specialists with Vitality and Luck."""

from __future__ import annotations

import pytest

from services.rpg_specialist_pool.picture import picture_of
from shared.kernel.pictures import Bar
from tests.rpg_specialist_pool.sessions import SESSIONS


@pytest.mark.rule("AR-PAGE-66")
def test_a_campaign_shows_its_specialists() -> None:
    """The picture shows Vitality and Luck as bars; a Specialist without Luck has no Luck bar."""
    shown = picture_of(SESSIONS["fight"]().state, {})
    ann, bob = shown.figures

    assert ("The pass", "Day 1", "duel") == (shown.title, shown.says, shown.place)
    assert (Bar(name="Vitality", now=14, most=20), Bar(name="Luck", now=5, most=5)) == ann.bars
    assert (Bar(name="Vitality", now=16, most=20),) == bob.bars


@pytest.mark.rule("AR-PAGE-66")
def test_a_beast_has_a_place_of_its_own() -> None:
    """The picture shows the Keeper's creature as a beast, and the fight as still going on."""
    shown = picture_of(SESSIONS["the_hunt"]().state, {})
    assert ("beast", "Round 1 of a fight") == (shown.place, shown.says)
    assert [False, False, True] == [figure.beast for figure in shown.figures]
