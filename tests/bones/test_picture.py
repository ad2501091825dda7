"""The picture of a campaign shows its creatures with their dice, lost ones struck through."""

from __future__ import annotations

import pytest

from services.bones.picture import picture_of
from shared.kernel.campaign.roster import RevealCharacter
from tests.bones.screened import OGRE, Screened
from tests.bones.sessions import SESSIONS


@pytest.mark.rule("AR-PAGE-66")
def test_a_campaign_shows_its_creatures_with_their_dice() -> None:
    """The picture omits dead creatures, puts lost dice last, and shows on each die its most frequent icon."""
    shown = picture_of(SESSIONS["an_ambush"]().state, {})
    bob, grumpy, drake, *others = shown.figures

    assert ("ambush", "Day 1") == (shown.place, shown.says)
    assert ("Human, dead, 0 of 4 dice", True) == (bob.says, bob.out)
    assert ["Melee", "Racial", "Racial", "Racial"] == [die.face for die in grumpy.dice]
    assert ["", "", "", "dropped"] == [die.mark for die in grumpy.dice]
    assert ("Fire Drake", True, 15) == (drake.name, drake.beast, len(drake.dice))
    assert ["Mercenary", "Nuisance", "Master"] == [one.name for one in others]


@pytest.mark.rule("AR-PAGE-66")
def test_the_place_of_a_campaign_follows_from_what_happened() -> None:
    """The place in the picture depends on what happened in the campaign: after a season it is winter."""
    winter = picture_of(SESSIONS["a_year_off_stage"]().state, {})
    assert ("season", "Day 267, winter") == (winter.place, winter.says)


@pytest.mark.rule("AR-PAGE-66")
def test_a_creature_whose_dice_are_closed_shows_none() -> None:
    """Until a closed creature is revealed, players see it under its known name, without its race and dice."""
    journal = Screened(OGRE)
    shape = picture_of(journal.state, {}).figures[-1]
    assert ("a shape", "", ()) == (shape.name, shape.says, shape.dice)
    journal.send(RevealCharacter(character=journal.foe))
    shown = picture_of(journal.state, {}).figures[-1]
    assert (OGRE.name, sum(run.n for run in OGRE.dice)) == (shown.name, len(shown.dice))
