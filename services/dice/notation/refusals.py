"""The refusals of notations. The docstring of each refusal is the sentence that callers read."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class NotationRefusal(Refusal, rule="DI-NOT-02"):
    """This notation cannot be rolled: correct it so that it meets the requirement in `needs`."""

    text = ""
    place: int | None = None
    hint: str | None = None

    @property
    def says(self) -> str:
        """Return the refusal's sentence, the faulty line with a caret below the error, and a suggested correction.

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
        """Return the sentence that states the error."""
        return super().says


WINDOW = 60


def pointed_at(text: str, place: int) -> tuple[str, str]:
    """Return the line that contains a position, shortened to the text around it, and a line with a caret below it."""
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    line = text[start : len(text) if end < 0 else end]
    column = place - start
    cut = max(0, column - WINDOW)
    return line[cut : column + WINDOW], " " * (column - cut) + "^"


class NotationUnclear(NotationRefusal, rule="DI-NOT-02"):
    """This is not valid dice notation: correct the error that `has` names, and write there what `needs` lists."""

    def __init__(self, *, line: int, column: int, found: str, expected: tuple[str, ...]) -> None:
        """Store the position at which the parser stopped (counted from 1), what it found, and what it expected."""
        has = f"{found} at line {line}, column {column}"
        super().__init__(needs=expected, has=has, field="text")
        self.line, self.column, self.found, self.expected = line, column, found, expected

    @property
    def sentence(self) -> str:
        """Return a sentence with the error, its position, and what was expected."""
        *first, last = self.expected
        wanted = f"{', '.join(first)} or {last}" if first else last
        return f"This is not valid dice notation: found {self.has}; expected {wanted}."


class NothingKept(NotationRefusal, rule="DI-KEPT-01"):
    """These modifiers drop every die: keep at least one die."""


class NumberMissing(NotationRefusal, rule="DI-SHOW-03"):
    """This modifier needs a number or a comparison: write one after it, such as `2` or `>=5`."""


class AdvantageNeedsOneDie(NotationRefusal, rule="DI-ADV-02"):
    """Advantage and disadvantage cannot be used here: apply only one of the two, and only to a single die."""


class NameUnknown(NotationRefusal, rule="DI-NAME-02"):
    """This name is used before it is defined, or is defined twice: define it once, before its use."""


class FacesOutOfBounds(NotationRefusal, rule="DI-DICE-06"):
    """This die has too many faces, or a number on a face is too large: keep both within the limits in `needs`."""


class RepeatsOutOfBounds(NotationRefusal, rule="DI-REPEAT-02"):
    """Wrong number of repeats, or too many rolls in one command: keep to the number in `needs`."""


class NotationTooLong(NotationRefusal, rule="DI-LIMIT-01"):
    """The notation is too long: shorten it to the number of characters in `needs`."""


class TooManyDice(Refusal, rule="DI-LIMIT-02"):
    """Too many dice in one roll or one command: use at most the number in `needs`."""


class SidesOutOfBounds(NotationRefusal, rule="DI-LIMIT-03"):
    """The number of sides is out of range: give the die 1 to 1,000,000 sides."""


class NestedTooDeeply(NotationRefusal, rule="DI-LIMIT-04"):
    """The brackets are nested too deeply: use at most the number of levels in `needs`."""


class TooManyOperations(NotationRefusal, rule="DI-LIMIT-04"):
    """The notation has too many operations: use at most the number in `needs`."""


class TooManyFurtherThrows(NotationRefusal, rule="DI-LIMIT-05"):
    """Explosions and rerolls cause more throws on average than `needs` allows: let fewer faces explode or reroll."""


class NoExactOdds(Refusal, rule="DI-ODDS-05"):
    """The exact odds of this throw cannot be calculated: run a simulation to estimate the odds."""


class NeverEnds(NotationRefusal, rule="DI-LIMIT-06"):
    """This explosion or reroll never ends: let it happen only on some faces of the die."""


class TooFewValues(NeverEnds, rule="DI-LIMIT-06"):
    """The die has too few values for this many different results: roll at most the dice in `needs`, or write `uo`."""


class NumberTooGreat(NotationRefusal, rule="DI-LIMIT-07"):
    """The possible results are too large to be exact: keep numbers and exponents within the limits in `needs`."""


class NotWhole(NotationRefusal, rule="DI-NUM-03"):
    """This number is not whole or is too small: write a whole number that meets `needs`."""


class MayDivideByZero(NotationRefusal, rule="DI-NUM-04"):
    """The divisor can be 0, and then the roll has no result: divide by something that is never 0."""


class NotRational(NotationRefusal, rule="DI-NUM-05"):
    """This function does not return exact fractions: use one that does, because results are never rounded silently."""


class FunctionUnknown(NotationRefusal, rule="DI-FUN-01"):
    """There is no function with that name: use a function listed in `needs`."""


class CountNotKnown(NotationRefusal, rule="DI-NUM-06"):
    """This number must be known before the roll: write it as a fixed number, not as dice or a set."""


class WrongArguments(NotationRefusal, rule="DI-NUM-07"):
    """Wrong number of arguments for this function: give it the number of arguments in `needs`."""
