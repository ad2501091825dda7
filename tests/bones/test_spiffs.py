"""Spiffs: earning, uses, and the game master's decision on each use."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.people.characters import WriteSheet
from services.bones.chapters.rolls.hindering import GiveHindering, HinderingGiven, RemedyHindering
from services.bones.chapters.rolls.rolls import DieRerolled, RollMade, RollMoved, SuccessBought
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.spiffs import (
    AboutSomethingElse,
    AllowSpiffs,
    AwardSpiffs,
    BackStoryEarned,
    EarnsLess,
    ExplanationNeeded,
    IsNotDead,
    NoSessionToLog,
    NotAtThisStage,
    NotEnoughSpiffs,
    NothingCountsHere,
    NotThatDie,
    OneRerollACheck,
    OneSoakAtATime,
    OneSuccessACheck,
    OneUseACheck,
    OnlyCharactersHaveSpiffs,
    PriceIsFixed,
    SpiffsAwarded,
    SpiffsSpent,
    SpiffUseAsked,
    SpiffUseVetoed,
    TooLateToSurvive,
    UseIsAsked,
    UseSpiffs,
    VetoSpiffs,
)
from services.bones.chapters.rolls.wounds import (
    CoupDeGrace,
    DamageSoaked,
    DamageTaken,
    DealDamage,
    DeathSurvived,
    Died,
    TakeDamage,
)
from services.bones.chapters.seasons.sessions import RecordSession
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.context import FacesNeeded
from services.bones.state.rolls import Roll, RollStage, Shown
from services.bones.state.spiffs import Deed
from services.bones.state.tasks import Terms
from services.bones.views import view
from shared.kernel.campaign.roster import AssignCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, OutOfRange, TooManyHere
from shared.kernel.chance import Faces
from tests.bones.play import BOB, Play, allowed_of

FRIEND = "my friend Ragnar works here"


def rolled(play: Play, who: str, *more: Shown, stage: RollStage = "faces", **fields: Any) -> str:  # noqa: ANN401 of a roll
    """Let a creature roll its dice with the sixth face on each; return the roll."""
    roll = play.new("roll")
    own = tuple(
        Shown(die=f"die-{number}", kind="character", face=play.who(who).dice[number - 1].faces[5])
        for number in play.who(who).numbers
    )
    play.given(RollMade(roll=Roll(id=roll, of="task-0", creature=who, dice=(*own, *more), stage=stage, **fields)))
    return roll


def ask(play: Play, who: str, use: Any, *, seat: str = "ann", **about: Any) -> str:  # noqa: ANN401 fields of a command
    """Ask for a use as a player; return it."""
    return play.the(SpiffUseAsked, UseSpiffs(creature=who, use=use, **about), seat=seat).use.id


def spend(play: Play, who: str, use: Any, *faces: int, **about: Any) -> list[Any]:  # noqa: ANN401 fields of a command
    """Ask for a use as a player, and allow it as the game master; return the events."""
    return play.do(AllowSpiffs(use=ask(play, who, use, **about)), *faces)


def left(play: Play, who: str) -> int:
    """Return a creature's spiffs."""
    return play.state.spiffs_of(who)


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
    """By its row; a log for each session, help from 1 to 3, other deeds always the same."""
    play = Play()
    who = play.one()
    play.state = replace(play.state, session=3)

    play.when(AwardSpiffs(creature=who, deed=deed, count=count)).then(
        SpiffsAwarded(creature=who, deed=deed, spiffs=spiffs)
    )

    assert spiffs == left(play, who)
    if most < 20:
        play.no(EarnsLess, AwardSpiffs(creature=play.one("bob"), deed=deed, count=most + 1))
    play.no(OnlyTheGameMaster, AwardSpiffs(creature=who, deed=deed, count=count), seat="ann")


@pytest.mark.rule("BN-CAMP-55", "BN-SPIFF-05")
def test_each_session_is_logged_once() -> None:
    """Only by the writer of the log, and only once it is recorded; other deeds are unrelated."""
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
    assert (2, 4) == (left(play, ann), left(play, bob))


@pytest.mark.rule("BN-R-089")
def test_other_actions_leave_the_back_story_open() -> None:
    """Whatever was earned before."""
    play = Play()
    bob = play.one()
    play.do(AwardSpiffs(creature=bob, deed="laughter"))

    assert (1, ()) == (left(play, bob), play.state.back_stories)
    play.do(AwardSpiffs(creature=bob, deed="good back-story"))
    assert (bob,) == play.state.back_stories


