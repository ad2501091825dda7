"""The meaning of a dice notation as a tree, which is used both to roll the notation and to calculate its exact odds.

Modifiers act in the order in which they are written, each on the dice that are still kept and on their current values.
Counts, marks and sorting describe the finished dice, wherever they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

Rational: TypeAlias = int | Fraction
"""An exact number: an `int` if it is whole, never a `Fraction` with denominator 1."""

CompareSign: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
PointSign: TypeAlias = Literal[CompareSign, "even", "odd"]
ArithmeticSign: TypeAlias = Literal["+", "-", "*", "/", "//", "%", "^"]
FunctionName: TypeAlias = Literal["abs", "ceil", "floor", "max", "min", "pow", "round", "sign", "trunc"]
FUNCTIONS: Final[tuple[FunctionName, ...]] = get_args(FunctionName)

CHAIN: Final = 100
"""The maximum number of extra rolls of one exploding die. After that many rolls, its chain ends."""
REROLLS: Final = 100
"""The maximum number of times that a reroll rolls one die again.

At the last reroll, only faces that end the rerolling can come up.
"""


# ---------------------------------------------------------------- the dice that a modifier picks


class Point(Struct, frozen=True, tag=True):
    """A selector that picks dice by value: dice that satisfy a comparison with a number, or the even or odd dice."""

    sign: PointSign
    number: Rational = 0

    def holds(self, value: Rational) -> bool:
        """Return whether this selector picks a die with this value."""
        if self.sign == "even" or self.sign == "odd":  # noqa: PLR1714 type checkers narrow only this form
            return value % 2 == (self.sign == "odd")
        return compare(self.sign, value, self.number)


class Rank(Struct, frozen=True, tag=True):
    """A selector that picks the `number` highest or lowest dice. Among equal dice, it picks those rolled first."""

    end: Literal["highest", "lowest"]
    number: int


Selector: TypeAlias = Point | Rank


def compare(sign: CompareSign, left: Rational, right: Rational) -> bool:
    """Return whether the comparison of two numbers is true."""
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
    """A modifier that keeps the dice that at least one selector picks, and drops the others.

    With `twice`, the selectors of the highest and of the lowest dice may both pick the same die (as in the dialect
    `d20`): among equal dice, both pick those rolled first.
    """

    of: tuple[Selector, ...]
    twice: bool = False


class Drop(Struct, frozen=True, tag=True):
    """A modifier that drops the dice that at least one selector picks. `twice` has the same meaning as in `Keep`."""

    of: tuple[Selector, ...]
    twice: bool = False


class Explode(Struct, frozen=True, tag=True):
    """A modifier that rolls an extra die for each picked die, and in turn for each picked extra die.

    `limit`: the maximum number of extra dice for one die. `compound`: extra rolls are added to the value of the die
    that caused them. `penetrate`: each extra roll counts one less than it shows. The face that it shows decides whether
    the chain continues. `once`: only one extra die in total, for the first picked die (`ra` in the dialect `d20`).
    """

    of: tuple[Selector, ...]
    compound: bool = False
    penetrate: bool = False
    once: bool = False
    limit: int = CHAIN


class Reroll(Struct, frozen=True, tag=True):
    """A modifier that rerolls the picked dice once, or until no die is picked.

    One die is rerolled at most `REROLLS` times.
    """

    of: tuple[Selector, ...]
    once: bool = False


class Clamp(Struct, frozen=True, tag=True):
    """A modifier that raises every value below `least` to `least`, and reduces every value above `most` to `most`.

    The modifier does not apply to dice that are rolled later.
    """

    least: Rational | None = None
    most: Rational | None = None


class Unique(Struct, frozen=True, tag=True):
    """A modifier that rerolls each die, in order, while it has the same value as an earlier die.

    If `of` is given, only dice that it picks are rerolled.
    """

    of: tuple[Point, ...] = ()
    once: bool = False


class Count(Struct, frozen=True, tag=True):
    """A modifier that counts dice: the total is the number of kept dice that succeed, minus the number that fail.

    Success is tested first.
    """

    success: Point
    failure: Point | None = None


class Match(Struct, frozen=True, tag=True):
    """A modifier that counts sets: the total is the number of sets of at least `size` kept dice with the same value."""

    size: int = 2


class Mark(Struct, frozen=True, tag=True):
    """A modifier that marks the kept dice picked by the selector as criticals or fumbles. The total does not change."""

    name: Literal["critical", "fumble"]
    of: Point


class Sort(Struct, frozen=True, tag=True):
    """A modifier that shows the dice sorted by value. The total does not change."""

    descending: bool = False


Modifier: TypeAlias = Keep | Drop | Explode | Reroll | Clamp | Unique | Count | Match | Mark | Sort


# ---------------------------------------------------------------- nodes


class Die(Struct, frozen=True):
    """A kind of die with `sides` equally likely faces.

    `values` has the value of each face, or is None if each face counts as its number.
    """

    name: str
    sides: int
    values: tuple[int, ...] | None = None

    def value(self, face: int) -> int:
        """Return the value of a face."""
        return face if self.values is None else self.values[face - 1]

    def all_values(self) -> range | tuple[int, ...]:
        """Return the values of all faces, in order."""
        return range(1, self.sides + 1) if self.values is None else self.values


FUDGE: Final = Die("dF", 3, (-1, 0, 1))
FUDGE_ONE: Final = Die("dF.1", 6, (-1, 0, 0, 0, 0, 1))
PERCENT: Final = Die("d%", 100)


class Number(Struct, frozen=True, tag=True):
    """A literal number."""

    value: Rational


class Dice(Struct, frozen=True, tag=True):
    """Dice of one kind that are rolled together. Without a `Count` the value is the sum of the kept dice."""

    count: int
    die: Die
    modifiers: tuple[Modifier, ...] = ()
    text: str = ""


class Group(Struct, frozen=True, tag=True):
    """Several expressions combined into one.

    The group's value is the sum of the kept members or, with a `Count`, the number of their successes.

    Only `Keep`, `Drop`, `Count`, `Mark` and `Sort` apply to a group. If `pooled` is set (for a group with a single
    member), these modifiers apply to each die of the member instead of its total, and dropped dice add nothing.
    """

    members: tuple[Node, ...]
    modifiers: tuple[Modifier, ...] = ()
    pooled: bool = False
    text: str = ""


class Negative(Struct, frozen=True, tag=True):
    """The negative of a number."""

    of: Node


class Arithmetic(Struct, frozen=True, tag=True):
    """Exact arithmetic on two numbers: `/` returns a fraction, `//` rounds it down, `%` returns the remainder."""

    sign: ArithmeticSign
    left: Node
    right: Node


class Comparison(Struct, frozen=True, tag=True):
    """A comparison of two totals. Its value is 1 if the comparison is true, otherwise 0."""

    sign: CompareSign
    left: Node
    right: Node


class Call(Struct, frozen=True, tag=True):
    """A function call. `round` rounds halves away from zero."""

    name: FunctionName
    of: tuple[Node, ...]


class Labelled(Struct, frozen=True, tag=True):
    """An expression with labels, which do not change its value."""

    of: Node
    labels: tuple[str, ...]


class Counted(Struct, frozen=True, tag=True):
    """Dice whose number is itself rolled. First `count` is rolled, and then that number of dice."""

    count: Node
    dice: Dice


class Again(Struct, frozen=True, tag=True):
    """A use of a named roll's value.

    The dice are rolled only where the name is defined. This node stores their bounds.
    """

    name: str
    least: Rational
    most: Rational
    grain: int = 1
    exact: bool = True


class Let(Struct, frozen=True, tag=True):
    """A named roll, and the expression in which the name stands for the roll's value."""

    name: str
    of: Node
    then: Node


