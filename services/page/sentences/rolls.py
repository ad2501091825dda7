"""Sentences for rolls on dice tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from services.page.sentences.values import (
    MINUS,
    entries,
    is_fields,
    is_list,
    is_number,
    is_sealed,
    is_true,
    list_of,
    plain,
    shown,
    spelled,
    value_at,
)
from services.page.sentences.wording import Naming, Speaking, listed, said, worded


class _Nameless:
    """Names for a stream in which no id has a name, so that faces appear unchanged."""

    def seat(self, seat: str) -> str:
        """Return a seat as it is."""
        return seat

    def name(self, _: str) -> str | None:
        """Return nothing: there are no names."""
        return None


NAMELESS: Final[Naming] = _Nameless()


def _many(count: object, forms: str) -> str:
    return f"{plain(count)} {forms.split('|')[0 if is_number(count) and count == 1 else 1]}"


def _dice(count: object) -> str:
    return _many(count, "die|dice")


def _faces(values: object) -> str:
    return said(values, "faces", NAMELESS)


def _of(value: object, field: str, usual: object = None) -> Any:  # noqa: ANN401 JSON
    """Return a field of an object; `usual` if it has none."""
    found = value.get(field) if is_fields(value) else None
    return usual if found is None else found


def _lucky(what: Mapping[str, Any]) -> str:
    return f" and {_many(what['luck'], 'luck die|luck dice')}" if is_true(what.get("luck")) else ""


def _modified(modifier: object) -> str:
    if not is_number(modifier) or modifier == 0:
        return ""
    return f" {'+' if modifier > 0 else MINUS} {plain(abs(modifier))}"


def _against(what: Mapping[str, Any]) -> str:
    challenge, number, theirs = what.get("challenge"), what.get("number"), len(list_of(what.get("theirs")))
    parts = [
        _many(challenge, "challenge die|challenge dice") if is_true(challenge) else "",
        f"the number {plain(number)}" if is_true(number) else "",
        _many(theirs, "other side|other sides") if theirs else "",
    ]
    sides = " and ".join(filter(None, parts))
    return f" against {sides}" if sides else ""


def _symbol_dice(one: object) -> str:
    if not is_fields(one):
        return plain(one)
    die = one.get("die")
    named = plain(_of(die, "name", "")) if is_fields(die) else plain(one.get("name") if die is None else die)
    return f"{plain(_of(one, 'count', 1))} {named}"


KINDS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "PositionPool": lambda what: (
        f"{_dice(what.get('dice'))} from a {plain(_of(what, 'position', 'standard'))} Position"
    ),
    "LuckPool": lambda what: f"{_dice(what.get('dice'))}{_lucky(what)}, {plain(_of(what, 'tier', 'simple'))}",
    "FlipTotal": lambda what: f"{_dice(what.get('dice'))} of 10{_lucky(what)}{_modified(what.get('modifier'))}",
    "SymbolPool": lambda what: listed([_symbol_dice(one) for one in list_of(what.get("dice"))]),
    "CharacterDice": lambda what: (
        f"{_dice(len(list_of(what.get('dice'))))} for {_faces(what.get('counts'))}"
        f" against a task that is {spelled(plain(what.get('difficulty')))}"
    ),
    "TaskDice": lambda what: f"{_dice(len(list_of(_of(what.get('ours'), 'dice'))))}{_against(what)}",
}
"""The words for the things that are rolled, by the kind of a roll."""


def _thrown(what: object) -> str:
    """Return the rolled dice in words: `2d6`, or a dice pool."""
    if not is_fields(what):
        return "dice"
    text = what.get("text")
    if isinstance(text, str):
        return text
    kind = KINDS.get(str(what.get("throw")))
    return "dice" if kind is None else kind(what)


def _critical(it: Mapping[str, Any]) -> str:
    return f", {worded({}, it['critical'])}" if is_true(it.get("critical")) else ""


def _success(it: Mapping[str, Any]) -> str:
    return "a success" if is_true(it.get("success")) else "a failure"


def _rolled_faces(it: Mapping[str, Any]) -> str:
    return listed([_faces(it.get("faces")), _faces(it.get("luck"))])


def _symbols(it: Mapping[str, Any]) -> str:
    left = it.get("left")
    shows = [f"{plain(count)} {symbol}" for symbol, count in entries(left)] if is_fields(left) else []
    return ", ".join(shows) or "all symbols cancel out"


OUTCOMES: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "position": lambda it: f"{_faces(it.get('faces'))}: {_many(it.get('hits'), 'Hit|Hits')}",
    "luck": lambda it: f"{_rolled_faces(it)}: {_many(it.get('successes'), 'success|successes')}{_critical(it)}",
    "flip": lambda it: f"{_rolled_faces(it)}, total {plain(it.get('total'))}{_critical(it)}",
    "symbols": _symbols,
    "character": lambda it: (
        f"{_many(it.get('successes'), 'success|successes')} against {_many(it.get('nulls'), 'Null|Nulls')}, "
        f"{_success(it)}"
    ),
    "task": lambda it: f"{_many(_of(it.get('ours'), 'successes', 0), 'success|successes')}, {_success(it)}",
}
"""The functions that put the outcome of a roll in words, by the kind of the roll."""


def came_to(outcome: object, text: str = "") -> str:
    """Return the result of a roll in words. Dropped faces are in brackets. The notation `text` is not repeated."""
    if not is_fields(outcome):
        return "hidden"
    total = plain(_of(outcome, "total", ""))
    if outcome.get("of") != "notation":
        kind = OUTCOMES.get(str(outcome.get("of")))
        return total if kind is None else kind(outcome)
    shows = "; ".join(filter(None, (_faces_of(one, text) for one in list_of(outcome.get("dice")))))
    return total if shows in {"", total} else f"{shows}, total {total}"


def _faces_of(rolled: Mapping[str, Any], text: str) -> str:
    faces = _of(rolled, "values", rolled.get("faces"))
    if not is_list(faces):
        return ""
    dropped = _of(rolled, "dropped", ())
    read = ", ".join(f"[{_faces(face)}]" if place in dropped else _faces(face) for place, face in enumerate(faces))
    return read if rolled.get("text") == text else f"{plain(_of(rolled, 'text', 'dice'))} shows {read}"


def _about(roll: Mapping[str, Any]) -> str:
    """Return the purpose of a roll in words."""
    purpose = roll.get("purpose")
    if not is_true(purpose):
        return ""
    return f"{'' if re.match('to ', plain(purpose)) else ' for'} {plain(purpose)}"


def rolled(event: Mapping[str, Any], speaking: Speaking) -> str | None:
    """Return the sentence for rolls: who rolled what, why, and the result, or that the result is hidden."""
    if not is_list(event.get("rolls")):
        return None
    outcomes, how = shown(event.get("outcomes")), " in secret" if is_sealed(event.get("outcomes")) else ""
    return ". ".join(
        f"{said(roll.get('who'), 'who', speaking)} rolls {_thrown(roll.get('what'))}{_about(roll)}{how}: "
        f"{_came(roll, value_at(outcomes, str(place))) if is_list(outcomes) else 'the roll is hidden'}"
        for place, roll in enumerate(event["rolls"])
    )


def _came(roll: Mapping[str, Any], outcome: object) -> str:
    return came_to(outcome, plain(_of(roll.get("what"), "text", "")))


def requested(command: Mapping[str, Any], _: Speaking) -> str | None:
    """Return the words for the dice that the sender of a `Roll` wants to roll."""
    if not is_list(command.get("rolls")):
        return None
    how = " in secret" if command.get("secret") is True else ""
    return ". ".join(f"rolls {_thrown(roll.get('what'))}{_about(roll)}{how}" for roll in command["rolls"])
