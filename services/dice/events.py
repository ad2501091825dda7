"""What has happened on a dice table. Names and fields are the storage format; they change by additions only."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from services.dice.outcomes import Outcome
from services.dice.throws import DiceSet, What
from shared.kernel.messages import Event, Secret


class Rolled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One roll: its number on the table, for whom, of what (named dice written out), and what for."""

    number: int
    who: str
    what: What
    purpose: str | None = None


class TableOpened(Event, frozen=True, kw_only=True):
    """A table opened. It ends with the batch that reaches `closes_at_roll`; no roll is taken from `closes_at` on."""

    title: str | None = None
    closes_at_roll: int | None = None
    closes_at: int | None = None


class DiceRolled(Event, frozen=True, kw_only=True):
    """Dice were rolled, one or many times at once; `outcomes` stand in the order of `rolls`."""

    rolls: tuple[Rolled, ...]
    outcomes: tuple[Outcome, ...] | Secret[tuple[Outcome, ...]]


class RollRevealed(Event, frozen=True, kw_only=True):
    """A secret roll became public."""

    roll: int
    outcome: Outcome


class RollVoided(Event, frozen=True, kw_only=True):
    """A roll does not count; it stays visible."""

    roll: int
    reason: str


class DiceDefined(Event, frozen=True, kw_only=True):
    """A set of symbol dice is known under a name."""

    name: str
    set: DiceSet


class DiceForgotten(Event, frozen=True, kw_only=True):
    """A name stands for no dice any more."""

    name: str


TableEvent: TypeAlias = TableOpened | DiceRolled | RollRevealed | RollVoided | DiceDefined | DiceForgotten
EVENTS: Final[tuple[type[Event], ...]] = (
    TableOpened, DiceRolled, RollRevealed, RollVoided, DiceDefined, DiceForgotten,
)  # fmt: skip
