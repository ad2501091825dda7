"""The campaign: who plays in it, its settings, and what it adds to the catalogue."""

from __future__ import annotations

from typing import Any, Final

from services.bones.catalogue import ItemKind, NamedDie, Race, Sample, Threat
from services.bones.context import CampaignContext
from services.bones.reading import printed
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.authority import CampaignBeginning, CampaignOpening
from shared.kernel.campaign.seats import check_once, entry_of
from shared.kernel.chapter import guard

# ---------------------------------------------------------------- commands


class OpenCampaign(CampaignOpening, frozen=True, kw_only=True):
    """Open a campaign for a game master and players."""

    settings: Settings = Settings()


# ---------------------------------------------------------------- events


class CampaignOpened(CampaignBeginning, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign was opened for a game master and players. Rule: AR-CAMP-01."""

    settings: Settings = Settings()


# ---------------------------------------------------------------- judgement


HUMAN: Final = "Human"
"""The race that has no icon of its own."""


@guard
def _orders_are_whole(ctx: CampaignContext, command: OpenCampaign) -> None:
    """Refuse an order of allotment that has one of its three rules twice. Rule: BN-CAMP-218. Refuses: NamedTwice."""
    if ctx.state.amended:
        check_once(command.settings.combat.allocation_priority, "settings.combat.allocation_priority")


def catalogue(state: CampaignState, kind: str) -> dict[str, Any]:
    """Return the entries of one kind in the campaign's catalogue, by name.

    Printed entries come first, followed by the entries that the campaign added.
    """
    return {one.name: one for one in (*getattr(printed.data(state), kind), *getattr(state.data, kind))}


def races(state: CampaignState) -> dict[str, Race]:
    """Return the races that have an icon, by name. Rule: BN-RACE-04."""
    return catalogue(state, "races")


def check_race(state: CampaignState, race: str, field: str = "race") -> None:
    """Check that the campaign has this race. Rule: BN-RACE-04. Refuses: NotKnownHere."""
    entry_of({HUMAN: None, **races(state)}, race, field)


def named_die(state: CampaignState, name: str, field: str = "die") -> NamedDie:
    """Return a standard die by its name or by one of its aliases. Rule: BN-R-040. Refuses: NotKnownHere."""
    dice: dict[str, NamedDie] = catalogue(state, "dice")
    aliases = {alias: one for one in dice.values() for alias in one.aliases}
    return entry_of({**aliases, **dice}, name, field)


def item_kind(state: CampaignState, name: str, field: str = "item") -> ItemKind:
    """Return a kind of item by its name. Refuses: NotKnownHere."""
    found: ItemKind = entry_of(catalogue(state, "items"), name, field)
    return found


def sample(state: CampaignState, name: str, field: str = "name") -> Sample:
    """Return a sample beast or member of the cast by its name. Refuses: NotKnownHere."""
    found: Sample = entry_of(catalogue(state, "creatures"), name, field)
    return found


def threat(state: CampaignState, name: str, field: str = "name") -> Threat:
    """Return a kind of horde by its name. Refuses: NotKnownHere."""
    found: Threat = entry_of(catalogue(state, "hordes"), name, field)
    return found
