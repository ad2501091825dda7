"""What may be asked about characters: their making, Items, Armor and Conditions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from services.rpg_boundless.words import Attribute, ItemSheet, Scores, Some
from shared.kernel.messages import Command, Id, Line, Seat

Drops = Annotated[tuple[Id, ...], Meta(max_length=20)]


class CreateCharacter(Command, frozen=True, kw_only=True):
    """Make a character, with points shared out or with rolled scores; a game master may make one for another seat."""

    name: Line
    method: Literal["points", "roll"] = "points"
    points: Scores | None = None
    items: Annotated[tuple[ItemSheet, ...], Meta(max_length=10)]
    keepsake: Line
    seat: Seat | None = None


class FinishCharacter(Command, frozen=True, kw_only=True):
    """Take rolled scores as they are, or exchange two of them once."""

    draft: Id
    swap: tuple[Attribute, Attribute] | None = None


class TakeItem(Command, frozen=True, kw_only=True):
    """Take up an Item that comes into play with it."""

    character: Id
    item: ItemSheet


class DropItem(Command, frozen=True, kw_only=True):
    """Leave an Item on the ground."""

    character: Id
    item: Id


class HandOver(Command, frozen=True, kw_only=True):
    """Hand an Item to another character; another player's has to take it. Without `to` an offer is taken back."""

    character: Id
    item: Id
    to: Id | None = None


class AcceptItem(Command, frozen=True, kw_only=True):
    """Take an Item that another character offers."""

    character: Id
    item: Id


class PickUp(Command, frozen=True, kw_only=True):
    """Pick up an Item that lies on the ground, or that a dead character carried."""

    character: Id
    item: Id


class WearArmor(Command, frozen=True, kw_only=True):
    """Put on Armor that is carried."""

    character: Id
    item: Id


class TakeOffArmor(Command, frozen=True, kw_only=True):
    """Take off Armor; it is still carried."""

    character: Id
    item: Id


class RepairArmor(Command, frozen=True, kw_only=True):
    """Mend Armor in the fiction, up to `hp`, or whole."""

    character: Id
    item: Id
    hp: Some | None = None
    reason: Line | None = None


class GainCondition(Command, frozen=True, kw_only=True):
    """Be afflicted; without a free Slot, `drop` names the Items given up to make room."""

    character: Id
    condition: Line
    drop: Drops = ()


class WorsenCondition(Command, frozen=True, kw_only=True):
    """Let a Condition take more Slots."""

    character: Id
    condition: Line
    slots: Annotated[int, Meta(ge=1, le=10)] = 1
    drop: Drops = ()


class ClearCondition(Command, frozen=True, kw_only=True):
    """Deal with a Condition in the fiction, so that it is gone."""

    character: Id
    condition: Line
    reason: Line | None = None


class MakeRoom(Command, frozen=True, kw_only=True):
    """Name the Items given up for a Condition that a roll brought."""

    room: Id
    drop: Drops = ()
