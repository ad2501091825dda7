"""A chapter (module of rules) about the seats of a campaign: refusals and checks that all campaigns share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin
from unicodedata import normalize

from msgspec import Struct, UnsetType
from msgspec.structs import fields

from shared.kernel.campaign.authority import Led
from shared.kernel.campaign.state import CampaignBase
from shared.kernel.chapter import fold
from shared.kernel.forbidden import NO_ID
from shared.kernel.game import Opening
from shared.kernel.messages import Id, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.stream import SeatOpened

V = TypeVar("V")
IDS: Final = (Id, Seat)

# ---------------------------------------------------------------- refusals


class GameMasterNeeded(Refusal, rule="AR-CAMP-01"):
    """The campaign has no game master: open it with a seat whose role is `gm`."""


class OnlyTheGameMaster(Refusal, rule="AR-CAMP-02", status=403):
    """Only the game master or the app may do this: ask the game master to do it."""


class OnlyWatches(Refusal, rule="AR-CAMP-03", status=403):
    """This seat only watches and cannot play: use the seat of a player or a game master."""


class NotYours(Refusal, rule="AR-CAMP-04", status=403):
    """This action belongs to another seat or creature: act only for your own seat or creature."""


class NotKnownHere(Refusal, rule="AR-CAMP-05"):
    """This id or name is unknown, or does not fit this command: give an existing one that fits."""


class TooManyHere(Refusal, rule="AR-CAMP-06"):
    """This would exceed the campaign's limit for entries of this kind: keep at most the number in `needs`."""


class ReasonNeeded(Refusal, rule="AR-CAMP-07"):
    """The reason is missing: give a reason."""


class OutOfRange(Refusal, rule="AR-CAMP-08"):
    """The number is out of range: give one within the bounds in `needs`."""


class TextIsBlank(Refusal, rule="AR-CAMP-09"):
    """The text is blank: write at least one visible character."""


class NamedTwice(Refusal, rule="AR-CAMP-10"):
    """The same name has been given twice: give each name only once."""


WRONG_ROLE: Final[Mapping[Role, type[Refusal]]] = {"gm": OnlyTheGameMaster, "player": OnlyWatches}
"""For each role, the refusal of a command that needs this role and comes from a seat without it."""

# ---------------------------------------------------------------- judgement


def check_led(opening: Opening) -> None:
    """Check that the opening of a campaign has a game master.

    Rule: AR-CAMP-01. Refuses: GameMasterNeeded, TextIsBlank.
    """
    check_readable(opening)
    if not any(ask.role == "gm" for ask in opening.seats):
        raise GameMasterNeeded(needs="gm", has=tuple(ask.role for ask in opening.seats), field="seats")


def check_leads(ctx: Led[Any]) -> None:
    """Check that the command comes from the game master or the app. Rule: AR-CAMP-02. Refuses: OnlyTheGameMaster."""
    if not ctx.leads:
        raise OnlyTheGameMaster(needs="gm", has=ctx.role)


def check_says(ctx: Led[Any], said: object, field: str) -> None:
    """Check a field that only the game master may set: it must be empty, unless the command comes from the game master.

    Rule:    AR-CAMP-02
    Refuses: OnlyTheGameMaster
    """
    if said and not ctx.leads:
        raise OnlyTheGameMaster(needs="left out", has=ctx.role, field=field)


def check_owns(ctx: Led[Any], seat: str, field: str | None = None) -> None:
    """Check that the actor may act for this seat. Rule: AR-CAMP-04. Refuses: NotYours."""
    if not ctx.acts_for(seat):
        raise NotYours(needs=seat, has=ctx.seat, field=field)


def entry_of(mapping: Mapping[str, V], key: str, field: str) -> V:
    """Return the entry of a mapping with this key. Rule: AR-CAMP-05. Refuses: NotKnownHere."""
    if key not in mapping:
        raise NotKnownHere(needs="a known id or name", has=key, field=field)
    return mapping[key]


@cache
def there_are(kept: str, *, field: str) -> Callable[[Any], None]:
    """Return a condition for `judge_given`, which requires that the state's mapping `kept` has at least one entry.

    Rule:    AR-CAMP-05
    Refuses: NotKnownHere
    """

    def need(state: Any) -> None:  # noqa: ANN401 of any campaign
        if not getattr(state, kept):
            entry_of({}, NO_ID, field)

    return need


