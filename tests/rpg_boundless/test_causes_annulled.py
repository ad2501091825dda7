"""Pending effects of rolls that are annulled: Conditions without room, Critical Saves and their Positions."""

import pytest
from msgspec import UNSET

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.chapters.annulments import (
    AdjustCritical,
    ConditionWaived,
    CriticalSaveWithdrawn,
    StatusRestored,
)
from services.rpg_boundless.chapters.checks import Check, CheckMade
from services.rpg_boundless.chapters.conditions import MakeRoom, RoomNeeded
from services.rpg_boundless.chapters.damage import (
    CriticalSave,
    CriticalSaveDue,
    CriticalSaveMade,
    DeclareDeath,
    DyingHelped,
    HelpDying,
)
from services.rpg_boundless.chapters.dice import SetPosition
from services.rpg_boundless.chapters.overrides import AdjustHp, AdjustRoll, RollAnnulled
from services.rpg_boundless.chapters.pools import PoolCleared
from services.rpg_boundless.chapters.recovery import (
    MaxHpRaised,
    MilestoneReached,
    ReachMilestone,
    SpendHit,
)
from services.rpg_boundless.chapters.running_out import RollPool
from services.rpg_boundless.chapters.saves import Accept, ConsequenceFaced, FaceConsequence, Save, SaveMade
from services.rpg_boundless.chapters.seats import MAX_PENDING
from services.rpg_boundless.chapters.spells import CastSpell
from services.rpg_boundless.state.sheets import Harm
from shared.kernel.campaign.seats import NotKnownHere, TooManyHere
from tests.rpg_boundless.fights import WHY
from tests.rpg_boundless.play import ROPE, Before, Play, at

COCKED = "a cocked die"
VENOM = Harm(what="venom", conditions=("poisoned",))
MISSES = (1,) * 6
HITS = (6,) * 6


def laden(play: Play) -> str:
    """Create a character whose Slots are all filled."""
    return play.hero(items=(ROPE,) * 10)


def roll_save(play: Play, consequence: str, *faces: int) -> str:
    """Roll a Save with these faces; return the roll."""
    made = play.the(SaveMade, Save(consequence=consequence), *faces)
    assert made.roll is not None
    return made.roll.id


def fail_critical(play: Play, hero: str, *faces: int) -> str:
    """Fail a character's pending Critical Save; return the roll."""
    made = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), *faces)
    assert made.roll is not None
    return made.roll.id


def endanger(play: Play, hero: str) -> None:
    """Set the HP of a character to 0."""
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))


# ---------------------------------------------------------------- Conditions that wait for room


@pytest.mark.rule("FB-R-56", "FB-R-10", "FB-SAVE-10")
def test_a_condition_that_waits_for_room_goes_with_the_save_that_brought_it() -> None:
    """When a failed Save is annulled, its Condition no longer waits for room.

    The consequence needs a new Save. If that Save avoids it, no Item is dropped and the character gets no
    Condition.
    """
    play = Play()
    hero = laden(play)
    roll = roll_save(play, play.face(hero, conditions=("poisoned",)), *MISSES)
    (room,) = play.state.rooms

    play.when(AdjustRoll(roll=roll, reason=COCKED)).then(
        RollAnnulled(roll=roll, reason=COCKED),
        ConditionWaived(room=room, character=hero, condition="poisoned", reason=COCKED),
        ConsequenceFaced(
            consequence="consequence-15", character=hero, harm=Harm(what="trouble", conditions=("poisoned",))
        ),
    )

    play.no(NotKnownHere, MakeRoom(room=room, drop=(min(play.who(hero).items),)))
    roll_save(play, "consequence-15", *HITS[:4])
    assert ({}, 10, {}) == (play.who(hero).conditions, len(play.who(hero).items), play.state.room_rolls)


@pytest.mark.rule("FB-R-56", "FB-R-10")
def test_a_condition_that_waits_for_room_goes_with_the_check_behind_an_accepted_consequence() -> None:
    """When a Check is annulled, the Condition from its accepted consequence no longer waits for room.

    A Condition with another cause still waits.
    """
    play = Play()
    hero, other = laden(play), laden(play)
    check = play.the(CheckMade, Check(character=hero, attribute="strength", risk=VENOM), 1, 1).check
    (faced,) = play.state.consequences
    needed = play.the(RoomNeeded, Accept(consequence=faced))
    assert (check,) == needed.rolls
    stays = play.the(RoomNeeded, Accept(consequence=play.face(other, conditions=("wet",)))).room

    play.when(AdjustRoll(roll=check, reason=COCKED)).then(
        RollAnnulled(roll=check, reason=COCKED),
        ConditionWaived(room=needed.room, character=hero, condition="poisoned", reason=COCKED),
    )

    assert {stays} == {*play.state.rooms}


