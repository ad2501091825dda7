"""The conversion of the grammar's parse tree to an expression, with one method for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Final

from lark import Token, v_args
from lark.tree import Meta
from msgspec import Struct

from services.dice.notation import limits
from services.dice.notation.dialects import SIGNS, Differences
from services.dice.notation.expression import (
    FUDGE,
    FUDGE_ONE,
    PERCENT,
    Again,
    Arithmetic,
    ArithmeticSign,
    Call,
    Clamp,
    Comparison,
    Count,
    Counted,
    Dice,
    Die,
    Drop,
    FunctionName,
    Group,
    Keep,
    Labelled,
    Let,
    Modifier,
    Negative,
    Node,
    Number,
    children,
)
from services.dice.notation.kept import may_keep
from services.dice.notation.modifiers import (
    Advantage,
    Default,
    Margin,
    ModifierReading,
    as_number,
    check_advantage,
    whole,
)
from services.dice.notation.numbers import ARGUMENTS
from services.dice.notation.reach import check_count, check_throws, constant, reach_of
from services.dice.notation.refusals import (
    CountNotKnown,
    FacesOutOfBounds,
    FunctionUnknown,
    NameUnknown,
    NothingKept,
    NotRational,
    NotWhole,
    SidesOutOfBounds,
    TooManyOperations,
    WrongArguments,
)

OPERATORS: Final[Mapping[str, ArithmeticSign]] = MappingProxyType({
    "+": "+", "-": "-", "*": "*", "/": "/", "//": "//", "%": "%", "^": "^", "**": "^",
})  # fmt: skip
FUNCTIONS: Final[Mapping[str, FunctionName]] = MappingProxyType({name: name for name in ARGUMENTS})
IRRATIONAL: Final = frozenset({"sqrt", "sin", "cos", "tan", "exp", "log"})
COIN: Final = Die("dC", 2, (0, 1))
TENS: Final = Die("d%", 10, tuple(range(0, 100, 10)))
KINDS: Final[Mapping[str, Die]] = MappingProxyType(
    {"d%": PERCENT, "df": FUDGE, "df.2": FUDGE, "df.1": FUDGE_ONE, "dc": COIN}
)
HALF: Final = Number(Fraction(1, 2))
NOTHING_CHANGES: Final = Clamp()
"""A modifier without effect.

