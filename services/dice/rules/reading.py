"""From the grammar's parse tree to the tree of an expression, one method for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, TypeVar

from lark import Token, Transformer_NonRecursive, v_args
from lark.tree import Meta
from msgspec import Struct
from msgspec.structs import replace

from services.dice.refusals import (
    CountNotKnown,
    FunctionUnknown,
    NotRational,
    NotWhole,
    SidesOutOfBounds,
    TooManyOperations,
    WrongArguments,
)
from services.dice.rules import bounds
from services.dice.rules.expression import (
    FUDGE,
    FUDGE_ONE,
    PERCENT,
    Arithmetic,
    ArithmeticSign,
    Call,
    Clamp,
    CompareSign,
    Comparison,
    Count,
    Dice,
    Die,
    Drop,
    Explode,
    FunctionName,
    Group,
    Keep,
    Labelled,
    Mark,
    Modifier,
    Negative,
    Node,
    Number,
    Point,
    Rank,
    Rational,
    Reroll,
    Selector,
    Sort,
    Unique,
)
from services.dice.rules.numbers import ARGUMENTS, tidy
from services.dice.rules.reach import check_throws, constant

SIGNS: Final[Mapping[str, CompareSign]] = MappingProxyType({
    "=": "=", "==": "=", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
})  # fmt: skip
OPERATORS: Final[Mapping[str, ArithmeticSign]] = MappingProxyType({
    "+": "+", "-": "-", "*": "*", "/": "/", "//": "//", "%": "%", "^": "^", "**": "^",
})  # fmt: skip
FUNCTIONS: Final[Mapping[str, FunctionName]] = MappingProxyType({name: name for name in ARGUMENTS})
IRRATIONAL: Final = frozenset({"sqrt", "sin", "cos", "tan", "exp", "log"})
KINDS: Final[Mapping[str, Die]] = MappingProxyType({"d%": PERCENT, "df": FUDGE, "df.2": FUDGE, "df.1": FUDGE_ONE})


class Paren(Struct, frozen=True):
    """Round brackets before it is known what they are: a number, a set, or how many dice."""

    members: tuple[Node, ...]
    is_set: bool
    text: str


class Picked(Struct, frozen=True):
    """A bare number after a modifier: how many dice to keep, or the value that picks them."""

    number: Rational


Part = Selector | Picked


class Default(Struct, frozen=True):
    """A modifier that stands without a selector, until the die it belongs to is known."""

    modifier: Explode | Reroll
    highest: bool


@v_args(inline=True)
class Reading(Transformer_NonRecursive[Token, Any]):
    """One reading of one text. `comment` is the remark at its end, if it has one."""

    def __init__(self, text: str) -> None:
        """Take the text, from which terms keep their own words."""
        super().__init__()
        self.text = text
        self.comment = ""
        self.operations = 0

    # ------------------------------------------------------------ totals

    def start(self, root: Node | Paren) -> Node:
        """The whole."""
        return _node(root)

    def compare(self, left: Node | Paren, sign: Token, right: Node | Paren) -> Node:
        """Two totals compared. Rule: DI-CMP-02."""
        self._operate()
        return Comparison(SIGNS[sign], _node(left), _node(right))

    def arithmetic(self, left: Node | Paren, sign: Token, right: Node | Paren) -> Node:
        """Two numbers made one. Rule: DI-NUM-02."""
        self._operate()
        return Arithmetic(OPERATORS[sign], _node(left), _node(right))

    def signed(self, sign: Token, of: Node | Paren) -> Node:
        """A sign before a number; two minuses are none."""
        node = _node(of)
        if sign == "+":
            return node
        return node.of if isinstance(node, Negative) else Negative(node)

    def number(self, digits: Token) -> Node:
        """A number as written."""
        return Number(_number(digits))

    def labelled(self, of: Node | Paren, *remarks: str) -> Node:
        """What an expression is for. Rule: DI-NOT-04."""
        labels = tuple(remark for remark in remarks if remark)
        return Labelled(_node(of), labels) if labels else _node(of)

    def remark(self, token: Token) -> str:
        """A label, or the comment at the end of the text, which belongs to the whole."""
        if token.type == "LABEL":
            return token[1:-1].strip()
        if token.type == "NOTE":
            return token[2:-2].strip()
        words = (token[1:] if token.startswith("#") else token[2:]).strip()
        if not self.text[token.end_pos or 0 :].strip():
            self.comment = words
            return ""
        return words

    def call(self, name: Token, *of: Node | Paren) -> Node:
        """A function. Rule: DI-FUN-01, DI-NUM-05, DI-NUM-07."""
        function = FUNCTIONS.get(name.lower())
        if function is None:
            raise (NotRational if name.lower() in IRRATIONAL else FunctionUnknown)(
                needs=tuple(ARGUMENTS), has=name.value, field="text"
            )
        least, most = ARGUMENTS[function]
        if not least <= len(of) <= most:
            raise WrongArguments(needs=f"{least} to {most} arguments", has=len(of), field="text")
        return Call(function, tuple(_node(part) for part in of))

    # ------------------------------------------------------------ groups

    @v_args(meta=True)
    def paren(self, meta: Meta, parts: Sequence[Node | Paren | Token | None]) -> Paren:
        """Round brackets: one member without a comma is just that member. Rule: DI-GRP-01."""
        members = tuple(_node(part) for part in parts if part is not None and not isinstance(part, Token))
        is_set = len(members) != 1 or isinstance(parts[-1], Token)
        return Paren(members, is_set, self._words(meta))

    @v_args(meta=True)
    def chosen(self, meta: Meta, parts: Sequence[Any]) -> Node:
        """Round brackets of which some members are kept. Rule: DI-GRP-01, DI-GRP-02."""
        paren, *modifiers = parts
        return Group(paren.members, _merged(modifiers), not paren.is_set, self._words(meta))

    @v_args(meta=True)
    def brace(self, meta: Meta, parts: Sequence[Any]) -> Node:
        """Curly brackets. Rule: DI-GRP-01, DI-GRP-02."""
        modifiers = [part for part in parts if isinstance(part, Modifier)]
        members = tuple(_node(part) for part in parts if not isinstance(part, Modifier))
        pooled = len(members) == 1 and bool(modifiers)
        return Group(members, _merged(modifiers), pooled, self._words(meta))

    # ------------------------------------------------------------ dice

    @v_args(meta=True)
    def plain_dice(self, meta: Meta, parts: Sequence[Any]) -> Node:
        """Dice of so many sides. Rule: DI-DICE-01, DI-DICE-02, DI-DICE-03."""
        count, token, *modifiers = parts
        die = KINDS.get(token.lower()) or _die(int(token[1:]))
        return self._dice(meta, count, die, modifiers)

    @v_args(meta=True)
    def counted_dice(self, meta: Meta, parts: Sequence[Any]) -> Node:
        """Dice whose number of sides is worked out. Rule: DI-DICE-04."""
        count, _, sides, *modifiers = parts
        return self._dice(meta, count, _die(_known(sides)), modifiers)

    def _dice(self, meta: Meta, count: int | None, die: Die, modifiers: Sequence[Any]) -> Node:
        check_throws(count or 0, 0)
        found = [_completed(modifier, die) for modifier in modifiers]
        return Dice(1 if count is None else count, die, _merged(found), self._words(meta))

    def count(self, of: Token | Paren) -> int:
        """How many dice. Rule: DI-DICE-01, DI-DICE-04."""
        return _whole(_number(of)) if isinstance(of, Token) else _known(of)

    # ------------------------------------------------------------ modifiers

    def keep(self, _: Token, of: Part) -> Modifier:
        """Keep: a bare number is how many of the highest. Rule: DI-KEEP-01, DI-KEEP-02."""
        return Keep((Rank("highest", _whole(of.number)) if isinstance(of, Picked) else of,))

    def drop(self, _: Token, of: Part) -> Modifier:
        """Drop in d20's words: a bare number is the value dropped. Rule: DI-KEEP-03."""
        return Drop((_point(of),))

    def drop_end(self, _: Token, end: Token, number: Token | None) -> Modifier:
        """Drop the highest or lowest. Rule: DI-KEEP-01."""
        return Drop((self.rank(end, number),))

    def drop_least(self, _: Token, number: Token) -> Modifier:
        """Drop so many of the lowest. Rule: DI-KEEP-01."""
        return Drop((Rank("lowest", _whole(_number(number))),))

    def explode(self, token: Token, point: Point | None) -> Modifier | Default:
        """Explode, compound, penetrate. Rule: DI-EXP-01, DI-EXP-02, DI-EXP-03."""
        compound, penetrate = token.startswith("!!"), token[-1] in "pP"
        if point is None:
            return Default(Explode((), compound, penetrate), highest=True)
        return Explode((point,), compound, penetrate)

    def burst(self, token: Token, of: Part) -> Modifier:
        """Explode in d20's words. Rule: DI-EXP-04."""
        return Explode((_point(of),), once=token.lower() == "ra")

    def reroll(self, token: Token, of: Part | None) -> Modifier | Default:
        """Reroll, once or until. Rule: DI-RE-01, DI-RE-02."""
        once = token.lower() == "ro"
        return Default(Reroll((), once), highest=False) if of is None else Reroll((_point(of),), once)

    def clamp(self, token: Token, bound: Rational) -> Modifier:
        """Raise low values or lower high ones. Rule: DI-CLAMP-01."""
        return Clamp(least=bound) if token.lower().startswith("mi") else Clamp(most=bound)

    def unique(self, token: Token, point: Point | None) -> Modifier:
        """Throw doubles again. Rule: DI-RE-03."""
        return Unique(() if point is None else (point,), token.lower() == "uo")

    def sort(self, token: Token) -> Modifier:
        """Show by value. Rule: DI-SHOW-01."""
        return Sort(descending=token.lower() == "sd")

    def mark(self, token: Token, point: Point) -> Modifier:
        """Mark criticals. Rule: DI-SHOW-02."""
        return Mark("critical" if token.lower() == "cs" else "fumble", point)

    def count_dice(self, success: Point, _: Token | None, failure: Point | None) -> Modifier:
        """Count successes and failures. Rule: DI-CMP-01."""
        return Count(success, failure)

    def exactly(self, number: Token) -> Picked:
        """A bare number."""
        return Picked(_number(number))

    def rank(self, end: Token, number: Token | None) -> Rank:
        """The highest or lowest, one if no number is given."""
        name = "highest" if end in "hH" else "lowest"
        return Rank("highest" if name == "highest" else "lowest", 1 if number is None else _whole(_number(number)))

    def point(self, sign: Token, number: Rational) -> Point:
        """A comparison with a number."""
        return Point(SIGNS[sign], number)

    def value(self, sign: Token | None, number: Token) -> Rational:
        """A number that may have a sign."""
        return -_number(number) if sign == "-" else _number(number)

    def _operate(self) -> None:
        """Rule: DI-LIMIT-04."""
        self.operations += 1
        if self.operations > bounds.OPERATIONS:
            raise TooManyOperations(needs=f"at most {bounds.OPERATIONS}", has=self.operations, field="text")

    def _words(self, meta: Meta) -> str:
        return self.text[meta.start_pos : meta.end_pos]


