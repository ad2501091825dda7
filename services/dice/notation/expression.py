"""What a dice notation means, as a tree: the form that rolling and exact odds share.

Modifiers act in the order in which they are written, on the dice that are kept at that moment and on the values they
then have; counting, marks and sorting describe the finished dice, wherever they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

Rational: TypeAlias = int | Fraction
"""An exact number: an `int` wherever it is whole, never a `Fraction` of denominator 1."""

CompareSign: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
PointSign: TypeAlias = Literal[CompareSign, "even", "odd"]
ArithmeticSign: TypeAlias = Literal["+", "-", "*", "/", "//", "%", "^"]
FunctionName: TypeAlias = Literal["abs", "ceil", "floor", "max", "min", "pow", "round", "sign", "trunc"]
FUNCTIONS: Final[tuple[FunctionName, ...]] = get_args(FunctionName)

CHAIN: Final = 100
"""The most extra rolls that one die can lead to by explosion, one after the other; then the chain just ends."""
REROLLS: Final = 100
"""The most times that one reroll throws a die again: the last time it shows only faces that end the reroll."""


# ---------------------------------------------------------------- which dice a modifier is about


class Point(Struct, frozen=True, tag=True):
    """The dice whose value compares so with a number, or is even or odd (whatever the number)."""

    sign: PointSign
    number: Rational = 0

    def holds(self, value: Rational) -> bool:
        """Whether a value compares so."""
        if self.sign == "even" or self.sign == "odd":  # noqa: PLR1714 a type checker sees through this form only
            return value % 2 == (self.sign == "odd")
        return compare(self.sign, value, self.number)


class Rank(Struct, frozen=True, tag=True):
    """The `number` highest or lowest dice; among equals the ones rolled first."""

    end: Literal["highest", "lowest"]
    number: int


Selector: TypeAlias = Point | Rank


def compare(sign: CompareSign, left: Rational, right: Rational) -> bool:
    """Compare two numbers."""
    match sign:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right


# ---------------------------------------------------------------- modifiers


class Keep(Struct, frozen=True, tag=True):
    """Keep the dice that any of the selectors picks, and drop the others.

    `twice`: among equal dice both ends pick the ones that fell first, so that one die may be picked by both (as d20).
    """

    of: tuple[Selector, ...]
    twice: bool = False


class Drop(Struct, frozen=True, tag=True):
    """Drop the dice that any of the selectors picks; `twice` as in `Keep`."""

    of: tuple[Selector, ...]
    twice: bool = False


class Explode(Struct, frozen=True, tag=True):
    """Throw an extra die for each die picked, and for each extra die picked in its turn, up to `limit` for one die.

    `compound`: extra rolls add to the value of the die that led to them. `penetrate`: each extra roll counts one
    less than it shows, though what it shows decides whether the chain goes on. `once`: one extra die in all, for the
    first die picked (d20's `ra`).
    """

    of: tuple[Selector, ...]
    compound: bool = False
    penetrate: bool = False
    once: bool = False
    limit: int = CHAIN


class Reroll(Struct, frozen=True, tag=True):
    """Throw the dice picked again; unless `once`, until none is picked: at the latest with throw `REROLLS` of a die."""

    of: tuple[Selector, ...]
    once: bool = False


class Clamp(Struct, frozen=True, tag=True):
    """Raise every value below `least` to it, and lower every value above `most` to it. Later throws are untouched."""

    least: Rational | None = None
    most: Rational | None = None


class Unique(Struct, frozen=True, tag=True):
    """In the order of the dice, throw a die again while it equals an earlier one and compares so (if `of` says how)."""

    of: tuple[Point, ...] = ()
    once: bool = False


class Count(Struct, frozen=True, tag=True):
    """The total is the number of kept dice that succeed, less the number that fail; success is looked at first."""

    success: Point
    failure: Point | None = None


class Match(Struct, frozen=True, tag=True):
    """The total is the number of sets of at least `size` kept dice that have the same value."""

    size: int = 2


class Mark(Struct, frozen=True, tag=True):
    """Name the kept dice that compare so as criticals or fumbles; the total is untouched."""

    name: Literal["critical", "fumble"]
    of: Point


class Sort(Struct, frozen=True, tag=True):
    """Show the dice by value; the total is untouched."""

    descending: bool = False


Modifier: TypeAlias = Keep | Drop | Explode | Reroll | Clamp | Unique | Count | Match | Mark | Sort


# ---------------------------------------------------------------- nodes


class Die(Struct, frozen=True):
    """A kind of die: `sides` equally likely faces 1..sides, and what each face counts (None: as many as it shows)."""

    name: str
    sides: int
    values: tuple[int, ...] | None = None

    def value(self, face: int) -> int:
        """Return what a face counts."""
        return face if self.values is None else self.values[face - 1]

    def all_values(self) -> range | tuple[int, ...]:
        """Return what each face counts, in the order of the faces."""
        return range(1, self.sides + 1) if self.values is None else self.values


FUDGE: Final = Die("dF", 3, (-1, 0, 1))
FUDGE_ONE: Final = Die("dF.1", 6, (-1, 0, 0, 0, 0, 1))
PERCENT: Final = Die("d%", 100)


class Number(Struct, frozen=True, tag=True):
    """A number as written."""

    value: Rational


class Dice(Struct, frozen=True, tag=True):
    """Dice of one kind, thrown together. Without a `Count` its value is the sum of the kept dice."""

    count: int
    die: Die
    modifiers: tuple[Modifier, ...] = ()
    text: str = ""


class Group(Struct, frozen=True, tag=True):
    """Several expressions as one. Its value is the sum of the members kept, or with a `Count` the number that succeed.

    Only `Keep`, `Drop`, `Count`, `Mark` and `Sort` stand in a group. `pooled` (a single member): they see each die of
    that member and not its total, and what is dropped counts nothing where it stands.
    """

    members: tuple[Node, ...]
    modifiers: tuple[Modifier, ...] = ()
    pooled: bool = False
    text: str = ""


class Negative(Struct, frozen=True, tag=True):
    """The opposite number."""

    of: Node


class Arithmetic(Struct, frozen=True, tag=True):
    """Two numbers made one, exactly: `/` gives a fraction, `//` rounds it down, `%` is what `//` leaves."""

    sign: ArithmeticSign
    left: Node
    right: Node


class Comparison(Struct, frozen=True, tag=True):
    """Two totals compared: 1 if it is so, else 0."""

    sign: CompareSign
    left: Node
    right: Node


class Call(Struct, frozen=True, tag=True):
    """A function of numbers. `round` takes halves away from zero."""

    name: FunctionName
    of: tuple[Node, ...]


class Labelled(Struct, frozen=True, tag=True):
    """An expression with what it is for; its value is untouched."""

    of: Node
    labels: tuple[str, ...]


class Counted(Struct, frozen=True, tag=True):
    """Dice whose number is itself rolled: first all of `count` falls, and then as many of the dice as it comes to."""

    count: Node
    dice: Dice


class Again(Struct, frozen=True, tag=True):
    """What a named roll came to, once more. The roll falls only where it is named; here stand the bounds it keeps."""

    name: str
    least: Rational
    most: Rational
    grain: int = 1
    exact: bool = True


class Let(Struct, frozen=True, tag=True):
    """A roll with a name, and an expression in which the name stands for what the roll came to."""

    name: str
    of: Node
    then: Node


Node: TypeAlias = (
    Number | Dice | Group | Negative | Arithmetic | Comparison | Call | Labelled | Counted | Again | Let
)  # fmt: skip


class Expression(Struct, frozen=True, dict=True):
    """A whole notation: its text as written, the tree, and the comment at its end.

    `times`: how many rolls it asks for, each of the tree; `once` is the text of one of them.
    """

    text: str
    root: Node
    comment: str = ""
    times: int = 1
    once: str = ""

    @cached_property
    def dice(self) -> tuple[Dice, ...]:
        """The dice of the tree from left to right."""
        return tuple(dice_of(self.root))

    @cached_property
    def labelled(self) -> bool:
        """Whether a label stands anywhere in it."""
        return has_labels(self.root)


def children(node: Node) -> tuple[Node, ...]:  # noqa: PLR0911 one for each kind of node
    """Return the parts of a node, from left to right."""
    match node:
        case Number() | Dice() | Again():
            return ()
        case Counted():
            return (node.count, node.dice)
        case Let():
            return (node.of, node.then)
        case Negative() | Labelled():
            return (node.of,)
        case Arithmetic() | Comparison():
            return (node.left, node.right)
        case Call():
            return node.of
        case Group():
            return node.members


def rebuilt(node: Node, parts: Sequence[Node]) -> Node:  # noqa: PLR0911 one for each kind of node
    """Return a node with other parts, which stand in the order of `children`."""
    match node:
        case Number() | Dice() | Again():
            return node
        case Negative() | Labelled():
            return replace(node, of=parts[0])
        case Arithmetic() | Comparison():
            return replace(node, left=parts[0], right=parts[1])
        case Call():
            return replace(node, of=tuple(parts))
        case Group():
            return replace(node, members=tuple(parts))
        case Counted():
            return replace(node, count=parts[0], dice=parts[1])
        case Let():
            return replace(node, of=parts[0], then=parts[1])


def dice_of(node: Node) -> Iterator[Dice]:
    """Return the dice of a tree from left to right: the order in which they are thrown."""
    if isinstance(node, Dice):
        yield node
    for child in children(node):
        yield from dice_of(child)


def has_labels(node: Node) -> bool:
    """Whether a label stands on a node or on any part of it."""
    return isinstance(node, Labelled) or any(has_labels(child) for child in children(node))
