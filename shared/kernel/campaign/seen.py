"""What the views of campaigns have in common: every field always there, everything in the order it was made in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import asdict

from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import unsettled
from shared.kernel.campaign.state import FightingCampaign

S = TypeVar("S", bound=Struct)
Chosen: TypeAlias = dict[str, dict[str, Any]]


class SeenRounds(Struct, frozen=True, kw_only=True):
    """A fight: its round, the order of the turns and whose it is, and for whom the order waits.

    A game adds `participants`, as they are seen in it.
    """

    round: int
    each_round: bool
    order: tuple[str, ...]
    turn: str | None
    unsettled: tuple[str, ...]


@lru_cache(maxsize=256)
def settings_in_force(settings: Struct) -> Chosen:
    """Return every setting, those left as they usually are as well; a campaign's never change."""
    return {group: to_builtins(asdict(chosen)) for group, chosen in asdict(settings).items()}


def each(kind: type[S], kept: Mapping[str, Any]) -> tuple[S, ...]:
    """Return all that is kept by id, in a form."""
    return tuple(form(kind, kept[one]) for one in in_order(kept))


def named(kind: type[S], kept: Mapping[str, Any]) -> tuple[S, ...]:
    """Return all that is kept by name, in a form."""
    return tuple(form(kind, kept[name]) for name in sorted(kept))


def fight_of(state: FightingCampaign, kind: type[S], fighter: type[Struct]) -> S | None:
    """Return the fight that is on, and those who take part, in the game's forms."""
    if state.fight is None:
        return None
    waits = () if state.fight.order else unsettled(state)
    there = tuple(form(fighter, one) for one in state.fight.participants)
    return form(kind, state.fight, turn=state.turn, unsettled=waits, participants=there)
