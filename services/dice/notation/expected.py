"""The terminals of the grammar in plain words, for use in refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

MODIFIER: Final = "a modifier directly after the dice, such as kh1"
OPERATOR: Final = "an operator, such as +"
COMPARISON: Final = "a comparison, such as >=5"
DICE: Final = "dice, such as 2d6"

WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "$END": "the end",
        "ADD": "+ or -",
        "ADVANTAGE": MODIFIER,
        "BURST": MODIFIER,
        "CLAMP": MODIFIER,
        "COMMA": "a comma",
        "COMPARE": COMPARISON,
        "DIE": DICE,
        "DROP": MODIFIER,
        "DROP_END": MODIFIER,
        "DROP_LEAST": MODIFIER,
        "END": "h or l",
        "EXPLODE": MODIFIER,
        "FAIL": "failures, such as f=1",
        "FUNCTION": "a function, such as floor(",
        "KEEP": MODIFIER,
        "LABEL": "a label in [ ]",
        "LBRACE": "{",
        "LPAR": "(",
        "MARK": MODIFIER,
        "MARGIN": MODIFIER,
        "MATCH": MODIFIER,
        "MULTIPLY": OPERATOR,
        "NAME": "a named roll, such as $hit",
        "NAMED": "a named roll, such as $hit",
        "NOTE": "a label in [ ]",
        "NUMBER": "a number",
        "PARITY": MODIFIER,
        "POWER": OPERATOR,
        "RBRACE": "}",
        "REMARK": "a comment after #",
        "REROLL": MODIFIER,
        "RPAR": ")",
        "SEMICOLON": ";",
        "SIDED": DICE,
        "SIGN": COMPARISON,
        "SORT": MODIFIER,
        "UNEQUAL": COMPARISON,
        "UNIQUE": MODIFIER,
    }
)


def in_words(terminals: Iterable[str]) -> tuple[str, ...]:
    """Return in words, without repetitions, what the parser expected at the position of an error.

    Rule:    DI-NOT-02
    """
    return tuple(sorted({WORDS.get(terminal, terminal) for terminal in terminals}))
