"""A finished match of two random players, for tests of match analyses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from services.tcg.analyses import CHANCES, Chances, Course, Moment, moments
from services.tcg.chapters.looking import look_at
from services.tcg.game import match as match_game
from services.tcg.playing.moves import moves
from services.tcg.simulations import SIMULATION
from services.tcg.state.match import Match
from shared.kernel.chance import SeedTape, Unseeded
from shared.kernel.context import Intent
from shared.kernel.jobs.analysis import Analysis, Past
from shared.kernel.jobs.chunk import Chunk, request_of, run_chunk, variant_on
from shared.kernel.jobs.report import seed_of
from shared.kernel.jobs.simulation import NO_SALTS
from shared.kernel.jobs.stopping import best_is_known
from shared.kernel.jobs.tally import ChunkResult
from shared.kernel.messages import Command
from shared.kernel.replay import Commit
from shared.kernel.stream import Sender, Stream, settle

RANDOM: Final = {"decks": ["lantern", "tide"], "players": ["random", "random"], "windows": "none"}
JOB: Final = "5e" * 32
FEW: Final = 6
"""The largest number of moves of one decision that the tests compare; more moves would take too long."""
CLEAR: Final = 40
"""The number of trials after which an analysis stops if one move is clearly the best."""


@cache
def played_match() -> tuple[Past, Match]:
    """Play a match of two random players; return its commits and its final state."""
    request, seed = request_of(SIMULATION, dict(RANDOM)), seed_of(JOB, 0, 0)
    stream, past = Stream(id="simulated", game=match_game.initial), list[Commit]()
    asked: Intent | None = intent("gm", SIMULATION.opening(request))
    while asked is not None:
        tape = SeedTape(seed=seed, digest=NO_SALTS, version=stream.version)
        settled = settle(match_game, stream, asked, tape if stream.opened else Unseeded(lambda: seed))
        stream = settled.after
        sender = Sender(asked.seat, asked.role)
        past.append(Commit(version=stream.version, at=0, drew=False, events=settled.events, sender=sender))
        move = None if stream.closed else SIMULATION.policy(request, stream)
        asked = None if move is None else intent(move.seat, move.command)
    return past, stream.game


def intent(seat: str, command: Command) -> Intent:
    """Return an intent: a seat that sends a command."""
    return Intent(id="move", seat=seat, role="gm" if seat == "gm" else "player", at=0, by="test", command=command)


def frequencies_of(analysis: Analysis[Any, Any], request: Course | Chances, *, trials: int) -> Mapping[str, float]:
    """Run an analysis with this many trials; return the relative frequency of each measured result."""
    found = first_chunk(analysis, request, trials=trials)
    return {name: int(tally.total) / tally.trials for name, tally in found.ours.items()}


def first_chunk(analysis: Analysis[Any, Any], request: Course | Chances, *, trials: int) -> ChunkResult:
    """Run the first chunk of an analysis job on the match, with a seed derived from `JOB`."""
    past, _ = played_match()
    asked = msgspec.to_builtins(analysis.complete(request, past))
    variants = (variant_on(analysis, asked, past),)
    return run_chunk(analysis, variants, Chunk(job_seed=bytes.fromhex(JOB), number=0, trials=trials))


def choice_of_moves() -> Moment:
    """Return a moment in the middle of the match at which a seat has at least three legal moves."""
    for one in moments(played_match()[0]):
        seat, asked = next(iter(one.match.decisions.items()))
        if one.match.turn > 2 and asked.kind == "act" and len(moves(look_at(one.match), seat)) >= 3:
            return one
    raise AssertionError("no seat had a choice")


@cache
def clear_choice() -> int:
    """Return a version of the match at which `CLEAR` trials show which move is best."""
    for one in reversed([*moments(played_match()[0])]):
        (seat,) = one.match.decisions
        if 1 < len(moves(look_at(one.match), seat)) < FEW:
            chances = Chances(match="m", version=one.version, player="random")
            beats = first_chunk(CHANCES, chances, trials=CLEAR).beats
            if not isinstance(beats, msgspec.UnsetType) and best_is_known(beats, 0.05):
                return one.version
    raise AssertionError("no choice was clear")
