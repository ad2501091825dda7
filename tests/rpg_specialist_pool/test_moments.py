"""The moment of a critical that was rolled outside a fight: it passes when a day begins."""

from __future__ import annotations

import pytest

from services.rpg_specialist_pool.chapters.criticals import (
    AttackerUnsettled,
    ConsequenceRuled,
    CounterattackLapsed,
    Destabilise,
    MomentHasPassed,
    MomentPassed,
    RuleConsequence,
)
from shared.kernel.campaign.days import DayBegan, StartDay
from shared.kernel.campaign.fights import JoinFight, LeaveFight, NotInFight
from shared.kernel.messages import Event
from tests.rpg_specialist_pool.play import FAILS, FirstForm, Play, SecondForm, latest

FORMS = pytest.mark.parametrize("kind", [Play, SecondForm, FirstForm])


def slip(play: Play, by: str, against: str) -> str:
    """Let an opposed roll outside fights fail critically; return the id of the critical."""
    play.clash(by, against, FAILS, (6,), context="spell")
    return latest(play.state.criticals)


def counterattack(critical: str) -> RuleConsequence:
    """Return the command that grants a counterattack."""
    return RuleConsequence(critical=critical, consequence="counterattack", text="an opening")


def passed(events: list[Event]) -> list[MomentPassed]:
    """Return the events that end the moment of criticals."""
    return [event for event in events if isinstance(event, MomentPassed)]


@pytest.mark.rule("SG-R-59", "SG-CAMP-17")
@FORMS
def test_a_day_ends_the_moment_of_criticals(kind: type[Play]) -> None:
    """No counterattack is granted for a critical of an earlier day, but a consequence in words is.

    In a campaign of an older form it still is.
    """
    play = kind()
    ann, bob = play.hero(), play.hero("bob")
    critical = slip(play, ann, bob)
    past = (MomentPassed(criticals=(critical,)),) if kind is Play else ()

    play.when(StartDay()).then(DayBegan(day=1), *past)
    assert [] == passed(play.do(StartDay()))

    if kind is Play:
        refused = play.no(MomentHasPassed, counterattack(critical))
        assert ("the moment of this critical", critical) == (refused.needs, refused.has)
        play.the(ConsequenceRuled, RuleConsequence(critical=critical, consequence="narrative", text="a limp"))
    else:
        assert bob == play.the(ConsequenceRuled, counterattack(critical)).by


@pytest.mark.rule("SG-R-59", "SG-R-36")
def test_a_granted_counterattack_lapses_with_the_day_as_before() -> None:
    """A counterattack that was granted in time lapses with the day, besides the moment of other criticals."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    first, second = slip(play, ann, bob), slip(play, ann, bob)
    play.do(counterattack(first))

    play.when(StartDay()).then(
        DayBegan(day=1), CounterattackLapsed(character=bob, target=ann), MomentPassed(criticals=(second,))
    )


def parried(play: Play, attacker: str, defender: str) -> Destabilise:
    """Let a defence succeed critically; return the command that unsettles its attacker."""
    play.clash(attacker, defender, (6, 6), (10,), 5)
    return Destabilise(critical=latest(play.state.criticals), dice=-2, reason="off balance")


@pytest.mark.rule("SG-R-62", "SG-R-35", "SG-R-59", "SG-CS-10")
@FORMS
def test_a_defence_before_a_fight_counts_only_if_both_are_in_it(kind: type[Play]) -> None:
    """A critical defence before a fight unsettles its attacker in that fight only while the defender is in it too.

    In a campaign of an older form it always does.
    """
    play = kind()
    ann, bob, cid = play.hero(), play.hero("bob"), play.hero("cid")
    unsettles = parried(play, ann, bob)
    play.fight(ann, cid)

    if kind is Play:
        refused = play.no(NotInFight, unsettles)
        assert ((ann, cid), bob, "critical") == (refused.needs, refused.has, refused.field)
        play.do(JoinFight(participant=bob))

    assert -2 == play.the(AttackerUnsettled, unsettles).dice


@pytest.mark.rule("SG-R-62", "SG-R-35")
def test_a_defence_in_a_fight_counts_after_its_defender_left() -> None:
    """A critical defence within a fight unsettles its attacker even once the defender has left the fight."""
    play = Play()
    ann, bob, cid = play.hero(), play.hero("bob"), play.hero("cid")
    play.fight(ann, bob, cid)
    unsettles = parried(play, ann, bob)
    play.do(LeaveFight(participant=bob))

    assert ann == play.the(AttackerUnsettled, unsettles).character
