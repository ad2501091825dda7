"""What may be asked about Pools, fortune, encounters and reactions."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from services.rpg_boundless.words import Attribute, Dice, Likelihood, RolledPosition, Some, Trigger
from shared.kernel.messages import Command, Id, Line


class OpenPool(Command, frozen=True, kw_only=True):
    """Set up a Pool; `outcome` is what changes when it is emptied. A hidden one is the game master's until revealed."""

    name: Line
    dice: Dice
    limit: Some | None = None
    outcome: Line | None = None
    hidden: bool | UnsetType = UNSET


class RollPool(Command, frozen=True, kw_only=True):
    """Roll a Pool; `outcome` is what changes if this empties it and nothing was said before."""

    pool: Id
    outcome: Line | None = None
    position: RolledPosition | None = None


class Basis(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a character is able to do, as the dice of a Fortune Roll."""

    character: Id
    attribute: Attribute


class Odds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many dice a Fortune Roll has: by likelihood, by an Attribute, or freely with a reason; just one of them."""

    likelihood: Likelihood | None = None
    basis: Basis | None = None
    dice: Dice | None = None
    reason: Line | None = None


class AskFortune(Command, frozen=True, kw_only=True):
    """Ask a yes-or-no question of chance."""

    question: Line | None = None
    odds: Odds
    position: RolledPosition | None = None
    hidden: bool | UnsetType = UNSET


class OpposeFortune(Command, frozen=True, kw_only=True):
    """Let two parties that are directly opposed roll against one another."""

    question: Line | None = None
    sides: tuple[Odds, Odds]
    position: RolledPosition | None = None
    hidden: bool | UnsetType = UNSET


class PrepareEncounter(Command, frozen=True, kw_only=True):
    """Prepare an encounter, unseen by the players, with the stored enemies that belong to it."""

    what: Line
    enemies: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()


class RevealEncounter(Command, frozen=True, kw_only=True):
    """Show the players a prepared encounter."""

    encounter: Id


class RollEncounter(Command, frozen=True, kw_only=True):
    """Roll for an encounter, perhaps for a prepared one; in doubt with the usual dice."""

    trigger: Trigger
    dice: Dice | None = None
    prepared: Id | None = None
    position: RolledPosition | None = None
    hidden: bool | UnsetType = UNSET


class RevealHidden(Command, frozen=True, kw_only=True):
    """Show the players a hidden Pool, or what a hidden roll said."""

    hidden: Id


class RollReaction(Command, frozen=True, kw_only=True):
    """Roll for the attitude of someone who is met; in doubt with the usual dice."""

    who: Line
    dice: Dice | None = None
    position: RolledPosition | None = None
