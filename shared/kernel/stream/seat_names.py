"""Names of seats: what people read for a seat in place of its id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from msgspec import UNSET

from shared.kernel.game import SeatAsk
from shared.kernel.refusals import SeatTaken
from shared.kernel.stream.messages import OpenSeat, SeatOpened
from shared.kernel.stream.state import SeatState


def open_named(
    held: Mapping[str, SeatState], asked: Sequence[SeatAsk | OpenSeat], *, field: str
) -> tuple[SeatOpened, ...]:  # fmt: skip
    """Return the events that open seats beside those that the stream has.

    No name is that of another seat or its id, whatever the case of the letters, so that no seat passes for another.

    Rule:    AR-PAGE-57
    Refuses: SeatTaken
    """
    opened = tuple([SeatOpened(seat=ask.seat, role=ask.role, name=ask.name) for ask in asked])
    owners: dict[str, str] = {}
    names = chain(
        ((seat, state.name) for seat, state in held.items()),
        ((event.seat, "" if event.name is UNSET else event.name) for event in opened),
    )
    for seat, name in names:
        for text in (seat, name):
            if text and owners.setdefault(text.casefold(), seat) != seat:
                raise SeatTaken(needs="a name that no other seat has", has=text, field=field)
    return opened
