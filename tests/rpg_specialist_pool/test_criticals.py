"""Effects of criticals: consequences, counterattacks, dice lost in the next attack, and described outcomes."""

from typing import Any

import pytest

from services.rpg_specialist_pool.catalogue import CONSEQUENCES
from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.contests import (
    CancelContest,
    ContestOpened,
    ContestResolved,
    Counterattack,
    NoCounterattack,
    Oppose,
    StandStill,
)
from services.rpg_specialist_pool.chapters.criticals import (
    AttackerUnsettled,
    ConsequenceRuled,
    CounterWaits,
    CriticalShown,
    DescribeOutcome,
    Destabilise,
    MomentHasPassed,
    MomentPassed,
    NobodyToCounter,
    NoDefence,
    NotThatCritical,
    OutcomeDescribed,
    RuleConsequence,
)
from services.rpg_specialist_pool.state import Counter
from shared.kernel.campaign.fights import (
    AnswerFirst,
    EndFight,
    EndTurn,
    FightEnded,
    JoinFight,
    LeaveFight,
    NoFight,
)
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, ReasonNeeded
from tests.rpg_specialist_pool.play import FAILS, Play, dice, latest, of


def fail_critically(play: Play) -> str:
    """Make a test fail critically; return the id of the critical."""
    return of(CriticalShown, play.do(Attempt(character=play.hero(), action=dice(2)), *FAILS)).critical


@pytest.mark.rule("SG-CF-04", "SG-R-21")
@pytest.mark.parametrize("consequence", CONSEQUENCES)
def test_a_critical_failure_has_one_of_four_consequences(consequence: Any) -> None:  # noqa: ANN401
    """For a critical failure, the Keeper chooses one of four consequences, only once."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.clash(ann, bob, FAILS, (6,), context="spell")
    (critical,) = play.state.criticals

    ruled = play.the(
        ConsequenceRuled, RuleConsequence(critical=critical, consequence=consequence, text="it goes wrong")
    )

    assert (consequence, "it goes wrong", 0, 0) == (ruled.consequence, ruled.text, ruled.ap, ruled.dice)
    play.no(NotKnownHere, RuleConsequence(critical=critical, consequence=consequence, text="again"))
    play.do(Attempt(character=ann, action=dice(1)), 10)
    (success,) = play.state.criticals
    play.no(NotThatCritical, RuleConsequence(critical=success, consequence=consequence, text="no"))
    play.no(NotThatCritical, DescribeOutcome(critical=fail_critically(play), text="no"))


@pytest.mark.rule("SG-R-21")
def test_a_misstep_costs_ap_and_dice_only_in_a_fight() -> None:
    """In a fight, a misstep costs the stated AP at once, and dice in the next attack.

    Outside a fight it costs nothing.
    """
    play = Play()
    play.no(NoFight, RuleConsequence(critical=fail_critically(play), consequence="lost_footing", text="slips", ap=-1))
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    play.clash(ann, bob, FAILS, (6,))
    critical = max(play.state.criticals, key=lambda one: int(one.rpartition("-")[2]))

    play.do(RuleConsequence(critical=critical, consequence="lost_footing", text="slips", ap=-1, dice=-2))

    assert (1, -2) == (play.in_fight(ann).ap, play.in_fight(ann).unsettled)
    contest = play.the(ContestOpened, Oppose(character=ann, target=bob, action=dice(3, ap=1), context="combat"))
    assert 1 == contest.pool.dice


@pytest.mark.rule("SG-R-36")
def test_a_counterattack_is_one_attack_out_of_turn() -> None:
    """A Specialist with a granted counterattack attacks once with its remaining AP, in a complete opposed roll."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    play.clash(ann, bob, FAILS, (6,))
    (critical,) = play.state.criticals
    play.no(NoCounterattack, Counterattack(character=bob, action=dice(1)))
    play.do(RuleConsequence(critical=critical, consequence="counterattack", text="opens up"))
    assert Counter(character=bob, target=ann, in_fight=True) == play.state.counter
    play.no(NoCounterattack, Counterattack(character=ann, action=dice(1)))

    opened = play.the(ContestOpened, Counterattack(character=bob, action=dice(2, ap=1)), seat="bob")

    assert ("combat", ann, True, 1) == (opened.context, opened.target, opened.counterattack, opened.pool.ap)
    assert "hit" == of(ContestResolved, play.do(StandStill(contest=opened.contest), 6, 6, 5, 5, seat="ann")).outcome
    play.no(NoCounterattack, Counterattack(character=bob, action=dice(1)))


