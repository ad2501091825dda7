"""The context of one decision in a campaign, and the base class of commands that cast a spell."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant
from shared.kernel.campaign.roster import RosterContext
from shared.kernel.messages import Command, Id, Line

MAX_SPELL_AP: Final = 100


class CampaignContext(RosterContext[CampaignState, Combatant]):
    """The context of one decision in a campaign. All checks must run before the first die is rolled."""


class Casting(Command, frozen=True, kw_only=True):
    """A command that only casts a spell: its energies, its magic components, and the AP for both."""

    counts_as = "move"

    character: Id
    energies: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=10)]
    components: Annotated[tuple[Line, ...], Meta(max_length=20)] = ()
    ap: Annotated[int, Meta(ge=0, le=MAX_SPELL_AP)]
