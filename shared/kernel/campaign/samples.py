"""What samples of a campaign have in common: ids to offer, and one that nothing has where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.state import FightingCampaign, RosterCampaign

NOBODY: Final = "nobody-0"
"""An id that nothing has: a sample with it shows why there is nothing to offer."""


LISTED: Final = 300
"""Maximum number of ids offered as samples, the first ones; all others are accepted as well. Rule: AR-ROSTER-04."""


def some(ids: Iterable[str]) -> tuple[str, ...]:
    """Return ids in the order in which they were given, or one that nothing has."""
    return in_order(ids)[:LISTED] or (NOBODY,)


def fighters(state: FightingCampaign, seat: str) -> tuple[str, ...]:
    """Return the participants a seat acts for, the one in turn first; any participant if there is none."""
    there = tuple(one.id for one in state.fight.participants) if state.fight else ()
    own = tuple(who for who in there if state.led_by(seat) or state.owner(who) == seat) or there[:1]
    return tuple(sorted(own, key=lambda who: who != state.turn)) or (NOBODY,)


def mine(state: RosterCampaign, seat: str) -> tuple[str, ...]:
    """Return the characters a seat acts for, the one in turn first; else any character, to get the refusal."""
    own = some(who for who, one in state.characters.items() if state.led_by(seat) or one.seat == seat)
    own = own if own != (NOBODY,) else some(state.characters)[:1]
    return tuple(sorted(own, key=lambda who: who != state.turn))


def owned(state: RosterCampaign, seat: str, kept: Mapping[str, Any], *, whose: str = "creature") -> tuple[str, ...]:
    """Return the ids of what is kept of those a seat acts for, whom the field `whose` names; else of all, or nobody."""
    own = [key for key, one in kept.items() if state.led_by(seat) or state.owner(getattr(one, whose)) == seat]
    return some(own or kept)