@pytest.mark.rule("SG-R-36")
def test_a_counterattack_lapses_with_the_next_other_action() -> None:
    """A counterattack also lapses when one side is removed. It cannot be made while a contest is pending."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")

    def grant() -> None:
        play.clash(ann, bob, FAILS, (6,), context="skill")
        critical = max(play.state.criticals, key=lambda one: int(one.rpartition("-")[2]))
        play.do(RuleConsequence(critical=critical, consequence="counterattack", text="opens up"))

    grant()
    play.do(Attempt(character=ann, action=dice(1)), 6)
    assert play.state.counter is None
    grant()
    play.do(RemoveCharacter(character=ann, reason="gone"))
    assert play.state.counter is None
    play.no(NobodyToCounter, RuleConsequence(critical=fail_critically(play), consequence="counterattack", text="?"))
    label = Play(critical={"counterattack": "label"})
    ann, bob = label.hero(), label.hero("bob")
    label.clash(ann, bob, FAILS, (6,), context="skill")
    (critical,) = label.state.criticals
    assert (
        label.the(ConsequenceRuled, RuleConsequence(critical=critical, consequence="counterattack", text="so")).by
        is None
    )
    assert label.state.counter is None


@pytest.mark.rule("SG-R-36", "SG-CAMP-07")
def test_a_counterattack_lapses_when_its_target_leaves_the_fight() -> None:
    """A counterattack lapses when its target leaves the fight."""
    play = Play()
    ann, bob, eve = play.hero(), play.hero("bob"), play.hero("gm")
    play.fight(ann, bob, eve)
    play.clash(ann, bob, FAILS, (6,))
    (critical,) = play.state.criticals
    contest = play.act_against(ann, eve, dice(1, ap=1))
    play.do(RuleConsequence(critical=critical, consequence="counterattack", text="opens up"))
    play.no(AnswerFirst, Counterattack(character=bob, action=dice(1)))
    play.do(CancelContest(contest=contest, reason="wait"))
    play.do(LeaveFight(participant=ann))
    play.no(NoCounterattack, Counterattack(character=bob, action=dice(1)))


@pytest.mark.rule("SG-CS-10", "SG-R-35")
def test_a_critical_defence_unsettles_only_the_next_attack() -> None:
    """A critical defence takes dice from the attacker's next attack only.

    The Keeper states their number and a reason.
    """
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    shown = of(CriticalShown, play.clash(ann, bob, (6, 6, 6), (10, 6), 5))
    assert (bob, ann, True) == (shown.character, shown.against, shown.defended)
    play.no(ReasonNeeded, Destabilise(critical=shown.critical, dice=-2))

    play.when(Destabilise(critical=shown.critical, dice=-2, reason="off balance")).then(
        AttackerUnsettled(critical=shown.critical, character=ann, dice=-2, reason="off balance")
    )

    spell = play.act_against(ann, bob, dice(3, ap=1), context="spell")
    assert 3 == play.state.contests[spell].pool.dice
    play.do(CancelContest(contest=spell, reason="another way"))
    first = play.act_against(ann, bob, dice(3, ap=1))
    assert 1 == play.state.contests[first].pool.dice
    play.do(CancelContest(contest=first, reason="a mistake"))
    assert -2 == play.in_fight(ann).unsettled
    again = play.act_against(ann, bob, dice(3, ap=1))
    play.do(StandStill(contest=again), 1, 5)
    last = play.act_against(ann, bob, dice(3, ap=1))
    assert 3 == play.state.contests[last].pool.dice


@pytest.mark.rule("SG-R-35", "SG-CS-10")
def test_only_an_attack_in_a_fight_can_be_unsettled() -> None:
    """The Keeper can take dice from the next attack only for a critical defence against an attack in a fight."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.no(NoFight, Destabilise(critical=of(CriticalShown, play.clash(ann, bob, (6, 6), (10,), 5)).critical))
    attack = of(CriticalShown, play.clash(ann, bob, (10, 6), (6,), 1, 1)).critical
    play.no(NoDefence, Destabilise(critical=attack))
    skill = of(CriticalShown, play.clash(ann, bob, (6, 6), (10,), context="skill")).critical
    play.no(NoDefence, Destabilise(critical=skill))
    play.fight(ann, bob)
    play.do(Destabilise(critical=of(CriticalShown, play.clash(ann, bob, (6, 6), (10,), 5)).critical))
    assert 0 == play.in_fight(ann).unsettled
    play.do(EndTurn(participant=ann))
    play.do(EndFight())
    play.fight(ann, bob)
    assert play.in_fight(ann).unsettled is None


