"""Prepared creatures as opponents in hidden tasks. Players see only the result of such a task.

A prepared creature is one that the game master has created and not revealed to players yet.
"""

from __future__ import annotations

from msgspec.structs import replace

from services.bones.chapters.people import creatures, data
from services.bones.context import CampaignContext
from services.bones.reading.owned import may_try
from services.bones.state.campaign import CampaignState
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import ForgetPrepared, RevealCharacter
from shared.kernel.chapter import guard


def is_unseen(state: CampaignState, who: str) -> bool:
    """Return whether a creature is prepared and not revealed yet.

    In a player's copy of the state, the result is always false.
    """
    return state.prepared.get(who) is not None


def with_opponents(state: CampaignState, terms: Terms | None) -> CampaignState:
    """Return the campaign after adding a task's prepared opponents to its creatures, so that they can roll.

    Rule:    BN-CAMP-166
    Refuses: NotKnownHere, DieOrFaces, OutOfRange, DieNeeded
    """
    named = () if terms is None else terms.opponents
    found = {one.creature: state.prepared.get(one.creature) for one in named}
    there = {who: creatures.as_revealed(state, who, new) for who, new in found.items() if new is not None}
    return replace(state, characters={**state.characters, **there}) if there else state


def may_oppose(state: CampaignState, terms: Terms, one: Opponent) -> bool:
    """Return whether a prepared opponent may roll the skill with which it opposes the task.

    Rule:    BN-CLASS-05
    Refuses: the refusals of `with_opponents`
    """
    return may_try(with_opponents(state, terms), one.creature, one.skill, one.circumstances.aids)


def opposed_by(state: CampaignState, about: tuple[str, ...]) -> tuple[str, ...]:
    """Return the open tasks that at least one prepared creature in `about` opposes. Rule: BN-CAMP-166."""
    prepared = tuple(who for who in about if who in state.prepared)
    return in_order(task.id for task in state.tasks.values() if any(who in task.others for who in prepared))


@guard
def stays_as_it_is(ctx: CampaignContext, command: RevealCharacter | ForgetPrepared | data.LoadData) -> None:
    """Refuse to reveal or forget a prepared creature, or to load new data, while a task that it opposes is open.

    Rule:    BN-CAMP-166
    Refuses: AnswerFirst
    """
    about = ctx.state.prepared if isinstance(command, data.LoadData) else (command.character,)
    if waits := opposed_by(ctx.state, tuple(about)):
        raise AnswerFirst(needs=waits, field="data" if isinstance(command, data.LoadData) else "character")
