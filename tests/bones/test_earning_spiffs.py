"""How players and characters earn spiffs: by deeds, in sessions, and for a back-story."""

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.rolls.spiffs import (
    AwardSpiffs,
    BackStoryEarned,
    EarnsLess,
    NoSessionToLog,
    OnlyCharactersHaveSpiffs,
    SpiffsAwarded,
    UseSpiffs,
)
from services.bones.chapters.seasons.sessions import RecordSession
from services.bones.state.spiffs import Deed
from services.bones.views import view
from shared.kernel.campaign.seats import OnlyTheGameMaster, OutOfRange
from tests.bones.play import Play, allowed_of
from tests.bones.spiffs import FRIEND, spend, spiffs_left


@pytest.mark.rule(
    "BN-SPIFF-01",
    "BN-SPIFF-03",
    "BN-SPIFF-04",
    "BN-SPIFF-05",
    "BN-SPIFF-06",
    "BN-SPIFF-07",
    "BN-SPIFF-08",
    "BN-SPIFF-09",
)
@pytest.mark.parametrize(
    ("deed", "count", "spiffs", "most"),
    [
        ("good back-story", 1, 1, 1),
        ("great back-story", 1, 2, 1),
        ("campaign log", 3, 3, 20),
        ("portrait", 1, 1, 1),
        ("campaign help", 2, 2, 3),
        ("role-playing", 1, 1, 1),
        ("laughter", 1, 1, 1),
    ],
)
def test_a_deed_earns_its_spiffs(deed: Deed, count: int, spiffs: int, most: int) -> None:
    """A session's log earns at most one spiff, and help earns 1 to 3. Every other deed earns a fixed number."""
    play = Play()
    who = play.one()
    play.state = replace(play.state, session=3)

    play.when(AwardSpiffs(creature=who, deed=deed, count=count)).then(
        SpiffsAwarded(creature=who, deed=deed, spiffs=spiffs)
    )

    assert spiffs == spiffs_left(play, who)
    if most < 20:
        play.no(EarnsLess, AwardSpiffs(creature=play.one("bob"), deed=deed, count=most + 1))
    play.no(OnlyTheGameMaster, AwardSpiffs(creature=who, deed=deed, count=count), seat="ann")


@pytest.mark.rule("BN-CAMP-55", "BN-SPIFF-05")
def test_each_session_is_logged_once() -> None:
    """Each session earns spiffs for only one log, by any writer, once the session is recorded."""
    play = Play()
    ann, bob = play.one(), play.one("bob")

    def log(count: int, who: str = ann) -> AwardSpiffs:
        return AwardSpiffs(creature=who, deed="campaign log", count=count)

    play.no(NoSessionToLog, log(1))
    for _ in range(3):
        play.do(RecordSession(creatures=(ann,)))
    (listed,) = [one for one in allowed_of(play.state, "gm", AwardSpiffs) if one.body["deed"] == "campaign log"]
    assert 3 == listed.fields["count"].most
    play.do(log(2))
    play.do(AwardSpiffs(creature=bob, deed="campaign help", count=3))
    play.when(log(2, bob)).then_refused(NoSessionToLog, needs="at most 1", has=2)
    assert 2 == view(play.state, "ann").logged
    play.do(log(1, bob))
    play.no(NoSessionToLog, log(1))
    assert (2, 4) == (spiffs_left(play, ann), spiffs_left(play, bob))


@pytest.mark.rule("BN-R-089")
def test_other_deeds_do_not_affect_the_back_story() -> None:
    """A back-story still earns its spiffs after another deed has earned some."""
    play = Play()
    bob = play.one()
    play.do(AwardSpiffs(creature=bob, deed="laughter"))

    assert (1, ()) == (spiffs_left(play, bob), play.state.back_stories)
    play.do(AwardSpiffs(creature=bob, deed="good back-story"))
    assert (bob,) == play.state.back_stories


@pytest.mark.rule("BN-R-089")
def test_a_back_story_earns_once() -> None:
    """Each character earns spiffs for either a good or a great back-story.

    If `back_story_once` is false, a character can earn spiffs for both.
    """
    once, often = Play(), Play(spiffs={"back_story_once": False})
    for play in (once, often):
        bob, other = play.one(), play.one()
        play.do(AwardSpiffs(creature=bob, deed="good back-story"))
        great = AwardSpiffs(creature=bob, deed="great back-story")
        if play is once:
            play.no(BackStoryEarned, great)
            play.no(BackStoryEarned, AwardSpiffs(creature=bob, deed="good back-story"))
            play.do(AwardSpiffs(creature=other, deed="great back-story"))
        else:
            play.do(great)
        assert 3 == play.state.spiffs["ann"]


@pytest.mark.rule("BN-R-236")
def test_the_cast_has_no_spiffs() -> None:
    """Members of the cast can neither earn nor use spiffs; nor can a player's companion."""
    play = Play()
    play.one(spiffs=9)
    guard, dog = play.one("gm"), play.one("ann", kind="beast")

    for who in (guard, dog):
        play.no(OnlyCharactersHaveSpiffs, AwardSpiffs(creature=who, deed="laughter"))
        play.no(OnlyCharactersHaveSpiffs, UseSpiffs(creature=who, use="minor", text=FRIEND))
        assert 0 == spiffs_left(play, who)


@pytest.mark.rule("BN-R-091", "BN-SPIFF-01", "BN-R-310")
def test_a_setting_gives_each_character_its_own_spiffs() -> None:
    """By default a player's characters share spiffs, and a new character inherits them.

    If `spiffs_owner` is `character`, each character has its own spiffs.
    """
    for owner, others in (("player", 1), ("character", 0)):
        play = Play(spiffs={"spiffs_owner": owner})
        one, other, bob = play.one(), play.one(), play.one("bob")
        play.do(AwardSpiffs(creature=one, deed="great back-story"))
        spend(play, one, "minor", text=FRIEND)

        assert (1, others, 0) == (spiffs_left(play, one), spiffs_left(play, other), spiffs_left(play, bob))


@pytest.mark.rule("AR-CAMP-08")
def test_a_thousand_spiffs_are_the_limit() -> None:
    """The game refuses an award that would take a player above a thousand spiffs, and adds no part of it."""
    play = Play()
    who = play.one(spiffs=998)

    play.no(OutOfRange, AwardSpiffs(creature=who, deed="campaign help", count=3))
    play.do(AwardSpiffs(creature=who, deed="campaign help", count=2))
    play.no(OutOfRange, AwardSpiffs(creature=who, deed="laughter"))


@pytest.mark.rule("BN-SPIFF-07")
def test_an_award_is_at_least_one_spiff() -> None:
    """The game refuses an award of 0 spiffs for help with the campaign."""
    body = {"type": "AwardSpiffs", "creature": "creature-1", "deed": "campaign help"}
    assert 1 == msgspec.convert(body | {"count": 1}, AwardSpiffs).count
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(body | {"count": 0}, AwardSpiffs)
