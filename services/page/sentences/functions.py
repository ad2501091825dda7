"""Wordings that the page has in code, by game and name: shapes of values, and sentences for whole events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from services.page.sentences.rolls import came_to, requested, rolled
from services.page.sentences.values import MINUS, entries, is_fields, is_list, is_number, is_true, list_of, plain
from services.page.sentences.wording import Speaking, listed, said, worded

Says: TypeAlias = Callable[[Any, Speaking], str | None]

USUAL: Final = frozenset({"closed", "over"})
"""The usual reasons for closing a stream, for streams that were closed without a reason of their own."""
FROM: Final = {
    "table": ", rolled at a real table",
    "kept": ", as before it was taken back",
    "lent": ", rolled on its dice table",
}


def signed(value: object) -> str:
    """Return a number with its sign."""
    return f"{MINUS if is_number(value) and value < 0 else '+'}{plain(abs(value)) if is_number(value) else ''}"


def _lent(value: object, _: Speaking) -> str | None:
    """Describe dice that another table rolled."""
    if not is_fields(value):
        return None
    faces, purpose = value.get("faces", ()), value.get("purpose")
    dice = "a die" if len(faces) == 1 else f"{len(faces)} dice"
    about = f"for {plain(purpose)}: " if purpose else ""
    shown = ", ".join(map(plain, faces))
    return f"{about}{dice} of {plain(value.get('sides'))}: {shown}{FROM.get(str(value.get('source')), '')}"


def _allotted(value: Mapping[str, Any], speaking: Speaking) -> str:
    """Describe how successes are used: "2 against Wolves, 1 to defend"."""
    puts = value.get("puts") or ()
    against: dict[str, Any] = {}
    for attack in (one for put in puts for one in list_of(put.get("attack"))):
        name = said(attack.get("target"), "target", speaking)
        against[name] = against.get(name, 0) + attack.get("count", 1)
    defends = sum(put.get("defend") or 0 for put in puts)
    every = [f"{plain(count)} against {name}" for name, count in against.items()]
    return " and ".join([*every, *([f"{plain(defends)} to defend"] if defends > 0 else [])]) or "no success"


def _declared(value: Mapping[str, Any], speaking: Speaking) -> str:
    target, targets, aim, weapons = (value.get(name) for name in ("target", "targets", "aim", "weapons"))
    at = listed([
        said("" if target is None else target, "target", speaking),
        said([] if targets is None else targets, "targets", speaking),
    ])  # fmt: skip
    armed = said(weapons, "weapons", speaking) if is_true(weapons) else ""
    parts = [
        speaking.in_shape(value.get("doing"), "doing"),
        f"against {at}" if at else "",
        f"with {armed}" if armed else "",
        f"({plain(aim)})" if is_true(aim) else "",
    ]
    return " ".join(filter(None, parts))


def _whose(value: Mapping[str, Any], speaking: Speaking) -> str:
    return said(value, "creature", speaking)


def _chosen(words: Mapping[str, str], otherwise: str) -> Says:
    """Return a function that lists the words of the fields that are set."""
    return lambda value, _: listed([word for name, word in words.items() if is_true(value.get(name))]) or otherwise


def _time(value: Any, _: Speaking) -> str:  # noqa: ANN401 JSON
    """Return a date and time in UTC as text."""
    at = datetime.fromtimestamp(value / 1000, UTC)
    return f"{at:%b} {at.day}, {at.year}, {at.hour % 12 or 12}:{at:%M} {at:%p}"


def _span(value: object, _: Speaking) -> str:
    """Return hours in the largest unit that measures them: weeks, days or hours."""
    hours = value if isinstance(value, int) else 0
    each, unit = (1, "hour") if hours % 24 else (24, "day") if hours % 168 else (168, "week")
    return f"{hours // each} {unit}{'' if hours == each else 's'}"


def _die(value: object, speaking: Speaking) -> str | None:
    if not isinstance(value, str):
        return None
    number = re.fullmatch(r"die-([0-9]+)", value)
    return f"die {number[1]}" if number else said(value, "die", speaking)


def _total(value: Mapping[str, Any], speaking: Speaking) -> str | None:
    """Describe a rolled total: its dice, Luck and modifier, and the result."""
    total, faces, luck, modifier = (value.get(name, usual) for name, usual in _TOTAL)
    if total == 0 and len(faces) == 0 and modifier == 0:
        return None
    kind = "good luck" if is_true(value.get("lucky")) else "bad luck"
    parts = [
        said(faces, "faces", speaking),
        f"{kind} {said(luck, 'faces', speaking)}" if is_list(luck) and luck else "",
        "" if modifier == 0 else signed(modifier),
    ]
    inner = "; ".join(filter(None, parts))
    critical = value.get("critical")
    return f"{plain(total)}{f' ({inner})' if inner else ''}{f', a {worded({}, critical)}' if is_true(critical) else ''}"


_TOTAL: Final[tuple[tuple[str, Any], ...]] = (("total", 0), ("faces", ()), ("luck", ()), ("modifier", 0))


def _more_dice(value: Any, _: Speaking) -> str:  # noqa: ANN401 JSON
    count = abs(value)
    return f"{plain(count)} {'die' if count == 1 else 'dice'} {'fewer' if value < 0 else 'more'}"


def _known(value: object, speaking: Speaking) -> str | None:
    """Return the name of a numbered card, if it is known."""
    return speaking.name(f"#{plain(value)}")


def _rolls(value: Mapping[str, Any], speaking: Speaking) -> str:
    return ", ".join(
        f"{said(seat, 'seat', speaking)} {said(face, 'face', speaking)}" for seat, face in entries(value)
    )  # fmt: skip


FUNCTIONS: Final[Mapping[tuple[str, str], Says]] = {
    ("arbiter", "amount"): lambda value, _: plain(abs(value)) if is_number(value) else None,
    ("arbiter", "some"): lambda value, _: plain(value) if is_number(value) and value != 0 else None,
    ("arbiter", "signed"): lambda value, _: signed(value) if is_number(value) else None,
    ("arbiter", "given"): lambda value, _: None if plain(value) in USUAL else plain(value),
    ("arbiter", "number"): lambda value, _: plain(value),
    ("arbiter", "spoken"): lambda value, _: plain(value),
    ("arbiter", "visible"): lambda value, speaking: said(value, "text", speaking),
    ("arbiter", "named"): lambda value, speaking: speaking.name(plain(value)),
    ("arbiter", "lent"): _lent,
    ("arbiter", "request"): lambda value, speaking: speaking.request(value) if is_fields(value) else None,
    ("bones", "declaration"): _declared,
    ("bones", "declared"): lambda value, speaking: (
        f"{_whose(value, speaking)} {_declared(value.get('declaration') or {}, speaking)}"
    ),
    ("bones", "allotment"): _allotted,
    ("bones", "allotted"): lambda value, speaking: (
        f"{_whose(value, speaking)} puts {_allotted(value.get('allotment') or {}, speaking)}"
    ),
    ("bones", "round_magic"): _chosen(
        {"attacks": "attack", "protects": "protect", "goes_on": "go on", "takes_victim": "take a victim"}, "do its work"
    ),
    ("bones", "time"): _time,
    ("bones", "span"): _span,
    ("bones", "cause"): lambda value, _: None if value == "other" else plain(value),
    ("bones", "die"): _die,
    ("bones", "hour"): lambda value, _: f"{plain(value)}:00",
    ("bones", "orders"): _chosen(
        {
            "reroll": "may roll a die again",
            "success": "may buy a success",
            "automatic": "may use up an automatic success",
        },
        "are not used",
    ),
    ("bones", "dice"): lambda value, _: str(len(value)) if is_list(value) and value else None,
    ("dice", "outcome"): lambda value, _: came_to(value),
    ("rpg_specialist_pool", "dice"): _more_dice,
    ("rpg_specialist_total", "roll"): _total,
    ("tcg", "known"): _known,
    ("tcg", "card"): lambda value, speaking: _known(value, speaking) or "a card",
    ("tcg", "targets"): lambda value, speaking: (_known(value, speaking) or "a card") if is_number(value) else None,
    ("tcg", "rolls"): _rolls,
}
"""The functions that put values in words, by the game whose sentences use them, and by name."""
WRITERS: Final[Mapping[tuple[str, str], Says]] = {("dice", "DiceRolled"): rolled, ("dice", "Roll"): requested}
"""The functions that write the sentence of a whole event or command, by game and type."""
