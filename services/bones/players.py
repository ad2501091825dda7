"""The computer player for fights: each creature fights with its first weapons, as in simulated fights.

The computer player decides from the campaign as its seat sees it, without the hidden dice and items of creatures, and
without the declarations and allotments that are still secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.bones import tactics
from services.bones.chapters.fights import allotting, blows
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.game import bones
from services.bones.house import foes
from services.bones.reading import fighting, taking_part
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Command, Seat
from shared.kernel.players.as_read import reads_along
from shared.kernel.players.fighting import players_who_want
from shared.kernel.players.house import Turn


def as_seen(turn: Turn) -> CampaignState:
    """Return the campaign as the computer player's seat sees it, including which hidden creatures have fallen."""
    state: CampaignState = turn.known.state
    for who in state.closed:
        if turn.state.characters[who].down:
            state = state.change(who, closed=())
    return state


def wanted_commands(state: CampaignState, seat: Seat) -> Iterator[Command]:
    """Yield the commands that the computer player would send for its creatures, the best first.

    Rule: AR-HOUSE-07
    """
    ours = tuple(who for who in in_order(state.characters) if state.owner(who) == seat)
    yield from tactics.answers(state, ours.__contains__)
    yield from (RollTask(task=task) for task in in_order(state.tasks) if state.tasks[task].creature in ours)
    if state.combat is None:
        return
    for who in ours:
        if state.combat.stage == "declaring" and who in taking_part.pending(state):
            yield tactics.declares(state, who, foes(state, seat))
            yield Declare(creature=who, doing="nothing")
        if state.combat.stage == "allotting":
            yield from _allots(state, who, foes(state, seat))
        if state.combat.stage == "defending" and who in blows.waiting(state):
            yield blows.StandAgainst(creature=who)
    if state.combat.stage == "terms":
        yield RollRound()


def _allots(state: CampaignState, who: str, against: tuple[str, ...]) -> Iterator[Command]:
    """Yield allotments: against each foe in turn, in melee and then at range, and finally against nobody."""
    roll = allotting.due(state, who)
    if roll is not None:
        for target in (*against, None):
            for ranged in (False, True):
                if not ranged or "missile" in fighting.kinds(state, who):
                    yield tactics.allots(state, roll, target, ranged=ranged)
        yield allotting.Allot(creature=who)


PLAYERS: Final = players_who_want(wanted_commands, knows=reads_along(bones), sees=as_seen)
