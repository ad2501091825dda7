"""The luck ledger: it compares the total of each seat's rolls with all totals that the same dice can show.

The ledger covers the rolls whose faces come from the seed, unless they are void or hidden from the reader. Faces that
players enter from a physical table prove nothing about luck, so the ledger only states how many such rolls there are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from services.dice.chapters.rolls import DiceRolled
from services.dice.chapters.secrets import RollRevealed
from services.dice.chapters.voids import RollVoided
from services.dice.state import Outcome, What
from shared.kernel.messages import Event, Seat, Secret, may_read
from shared.kernel.odds import plan
from shared.kernel.odds.distribution import Distribution, Number, at_least, at_most, mean, variance
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.report import MAX_BITS, Amount, Exact, amount, exact
from shared.kernel.odds.shape import BOUND
from shared.kernel.pools.symbols import SymbolPool
from shared.kernel.refusals import Refusal, TooCostly
from shared.kernel.stream import TakenBack

OVERRUN, FEWER = 8, 8
"""The factors for repeated attempts.

A calculation stops at `OVERRUN` times its limit, and the next attempt has a limit that is smaller by the factor
`FEWER`.
"""


class LuckOfSeat(Struct, frozen=True, kw_only=True):
    """The sum of a seat's rolls, compared with all sums that the same dice could have shown.

    `at_least`, `at_most`: the exact probabilities of this sum or more, and of this sum or less. `counted`: the number
    of rolls in the sum. `without_odds`: the number of rolls left out because they have no total, or no exact odds
    within the cost limit. `beyond_bound`: the number of earliest rolls that were left out because all rolls together
    would cost too much.
    """

    counted: int
    without_odds: int
    beyond_bound: int
    total: Amount
    mean: Exact
    variance: Exact
    at_least: Exact
    at_most: Exact
    cost: int


def luck(rolls: Sequence[tuple[What, Amount]], bound: int = BOUND) -> LuckOfSeat:
    """Return the luck of a seat's rolls, which are given earliest first.

    If the odds of all rolls together cost too much, leave out the earliest rolls.

    Rule:    DI-LUCK-LEDGER-01, DI-LUCK-LEDGER-03
    """
    plans: dict[What, Plan | None] = {}
    usable = [(what, total) for what, total in rolls if _plan_of(what, plans, bound) is not None]
    affordable = bound
    while True:
        fits = bisect_left(range(len(usable)), x=True, key=lambda out: _fits(usable[out:], plans, affordable))
        kept = usable[fits:]
        planned = _together(kept, plans)
        try:
            with metered(OVERRUN * bound):
                distribution = planned.work()
        except TooCostly:
            affordable //= FEWER
            continue
        return _measure_luck(kept, (len(rolls) - len(usable), fits), planned, distribution)


def _measure_luck(
    kept: Sequence[tuple[What, Amount]], left_out: tuple[int, int], planned: Plan, distribution: Distribution[Number]
) -> LuckOfSeat:
    total = sum((Fraction(total) for _, total in kept), start=Fraction(0))
    return LuckOfSeat(
        counted=len(kept),
        without_odds=left_out[0],
        beyond_bound=left_out[1],
        total=amount(total),
        mean=exact(mean(distribution)),
        variance=exact(variance(distribution)),
        at_least=exact(at_least(distribution, total)),
        at_most=exact(at_most(distribution, total)),
        cost=planned.cost,
    )


def _plan_of(what: What, plans: dict[What, Plan | None], bound: int) -> Plan | None:
    """Return the cached plan for computing the odds of a throw.

    Return None for symbols, and for throws whose odds cost too much.
    """
    if isinstance(what, SymbolPool):
        return None
    if what not in plans:
        try:
            planned = what.plan()
        except Refusal:
            plans[what] = None
        else:
            affordable = planned.cost <= bound and planned.shape.bits <= MAX_BITS
            known = Plan(planned.shape, planned.cost, what.distribution)
            plans[what] = known if affordable else None
    return plans[what]


def _together(rolls: Sequence[tuple[What, Amount]], plans: dict[What, Plan | None]) -> Plan:
    """Return the plan for computing the odds of the sum of all rolls. Equal throws are combined."""
    counts: dict[What, int] = {}
    for what, _ in rolls:
        counts[what] = counts.get(what, 0) + 1
    parts = [(planned, count) for what, count in counts.items() if (planned := plans[what]) is not None]
    return plan.total(parts)


def _fits(rolls: Sequence[tuple[What, Amount]], plans: dict[What, Plan | None], bound: int) -> bool:
    planned = _together(rolls, plans)
    return planned.cost <= bound and planned.shape.bits <= MAX_BITS


# ---------------------------------------------------------------- the ledger of a table


class SeatLuck(Struct, frozen=True, kw_only=True):
    """The luck of a seat. Rolls that are void, hidden or from a physical table are counted separately and left out."""

    seat: str
    luck: LuckOfSeat
    void: int
    hidden: int
    from_a_real_table: int


class _Entry(Struct):
    """A roll in the luck ledger."""

    who: str
    what: What
    total: Amount | None
    from_seed: bool
    void: bool = False


def way_to_present(commits: Iterable[tuple[int, Sequence[Event]]]) -> frozenset[int]:
    """Return the versions of all commits that still count: those that no later commit has taken back.

    `commits` yields, for each commit, the version after it and its events.

    Rule:    DI-LUCK-LEDGER-04
    """
    before, last = dict[int, int](), 0
    for version, events in commits:
        before[version] = next((event.to for event in events if isinstance(event, TakenBack)), last)
        last = version
    way = set()
    while last in before:
        way.add(last)
        last = before[last]
    return frozenset(way)


class LuckLedger:
    """The rolls of a table that a seat may read or, if no seat is given, those that everyone may read.

    Rule:    DI-LUCK-LEDGER-02
    """

    def __init__(self, seat: Seat | None, *, opened: bool) -> None:
        """Create a ledger without rolls. If the log is `opened`, everyone may read all rolls."""
        self.seat, self.opened = seat, opened
        self.entries: dict[int, _Entry] = {}

    def enter(self, event: Event, *, from_seed: bool) -> None:
        """Update the ledger for an event: add its rolls, or mark a roll as void or revealed."""
        match event:
            case DiceRolled():
                outcomes = self._readable(event.outcomes) or [None] * len(event.rolls)
                for rolled, outcome in zip(event.rolls, outcomes, strict=True):
                    total = None if outcome is None else outcome.total
                    self.entries[rolled.number] = _Entry(rolled.who, rolled.what, total, from_seed)
            case RollRevealed():
                self.entries[event.roll].total = event.outcome.total
            case RollVoided():
                self.entries[event.roll].void = True
            case _:
                pass

    def _readable(self, outcomes: tuple[Outcome, ...] | Secret[tuple[Outcome, ...]]) -> tuple[Outcome, ...] | None:
        if not isinstance(outcomes, Secret):
            return outcomes
        return outcomes.open() if self.opened or may_read(outcomes.audience, self.seat) else None

    def luck_of_seats(self) -> tuple[SeatLuck, ...]:
        """Return the luck of each seat. All seats together share one cost limit."""
        seats: dict[str, list[_Entry]] = {}
        for entry in self.entries.values():
            seats.setdefault(entry.who, []).append(entry)
        return tuple(_luck_of_seat(seat, seats[seat], BOUND // len(seats)) for seat in sorted(seats))


def _luck_of_seat(seat: Seat, entries: Sequence[_Entry], bound: int) -> SeatLuck:
    counted = [entry for entry in entries if entry.from_seed and not entry.void]
    return SeatLuck(
        seat=seat,
        luck=luck([(entry.what, entry.total) for entry in counted if entry.total is not None], bound),
        void=sum(entry.void for entry in entries),
        hidden=sum(entry.total is None for entry in counted),
        from_a_real_table=sum(not entry.from_seed and not entry.void for entry in entries),
    )
