"""What can be rolled: the forms that a command asks with and an event keeps. Their names are the storage format."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.pools.character import CharacterDice
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.pool import DicePool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import Pairs, SymbolDie, SymbolPool, Weights

MAX_TEXT: Final = 500


Dialect: TypeAlias = Annotated[
    Literal["d20", "rpg-dice-roller", "foundry", "roll20"],
    Meta(description="read a notation as this dice roller does, where it means something else than here"),
]


class Notation(DicePool, frozen=True, kw_only=True, omit_defaults=True):
    """Dice as people write them, such as `4d6kh3 + 2`, in our own notation or in the dialect of another dice roller."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT, examples=["4d6kh3"])]
    dialect: Dialect | None = None


class DiceSet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Symbol dice that belong together, with the pairs that cancel and what the symbols are worth."""

    dice: Annotated[tuple[SymbolDie, ...], Meta(max_length=50)] = ()
    cancels: Pairs = ()
    weights: Weights = {}


What: TypeAlias = Notation | SymbolPool | PositionPool | LuckPool | FlipTotal | CharacterDice
