"""Modifiers: the conversion of the text after dice into modifiers with the meaning that the dialect gives them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from lark import Token, Transformer_NonRecursive, v_args
from msgspec import Struct
from msgspec.structs import replace

from services.dice.notation.dialects import Differences, in_own_order
from services.dice.notation.expression import (
    CHAIN,
    Clamp,
    Count,
    Die,
    Drop,
    Explode,
    Keep,
    Mark,
    Match,
    Modifier,
    Point,
    Rank,
    Rational,
    Reroll,
    Selector,
    Sort,
    Unique,
)
from services.dice.notation.numbers import tidy
from services.dice.notation.refusals import AdvantageNeedsOneDie, NotWhole, NumberMissing

SMALLEST_SET: Final = 2


class Picked(Struct, frozen=True):
    """A bare number after a modifier: the number of dice to keep, or the value to pick."""

    number: Rational


class Default(Struct, frozen=True):
    """A modifier that is written without a selector. The default selector depends on the die."""

    modifier: Explode | Reroll | Mark | Count
    highest: bool


class Advantage(Struct, frozen=True):
    """Advantage or disadvantage: a die is rolled twice, and the higher or the lower roll counts."""

    higher: bool


class Margin(Struct, frozen=True):
    """A target number.

    The result is the total of the dice minus this number or, with `below`, this number minus the total.
    """

    target: Rational
    below: bool


Part = Selector | Picked
Written = Modifier | Default | Advantage


@v_args(inline=True)
class ModifierReading(Transformer_NonRecursive[Token, Any]):
    """The part of the grammar's transformer for modifiers, with one method for each rule of the grammar."""

    differs: Differences

    def keep(self, _: Token, of: Part) -> Modifier:
        """Return a modifier that keeps dice. A number alone means the number of highest dice to keep.

        Rule:    DI-KEEP-01, DI-KEEP-02, DI-DIALECT-02
        """
        if isinstance(of, Picked) and not self.differs.bare_number_is_value:
            of = Rank("highest", whole(of.number))
        return Keep((_point(of),), twice=self.differs.both_ends)

    def drop(self, _: Token, of: Part) -> Modifier:
        """Return a modifier that drops dice, in d20's notation. A number alone means the value to drop.

        Rule:    DI-KEEP-03
        """
        return Drop((_point(of),), twice=self.differs.both_ends)

    def drop_end(self, _: Token, end: Token, number: Token | None) -> Modifier:
        """Return a modifier that drops the highest or lowest dice. Rule: DI-KEEP-01."""
        return Drop((self.rank(end, number),))

    def drop_least(self, _: Token, number: Token) -> Modifier:
        """Return a modifier that drops a given number of the lowest dice. Rule: DI-KEEP-01."""
        return Drop((Rank("lowest", whole(as_number(number))),))

    def explode(self, token: Token, of: Part | None) -> Written:
        """Return a modifier for an explosion: plain, compounding or penetrating.

        Rule:    DI-EXP-01, DI-EXP-02, DI-EXP-03, DI-EXP-05
        """
        written = token.lower()
        compound, penetrate = written.startswith("!!"), written.endswith("p")
        made = Explode((), compound, penetrate, limit=1 if written == "xo" else CHAIN)
        return Default(made, highest=True) if of is None else replace(made, of=(_point(of),))

    def burst(self, token: Token, of: Part) -> Modifier:
        """Return the modifier for an explosion that is written in the dialect `d20`. Rule: DI-EXP-04."""
        return Explode((_point(of),), once=token.lower() == "ra")

    def reroll(self, token: Token, of: Part | None) -> Written:
        """Return a modifier that rerolls dice, once or until no die is picked.

        Rule:    DI-RE-01, DI-RE-02, DI-DIALECT-02
        """
        written = token.lower()
        once = written == "ro" or (written == "r" and self.differs.single_reroll)
        return Default(Reroll((), once), highest=False) if of is None else Reroll((_point(of),), once)

    def clamp(self, token: Token, bound: Rational) -> Modifier:
        """Return a modifier that limits values from below or above. Rule: DI-CLAMP-01."""
        return Clamp(least=bound) if token.lower().startswith("mi") else Clamp(most=bound)

    def unique(self, token: Token, of: Part | None) -> Modifier:
        """Return a modifier that rerolls duplicates. Rule: DI-RE-03."""
        picked = () if of is None else (_value_point(of),)
        return Unique(picked, token.lower() == "uo")

    def sort(self, token: Token) -> Modifier:
        """Return a modifier that sorts dice by value. Rule: DI-SHOW-01."""
        return Sort(descending=token.lower() == "sd")

    def mark(self, token: Token, of: Part | None) -> Written:
        """Return a modifier that marks criticals or fumbles or, in some dialects, one that counts them.

        Rule:    DI-SHOW-02, DI-SHOW-03, DI-DIALECT-02
        """
        good = token.lower() == "cs"
        point = Point("=") if of is None else _value_point(of)
        marked = Mark("critical" if good else "fumble", point)
        made: Mark | Count = Count(point) if self.differs.marks_count else marked
        return Default(made, highest=good) if of is None else made

    def match(self, token: Token) -> Modifier:
        """Return a modifier that counts matching sets. Rule: DI-SET-01, DI-SET-02."""
        size = int(token[2:] or SMALLEST_SET)
        if size < SMALLEST_SET:
            raise NotWhole(needs=f"sets of at least {SMALLEST_SET}", has=size, field="text")
        return Match(size)

    def advantage(self, token: Token) -> Advantage:
        """Convert the words for advantage or disadvantage. Rule: DI-ADV-01."""
        return Advantage(token.lower().startswith("a"))

    def margin(self, _: Token, sign: Token | None, target: Rational) -> Margin:
        """Convert a target number. The result of the roll is the margin by which it is over or under the target.

        Rule:    DI-MARGIN-01
        """
        return Margin(target, below=sign is not None and self.differs.sign(sign) in {"<", "<="})

    def count_dice(self, success: Point, _: Token | None, failure: Part | None) -> Modifier:
        """Return a modifier that counts successes and failures. Rule: DI-CMP-01."""
        return Count(success, None if failure is None else _value_point(failure))

    def count_parity(self, token: Token) -> Modifier:
        """Return a modifier that counts even or odd dice. Rule: DI-CMP-03."""
        return Count(self.parity(token))

    def parity(self, token: Token) -> Point:
        """Return a selector that picks even or odd values. Rule: DI-CMP-03."""
        return Point("even" if token.lower() == "even" else "odd")

    def exactly(self, number: Token) -> Picked:
        """Return a number that has no sign and no selector. Its meaning depends on the modifier before it."""
        return Picked(as_number(number))

    def rank(self, end: Token, number: Token | None) -> Rank:
        """Return a selector that picks the highest or lowest dice. Without a number, the selector picks one die."""
        count = 1 if number is None else whole(as_number(number))
        return Rank("highest" if end in "hH" else "lowest", count)

    def point(self, sign: Token, number: Rational) -> Point:
        """Return a selector that compares values with a number. Rule: DI-DIALECT-02."""
        return Point(self.differs.sign(sign), number)

    def value(self, sign: Token | None, number: Token) -> Rational:
        """Convert a number that may have a sign."""
        return -as_number(number) if sign == "-" else as_number(number)

    def complete(self, written: Sequence[Any], die: Die | None) -> tuple[Modifier, ...]:
        """Return the written modifiers, completed with their defaults for a die.

        `die` is None for the members of a group.
        """
        found = [_complete(each, die) for each in written]
        if self.differs.match_compares:
            found = _sets_of_values(found)
        return _merge(in_own_order(found) if self.differs.own_order else found)