@pytest.mark.rule("SG-CS-11", "SG-R-34")
def test_the_outcome_of_a_critical_success_is_described() -> None:
    """The Keeper describes the outcome of a critical success. In combat the description is optional."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    shown = of(CriticalShown, play.do(Attempt(character=ann, action=dice(1, kind="spell")), 10))
    assert "critical_success" == shown.shows

    play.when(DescribeOutcome(critical=shown.critical, text="it glows")).then(
        OutcomeDescribed(critical=shown.critical, text="it glows")
    )

    doubled = play.clash(ann, bob, (10,), None, 1, 1)
    play.do(DescribeOutcome(critical=of(CriticalShown, doubled).critical, text="a fine cut"))
    assert {} == play.state.criticals


@pytest.mark.rule("SG-R-35")
def test_two_critical_defences_unsettle_the_same_next_attack() -> None:
    """The dice that two critical defences take from the same next attack add up."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    for _ in range(2):
        play.clash(ann, bob, (6, 6), (10,), 5)
    for dice_taken, critical in zip((-1, -2), tuple(play.state.criticals), strict=True):
        play.do(Destabilise(critical=critical, dice=dice_taken, reason="shaken"))

    assert -3 == play.in_fight(ann).unsettled


# ---------------------------------------------------------------- one counterattack, and only while its fight lasts


def counter_for(critical: str) -> RuleConsequence:
    """Return the command that grants a counterattack for a critical failure."""
    return RuleConsequence(critical=critical, consequence="counterattack", text="opens up")


@pytest.mark.rule("SG-CAMP-16")
def test_one_counterattack_is_granted_at_a_time() -> None:
    """After two critical failures, the game refuses a second counterattack while the first one is pending."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    play.clash(ann, bob, FAILS, FAILS, 5)
    first, second = sorted(play.state.criticals)
    play.do(counter_for(first))
    play.no(CounterWaits, counter_for(second))
    play.do(Counterattack(character=bob, action=dice(1, ap=1)), seat="bob")
    play.do(CancelContest(contest=next(iter(play.state.contests)), reason="wait"))

    assert Counter(character=bob, target=ann, in_fight=True) == play.state.counter


@pytest.mark.rule("SG-CAMP-16")
def test_actions_out_of_reach_or_called_off_end_no_counterattack() -> None:
    """Actions of bystanders, and actions that are called off, do not end a counterattack."""
    play = Play()
    ann, bob, eve = play.hero(), play.hero("bob"), play.hero("gm")
    play.fight(ann, bob)
    play.clash(ann, bob, FAILS, (6,))
    play.do(counter_for(latest(play.state.criticals)))
    granted = play.state.counter

    play.do(Attempt(character=eve, action=dice(1)), 6)
    assert granted == play.state.counter
    contest = play.act_against(ann, bob, dice(1, ap=1))
    assert play.state.counter is None
    play.do(CancelContest(contest=contest, reason="wait"))
    assert granted == play.state.counter


@pytest.mark.rule("SG-R-36")
def test_a_specialist_outside_the_fight_is_granted_no_counterattack() -> None:
    """The Keeper cannot grant a counterattack to a Specialist outside the fight, who is not within reach."""
    play = Play()
    ann, bob, eve = play.hero(), play.hero("bob"), play.hero("gm")
    play.fight(ann, bob, eve)
    play.clash(ann, bob, FAILS, (6,))
    play.do(LeaveFight(participant=bob))
    play.no(NobodyToCounter, counter_for(latest(play.state.criticals)))


@pytest.mark.rule("SG-CAMP-17", "SG-R-35", "SG-R-36")
def test_after_its_fight_a_critical_can_only_be_described() -> None:
    """When a fight ends, its counterattacks lapse, and its criticals can only be described."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    play.clash(ann, bob, FAILS, (10,))
    failure, success = sorted(play.state.criticals)
    play.clash(ann, bob, FAILS, (6,))
    open_still = latest(play.state.criticals)
    play.do(counter_for(failure))

    assert [FightEnded(), MomentPassed(criticals=(success, open_still))] == play.do(EndFight())
    assert play.state.counter is None
    play.fight(ann, bob)
    play.no(MomentHasPassed, Destabilise(critical=success, dice=-1, reason="parried"))
    play.no(MomentHasPassed, counter_for(open_still))
    play.no(MomentHasPassed, RuleConsequence(critical=open_still, consequence="lost_footing", text="slips", ap=-1))
    play.do(DescribeOutcome(critical=success, text="a fine parry"))
    play.do(RuleConsequence(critical=open_still, consequence="narrative", text="is laughed at"))


@pytest.mark.rule("AR-FIGHT-09", "SG-R-35", "SG-AP-04")
def test_leaving_and_returning_restores_no_ap() -> None:
    """A Specialist who leaves a fight and returns regains no spent AP, and still loses dice in its next attack."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    play.clash(ann, bob, (6,), (10,), 5)
    play.do(Destabilise(critical=latest(play.state.criticals), dice=-1, reason="parried"))
    before = play.in_fight(ann)
    play.do(LeaveFight(participant=ann))
    play.do(JoinFight(participant=ann))

    assert (before.ap, before.unsettled) == (play.in_fight(ann).ap, play.in_fight(ann).unsettled) == (2, -1)
