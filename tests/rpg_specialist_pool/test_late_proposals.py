"""Proposals that came too late: what they need is over, so the game declines them."""

from collections.abc import Callable

import pytest

from services.rpg_specialist_pool.awaits import awaits
from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.conditions import ApplyCondition, ClearCondition
from services.rpg_specialist_pool.chapters.contests import (
    Answer,
    CancelContest,
    ContestResolved,
    Counterattack,
    Oppose,
    StandStill,
    StoodStill,
)
from services.rpg_specialist_pool.chapters.criticals import CounterattackLapsed
from services.rpg_specialist_pool.chapters.forgoing import ForgoCounterattack
from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.pools import PoolRolled
from services.rpg_specialist_pool.chapters.proposals import Propose
from services.rpg_specialist_pool.chapters.specialists import CreateSpecialist
from services.rpg_specialist_pool.state import Situational
from shared.kernel.campaign.fights import EndFight, EndTurn, LeaveFight, StartFight
from shared.kernel.campaign.proposals import ConfirmProposal, ProposalDeclined, WithdrawProposal
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.messages import Command, Event
from tests.rpg_specialist_pool.counterattacking import fought, grant
from tests.rpg_specialist_pool.play import Play, SecondForm, dice, latest

LIT = dice(1, situational=Situational(dice=1, reason="light"))


def declined(play: Play, command: Command, *faces: int, seat: str = "gm") -> list[str]:
    """Send a command, and return the ids of the proposals that the game declines for it."""
    events = play.do(command, *faces, seat=seat)
    found = [event for event in events if isinstance(event, ProposalDeclined)]
    assert {"it came too late"} >= {event.reason for event in found}
    return [event.proposal for event in found]


def propose(play: Play, command: Command, seat: str = "bob") -> str:
    """Propose a command, and return the id of the proposal."""
    play.do(Propose(command=command), seat=seat)  # type: ignore[arg-type]
    return latest(play.state.proposals)


@pytest.mark.rule("SG-CAMP-24", "AR-CAMP-12")
def test_a_proposed_answer_is_declined_once_the_opposed_roll_is_settled() -> None:
    """A proposed answer to a settled or cancelled opposed roll is declined, a proposed test is not."""
    play = Play()
    ann, bob = play.hero(), play.hero("bob")
    waits = propose(play, Attempt(character=bob, action=LIT))
    contest = play.act_against(ann, bob, dice(1), context="social")
    late = propose(play, Answer(contest=contest, action=LIT))

    events: list[Event] = play.do(StandStill(contest=contest), 6, seat="bob")

    assert [StoodStill, PoolRolled, ContestResolved, ProposalDeclined] == [type(event) for event in events]
    assert ProposalDeclined(proposal=late, reason="it came too late") == events[-1]
    assert [waits] == list(play.state.proposals)
    play.do(WithdrawProposal(proposal=waits), seat="bob")
    assert "gm" not in set(awaits(play.state))
    contest = play.act_against(ann, bob, dice(1), context="social")
    late = propose(play, Answer(contest=contest, action=LIT))
    assert [late] == declined(play, CancelContest(contest=contest, reason="no"))


@pytest.mark.rule("SG-CAMP-24")
def test_a_proposed_answer_waits_in_a_campaign_of_form_1() -> None:
    """Under version 1 of the rules the proposal waits, and the game master cannot confirm it."""
    play = SecondForm()
    ann, bob = play.hero(), play.hero("bob")
    contest = play.act_against(ann, bob, dice(1), context="social")
    late = propose(play, Answer(contest=contest, action=LIT))

    assert [] == declined(play, StandStill(contest=contest), 6, seat="bob")
    play.no(NotKnownHere, ConfirmProposal(proposal=late))


Ends = Callable[[Play, str, str], tuple[Command, str]]


@pytest.mark.rule("SG-CAMP-24", "SG-R-36")
@pytest.mark.parametrize("ends", [
    lambda _, __, bob: (ForgoCounterattack(character=bob), "bob"),
    lambda _, ann, __: (EndTurn(participant=ann), "ann"),
    lambda _, __, ___: (EndFight(), "gm"),
    lambda _, ann, __: (LeaveFight(participant=ann), "gm"),
])  # fmt: skip
def test_a_proposed_counterattack_is_declined_once_it_lapses(ends: Ends) -> None:
    """A proposed counterattack is declined if it is forgone, or lapses with a turn, a departure or the fight."""
    play = Play()
    ann, bob = fought(play)
    grant(play, ann, bob)
    late = propose(play, Counterattack(character=bob, action=dice(1, ap=1, situational=LIT.situational)))
    command, seat = ends(play, ann, bob)

    assert [late] == declined(play, command, seat=seat)
    assert {} == play.state.proposals


