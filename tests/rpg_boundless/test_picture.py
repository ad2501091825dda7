"""The picture of a campaign shows its characters and enemies with their HP."""

from __future__ import annotations

import pytest

from services.rpg_boundless.picture import picture_of
from shared.kernel.pictures import Bar
from tests.rpg_boundless.sessions import SESSIONS


@pytest.mark.rule("AR-PAGE-66")
def test_a_campaign_shows_its_characters_and_enemies() -> None:
    """In the picture, a dead character is out, and HP of enemies that were not revealed are left out."""
    shown = picture_of(SESSIONS["a_fall_and_its_mending"]().state, {})
    ann, bob, wraith = shown.figures

    assert ("beast", "Day 1") == (shown.place, shown.says)
    assert ("dead", True) == (ann.says, ann.out)
    assert (Bar(name="HP", now=0, most=3), Bar(name="Attributes", now=4, most=4)) == ann.bars
    assert ("unhurt", False) == (bob.says, bob.out)
    assert ("wraith", True, ()) == (wraith.name, wraith.beast, wraith.bars)


@pytest.mark.rule("AR-PAGE-66")
def test_a_campaign_shows_its_pools() -> None:
    """The picture describes the dice of Pools in words, next to the day."""
    shown = picture_of(SESSIONS["a_market_day"]().state, {})
    assert "Day 1, the watch grows wary: 2 dice, signs of an encounter: 2 dice" == shown.says
