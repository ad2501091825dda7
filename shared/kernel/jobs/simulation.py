"""The simulation of a game, and how the game's own rules play its trials.

A trial is a stream that is never stored. The kernel opens and seeds it, and decides the commands of a stated policy
until the policy returns no more. If the trial is later opened as a real stream, its draws are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from shared.kernel.chance import FirstDraw, ProbeTape, SeedTape, Unseeded, salts_digest
from shared.kernel.context import Intent
from shared.kernel.game import Opening
from shared.kernel.jobs.kind import JobKind
from shared.kernel.jobs.refusals import NeverEnds
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Command, Event, Role, Seat
from shared.kernel.stream import Stream, settle

S = TypeVar("S")
R = TypeVar("R")

MOVES: Final = 5_000
NO_SALTS: Final = salts_digest(())
BY: Final = "key:simulation"


class SimulatedMove(NamedTuple):
    """A command, and the seat that sends it."""

    seat: Seat
    role: Role
    command: Command


@dataclass(frozen=True, kw_only=True, eq=False)
class Simulation(JobKind[S, R]):
    """A game's simulation: how its trials are played from the beginning, and how they are measured.

    `opening` and `policy` return the commands of a trial; `measured` reads the trial's final stream and its events, and
    omits measures that do not apply.
    """

    opening: Callable[[R], Opening]
    policy: Callable[[R, Stream[S]], SimulatedMove | None]
    measured: Callable[[R, Stream[S], Sequence[Event]], Mapping[str, Value]]


def play_start(simulation: Simulation[S, R], request: R) -> Stream[S]:
    """Play the part that all trials of a request share, up to the first draw. The trials differ only in their seeds.

    Refuses: the game's refusals
    """
    blank = Stream(id="simulated", game=simulation.game.initial, simulated=True)
    intent = Intent(id="opening", seat="gm", role="gm", at=0, by=BY, command=simulation.opening(request))
    opened = settle(simulation.game, blank, intent, Unseeded(lambda: bytes(32))).after
    stream = replace(opened, undo="never", trail=())  # a policy never takes a decision back
    with suppress(FirstDraw):
        for _ in range(MOVES):
            move = None if stream.closed else simulation.policy(request, stream)
            if move is None:
                break
            stream = settle(simulation.game, stream, _intent(move), ProbeTape()).after
    return stream


def play_trial(
    simulation: Simulation[S, R], request: R, start: Stream[S], seed: bytes
) -> tuple[Stream[S], Sequence[Event]]:  # fmt: skip
    """Play a trial to its end, and return its stream and its events.

    Rule:    AR-JOB-07, AR-JOB-10
    Refuses: NeverEnds; the game's refusals of the policy's commands
    """
    game, policy = simulation.game, simulation.policy
    stream = replace(start, epoch=replace(start.epoch, seed=seed.hex()))
    events: list[Event] = []
    for _ in range(MOVES):
        move = None if stream.closed else policy(request, stream)
        if move is None:
            return stream, events
        tape = SeedTape(seed=seed, digest=NO_SALTS, version=stream.version)
        settled = settle(game, stream, _intent(move), tape)
        if settled.fault is not None:
            raise settled.fault
        events += settled.events
        stream = settled.after
    raise NeverEnds(needs=f"at most {MOVES} commands", has="more")


def _intent(move: SimulatedMove) -> Intent:
    return Intent(id="move", seat=move.seat, role=move.role, at=0, by=BY, command=move.command)
