"""The parser of dice notation.

It returns a tree, or refuses the text and reports the position of the error and what was expected there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, cast, get_args

from lark import ParseTree, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError
from lark.tree import Tree

from services.dice.notation import limits
from services.dice.notation.dialects import Dialect, differences_of, grammar_of
from services.dice.notation.expected import in_words
from services.dice.notation.expression import Dice, Drop, Expression, Keep, Node, Rank, children, with_parts
from services.dice.notation.memory import cache_by_text
from services.dice.notation.reach import check_reach
from services.dice.notation.reading import Reading
from services.dice.notation.refusals import (
    AdvantageNeedsOneDie,
    NestedTooDeeply,
    NotationRefusal,
    NotationTooLong,
    NotationUnclear,
    NothingKept,
    RepeatsOutOfBounds,
)
from services.dice.notation.spelling import (
    ADVANTAGE,
    FILLER,
    likely,
    loose_advantage,
    normalise,
    place_of_late_repeat,
    repeats_of,
    words_at,
)
from shared.kernel.refusals import Refusal

CACHED: Final = 16 << 20
"""The size limit of the cache of notations, in bytes."""
OPENING: Final = "([{"
CLOSING: Final = ")]}"
GUESSES: Final = 20
GUESSED: Final = 100
"""The maximum length of a text for which the parser suggests corrections."""
D20_SIDES: Final = 20
JOINING: Final = re.compile(r"\+| [<>]=? ")
"""The text between two terms in a suggested correction, for dice of which a modifier keeps none."""

for _dialect in (None, *get_args(get_args(Dialect)[0])):
    grammar_of(_dialect)  # at import, so that no caller waits for a grammar: loading a saved one takes 10 ms


@cache_by_text(CACHED)
def parse(text: str, dialect: str | None = None) -> Expression:
    """Parse a notation, and prove that every roll of it stays within the limits.

    Rule:    DI-NOT-01, DI-NOT-02, DI-DIALECT-01, DI-DIALECT-03, DI-LIMIT-01 to DI-LIMIT-07, DI-NUM-03 to DI-NUM-07
    Refuses: NotationUnclear, NotationTooLong, NestedTooDeeply, and the refusals of `Reading` and `check_reach`
    """
    if len(text) > limits.TEXT:
        raise NotationTooLong(needs=f"at most {limits.TEXT} characters", has=len(text), field="text")
    _check_nesting(text)
    code, times, begin = _without_repeats(text, dialect)
    try:
        root, words = _read(text, code, dialect)
    except UnexpectedInput as stopped:
        raise _unclear(text, code, stopped, dialect) from None
    except VisitError as found:
        raise _with_position(found.orig_exc, text, _place_of(found.obj), dialect) from None
    except NotationRefusal as refusal:
        raise _with_position(refusal, text, None, dialect) from None
    return Expression(text, root, words, times, text[begin:])


def _without_repeats(text: str, dialect: str | None) -> tuple[str, int, int]:
    """Return the code of one roll, the number of its repeats, and the position at which it begins.

    In the code, filler characters replace the repeats.

    Rule:    DI-REPEAT-01, DI-REPEAT-02
    Refuses: RepeatsOutOfBounds
    """
    differs = differences_of(dialect)
    code = normalise(text, all_words=differs.all_words)
    times, begin = _times(text, code, first_rules=differs.first_rules)
    return FILLER * begin + code[begin:], times, begin


def _read(text: str, code: str, dialect: str | None) -> tuple[Node, str]:
    """Read a roll, whose repeats are not part of `code`. Return its tree, and the words or the comment after it.

    Advantage at the end applies to the first single d20 or, if there is none, to the dice before it.

    Rule: DI-ADV-01, DI-R-26
    """
    loose = code if differences_of(dialect).first_rules else loose_advantage(code)
    if loose != code:
        with suppress(AdvantageNeedsOneDie):
            return _read_as_spaced(text, loose, dialect)
    return _read_as_spaced(text, code, dialect)


def _read_as_spaced(text: str, code: str, dialect: str | None) -> tuple[Node, str]:
    tree, tail = _tree(code, dialect)
    differs = differences_of(dialect)
    reading = Reading(text, differs)
    root = reading.transform(tree)
    higher, words = _advantage(text[tail:])
    if higher is not None and not differs.first_rules:
        words = words.lstrip("#/").strip()
    root = root if higher is None else _with_advantage(root, higher=higher)
    check_reach(root)
    return root, words or reading.comment


def _times(text: str, code: str, *, first_rules: bool) -> tuple[int, int]:
    """Return the number of repeats, and the position at which the repeated roll begins.

    Rule: DI-REPEAT-01, DI-REPEAT-02, DI-R-25
    """
    times, begin = repeats_of(code, first_rules=first_rules) or (1, 0)
    if not 1 <= times <= limits.TIMES:
        raise _with_position(RepeatsOutOfBounds(needs=f"1 to {limits.TIMES} times", has=times, field="text"), text, 0)
    if not first_rules:
        _check_repeated_once(text, code, times, begin)
    return times, begin


def _check_repeated_once(text: str, code: str, times: int, begin: int) -> None:
    """Refuse a repeat inside a repeat, and one after named rolls. Rule: DI-R-25. Refuses: RepeatsOutOfBounds."""
    inner = repeats_of(code[begin:])
    at = place_of_late_repeat(code[begin:]) if inner is None else 0
    if at is None:
        return
    refusal = RepeatsOutOfBounds(
        needs="one number of repeats, at the start", has="another one in the roll", field="text"
    )
    if inner is not None and 1 <= times * inner[0] <= limits.TIMES:
        refusal.hint = f"{times * inner[0]}#{text[begin + inner[1] :].strip()}"
    refusal.text, refusal.place = text, begin + at
    raise refusal


def _tree(code: str, dialect: str | None) -> tuple[ParseTree, int]:
    """Parse as much of a text as is notation. Return the tree, and the position at which plain words begin.

    Rule: DI-TEXT-03
    """
    grammar = grammar_of(dialect)
    try:
        return grammar.parse(code), len(code)
    except UnexpectedInput as stopped:
        place = cast("int", stopped.pos_in_stream)
        if _at_end(stopped) or not words_at(code, place, all_words=differences_of(dialect).all_words):
            raise
        try:
            return grammar.parse(code[:place]), place
        except UnexpectedInput:
            raise stopped from None


# ---------------------------------------------------------------- advantage in words at the end


def _advantage(tail: str) -> tuple[bool | None, str]:
    """Return whether the last words of a notation mean advantage or disadvantage, and the words after them.

    The first value is True for advantage, False for disadvantage, and None for neither.

    Rule:    DI-ADV-01
    """
    found = ADVANTAGE.match(tail)
    if found is None:
        return None, tail.strip().lstrip(":,").strip()
    return found["which"].lower().startswith("a"), tail[found.end() :].strip().lstrip(":,").strip()


def _with_advantage(root: Node, *, higher: bool) -> Node:
    """Return the tree, changed so that it rolls its first single d20 twice.

    Rule:    DI-ADV-01, DI-ADV-02
    Refuses: AdvantageNeedsOneDie
    """
    changed, found = _first_twice(root, higher=higher)
    if not found:
        raise AdvantageNeedsOneDie(needs="a single d20", has="none", field="text")
    return changed


def _first_twice(node: Node, *, higher: bool) -> tuple[Node, bool]:
    if isinstance(node, Dice):
        chosen = any(isinstance(modifier, Keep | Drop) for modifier in node.modifiers)
        if node.count != 1 or node.die.sides != D20_SIDES or node.die.values or chosen:
            return node, False
        end: Rank = Rank("highest" if higher else "lowest", 1)
        text = f"2d20k{'h' if higher else 'l'}1{node.text[node.text.lower().index('20') + 2 :]}"
        return Dice(2, node.die, (Keep((end,)), *node.modifiers), text), True
    parts = list(children(node))
    for at, part in enumerate(parts):
        parts[at], found = _first_twice(part, higher=higher)
        if found:
            return with_parts(node, parts), True
    return node, False


# ---------------------------------------------------------------- refusals


def _check_nesting(text: str) -> None:
    """Refuse brackets that are nested too deeply. Rule: DI-LIMIT-04."""
    depth = 0
    for letter in text:
        depth += (letter in OPENING) - (letter in CLOSING)
        if depth > limits.NESTING:
            raise NestedTooDeeply(needs=f"at most {limits.NESTING} brackets deep", has=depth, field="text")


def _unclear(text: str, code: str, stopped: UnexpectedInput, dialect: str | None) -> NotationUnclear:
    """Return the refusal that shows where the parser stopped. Rule: DI-NOT-02, DI-ERROR-01."""
    place = len(text) if _at_end(stopped) else cast("int", stopped.pos_in_stream)
    expected: set[str] = stopped.interactive_parser.accepts()  # type: ignore[no-untyped-call]
    before = text[:place]
    found = repr(text[place]) if place < len(text) else "the end"
    line, column = before.count("\n") + 1, place - before.rfind("\n")
    refusal = NotationUnclear(line=line, column=column, found=found, expected=in_words(expected))
    refusal.text, refusal.place, refusal.hint = text, place, _likely_correction(text, code, place, dialect)
    return refusal


def _likely_correction(text: str, code: str, place: int, dialect: str | None) -> str | None:
    """Return the likeliest correction of a text, or None if there is none. Rule: DI-ERROR-02."""
    plain = code.replace(FILLER, " ")
    guesses = (guess for guess, _ in zip(likely(plain, place), range(GUESSES), strict=False))
    return _first_read(guesses, text, dialect)


def _first_read(guesses: Iterable[str], text: str, dialect: str | None) -> str | None:
    """Return the first guess that can be parsed, or None if there is none or it would be refused too.

    Rule:    DI-ERROR-02
    """
    for guess in guesses if len(text) <= GUESSED else ():
        try:
            code, _, _ = _without_repeats(guess, dialect)
            _read(guess, code, dialect)
        except UnexpectedInput:
            continue
        except (VisitError, Refusal):
            return None
        if guess.strip() and guess != text:
            return guess.strip()
    return None


def _with_position(
    error: BaseException, text: str, place: int | None, dialect: str | None = None
) -> BaseException:  # fmt: skip
    """Return a refusal to which the text and the position of the error have been added. Rule: DI-ERROR-01."""
    if isinstance(error, NotationRefusal):
        error.text, error.place = text, place
        if isinstance(error, NothingKept):
            guesses = (guess for guess in likely(text, len(text)) if guess != text and JOINING.search(guess))
            error.hint = _first_read(guesses, text, dialect)
    return error


def _place_of(found: object) -> int | None:
    if isinstance(found, Tree):
        return None if found.meta.empty else found.meta.start_pos
    return getattr(found, "start_pos", None)


def _at_end(stopped: UnexpectedInput) -> bool:
    return isinstance(stopped, UnexpectedToken) and stopped.token.type == "$END"