@pytest.mark.rule("FB-R-56", "FB-SPELL-04", "FB-R-42")
def test_strain_that_waits_for_room_goes_with_its_check() -> None:
    """If strain allows no Save and the Check against it is annulled, the Condition that waits for room is withdrawn."""
    play = Play(spells={"save_against_strain": False})
    hero = laden(play)
    made = play.the(CheckMade, CastSpell(character=hero, spell="light"), 1)
    (room,) = play.state.rooms

    play.when(AdjustRoll(roll=made.check, reason=COCKED)).then(
        RollAnnulled(roll=made.check, reason=COCKED),
        ConditionWaived(room=room, character=hero, condition=BOOK.strain, reason=COCKED),
    )


@pytest.mark.rule("FB-R-56", "FB-R-10")
def test_once_room_is_made_the_condition_stays_when_its_roll_is_annulled() -> None:
    """If the player has already made room, the Condition stays even when its roll is annulled."""
    play = Play()
    hero = laden(play)
    roll = roll_save(play, play.face(hero, conditions=("poisoned",)), *MISSES)
    (room,) = play.state.rooms
    play.do(MakeRoom(room=room, drop=(min(play.who(hero).items),)))

    play.do(AdjustRoll(roll=roll, reason=COCKED))

    assert (["poisoned"], {}) == ([*play.who(hero).conditions], play.state.room_rolls)


@pytest.mark.rule("FB-R-56", "FB-CAMP-11")
def test_the_dead_leave_no_causes_of_waiting_conditions() -> None:
    """Conditions of the dead no longer wait for room, so annulling their roll withdraws no Condition."""
    play = Play()
    hero = laden(play)
    endanger(play, hero)
    fail_critical(play, hero, 1, 1)
    roll = roll_save(play, play.face(hero, conditions=("poisoned",)), *MISSES)
    play.do(DeclareDeath(character=hero, reason=WHY))

    play.when(AdjustRoll(roll=roll, reason=COCKED)).then(RollAnnulled(roll=roll, reason=COCKED))

    assert ({}, {}) == (play.state.rooms, play.state.room_rolls)


@pytest.mark.rule("FB-R-56", "FB-R-10")
def test_under_rules_version_1_a_condition_waits_for_room_whatever_is_annulled() -> None:
    """Under version 1 of the rules, a Condition still waits for room after its roll is annulled."""
    play = Before()
    hero = laden(play)
    consequence = play.face(hero, conditions=("poisoned",))
    made, needed = play.do(Save(consequence=consequence), *MISSES)
    assert isinstance(made, SaveMade)
    assert isinstance(needed, RoomNeeded)
    assert made.roll is not None
    assert UNSET is needed.rolls

    play.when(AdjustRoll(roll=made.roll.id, reason=COCKED)).then(RollAnnulled(roll=made.roll.id, reason=COCKED))

    assert {needed.room} == {*play.state.rooms}


# ---------------------------------------------------------------- Critical Saves


@pytest.mark.rule("FB-CRIT-12")
def test_a_critical_save_without_a_roll_is_the_last_one_too() -> None:
    """Annulling an older Critical Save changes nothing if a later one left the character dying.

    This also applies if a Position decided the later one without a roll.
    """
    play = Play(dying={"clock": "pool_2d"})
    hero = play.hero()
    endanger(play, hero)
    older = fail_critical(play, hero, 1, 1)
    play.do(HelpDying(character=hero))
    play.do(AdjustHp(character=hero, hp=3, reason=WHY))
    endanger(play, hero)
    play.do(CriticalSave(critical=play.critical(hero), stance=at("dire")))
    clocks = {*play.state.pools}

    play.when(AdjustRoll(roll=older, reason=COCKED)).then(RollAnnulled(roll=older, reason=COCKED))

    assert ("dying", {}, clocks) == (play.who(hero).status, play.state.criticals, {*play.state.pools})
    assert 1 == len(clocks)


@pytest.mark.rule("FB-CRIT-11", "FB-CRIT-12", "FB-SAVE-10")
def test_a_critical_save_that_is_due_again_still_knows_the_rolls_that_led_to_it() -> None:
    """If a Critical Save and then the Save before it are annulled, no Critical Save is due any more."""
    play = Play()
    hero = play.hero()
    save = roll_save(play, play.face(hero, damage=9), *MISSES)
    roll = fail_critical(play, hero, 1, 1)

    play.when(AdjustRoll(roll=roll, reason=COCKED)).then(
        RollAnnulled(roll=roll, reason=COCKED),
        StatusRestored(character=hero, status="unhurt"),
        CriticalSaveDue(critical="critical-6", character=hero, rolls=(save,)),
    )
    play.when(AdjustRoll(roll=save, reason=COCKED)).then(
        RollAnnulled(roll=save, reason=COCKED),
        CriticalSaveWithdrawn(critical="critical-6", character=hero, reason=COCKED),
        ConsequenceFaced(consequence="consequence-7", character=hero, harm=Harm(what="trouble", damage=9)),
    )

    assert ({}, {}) == (play.state.criticals, play.state.endangered)


