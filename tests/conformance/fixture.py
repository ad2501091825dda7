"""A game's fixture for the conformance suite: how to open and play the game, and what the game hides."""

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
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.stream import Stream
from tests.support.journal import Journal

TESTS: Final = Path(__file__).resolve().parents[1]
TWO: Final = (SeatAsk(seat="ann"), SeatAsk(seat="bob"))


class Probe(Struct, frozen=True):
    """A command to send as a seat, with entered faces if the command needs them."""

    command: Command
    seat: Seat
    faces: tuple[int, ...] | None = None


class Twins(Struct, frozen=True, kw_only=True):
    """Two streams that must look the same to the given seats, and commands to send to both."""

    first: Stream[Any]
    second: Stream[Any]
    seats: tuple[Seat, ...]
    probes: Sequence[Probe] = ()


class BriefLists(Struct, frozen=True):
    """Limits on the decisions that a brief list tries: the mean for each role, and the maximum for any list."""

    mean: Mapping[Role, int]
    most: int


class Fixture(Struct, frozen=True, kw_only=True):
    """A game's entry in the conformance suite.

    `begin` opens a stream with a seed, by default for two players. `play` sends one command of a seat, by default
    any listed command of any seat. `sessions` are played to their end and recorded in the folder `golden`; by
    default there is one random stream. `holds` asserts the game's invariants. A game with secrets has `twins`.
    `texts` are meaningful values by field name, for invented commands. The suite plays `plays` random streams of
    `steps` steps each, and inspects each of them after every `every` steps. `incomplete` names the commands (`*`:
    all) that the game accepts in more forms than it lists, and describes these forms. `brief` limits the decisions
    that brief lists try.
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
    brief: BriefLists = BriefLists(mean={"gm": 20, "player": 15}, most=20)

    @property
    def service(self) -> str:
        """Return the name of the game's service, which is also the name of its folder."""
        return self.game.service

    @property
    def golden(self) -> Path:
        """Return the folder of the recorded streams."""
        return TESTS / self.service / "golden"

    def open_stream(self, seed: int) -> Journal[Any]:
        """Open a stream whose seeds are `seed` + 1, `seed` + 2 and so on."""
        return Journal(self.game, self.game.opening(seats=TWO), seed=seed) if self.begin is None else self.begin(seed)

    def leaves_out(self, command: str) -> bool:
        """Return whether the fixture declares that legal lists omit some accepted forms of a command."""
        return command in self.incomplete or "*" in self.incomplete


def games_under_test() -> tuple[str, ...]:
    """Return the games in ARBITER_TEST_GAMES if it is set, otherwise all games that the gateway serves."""
    return tuple(os.environ.get("ARBITER_TEST_GAMES", "").split()) or GAMES


@cache
def fixture_of(service: str) -> Fixture:
    """Return a game's fixture.

    Refuses: ModuleNotFoundError if the game has no `conformance.py`
    """
    found: Fixture = importlib.import_module(f"tests.{service}.conformance").FIXTURE
    return found
