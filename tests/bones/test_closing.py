"""The closing of a season: the order of its actions, their steps, and their narration."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.rolls.settling import AlreadyTold, NotYoursToTell
from services.bones.chapters.seasons.closing import (
    ClockRollsThese,
    EndSeason,
    LetRest,
    ResolveAction,
    RollAction,
    TellOutcomes,
    due,
)
from services.bones.chapters.seasons.narrating import ActionTold, HarmIsForFailure, TellAction
from services.bones.chapters.seasons.strategic import (
    DeclareAction,
    SeasonIsOver,
    SetActionTerms,
    ThreeASeason,
)
from services.bones.state.campaign import FORM
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.seasons import Asset
from services.bones.state.tasks import Terms
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.kernel.refusals import NotDue, NotForThisSeat
from tests.bones.closings import OffStage
from tests.bones.play import BOB, allowed_of, listed
from tests.bones.trying import LOST, NONE, NULL, WON

DIFFICULT = 8
BOOK_DICE = (6, 1, 2, 5)
"""Faces that Bob's dice show while he writes his book: Scholar, Universal, Mental and Scholar."""


def nulls(count: int, dice: int) -> tuple[int, ...]:
    """Return faces of challenge dice that show this many Nulls."""
    return (*[NULL] * count, *[NONE] * (dice - count))


# ---------------------------------------------------------------- the examples


@pytest.mark.rule("BN-EX-10", "BN-EX-11", "BN-EX-12", "BN-OFF-09", "BN-OFF-11", "BN-ACT-03", "BN-INC-04", "BN-INC-07",
                  "BN-R-070", "BN-R-075")  # fmt: skip
def test_a_season_of_bob() -> None:
    """Bob writes a book, which earns renown and pays for a lecture, and he loses to Steve at court."""
    play = OffStage()
    bob = play.one(dice=BOB, name="Bob")
    play.open()
    book = play.declare(bob, "asset", "renown", difficulty="Difficult")
    lecture = play.earn(bob)
    court = play.declare(bob, "relationship", skill="Social", difficulty="Almost Impossible")
    play.close()

    wrote = play.resolve(*BOOK_DICE, *nulls(3, DIFFICULT))
    made = Asset(id=f"asset-{book.rpartition('-')[2]}", name="so it is", skill="Scholar", temporary=True)
    assert wrote == ActionOutcome(
        action=book, creature=bob, season=1, success=True, successes=4, nulls=3, margin=1, gains=("asset", "renown"),
        made=made, narrator="ann",
    )  # fmt: skip
    assert (1, {made.id: made}) == (play.who(bob).renown, play.who(bob).assets)

    earned = play.resolve(1, 4, 5, 4)
    assert (lecture, 2, 1, 300, (made.id,)) == (
        earned.action, earned.successes, earned.assets, earned.coins, earned.used
    )  # fmt: skip
    assert 300 == play.who(bob).coins

    lost = play.resolve(1, 4, 3, 4, *nulls(6, 12))
    assert (court, False, 1, 6, -5, None, ()) == (
        lost.action, lost.success, lost.successes, lost.nulls, lost.margin, lost.narrator, lost.gains
    )  # fmt: skip
    play.end()
    assert {} == play.who(bob).assets
    play.no(NotYoursToTell, TellAction(action=court, text="I won"), seat="ann")
    narrated = ActionTold(action=court, text="Steve beats Bob.")
    play.when(TellAction(action=court, text="Steve beats Bob.")).then(narrated)


@pytest.mark.rule("BN-OFF-09", "BN-ACT-05", "BN-R-300")
def test_at_most_three_actions_a_season() -> None:
    """A character may declare three actions in a season, even if all of them fail. The rules refuse a fourth."""
    play = OffStage(seasons={"season_resolution": "at_once"})
    bob = play.die()
    play.open()
    for _ in range(3):
        key = play.declare(bob, skill="Stealth", difficulty="Easy", faces=(LOST, NONE, NONE))
        assert (False, None) == (play.state.outcomes[key].success, play.state.outcomes[key].narrator)
    play.no(ThreeASeason, DeclareAction(creature=bob, gains=("other",), aim="more", skill="Social"))