@pytest.mark.rule("SG-CAMP-24", "SG-CAMP-07")
@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("uses", [
    lambda _, bob: (Counterattack(character=bob, action=dice(1, ap=1)), "bob"),
    lambda ann, bob: (Oppose(character=ann, target=bob, action=dice(1, ap=1), context="combat"), "ann"),
])  # fmt: skip
def test_a_counterattack_that_an_opposed_roll_used_up_ends_its_proposal_once_that_roll_is_settled(
    uses: Callable[[str, str], tuple[Command, str]], settled: bool  # noqa: FBT001
) -> None:  # fmt: skip
    """If the Keeper cancels the roll, the Specialist has its counterattack again, and the proposal waits."""
    play = Play()
    ann, bob, cat = fought(play, bystanders=1)
    grant(play, ann, bob)
    late = propose(play, Counterattack(character=bob, action=dice(1, ap=1, situational=LIT.situational)))
    command, seat = uses(ann, bob)
    assert [] == declined(play, command, seat=seat)
    assert [] == declined(play, RemoveCharacter(character=cat, reason="gone"))
    (contest,) = play.state.contests
    ends, faces = (
        (StandStill(contest=contest), (6, 5)) if settled else (CancelContest(contest=contest, reason="no"), ())
    )

    assert [late] * settled == declined(play, ends, *faces)
    if not settled:
        play.do(ConfirmProposal(proposal=late))


@pytest.mark.rule("SG-CAMP-24", "SG-R-36")
def test_an_action_that_ends_a_counterattack_declines_its_proposal() -> None:
    """The proposal is declined after the event that records the end of the counterattack."""
    play = Play()
    ann, bob = fought(play)
    grant(play, ann, bob)
    late = propose(play, Counterattack(character=bob, action=dice(1, ap=1)))

    events = play.do(Attempt(character=ann, action=dice(1, ap=1)), 6, seat="ann")

    lapsed = events.index(CounterattackLapsed(character=bob, target=ann))
    assert ProposalDeclined(proposal=late, reason="it came too late") == events[lapsed + 1]


@pytest.mark.rule("SG-CAMP-24")
@pytest.mark.parametrize("ends", [
    lambda ann: (RollInitiative(participant=ann, dice=2), 6, 6), lambda _: (EndFight(),),
    lambda ann: (LeaveFight(participant=ann),),
])  # fmt: skip
def test_a_proposed_roll_for_initiative_is_declined_once_it_is_rolled_or_the_fight_is_over(
    ends: Callable[[str], tuple[Command, int, int]]
) -> None:  # fmt: skip
    """A player's proposed roll is declined if the Keeper rolls it, or the fight or the Specialist's part in it ends."""
    play = Play(initiative={"dice": "supplied"})
    ann, bob = play.hero(), play.hero("bob")
    play.do(StartFight(participants=(ann, bob)))
    late = propose(play, RollInitiative(participant=ann, dice=3), "ann")
    command, *faces = ends(ann)

    assert [late] == declined(play, command, *faces)


@pytest.mark.rule("SG-CAMP-24", "AR-ROSTER-03")
def test_proposals_that_name_a_removed_specialist_are_declined() -> None:
    """Proposals of or against a removed Specialist are declined, those of others are not."""
    play = Play(players_may={"create_specialists": "propose"})
    ann, bob, cat = play.hero(), play.hero("bob"), play.hero("gm")
    own = propose(play, Attempt(character=bob, action=LIT))
    waits = [propose(play, Attempt(character=ann, action=LIT), "ann")]
    against = propose(play, Oppose(character=ann, target=cat, action=LIT), "ann")
    waits.append(propose(play, CreateSpecialist(sheet=play.who(ann).sheet), "ann"))

    assert [own] == declined(play, RemoveCharacter(character=bob, reason="gone"))
    assert [against] == declined(play, RemoveCharacter(character=cat, reason="gone"))
    assert waits == list(play.state.proposals)


@pytest.mark.rule("SG-CAMP-24", "SG-R-37")
def test_a_proposal_to_clear_a_condition_is_declined_once_the_condition_is_gone() -> None:
    """Proposals to clear a Condition that was cleared meanwhile are declined; while a level is left, they wait."""
    play = Play(conditions={"catalogue": [{"name": name, "stacks": True} for name in ("sick", "blind")]})
    bob = play.hero("bob")
    for name in ("sick", "sick", "blind"):
        play.do(ApplyCondition(character=bob, condition=name, source="environment", reason="it shows"))
    late, waits = (
        propose(play, ClearCondition(character=bob, condition=name, reason="herbs")) for name in ("sick", "blind")
    )
    level = ClearCondition(character=bob, condition="sick", levels=1, reason="rain")

    assert [] == declined(play, level)
    assert [late] == declined(play, level)
    assert [waits] == list(play.state.proposals)
    assert [] == declined(play, ConfirmProposal(proposal=waits))