@pytest.mark.rule("BN-R-089")
def test_a_back_story_earns_once() -> None:
    """Good or great, for each character; by a setting both."""
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
    """They can neither earn nor use them, not even a player's companion."""
    play = Play()
    play.one(spiffs=9)
    guard, dog = play.one("gm"), play.one("ann", kind="beast")

    for who in (guard, dog):
        play.no(OnlyCharactersHaveSpiffs, AwardSpiffs(creature=who, deed="laughter"))
        play.no(OnlyCharactersHaveSpiffs, UseSpiffs(creature=who, use="minor", text=FRIEND))
        assert 0 == left(play, who)


@pytest.mark.rule("BN-R-091", "BN-SPIFF-01", "BN-R-310")
def test_spiffs_are_the_players_or_the_characters() -> None:
    """The player's characters share them, and a new one inherits them; or each character has its own."""
    for owner, others in (("player", 1), ("character", 0)):
        play = Play(spiffs={"spiffs_owner": owner})
        one, other, bob = play.one(), play.one(), play.one("bob")
        play.do(AwardSpiffs(creature=one, deed="great back-story"))
        spend(play, one, "minor", text=FRIEND)

        assert (1, others, 0) == (left(play, one), left(play, other), left(play, bob))


@pytest.mark.rule("AR-CAMP-08")
def test_nobody_hoards_more_than_a_thousand_spiffs() -> None:
    """An award beyond the limit is refused as a whole."""
    play = Play()
    who = play.one(spiffs=998)

    play.no(OutOfRange, AwardSpiffs(creature=who, deed="campaign help", count=3))
    play.do(AwardSpiffs(creature=who, deed="campaign help", count=2))
    play.no(OutOfRange, AwardSpiffs(creature=who, deed="laughter"))


@pytest.mark.rule("BN-SPIFF-07")
def test_help_with_the_campaign_is_worth_something() -> None:
    """An award of 0 is refused."""
    body = {"type": "AwardSpiffs", "creature": "creature-1", "deed": "campaign help"}
    assert 1 == msgspec.convert(body | {"count": 1}, AwardSpiffs).count
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(body | {"count": 0}, AwardSpiffs)


@pytest.mark.rule("BN-SPIFF-10", "BN-SPIFF-19", "BN-R-085", "BN-R-087", "BN-SPIFF-01")
def test_a_reroll_is_asked_for_allowed_and_stands() -> None:
    """One spiff: the roll waits for the game master's decision, and only then the new face is drawn."""
    play = Play()
    bob = play.one(spiffs=1)
    roll = rolled(play, bob)

    use = ask(play, bob, "reroll", on=roll, die="die-1")
    assert (1, "faces") == (left(play, bob), play.state.rolls[roll].stage)
    play.no(OnlyTheGameMaster, AllowSpiffs(use=use), seat="ann")
    found = play.do(AllowSpiffs(use=use), 1)

    assert [
        SpiffsSpent(use=use, creature=bob, spiffs=1),
        DieRerolled(roll=roll, die="die-1", face="Universal"),
    ] == found[:2]
    assert (0, {}) == (left(play, bob), play.state.uses)
    assert "Universal" == play.state.rolls[roll].dice[0].face


@pytest.mark.rule("BN-SPIFF-18", "BN-R-083")
def test_one_die_of_a_check_is_rerolled_once() -> None:
    """Neither the same die nor another, during the first use or after it; on another check again."""
    play = Play()
    bob = play.one(spiffs=9)
    roll = rolled(play, bob)

    use = ask(play, bob, "reroll", on=roll, die="die-1")
    play.no(OneRerollACheck, UseSpiffs(creature=bob, use="reroll", on=roll, die="die-2"), seat="ann")
    play.do(AllowSpiffs(use=use), 2)
    play.state = play.state.roll_changed(roll, stage="faces")
    for die in ("die-1", "die-2"):
        play.no(OneRerollACheck, UseSpiffs(creature=bob, use="reroll", on=roll, die=die), seat="ann")
    other = rolled(play, bob)
    spend(play, bob, "reroll", 3, on=other, die="die-2")


