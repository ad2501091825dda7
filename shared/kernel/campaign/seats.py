"""Who sits where: what every campaign refuses, whatever its game, and the seats it remembers. A chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import Any, Final, TypeVar

from msgspec import Struct

from shared.kernel.campaign.authority import Led
from shared.kernel.campaign.state import CampaignBase
from shared.kernel.chapter import fold
from shared.kernel.game import Opening
from shared.kernel.messages import Role
from shared.kernel.refusals import Refusal
from shared.kernel.stream import SeatOpened

V = TypeVar("V")

# ---------------------------------------------------------------- refusals


class GameMasterNeeded(Refusal, rule="AR-CAMP-01"):
    """A campaign needs a seat for a game master."""


class OnlyTheGameMaster(Refusal, rule="AR-CAMP-02", status=403):
    """This is for the game master or the app."""


class OnlyWatches(Refusal, rule="AR-CAMP-03", status=403):
    """This seat watches; it does not play."""


class NotYours(Refusal, rule="AR-CAMP-04", status=403):
    """A player acts for what belongs to its own seat."""


class NotKnownHere(Refusal, rule="AR-CAMP-05"):
    """Nothing that may be named here has this id or name."""


class TooManyHere(Refusal, rule="AR-CAMP-06"):
    """A campaign keeps a bounded number of each kind of thing."""


class ReasonNeeded(Refusal, rule="AR-CAMP-07"):
    """An override needs a reason; give one."""


class OutOfRange(Refusal, rule="AR-CAMP-08"):
    """A number stays within what the rules can reach."""


class TextIsBlank(Refusal, rule="AR-CAMP-09"):
    """A name, a reason or a note has something to read."""


class NamedTwice(Refusal, rule="AR-CAMP-10"):
    """Each of a list is named once."""


WRONG_ROLE: Final[Mapping[Role, type[Refusal]]] = {"gm": OnlyTheGameMaster, "player": OnlyWatches}
"""What a campaign says to a seat that sends what belongs to another role."""

# ---------------------------------------------------------------- judgement


def check_led(opening: Opening) -> None:
    """Rule: AR-CAMP-01. Refuses: GameMasterNeeded, TextIsBlank."""
    check_readable(opening)
    if not any(ask.role == "gm" for ask in opening.seats):
        raise GameMasterNeeded(needs="gm", has=tuple(ask.role for ask in opening.seats), field="seats")


def check_leads(ctx: Led[Any]) -> None:
    """Rule: AR-CAMP-02. Refuses: OnlyTheGameMaster."""
    if not ctx.leads:
        raise OnlyTheGameMaster(needs="gm", has=ctx.role)


def check_says(ctx: Led[Any], said: object, field: str) -> None:
    """Hold what is the game master's to say: a field that a player leaves out.

    Rule:    AR-CAMP-02
    Refuses: OnlyTheGameMaster
    """
    if said and not ctx.leads:
        raise OnlyTheGameMaster(needs="left out", has=ctx.role, field=field)


def check_owns(ctx: Led[Any], seat: str, field: str | None = None) -> None:
    """Rule: AR-CAMP-04. Refuses: NotYours."""
    if not ctx.acts_for(seat):
        raise NotYours(needs=seat, has=ctx.seat, field=field)


def known(mapping: Mapping[str, V], key: str, field: str) -> V:
    """Rule: AR-CAMP-05. Refuses: NotKnownHere."""
    if key not in mapping:
        raise NotKnownHere(needs="an id or a name that may stand here", has=key, field=field)
    return mapping[key]


def check_room(kept: Sized, most: int, field: str | None = None, *, more: int = 1) -> None:
    """Rule: AR-CAMP-06. Refuses: TooManyHere."""
    if len(kept) + more > most:
        raise TooManyHere(needs=f"at most {most}", has=len(kept), field=field)


def reason_for(reason: str | None, field: str = "reason") -> str:
    """Return the reason that has to be there. Rule: AR-CAMP-07. Refuses: ReasonNeeded."""
    if reason is None:
        raise ReasonNeeded(needs="a reason", field=field)
    return reason


def check_reason(changed: object, reason: str | None, field: str = "reason") -> None:
    """Rule: AR-CAMP-07. Refuses: ReasonNeeded."""
    if changed:
        reason_for(reason, field)


def check_within(number: int, least: int, most: int, field: str) -> int:
    """Return a number that is within. Rule: AR-CAMP-08. Refuses: OutOfRange."""
    if not least <= number <= most:
        raise OutOfRange(needs=f"{least} to {most}", has=number, field=field)
    return number


def check_once(names: tuple[str, ...], field: str) -> None:
    """Rule: AR-CAMP-10. Refuses: NamedTwice."""
    twice = tuple(dict.fromkeys(name for name in names if names.count(name) > 1))
    if twice:
        raise NamedTwice(needs="each once", has=twice, field=field)


def check_readable(command: Struct) -> None:
    """Hold every text of a command to having something to read: blanks are no name, no reason and no note.

    Rule:    AR-CAMP-09
    Refuses: TextIsBlank
    """
    for field in command.__struct_fields__:
        _check_readable(getattr(command, field), field)


def _check_readable(value: object, field: str) -> None:
    if isinstance(value, Struct):
        check_readable(value)
    elif isinstance(value, str) and not _readable(value):
        raise TextIsBlank(needs="a letter or a sign", has=value, field=field)
    elif isinstance(value, tuple | list | dict):
        for one in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_readable(one, field)


def _readable(text: str) -> bool:
    return text[:1].isalnum() or any(char.isprintable() and not char.isspace() for char in text)


# ---------------------------------------------------------------- fold


@fold
def _seat_opened(state: CampaignBase, event: SeatOpened) -> CampaignBase:
    return state.seated(event.seat, event.role)
