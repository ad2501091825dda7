"""The claims of a static ability's text, whether the ability is permanent or temporary."""

from __future__ import annotations

import re
from typing import Final

from .claims import says
from .measuring import ACTIVATED, Measured
from .reading import READER, Table, sum_of

FOR_A_TIME: Final = r"(?: until the end of the turn)?"
SORTS: Final = {
    "anything": ACTIVATED, "saviors": ("captain",), "forms": ("dancer", "whelp"), "interrupts": ("trap",),
    "commands": ("order", "relic", "trap"), "normal commands": ("order",), "bound commands": ("relic",),
    "swift effects": ("dancer",),
}  # fmt: skip
"""For each word in a prohibition, the cards of the test board that it forbids to activate."""


def _each(table: Table, found: re.Match[str], **changes: int) -> Measured:
    return {(what.replace("_", " "), one.id): n for one in table.cards(found["cards"]) for what, n in changes.items()}


@says(r"@cards gets (?P<by>[+-]\d) PWR")
def _pwr(table: Table, found: re.Match[str]) -> Measured:
    return _each(table, found, pwr=int(found["by"]))


@says(rf"the base PWR of @cards is (?P<to>\d){FOR_A_TIME}")
def _set_pwr(table: Table, found: re.Match[str]) -> Measured:
    printed = table.game.pool.printed
    return sum_of(
        {
            ("pwr", one.id): int(found["to"]) - (printed[one.card].faces[0].pwr or 0)
            for one in table.cards(found["cards"])
        }
    )


@says(rf"@cards cannot attack(?: (?P<what>saviors|forms))?{FOR_A_TIME}")
def _cannot_attack(table: Table, found: re.Match[str]) -> Measured:
    kinds = (found["what"],) if found["what"] else ("saviors", "forms")
    return _each(table, found, **{f"may_attack_{kind}": -1 for kind in kinds})


@says(rf"@cards attacks saviors without a spirit{FOR_A_TIME}")
def _without_spirit(table: Table, found: re.Match[str]) -> Measured:
    return _each(table, found, attacks_without_spirit=1)


@says(rf"@cards cannot be (?P<what>attacked|sacrificed|spiritualized){FOR_A_TIME}")
def _cannot_be(table: Table, found: re.Match[str]) -> Measured:
    return _each(table, found, **{f"may_be_{found['what']}": -1})


@says(rf"@cards cannot be chosen as a target of effects(?P<by> of opponents)?{FOR_A_TIME}")
def _no_target(table: Table, found: re.Match[str]) -> Measured:
    mine = {} if found["by"] else {"target_of_you": -1}
    return _each(table, found, **mine, target_of_opponents=-1)


@says(rf"@cards cannot be damaged by (?P<by>anything|forms|saviors|effects){FOR_A_TIME}")
def _no_damage(table: Table, found: re.Match[str]) -> Measured:
    kinds = ("forms", "saviors", "effects") if found["by"] == "anything" else (found["by"],)
    return _each(table, found, **{f"damaged_by_{kind}": -1 for kind in kinds})


@says(rf"@cards (?P<what>attacks|is spiritualized) (?:once|(?P<n>\d) times) more in a (?:combat step|turn){FOR_A_TIME}")
def _more(table: Table, found: re.Match[str]) -> Measured:
    what = "attacks" if found["what"] == "attacks" else "spiritualizing"
    return _each(table, found, **{what: int(found["n"] or 1)})


@says(rf"@cards is played without a sacrifice{FOR_A_TIME}")
def _free(table: Table, found: re.Match[str]) -> Measured:
    return _each(table, found, free=1)


@says(rf"@cards counts as level (?P<level>\d){FOR_A_TIME}")
def _level(table: Table, found: re.Match[str]) -> Measured:
    level, printed = int(found["level"]), table.game.pool.printed
    return sum_of({("level", one.id): level - printed[one.card].level for one in table.cards(found["cards"])})


@says(rf"@whocannot activate (?P<what>[\w ]+?){FOR_A_TIME}")
def _cannot_activate(table: Table, found: re.Match[str]) -> Measured:
    seats = _standing_players(table, found["who"])
    return {(f"activates {name}", seat): -1 for seat in seats for name in SORTS[found["what"]]}


@says(rf"@whomay sacrifice to play (?:once|(?P<n>\d) times) more in a turn{FOR_A_TIME}")
def _sacrifices(table: Table, found: re.Match[str]) -> Measured:
    return {("sacrifices", seat): int(found["n"] or 1) for seat in _standing_players(table, found["who"])}


def _standing_players(table: Table, words: str) -> list[str]:
    """Return the players whom a static affects. No player picks, so "an opponent" means every opponent."""
    return table.game.state.opponents(READER) if words == "an opponent" else table.players(words)


@says(r"effects of @cards (?:also cost to (?P<more>.+)|cost nothing)")
def _price(table: Table, found: re.Match[str]) -> Measured:
    priced = [one for one in table.cards(found["cards"]) if one.card == "whelp"]
    return {("price", one.id): 1 if found["more"] else -1 for one in priced}
