"""Names of seats: what people read for a seat in place of its id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import chain

from msgspec import UNSET

from shared.kernel.game import SeatAsk
from shared.kernel.refusals import NameTaken
from shared.kernel.stream.messages import OpenSeat, SeatOpened
from shared.kernel.stream.readable import check_readable_name
from shared.kernel.stream.state import SeatState


def open_named(
    held: Mapping[str, SeatState], asked: Sequence[SeatAsk | OpenSeat], *, field: str = ""
) -> tuple[SeatOpened, ...]:  # fmt: skip
    """Return the events that open seats beside those that the stream has.

    No name reads like that of another seat or its id, so that no seat passes for another. Letters of two scripts that
    look alike differ. A refusal names `field`; without it, it names `name` or `seat`, whichever is to be changed.

    Rule:    AR-PAGE-57
    Refuses: NameTaken, UnreadableName
    """
    opened = tuple([SeatOpened(seat=ask.seat, role=ask.role, name=ask.name) for ask in asked])
    owners: dict[str, str] = {}
    names = chain(
        ((seat, state.name) for seat, state in held.items()),
        ((event.seat, "" if event.name is UNSET else event.name) for event in opened),
    )
    for seat, name in names:
        if seat not in held:
            check_readable_name(name, field=field or "name")
        for part, text in (("seat", seat), ("name", name)):
            if text and owners.setdefault(compared(text), seat) != seat:
                raise NameTaken(needs="a name that no other seat has", has=text, field=field or part)
    return opened


def compared(name: str) -> str:
    """Return a name in the form in which names are compared: names that read alike have the same one."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"\s+", " ", folded).strip()
