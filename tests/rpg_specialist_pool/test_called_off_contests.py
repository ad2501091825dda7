"""Contests that the Keeper calls off, and fights that end: which counterattacks and AP are restored."""

import pytest

from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.contests import (
    Answer,
    CancelContest,
    ContestOpened,
    Counterattack,
    NoCounterattack,
    Oppose,
    StandStill,
)
from services.rpg_specialist_pool.chapters.criticals import (
    Destabilise,
    MomentPassed,
    RuleConsequence,
)
from services.rpg_specialist_pool.state import Counter
from shared.kernel.campaign.fights import (
    AnswerFirst,
    EndFight,
    JoinFight,
)
from shared.kernel.campaign.roster import RemoveCharacter
from tests.rpg_specialist_pool.counterattacking import fought, grant
from tests.rpg_specialist_pool.play import FAILS, Play, dice, latest

# ---------------------------------------------------------------- what comes back when a contest is called off


@pytest.mark.rule("SG-CAMP-16")
def test_a_cancelled_contest_of_bystanders_restores_no_used_counterattack() -> None:
    """Calling off a contest of bystanders does not restore a counterattack that fighters have used."""
    play = Play()
    ann, bob, cat, dan = fought(play, bystanders=2)
    grant(play, ann, bob)
    beside = play.act_against(cat, dan, dice(1), context="social")
    made = play.the(ContestOpened, Counterattack(character=bob, action=dice(1, ap=1)))
    play.do(StandStill(contest=made.contest), 6, 5)

    play.do(CancelContest(contest=beside, reason="they are interrupted"))

    assert play.state.counter is None
    play.no(NoCounterattack, Counterattack(character=bob, action=dice(1, ap=1)))


@pytest.mark.rule("SG-CAMP-16")
def test_a_counterattack_lapses_after_a_second_action() -> None:
    """A second action within reach ends a counterattack for good, even if the first contest is called off."""
    play = Play()
    ann, bob, cat, dan = fought(play, bystanders=2)
    eve, fay = play.hero("gm"), play.hero("gm")
    grant(play, cat, dan)
    first = play.act_against(eve, fay, dice(1), context="social")
    play.do(Attempt(character=cat, action=dice(1)), 6)

    play.do(CancelContest(contest=first, reason="they are interrupted"))

    assert play.state.counter is None
    assert play.state.fighting(ann)
    assert play.state.fighting(bob)


@pytest.mark.rule("SG-CAMP-16", "SG-CAMP-17")
def test_a_contest_cancelled_after_a_fight_restores_none_of_its_counterattacks() -> None:
    """A contest called off after a fight restores no counterattack from that fight."""
    play = Play()
    ann, bob, cat, dan = fought(play, bystanders=2)
    grant(play, ann, bob)
    beside = play.act_against(cat, dan, dice(1), context="social")
    play.do(EndFight())

    play.do(CancelContest(contest=beside, reason="they are interrupted"))

    assert play.state.counter is None


@pytest.mark.rule("SG-CAMP-16")
def test_a_cancelled_contest_restores_no_counterattack_against_a_removed_target() -> None:
    """A called-off contest restores no counterattack whose target has left the campaign."""
    play = Play()
    _, _, cat, dan = fought(play, bystanders=2)
    eve, fay = play.hero("gm"), play.hero("gm")
    grant(play, cat, dan)
    contest = play.act_against(eve, fay, dice(1), context="social")
    play.do(RemoveCharacter(character=cat, reason="gone"))

    play.do(CancelContest(contest=contest, reason="they are interrupted"))

    assert play.state.counter is None


@pytest.mark.rule("SG-CAMP-16")
def test_a_cancelled_contest_restores_no_counterattack_out_of_reach() -> None:
    """A called-off contest restores no counterattack if one of its sides has meanwhile joined a fight."""
    play = Play()
    _, _, cat, dan = fought(play, bystanders=2)
    eve, fay = play.hero("gm"), play.hero("gm")
    grant(play, cat, dan)
    contest = play.act_against(eve, fay, dice(1), context="social")
    play.do(JoinFight(participant=cat))

    play.do(CancelContest(contest=contest, reason="they are interrupted"))

    assert play.state.counter is None


