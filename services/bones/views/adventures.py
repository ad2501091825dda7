"""The view of an adventure."""

from __future__ import annotations

from services.bones.reading.adventure import consort, fate
from services.bones.state.adventure import Adventure
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.forms import form


class SeenAdventure(Adventure, frozen=True, kw_only=True, omit_defaults=False):
    """An adventure that has been loaded. Only the game master sees its `stock`, `people` and `consort`."""


def seen_adventure(state: CampaignState, adventure: Adventure, *, leads: bool) -> SeenAdventure:
    """Return the view of an adventure. `leads` says that the reader is a game master.

    Rule: BN-CAMP-128, BN-CAMP-132
    """
    people = {person: fate(state, person) for person in adventure.people} if leads else {}
    return form(
        SeenAdventure, adventure, people=people, stock=adventure.stock if leads else {},
        consort=consort(state) if leads else None,
    )  # fmt: skip
