"""Why a notation is refused. The docstring of each is the sentence the caller reads."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class NotationRefusal(Refusal):
    """A notation is refused; where its place in the text is known, a caret points at it."""

    rule = "DI-NOT-02"
    text = ""
    place: int | None = None
    hint: str | None = None

    @property
    def says(self) -> str:
        """Return the sentence, the line with a caret below the place, and what may have been meant.

        Rule:    DI-ERROR-01, DI-ERROR-02
        """
        parts = [self.sentence]
        if self.place is not None:
            parts += pointed_at(self.text, self.place)
        if self.hint:
            parts.append(f"Did you mean {self.hint} ?")
        return "\n".join(parts)

    @property
    def sentence(self) -> str:
        """Return what is wrong in one sentence."""
        return super().says


WINDOW = 60


def pointed_at(text: str, place: int) -> tuple[str, str]:
    """Return the line of a place, cut to what stands around it, and a caret below."""
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    line = text[start : len(text) if end < 0 else end]
    column = place - start
    cut = max(0, column - WINDOW)
    return line[cut : column + WINDOW], " " * (column - cut) + "^"


class NotationUnclear(NotationRefusal):
    """This is not a dice notation; `has` says where, `needs` what could stand there."""

    rule = "DI-NOT-02"

    def __init__(self, *, line: int, column: int, found: str, expected: tuple[str, ...]) -> None:
        """Say where the reading stopped, counted from 1, what stands there, and what could."""
        has = f"{found} at line {line}, column {column}"
        super().__init__(needs=expected, has=has, field="text")
        self.line, self.column, self.found, self.expected = line, column, found, expected

    @property
    def sentence(self) -> str:
        """Return what stands where, and what could stand there."""
        *first, last = self.expected
        wanted = f"{', '.join(first)} or {last}" if first else last
        return f"This is not a dice notation: {self.has}; there could stand {wanted}."


class NothingKept(NotationRefusal):
    """These modifiers drop every die, so that the roll would always be 0."""

    rule = "DI-KEPT-01"


class NumberMissing(NotationRefusal):
    """This modifier needs a number or a comparison here."""

    rule = "DI-SHOW-03"


class AdvantageNeedsOneDie(NotationRefusal):
    """Advantage and disadvantage throw one die twice, and each die has one of them."""

    rule = "DI-ADV-02"


class NameUnknown(NotationRefusal):
    """A named roll is named once, before it is used."""

    rule = "DI-NAME-02"


class FacesOutOfBounds(NotationRefusal):
    """The faces of a die that are written out are bounded."""

    rule = "DI-DICE-06"


class RepeatsOutOfBounds(NotationRefusal):
    """A notation is repeated at least once, and a command rolls a bounded number of times."""

    rule = "DI-REPEAT-02"


class NotationTooLong(NotationRefusal):
    """A notation has a bounded length."""

    rule = "DI-LIMIT-01"


class TooManyDice(Refusal):
    """One roll, and one command, throw a bounded number of dice."""

    rule = "DI-LIMIT-02"


class SidesOutOfBounds(NotationRefusal):
    """A die has at least one side and at most a million."""

    rule = "DI-LIMIT-03"


class NestedTooDeeply(NotationRefusal):
    """Brackets stand in one another to a bounded depth."""

    rule = "DI-LIMIT-04"


class TooManyOperations(NotationRefusal):
    """A notation works out a bounded number of operations."""

    rule = "DI-LIMIT-04"


class TooManyFurtherThrows(NotationRefusal):
    """The explosions and rerolls asked for would on average lead to too many throws."""

    rule = "DI-LIMIT-05"


class NoExactOdds(Refusal):
    """Nobody has worked out a way to the exact odds of this; a simulation estimates them."""

    rule = "DI-ODDS-05"


class NeverEnds(NotationRefusal):
    """This explosion or reroll can never come to an end."""

    rule = "DI-LIMIT-06"


class NumberTooGreat(NotationRefusal):
    """The numbers this notation can come to are too great, or too fine, to be exact."""

    rule = "DI-LIMIT-07"


class NotWhole(NotationRefusal):
    """A number of dice, of sides, of dice to keep, or an exponent is a whole number."""

    rule = "DI-NUM-03"


class MayDivideByZero(NotationRefusal):
    """The divisor can come to zero, so the roll could have no answer."""

    rule = "DI-NUM-04"


class NotRational(NotationRefusal):
    """This function leads out of the exact fractions, and nothing here is rounded unasked."""

    rule = "DI-NUM-05"


class FunctionUnknown(NotationRefusal):
    """There is no function of that name."""

    rule = "DI-FUN-01"


class CountNotKnown(NotationRefusal):
    """How many sides there are must be known before anything is thrown, and dice in brackets cannot count sides."""

    rule = "DI-NUM-06"


class WrongArguments(NotationRefusal):
    """A function was given the wrong number of arguments."""

    rule = "DI-NUM-07"