@pytest.mark.rule("SG-CAMP-07", "SG-R-35")
def test_a_cancelled_contest_keeps_unsettling_dice_ruled_meanwhile() -> None:
    """When a contest is called off, the attacker's next attack loses the same dice again.

    Dice that the Keeper has taken in the meantime are added.
    """
    play = Play()
    ann, bob = fought(play)
    for _ in range(2):
        play.clash(ann, bob, (6, 6), (10,), 5)
    first, second = sorted(play.state.criticals)
    play.do(Destabilise(critical=first, dice=-2, reason="off balance"))
    contest = play.act_against(ann, bob, dice(3, ap=1))
    play.do(Destabilise(critical=second, dice=-1, reason="dazzled"))

    play.do(CancelContest(contest=contest, reason="a mistake"))

    assert -3 == play.in_fight(ann).unsettled


@pytest.mark.rule("SG-CAMP-07", "SG-R-21")
def test_a_cancelled_contest_keeps_the_loss_of_ap_ruled_meanwhile() -> None:
    """Calling off a contest returns the AP spent on it. AP that the Keeper took during the contest stay lost."""
    play = Play()
    ann, bob = fought(play)
    play.clash(ann, bob, FAILS, (6,))
    contest = play.act_against(ann, bob, dice(1, ap=2))
    play.do(RuleConsequence(critical=latest(play.state.criticals), consequence="lost_footing", text="slips", ap=-1))

    play.do(CancelContest(contest=contest, reason="a mistake"))

    assert 1 == play.in_fight(ann).ap


@pytest.mark.rule("SG-CAMP-16", "SG-R-31")
def test_a_counterattack_whose_dice_are_rolled_does_not_come_back() -> None:
    """A counterattack that has been rolled stays used, even if its contest is called off later."""
    play = Play(opposed={"declare": "first_side_rolls"})
    ann, bob = fought(play)
    opened = play.the(ContestOpened, Oppose(character=ann, target=bob, action=dice(2, ap=1), context="combat"), *FAILS)
    play.do(Answer(contest=opened.contest, action=dice(1)), 6)
    play.do(RuleConsequence(critical=latest(play.state.criticals), consequence="counterattack", text="opens up"))
    made = play.the(ContestOpened, Counterattack(character=bob, action=dice(1, ap=1)), 3)

    play.do(CancelContest(contest=made.contest, reason="wait"))

    assert play.state.counter is None


@pytest.mark.rule("SG-CAMP-13", "AR-FIGHT-07")
def test_no_party_to_an_open_contest_joins_a_fight() -> None:
    """While a contest outside the fight is open, neither of its sides may join the fight. Afterwards both may."""
    play = Play()
    _, _, cat, dan = fought(play, bystanders=2)
    contest = play.act_against(cat, dan, dice(1), context="social")
    play.no(AnswerFirst, JoinFight(participant=cat))
    play.no(AnswerFirst, JoinFight(participant=dan))

    play.do(StandStill(contest=contest), 6)

    play.do(JoinFight(participant=cat))


# ---------------------------------------------------------------- what the end of a fight takes


@pytest.mark.rule("SG-CAMP-17")
def test_the_end_of_a_fight_keeps_criticals_of_bystanders() -> None:
    """Criticals and counterattacks of bystanders remain after the fight ends."""
    play = Play()
    ann, bob, cat, dan = fought(play, bystanders=2)
    play.clash(ann, bob, FAILS, (6,))
    inside = latest(play.state.criticals)
    play.clash(cat, dan, FAILS, (10,), context="combat")
    outside = sorted(set(play.state.criticals) - {inside})
    play.do(RuleConsequence(critical=outside[0], consequence="counterattack", text="opens up"))
    granted = play.state.counter

    ended = play.do(EndFight())

    assert MomentPassed(criticals=(inside,)) == ended[-1]
    assert (False, True) == (play.state.criticals[outside[1]].past, play.state.criticals[inside].past)
    assert Counter(character=dan, target=cat) == granted == play.state.counter
    assert "combat" == play.the(ContestOpened, Counterattack(character=dan, action=dice(1))).context


@pytest.mark.rule("SG-CAMP-17")
def test_the_end_of_a_fight_keeps_criticals_from_before_it() -> None:
    """A critical from before a fight remains after the fight ends."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.clash(ann, bob, FAILS, (6,))
    play.fight(ann, bob)

    assert [] == [event for event in play.do(EndFight()) if isinstance(event, MomentPassed)]
    play.do(RuleConsequence(critical=latest(play.state.criticals), consequence="counterattack", text="opens up"))
    assert Counter(character=bob, target=ann) == play.state.counter
