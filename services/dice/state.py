"""What a dice table remembers, and the forms that commands and events share; their names are the storage format."""

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
    """Symbol dice that belong together, with the pairs that cancel and what the symbols are worth."""

    dice: Annotated[tuple[SymbolDie, ...], Meta(max_length=50)] = ()
    cancels: Pairs = ()
    weights: Weights = {}


What: TypeAlias = Notation | SymbolPool | PositionPool | LuckPool | FlipTotal | CharacterDice | TaskDice

Outcome: TypeAlias = (
    NotationOutcome | SymbolOutcome | PositionOutcome | LuckOutcome | FlipOutcome | CharacterOutcome | TaskOutcome
)


class Rolled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One roll: its number on the table, for whom, of what (named dice written out), and what for."""

    contract_name: ClassVar[str] = "RolledDice"  # with the service before it, it would have the name of an event

    number: int
    who: str
    what: What
    purpose: str | None = None


RECENT: Final = 50


class Kept(Lasting, frozen=True, kw_only=True, omit_defaults=True):
    """A roll as the table keeps it. Its `audience` may read the outcome (None: all); sealed, it is missing.

    `void` is why it does not count.
    """

    rolled: Rolled
    outcome: Outcome | None = None
    audience: Audience | None = None
    void: str | None = None


class TableState(Struct, kw_only=True):
    """A dice table: its settings, its seats, its named dice, and its rolls.

    Rolls are folded in place, on a private copy; everyone else treats it as frozen.

    `form` is the form of the stream: a table of form 0 reads notations as they were read then.

    Shape: recent holds the last rolls, oldest first; secrets all that are still secret; voided the reasons by number
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
        """Return a copy whose recent rolls may be changed in place; all else is replaced where it changes."""
        return replace(self, recent=self.recent.copy())

    @property
    def game_masters(self) -> tuple[str, ...]:
        """Return the seats of the game masters."""
        return tuple(seat for seat, role in self.roles.items() if role == "gm")
