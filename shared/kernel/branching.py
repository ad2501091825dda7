"""Explore every possible result of the dice in one decision, and compute the exact probability of each.

The module decides again for each result, roll by roll. Rolls of a pool that lead to the same outcome form an
equivalence class: the module follows one of them, weighted by the number of rolls in the class.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, permutations, product
from math import factorial
from typing import Any, Final, Protocol, TypeAlias, TypeVar, runtime_checkable

from shared.kernel.chance import AnyPool, DrawPlace, RecordedDraw, Tape
from shared.kernel.messages import Audience, Seat, may_read
from shared.kernel.odds.read_alike import MOST_WAYS, Ways, check_few
from shared.kernel.recorded_tape import RecordedTape, by_audience
from shared.kernel.refusals import NothingRolled, RollHidden, TooManyWays

T = TypeVar("T")
R = TypeVar("R")


@runtime_checkable
class ReadsAlike(Protocol):
    """The interface of a pool for which many different rolls lead to the same outcome."""

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterable[Ways]:
        """Return one roll from each equivalence class (rolls with the same outcome), and the size of the class.

        Rolls of one class may differ only in their faces: the pool's outcome, and everything that the game derives from
        it, must be the same.
        """
        ...


class Branches(Exception):
    """Raised when a decision needs a roll beyond its path (the rolls given so far).

    The exception carries all possible results of that roll.
    """

    def __init__(self, ways: Iterable[Ways], total: int) -> None:
        """Store the possible results of the roll, and the total number of rolls."""
        super().__init__()
        self.ways, self.total = ways, total


OF_BRANCHES: Final = (Branches, NothingRolled, RollHidden, TooManyWays)
"""The exceptions that a branching tape raises."""


class ReadingTape(Tape):
    """A tape (a source of draws) that records the purpose and the outcome of each pool of dice."""

    def __init__(self) -> None:
        """Start without any draw."""
        super().__init__()
        self.read: list[tuple[str, Any]] = []
        self._pool: AnyPool[Any] | None = None

    def draw(self, pool: AnyPool[T], purpose: str, *, audience: Audience | None = None) -> T:
        """Roll a pool of dice, and record its outcome."""
        outer, self._pool = self._pool, pool
        try:
            outcome = pool.throw(self, purpose, audience)
        finally:
            self._pool = outer
        self.read.append((purpose, outcome))
        return outcome


class RereadTape(ReadingTape, RecordedTape):
    """A tape of recorded draws that also records what each pool returns."""

    def __init__(self, recorded: Sequence[RecordedDraw]) -> None:
        """Start with the recorded draws, in order for each audience."""
        RecordedTape.__init__(self, by_audience(recorded))
        self.read, self._pool = [], None


Known: TypeAlias = Callable[[DrawPlace, int, int], tuple[int, ...] | None]
"""A function of a draw's place, the sides and the number of dice, which returns the faces if they are certain."""


class BranchingTape(ReadingTape):
    """A tape that replays a path (the results of the first rolls), and stops at the next roll.

    A roll whose faces are `known` beforehand has only one result.
    """

    known: Known = staticmethod(lambda _place, _sides, _count: None)

    def __init__(self, path: Sequence[tuple[int, ...]], reader: Seat | None) -> None:
        """Store the faces of the rolls on the path, and the seat that will read the outcome (None: the app)."""
        super().__init__()
        self._path: Final = path
        self._reader: Final = reader

    def entropy(self) -> str:
        """Refuse to create a seed. Refuses: NothingRolled."""
        raise NothingRolled

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        self._follow(place, sides, count)
        if len(self.taken) < len(self._path):
            return self._path[len(self.taken)]
        raise Branches(_ways_of(self._pool, place.purpose, sides, count), sides**count)

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        self._follow(place, 0, size)
        if len(self.taken) < len(self._path):
            return self._path[len(self.taken)]
        raise Branches(((order, 1) for order in permutations(range(size))), factorial(size))

    def _follow(self, place: DrawPlace, sides: int, count: int) -> None:
        """Check that the reader may see the dice. If the first roll after the path is known, report its only result.

        Rule:    AR-ODDS-06, AR-ODDS-07
        Refuses: RollHidden
        Raises:  Branches
        """
        if place.audience is not None and not may_read(place.audience, self._reader):
            raise RollHidden
        found = self.known(place, sides, count)
        if found is not None and len(self.taken) == len(self._path):
            raise Branches([(found, 1)], 1)


def _ways_of(pool: object, purpose: str, sides: int, count: int) -> Iterable[Ways]:
    check_few(sides)
    if isinstance(pool, ReadsAlike):
        return pool.read_alike(purpose, sides, count)
    check_few(sides**count)
    return ((faces, 1) for faces in product(range(1, sides + 1), repeat=count))


def every_way(
    decide: Callable[[BranchingTape], R], *, reader: Seat | None, most: int = MOST_WAYS,
    tape: type[BranchingTape] = BranchingTape,
) -> Iterator[tuple[R, Fraction]]:  # fmt: skip
    """Decide once for every possible result of the dice, and yield each decision's result with its exact probability.

    The function follows at most `most` results. It explores all results of earlier rolls before those of later rolls,
    so it soon refuses a decision with too many results.

    Rule:    AR-ODDS-05, AR-ODDS-06
    Refuses: TooManyWays, NothingRolled, RollHidden, and the refusals of `decide`
    """
    pending: deque[tuple[tuple[tuple[int, ...], ...], Fraction]] = deque([((), Fraction(1))])
    known = 1
    while pending:
        path, chance = pending.popleft()
        try:
            result = decide(tape(path, reader))
        except Branches as roll:
            ways = list(islice(roll.ways, most - known + 2))
            known += len(ways) - 1
            if known > most:
                raise TooManyWays(needs=most, has="more") from None
            pending += [((*path, faces), chance * Fraction(number, roll.total)) for faces, number in ways]
        else:
            if not path:
                raise NothingRolled
            yield result, chance