Node: TypeAlias = (
    Number | Dice | Group | Negative | Arithmetic | Comparison | Call | Labelled | Counted | Again | Let
)  # fmt: skip


class Expression(Struct, frozen=True, dict=True):
    """A complete notation: its text, its tree, and the comment at its end.

    `times`: how many times the tree is rolled. `once`: the text of a single roll.
    """

    text: str
    root: Node
    comment: str = ""
    times: int = 1
    once: str = ""

    @cached_property
    def dice(self) -> tuple[Dice, ...]:
        """Return the dice of the tree from left to right."""
        return tuple(dice_of(self.root))

    @cached_property
    def labelled(self) -> bool:
        """Return whether the tree contains any label."""
        return has_labels(self.root)


def children(node: Node) -> tuple[Node, ...]:  # noqa: PLR0911 one for each kind of node
    """Return the parts of a node from left to right."""
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


def with_parts(node: Node, parts: Sequence[Node]) -> Node:  # noqa: PLR0911 one for each kind of node
    """Return a copy of a node with other parts, given in the order of `children`."""
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
    """Yield the dice of a tree from left to right, in the order of rolling."""
    if isinstance(node, Dice):
        yield node
    for child in children(node):
        yield from dice_of(child)


def has_labels(node: Node) -> bool:
    """Return whether a node, or any part of it, has a label."""
    return isinstance(node, Labelled) or any(has_labels(child) for child in children(node))