@pytest.mark.rule("BN-R-084", "BN-SPIFF-10")
@pytest.mark.parametrize("scope", ["own_dice", "own_character_dice"])
def test_any_die_of_ones_own_roll_may_be_rerolled(scope: str) -> None:
    """Character, item and hindering dice; or character dice only. Never a die of another's roll."""
    play = Play(spiffs={"reroll_scope": scope})
    bob, guard = play.one(spiffs=9, items=("Buckler",)), play.one("gm")
    item = play.held(bob, "Buckler")
    other = rolled(play, guard)

    play.no(NotYours, UseSpiffs(creature=bob, use="reroll", on=other, die="die-1"), seat="ann")
    roll = rolled(play, bob, Shown(die=item, kind="item", face="Defend"))
    play.no(NotThatDie, UseSpiffs(creature=bob, use="reroll", on=roll, die="die-5"), seat="ann")
    on_item = UseSpiffs(creature=bob, use="reroll", on=roll, die=item)
    if scope == "own_dice":
        assert play.do(on_item, seat="ann")
    else:
        play.no(NotThatDie, on_item, seat="ann")


@pytest.mark.rule("BN-R-084", "BN-HIND-10")
def test_a_die_that_is_gone_is_not_rerolled() -> None:
    """A poison die that was removed after the roll."""
    play = Play(spiffs={"reroll_scope": "own_dice"})
    bob = play.one(spiffs=9)
    poison = play.the(HinderingGiven, GiveHindering(creature=bob, kind="poison")).die.id
    roll = rolled(play, bob, Shown(die=poison, kind="hindering", face="Poison"))
    again = UseSpiffs(creature=bob, use="reroll", on=roll, die=poison)
    there = play.state
    play.do(again, seat="ann")

    play.state = there
    play.do(RemedyHindering(creature=bob, die=poison, remedy="an antidote"))
    play.no(NotThatDie, again, seat="ann")


@pytest.mark.rule("BN-SPIFF-11", "BN-R-083", "BN-R-085")
def test_one_success_is_bought_on_a_check_after_poison_and_flames() -> None:
    """Two spiffs; not before the faces are final, and not twice."""
    play = Play()
    bob = play.one(spiffs=9)
    roll = rolled(play, bob)
    buying = UseSpiffs(creature=bob, use="success", on=roll)

    play.no(NotAtThisStage, buying, seat="ann")
    play.state = play.state.roll_changed(roll, stage="successes")
    play.no(NotAtThisStage, UseSpiffs(creature=bob, use="reroll", on=roll, die="die-1"), seat="ann")
    use = ask(play, bob, "success", on=roll)
    play.no(OneSuccessACheck, buying, seat="ann")
    found = play.do(AllowSpiffs(use=use))

    assert [SpiffsSpent(use=use, creature=bob, spiffs=2), SuccessBought(roll=roll)] == found[:2]
    assert 7 == left(play, bob)
    play.state = play.state.roll_changed(roll, stage="successes")
    play.no(OneSuccessACheck, buying, seat="ann")


@pytest.mark.rule("BN-R-083")
def test_different_uses_may_meet_on_one_check() -> None:
    """By default; with the setting a player who rerolled a die cannot buy a success."""
    for meet in (True, False):
        play = Play(spiffs={"different_spiff_uses_on_one_check": meet})
        bob = play.one(spiffs=9)
        roll = rolled(play, bob, stage="successes", rerolled="die-1")
        buying = UseSpiffs(creature=bob, use="success", on=roll)
        if meet:
            assert play.do(buying, seat="ann")
        else:
            play.no(OneUseACheck, buying, seat="ann")


@pytest.mark.rule("BN-R-257")
def test_nothing_is_bought_where_no_die_of_the_character_is_left() -> None:
    """Its roll no longer counts."""
    play = Play()
    bob = play.one(dice=BOB[:1], spiffs=9)
    gone = (Shown(die="die-1", kind="character", face="Magic", struck=True),)
    roll = play.new("roll")
    play.given(RollMade(roll=Roll(id=roll, of="task-0", creature=bob, dice=gone, stage="successes")))

    play.no(NothingCountsHere, UseSpiffs(creature=bob, use="success", on=roll), seat="ann")


@pytest.mark.rule("BN-R-235")
def test_every_roll_of_a_task_takes_spiffs_whatever_it_is_for() -> None:
    """A roll that restores dice off stage is a check like any other."""
    play = Play()
    bob = play.one(spiffs=1)
    roll = rolled(play, bob, skill="Craft")

    assert SpiffsSpent(use="use-3", creature=bob, spiffs=1) in spend(play, bob, "reroll", 1, on=roll, die="die-4")


