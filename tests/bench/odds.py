"""Exact odds compared with icepool: the whole distribution. Both sides are checked to be equal before the measurement.

To measure cold: `python -m tests.bench.odds NAME ours|icepool` prints the milliseconds of the first call,
without imports. Every later call is warm: both sides cache the construction of the pool, but not its
distribution, except for what icepool caches internally.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final

import icepool  # type: ignore[import-untyped]

from services.dice.notation.notation import Notation
from services.dice.state import What
from shared.kernel.odds.distribution import Distribution
from shared.kernel.odds.plan import carry_out
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolPool, symbol_plan

from .load import ROOT
from .rows import Bar, Row, row
from .turns import best_ms, in_turn

ABILITY: Final = ("", "s", "s", "ss", "a", "a", "sa", "aa")
PROFICIENCY: Final = ("", "s", "s", "ss", "ss", "a", "sa", "sa", "sa", "aa", "aa", "s")
DIFFICULTY: Final = ("", "f", "ff", "t", "t", "t", "tt", "ft")
GENESYS: Final = "3 ability + 2 proficiency + 3 difficulty"
COUNTS: Final = {"ability": 3, "proficiency": 2, "difficulty": 3}
FACES: Final = {"ability": ABILITY, "proficiency": PROFICIENCY, "difficulty": DIFFICULTY}
COLD: Final = Bar("at most", 1)
WARM: Final = Bar("at most", 2)
TIMES: Final = 5


def rows(*, rounds: int) -> list[Row]:
    """Measure every row."""
    found: list[Row] = []
    for name in POOLS:
        assert our_chances(name) == their_chances(name), f"the odds of {name} are not icepool's"
        cold = in_turn({side: partial(_cold, name, side) for side in SIDES}, rounds)
        warm = in_turn({side: partial(_warm, name, side) for side in SIDES}, 3 * rounds)
        for how, taken, bar in (("cold", cold, COLD), ("warm", warm, WARM)):
            found.append(
                row(f"odds of {name}, {how}", "ms", taken["ours"], peer="icepool", theirs=taken["icepool"], bar=bar)
            )
    return found


# ---------------------------------------------------------------- ours


def _symbols() -> SymbolPool:
    dice = tuple(
        SymbolDice(die=SymbolDie(name=name, faces=tuple(tuple(face) for face in FACES[name])), count=count)
        for name, count in COUNTS.items()
    )
    return SymbolPool(dice=dice, cancels=(("s", "f"), ("a", "t")))


def _ours(what: What) -> Callable[[], Distribution[Any]]:
    if isinstance(what, SymbolPool):
        return lambda: symbol_plan(what).work()
    return lambda: carry_out(what.plan())


def our_chances(name: str) -> dict[Any, Fraction]:
    """Return the probability of each outcome: a total, or the remaining successes and advantages."""
    distribution = _ours(POOLS[name][0])()
    chances = {outcome: Fraction(ways, distribution.total) for outcome, ways in distribution.weights.items()}
    if name != GENESYS:
        return chances
    return {(s - f, a - t): chance for (a, f, s, t), chance in chances.items()}


# ---------------------------------------------------------------- theirs


def _die(name: str) -> icepool.Die[Any]:
    faces = FACES[name]
    counted = [icepool.Vector((face.count("s") - face.count("f"), face.count("a") - face.count("t"))) for face in faces]
    return icepool.Die(counted)


def _their_symbols() -> Any:  # noqa: ANN401 a die of pairs
    return sum(((count @ _die(name)) for name, count in COUNTS.items()), start=icepool.Die([icepool.Vector((0, 0))]))


def their_chances(name: str) -> dict[Any, Fraction]:
    """Return icepool's probabilities in the same form."""
    die = POOLS[name][1]()
    return {_plain(outcome): Fraction(ways, die.denominator()) for outcome, ways in die.items()}


def _plain(outcome: Any) -> Any:  # noqa: ANN401 a number or a pair
    return outcome if isinstance(outcome, int) else tuple(outcome)


POOLS: Final[Mapping[str, tuple[What, Callable[[], Any]]]] = {
    "4d6kh3": (Notation(text="4d6kh3"), lambda: icepool.d6.highest(4, 3)),
    "10d10kh5": (Notation(text="10d10kh5"), lambda: icepool.d10.highest(10, 5)),
    "100d6": (Notation(text="100d6"), lambda: 100 @ icepool.d6),
    GENESYS: (_symbols(), _their_symbols),
}


# ---------------------------------------------------------------- measuring


def _once(name: str, side: str) -> None:
    """Compute a distribution; assert that its weights add up to their denominator."""
    if side == "ours":
        distribution = _ours(POOLS[name][0])()
        assert sum(distribution.weights.values()) == distribution.total
        return
    die = POOLS[name][1]()
    assert sum(die.quantities()) == die.denominator()


SIDES: Final = ("ours", "icepool")


def _warm(name: str, side: str) -> float:
    return best_ms(lambda: _once(name, side), TIMES)


def _cold(name: str, side: str) -> float:
    words = [sys.executable, "-m", "tests.bench.odds", name, side]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Time the first call of one side in this process."""
    begun = time.perf_counter()
    _once(sys.argv[1], sys.argv[2])
    print((time.perf_counter() - begun) * 1000)


if __name__ == "__main__":
    main()
