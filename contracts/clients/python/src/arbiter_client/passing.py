"""Automatic passes for a seat in a card game match (`tcg`): when to pass, and how long to wait first.

Whether to pass depends only on the question and the legal commands. The wait is drawn at random when the question is
first seen, before the legal commands are known, so it reveals nothing about the hand.
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
"""The shortest wait between a question and its pass, in seconds."""
SPREAD: Final = 0.6
"""The maximum random addition to the shortest wait, in seconds."""
DRAWN: Final = secrets.SystemRandom().random
"""A function that returns a random number, at least 0 and below 1, from the system's cryptographic generator."""


class Player(Protocol):
    """A match as one of its seats sees it, such as `arbiter.tcg.match(id, token=…)`."""

    def view(self) -> Any:
        """Return the match as the seat sees it."""
        ...

    def legal(self) -> Any:
        """Return the commands that the seat may send."""
        ...

    def send(self, command: Any) -> Any:
        """Send a command."""
        ...


class Pace:
    """The earliest time at which to pass on the current question of a match.

    `draw` returns a random number, at least 0 and below 1.
    """

    def __init__(self, draw: Callable[[], float] = DRAWN) -> None:
        """Set up the pace, before the first question."""
        self._draw: Final = draw
        self._question = 0
        self._due = 0.0

    def seen(self, question: int, now: float) -> None:
        """Draw the wait for a question when it is first seen. `now` is in seconds."""
        if question != self._question:
            self._question, self._due = question, now + SOONEST + SPREAD * self._draw()

    def left(self, question: int, now: float) -> float:
        """Return the number of seconds to wait before passing on this question."""
        self.seen(question, now)
        return max(0.0, self._due - now)


def real(allowed: Iterable[Any]) -> list[Any]:
    """Return the commands in a `legal` response that need a person's decision: moves, and answers except passes."""
    return [one for one in allowed if one.command != "Pass" and one.kind in MOVES]


def open_question(seat: str, game: Any) -> int | None:
    """Return the number of the open question in which a seat may respond, or None if there is none."""
    return next((one.number for one in game.decisions if one.seat == seat and one.kind == "respond"), None)


def decide(seat: str, game: Any, allowed: Sequence[Any]) -> int | None:
    """Return the question on which to pass, or None if a person must decide or the server passes by itself.

    While a draw is offered, a person must always decide, because a pass withdraws the offer.
    """
    question = open_question(seat, game)
    if question is None or game.offer is not None or _auto_pass(game) == "nothing_else" or real(allowed):
        return None
    return question if any(one.command == "Pass" for one in allowed) else None


def _auto_pass(game: Any) -> object:
    settings = getattr(game, "settings", None)
    return settings.get("auto_pass") if isinstance(settings, Mapping) else getattr(settings, "auto_pass", None)


def passed(player: Player, seat: str, pace: Pace, *, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Wait, and then pass for a seat that can do nothing else. Return whether it has passed.

    Call this function after every change of the match, with one `pace` for the whole match.
    """
    game = player.view().game
    question = open_question(seat, game)
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
    """Pass for a seat like `passed`, but in a match of an `AsyncArbiter`."""
    game = (await player.view()).game
    question = open_question(seat, game)
    if question is None:
        return False
    pace.seen(question, time.monotonic())
    if decide(seat, game, (await player.legal()).legal.allowed) is None:
        return False
    await sleep(pace.left(question, time.monotonic()))
    await player.send(Pass(decision=question))
    return True