def check_room(kept: Sized, most: int, field: str | None = None, *, more: int = 1) -> None:
    """Check that a collection has room for more entries. Rule: AR-CAMP-06. Refuses: TooManyHere."""
    if len(kept) + more > most:
        raise TooManyHere(needs=f"at most {most}", has=len(kept), field=field)


def reason_for(reason: str | None, field: str = "reason") -> str:
    """Return a command's reason, which must not be missing. Rule: AR-CAMP-07. Refuses: ReasonNeeded."""
    if reason is None:
        raise ReasonNeeded(needs="a reason", field=field)
    return reason


def check_reason(changed: object, reason: str | None, field: str = "reason") -> None:
    """Check that a reason is given if anything was changed. Rule: AR-CAMP-07. Refuses: ReasonNeeded."""
    if changed:
        reason_for(reason, field)


def check_within(number: int, least: int, most: int, field: str) -> int:
    """Return a number after checking that it is within the limits. Rule: AR-CAMP-08. Refuses: OutOfRange."""
    if not least <= number <= most:
        raise OutOfRange(needs=f"{least} to {most}", has=number, field=field)
    return number


def key_of(name: str) -> str:
    """Return a name in lower case and without blanks, for comparisons."""
    return "".join(normalize("NFKC", name).casefold().split())


def spellings_of(names: Iterable[str]) -> Mapping[str, str]:
    """Return the names by their keys (see `key_of`). Of names with one key, the first in alphabetical order counts."""
    return {key_of(name): name for name in sorted(names, reverse=True)}


def check_once(names: tuple[str, ...], field: str, compared: Callable[[str], str] | None = None) -> None:
    """Check that no name occurs twice in a list. With `compared`, names are the same if it returns the same text.

    Rule:    AR-CAMP-10
    Refuses: NamedTwice
    """
    keys = names if compared is None else tuple(map(compared, names))
    if len({*keys}) < len(keys):
        twice = (name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1)
        raise NamedTwice(needs="each once", has=tuple(dict.fromkeys(twice)), field=field)


def check_readable(command: Struct) -> None:
    """Check that no text field of a command is blank.

    Rule:    AR-CAMP-09
    Refuses: TextIsBlank
    """
    for field in _worded(type(command)):
        value = getattr(command, field)
        if value is not None:
            _check_readable(value, field)


@cache
def _worded(kind: type[Struct]) -> tuple[str, ...]:
    """Return the names of a struct's fields that could contain a blank text, directly or in nested values."""
    return tuple(one.name for one in fields(kind) if not _has_no_text(one.type, (kind,)))


def _has_no_text(hint: Any, within: tuple[type, ...]) -> bool:  # noqa: ANN401 a declared type
    """Whether a type contains no free text: only numbers, flags, fixed words and ids (which are never blank).

    `within` lists the structs that contain the type.
    """
    origin, members = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return hint in IDS or _has_no_text(members[0], within)
    if origin in (Union, UnionType, tuple):
        return all(member is ... or _has_no_text(member, within) for member in members)
    if isinstance(hint, type) and issubclass(hint, Struct):
        parts = () if hint in within else fields(hint)
        return all(_has_no_text(part.type, (*within, hint)) for part in parts)
    return origin is Literal or hint in (int, float, bool, NoneType, UnsetType)


def _check_readable(value: object, field: str) -> None:
    if isinstance(value, str):
        if not (value[:1].isalnum() or _shows_something(value)):
            raise TextIsBlank(needs="at least one visible character", has=value, field=field)
    elif isinstance(value, Struct):
        check_readable(value)
    elif isinstance(value, (tuple, list, dict)):
        for one in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_readable(one, field)


def _shows_something(text: str) -> bool:
    return any(char.isprintable() and not char.isspace() for char in text)


# ---------------------------------------------------------------- fold


@fold
def _seat_opened(state: CampaignBase, event: SeatOpened) -> CampaignBase:
    return state.add_seat(event.seat, event.role)
