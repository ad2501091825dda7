"""Helpers for sample commands of campaigns: ids to put into a field, or an unknown id if there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.state import FightingCampaign, RosterCampaign
from shared.kernel.forbidden import NO_ID

NOBODY: Final = NO_ID
"""A character or another thing that does not exist: a sample with it shows the refusal if there is none to offer."""

LISTED: Final = 300
"""The most ids that samples offer (the first ones); commands accept all others too. Rule: AR-ROSTER-04."""


def some(ids: Iterable[str]) -> tuple[str, ...]:
    """Return ids in the order of creation, or an unknown id if there are none."""
    return in_order(ids)[:LISTED] or (NOBODY,)


def likely(ids: Iterable[str], may: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the ids for which a command may be legal; if there are none, the first id, so that a refusal shows."""
    there = tuple(ids)
    return tuple(one for one in there if may(one)) or there[:1]


def fighters(state: FightingCampaign, seat: str) -> tuple[str, ...]:
    """Return the participants that a seat acts for, the one whose turn it is first; any participant if it has none."""
    there = tuple(one.id for one in state.fight.participants) if state.fight else ()
    own = tuple(who for who in there if state.led_by(seat) or state.owner(who) == seat) or there[:1]
    return tuple(sorted(own, key=lambda who: who != state.turn)) or (NOBODY,)


def mine(state: RosterCampaign, seat: str) -> tuple[str, ...]:
    """Return the characters that a seat acts for, the one whose turn it is first; any character if it has none."""
    own = some(who for who, one in state.characters.items() if state.led_by(seat) or one.seat == seat)
    own = own if own != (NOBODY,) else some(state.characters)[:1]
    return tuple(sorted(own, key=lambda who: who != state.turn))


def ids_of_own(
    state: RosterCampaign, seat: str, kept: Mapping[str, Any], *, whose: str = "creature"
) -> tuple[str, ...]:
    """Return the ids of entries whose character (in field `whose`) is the seat's; if none, all or an unknown id."""
    own = [key for key, one in kept.items() if state.led_by(seat) or state.owner(getattr(one, whose)) == seat]
    return some(own or kept)