It separates the choices inside brackets from those outside, so that the choices are made one after the other.
"""


class Paren(Struct, frozen=True):
    """Round brackets whose meaning is not known yet: a number, a set, or a number of dice."""

    members: tuple[Node, ...]
    is_set: bool
    text: str


@v_args(inline=True)
class Reading(ModifierReading):  # pyright: ignore[reportGeneralTypeIssues] lark decorates the method
    """Converts the parse tree of one text in a dialect. `comment` is the comment at the end of the text, if any."""

    def __init__(self, text: str, differs: Differences) -> None:
        """Store the text and the differences of the dialect. Each term keeps its own part of the text."""
        super().__init__()
        self.text = text
        self.differs = differs
        self.comment = ""
        self.operations = 0
        self.named: dict[str, Node] = {}
        self.stands: dict[str, Again] = {}

    # ------------------------------------------------------------ totals

    def start(self, *parts: Any) -> Node:  # noqa: ANN401 names, then the expression
        """Return the whole expression, with its named rolls. Rule: DI-NAME-01, DI-DIALECT-02."""
        *names, last = parts
        root = _node(last)
        if self.differs.whole_total and reach_of(root).grain != 1:
            root = Call("trunc", (root,))
        for name in reversed(names):
            root = Let(str(name), self.named[str(name)], root)
        return root

    def define(self, token: Token, of: Node | Paren) -> str:
        """Store a named roll, and return its name. Rule: DI-NAME-01, DI-NAME-02."""
        name = token.rstrip("= \t\n\ue000").lower()
        if name in self.named:
            raise NameUnknown(needs="a name that is not in use", has=name, field="text")
        node = _node(of)
        reach = reach_of(node)
        self.named[name] = node
        self.stands[name] = Again(name, reach.least, reach.most, reach.grain, reach.exact)
        return name

    def again(self, token: Token) -> Node:
        """Return a node that uses a named roll's value. Rule: DI-NAME-01, DI-NAME-02."""
        name = token.lower()
        if name not in self.named:
            raise NameUnknown(needs=tuple(self.named) or f"{name} = …; before it", has=name, field="text")
        return self.stands[name]

    def compare(self, left: Node | Paren, sign: Token, right: Node | Paren) -> Node:
        """Return the node of a comparison of two totals. Rule: DI-CMP-02."""
        self._operate()
        return Comparison(SIGNS[sign], _node(left), _node(right))

    def arithmetic(self, left: Node | Paren, sign: Token, right: Node | Paren) -> Node:
        """Return the node of an arithmetic operation. Rule: DI-NUM-02."""
        self._operate()
        return Arithmetic(OPERATORS[sign], _node(left), _node(right))

    def signed(self, sign: Token, of: Node | Paren) -> Node:
        """Return the node of a number with a sign. Two minus signs cancel each other out."""
        node = _node(of)
        if sign == "+":
            return node
        return node.of if isinstance(node, Negative) else Negative(node)

    def number(self, digits: Token) -> Node:
        """Return the node of a literal number."""
        return Number(as_number(digits))

    def labelled(self, of: Node | Paren, *remarks: str) -> Node:
        """Return an expression with its labels, if it has any. Rule: DI-NOT-04."""
        labels = tuple(remark for remark in remarks if remark)
        return Labelled(_node(of), labels) if labels else _node(of)

    def remark(self, token: Token) -> str:
        """Return a label. A comment at the end of the text belongs to the whole expression."""
        words = self.text[token.start_pos or 0 : token.end_pos or 0]
        if token.type == "LABEL":
            return words[1:-1].strip()
        if token.type == "NOTE":
            return words[2:-2].strip()
        words = (words[1:] if token.startswith("#") else words[2:]).strip()
        if not self.text[token.end_pos or 0 :].strip():
            self.comment = words
            return ""
        return words

    def call(self, name: Token, *of: Node | Paren) -> Node:
        """Return the node of a function call. Rule: DI-FUN-01, DI-NUM-05, DI-NUM-07."""
        function = FUNCTIONS.get(name.lower())
        if function is None:
            raise (NotRational if name.lower() in IRRATIONAL else FunctionUnknown)(
                needs=tuple(ARGUMENTS), has=name.value, field="text"
            )
        least, most = ARGUMENTS[function]
        if not least <= len(of) <= most:
            raise WrongArguments(needs=f"{least} to {most} arguments", has=len(of), field="text")
        parts = tuple(_node(part) for part in of)
        if function == "round" and self.differs.half_up:
            return Call("floor", (Arithmetic("+", parts[0], HALF),))
        return Call(function, parts)

    # ------------------------------------------------------------ groups

    @v_args(meta=True)
    def paren(self, meta: Meta, parts: Sequence[Node | Paren | Token | None]) -> Paren:
        """Return round brackets as a `Paren`. A single member without a comma does not form a set. Rule: DI-GRP-01."""
        members = tuple(_node(part) for part in parts if part is not None and not isinstance(part, Token))
        is_set = len(members) != 1 or isinstance(parts[-1], Token)
        return Paren(members, is_set, self._words(meta))

    @v_args(meta=True)
    def chosen(self, meta: Meta, parts: Sequence[Any]) -> Node:
        """Return the group for round brackets with modifiers that choose among the members.

        Rule:    DI-GRP-01, DI-GRP-02
        """
        paren, *modifiers = parts
        members, pooled = paren.members, not paren.is_set
        if self.differs.sums_are_members and pooled:
            (member,) = members
            pooled = isinstance(member, Dice | Counted)
            if isinstance(member, Group):
                before = (*member.modifiers, NOTHING_CHANGES) if member.modifiers else ()
                members, modifiers, pooled = member.members, [*before, *modifiers], member.pooled
        return self._group(members, modifiers, meta, pooled=pooled)

    @v_args(meta=True)
    def brace(self, meta: Meta, parts: Sequence[Any]) -> Node:
        """Return the group for curly brackets. Rule: DI-GRP-01, DI-GRP-02, DI-DIALECT-02."""
        modifiers = [part for part in parts if isinstance(part, Modifier | Default)]
        members = tuple(_node(part) for part in parts if not isinstance(part, Modifier | Default))
        pooled = len(members) == 1 and bool(modifiers) and not self.differs.members_only
        if self.differs.own_order and isinstance(members[0], Dice):
            pooled = pooled and not any(isinstance(modifier, Count) for modifier in modifiers)
        return self._group(members, modifiers, meta, pooled=pooled)

    def _group(self, members: tuple[Node, ...], written: Sequence[Any], meta: Meta, *, pooled: bool) -> Node:
        """Return a group with its modifiers, after checking that it keeps at least one member.

        Rule: DI-NUM-06, DI-KEPT-01
        """
        modifiers = self.complete(written, None)
        if pooled and any(_counts_by_dice(member) for member in members):
            raise CountNotKnown(needs="a fixed number of dice", has="a rolled number of dice", field="text")
        self._check_something_kept(_size(members, pooled=pooled), modifiers)
        return Group(members, modifiers, pooled, self._words(meta))

    # ------------------------------------------------------------ dice

    @v_args(meta=True)
    def plain_dice(self, meta: Meta, parts: Sequence[Any]) -> Node:
        """Return the node of dice with a literal number of sides.

        Rule:    DI-DICE-01, DI-DICE-02, DI-DICE-03, DI-DICE-06
        """
        count, token, *modifiers = parts
        return self._dice(meta, count, self._kind(token.lower()), modifiers)

    @v_args(meta=True)
    def counted_dice(self, meta: Meta, parts: Sequence[Any]) -> Node:
        """Return the node of dice with a calculated number of sides. Rule: DI-DICE-04."""
        count, _, sides, *modifiers = parts
        return self._dice(meta, count, _die(_number_in(sides)), modifiers)

    def _kind(self, written: str) -> Die:
        if written == "d%" and self.differs.tens:
            return TENS
        return KINDS.get(written) or (_own_die(written) if "{" in written else _die(int(written[1:])))

    def _dice(self, meta: Meta, count: int | Node | None, die: Die, parts: Sequence[Any]) -> Node:
        """Return the node of dice with their modifiers. Rule: DI-DICE-07, DI-ADV-01, DI-KEPT-01, DI-LIMIT-02."""
        *written, margin = parts
        count = 1 if count is None else count
        number = count if isinstance(count, int) else check_count(count)
        check_throws(number, 0)
        if any(isinstance(each, Advantage) for each in written):
            check_advantage(written, number)
            number = 2
        dice = Dice(number, die, self.complete(written, die), self._words(meta))
        self._check_something_kept(number, dice.modifiers, die)
        return _with_margin(dice if isinstance(count, int) else Counted(count, dice), margin)

    def _check_something_kept(self, count: int, modifiers: Sequence[Modifier], die: Die | None = None) -> None:
        """Refuse modifiers that together drop every die. Rule: DI-KEPT-01. Refuses: NothingKept."""
        if self.differs.first_rules:
            modifiers = tuple(takewhile(lambda modifier: isinstance(modifier, Keep | Drop), modifiers))
            die = None
        if count and not may_keep(count, modifiers, die):
            raise NothingKept(needs="at least one die kept", has=f"none of {count}", field="text")

    def count(self, of: Token | Paren) -> int | Node:
        """Return the number of dice. Rule: DI-DICE-01, DI-DICE-04, DI-DICE-07."""
        if isinstance(of, Token):
            return whole(as_number(of))
        node = None if of.is_set else _node(of)
        return node if node is not None and constant(node) is None else _number_in(of)

    def _operate(self) -> None:
        """Count one more operation, and refuse it if there are too many. Rule: DI-LIMIT-04."""
        self.operations += 1
        if self.operations > limits.OPERATIONS:
            raise TooManyOperations(needs=f"at most {limits.OPERATIONS}", has=self.operations, field="text")

    def _words(self, meta: Meta) -> str:
        return self.text[meta.start_pos : meta.end_pos]


