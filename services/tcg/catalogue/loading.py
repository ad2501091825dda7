"""The loader of card sets: it decodes and checks a set, and reports every fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from services.tcg.catalogue.booklet import SPIRIT_TYPES
from services.tcg.catalogue.faults import BadCards, Fault
from services.tcg.catalogue.language.conditions import Name, Part, Selector, SpiritsUnder
from services.tcg.catalogue.language.effects import AnyCard, Cards, Effect, Form, Savior, Spirit
from services.tcg.catalogue.lints import faults_in
from services.tcg.catalogue.sets import MOST_CARDS
from services.tcg.catalogue.walk import walk
from services.tcg.forms import NEWEST
from shared.kernel.messages import MAX_NUMBER

USUAL_PWR: Final = 12
"""The highest PWR of a starter card. Source: TC-RUL-105."""
MOST_FAULTS: Final = 1000
"""The maximum number of faults in a report. It limits the response to a request that is not a card set at all."""
LONGEST: Final = 48
"""The maximum length of a card id in a fault. A card with a longer id is identified by its position."""


class _Shell(Part, frozen=True, kw_only=True):
    """A card set with an empty list of cards, used to check the set's other fields alone."""

    name: Name
    cards: tuple[()]


def load(raw: bytes | Mapping[str, Any], *, form: int = NEWEST) -> Cards:
    """Decode and check a set of cards for matches of this form (version of the decision rules).

    Rule:    TC-CARD-01 to TC-CARD-12
    Refuses: BadCards, with every fault of every card (the first 1000 of them)
    """
    written = _write(raw)
    try:
        cards = msgspec.convert(written, type=Cards)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadCards(islice(_misshapen(written, error), MOST_FAULTS)) from None
    if faults := tuple(islice(_lints(cards.cards, form=form), MOST_FAULTS)):
        raise BadCards(faults)
    return cards


def _lints(cards: Sequence[AnyCard], *, form: int = NEWEST) -> Iterator[Fault]:
    yield from _doubles(cards)
    for card in cards:
        try:
            yield from faults_in(card, form=form)
        except RecursionError as error:
            yield _fault(card.id, error)


def _doubles(cards: Sequence[AnyCard]) -> Iterator[Fault]:
    """Yield a fault for each card whose id or printed number another card also has. Rule: TC-CARD-05."""
    ids = Counter(card.id for card in cards)
    marks = Counter((card.set_id, card.number) for card in cards)
    for card in cards:
        if ids[card.id] > 1:
            reason = "two cards have this id: give each its own id"
            yield Fault(card=card.id, field="id", reason=reason, rules=("TC-CARD-05",))
        if marks[card.set_id, card.number] > 1:
            reason = f"two cards of {card.set_id} have number {card.number}: give each its own number"
            yield Fault(card=card.id, field="number", reason=reason, rules=("TC-CARD-05",))


# ---------------------------------------------------------------- unusual cards


def notes(cards: Cards) -> tuple[Fault, ...]:
    """Return notes on legal but unusual features of these cards. Rule: TC-SPI-03, TC-RUL-099, TC-RUL-105."""
    return tuple(note for card in cards.cards for note in _notes(card))


def _notes(card: AnyCard) -> Iterator[Fault]:
    if isinstance(card, Savior) and not any(map(_counts_spirits, _parts_of_flip(card))):
        yield Fault(card=card.id, field="flip.when", reason="it needs no spirits", rules=("TC-SPI-03",))
    for path, pwr in _printed_pwr(card):
        if pwr > USUAL_PWR:
            yield Fault(card=card.id, field=path, reason=f"PWR is usually 0 to {USUAL_PWR}", rules=("TC-RUL-105",))
    if isinstance(card, Spirit) and card.type not in SPIRIT_TYPES:
        yield Fault(card=card.id, field="type", reason="the booklet has no spirit of this type", rules=("TC-RUL-099",))


