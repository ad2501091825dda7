"""Pools that no notation writes: their odds are what every throw comes to."""

from __future__ import annotations

import pytest

from shared.kernel.chance import Faces
from shared.kernel.pools.keep import KeepOutcome, KeepPool
from tests.dice.enumeration import every_way, shares

POOLS = (
    KeepPool(dice=4, sides=6, keep=3),
    KeepPool(dice=3, sides=4, keep=1, lowest=True),
    KeepPool(dice=3, sides=4, keep=2, lowest=True),
    KeepPool(dice=2, sides=6, keep=5),
    KeepPool(dice=2, sides=6, keep=0),
    KeepPool(dice=0, sides=6, keep=1),
)


def test_the_highest_are_kept_and_of_equals_the_first() -> None:
    """The places of those that count stand in the order in which they fell."""
    tape = Faces(2, 5, 5, 6)
    outcome = KeepPool(dice=4, sides=6, keep=2).throw(tape, "score")
    tape.finish()

    assert outcome == KeepOutcome(faces=(2, 5, 5, 6), kept=(1, 3), total=11)
    assert [draw.purpose for _, draw in tape.taken] == ["score"]


@pytest.mark.parametrize("pool", POOLS, ids=repr)
def test_the_odds_of_kept_dice_are_what_every_throw_comes_to(pool: KeepPool) -> None:
    """Every face of every die is gone through."""
    assert shares(pool.distribution()) == every_way(lambda chance: pool.throw(chance, "score").total)


def test_what_a_pool_costs_is_known_beforehand() -> None:
    """Its estimate is told with the odds."""
    pool = KeepPool(dice=4, sides=6, keep=3)

    assert pool.odds_cost() == getattr(pool.odds(), "cost", None)
