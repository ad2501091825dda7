"""Functions that join the parts of a card text, so that the text can be understood in only one way.

Each function takes the words of smaller parts from `say`, and adds the words and brackets between them.

Rule: TC-RUL-200 to TC-RUL-203
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from services.tcg.catalogue.language import conditions
from services.tcg.catalogue.text.references import inside

Say: TypeAlias = Callable[[Any], str]
PICK_NAMED: Final = re.compile(r"(, (?:yours )?picked (?:by an opponent|by them|by you|at random))(?= )")


def bracketed(words: str, *, when: bool = True) -> str:
    """Return the words, in brackets if `when` is true."""
    return f"({words})" if when else words


def close_picks(words: str) -> str:
    """Return the words with a comma after "picked by …" wherever the sentence continues after it."""
    return PICK_NAMED.sub(r"\1,", words)


# ---------------------------------------------------------------- steps


def join_steps(steps: Sequence[object], said: Sequence[str], *, sentences: bool, followed: bool) -> str:
    """Return the text of several steps.

    A step with other steps inside includes all that follows it in its sentence. So the next step begins a new sentence
    if `sentences` is true; otherwise the step that contains the others is in brackets. It is also in brackets if it is
    the last one and the sentence continues after it (`followed`).

    Rule: TC-RUL-200
    """
    text, last = "", len(steps) - 1
    for at, (step, words) in enumerate(zip(steps, said, strict=True)):
        block = bool(inside(step))
        closed = block and (followed if at == last else not sentences)
        text += bracketed(words, when=closed)
        if at < last:
            text += ". Then " if block and not closed else ", then "
    return text or "do nothing"


# ---------------------------------------------------------------- numbers


def number_words(part: conditions.Reckoned, say: Say) -> str:
    """Return the words for a sum or a product. A product in a sum, and a sum in a product, is in brackets.

    A negative number that is added is subtracted.

    Rule: TC-RUL-201
    """
    name = "plus" if part.plus is not None else "times"
    first, *others = operands = tuple(_operands(part, name))
    text = bracketed(say(first), when=_is_open(first, last=False))
    for one in others:
        if name == "plus" and isinstance(one, int) and one < 0:
            text += f" minus {-one}"
        else:
            text += f" {name} {bracketed(say(one), when=_is_open(one, last=one is operands[-1]))}"
    return text


def is_compound(amount: object) -> bool:
    """Return whether an amount is a sum or a product."""
    return isinstance(amount, conditions.Reckoned) and (amount.plus is not None or amount.times is not None)


def _operands(part: conditions.Reckoned, name: str) -> Iterator[conditions.Amount]:
    """Yield the numbers that are added up (or multiplied), including those of a sum within the sum."""
    for one in getattr(part, name):
        if isinstance(one, conditions.Reckoned) and getattr(one, name) is not None:
            yield from _operands(one, name)
        else:
            yield one


def _is_open(amount: conditions.Amount, *, last: bool) -> bool:
    """Return whether the words for an amount could be read as including what follows them."""
    if isinstance(amount, int):
        return False
    of = amount.count or amount.pwr or amount.level
    return is_compound(amount) or (not last and of is not None and of.filter is not None)


# ---------------------------------------------------------------- conditions


def all_words(part: conditions.All, say: Say) -> str:
    """Return the words for conditions that must all hold. Rule: TC-RUL-202."""
    of = tuple(_members(part))
    last = len(of) - 1
    return " and ".join(bracketed(say(one), when=at < last and _is_loose(one)) for at, one in enumerate(of))


def any_words(part: conditions.Any, say: Say) -> str:
    """Return the words for conditions of which at least one must hold. Rule: TC-RUL-202."""
    of = tuple(_members(part))
    last = len(of) - 1
    return "either " + " or ".join(
        bracketed(say(one), when=joins(one) or (at < last and _is_loose(one))) for at, one in enumerate(of)
    )


def joins(condition: conditions.Condition) -> bool:
    """Return whether a condition joins several others."""
    return isinstance(_only(condition), conditions.All | conditions.Any)


def _only(condition: conditions.Condition) -> conditions.Condition:
    """Return a condition, or the only one that it lists."""
    while isinstance(condition, conditions.All | conditions.Any) and len(condition.of) == 1:
        condition = condition.of[0]
    return condition


def _members(part: conditions.All | conditions.Any) -> Iterator[conditions.Condition]:
    """Yield the listed conditions, and those of a listed condition that joins them in the same way."""
    for one in part.of:
        inner = _only(one)
        if isinstance(inner, type(part)) and inner.of:
            yield from _members(inner)
        else:
            yield inner


def _is_loose(condition: conditions.Condition) -> bool:
    """Return whether the words for a condition could be read as including what follows them."""
    return joins(condition) or (isinstance(condition, conditions.Not) and not is_about_it(condition))


def is_about_it(condition: conditions.Condition) -> bool:
    """Return whether a condition says that the tested card ("it") lacks properties."""
    return (
        isinstance(condition, conditions.Not)
        and isinstance(condition.of, conditions.Is)
        and (condition.of.of.ref == "each")
    )
