"""What may be asked of a dice table."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, field

from services.dice.throws import What
from shared.kernel.game import Opening
from shared.kernel.messages import MAX_NUMBER, Command, Id, Line, Seat
from shared.kernel.pools.symbols import Pairs, SymbolDie, Weights

MAX_BATCH: Final = 100

RollNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="the number of a roll on its table")]


class Closing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a table ends by itself: with the batch that reaches so many rolls, and at an age, whichever is first."""

    rolls: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    milliseconds: Annotated[int, Meta(ge=1, le=MAX_NUMBER)] | None = None


class OpenTable(Opening, frozen=True, kw_only=True):
    """Open a table on which dice are rolled."""

    title: Line | None = None
    closes_after: Closing | None = None


class RollAsk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One roll: of what, for which seat (your own if none is named), and what for."""

    what: What
    who: Seat | None = None
    purpose: Line | None = None


class Roll(Command, frozen=True, kw_only=True):
    """Roll, one or many at once. What a secret roll comes to is for the seat it is rolled for and the game masters."""

    rolls: Annotated[tuple[RollAsk, ...], Meta(min_length=1, max_length=MAX_BATCH)]
    secret: bool = False


class RevealRoll(Command, frozen=True, kw_only=True):
    """Make a secret roll public; anyone may who can read it."""

    roll: RollNumber


class VoidRoll(Command, frozen=True, kw_only=True):
    """Declare that a roll does not count. It stays visible, marked as void."""

    roll: RollNumber
    reason: Line


class DefineDice(Command, frozen=True, kw_only=True):
    """Keep a set of symbol dice under a name; a set of that name is replaced."""

    name: Id
    dice: Annotated[tuple[SymbolDie, ...], Meta(min_length=1, max_length=50)]
    cancels: Pairs = ()
    weights: Weights = field(default_factory=dict)


class ForgetDice(Command, frozen=True, kw_only=True):
    """Give up a named set of symbol dice."""

    name: Id


TableCommand: TypeAlias = OpenTable | Roll | RevealRoll | VoidRoll | DefineDice | ForgetDice
COMMANDS: Final[tuple[type[Command], ...]] = (Roll, RevealRoll, VoidRoll, DefineDice, ForgetDice)
