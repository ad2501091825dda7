"""Add steps to a stream's trail (the list of its latest decisions) only when a command needs the trail.

Only undos use the trail, and most streams have no undo. So the trail is extended only before a command in NEEDS_TRAIL,
with the latest decisions before that command.
"""

from __future__ import annotations

from collections import deque
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.record import in_record_order
from shared.kernel.stream import (
    MOST_STEPS,
    QUIET,
    UNDO_COMMANDS,
    AppointPlayer,
    Memory,
    Settled,
    Stream,
    longer,
    sender_of,
)  # fmt: skip

S = TypeVar("S")

NEEDS_TRAIL: Final = frozenset({*UNDO_COMMANDS, AppointPlayer})
"""The commands that need the trail, or whose sender must be recorded for later undos."""


class LateSteps(Generic[S]):
    """The latest decisions on a stream that its trail lacks."""

    def __init__(self, game: Game[S], memory: Memory[S]) -> None:
        """Start without any decision. The states after the decisions are kept in `memory`."""
        self._game, self._memory = game, memory
        self._late: Final[deque[tuple[Intent, Settled[S], Stream[S]]]] = deque(maxlen=MOST_STEPS)

    def note(self, intent: Intent, settled: Settled[S], after: Stream[S]) -> None:
        """Remember a decision that added no step to the trail, and the stream after it."""
        if type(settled.events[-1]) not in QUIET:
            self._late.append((intent, settled, after))

    def add_to(self, stream: Stream[S]) -> Stream[S]:
        """Return the stream with all steps in its trail, and keep the states to which an undo may lead back."""
        if not self._late or not self._game.undoing.is_kept(stream.undo):
            return stream
        trail = stream.trail
        for intent, settled, after in self._late:
            sender, draws = sender_of(intent, settled.hidden), in_record_order(settled.taken)
            trail = longer(
                trail, sender, settled.events, version=after.version, at=intent.at, drew=bool(draws), draws=draws
            )
            self._memory.note(after.version, after.game)
        self._late.clear()
        return replace(stream, trail=trail)
