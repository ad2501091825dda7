"""The display names of seats, which people read instead of the seats' ids."""

from __future__ import annotations

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
    """Return the events that open new seats on a stream with the seats `held`.

    No name may read like another seat's name or id, so that no seat can pass for another. Letters of different scripts
    count as different, even if they look alike. A refusal names `field` if it is given; otherwise it names the field
    that must change, `name` or `seat`.

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
            if text and owners.setdefault(comparable(text), seat) != seat:
                raise NameTaken(needs="a name that no other seat has", has=text, field=field or part)
    return opened


def comparable(name: str) -> str:
    """Return a name in the form in which names are compared: names that read alike have the same form."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())
