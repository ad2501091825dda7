"""Drafts: Cold Iron characters that players create one die after another."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from services.bones.state.creatures import Die, Sheet

SourceKind: TypeAlias = Literal["culture", "background", "occupation"]


class Draft(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A character that a player is creating.

    Rule:  BN-CI-01, BN-CI-09 to BN-CI-18
    Shape: step: the next of the ten steps; of: the source of the next die; source: the source of the last completed
           die; equipment: the names of the requested items
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
