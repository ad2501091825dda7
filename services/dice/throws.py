"""What can be rolled: the forms that a command asks with and an event keeps. Their names are the storage format."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import Id

MAX_TEXT: Final = 500
MAX_POOL: Final = 100
MAX_MODIFIER: Final = 1_000_000

Pool: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_POOL, description="a number of dice")]
Modifier: TypeAlias = Annotated[int, Meta(ge=-MAX_MODIFIER, le=MAX_MODIFIER)]
Position: TypeAlias = Literal["controlled", "good", "standard", "bad", "dire"]
Tier: TypeAlias = Literal["simple", "basic", "intermediate", "advanced", "master"]
Difficulty: TypeAlias = Literal[
    "easy", "simple", "average", "challenging", "difficult", "almost_impossible", "impossible"
]

Dialect: TypeAlias = Annotated[
    Literal["d20", "rpg-dice-roller", "foundry", "roll20"],
    Meta(description="read a notation as this dice roller does, where it means something else than here"),
]

Face: TypeAlias = Annotated[tuple[Id, ...], Meta(max_length=10, description="the symbols on a face; none is a blank")]
SixFaces: TypeAlias = Annotated[tuple[Face, ...], Meta(min_length=6, max_length=6)]
Pair: TypeAlias = Annotated[tuple[Id, ...], Meta(min_length=2, max_length=2, description="two symbols")]
Pairs: TypeAlias = Annotated[tuple[Pair, ...], Meta(max_length=20)]
Weights: TypeAlias = Annotated[dict[Id, Modifier], Meta(max_length=50)]


class SymbolDie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die with symbols on its faces, all equally likely."""

    name: Id
    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=100)]


class SymbolDice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice of one kind for a pool: the die itself, or the name it has in the set the pool is rolled from."""

    die: SymbolDie | Id
    count: Annotated[int, Meta(ge=0, le=1000)] = 1


class IconDie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character's own six-faced die."""

    name: Id
    faces: SixFaces


class Throw(Struct, frozen=True, kw_only=True, tag=True, tag_field="throw", forbid_unknown_fields=True):
    """What is rolled. The tag `throw` names the kind."""


class Notation(Throw, frozen=True, kw_only=True, omit_defaults=True):
    """Dice as people write them, such as `4d6kh3 + 2`, in our own notation or in the dialect of another dice roller."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT, examples=["4d6kh3"])]
    dialect: Dialect | None = None


class SymbolPool(Throw, frozen=True, kw_only=True, omit_defaults=True):
    """Symbol dice thrown together: symbols of a pair in `cancels` cancel one for one, `weights` sums what is left.

    With `set` (a named set of the table) dice may be called by name, and the set's own pairs and weights hold too; a
    weight given here goes before the set's. A die that shows a symbol of `rerolls` (or nothing, with `rerolls_blanks`)
    is thrown again once; then each die that shows a symbol of `explodes` leads to one more of its kind, and so on.
    """

    dice: Annotated[tuple[SymbolDice, ...], Meta(min_length=1, max_length=50)]
    cancels: Pairs = ()
    weights: Weights = {}
    set: Id | None = None
    explodes: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    rerolls: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    rerolls_blanks: bool = False


class PositionPool(Throw, frozen=True, kw_only=True):
    """Six-sided dice that hit according to a position. No dice are one die on which only a 6 hits."""

    dice: Pool
    position: Position = "standard"


class LuckPool(Throw, frozen=True, kw_only=True):
    """Ten-sided dice counted as successes and failures, with signed luck dice and criticals by tier."""

    dice: Pool
    luck: Pool = 0
    tier: Tier = "simple"


class FlipTotal(Throw, frozen=True, kw_only=True):
    """A sum of ten-sided dice; one flip says whether all luck dice add to it or take from it.

    Faces in order: the flip (1 lucky, 2 unlucky; only with luck dice), the dice, the luck dice, the percentile (1 to
    100 for 00 to 99).
    """

    dice: Pool
    luck: Pool = 0
    modifier: Modifier = 0
    percentile: bool = False


class CharacterDice(Throw, frozen=True, kw_only=True):
    """Icon dice against challenge dice. `counts` names the icons that are successes for this task.

    Faces in order: the character's dice as listed, then the challenge dice.
    """

    dice: Annotated[tuple[IconDie, ...], Meta(max_length=MAX_POOL)]
    counts: Annotated[tuple[Id, ...], Meta(max_length=50)]
    difficulty: Difficulty


class DiceSet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Symbol dice that belong together, with the pairs that cancel and what the symbols are worth."""

    dice: Annotated[tuple[SymbolDie, ...], Meta(max_length=50)] = ()
    cancels: Pairs = ()
    weights: Weights = {}


What: TypeAlias = Notation | SymbolPool | PositionPool | LuckPool | FlipTotal | CharacterDice
