"""Combinations of rules: the start and end of fights, three sides, lapsed effects, and names chosen by players."""

import pytest

from services.rpg_specialist_pool.chapters.attempts import Attempt, AttemptResolved, RuleTie
from services.rpg_specialist_pool.chapters.contests import (
    Answer,
    CancelContest,
    ContestOpened,
    ContestResolved,
    Counterattack,
    NoCounterattack,
    Oppose,
    StandStill,
)
from services.rpg_specialist_pool.chapters.criticals import (
    CriticalShown,
    Destabilise,
    NobodyToCounter,
    RuleConsequence,
)
from services.rpg_specialist_pool.chapters.damage import DamageDealt
from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.luck import NoLuckForThis
from services.rpg_specialist_pool.chapters.pools import NotEnoughAp
from services.rpg_specialist_pool.chapters.proposals import Propose
from services.rpg_specialist_pool.chapters.specialists import ChangeSpecialist
from services.rpg_specialist_pool.state import Action, Counter, Sheet
from shared.kernel.campaign.fights import (
    EndTurn,
    JoinFight,
    LeaveFight,
    NoFight,
    NotInFight,
    RolledAlready,
    StartFight,
    TurnBegan,
)
from shared.kernel.campaign.proposals import ConfirmProposal
from shared.kernel.campaign.roster import AssignCharacter, RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, NotYours
from tests.rpg_specialist_pool.play import FAILS, Play, SecondForm, dice, latest, of


def counter_for(play: Play) -> RuleConsequence:
    """Return the command that grants a counterattack for the last critical failure."""
    return RuleConsequence(critical=latest(play.state.criticals), consequence="counterattack", text="opens up")


@pytest.mark.rule("SG-LUCK-08", "SG-LUCK-09", "SG-R-24")
@pytest.mark.parametrize(("faces", "outcome", "margin"), [((8,), "won", 0), ((1, 5), "lost", -3)])
def test_luck_alone_can_meet_a_threshold(faces: tuple[int, ...], outcome: str, margin: int) -> None:
    """A test can be rolled with Luck dice alone, without any other dice."""
    play = Play()
    ann = play.hero(luck=2)

    resolved = of(AttemptResolved, play.do(Attempt(character=ann, action=dice(0, luck=len(faces))), *faces))

    assert (outcome, margin) == (resolved.outcome, resolved.margin)


@pytest.mark.rule("SG-R-07", "SG-CS-01", "SG-CF-01")
@pytest.mark.parametrize(
    ("faces", "shows"), [((10, 5, 7), "critical_success"), ((1, 6, 2), "critical_failure"), ((9, 8, 10), None)]
)
def test_luck_affects_the_majority_but_not_the_tens_of_a_critical(faces: tuple[int, ...], shows: str | None) -> None:
    """A Luck die changes the majority of successes or failures, but its 10 does not count towards a critical."""
    play = Play()
    events = play.do(Attempt(character=play.hero(luck=1), action=dice(2, luck=1)), *faces)

    assert ([] if shows is None else [shows]) == [one.shows for one in events if isinstance(one, CriticalShown)]


@pytest.mark.rule("SG-R-36", "SG-CAMP-16")
def test_a_counterattack_that_fails_may_be_countered() -> None:
    """Each counterattack is an action that costs AP, so a chain of counterattacks ends."""
    play = Play()
    ann, bob, cat = play.hero(), play.hero("bob"), play.hero("gm")
    play.fight(ann, bob, cat)
    play.clash(ann, bob, FAILS, (6,))
    play.do(counter_for(play))
    play.no(NoCounterattack, Counterattack(character=cat, action=dice(1, ap=1)))
    play.no(NotYours, Counterattack(character=bob, action=dice(1, ap=1)), seat="ann")
    made = play.the(ContestOpened, Counterattack(character=bob, action=dice(2, ap=1)))
    play.do(Answer(contest=made.contest, action=dice(1)), *FAILS, 6)

    play.do(counter_for(play))

    assert Counter(character=ann, target=bob, in_fight=True) == play.state.counter


