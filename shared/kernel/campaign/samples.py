"""Helpers for sample commands of campaigns: ids to put into a field, or an unknown id if no real one fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.state import FightingCampaign, RosterCampaign
from shared.kernel.forbidden import NO_ID

NOBODY: Final = NO_ID
"""An id that names nothing.

A sample command with this id is refused, and its refusal explains why there is nothing to choose.
"""

LISTED: Final = 300
"""The maximum number of ids in samples (the oldest ones); commands accept all other ids too. Rule: AR-ROSTER-04."""


def some(ids: Iterable[str]) -> tuple[str, ...]:
    """Return ids in the order of creation, or an unknown id if there are none."""
    return in_order(ids)[:LISTED] or (NOBODY,)


def likely(ids: Iterable[str], may: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the ids for which a command may be legal.

    If there are none, return only the first id, so that callers see why the command is refused for it.
    """
    there = tuple(ids)
    return tuple(one for one in there if may(one)) or there[:1]


def fighters(state: FightingCampaign, seat: str) -> tuple[str, ...]:
    """Return the participants of a seat, beginning with the one whose turn it is.

    If the seat has no participant, return the first participant of the fight.
    """
    there = tuple(one.id for one in state.fight.participants) if state.fight else ()
    own = tuple(who for who in there if state.led_by(seat) or state.owner(who) == seat) or there[:1]
    return tuple(sorted(own, key=lambda who: who != state.turn)) or (NOBODY,)


def mine(state: RosterCampaign, seat: str) -> tuple[str, ...]:
    """Return the characters of a seat, beginning with the one whose turn it is.

    If the seat has no character, return the first character of the campaign.
    """
    own = some(who for who, one in state.characters.items() if state.led_by(seat) or one.seat == seat)
    own = own if own != (NOBODY,) else some(state.characters)[:1]
    return tuple(sorted(own, key=lambda who: who != state.turn))


def ids_of_own(
    state: RosterCampaign, seat: str, kept: Mapping[str, Any], *, whose: str = "creature"
) -> tuple[str, ...]:
    """Return the ids of the entries whose field `whose` names a character of the seat.

    If there are none, return the ids of all entries.
    """
    own = [key for key, one in kept.items() if state.led_by(seat) or state.owner(getattr(one, whose)) == seat]
    return some(own or kept)
