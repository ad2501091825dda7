"""When a seat of a match of tcg passes by itself, and how long it waits before.

It is decided from what the seat is asked and may do, and from nothing else; the wait is drawn as soon as the question
is seen and before anybody looks at what is legal, so that it shows nothing of the hand.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from .calls import MOVES
from .types.tcg import Pass

SOONEST: Final = 0.4
"""No pass is sent sooner after its question has been seen. Units: seconds."""
SPREAD: Final = 0.6
"""At most this many seconds are added to it."""
DRAWN: Final = secrets.SystemRandom().random
"""A number from 0 up to 1, of the system's good chance."""


class Player(Protocol):
    """A match as one of its seats: `arbiter.tcg.match(id, token=…)`."""

    def view(self) -> Any:
        """Return the match as the seat sees it."""
        ...

    def legal(self) -> Any:
        """Return what may be sent now."""
        ...

    def send(self, command: Any) -> Any:
        """Send a command."""
        ...


class Pace:
    """When each question may be passed in; one for the whole match. `draw` returns a number from 0 up to 1."""

    def __init__(self, draw: Callable[[], float] = DRAWN) -> None:
        """Begin with no question seen."""
        self._draw: Final = draw
        self._question = 0
        self._due = 0.0

    def seen(self, question: int, now: float) -> None:
        """Note that a question is seen, and draw its wait; only its first sight counts. Units: now in seconds."""
        if question != self._question:
            self._question, self._due = question, now + SOONEST + SPREAD * self._draw()

    def left(self, question: int, now: float) -> float:
        """Return how long this question is not to be passed in yet. Units: seconds."""
        self.seen(question, now)
        return max(0.0, self._due - now)


def real(allowed: Iterable[Any]) -> list[Any]:
    """Return the commands of a `legal` answer that are something to decide: to pass is none of them."""
    return [one for one in allowed if one.command != "Pass" and one.kind in MOVES]


def asked(seat: str, game: Any) -> int | None:
    """Return the number of the question whether to respond that a seat is asked, or None."""
    return next((one.number for one in game.decisions if one.seat == seat and one.kind == "respond"), None)


def decide(seat: str, game: Any, allowed: Sequence[Any]) -> int | None:
    """Return the question in which a seat passes by itself, or None: somebody has to decide, or the server passes.

    An offered draw is always decided by somebody, since a pass withdraws it.
    """
    question = asked(seat, game)
    if question is None or game.offer is not None or _auto_pass(game) == "nothing_else" or real(allowed):
        return None
    return question if any(one.command == "Pass" for one in allowed) else None


def _auto_pass(game: Any) -> object:
    settings = getattr(game, "settings", None)
    return settings.get("auto_pass") if isinstance(settings, Mapping) else getattr(settings, "auto_pass", None)


def passed(player: Player, seat: str, pace: Pace, *, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Pass for a seat if nothing else can be done, once the wait is over; return whether it has passed.

    Call it whenever the match has changed, with one `pace` for the whole match.
    """
    game = player.view().game
    question = asked(seat, game)
    if question is None:
        return False
    pace.seen(question, time.monotonic())
    if decide(seat, game, player.legal().legal.allowed) is None:
        return False
    sleep(pace.left(question, time.monotonic()))
    player.send(Pass(decision=question))
    return True


async def passed_async(
    player: Player, seat: str, pace: Pace, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> bool:
    """Do the same with an `AsyncArbiter`."""
    game = (await player.view()).game
    question = asked(seat, game)
    if question is None:
        return False
    pace.seen(question, time.monotonic())
    if decide(seat, game, (await player.legal()).legal.allowed) is None:
        return False
    await sleep(pace.left(question, time.monotonic()))
    await player.send(Pass(decision=question))
    return True
