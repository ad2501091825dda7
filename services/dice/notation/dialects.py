"""The dialects of dice notation. Other dice rollers interpret some notations differently.

`contracts/dice/dialects.toml` lists the differences notation by notation, and a test compares this module with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from lark import Lark
from msgspec import Meta, Struct
from msgspec.structs import replace

from services.dice.notation.expression import (
    CompareSign,
    Count,
    Drop,
    Explode,
    Keep,
    Mark,
    Modifier,
    Reroll,
    Sort,
    Unique,
)
from services.dice.notation.grammars import parser_of

Dialect: TypeAlias = Annotated[
    Literal["d20", "rpg-dice-roller", "foundry", "roll20"],
    Meta(description="read a notation as this dice roller does, where it means something else than here"),
]

OURS: Final = "arbiter"
GRAMMAR: Final = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
ONLY: Final = re.compile(r"^(?P<line>.*) // (?P<how>not|only) in (?P<names>[a-z0-9, -]+)$")

SIGNS: Final[Mapping[str, CompareSign]] = MappingProxyType({
    "=": "=", "==": "=", "!=": "!=", "<>": "!=", "≠": "!=", "<": "<", "<=": "<=", "≤": "<=", ">": ">", ">=": ">=",
    "≥": ">=",
})  # fmt: skip
INCLUSIVE: Final[Mapping[CompareSign, CompareSign]] = MappingProxyType({"<": "<=", ">": ">="})


class Differences(Struct, frozen=True, kw_only=True):
    """The differences of a dialect from the service's own notation.

    `bare_number_is_value`: k3 keeps the dice that show 3. `tens`: d% shows 0, 10 … 90. `whole_total`: a total is
    truncated to a whole number. `own_order`: modifiers act in a fixed order of the dialect. `inclusive`: < and >
    include the number itself. `single_reroll`: r rerolls only once. `marks_count`: cs and cf count dice. `half_up`:
    round rounds halves up. `members_only`: modifiers on a group of one member apply to its total, not to its dice.
    `both_ends`: among equal dice, both ends may pick the same die. `sums_are_members`: a sum in round brackets is one
    member; its dice are not members. `match_compares`: a comparison after mt picks the values that may form sets.
    `all_words`: x 2, vs 15 and ! are plain words. `first_rules`: repeats inside repeats, advantage after the last of
    several dice, and dice of which nothing is kept are read as version 0 of the decision rules read them.
    """

    bare_number_is_value: bool = False
    tens: bool = False
    whole_total: bool = False
    own_order: bool = False
    inclusive: bool = False
    single_reroll: bool = False
    marks_count: bool = False
    half_up: bool = False
    members_only: bool = False
    both_ends: bool = False
    sums_are_members: bool = False
    match_compares: bool = False
    all_words: bool = False
    first_rules: bool = False

    def sign(self, written: str) -> CompareSign:
        """Return the meaning of a comparison sign that selects dice."""
        sign = SIGNS[written]
        return INCLUSIVE.get(sign, sign) if self.inclusive else sign


DIALECTS: Final[Mapping[str, Differences]] = MappingProxyType(
    {
        OURS: Differences(),
        "d20": Differences(
            bare_number_is_value=True, tens=True, whole_total=True, both_ends=True, sums_are_members=True
        ),
        "rpg-dice-roller": Differences(own_order=True),
        "foundry": Differences(single_reroll=True, marks_count=True, half_up=True, members_only=True),
        "roll20": Differences(inclusive=True, half_up=True, match_compares=True),
    }
)
FIRST_FORM: Final = "@0"
"""The suffix of a dialect's name for tables opened under version 0 of the decision rules."""
ORDER: Final[tuple[type[Modifier], ...]] = (Explode, Reroll, Unique, Keep, Drop, Count, Mark, Sort)
"""The order in which rpg-dice-roller applies modifiers. It applies clamps before all of them."""


def in_own_order(modifiers: list[Modifier]) -> list[Modifier]:
    """Return modifiers in the order in which rpg-dice-roller applies them."""
    return sorted(modifiers, key=lambda modifier: ORDER.index(type(modifier)) if type(modifier) in ORDER else -1)


def of_first_form(dialect: str | None) -> str:
    """Return the name of a dialect in the version that tables opened under version 0 of the decision rules use."""
    return f"{dialect or OURS}{FIRST_FORM}"


def differences_of(dialect: str | None) -> Differences:
    """Return the differences of a dialect. Rule: DI-DIALECT-01, DI-DIALECT-03."""
    name = dialect or OURS
    differs = DIALECTS[name.removesuffix(FIRST_FORM)]
    if not name.endswith(FIRST_FORM):
        return differs
    return replace(differs, sums_are_members=False, match_compares=False, all_words=True, first_rules=True)


@lru_cache(maxsize=2 * len(DIALECTS))
def grammar_of(dialect: str | None) -> Lark:
    """Return the grammar of a dialect. Dialects with equal grammars share one object."""
    return parser_of(grammar_text(dialect))


def grammar_text(dialect: str | None) -> str:
    """Return the grammar of a dialect in Lark's notation."""
    name = (dialect or OURS).removesuffix(FIRST_FORM)
    kept = (_line(line, name) for line in GRAMMAR.splitlines())
    return "\n".join(line for line in kept if line is not None)


def _line(line: str, dialect: str) -> str | None:
    """Return a line of the grammar for a dialect, or None if the dialect does not have the line."""
    found = ONLY.match(line)
    if found is None:
        return line
    named = dialect in found["names"].split(", ")
    return found["line"] if named is (found["how"] == "only") else None
