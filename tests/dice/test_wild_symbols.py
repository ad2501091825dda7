"""Symbol dice that explode or are rerolled."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shared.kernel.chance import Faces
from shared.kernel.pools.symbols import CHAIN, SymbolDice, SymbolDie, SymbolOutcome, SymbolPool, ThrownSymbols
from tests.dice.enumeration import every_way, shares, sum_by
from tests.dice.tapes import SameFace

SUN = SymbolDie(name="sun", faces=(("sun",), ("moon",)))
SUNS = SymbolDie(name="suns", faces=(("sun",),))
BLANK = SymbolDie(name="blank", faces=(("sun",), (), ("moon",)))


@pytest.mark.rule("DI-SYMBOL-01")
def test_a_die_that_explodes_causes_another() -> None:
    """A symbol die that explodes adds another, which may explode too. Each names the throw that caused it."""
    pool = SymbolPool(dice=(SymbolDice(die=SUN),), explodes=("sun",))
    tape = Faces(1, 1, 2)
    outcome = pool.throw(tape, "symbols")
    tape.finish()
    thrown = ThrownSymbols(die="sun", faces=(1, 1, 2), sources=(0, 1))
    counts = {"moon": 1, "sun": 2}
    assert SymbolOutcome(dice=(thrown,), shown=counts, left=counts, total=0) == outcome


@pytest.mark.rule("DI-SYMBOL-02")
def test_a_die_is_rerolled_once() -> None:
    """A blank or a symbol can cause one reroll. Its throw counts, and may explode."""
    pool = SymbolPool(dice=(SymbolDice(die=BLANK, count=2),), rerolls=("moon",), rerolls_blanks=True, explodes=("sun",))
    tape = Faces(2, 3, 1, 3, 2)
    outcome = pool.throw(tape, "symbols")
    tape.finish()
    assert (ThrownSymbols(die="blank", faces=(2, 3, 1, 3, 2), sources=(0, 1, 2), rerolled=(0, 1)),) == outcome.dice
    assert {"moon": 1, "sun": 1} == outcome.left


@pytest.mark.rule("DI-SYMBOL-03")
def test_a_chain_of_symbols_ends() -> None:
    """A chain of exploding symbols ends after ten extra dice, which a roll's estimated cost includes."""
    pool = SymbolPool(dice=(SymbolDice(die=SUNS),), explodes=("sun",))
    assert 1 + CHAIN == len(pool.throw(SameFace(1), "symbols").dice[0].faces) == pool.dice_thrown()


@pytest.mark.rule("DI-SYMBOL-01", "DI-SYMBOL-02", "DI-SYMBOL-03", "DI-ODDS-01")
@pytest.mark.parametrize(
    "pool",
    [
        SymbolPool(dice=(SymbolDice(die=BLANK, count=2),), rerolls_blanks=True, weights={"sun": 2, "moon": -1}),
        SymbolPool(dice=(SymbolDice(die=SUN),), explodes=("sun",), weights={"sun": 1}),
        SymbolPool(dice=(SymbolDice(die=SUNS),), explodes=("sun",), weights={"sun": 1}),
        SymbolPool(dice=(SymbolDice(die=BLANK),), explodes=("moon",), rerolls=("sun",), weights={"sun": 1, "moon": 3}),
    ],
)
def test_the_odds_of_exploding_symbols_agree_with_enumeration(pool: SymbolPool) -> None:
    """The odds of exploding symbols match an enumeration of all faces."""
    ways = every_way(lambda chance: Fraction(pool.throw(chance, "symbols").total))
    assert sum_by(ways, lambda total: total) == shares(pool.distribution())