@pytest.mark.rule("BN-R-300")
def test_income_is_resolved_at_once_with_that_setting() -> None:
    """If `season_resolution` is `at_once`, income is resolved when it is declared.

    Income needs no difficulty, and at the close it is neither resolved nor narrated.
    """
    play = OffStage(seasons={"season_resolution": "at_once"})
    bob = play.die()
    play.open()
    play.earn(bob, skill="Craft", faces=(4,))
    assert 100 == play.who(bob).coins
    play.close("none")
    assert LetRest(after=0) == play.due


# ---------------------------------------------------------------- order


@pytest.mark.rule("BN-R-300", "BN-ACT-03")
def test_first_actions_come_before_second_ones() -> None:
    """The game resolves every first action before any second one, and every second action before any third.

    Actions of the same rank are resolved in the order of their declaration.
    """
    play = OffStage()
    ann, bob = play.die(), play.die("bob")
    play.open()
    one = play.earn(bob, skill="Craft")
    two = play.declare(bob, skill="Stealth", difficulty="Easy")
    three = play.earn(ann, skill="Craft")
    four = play.declare(ann, skill="Stealth", difficulty="Easy")
    five = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()

    rolls = ((one, ()), (three, ()), (two, (NONE, NONE)), (four, (NONE, NONE)), (five, (NONE, NONE)))
    for key, challenge in rolls:
        assert ResolveAction(action=key) == play.due
        assert key == play.resolve(LOST, *challenge).action
    assert LetRest(after=0) == play.due


@pytest.mark.rule("BN-R-300", "BN-CAMP-120")
def test_only_the_clock_takes_the_due_step_once() -> None:
    """Only the clock may carry out a season's steps, and only the step that is due."""
    play = OffStage()
    bob = play.die()
    play.open()
    one, two = play.earn(bob, skill="Craft"), play.declare(bob, skill="Stealth", difficulty="Easy")
    assert due(play.state) is None
    for early in (ResolveAction(action=one), EndSeason(season=1)):
        play.no(NotDue, early, seat="clock")
    play.close()
    for other in (ResolveAction(action=two), TellOutcomes(after=0), LetRest(after=0), EndSeason(season=1)):
        play.no(NotDue, other, seat="clock")
    play.no(NotForThisSeat, ResolveAction(action=one))
    play.no(ClockRollsThese, RollAction(action=one))
    play.resolve(LOST)
    play.no(NotDue, ResolveAction(action=one), seat="clock")


@pytest.mark.rule("BN-CAMP-154", "BN-R-071")
@pytest.mark.parametrize("resolution", ["at_close", "at_once"])
def test_an_incapacitated_creatures_action_lapses(resolution: str) -> None:
    """The game refuses terms for an incapacitated creature's action, and the action lapses when the season closes."""
    play = OffStage(seasons={"season_resolution": resolution})
    bob = play.die()
    play.open()
    key = play.declare(bob, skill="Stealth")
    play.state = play.state.change(bob, lost=(1,))
    play.no(SeasonIsOver, SetActionTerms(action=key, terms=Terms(skill="Stealth", difficulty="Easy")))
    play.close()
    assert "incapacitated" == play.resolve().lapsed
    play.end()


# ---------------------------------------------------------------- narration


@pytest.mark.rule("BN-OFF-09", "BN-CAMP-123", "BN-R-261")
def test_the_winner_narrates_an_action() -> None:
    """The player narrates a successful action, and the game master a failed one.

    Each action can be narrated once, until an action of another season is resolved.
    """
    play = OffStage()
    bob = play.die()
    play.open()
    won, lost = (play.declare(bob, skill="Stealth", difficulty="Easy") for _ in range(2))
    play.close()
    play.resolve(WON, NONE, NONE)
    play.resolve(LOST, NONE, NONE)
    play.end()

    play.no(NotYoursToTell, TellAction(action=won, text="so"))
    play.no(NotYoursToTell, TellAction(action=lost, text="so"), seat="ann")
    play.no(OnlyTheGameMaster, TellAction(action=won, text="so", damage=1), seat="ann")
    play.when(TellAction(action=won, text="In!"), seat="ann").then(ActionTold(action=won, text="In!"))
    play.no(AlreadyTold, TellAction(action=won, text="so"), seat="ann")
    assert "In!" == play.state.outcomes[won].told

    play.open()
    play.earn(bob, skill="Craft")
    play.close()
    assert {won, lost} == {*play.state.outcomes}
    third = play.resolve(WON).action
    assert {third} == {*play.state.outcomes}
    play.end()
    play.no(NotKnownHere, TellAction(action=lost, text="so"))


