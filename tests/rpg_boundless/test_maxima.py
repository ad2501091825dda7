"""The game master corrects the maximum of an Attribute, and an enemy has no two Attacks of the same name."""

from __future__ import annotations

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from services.rpg_boundless.chapters.damage import CriticalSave
from services.rpg_boundless.chapters.enemies import AttackNamedTwice, StoreEnemy
from services.rpg_boundless.chapters.overrides import AdjustAttribute, AdjustHp, AttributeAdjusted
from services.rpg_boundless.chapters.recovery import (
    AttributeAtMaximum,
    Rest,
    Rested,
    SpendRecovery,
    WoundsHealed,
)
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet
from shared.kernel.campaign.seats import OutOfRange
from tests.rpg_boundless.play import Older, Play, allowed_of

WHY = "a slip of the pen"


def raised(play: Play) -> str:
    """Create a character with Strength 2, whose score and maximum the game master then sets to 6."""
    hero = play.hero()
    play.do(AdjustAttribute(character=hero, attribute="strength", score=6, reason=WHY))
    assert 6 == play.who(hero).maxima.strength
    return hero


def strength(hero: str, score: int, maximum: int | UnsetType = UNSET) -> AdjustAttribute:
    """Return a correction of a character's Strength."""
    return AdjustAttribute(character=hero, attribute="strength", score=score, maximum=maximum, reason=WHY)


@pytest.mark.rule("FB-CAMP-29", "FB-R-59")
def test_the_game_master_lowers_a_maximum_that_was_raised_by_a_slip() -> None:
    """After the correction a rest restores no points above the maximum. Without a maximum, it stays raised."""
    play = Play()
    hero = raised(play)
    play.when(strength(hero, 2)).then(
        AttributeAdjusted(character=hero, attribute="strength", score=2, maximum=6, reason=WHY)
    )

    play.when(strength(hero, 2, 2)).then(
        AttributeAdjusted(character=hero, attribute="strength", score=2, maximum=2, reason=WHY)
    )

    rest = play.the(Rested, Rest(character=hero, length="long"), *[6] * 6, seat="ann").recovery
    play.no(AttributeAtMaximum, SpendRecovery(recovery=rest, restore=("strength",)), seat="ann")
    assert 2 == play.who(hero).scores.strength


@pytest.mark.rule("FB-CAMP-29", "FB-CAMP-08", "FB-R-39")
def test_a_maximum_is_at_most_6_and_not_below_the_score() -> None:
    """The game refuses a maximum above 6, and a score above the given maximum. A maximum above the score is kept."""
    play = Play()
    hero = raised(play)
    above, over = play.no(OutOfRange, strength(hero, 2, 7)), play.no(OutOfRange, strength(hero, 4, 3))
    assert (("maximum", 7), ("score", 4)) == ((above.field, above.has), (over.field, over.has))

    play.do(strength(hero, 1, 3))

    assert (1, 3) == (play.who(hero).scores.strength, play.who(hero).maxima.strength)


@pytest.mark.rule("FB-CAMP-29", "FB-CRIT-10")
def test_a_wound_heals_once_nothing_is_missing_of_the_corrected_maximum() -> None:
    """A wounded character at full HP is unhurt as soon as its raised maximum is put right."""
    play = Play()
    hero = play.hero()
    play.do(strength(hero, 3))
    play.do(strength(hero, 2))
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    play.do(CriticalSave(critical=play.critical(hero)), 6, 1, seat="ann")
    play.do(AdjustHp(character=hero, hp=4, reason=WHY))
    assert "wounded" == play.who(hero).status

    assert WoundsHealed(character=hero) in play.do(strength(hero, 2, 2))
    assert "unhurt" == play.who(hero).status


@pytest.mark.rule("FB-CAMP-29")
def test_the_list_of_possible_commands_offers_every_score_with_its_maxima() -> None:
    """For each score from 0 to 6 the game master may set any maximum from that score to 6."""
    play = Play()
    raised(play)
    found = [one for one in allowed_of(play.state, "gm", AdjustAttribute) if "maximum" in one.fields]
    maxima = [(one.body["score"], one.fields["maximum"].least, one.fields["maximum"].most) for one in found]
    assert [(score, score, 6) for score in range(7)] == maxima
    assert {("strength", "dexterity", "willpower")} == {one.fields["attribute"].options for one in found}


@pytest.mark.rule("FB-CAMP-30", "FB-ENEMY-02")
def test_attacks_that_differ_only_in_case_or_blanks_have_the_same_name() -> None:
    """The game refuses a stat block with `Bite` and `bite`. Under version 1 of the rules it stores it."""
    bite = AttackSheet(name="Bite", damage=1)
    sheet = EnemySheet(name="wolf", hp=1, attacks=(bite, replace(bite, name=" bite")))
    assert ("Bite", " bite") == Play().no(AttackNamedTwice, StoreEnemy(sheet=sheet)).has
    assert Older().do(StoreEnemy(sheet=sheet))