def _sets_of_values(modifiers: Sequence[Modifier]) -> list[Modifier]:
    """Convert a comparison after `mt` (match) to a keep before it: `mt3>4` becomes `k>4mt3`. Rule: DI-DIALECT-02."""
    found: list[Modifier] = []
    for each in modifiers:
        if isinstance(each, Count) and found and isinstance(found[-1], Match):
            found.insert(-1, Keep((each.success,)))
        else:
            found.append(each)
    return found


def as_number(token: Token) -> Rational:
    """Convert the digits of a number to an exact number."""
    return tidy(Fraction(token + "0" if token.endswith(".") else token.value))


def whole(number: Rational) -> int:
    """Return a number after checking that it is whole. Rule: DI-NUM-03."""
    if not isinstance(number, int):
        raise NotWhole(needs="a whole number", has=str(number), field="text")
    return number


def _point(of: Part) -> Selector:
    return Point("=", of.number) if isinstance(of, Picked) else of


def _value_point(of: Part) -> Point:
    found = _point(of)
    if isinstance(found, Rank):
        raise NumberMissing(needs="a comparison, such as >=5", has="h or l", field="text")
    return found


def _complete(written: Written, die: Die | None) -> Modifier:
    """Return the modifier, with a default selector if it was written without one.

    The default selector picks the highest or lowest value of the die, depending on the modifier.
    """
    if isinstance(written, Advantage):
        return Keep((Rank("highest" if written.higher else "lowest", 1),))
    if not isinstance(written, Default):
        return written
    if die is None:
        raise NumberMissing(needs="a comparison, such as cs>=5", has="members of a group", field="text")
    values = die.values or (1, die.sides)
    point = Point("=", max(values) if written.highest else min(values))
    match written.modifier:
        case Count():
            return Count(point)
        case Mark():
            return replace(written.modifier, of=point)
        case _:
            return replace(written.modifier, of=(point,))


def check_advantage(written: Sequence[Any], count: int) -> None:
    """Refuse advantage on anything other than a single die. Rule: DI-ADV-02. Refuses: AdvantageNeedsOneDie."""
    if count != 1 or sum(isinstance(each, Advantage) for each in written) > 1:
        raise AdvantageNeedsOneDie(needs="one die", has=str(count), field="text")


M = TypeVar("M", Keep, Drop, Explode, Reroll)


def _merge(modifiers: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """Merge adjacent modifiers of one kind: `kh1kl1` keeps both the highest and the lowest die. Rule: DI-KEEP-04."""
    merged: list[Modifier] = []
    for modifier in modifiers:
        if merged and isinstance(modifier, Keep | Drop | Explode | Reroll):
            last = merged[-1]
            if type(last) is type(modifier) and replace(last, of=()) == replace(modifier, of=()):
                merged[-1] = replace(last, of=(*last.of, *modifier.of))  # pyright: ignore[reportGeneralTypeIssues, reportAttributeAccessIssue] both have one type
                continue
        merged.append(modifier)
    return tuple(merged)
