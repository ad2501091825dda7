"""Simulations of dice: throws past the bound of exact odds, and throws compared with the same luck.

A trial is an ordinary table on which the throw is rolled once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final, assert_never

from msgspec import Meta, Struct

from services.dice.commands import OpenTable, Roll, RollAsk
from services.dice.game import table
from services.dice.outcomes import NotationOutcome, Outcome
from services.dice.refusals import NoSingleTotal
from services.dice.rules.throwing import check_cost, made_whole, throws_of
from services.dice.state import TableState
from services.dice.throws import What
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.simulation import Kind, Move, Simulation
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Event
from shared.kernel.pools.character import CharacterOutcome
from shared.kernel.pools.flip import FlipOutcome
from shared.kernel.pools.luck import LuckOutcome
from shared.kernel.pools.pool import Modifier
from shared.kernel.pools.position import PositionOutcome
from shared.kernel.pools.symbols import SymbolOutcome, SymbolPool
from shared.kernel.stream import Stream

TOTAL: Final = "total"
ROLL_MICROSECONDS: Final = 50
DIE_NANOSECONDS: Final = 1500
OPENING: Final = OpenTable(title="a simulated throw", seats=(SeatAsk(seat="gm", role="gm"),))


class SimulateThrow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A throw, and totals of which to estimate the chance that it comes to at least so much."""

    what: What
    at_least: Annotated[tuple[Modifier, ...], Meta(max_length=20)] = ()


def check(request: SimulateThrow) -> None:
    """Hold a request to the bounds of one roll, and to throws that come to a number.

    Rule:    DI-NOT-01, DI-LIMIT-02, DI-ODDS-04
    Refuses: what rolling it would refuse; NoSingleTotal
    """
    what = made_whole(request.what, {})
    check_cost((what,))
    if isinstance(what, SymbolPool) and not what.weights:
        raise NoSingleTotal(needs="weights", has="none", field="simulate.what.weights")


def cost(request: SimulateThrow) -> int:
    """Estimate how long a trial takes. Units: microseconds of one core."""
    return ROLL_MICROSECONDS + throws_of(made_whole(request.what, {})) * DIE_NANOSECONDS // 1000


def measures(request: SimulateThrow) -> Mapping[str, Kind]:
    """Name what is measured."""
    shares: dict[str, Kind] = {f"at least {bound}": "share" for bound in request.at_least}
    return {TOTAL: "amount", **shares}


def opening(_: SimulateThrow) -> OpenTable:
    """Open a table."""
    return OPENING


def policy(request: SimulateThrow, stream: Stream[TableState]) -> Move | None:
    """Roll once."""
    if stream.game.rolls:
        return None
    return Move("gm", "gm", Roll(rolls=(RollAsk(what=request.what),)))


def measured(request: SimulateThrow, stream: Stream[TableState], _: Sequence[Event]) -> Mapping[str, Value]:
    """Read the total of the roll."""
    outcome = stream.game.recent[-1].outcome
    total = 0 if outcome is None else total_of(outcome)
    if not request.at_least:
        return {TOTAL: total}
    return {TOTAL: total, **{f"at least {bound}": int(total >= bound) for bound in request.at_least}}


def total_of(outcome: Outcome) -> Value:
    """Give the one number a throw comes to, as its exact odds are of."""
    match outcome:
        case NotationOutcome(total=total):
            return total if isinstance(total, int) else Fraction(total)
        case SymbolOutcome(total=points) | FlipOutcome(total=points):
            return points
        case PositionOutcome(hits=hits):
            return hits
        case LuckOutcome(successes=successes):
            return successes
        case CharacterOutcome(margin=margin):
            return margin
        case _:
            assert_never(outcome)


SIMULATION: Final = Simulation[TableState, SimulateThrow](
    game=table,
    request=SimulateThrow,
    check=check,
    cost=cost,
    measures=measures,
    opening=opening,
    policy=policy,
    measured=measured,
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