@pytest.mark.rule("BN-R-072")
@pytest.mark.parametrize("rule", ["gm_states", "none"])
def test_the_game_master_may_set_the_cost_of_a_failure_while_narrating(rule: str) -> None:
    """A failed action deals the damage that the game master sets.

    The damage heals like any other. If `off_stage_damage` is `none`, a failure deals no damage.
    """
    play = OffStage(seasons={"off_stage_damage": rule})
    bob = play.die(count=2)
    play.open()
    lost = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()
    play.resolve(LOST, LOST, NONE, NONE)
    play.end()

    play.state = play.state.change(bob, seat="gm")
    costly = TellAction(action=lost, text="Beaten.", damage=1)
    if rule == "none":
        play.no(HarmIsForFailure, costly)
        return
    play.the(ActionTold, costly)
    assert (2,) == play.who(bob).lost


@pytest.mark.rule("BN-R-370")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_failure_hurts_once(form: int) -> None:
    """A failure that cost a die by its terms deals no damage when it is narrated. In older campaigns it does."""
    play = OffStage()
    play.state = replace(play.state, form=form)
    bob = play.die(count=3)
    play.open()
    lost = play.declare(bob, skill="Stealth", difficulty="Easy", damage=1)
    play.close()
    play.resolve(LOST, LOST, LOST, NONE, NONE)
    play.end()
    narrated = TellAction(action=lost, text="Beaten.", damage=1)
    if form == FORM:
        refused = play.no(HarmIsForFailure, narrated)
        assert ("a failure without damage", lost) == (refused.needs, refused.has)
        play.do(TellAction(action=lost, text="Beaten."))
    else:
        assert ActionTold in map(type, play.do(narrated))


@pytest.mark.rule("BN-R-072")
def test_success_costs_nothing() -> None:
    """A character loses no dice when its action succeeds or lapses."""
    play = OffStage()
    bob = play.die("gm", kind="character")
    play.open()
    won = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()
    play.resolve(WON, NONE, NONE)
    play.end()
    play.no(HarmIsForFailure, TellAction(action=won, text="so", damage=1))


# ---------------------------------------------------------------- legal list


@pytest.mark.rule("BN-CAMP-120", "BN-CAMP-113", "BN-OFF-09")
def test_listed_commands_during_and_after_the_closing() -> None:
    """No command is listed during the close. Afterwards each winner is offered the narration."""
    play = OffStage()
    bob = play.die()
    play.open()
    won, lost = (play.declare(bob, skill="Stealth", difficulty="Easy") for _ in range(2))
    play.close()
    assert [] == [*listed(play.state, "gm").allowed, *listed(play.state, "ann").allowed]
    play.resolve(WON, NONE, NONE)
    play.resolve(LOST, NONE, NONE)
    play.end()
    narrations = {seat: allowed_of(play.state, seat, TellAction) for seat in ("gm", "ann", "bob")}
    offered = {
        seat: {(one.body["action"], "damage" in one.fields) for one in found} for seat, found in narrations.items()
    }
    assert {"gm": {(lost, False), (lost, True)}, "ann": {(won, False)}, "bob": set()} == offered


@pytest.mark.rule("BN-CAMP-120")
def test_the_next_action_is_offered_where_dice_are_reported() -> None:
    """Only the game master is offered the command that rolls the next action."""
    play = OffStage(dice={"dice_source": "reported"})
    bob = play.die()
    play.open()
    key = play.earn(bob, skill="Craft")
    play.close()
    assert [key] == [one.body["action"] for one in allowed_of(play.state, "gm", RollAction)]
    assert [] == allowed_of(play.state, "ann", RollAction)