def _node(part: Node | Paren) -> Node:
    if not isinstance(part, Paren):
        return part
    return Group(part.members, text=part.text) if part.is_set else part.members[0]


def _number(token: Token) -> Rational:
    return tidy(Fraction(token + "0" if token.endswith(".") else token.value))


def _whole(number: Rational) -> int:
    """Rule: DI-NUM-03."""
    if not isinstance(number, int):
        raise NotWhole(needs="a whole number", has=str(number), field="text")
    return number


def _known(part: Node | Paren) -> int:
    """Give the number in round brackets. Rule: DI-DICE-04, DI-NUM-03, DI-NUM-06."""
    number = None if isinstance(part, Paren) and part.is_set else constant(_node(part))
    if number is None:
        raise CountNotKnown(needs="numbers only", has="dice or a set", field="text")
    if number < 0:
        raise NotWhole(needs="at least 0", has=str(number), field="text")
    return _whole(number)


def _die(sides: int) -> Die:
    """Rule: DI-LIMIT-03."""
    if not 1 <= sides <= bounds.SIDES:
        raise SidesOutOfBounds(needs=f"1 to {bounds.SIDES} sides", has=str(sides), field="text")
    return Die(f"d{sides}", sides)


def _point(of: Part) -> Selector:
    return Point("=", of.number) if isinstance(of, Picked) else of


def _completed(modifier: Modifier | Default, die: Die) -> Modifier:
    """Give a modifier without a selector its own: an explosion the highest value, a reroll the lowest."""
    if not isinstance(modifier, Default):
        return modifier
    values = die.values or (1, die.sides)
    value = max(values) if modifier.highest else min(values)
    return replace(modifier.modifier, of=(Point("=", value),))


M = TypeVar("M", Keep, Drop, Explode, Reroll)


def _merged(modifiers: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """Unite neighbours of one kind: `kh1kl1` keeps the highest and the lowest. Rule: DI-KEEP-04."""
    merged: list[Modifier] = []
    for modifier in modifiers:
        if merged and isinstance(modifier, Keep | Drop | Explode | Reroll):
            last = merged[-1]
            if type(last) is type(modifier) and replace(last, of=()) == replace(modifier, of=()):
                merged[-1] = replace(last, of=(*last.of, *modifier.of))
                continue
        merged.append(modifier)
    return tuple(merged)