def _parts_of_flip(card: Savior) -> Iterator[Part]:
    return (part for path, part, _ in walk(card) if path.startswith("flip.when"))


def _counts_spirits(part: Part) -> bool:
    return isinstance(part, SpiritsUnder) and part.of == Selector(ref="this")


def _printed_pwr(card: AnyCard) -> Iterator[tuple[str, int]]:
    if isinstance(card, Form):
        yield "pwr", card.pwr
    if isinstance(card, Savior):
        yield "bound.pwr", card.bound.pwr or 0
        yield "boundless.pwr", card.boundless.pwr or 0


# ---------------------------------------------------------------- malformed cards


def _number(text: str) -> int | float:
    """Parse a number that has a fraction or an exponent. Return an integer if the value is whole, such as 1.0."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= MAX_NUMBER else value


_json: Final = msgspec.json.Decoder(float_hook=_number)


def _write(raw: bytes | Mapping[str, Any]) -> Any:  # noqa: ANN401 JSON
    if not isinstance(raw, bytes):
        return raw
    try:
        return _json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadCards((_fault("cards", error),)) from None


def _misshapen(written: Any, error: Exception) -> Iterator[Fault]:  # noqa: ANN401 JSON
    """Yield the structural faults of a set and its cards, and the faults that lints find in well-formed cards."""
    listed = written.get("cards") if isinstance(written, Mapping) else None
    if not isinstance(listed, list | tuple) or not 0 < len(listed) <= MOST_CARDS:
        yield _fault("cards", error)
        return
    if outer := _refuse({**written, "cards": []}, _Shell):
        yield _fault("cards", outer)
    good: list[AnyCard] = []
    for index, card in enumerate(listed):
        try:
            good.append(msgspec.convert(card, type=AnyCard))
        except (msgspec.ValidationError, RecursionError) as wrong:
            yield from _misshapen_card(card, f"cards[{index}]", wrong)
    yield from _lints(good)


def _misshapen_card(card: Any, at: str, error: Exception) -> Iterator[Fault]:  # noqa: ANN401 JSON
    """Yield a card's structural faults, decoding each effect separately."""
    named = card.get("id") if isinstance(card, Mapping) else None
    name = named if isinstance(named, str) and 0 < len(named) <= LONGEST else at
    effects = card.get("effects") if isinstance(card, Mapping) else None
    if not isinstance(effects, list | tuple):
        yield _fault(name, error, card, AnyCard)
        return
    by_itself = [(f"effects[{index}].", effect, Effect) for index, effect in enumerate(effects)]
    found = False
    for place, part, form in (("", {**card, "effects": []}, AnyCard), *by_itself):
        if wrong := _refuse(part, form):
            found, fault = True, _fault(name, wrong, part, form)
            yield replace(fault, field=f"{place}{fault.field}".removesuffix(".$"))
    if not found:
        yield _fault(name, error, card, AnyCard)


def _refuse(value: Any, form: Any) -> Exception | None:  # noqa: ANN401 JSON, and a type
    try:
        msgspec.convert(value, type=form)
    except (msgspec.ValidationError, RecursionError) as error:
        return error
    return None


@cache
def _described() -> Mapping[str, str]:
    """Return the description of each text field of a card that must match a pattern."""
    kinds = msgspec.json.schema(Cards)["$defs"].values()
    fields = [field for kind in kinds for field in kind.get("properties", {}).items()]
    return {name: field["description"] for name, field in fields if "pattern" in field and "description" in field}


