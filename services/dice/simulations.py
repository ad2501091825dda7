"""Simulations of throws. They estimate odds that are too costly to calculate, or compare throws with the same luck.

Each trial is an ordinary table on which the throw is rolled once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final

from msgspec import Meta, Struct

from services.dice.chapters.odds import NoSingleTotal
from services.dice.chapters.rolls import Roll, RollAsk, check_throws, complete
from services.dice.chapters.table import OpenTable
from services.dice.game import table
from services.dice.state import TableState, What
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.simulation import SimulatedMove, Simulation
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Event
from shared.kernel.odds.report import Amount
from shared.kernel.pools.pool import WholeNumber
from shared.kernel.pools.symbols import SymbolPool
from shared.kernel.stream import Stream

TOTAL: Final = "total"
ROLL_MICROSECONDS: Final = 50
DIE_NANOSECONDS: Final = 1500
OPENING: Final = OpenTable(title="a simulated throw", seats=(SeatAsk(seat="gm", role="gm"),))


class SimulateThrow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A throw to simulate. For each total in `at_least`, the simulation estimates the probability of reaching it."""

    what: What
    at_least: Annotated[tuple[WholeNumber, ...], Meta(max_length=20)] = ()


def check(request: SimulateThrow) -> None:
    """Refuse a throw that exceeds the limits of one roll, or that has no total.

    Rule:    DI-NOT-01, DI-LIMIT-02, DI-ODDS-04
    Refuses: NoSingleTotal, and the refusals of a roll of the throw
    """
    what = complete(request.what, {})
    check_throws((what,))
    if isinstance(what, SymbolPool) and not what.weights:
        raise NoSingleTotal(needs="weights", has="none", field="simulate.what.weights")


def cost(request: SimulateThrow) -> int:
    """Estimate the time that one trial takes, in microseconds of one core."""
    return ROLL_MICROSECONDS + complete(request.what, {}).dice_thrown() * DIE_NANOSECONDS // 1000


def measures(request: SimulateThrow) -> Mapping[str, Kind]:
    """Return the names and kinds of the measured values."""
    shares: dict[str, Kind] = {f"at least {bound}": "share" for bound in request.at_least}
    return {TOTAL: "amount", **shares}


def opening(_: SimulateThrow) -> OpenTable:
    """Return the command that opens a trial's table."""
    return OPENING


def policy(request: SimulateThrow, stream: Stream[TableState]) -> SimulatedMove | None:
    """Return the command that rolls the throw, or None if it has already been rolled."""
    if stream.game.rolls:
        return None
    return SimulatedMove("gm", "gm", Roll(rolls=(RollAsk(what=request.what),)))


def measure(request: SimulateThrow, stream: Stream[TableState], _: Sequence[Event]) -> Mapping[str, Value]:
    """Return the total of the roll, and whether it reaches each requested total."""
    outcome = stream.game.recent[-1].outcome
    total = 0 if outcome is None else _number(outcome.total)
    if not request.at_least:
        return {TOTAL: total}
    return {TOTAL: total, **{f"at least {bound}": int(total >= bound) for bound in request.at_least}}


def _number(total: Amount) -> Value:
    return total if isinstance(total, int) else Fraction(total)


SIMULATION: Final = Simulation[TableState, SimulateThrow](
    game=table,
    request=SimulateThrow,
    check=check,
    cost=cost,
    measures=measures,
    opening=opening,
    policy=policy,
    measured=measure,
    examples={
        "a throw past exact odds": {
            "simulate": {"what": {"throw": "Notation", "text": "20d20kh10!"}, "at_least": [170]},
            "trials": 100_000,
            "precision": {"measure": "total", "half_width": "0.25"},
        },
        "two throws compared with the same luck": {
            "simulate": {"what": {"throw": "Notation", "text": "4d6kh3"}},
            "against": {"what": {"throw": "Notation", "text": "3d6+1"}},
            "trials": 20_000,
        },
    },
)