@pytest.mark.rule("BN-SPIFF-12", "BN-SPIFF-17", "BN-R-083", "BN-R-085")
def test_one_damage_is_soaked_of_what_is_taken_at_one_time() -> None:
    """Of 3 damage 2 are left, for 2 spiffs; a second soak is refused during the first, and after it."""
    play = Play()
    bob = play.one(spiffs=9)
    play.do(DealDamage(creature=bob, amount=3))
    (wound,) = play.state.wounds
    soaking = UseSpiffs(creature=bob, use="soak", on=wound)

    use = ask(play, bob, "soak", on=wound)
    play.no(OneSoakAtATime, soaking, seat="ann")
    assert [SpiffsSpent(use=use, creature=bob, spiffs=2), DamageSoaked(wound=wound)] == play.do(AllowSpiffs(use=use))
    play.no(OneSoakAtATime, soaking, seat="ann")
    taken = play.the(DamageTaken, TakeDamage(wound=wound, dice=(1, 2)), seat="ann")

    assert (1, 2) == taken.dice
    assert 7 == left(play, bob)
    play.do(DealDamage(creature=bob, amount=1))
    (again,) = play.state.wounds
    spend(play, bob, "soak", on=again)
    assert (3, 4) == play.who(bob).numbers


@pytest.mark.rule("BN-SPIFF-12")
def test_only_ones_own_damage_is_soaked() -> None:
    """Not another creature's wound, even if its player pays."""
    play = Play()
    ann, bob = play.one(spiffs=9), play.one("bob", spiffs=9)
    play.do(DealDamage(creature=bob, amount=1))
    (wound,) = play.state.wounds

    play.no(NotYours, UseSpiffs(creature=ann, use="soak", on=wound), seat="ann")
    play.no(NotYours, UseSpiffs(creature=bob, use="soak", on=wound), seat="ann")


@pytest.mark.rule("BN-EX-14", "BN-EX-15", "BN-EX-17", "BN-SPIFF-13", "BN-SPIFF-14", "BN-SPIFF-01")
@pytest.mark.parametrize(
    ("use", "cost", "text"),
    [
        ("minor", 1, "my friend Ragnar works as bouncer in this tavern"),
        ("meaningful", 2, "Ragnar is one of the guards of the Evil Overlord"),
        ("minor", 1, "my friend Ragnar is the sergeant of Steve"),
    ],
)
def test_a_change_to_the_story(use: str, cost: int, text: str) -> None:
    """The fact counts once the game master allows it, and costs its spiffs."""
    play = Play()
    bob = play.one(spiffs=cost)

    asked = play.the(SpiffUseAsked, UseSpiffs(creature=bob, use=use, text=text), seat="ann").use  # type: ignore[arg-type]
    assert (cost, text) == (asked.cost, asked.text)
    assert [SpiffsSpent(use=asked.id, creature=bob, spiffs=cost)] == play.do(AllowSpiffs(use=asked.id))
    assert 0 == left(play, bob)


@pytest.mark.rule("BN-EX-16", "BN-SPIFF-15", "BN-R-088")
@pytest.mark.parametrize(("cost", "refunds"), [(2, True), (3, True), (5, False)])
def test_a_major_change_needs_the_game_master(cost: int, refunds: bool) -> None:  # noqa: FBT001 a row
    """Without approval nothing is spent, whatever a veto costs; with it, the setting's price."""
    play = Play(spiffs={"major_change_cost": cost, "veto_refunds": refunds})
    bob = play.one(spiffs=cost)
    overlord = "Ragnar is the Evil Overlord"

    use = ask(play, bob, "major", text=overlord)
    play.no(OnlyTheGameMaster, AllowSpiffs(use=use), seat="ann")
    play.do(VetoSpiffs(use=use))
    assert cost == left(play, bob)
    spend(play, bob, "major", text=overlord)
    assert 0 == left(play, bob)