def _fault(card: str, error: Exception, written: Any = None, form: Any = None) -> Fault:  # noqa: ANN401 JSON, and a type
    """Convert a decoding error to a fault with its path and the accepted values."""
    if isinstance(error, RecursionError):
        return Fault(card=card, field="$", reason="it is nested too deeply: use fewer levels")
    reason, _, path = str(error).partition(" - at `")
    path = path.rstrip("`")
    if " matching regex " in reason:
        reason = f"Expected {_described().get(path.rpartition('.')[2], 'another text')}"
    if reason.startswith("Invalid ") and form is not None:
        reason += _instead(reason.split("'")[1], _choices(written, form, path))
    if reason.startswith("Expected "):
        reason = _in_plain_words(reason)
    for words, advice in ADVICE.items():
        reason += advice * reason.startswith(words)
    return Fault(card=card, field=path.removeprefix("$").removeprefix(".") or "$", reason=reason)


def _in_plain_words(reason: str) -> str:
    """Return a decoder's reason in words for people, such as: Expected text of at most 60 characters."""
    reason = LENGTH.sub(_length, reason)
    reason = BOUND.sub(lambda found: f"of {BOUNDS[found[1]]} {found[2]}", reason)
    return TYPES.sub(lambda found: " or ".join(KINDS.get(one, one) for one in found[1].split(" | ")), reason)


def _length(found: re.Match[str]) -> str:
    kind, sign, number = found.groups()
    return f"{kind} of {BOUNDS[sign]} {number} {UNITS[kind][number != '1']}"


BOUNDS: Final[Mapping[str, str]] = {"<=": "at most", ">=": "at least"}
UNITS: Final[Mapping[str, tuple[str, str]]] = {"`str`": ("character", "characters"), "`array`": ("entry", "entries")}
KINDS: Final[Mapping[str, str]] = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list",
    "object": "an object", "null": "null",
}  # fmt: skip
LENGTH: Final = re.compile(r"(`str`|`array`) of length ([<>]=) (\d+)")
BOUND: Final = re.compile(r"(?<=` )([<>]=) (-?\d+)")
TYPES: Final = re.compile(r"`([a-z]+(?: \| [a-z]+)*)`")
ADVICE: Final[Mapping[str, str]] = {
    "Object missing required field": ": add it",
    "Object contains unknown field": ": leave it out",
}


# ---------------------------------------------------------------- suggestions

LISTED: Final = 12
"""The maximum number of accepted values that a fault lists. If there are more, it lists only the most similar ones."""
STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")


def _instead(wrong: str, choices: Sequence[str]) -> str:
    if 0 < len(choices) <= LISTED:
        return f": write one of {', '.join(choices)}"
    near = get_close_matches(wrong, choices)
    return f": did you mean {' or '.join(near)}?" if near else ""


def _choices(written: Any, form: Any, path: str) -> list[str]:  # noqa: ANN401 JSON, and a type
    """Return the values accepted at a path: the tags of a union's types, or the values of an enumerated field."""
    kinds = list(_kinds(_inspected(form)))
    for name, index in STEP.findall(path if "..." not in path else ""):
        structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
        if tags := [str(kind.tag) for kind in structs if kind.tag_field == name]:
            return tags
        if name:
            meant = [kind for kind in structs if kind.tag_field is None or written.get(kind.tag_field) == kind.tag]
            inner = [field.type for kind in meant for field in kind.fields if field.encode_name == name]
        else:
            inner = [kind.item_type for kind in kinds if isinstance(kind, inspect.VarTupleType)]
            inner += [one for kind in kinds if isinstance(kind, inspect.TupleType) for one in kind.item_types]
        kinds = [kind for one in inner for kind in _kinds(one)]
        written = written[name or int(index)]
    values = (value for kind in kinds if isinstance(kind, inspect.LiteralType) for value in kind.values)
    return list(dict.fromkeys(map(str, values)))


def _kinds(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the members of a union type, without their metadata."""
    match kind:
        case inspect.UnionType():
            yield from (inner for one in kind.types for inner in _kinds(one))
        case inspect.Metadata():
            yield from _kinds(kind.type)
        case _:
            yield kind


@cache
def _inspected(form: Any) -> inspect.Type:  # noqa: ANN401 a type
    return inspect.type_info(form)
