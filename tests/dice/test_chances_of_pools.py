"""The odds of pools and symbol dice, compared with an enumeration of every face."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from services.dice.chapters.odds import NoSingleTotal, odds_of, versus
from services.dice.notation.notation import Notation
from services.dice.state import What
from shared.kernel.chance import Chance
from shared.kernel.odds.report import VectorOdds
from shared.kernel.pools.character import CharacterDice, IconDie
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolOutcome, SymbolPool, symbol_plan
from tests.dice.enumeration import every_way, shares, sum_by
from tests.dice.throwing import throw

ABILITY = SymbolDie(name="ability", faces=((), ("s",), ("s",), ("s", "s"), ("a",), ("a",), ("s", "a"), ("a", "a")))
TROUBLE = SymbolDie(name="trouble", faces=((), ("f",), ("f", "f"), ("t",), ("t", "t"), ("f", "t")))
HERO = IconDie(name="hero", faces=(("sword",), ("sword", "sword"), (), ("bow",), ("sword", "bow"), ()))
SYMBOLS = SymbolPool(
    dice=(SymbolDice(die=ABILITY, count=2), SymbolDice(die=TROUBLE)),
    cancels=(("s", "f"), ("a", "t")),
    weights={"s": 1, "f": -1, "t": 3},
)
TANGLED = SymbolPool(dice=SYMBOLS.dice, cancels=(("s", "f"), ("s", "t"), ("a", "t")), weights={"s": 2, "t": -1})

POOLS: list[tuple[What, Callable[[Any], Any]]] = [
    (PositionPool(dice=0, position="good"), lambda out: (out.hits, out.success)),
    (PositionPool(dice=3, position="bad"), lambda out: (out.hits, out.success)),
    (PositionPool(dice=3, position="controlled"), lambda out: (out.hits, out.success)),
    (PositionPool(dice=2, position="dire"), lambda out: (out.hits, out.success)),
    (LuckPool(dice=2, luck=1, tier="simple"), lambda out: (out.successes, out.critical)),
    (LuckPool(dice=3, luck=0, tier="basic"), lambda out: (out.successes, out.critical)),
    (LuckPool(dice=0, luck=2, tier="simple"), lambda out: (out.successes, out.critical)),
    (FlipTotal(dice=2, luck=1, modifier=-3), lambda out: (out.total, out.lucky)),
    (FlipTotal(dice=1, luck=0, modifier=2, percentile=True), lambda out: (out.total, out.critical)),
    (CharacterDice(dice=(HERO, HERO), counts=("sword",), difficulty="easy"), lambda out: (out.margin, out.success)),
    (CharacterDice(dice=(HERO,), counts=("sword", "bow"), difficulty="simple"), lambda out: (out.margin, out.success)),
]
NAMES: dict[Any, str] = {
    True: "success",
    "critical_success": "critical_success",
    "critical_failure": "critical_failure",
}


@pytest.mark.rule("DI-ODDS-03")
@pytest.mark.parametrize(("pool", "seen"), POOLS, ids=[repr(pool) for pool, _ in POOLS])
def test_the_odds_of_a_pool_agree_with_enumeration(pool: What, seen: Callable[[Any], Any]) -> None:
    """The odds of totals, successes and criticals match an enumeration."""
    ways = every_way(lambda chance: seen(throw(pool, chance)))
    assert shares(pool.distribution()) == sum_by(ways, lambda outcome: outcome[0])
    names = {**NAMES, True: "lucky"} if isinstance(pool, FlipTotal) else NAMES
    named = sum_by(ways, lambda outcome: names.get(outcome[1]))
    chances = pool.also()
    assert {name: chances[name] for name in chances if chances[name] and name != "unlucky"} == {
        name: chance for name, chance in named.items() if name is not None
    }


@pytest.mark.parametrize("pool", [SYMBOLS, TANGLED], ids=["pairs apart", "pairs that share a symbol"])
def test_the_odds_of_symbols_agree_with_enumeration(pool: SymbolPool) -> None:
    """The odds of remaining symbols and of their weighted sum match an enumeration."""
    planned = symbol_plan(pool)

    def left_and_total(chance: Chance) -> tuple[tuple[int, ...], int]:
        outcome = throw(pool, chance)
        assert isinstance(outcome, SymbolOutcome)
        return tuple(outcome.left.get(name, 0) for name in planned.names), outcome.total

    ways = every_way(left_and_total)
    assert shares(planned.work()) == sum_by(ways, lambda outcome: outcome[0])
    assert shares(pool.distribution()) == sum_by(ways, lambda outcome: outcome[1])


def test_symbols_have_joint_and_single_odds() -> None:
    """The joint, the single and the weighted probabilities of symbols each add up to 1."""
    odds = odds_of(SYMBOLS)
    assert isinstance(odds, VectorOdds)
    assert odds.names == ("a", "f", "s", "t")
    assert sum(Fraction(row.chance.exact) for row in odds.outcomes) == 1
    assert set(odds.each) == set(odds.names)
    assert odds.total is not None
    assert sum(Fraction(row.chance.exact) for row in odds.total.outcomes) == 1


@pytest.mark.rule("DI-ODDS-04")
def test_symbols_without_weights_cannot_be_compared() -> None:
    """The service refuses to compare symbols without weights, because they have no total."""
    bare = SymbolPool(dice=SYMBOLS.dice)
    with pytest.raises(NoSingleTotal):
        versus(bare, Notation(text="1d6"))


POSITION_TABLE = {
    0: ("16.67", "16.67", "16.67"),
    1: ("50.00", "33.33", "16.67"),
    2: ("75.00", "55.56", "30.56"),
    3: ("87.50", "70.37", "42.13"),
    4: ("93.75", "80.25", "51.77"),
    5: ("96.88", "86.83", "59.81"),
    6: ("98.44", "91.22", "66.51"),
}


@pytest.mark.parametrize("dice", POSITION_TABLE)
def test_the_printed_position_table_is_exact(dice: int) -> None:
    """The odds of at least one hit equal those in the printed table: 1-(1/2)^n, 1-(2/3)^n and 1-(5/6)^n."""
    found = [PositionPool(dice=dice, position=at).also()["success"] for at in ("good", "standard", "bad")]
    misses = (Fraction(1, 2), Fraction(2, 3), Fraction(5, 6))
    assert found == [1 - miss**dice if dice else Fraction(1, 6) for miss in misses]
    assert tuple(percent(chance) for chance in found) == POSITION_TABLE[dice]


def percent(chance: Fraction) -> str:
    """Round a probability to hundredths of a percent, half up, as in the printed table."""
    hundredths = (chance * 20_000 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}"
