"""Cards from outside: either a set that can be played with, or everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from .booklet import SPIRIT_TYPES
from .faults import BadCards, Fault
from .language import AnyCard, Cards, Effect, Form, Part, Savior, Selector, Spirit, SpiritsUnder
from .lints import faults_in
from .walk import walk

__all__ = ["BadCards", "Fault", "load", "notes"]

USUAL_PWR: Final = 12
"""The most PWR a shipped card has. Source: TC-RUL-105."""


def load(raw: bytes | Mapping[str, Any]) -> Cards:
    """Give the cards that are written here.

    Rule:    TC-CARD-01 to TC-CARD-12
    Refuses: BadCards, with every fault of every card
    """
    written = _written(raw)
    try:
        cards = msgspec.convert(written, type=Cards)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadCards(_misshapen(written, error)) from None
    try:
        faults = (*_doubles(cards), *(fault for card in cards.cards for fault in faults_in(card)))
    except RecursionError as error:
        raise BadCards((_fault("cards", error),)) from None
    if faults:
        raise BadCards(faults)
    return cards


def notes(cards: Cards) -> tuple[Fault, ...]:
    """Give what is unusual about cards, but may stand. Rule: TC-SPI-03, TC-RUL-099, TC-RUL-105."""
    return tuple(note for card in cards.cards for note in _notes(card))


def _written(raw: bytes | Mapping[str, Any]) -> Any:  # noqa: ANN401 JSON
    if not isinstance(raw, bytes):
        return raw
    try:
        return msgspec.json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadCards((_fault("cards", error),)) from None


def _fault(card: str, error: Exception) -> Fault:
    """Give what a decoder says: the reason, and the path after it."""
    if isinstance(error, RecursionError):
        return Fault(card=card, field="$", reason="it is nested too deep")
    reason, _, path = str(error).partition(" - at `")
    return Fault(card=card, field=path.rstrip("`").removeprefix("$").removeprefix(".") or "$", reason=reason)


def _misshapen(written: Any, error: Exception) -> tuple[Fault, ...]:  # noqa: ANN401 JSON
    """Give what is wrong with the form of each card, or of the set where no card is to blame."""
    listed = written.get("cards") if isinstance(written, Mapping) else None
    cards = listed if isinstance(listed, list | tuple) else ()
    faults = tuple(fault for at, card in enumerate(cards) for fault in _misshapen_card(card, f"cards[{at}]"))
    return faults or (_fault("cards", error),)


def _misshapen_card(card: Any, at: str) -> Iterator[Fault]:  # noqa: ANN401 JSON
    named = card.get("id") if isinstance(card, Mapping) else None
    name = named if isinstance(named, str) and named else at
    error = _refused(card, AnyCard)
    if error is None:
        return
    effects = card.get("effects") if isinstance(card, Mapping) else None
    if not isinstance(effects, list | tuple):
        yield _fault(name, error)
        return
    shell = {key: value for key, value in card.items() if key != "effects"}
    inner = [(f"effects[{i}]", _refused(effect, Effect)) for i, effect in enumerate(effects)]
    outer = _refused(shell, AnyCard)
    faults = [_fault(name, outer)] if outer is not None else []
    for place, wrong in inner:
        if wrong is not None:
            fault = _fault(name, wrong)
            faults.append(msgspec.structs.replace(fault, field=f"{place}.{fault.field}".removesuffix(".$")))
    yield from faults or [_fault(name, error)]


def _refused(value: Any, form: Any) -> Exception | None:  # noqa: ANN401 JSON, and a type
    try:
        msgspec.convert(value, type=form)
    except (msgspec.ValidationError, RecursionError) as error:
        return error
    return None


def _doubles(cards: Cards) -> Iterator[Fault]:
    """Rule: TC-CARD-05."""
    ids = Counter(card.id for card in cards.cards)
    marks = Counter((card.set_id, card.number) for card in cards.cards)
    for card in cards.cards:
        if ids[card.id] > 1:
            yield Fault(card=card.id, field="id", reason="two cards have this id", rules=("TC-CARD-05",))
        if marks[card.set_id, card.number] > 1:
            yield Fault(card=card.id, field="number", reason="two cards of the set have it", rules=("TC-CARD-05",))


def _notes(card: AnyCard) -> Iterator[Fault]:
    if isinstance(card, Savior) and not any(map(_counts_spirits, _parts(card))):
        yield Fault(card=card.id, field="flip.when", reason="it asks for no spirits", rules=("TC-SPI-03",))
    for path, pwr in _printed(card):
        if pwr > USUAL_PWR:
            yield Fault(card=card.id, field=path, reason=f"PWR is usually 0 to {USUAL_PWR}", rules=("TC-RUL-105",))
    if isinstance(card, Spirit) and card.type not in SPIRIT_TYPES:
        yield Fault(card=card.id, field="type", reason="the booklet has no such spirit", rules=("TC-RUL-099",))


def _parts(card: Savior) -> Iterator[Part]:
    return (part for path, part, _ in walk(card) if path.startswith("flip.when"))


def _counts_spirits(part: Part) -> bool:
    return isinstance(part, SpiritsUnder) and part.of == Selector(ref="this")


def _printed(card: AnyCard) -> Iterator[tuple[str, int]]:
    if isinstance(card, Form):
        yield "pwr", card.pwr
    if isinstance(card, Savior):
        yield "bound.pwr", card.bound.pwr or 0
        yield "boundless.pwr", card.boundless.pwr or 0
