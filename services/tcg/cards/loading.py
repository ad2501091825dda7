"""Cards from outside: either a set that can be played with, or everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from shared.kernel.messages import MAX_NUMBER

from .booklet import SPIRIT_TYPES
from .faults import BadCards, Fault
from .language import AnyCard, Cards, Effect, Form, Name, Part, Savior, Selector, Spirit, SpiritsUnder
from .lints import faults_in
from .sets import MOST_CARDS
from .walk import walk

__all__ = ["BadCards", "Fault", "load", "notes"]

USUAL_PWR: Final = 12
"""The most PWR a shipped card has. Source: TC-RUL-105."""
MOST_FAULTS: Final = 1000
"""So many faults are named at once, so that the answer to what is no set at all stays within bounds."""
LONGEST: Final = 48
"""A card is named by its id up to this length, else by its place."""


class _Shell(Part, frozen=True, kw_only=True):
    """A set beside its cards."""

    name: Name
    cards: tuple[()]


def load(raw: bytes | Mapping[str, Any]) -> Cards:
    """Give the cards that are written here.

    Rule:    TC-CARD-01 to TC-CARD-12
    Refuses: BadCards, with every fault of every card (the first 1000 of them)
    """
    written = _written(raw)
    try:
        cards = msgspec.convert(written, type=Cards)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadCards(islice(_misshapen(written, error), MOST_FAULTS)) from None
    if faults := tuple(islice(_lints(cards.cards), MOST_FAULTS)):
        raise BadCards(faults)
    return cards


def _lints(cards: Sequence[AnyCard]) -> Iterator[Fault]:
    yield from _doubles(cards)
    for card in cards:
        try:
            yield from faults_in(card)
        except RecursionError as error:
            yield _fault(card.id, error)


def notes(cards: Cards) -> tuple[Fault, ...]:
    """Give what is unusual about cards, but may stand. Rule: TC-SPI-03, TC-RUL-099, TC-RUL-105."""
    return tuple(note for card in cards.cards for note in _notes(card))


def _written(raw: bytes | Mapping[str, Any]) -> Any:  # noqa: ANN401 JSON
    if not isinstance(raw, bytes):
        return raw
    try:
        return _json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadCards((_fault("cards", error),)) from None


def _number(text: str) -> int | float:
    """Read a number that is written with a fraction or an exponent; to JSON 1.0 is 1."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= MAX_NUMBER else value


_json: Final = msgspec.json.Decoder(float_hook=_number)


def _fault(card: str, error: Exception) -> Fault:
    """Give what a decoder says: the reason, and the path after it."""
    if isinstance(error, RecursionError):
        return Fault(card=card, field="$", reason="it is nested too deep")
    reason, _, path = str(error).partition(" - at `")
    return Fault(card=card, field=path.rstrip("`").removeprefix("$").removeprefix(".") or "$", reason=reason)


def _misshapen(written: Any, error: Exception) -> Iterator[Fault]:  # noqa: ANN401 JSON
    """Give what is wrong with the form of a set and of each card, and with what cards of a good form say."""
    listed = written.get("cards") if isinstance(written, Mapping) else None
    if not isinstance(listed, list | tuple) or not 0 < len(listed) <= MOST_CARDS:
        yield _fault("cards", error)
        return
    if outer := _refused({**written, "cards": []}, _Shell):
        yield _fault("cards", outer)
    good: list[AnyCard] = []
    for at, card in enumerate(listed):
        try:
            good.append(msgspec.convert(card, type=AnyCard))
        except (msgspec.ValidationError, RecursionError) as wrong:
            yield from _misshapen_card(card, f"cards[{at}]", wrong)
    yield from _lints(good)


def _misshapen_card(card: Any, at: str, error: Exception) -> Iterator[Fault]:  # noqa: ANN401 JSON
    """Give what is wrong with the form of a card, of each of its effects by itself."""
    named = card.get("id") if isinstance(card, Mapping) else None
    name = named if isinstance(named, str) and 0 < len(named) <= LONGEST else at
    effects = card.get("effects") if isinstance(card, Mapping) else None
    if not isinstance(effects, list | tuple):
        yield _fault(name, error)
        return
    found = False
    for place, part, form in (("", {**card, "effects": []}, AnyCard), *_each(effects)):
        if wrong := _refused(part, form):
            found, fault = True, _fault(name, wrong)
            yield replace(fault, field=f"{place}{fault.field}".removesuffix(".$"))
    if not found:
        yield _fault(name, error)


def _each(effects: Sequence[Any]) -> Iterator[tuple[str, Any, Any]]:
    return ((f"effects[{at}].", effect, Effect) for at, effect in enumerate(effects))


def _refused(value: Any, form: Any) -> Exception | None:  # noqa: ANN401 JSON, and a type
    try:
        msgspec.convert(value, type=form)
    except (msgspec.ValidationError, RecursionError) as error:
        return error
    return None


def _doubles(cards: Sequence[AnyCard]) -> Iterator[Fault]:
    """Rule: TC-CARD-05."""
    ids = Counter(card.id for card in cards)
    marks = Counter((card.set_id, card.number) for card in cards)
    for card in cards:
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
