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