@pytest.mark.rule("SG-R-36")
def test_the_attacker_may_counterattack_after_a_failed_defence() -> None:
    """The opponent of a Specialist whose roll failed may counterattack, even if that opponent was the attacker."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    play.clash(ann, bob, (6,), FAILS, 5)
    play.do(counter_for(play))

    assert Counter(character=ann, target=bob, in_fight=True) == play.state.counter


@pytest.mark.rule("SG-R-36", "SG-AP-05")
def test_a_counterattack_from_before_a_fight_is_made_before_its_first_turn() -> None:
    """A counterattack granted before the fight costs AP of the fight, and lapses when the first turn begins."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.clash(ann, bob, FAILS, (6,))
    play.do(counter_for(play))
    play.do(StartFight(participants=(ann, bob)))
    made = play.the(ContestOpened, Counterattack(character=bob, action=dice(1, ap=1)))
    assert 1 == made.pool.spent
    play.do(RollInitiative(participant=ann), 6, 6, 6)
    play.do(RollInitiative(participant=bob), 1, 1, 1)

    events = play.do(StandStill(contest=made.contest), 6, 5)

    assert TurnBegan(participant=ann) in events


@pytest.mark.rule("SG-R-36", "SG-CAMP-16")
def test_a_counterattack_lapses_if_only_one_of_the_two_joins_a_fight() -> None:
    """If only one side of a counterattack joins a fight, it lapses, because the two are out of reach of each other."""
    play = Play()
    ann, bob, cat = play.hero(), play.hero("bob"), play.hero("gm")
    play.clash(ann, bob, FAILS, (6,))
    play.do(counter_for(play))
    play.fight(ann, cat)

    assert play.state.counter is None


@pytest.mark.rule("SG-R-36", "SG-CAMP-03")
def test_a_proposed_counterattack_that_has_lapsed_is_not_confirmed() -> None:
    """When the Keeper confirms a proposal, the game judges it again. A counterattack that has lapsed is refused.

    Under version 2 of the rules, the proposal is declined when the counterattack lapses (SG-CAMP-24).
    """
    play = SecondForm()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    play.clash(ann, bob, FAILS, (6,))
    play.do(counter_for(play))
    play.do(Propose(command=Counterattack(character=bob, action=dice(1, ap=1))), seat="bob")
    play.do(EndTurn(participant=ann))

    play.no(NoCounterattack, ConfirmProposal(proposal=next(iter(play.state.proposals))))


@pytest.mark.rule("SG-CF-04", "SG-R-21", "SG-R-58", "SG-CS-10")
def test_criticals_of_removed_characters_can_only_be_described() -> None:
    """If a critical's character has been removed, the Keeper can only describe the critical.

    No counterattack, loss of AP or lost dice can follow.
    """
    play = Play()
    ann, bob, cat = play.hero(), play.hero("bob"), play.hero("gm")
    play.clash(ann, cat, FAILS, (6,), context="skill")
    failed = latest(play.state.criticals)
    play.do(RemoveCharacter(character=ann, reason="gone"))
    play.no(NobodyToCounter, counter_for(play))
    play.no(NoFight, RuleConsequence(critical=failed, consequence="backlash", text="burns", ap=-1))
    play.do(RuleConsequence(critical=failed, consequence="narrative", text="is missed"))
    play.fight(bob, cat)
    play.clash(bob, cat, (6, 6), (10,), 5)
    play.do(LeaveFight(participant=bob))
    play.no(NotInFight, Destabilise(critical=latest(play.state.criticals), dice=-1, reason="parried"))


@pytest.mark.rule("SG-OPP-04", "SG-R-58", "SG-CAMP-12")
def test_a_tie_is_decided_even_when_a_side_has_left() -> None:
    """The Keeper can decide a tie even if one side has left."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.clash(ann, bob, (6,), (6,), context="social")
    (tie,) = play.state.ties
    play.do(RemoveCharacter(character=bob, reason="gone"))

    play.do(RuleTie(tie=tie, outcome="stalemate"))

    assert {} == play.state.ties


@pytest.mark.rule("SG-OPP-01", "SG-R-44")
def test_the_new_seat_answers_for_a_character_handed_over() -> None:
    """After a character is assigned to another seat, only that seat may answer for it.

    Characters of the Keeper have no Luck.
    """
    play = Play()
    ann, bob = play.hero(), play.hero("bob", luck=3)
    contest = play.act_against(ann, bob, dice(1))
    play.do(AssignCharacter(character=bob, seat="gm"))
    play.no(NotYours, StandStill(contest=contest), seat="bob")
    play.no(NoLuckForThis, Answer(contest=contest, action=dice(1, luck=1)))

    play.do(StandStill(contest=contest), 6, 5)


@pytest.mark.rule("SG-AP-04", "SG-R-46")
def test_a_new_speed_counts_from_the_next_turn_on() -> None:
    """A new Speed changes AP from the next turn on. An action declared before a change of the sheet still counts."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    contest = play.act_against(ann, bob, dice(3, ap=1))
    play.do(ChangeSpecialist(character=ann, sheet=Sheet(name="Ash", speed=50), reason="haste"))
    assert "hit" == of(ContestResolved, play.do(StandStill(contest=contest), 6, 1, 1, 5)).outcome
    assert 2 == play.in_fight(ann).ap
    play.do(EndTurn(participant=ann))
    play.do(EndTurn(participant=bob))

    assert 10 == play.in_fight(ann).ap


