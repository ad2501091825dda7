"""Positions that end with their Condition, and pledges that end when their ally dies."""

import pytest

from services.rpg_boundless.chapters.checks import Check, CheckMade, PledgeHelp
from services.rpg_boundless.chapters.conditions import ClearCondition, GainCondition
from services.rpg_boundless.chapters.damage import DeclareDeath
from services.rpg_boundless.chapters.dice import SetPosition
from services.rpg_boundless.state.sheets import Stance
from tests.rpg_boundless.fights import WHY, fallen
from tests.rpg_boundless.play import Before, Play, at


@pytest.mark.rule("FB-COND-10", "FB-POS-10")
def test_a_position_because_of_a_condition_ends_with_it() -> None:
    """A Position set because of a Condition ends when the Condition is cleared. Other Positions do not end.

    Under version 1 of the rules, the Position waits until the Condition returns.
    """
    for play, left in ((Play(), ("save",)), (Before(), ("check", "save"))):
        hero = play.hero()
        play.do(GainCondition(character=hero, condition="poisoned"))
        sick = Stance(position="bad", condition="Poisoned")
        play.do(SetPosition(character=hero, stance=sick))
        play.do(SetPosition(character=hero, stance=at("good"), on="save"))

        play.do(ClearCondition(character=hero, condition="poisoned", reason="herbs"))

        assert left == tuple(one.on for one in play.who(hero).positions)
        play.do(GainCondition(character=hero, condition="poisoned"))
        made = play.the(CheckMade, Check(character=hero, attribute="strength"), 5, 1)
        assert ("bad" if "check" in left else "standard") == made.position


@pytest.mark.rule("FB-CAMP-11", "FB-CAMP-12")
def test_a_pledge_ends_with_the_ally_it_was_made_to() -> None:
    """A pledge of help ends when the ally dies. Under version 1 of the rules it does not end."""
    for play, ends in ((Play(), True), (Before(), False)):
        ally, other, helper = play.hero(), play.hero(seat="bob"), play.hero(seat="bob")
        play.do(PledgeHelp(character=helper, ally=ally, stamina=2), seat="bob")
        play.do(PledgeHelp(character=other, ally=helper, stamina=1), seat="bob")
        fallen(play, ally, 1, 1)

        play.do(DeclareDeath(character=ally, reason=WHY))

        assert ends == (play.who(helper).pledge is None)
        assert play.who(other).pledge is not None


@pytest.mark.rule("FB-R-92", "FB-CAMP-12")
@pytest.mark.parametrize("position", ["controlled", "dire"])
def test_a_pledge_outlasts_a_check_without_dice(position: str) -> None:
    """A pledge stays after a Check that its Position decides. Under version 1 of the rules it ends."""
    for play, stays in ((Play(), True), (Before(), False)):
        ally, helper = play.hero(), play.hero(seat="bob")
        play.do(PledgeHelp(character=helper, ally=ally, stamina=2), seat="bob")

        assert play.the(CheckMade, Check(character=ally, attribute="strength", stance=at(position))).roll is None

        assert stays == (play.who(helper).pledge is not None)


@pytest.mark.rule("FB-R-92", "FB-CHECK-04")
def test_a_check_with_dice_ends_a_pledge_that_it_does_not_use() -> None:
    """A Check with dice ends a pledge, also if the Check does not use it. No Stamina is spent."""
    play = Play()
    ally, helper = play.hero(), play.hero(seat="bob")
    play.do(PledgeHelp(character=helper, ally=ally, stamina=2), seat="bob")

    play.do(Check(character=ally, attribute="strength"), 1, 1, seat="ann")

    assert (None, 6) == (play.who(helper).pledge, play.who(helper).stamina)
