"""Places for event streams: so many in all, a share of them for each app, and a share of that for each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from .problems import RETRY_AFTER, HttpProblem

LATER: Final = {RETRY_AFTER: "5"}


class Subscriber(Struct, frozen=True):
    """Who listens: the app whose stream it is, and the stream with the seat that listens; "" where the app does."""

    tenant: str
    seat: str = ""


class Slots:
    """Counts the event streams that are open."""

    def __init__(self, *, most: int, tenant: int, seat: int) -> None:
        """Take how many may be open in all, of one app, and of one seat."""
        self._most: Final = most
        self._tenant: Final = tenant
        self._seat: Final = seat
        self._tenants: Counter[str] = Counter()
        self._seats: Counter[str] = Counter()
        self._open = 0

    def hold_free(self, who: Subscriber) -> None:
        """Hold that there is a place for somebody.

        Refuses: 503 where too many are open, 429 where this app or this seat has its share
        """
        if self._open >= self._most:
            raise HttpProblem(503, "too-many-subscribers", "no more event streams can be open at once", headers=LATER)
        if who.seat and self._seats[who.seat] >= self._seat:
            why = "this seat has as many event streams open as one seat may"
            raise HttpProblem(429, "too-many-event-streams", why, needs=f"at most {self._seat}", headers=LATER)
        if self._tenants[who.tenant] >= self._tenant:
            why = "this app has as many event streams open as one app may"
            raise HttpProblem(429, "too-many-event-streams", why, needs=f"at most {self._tenant}", headers=LATER)

    @contextmanager
    def taken(self, who: Subscriber) -> Iterator[None]:
        """Take a place for as long as the block lasts.

        Refuses: as `hold_free` does
        """
        self.hold_free(who)
        self._count(who, 1)
        try:
            yield
        finally:
            self._count(who, -1)

    def _count(self, who: Subscriber, change: int) -> None:
        self._open += change
        for counts, name in ((self._tenants, who.tenant), (self._seats, who.seat)):
            counts[name] += change
            if not counts[name]:
                del counts[name]
