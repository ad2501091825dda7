"""Items that change hands, and proposals that the game master confirms, during a fight."""

from typing import Final

import pytest

from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.conditions import ClearCondition, ConditionCleared, GainCondition
from services.rpg_boundless.chapters.fights import EndFight, StartFight
from services.rpg_boundless.chapters.items import (
    AcceptItem,
    HandOver,
    ItemDropped,
    ItemHandedOver,
    ItemOffered,
    ItemPickedUp,
    ItemTaken,
    PickUp,
    TakeItem,
)
from services.rpg_boundless.chapters.proposals import Proposable, Propose
from services.rpg_boundless.chapters.recovery import Rest, Rested
from services.rpg_boundless.chapters.saves import Accept
from services.rpg_boundless.chapters.turns import ActionTaken, ActionUsed, AnswerFirst, FightGoesOn, NotYourTurn
from shared.kernel.campaign.proposals import CommandProposed, ConfirmProposal, ProposalConfirmed
from shared.kernel.messages import Command
from tests.rpg_boundless.fights import Fight
from tests.rpg_boundless.play import ROPE

PASSED: Final = (ItemOffered, ItemHandedOver, ItemPickedUp)


def passing(play: Fight, hero: str) -> list[Command]:
    """Return the commands with which Ann and Bob hand over, accept and pick up Items."""
    other = play.bob if hero == play.ann else play.ann
    own, offered, dropped = (play.item(one, ROPE) for one in (hero, other, play.cara))
    play.given(ItemOffered(character=other, item=offered, to=hero))
    play.given(ItemDropped(character=play.cara, item=dropped))
    return [
        HandOver(character=hero, item=own, to=other),
        AcceptItem(character=hero, item=offered),
        PickUp(character=hero, item=dropped),
    ]


def waits(play: Fight, seat: str, command: Proposable) -> str:
    """Propose a command that waits for the game master; return the proposal's id."""
    return play.the(CommandProposed, Propose(command=command), seat=seat).proposal


# ---------------------------------------------------------------- from hand to hand


@pytest.mark.rule("FB-R-62", "FB-ROUND-05", "FB-SLOT-09", "FB-SLOT-10")
@pytest.mark.parametrize("deed", range(3))
def test_passing_an_item_is_the_action_of_the_characters_turn(deed: int) -> None:
    """In a fight, handing over, accepting and picking up an Item each use the turn's action.

    The game refuses them out of turn or after another action.
    """
    play = Fight()
    play.no(NotYourTurn, passing(play, play.bob)[deed], seat="bob")

    acted, passed = play.do(passing(play, play.ann)[deed], seat="ann")

    assert ActionTaken(participant=play.ann, what="gear") == acted
    assert isinstance(passed, PASSED[deed])
    play.no(ActionUsed, passing(play, play.ann)[deed], seat="ann")
    play.no(ActionUsed, Check(character=play.ann, attribute="strength"), seat="ann")


@pytest.mark.rule("FB-R-62")
@pytest.mark.parametrize("deed", range(3))
def test_a_setting_makes_passing_an_item_free(deed: int) -> None:
    """If `combat.gear` is `free`, handing over, accepting and picking up Items needs neither a turn nor an action."""
    play = Fight(combat={"gear": "free"})
    play.do(passing(play, play.bob)[deed], seat="bob")
    play.do(passing(play, play.ann)[deed], seat="ann")

    play.do(Check(character=play.ann, attribute="strength"), 1, 1, seat="ann")


@pytest.mark.rule("FB-R-62", "FB-R-81")
def test_an_offer_is_taken_back_at_any_time() -> None:
    """Withdrawing an offer of an Item uses no action and needs no turn."""
    play = Fight()
    rope = play.item(play.bob, ROPE)
    play.given(ItemOffered(character=play.bob, item=rope, to=play.ann))

    play.when(HandOver(character=play.bob, item=rope), seat="bob").then(
        ItemOffered(character=play.bob, item=rope, to=None)
    )