@pytest.mark.rule("FB-CRIT-11", "FB-R-54")
def test_the_position_for_a_critical_save_goes_with_it() -> None:
    """When a Critical Save is withdrawn, its Position is removed, but Positions for other kinds of rolls are not."""
    play = Play()
    hero = play.hero()
    play.do(SetPosition(character=hero, on="save", stance=at("bad")))
    endanger(play, hero)
    play.do(SetPosition(character=hero, on="critical_save", stance=at("good")))

    play.do(AdjustCritical(critical=play.critical(hero), reason="a slip"))

    assert ["save"] == [one.on for one in play.who(hero).positions]


# ---------------------------------------------------------------- HP above 0


@pytest.mark.rule("FB-CRIT-13", "FB-R-37")
def test_hp_from_experience_end_dying_and_its_countdown() -> None:
    """If `raise_current_hp` is true, a Hit on maximum HP raises current HP too.

    This helps a dying character and clears its countdown Pool.
    """
    play = Play(experience={"raise_current_hp": True}, dying={"clock": "pool_2d"})
    hero = play.hero()
    endanger(play, hero)
    fail_critical(play, hero, 1, 1)
    (clock,) = play.state.pools
    hits = play.the(MilestoneReached, ReachMilestone(character=hero, milestone="a tower"), *HITS[:4]).experience

    play.when(SpendHit(experience=hits, on="max_hp")).then(
        MaxHpRaised(experience=hits, character=hero, max_hp=6, hp=2),
        DyingHelped(character=hero, how=None),
        PoolCleared(pool=clock),
    )

    play.no(NotKnownHere, RollPool(pool=clock))
    assert "wounded" == play.who(hero).status


@pytest.mark.rule("FB-CRIT-13", "FB-R-37")
def test_hp_that_stay_at_0_do_not_end_dying() -> None:
    """By default a Hit raises only maximum HP, so a dying character is still dying."""
    play = Play()
    hero = play.hero()
    endanger(play, hero)
    fail_critical(play, hero, 1, 1)
    hits = play.the(MilestoneReached, ReachMilestone(character=hero, milestone="a tower"), *HITS[:4]).experience

    play.do(SpendHit(experience=hits, on="max_hp"))

    assert ("dying", 0) == (play.who(hero).status, play.who(hero).hp)


@pytest.mark.rule("FB-CRIT-13", "FB-R-37")
def test_under_rules_version_1_hp_from_experience_do_not_end_dying() -> None:
    """Under version 1 of the rules, HP from experience do not end dying."""
    play = Before(experience={"raise_current_hp": True}, dying={"clock": "pool_2d"})
    hero = play.hero()
    endanger(play, hero)
    fail_critical(play, hero, 1, 1)
    hits = play.the(MilestoneReached, ReachMilestone(character=hero, milestone="a tower"), *HITS[:4]).experience

    play.when(SpendHit(experience=hits, on="max_hp")).then(MaxHpRaised(experience=hits, character=hero, max_hp=6, hp=2))

    assert ("dying", 1) == (play.who(hero).status, len(play.state.pools))


# ---------------------------------------------------------------- room for the consequence


@pytest.mark.rule("FB-SAVE-10", "FB-CAMP-06")
@pytest.mark.parametrize("void", [True, False])
def test_with_many_consequences_a_save_is_annulled_only_if_its_own_need_not_return(void: bool) -> None:  # noqa: FBT001
    """At the limit of pending consequences, a Save cannot be annulled if its consequence would become pending again.

    If its Check is annulled first, the consequence does not return, and the Save can be annulled.
    """
    play = Play()
    hero, other = play.hero(), play.hero(seat="bob")
    check = play.the(CheckMade, Check(character=hero, attribute="strength", risk=VENOM), 1, 1).check
    (faced,) = play.state.consequences
    save = roll_save(play, faced, *HITS)
    if void:
        play.do(AdjustRoll(roll=check, reason=COCKED))
    for _ in range(MAX_PENDING):
        play.do(FaceConsequence(harm=VENOM, characters=(other,)))

    if void:
        play.when(AdjustRoll(roll=save, reason=COCKED)).then(RollAnnulled(roll=save, reason=COCKED))
    else:
        play.no(TooManyHere, AdjustRoll(roll=save, reason=COCKED))
