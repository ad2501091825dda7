"""Why a notation is refused. The docstring of each is the sentence the caller reads."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class NotationRefusal(Refusal, rule="DI-NOT-02"):
    """A notation is refused; where its place in the text is known, a caret points at it."""

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


class NotationUnclear(NotationRefusal, rule="DI-NOT-02"):
    """This is not a dice notation; `has` says where, `needs` what could stand there."""

    def __init__(self, *, line: int, column: int, found: str, expected: tuple[str, ...]) -> None:
        """Describe where the parser stopped, counted from 1, what it found there, and what it expected."""
        has = f"{found} at line {line}, column {column}"
        super().__init__(needs=expected, has=has, field="text")
        self.line, self.column, self.found, self.expected = line, column, found, expected

    @property
    def sentence(self) -> str:
        """Return what stands where, and what could stand there."""
        *first, last = self.expected
        wanted = f"{', '.join(first)} or {last}" if first else last
        return f"This is not a dice notation: {self.has}; there could stand {wanted}."


class NothingKept(NotationRefusal, rule="DI-KEPT-01"):
    """These modifiers drop every die, so that the roll would always be 0."""


class NumberMissing(NotationRefusal, rule="DI-SHOW-03"):
    """This modifier needs a number or a comparison here."""


class AdvantageNeedsOneDie(NotationRefusal, rule="DI-ADV-02"):
    """Advantage and disadvantage throw one die twice, and each die has one of them."""


class NameUnknown(NotationRefusal, rule="DI-NAME-02"):
    """A named roll is named once, before it is used."""


class FacesOutOfBounds(NotationRefusal, rule="DI-DICE-06"):
    """The faces of a die that are written out are bounded."""


class RepeatsOutOfBounds(NotationRefusal, rule="DI-REPEAT-02"):
    """A notation is repeated at least once, and a command rolls a bounded number of times."""


class NotationTooLong(NotationRefusal, rule="DI-LIMIT-01"):
    """A notation has a bounded length."""


class TooManyDice(Refusal, rule="DI-LIMIT-02"):
    """One roll, and one command, throw a bounded number of dice."""


class SidesOutOfBounds(NotationRefusal, rule="DI-LIMIT-03"):
    """A die has at least one side and at most a million."""


class NestedTooDeeply(NotationRefusal, rule="DI-LIMIT-04"):
    """Brackets stand in one another to a bounded depth."""


class TooManyOperations(NotationRefusal, rule="DI-LIMIT-04"):
    """A notation works out a bounded number of operations."""


class TooManyFurtherThrows(NotationRefusal, rule="DI-LIMIT-05"):
    """The explosions and rerolls asked for would on average lead to too many throws."""


class NoExactOdds(Refusal, rule="DI-ODDS-05"):
    """Nobody has worked out a way to the exact odds of this; a simulation estimates them."""


class NeverEnds(NotationRefusal, rule="DI-LIMIT-06"):
    """This explosion or reroll can never come to an end."""


class NumberTooGreat(NotationRefusal, rule="DI-LIMIT-07"):
    """The numbers this notation can come to are too great, or too fine, to be exact."""


class NotWhole(NotationRefusal, rule="DI-NUM-03"):
    """A number of dice, of sides, of dice to keep, or an exponent is a whole number."""


class MayDivideByZero(NotationRefusal, rule="DI-NUM-04"):
    """The divisor can come to zero, so the roll could have no answer."""


class NotRational(NotationRefusal, rule="DI-NUM-05"):
    """This function leads out of the exact fractions, and nothing here is rounded unasked."""


class FunctionUnknown(NotationRefusal, rule="DI-FUN-01"):
    """There is no function of that name."""


class CountNotKnown(NotationRefusal, rule="DI-NUM-06"):
    """How many sides there are must be known before anything is thrown, and dice in brackets cannot count sides."""


class WrongArguments(NotationRefusal, rule="DI-NUM-07"):
    """A function was given the wrong number of arguments."""
