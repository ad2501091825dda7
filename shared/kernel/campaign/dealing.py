"""Deal a campaign again for a seat's fork: replace the hidden facts that can be drawn, and remove hidden texts.

No draw can replace a text, a sheet or a plan that a person wrote. On such a fork, the entry still exists but has no
contents, and the server refuses commands that need the contents.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.game_parts import Below, Redealt
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal

C = TypeVar("C", bound=RosterCampaign)
V = TypeVar("V")


class ClosedOnThisFork(Refusal, rule="AR-FORK-14"):
    """This fork does not know the contents of this entry, which were hidden from its seat: create a new entry."""


def contents(found: V | None, name: str, field: str) -> V:
    """Return the contents of an entry that a game master has made in secret. Refuses: ClosedOnThisFork."""
    if found is None:
        raise ClosedOnThisFork(needs="one whose contents are known", has=name, field=field)
    return found


def deal_roster(state: C, seat: Seat, _: Below) -> Redealt[C]:
    """Return a campaign dealt again for a seat. Prepared characters lose their contents, except for game masters.

    Rule:    AR-FORK-13
    """
    if state.led_by(seat):
        return Redealt(state=state)
    prepared = in_order(state.prepared)
    return Redealt(state=replace(state, prepared=dict.fromkeys(state.prepared)), closed=prepared)