@pytest.mark.rule("FB-R-64", "FB-SAVE-09")
@pytest.mark.parametrize("deed", range(3))
def test_a_pending_consequence_blocks_passing_items(deed: int) -> None:
    """A character with a pending consequence must answer it before passing Items, in a fight or outside one."""
    play = Fight()
    play.face(play.ann)
    play.no(AnswerFirst, passing(play, play.ann)[deed], seat="ann")
    play.do(EndFight())

    play.no(AnswerFirst, passing(play, play.ann)[deed], seat="ann")


# ---------------------------------------------------------------- what is confirmed


@pytest.mark.rule("FB-CAMP-16", "FB-ROUND-05", "FB-R-62", "FB-R-80")
def test_a_confirmed_item_uses_its_bearers_action() -> None:
    """A proposed Item uses the action of its bearer.

    It is proposed and confirmed in that character's own turn, before any other action.
    """
    play = Fight()
    play.no(NotYourTurn, Propose(command=TakeItem(character=play.bob, item=ROPE)), seat="bob")
    first, second = (waits(play, "ann", TakeItem(character=play.ann, item=ROPE)) for _ in range(2))

    confirmed, acted, taken = play.do(ConfirmProposal(proposal=first))

    assert ProposalConfirmed(proposal=first) == confirmed
    assert ActionTaken(participant=play.ann, what="gear") == acted
    assert isinstance(taken, ItemTaken)
    play.no(ActionUsed, ConfirmProposal(proposal=second))
    play.next(play.ann)
    play.no(NotYourTurn, ConfirmProposal(proposal=second))
    assert {second} == set(play.state.proposals)
    play.do(EndFight())
    play.the(ItemTaken, ConfirmProposal(proposal=second))


@pytest.mark.rule("FB-CAMP-16", "FB-ROUND-07", "FB-R-61")
def test_a_confirmed_rest_waits_until_the_fight_is_over() -> None:
    """A rest cannot be proposed in a fight. A rest proposed earlier can be confirmed only after the fight."""
    play = Fight()
    rest = Rest(character=play.ann, length="short")
    play.no(FightGoesOn, Propose(command=rest), seat="ann")
    play.do(EndFight())
    waiting = waits(play, "ann", rest)
    play.do(StartFight(characters=(play.ann,), enemies=(play.wolf,)))

    play.no(FightGoesOn, ConfirmProposal(proposal=waiting))

    play.do(EndFight())
    play.the(Rested, ConfirmProposal(proposal=waiting), 1, 1, 1)


@pytest.mark.rule("FB-CAMP-16", "FB-R-61")
def test_a_setting_makes_a_confirmed_rest_the_action() -> None:
    """If `combat.rest` is `action`, a rest confirmed in the character's own turn counts as its action."""
    play = Fight(combat={"rest": "action"})
    waiting = waits(play, "ann", Rest(character=play.ann, length="short"))

    _, acted, rested = play.do(ConfirmProposal(proposal=waiting), 1, 1, 1)

    assert ActionTaken(participant=play.ann, what="short rest") == acted
    assert isinstance(rested, Rested)


@pytest.mark.rule("FB-CAMP-16", "FB-SAVE-09", "FB-R-64")
def test_a_pending_consequence_blocks_the_confirmation() -> None:
    """A proposal cannot be confirmed while its character has a pending consequence."""
    play = Fight()
    waiting = waits(play, "ann", TakeItem(character=play.ann, item=ROPE))
    faced = play.face(play.ann)
    play.no(AnswerFirst, ConfirmProposal(proposal=waiting))
    play.do(Accept(consequence=faced), seat="ann")

    play.the(ItemTaken, ConfirmProposal(proposal=waiting))


@pytest.mark.rule("FB-R-80", "FB-COND-08")
def test_a_confirmed_end_of_a_condition_uses_no_action() -> None:
    """If a confirmed proposal clears a Condition, this uses no action and needs no turn."""
    play = Fight()
    play.do(GainCondition(character=play.bob, condition="tired"))
    cleared = ClearCondition(character=play.bob, condition="tired", reason="the noise is over")

    waiting = waits(play, "bob", cleared)

    play.when(ConfirmProposal(proposal=waiting)).then(
        ProposalConfirmed(proposal=waiting),
        ConditionCleared(character=play.bob, condition="tired", reason="the noise is over"),
    )
