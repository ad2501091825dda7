"""The few moves all chapters fold with: numbers counted, entries put in and taken out, a character changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from services.rpg_boundless.state.campaign import CampaignState, number_of
from shared.kernel.messages import Secret

V = TypeVar("V")
KEPT: Final = 20
"""How many of the last rolls, failed Checks, contests and emptied Pools a campaign keeps in mind."""


def counted(state: CampaignState, *made: str) -> CampaignState:
    """Count ids that were made."""
    return replace(state, made=max(state.made, *map(number_of, made)))


def rolled(state: CampaignState, *rolls: str) -> CampaignState:
    """Keep rolls in mind, so that they can be annulled."""
    kept = tuple(dict.fromkeys((*state.rolls, *rolls)))[-KEPT:]
    annulled = {roll: why for roll, why in state.annulled.items() if roll in kept}
    return replace(counted(state, *rolls), rolls=kept, annulled=annulled)


def read(secret: Secret[V]) -> V | None:
    """Return what a secret says, or None where this copy of the log may not read it."""
    return None if secret.value is UNSET else secret.value


def without(mapping: Mapping[str, V], *keys: str) -> dict[str, V]:
    """Return a mapping without some of its entries."""
    return {key: value for key, value in mapping.items() if key not in keys}


def last(mapping: Mapping[str, V], kept: int = KEPT) -> dict[str, V]:
    """Return the last entries of a mapping, in the order in which their ids were made."""
    return dict(sorted(mapping.items(), key=lambda entry: number_of(entry[0]))[-kept:])


def changed(state: CampaignState, character: str, **changes: Any) -> CampaignState:  # noqa: ANN401 fields of a character
    """Change a character."""
    after = replace(state.characters[character], **changes)
    return replace(state, characters={**state.characters, character: after})
