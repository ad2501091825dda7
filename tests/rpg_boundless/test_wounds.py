"""Wounds: help for the dying, the end of a wound, and pledges of help."""

import pytest

from services.rpg_boundless.chapters.checks import Check, PledgeHelp
from services.rpg_boundless.chapters.damage import DyingHelped, HelpDying, NotDying
from services.rpg_boundless.chapters.overrides import AdjustAttribute, AdjustHp, AdjustStamina
from services.rpg_boundless.chapters.recovery import SpendRecovery, WoundsHealed
from services.rpg_boundless.chapters.turns import AnotherHelps, HelperDying, HelperNotNamed
from services.rpg_boundless.state.campaign import Pledge
from services.rpg_boundless.state.sheets import Helper
from shared.kernel.campaign.seats import NotYours
from tests.rpg_boundless.fights import WHY, Fight, fallen, rest
from tests.rpg_boundless.play import Play

# ---------------------------------------------------------------- dying and wounded


@pytest.mark.rule("FB-CRIT-09")
def test_the_dying_cannot_help_themselves() -> None:
    """Only another character can help a dying one.

    The command must name the helper, unless the seat has just one other character.
    """
    play = Play()
    hero = play.hero(seat="ann")
    fallen(play, hero, 1, 1)
    play.no(HelperNotNamed, HelpDying(character=hero), seat="ann")
    play.no(AnotherHelps, HelpDying(character=hero, helper=hero), seat="ann")
    play.no(AnotherHelps, HelpDying(character=hero, helper=hero))
    friend = play.hero(seat="bob")
    play.no(NotYours, HelpDying(character=hero, helper=friend), seat="ann")

    helped = play.the(DyingHelped, HelpDying(character=hero, how="water"), seat="bob")

    assert DyingHelped(character=hero, helper=friend, how="water") == helped
    assert "wounded" == play.who(hero).status


@pytest.mark.rule("FB-CRIT-04", "FB-CRIT-09")
def test_only_the_dying_can_be_helped_this_way() -> None:
    """Help for a character who is not dying is refused for that reason, whatever the turn or the helper."""
    play = Fight()
    play.no(NotDying, HelpDying(character=play.ann, helper=play.bob))
    play.no(NotDying, HelpDying(character=play.ann))


@pytest.mark.rule("FB-CRIT-09")
def test_one_of_several_helpers_is_named() -> None:
    """A player with two characters must name the one that helps.

    The game master may name any character as the helper.
    """
    play = Play()
    hero, _, other = play.hero(), play.hero(seat="bob"), play.hero(seat="bob")
    fallen(play, hero, 1, 1)
    play.no(HelperNotNamed, HelpDying(character=hero), seat="bob")
    play.the(DyingHelped, HelpDying(character=hero, helper=other), seat="bob")
    fallen_again = play.hero()
    fallen(play, fallen_again, 1, 1)

    assert None is play.the(DyingHelped, HelpDying(character=fallen_again, how="the monks come by")).helper


@pytest.mark.rule("FB-CRIT-10", "FB-R-65")
def test_a_wound_ends_when_hp_and_attributes_are_restored() -> None:
    """A wound ends when both HP and Attributes are at their maximum. Full HP alone are not enough."""
    play = Play()
    hero = play.hero(2)
    fallen(play, hero, 5, 1)
    assert ("wounded", 1) == (play.who(hero).status, play.who(hero).scores.strength)
    play.do(AdjustHp(character=hero, hp=4, reason=WHY))
    assert "wounded" == play.who(hero).status

    recovery = rest(play, hero, 5, 1, 1)
    happened = play.do(SpendRecovery(recovery=recovery, spend=("hp",), restore=("strength",)), seat="ann")

    assert WoundsHealed(character=hero) == happened[-1]
    assert "unhurt" == play.who(hero).status


@pytest.mark.rule("FB-R-65")
@pytest.mark.parametrize(
    ("ends", "weary", "fresh"),
    [("hp_and_attributes", "unhurt", "unhurt"), ("everything", "wounded", "unhurt"), ("never", "wounded", "wounded")],
)
def test_a_setting_decides_what_ends_a_wound(ends: str, weary: str, fresh: str) -> None:
    """By default a wound ends when HP and Attributes are restored.

    If `wounded.ends` is `everything`, Stamina must be restored too; if it is `never`, the game master decides.
    """
    play = Play(wounded={"ends": ends})
    hero = play.hero(2, stamina=3)
    fallen(play, hero, 5, 5)
    play.do(AdjustHp(character=hero, hp=4, reason=WHY))
    assert weary == play.who(hero).status

    play.do(AdjustStamina(character=hero, stamina=6, reason=WHY))

    assert fresh == play.who(hero).status


@pytest.mark.rule("FB-R-66")
@pytest.mark.parametrize("helps", ["anyone", "standing"])
def test_a_setting_decides_whether_the_dying_help_one_another(helps: str) -> None:
    """A dying character may help another dying one, unless `dying.help` is `standing`."""
    play = Play(dying={"help": helps})
    hero, other = play.hero(), play.hero(seat="bob")
    for one in (hero, other):
        fallen(play, one, 1, 1)
    help_given = HelpDying(character=hero, helper=other)

    if helps == "anyone":
        play.do(help_given, seat="bob")
    else:
        play.no(HelperDying, help_given, seat="bob")


@pytest.mark.rule("FB-CHECK-09", "FB-CAMP-12")
def test_pledged_help_is_for_the_next_check_of_that_ally() -> None:
    """A pledge of help ends with the ally's next Check, whether or not it is used.

    Helping another character does not end the pledge.
    """
    play = Play()
    ann, bob, cara = play.hero(), play.hero(seat="bob"), play.hero()
    play.do(PledgeHelp(character=bob, ally=ann, stamina=2), seat="bob")

    play.do(Check(character=cara, attribute="strength", helpers=(Helper(character=bob, stamina=1),)), 1, 1, 1)
    assert Pledge(ally=ann, stamina=2) == play.who(bob).pledge
    play.do(Check(character=ann, attribute="strength"), 1, 1, seat="ann")

    assert None is play.who(bob).pledge


@pytest.mark.rule("FB-R-07")
def test_a_lowered_strength_never_reduces_maximum_hp_below_1() -> None:
    """If maximum HP follow Strength, a maximum that the game master set to 1 stays 1 when Strength falls."""
    play = Play(hp={"follows_strength": True})
    hero = play.hero(3)
    play.do(AdjustHp(character=hero, hp=1, max_hp=1, reason=WHY))

    play.do(AdjustAttribute(character=hero, attribute="strength", score=0, reason=WHY))

    assert (1, 1) == (play.who(hero).hp, play.who(hero).max_hp)
