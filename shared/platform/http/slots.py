"""Limits on open event streams: for the whole process, for each app, and for each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from shared.platform.http.problems import RETRY_AFTER, HttpProblem

LATER: Final = {RETRY_AFTER: "5"}


class Subscriber(Struct, frozen=True):
    """The owner of an open event stream: an app, and the seat with its stream. `seat` is "" if the app itself reads."""

    tenant: str
    seat: str = ""


class Slots:
    """The counts of open event streams."""

    def __init__(self, *, most: int, tenant: int, seat: int) -> None:
        """Set the maximum numbers of open event streams: in total, for one app (`tenant`), and for one seat."""
        self._most: Final = most
        self._tenant: Final = tenant
        self._seat: Final = seat
        self._tenants: Counter[str] = Counter()
        self._seats: Counter[str] = Counter()
        self._open = 0

    def hold_free(self, who: Subscriber) -> None:
        """Check that this subscriber may open another event stream.

        Refuses: 503 at the total limit; 429 at the limit of this app or seat
        """
        if self._open >= self._most:
            raise HttpProblem(
                503, "too-many-subscribers", "too many event streams are open; retry later", headers=LATER
            )
        if who.seat and self._seats[who.seat] >= self._seat:
            why = "this seat has too many open event streams: close one first"
            raise HttpProblem(429, "too-many-event-streams", why, needs=f"at most {self._seat}", headers=LATER)
        if self._tenants[who.tenant] >= self._tenant:
            why = "this app has too many open event streams: close one first"
            raise HttpProblem(429, "too-many-event-streams", why, needs=f"at most {self._tenant}", headers=LATER)

    @contextmanager
    def take(self, who: Subscriber) -> Iterator[None]:
        """Count an event stream as open until the end of the block.

        Refuses: all refusals of `hold_free`
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