@pytest.mark.rule("BN-R-088", "BN-SPIFF-20")
def test_the_game_master_sets_the_price_of_a_major_change_alone() -> None:
    """At most what the player has; every other use has its own price."""
    play = Play()
    bob = play.one(spiffs=6)
    major, minor = ask(play, bob, "major", text=FRIEND), ask(play, bob, "minor", text=FRIEND)

    play.no(PriceIsFixed, AllowSpiffs(use=minor, cost=2))
    play.no(NotEnoughSpiffs, AllowSpiffs(use=major, cost=6))
    play.when(AllowSpiffs(use=major, cost=5)).then(SpiffsSpent(use=major, creature=bob, spiffs=5))
    play.do(AllowSpiffs(use=minor))
    assert 0 == left(play, bob)


@pytest.mark.rule("BN-SPIFF-16", "BN-R-090", "BN-SPIFF-20")
@pytest.mark.parametrize("dice_left", [0, 1])
def test_death_is_survived_for_five_spiffs_and_an_explanation(dice_left: int) -> None:
    """Not for four, and not without a text; alive, with no die left or with one."""
    play = Play(spiffs={"survivor_dice_left": dice_left})
    bob = play.one(spiffs=5)
    how: dict[str, Any] = {"text": "the river carried me away"}
    play.no(IsNotDead, UseSpiffs(creature=bob, use="survive", **how), seat="ann")
    play.do(DealDamage(creature=bob, amount=8))
    (wound,) = play.state.wounds
    play.do(TakeDamage(wound=wound), seat="ann")
    assert play.who(bob).dead

    play.no(ExplanationNeeded, UseSpiffs(creature=bob, use="survive"), seat="ann")
    found = spend(play, bob, "survive", **how)

    assert DeathSurvived(creature=bob, lost=(1, 2, 3, 4)[: 4 - dice_left]) in found
    one = play.who(bob)
    assert (False, 4 - dice_left, 0, 0) == (one.dead, len(one.lost), one.beyond, left(play, bob))
    poor = play.one("bob", spiffs=4, lost=(1, 2, 3, 4), dead=True, died=0)
    play.no(NotEnoughSpiffs, UseSpiffs(creature=poor, use="survive", **how), seat="bob")


@pytest.mark.rule("BN-R-311")
def test_a_death_can_be_survived_until_the_session_is_recorded() -> None:
    """Asking in time is not enough: the decision must be made in time as well."""
    play = Play()
    bob, other = play.one(spiffs=9, lost=(1, 2, 3, 4)), play.one("bob")
    assert Died(creature=bob, cause="coup de grace") in play.do(CoupDeGrace(creature=bob))
    use = ask(play, bob, "survive", text="a healer came by")

    play.do(RecordSession(creatures=(other,)))

    play.no(TooLateToSurvive, AllowSpiffs(use=use))
    play.do(VetoSpiffs(use=use))
    play.no(TooLateToSurvive, UseSpiffs(creature=bob, use="survive", text="a healer came by"), seat="ann")


@pytest.mark.rule("BN-R-311", "BN-R-315")
def test_a_death_by_the_word_of_the_game_master_can_be_survived_too() -> None:
    """In the session in which the game master declared it."""
    play = Play()
    bob = play.one(spiffs=5)
    play.do(ChangeCreature(creature=bob, dead=True, reason="the bridge fell in"))

    spend(play, bob, "survive", text="the river carried me away")

    assert (False, None, ()) == (play.who(bob).dead, play.who(bob).died, play.who(bob).numbers)


@pytest.mark.rule("BN-SPIFF-19", "BN-R-087")
@pytest.mark.parametrize("refunds", [True, False])
def test_a_vetoed_use_has_no_effect(refunds: bool) -> None:  # noqa: FBT001 a row
    """It costs nothing, or by a setting its price; the roll continues without it."""
    play = Play(spiffs={"veto_refunds": refunds})
    bob = play.one(spiffs=1)
    roll = rolled(play, bob)
    faces = play.state.rolls[roll].dice
    use = ask(play, bob, "reroll", on=roll, die="die-1")

    play.no(OnlyTheGameMaster, VetoSpiffs(use=use), seat="ann")
    found = play.do(VetoSpiffs(use=use, reason="not now"))

    assert SpiffUseVetoed(use=use, creature=bob, lost=0 if refunds else 1, reason="not now") == found[0]
    assert faces == play.state.rolls[roll].dice
    assert (int(refunds), {}) == (left(play, bob), play.state.uses)
    play.no(NotKnownHere, AllowSpiffs(use=use))