def _node(part: Node | Paren) -> Node:
    if not isinstance(part, Paren):
        return part
    return Group(part.members, text=part.text) if part.is_set else part.members[0]


def _number_in(part: Node | Paren) -> int:
    """Return the number in round brackets, which must not contain dice. Rule: DI-DICE-04, DI-NUM-03, DI-NUM-06."""
    number = None if isinstance(part, Paren) and part.is_set else constant(_node(part))
    if number is None:
        raise CountNotKnown(needs="numbers only", has="dice or a set", field="text")
    if number < 0:
        raise NotWhole(needs="at least 0", has=str(number), field="text")
    return whole(number)


def _die(sides: int) -> Die:
    """Return a die with this number of sides, after checking the limit. Rule: DI-LIMIT-03."""
    if not 1 <= sides <= limits.SIDES:
        raise SidesOutOfBounds(needs=f"1 to {limits.SIDES} sides", has=str(sides), field="text")
    return Die(f"d{sides}", sides)


def _own_die(written: str) -> Die:
    """Return a die whose faces are listed in the notation. Rule: DI-DICE-06."""
    values = tuple(int(value) for value in written[2:-1].replace("\ue000", " ").split(","))
    if len(values) > limits.FACES or max(map(abs, values)) > limits.SIDES:
        needs = f"at most {limits.FACES} faces of at most {limits.SIDES}"
        raise FacesOutOfBounds(needs=needs, has=len(values), field="text")
    return Die(f"d{{{','.join(map(str, values))}}}", len(values), values)


def _with_margin(dice: Node, margin: Margin | None) -> Node:
    """Return dice minus their target number, or the target number minus the dice. Rule: DI-MARGIN-01."""
    if margin is None:
        return dice
    target = Number(margin.target)
    return Arithmetic("-", target, dice) if margin.below else Arithmetic("-", dice, target)


def _counts_by_dice(node: Node) -> bool:
    return isinstance(node, Counted) or any(_counts_by_dice(child) for child in children(node))


def _size(members: tuple[Node, ...], *, pooled: bool) -> int:
    """Return the number of dice or members from which a group chooses.

    If the number is not fixed, return a very high number.
    """
    if not pooled:
        return len(members)
    (member,) = members
    return member.count if isinstance(member, Dice) and not member.modifiers else limits.DICE * limits.DICE
