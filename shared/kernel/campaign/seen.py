"""Helpers for views of campaigns: every field is always present, and lists are in the order of creation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import asdict

from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import due_for_order, newcomers_tie, tie_first
from shared.kernel.campaign.state import FightingCampaign

S = TypeVar("S", bound=Struct)
Chosen: TypeAlias = dict[str, dict[str, Any]]


class SeenRounds(Struct, frozen=True, kw_only=True):
    """A fight as seats see it: the round, the order of turns, whose turn it is, and who has no place in the order yet.

    Each game adds `participants` of its own type.
    """

    round: int
    each_round: bool
    order: tuple[str, ...]
    turn: str | None
    unsettled: tuple[str, ...]


@lru_cache(maxsize=256)
def settings_in_force(settings: Struct) -> Chosen:
    """Return every setting of a campaign with its value, defaults included. Settings never change."""
    return {group: to_builtins(asdict(chosen)) for group, chosen in asdict(settings).items()}


def each(kind: type[S], kept: Mapping[str, Any]) -> tuple[S, ...]:
    """Return the entries of a mapping by id, converted to a type and in the order of creation."""
    return tuple(form(kind, kept[one]) for one in in_order(kept))


def by_name(kind: type[S], kept: Mapping[str, Any]) -> tuple[S, ...]:
    """Return the entries of a mapping by name, converted to a type and sorted by name."""
    return tuple(form(kind, kept[name]) for name in sorted(kept))


def fight_of(state: FightingCampaign, kind: type[S], fighter: type[Struct]) -> S | None:
    """Return the current fight with its participants, converted to the game's own types; None if there is no fight."""
    if state.fight is None:
        return None
    waits = newcomers_tie(state) if state.fight.order else due_for_order(state)
    there = tuple(form(fighter, one) for one in state.fight.participants)
    return form(kind, state.fight, turn=None if tie_first(state) else state.turn, unsettled=waits, participants=there)