@pytest.mark.rule("BN-SPIFF-20", "BN-R-087")
def test_no_more_is_asked_for_than_there_is() -> None:
    """Spiffs of an open use are reserved, for all characters of the player."""
    play = Play()
    bob, other, stranger = play.one(spiffs=3), play.one(), play.one("bob", spiffs=2)
    play.do(DealDamage(creature=other, amount=1))
    (wound,) = play.state.wounds

    ask(play, bob, "meaningful", text=FRIEND)
    play.no(NotEnoughSpiffs, UseSpiffs(creature=other, use="soak", on=wound), seat="ann")
    ask(play, other, "minor", text=FRIEND)
    play.no(NotEnoughSpiffs, UseSpiffs(creature=bob, use="minor", text=FRIEND), seat="ann")
    ask(play, stranger, "meaningful", text=FRIEND, seat="bob")


@pytest.mark.rule("BN-R-091", "BN-R-087")
def test_a_promise_of_one_character_is_none_of_another_where_spiffs_are_its_own() -> None:
    """Each character has separate spiffs."""
    play = Play(spiffs={"spiffs_owner": "character"})
    bob, other = play.one(), play.one()
    play.state = play.state.changed(bob, spiffs=1).changed(other, spiffs=1)

    ask(play, bob, "minor", text=FRIEND)
    ask(play, other, "minor", text=FRIEND)
    play.no(NotEnoughSpiffs, UseSpiffs(creature=other, use="minor", text=FRIEND), seat="ann")


@pytest.mark.rule("AR-CAMP-06")
def test_a_player_has_a_limit_of_open_uses() -> None:
    """Ten; then the game master must decide first. Other players are not affected."""
    play = Play()
    bob, other = play.one(spiffs=99), play.one("bob", spiffs=9)

    for _ in range(10):
        ask(play, bob, "minor", text=FRIEND)
    play.no(TooManyHere, UseSpiffs(creature=bob, use="minor", text=FRIEND), seat="ann")
    ask(play, other, "minor", text=FRIEND, seat="bob")


@pytest.mark.rule("BN-SPIFF-01")
@pytest.mark.parametrize(
    ("use", "about"),
    [
        ("reroll", {"on": "roll-1"}),
        ("reroll", {"die": "die-1"}),
        ("success", {"on": "roll-1", "die": "die-1"}),
        ("soak", {}),
        ("soak", {"on": "wound-1", "text": FRIEND}),
        ("minor", {}),
        ("major", {"text": FRIEND, "on": "roll-1"}),
    ],
)
def test_a_use_names_what_it_is_about_and_no_more(use: Any, about: dict[str, Any]) -> None:  # noqa: ANN401 a kind of use
    """A roll and its die, a roll, a wound, or the narrated fact."""
    play = Play()
    bob = play.one(spiffs=9)

    play.no(AboutSomethingElse, UseSpiffs(creature=bob, use=use, **about), seat="ann")


@pytest.mark.rule("BN-R-001")
def test_where_dice_are_rolled_at_the_table_a_reroll_reports_its_face() -> None:
    """Otherwise the use stays open."""
    play = Play(dice={"dice_source": "reported"})
    bob = play.one(spiffs=1)
    roll = rolled(play, bob)
    use = ask(play, bob, "reroll", on=roll, die="die-1")

    play.when(AllowSpiffs(use=use), faces=Faces(1)).then_refused(FacesNeeded)


@pytest.mark.rule("AR-CAMP-04")
def test_spiffs_are_used_by_their_player_or_the_game_master_for_it() -> None:
    """Other seats are refused."""
    play = Play()
    bob = play.one(spiffs=2)

    play.no(NotYours, UseSpiffs(creature=bob, use="minor", text=FRIEND), seat="bob")
    ask(play, bob, "minor", text=FRIEND, seat="gm")
    assert "ann" == next(iter(play.state.uses.values())).seat


def test_what_is_offered_are_the_uses_that_can_be_asked_for() -> None:
    """For each roll and wound, and for the story; for the game master, the decision on each use."""
    play = Play()
    bob = play.one(spiffs=9)
    roll, bought = rolled(play, bob), rolled(play, bob, stage="successes")
    play.given(RollMoved(roll=bought, stage="successes"))
    play.do(DealDamage(creature=bob, amount=1))

    offered = {entry.body["use"]: entry for entry in allowed_of(play.state, "ann", UseSpiffs)}

    assert {"reroll", "success", "soak", "minor", "meaningful", "major"} == {*offered}
    assert (roll, ("die-1", "die-2", "die-3", "die-4")) == (
        offered["reroll"].body["on"], tuple(offered["reroll"].fields["die"].options or ())
    )  # fmt: skip
    use = ask(play, bob, "major", text=FRIEND)
    (allowing,) = [one for one in allowed_of(play.state, "gm", AllowSpiffs) if "cost" in one.fields]
    assert (use, 9) == (allowing.body["use"], allowing.fields["cost"].most)


