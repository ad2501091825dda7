"""The state of a dice table, and types that its commands and events share.

The names of these types are part of the storage format.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome
from shared.kernel.lasting import Lasting
from shared.kernel.messages import MAX_NUMBER, Audience, Role
from shared.kernel.pools.character import CharacterDice, CharacterOutcome
from shared.kernel.pools.flip import FlipOutcome, FlipTotal
from shared.kernel.pools.luck import LuckOutcome, LuckPool
from shared.kernel.pools.position import PositionOutcome, PositionPool
from shared.kernel.pools.symbols import Pairs, SymbolDie, SymbolOutcome, SymbolPool, Weights
from shared.kernel.pools.tasks import TaskDice, TaskOutcome

RollNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="the number of a roll on its table")]


class DiceSet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A set of symbol dice, with the pairs of symbols that cancel each other and the symbols' weights."""

    dice: Annotated[tuple[SymbolDie, ...], Meta(max_length=50)] = ()
    cancels: Pairs = ()
    weights: Weights = {}


What: TypeAlias = Notation | SymbolPool | PositionPool | LuckPool | FlipTotal | CharacterDice | TaskDice

Outcome: TypeAlias = (
    NotationOutcome | SymbolOutcome | PositionOutcome | LuckOutcome | FlipOutcome | CharacterOutcome | TaskOutcome
)


class Rolled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One roll: its number on the table, its seat, its dice, and its purpose. Named dice are written out."""

    contract_name: ClassVar[str] = "RolledDice"  # the default tag would equal the name of an event

    number: int
    who: str
    what: What
    purpose: str | None = None


RECENT: Final = 50


class Kept(Lasting, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that the table stores. Only its `audience` may read the outcome. None means everyone.

    A reader who may not see the outcome receives a copy without it. `void` is the reason why the roll does not count.
    """

    rolled: Rolled
    outcome: Outcome | None = None
    audience: Audience | None = None
    void: str | None = None


class TableState(Struct, kw_only=True):
    """The state of a dice table: its settings, seats, named dice and rolls.

    Folds of rolls change a private copy in place; all other code treats the state as frozen. `form` is the version of
    the decision rules under which the table was opened: a table of version 0 still interprets notation as it did then.
    `recent`: the latest rolls, oldest first; `secrets`: all secret rolls; `voided`: the reasons for void rolls, by the
    rolls' numbers.
    """

    form: int = 0
    title: str | None = None
    closes_at_roll: int | None = None
    closes_at: int | None = None
    roles: dict[str, Role] = {}
    rolls: int = 0
    sets: dict[str, DiceSet] = {}
    recent: list[Kept] = []
    secrets: dict[int, Kept] = {}
    voided: dict[int, str] = {}

    def mutable_copy(self) -> TableState:
        """Return a copy whose list of recent rolls may be changed in place."""
        return replace(self, recent=self.recent.copy())

    @property
    def game_masters(self) -> tuple[str, ...]:
        """Return the seats of the game masters."""
        return tuple(seat for seat, role in self.roles.items() if role == "gm")
