"""Drafts: Cold Iron characters on their way, one die after another."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from services.bones.state.creatures import Die, Sheet

SourceKind: TypeAlias = Literal["culture", "background", "occupation"]


class Draft(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A character that is being made. Rule: BN-CI-01, BN-CI-09 to BN-CI-18.

    Shape: step: the one of the ten that is open; of, source: where the die comes from that is next,
           or was completed last; equipment: what its player asks for, by name
    """

    id: str
    seat: str
    race: str
    step: int = 1
    culture: str | None = None
    background: str | None = None
    occupations: tuple[str, ...] = ()
    of: SourceKind = "culture"
    source: str | None = None
    dice: tuple[Die, ...] = ()
    sheet: Sheet | None = None
    equipment: tuple[str, ...] = ()