@pytest.mark.rule("BN-SPIFF-10", "BN-SPIFF-11", "BN-R-083", "BN-R-085", "BN-SPIFF-19")
def test_a_check_is_turned_by_a_reroll_and_a_bought_success() -> None:
    """One Scholar and three useless faces give 1 success; a Universal on one of them, and a bought one make 3."""
    play = Play()
    bob = play.one(spiffs=3)
    task = play.the(TaskProposed, CallTask(creature=bob, aim="lecture", terms=Terms(skill="Scholar", number=3))).task.id
    play.do(RollTask(task=task), 6, 6, 6, 6, seat="ann")
    (roll,) = play.state.rolls

    moved = spend(play, bob, "reroll", 1, on=roll, die="die-2")
    assert [RollMoved(roll=roll, stage="successes")] == moved[2:]
    settled = spend(play, bob, "success", on=roll)[-2]

    assert isinstance(settled, TaskSettled)
    assert (True, 3) == (settled.success, settled.successes)
    assert 0 == left(play, bob)


@pytest.mark.rule("BN-R-087", "BN-R-085")
def test_a_roll_waits_for_nobody_whose_spiffs_are_promised() -> None:
    """The only spiff is reserved for a story: the check is settled with its dice."""
    play = Play()
    bob = play.one(spiffs=1)
    ask(play, bob, "minor", text=FRIEND)
    task = play.the(TaskProposed, CallTask(creature=bob, aim="lecture", terms=Terms(skill="Scholar", number=1))).task.id

    settled = play.the(TaskSettled, RollTask(task=task), 6, 6, 6, 6, seat="ann")

    assert 1 == settled.successes


@pytest.mark.rule("BN-R-087", "BN-SPIFF-19")
def test_a_vetoed_reroll_may_be_asked_for_otherwise() -> None:
    """The roll waits for its player again, who can name another die, or keep the faces."""
    play = Play()
    bob = play.one(spiffs=1)
    roll = rolled(play, bob)
    play.do(VetoSpiffs(use=ask(play, bob, "reroll", on=roll, die="die-1")))

    assert "faces" == play.state.rolls[roll].stage
    assert DieRerolled(roll=roll, die="die-2", face="Universal") in spend(play, bob, "reroll", 1, on=roll, die="die-2")


@pytest.mark.rule("BN-CAMP-51")
def test_one_with_an_open_use_is_not_handed_over() -> None:
    """Another player would pay for it."""
    play = Play()
    bob = play.one(spiffs=1)
    use = ask(play, bob, "minor", text=FRIEND)

    play.no(UseIsAsked, AssignCharacter(character=bob, seat="bob"))
    play.do(VetoSpiffs(use=use))
    play.do(AssignCharacter(character=bob, seat="bob"))
    assert (1, 0) == (play.state.spiffs["ann"], left(play, bob))


@pytest.mark.rule("BN-SHEET-03", "BN-R-091")
@pytest.mark.parametrize("owner", ["player", "character"])
def test_the_sheet_keeps_equipment_dice_spiffs_finances_and_other_equipment(owner: str) -> None:
    """Visible to all: the player's or the character's spiffs, and the character's possessions."""
    play = Play(spiffs={"spiffs_owner": owner})
    bob = play.one(items=("Buckler",), coins=12)
    play.do(WriteSheet(creature=bob, other_equipment="a lute"), seat="ann")
    play.do(AwardSpiffs(creature=bob, deed="great back-story"))

    for seat in ("ann", "bob", "spectator"):
        shown = view(play.state, seat)
        (seen,) = shown.characters
        assert ["Buckler"] == [item.name for item in seen.items if item.faces]
        assert (12, "a lute") == (seen.coins, seen.sheet.other_equipment)
        assert (2, 0) == ((shown.spiffs["ann"], seen.spiffs) if owner == "player" else (seen.spiffs, len(shown.spiffs)))
