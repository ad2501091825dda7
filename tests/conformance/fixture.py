"""A game's fixture for the suite: how it begins, how it is played, and what it hides. `tests/<game>/conformance.py`."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from services.gateway.games import GAMES
from shared.kernel.game import Game, SeatAsk
from shared.kernel.messages import Command, Seat
from shared.kernel.stream import Stream
from tests.support.journal import Journal

TESTS: Final = Path(__file__).resolve().parents[1]
TWO: Final = (SeatAsk(seat="ann"), SeatAsk(seat="bob"))


class Probe(Struct, frozen=True):
    """A seat's command, with the faces of a real table if it needs some."""

    command: Command
    seat: Seat
    faces: tuple[int, ...] | None = None


class Twins(Struct, frozen=True, kw_only=True):
    """Two streams that look the same to these seats, and what is sent to both while they are compared."""

    first: Stream[Any]
    second: Stream[Any]
    seats: tuple[Seat, ...]
    probes: Sequence[Probe] = ()


class Fixture(Struct, frozen=True, kw_only=True):
    """A game in the suite.

    `begin` opens a stream with a seed, for two players by default. `play` makes a seat send one command: by default
    any seat any listed command. `sessions` are played to their end and recorded in the folder `golden`: by default
    one random stream. `holds` asserts what is always true. A game that keeps secrets has `twins`.
    `texts` are values that mean something to it, by field name. The suite plays `plays` random streams of `steps`
    steps, and inspects each of them every few steps. `incomplete` names the commands (`*`: any) of
    which more is accepted than listed, and what.
    """

    game: Game[Any]
    begin: Callable[[int], Journal[Any]] | None = None
    play: Callable[[Journal[Any], Random], None] | None = None
    sessions: Mapping[str, Callable[[], Journal[Any]]] | None = None
    holds: Callable[[Journal[Any]], None] | None = None
    twins: Callable[[], Iterable[Twins]] | None = None
    texts: Mapping[str, Sequence[Any]] = {}
    plays: int = 3
    steps: int = 40
    every: int = 5
    incomplete: Mapping[str, str] = {}

    @property
    def service(self) -> str:
        """Return the name of the game's folder."""
        return self.game.service

    @property
    def golden(self) -> Path:
        """Return the folder of the recorded streams."""
        return TESTS / self.service / "golden"

    def opened(self, seed: int) -> Journal[Any]:
        """Open a stream; its seeds are the number `seed` and its successors."""
        return Journal(self.game, self.game.opening(seats=TWO), seed=seed) if self.begin is None else self.begin(seed)

    def leaves_out(self, command: str) -> bool:
        """Whether the list is known to lack some of what is accepted of a command."""
        return command in self.incomplete or "*" in self.incomplete


def served() -> tuple[str, ...]:
    """Return the games that the gateway serves: those of ARBITER_TEST_GAMES, if it is set."""
    return tuple(os.environ.get("ARBITER_TEST_GAMES", "").split()) or GAMES


@cache
def fixture_of(service: str) -> Fixture:
    """Return a game's fixture.

    Refuses: ModuleNotFoundError where it has no `conformance.py`
    """
    found: Fixture = importlib.import_module(f"tests.{service}.conformance").FIXTURE
    return found