@pytest.mark.rule("SG-R-32", "SG-R-16")
def test_answers_cost_ap_and_the_next_turn_restores_them() -> None:
    """An answer costs some of the remaining AP. The character's own turn restores all AP."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    contest = play.act_against(ann, bob, dice(1, ap=1))
    play.no(NotEnoughAp, Answer(contest=contest, action=Action(tier="basic", ap=4)))
    play.do(Answer(contest=contest, action=Action(tier="simple", ap=2)), 6, 6, 6)
    assert 1 == play.in_fight(bob).ap
    play.do(EndTurn(participant=ann))

    assert 3 == play.in_fight(bob).ap


@pytest.mark.rule("SG-LUCK-12", "AR-FIGHT-03")
def test_returning_to_a_fight_allows_no_second_initiative_roll() -> None:
    """A Specialist who returns to a fight may neither roll initiative again nor add another Luck die to it."""
    play = Play()
    ann, bob = play.hero(luck=3), play.hero("bob")
    play.fight(ann, bob)
    play.do(LeaveFight(participant=ann))
    play.do(JoinFight(participant=ann))

    play.no(RolledAlready, RollInitiative(participant=ann, luck=1))


@pytest.mark.rule("SG-R-27", "SG-R-42")
def test_damage_to_a_sheet_that_lost_its_vitality() -> None:
    """If a sheet has lost its Vitality when a blow lands, the event records the damage, but no Vitality changes.

    From form 2 on, a sheet keeps its Vitality until the blow has landed.
    """
    play = SecondForm(damage={"applies_to": "vitality"})
    ann, bob = play.hero(vitality=5), play.hero("bob", vitality=5)
    contest = play.act_against(ann, bob, dice(1))
    play.do(ChangeSpecialist(character=bob, sheet=Sheet(name="Ghost"), reason="it fades"))

    dealt = of(DamageDealt, play.do(StandStill(contest=contest), 6, 5))

    assert (5, None) == (dealt.damage, dealt.vitality)


@pytest.mark.rule("SG-CAMP-07")
def test_calling_off_a_contest_restores_the_turn_and_all_ap() -> None:
    """Calling off a contest restores the turn and all AP. The contest cannot be answered or called off afterwards."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    play.fight(ann, bob)
    contest = play.act_against(ann, bob, dice(1, ap=2))
    play.do(CancelContest(contest=contest, reason="a mistake"))

    assert (ann, 3) == (play.state.turn, play.in_fight(ann).ap)
    for again in (CancelContest(contest=contest, reason="again"), StandStill(contest=contest)):
        play.no(NotKnownHere, again)
    play.do(Oppose(character=ann, target=bob, action=dice(1, ap=3), context="combat"))


@pytest.mark.rule("SG-CAMP-23", "AR-ROSTER-02")
@pytest.mark.parametrize(("form", "side"), [(Play, "player"), (SecondForm, "enemy")])
def test_a_specialist_that_is_assigned_in_a_fight_changes_sides(form: type[Play], side: str) -> None:
    """The Specialist is on its new seat's side from then on. In older campaigns its side does not change."""
    play = form()
    ann, foe = play.hero(), play.hero("gm")
    play.fight(ann, foe)

    play.do(AssignCharacter(character=foe, seat="bob"))
    assert side == play.in_fight(foe).side

    play.do(AssignCharacter(character=foe, seat="gm"))
    assert "enemy" == play.in_fight(foe).side


@pytest.mark.rule("SG-CAMP-23", "AR-FIGHT-09")
@pytest.mark.parametrize(("form", "side"), [(Play, "player"), (SecondForm, "enemy")])
def test_a_specialist_that_is_assigned_outside_the_fight_comes_back_on_its_new_side(
    form: type[Play], side: str
) -> None:
    """The Specialist left the fight as an enemy. In older campaigns it comes back as an enemy."""
    play = form()
    ann, foe = play.hero(), play.hero("gm")
    play.fight(ann, foe)

    play.do(LeaveFight(participant=foe))
    play.do(AssignCharacter(character=foe, seat="bob"))
    play.do(JoinFight(participant=foe))

    assert side == play.in_fight(foe).side
