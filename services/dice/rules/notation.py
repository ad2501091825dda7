"""Reading dice notation: text becomes a tree, or a refusal that says where it went wrong and what could stand there."""

from __future__ import annotations

from typing import Final, cast

from lark import Lark, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from services.dice.refusals import NestedTooDeeply, NotationTooLong, NotationUnclear
from services.dice.rules import bounds
from services.dice.rules.expression import Expression
from services.dice.rules.memory import remembered
from services.dice.rules.reach import check_reach
from services.dice.rules.reading import Reading
from services.dice.rules.words import in_words

CACHED: Final = 16 << 20
"""Bytes of notations that are remembered."""
OPENING: Final = "([{"
CLOSING: Final = ")]}"

_grammar: Final = Lark.open("notation.lark", rel_to=__file__, parser="lalr", propagate_positions=True)
for _sample in ("4d6kh3 + 2 [strength]", "(8d10!>=8 - 1d%) * 2", "{2d6r<2, 4dF}kl1"):
    _grammar.parse(_sample)  # Lark makes its tables ready when they are first used: 5 ms that no caller should wait for


@remembered(CACHED)
def parse(text: str) -> Expression:
    """Read a notation and prove that it stays within bounds, whatever is thrown.

    Rule:    DI-NOT-01, DI-NOT-02, DI-LIMIT-01 to DI-LIMIT-07, DI-NUM-03 to DI-NUM-07
    Refuses: NotationUnclear, NotationTooLong, NestedTooDeeply, and what `Reading` and `check_reach` refuse
    """
    if len(text) > bounds.TEXT:
        raise NotationTooLong(needs=f"at most {bounds.TEXT} characters", has=len(text), field="text")
    _check_nesting(text)
    try:
        tree = _grammar.parse(text)
    except UnexpectedInput as stopped:
        raise _unclear(text, stopped) from None
    reading = Reading(text)
    try:
        root = reading.transform(tree)
    except VisitError as found:
        raise found.orig_exc from None
    check_reach(root)
    return Expression(text, root, reading.comment)


def _check_nesting(text: str) -> None:
    """Rule: DI-LIMIT-04."""
    depth = 0
    for letter in text:
        depth += (letter in OPENING) - (letter in CLOSING)
        if depth > bounds.NESTING:
            raise NestedTooDeeply(needs=f"at most {bounds.NESTING} brackets deep", has=depth, field="text")


def _unclear(text: str, stopped: UnexpectedInput) -> NotationUnclear:
    """Say where the reading stopped. Rule: DI-NOT-02."""
    place = len(text) if _at_end(stopped) else cast("int", stopped.pos_in_stream)
    expected: set[str] = stopped.interactive_parser.accepts()  # type: ignore[no-untyped-call]
    before = text[:place]
    found = repr(text[place]) if place < len(text) else "the end"
    line, column = before.count("\n") + 1, place - before.rfind("\n")
    return NotationUnclear(line=line, column=column, found=found, expected=in_words(expected))


def _at_end(stopped: UnexpectedInput) -> bool:
    return isinstance(stopped, UnexpectedToken) and stopped.token.type == "$END"
