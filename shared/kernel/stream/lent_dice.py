"""The messages about dice that a table rolls for other streams: the opening, the command, and the event."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from shared.kernel.causes import StreamName
from shared.kernel.chance import MAX_SIDES
from shared.kernel.game import Opening
from shared.kernel.messages import MAX_NUMBER, Command, StreamEvent


class DiceWanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice of one size that a stream needs from its dice table for one purpose."""

    purpose: str
    sides: Annotated[int, Meta(ge=1, le=MAX_SIDES)]
    count: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class LendDice(Command, frozen=True, kw_only=True):
    """Roll dice for another stream, which is at a given version. Only the server sends this command.

    That stream has used all rolls with a number below `next`, except those in `unused`.
    """

    counts_as = "stream"

    stream: StreamName
    version: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    dice: tuple[DiceWanted, ...]
    next: Annotated[int, Meta(ge=0, le=MAX_NUMBER)] = 0
    unused: tuple[int, ...] = ()


class LuckSource(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice table that makes a stream's public rolls."""

    table: Annotated[StreamName, Meta(examples=["dice.table:evening"])]


class OpeningWithLuck(Opening, frozen=True, kw_only=True):
    """The base class of the command that opens a stream whose public dice may come from a dice table.

    With `luck`, that table rolls all the stream's public dice. Hidden dice come from the stream's own seed.
    """

    luck: LuckSource | UnsetType = UNSET


class RolledFor(Struct, frozen=True, kw_only=True):
    """Dice of one size that a table rolled for another stream."""

    purpose: str
    sides: int
    faces: tuple[int, ...]


class DiceLent(StreamEvent, frozen=True, kw_only=True):
    """The table rolled dice for another stream, which was at a given version.

    Rolls for that stream are numbered; `first` is the number of the first of these rolls. The stream had not used the
    rolls in `unused` yet. `before` is the table's own version before these rolls.
    """

    stream: str
    version: int
    before: int
    first: int
    rolls: tuple[RolledFor, ...]
    unused: tuple[int, ...] = ()
