"""Tests of the worked examples in the rule ledger."""

from __future__ import annotations

import pytest

from shared.kernel.chance import Faces
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.position import PositionPool
from tests.dice.throwing import throw_notation


@pytest.mark.rule("DI-X-01")
def test_the_three_highest_of_four_are_kept() -> None:
    """Of the dice 3, 1, 6 and 5 the second is dropped, and the total is 14."""
    outcome = throw_notation("4d6kh3", Faces(3, 1, 6, 5))

    assert 14 == outcome.total
    assert (1,) == outcome.dice[0].dropped


@pytest.mark.rule("DI-X-02")
def test_each_six_causes_another_throw() -> None:
    """`2d6!` rolls 6 and 1. The 6 causes a throw of 6, which causes a throw of 2, so the total is 15."""
    tape = Faces(6, 1, 6, 2)
    outcome = throw_notation("2d6!", tape)
    tape.finish()

    assert 15 == outcome.total
    assert (6, 1, 6, 2) == outcome.dice[0].faces


@pytest.mark.rule("DI-X-03")
def test_an_unlucky_flip_subtracts_all_luck_dice() -> None:
    """The dice 9, 5 and 4 minus the luck dice 2, 3 and 6 make 7."""
    outcome = FlipTotal(dice=3, luck=3).throw(Faces(2, 9, 5, 4, 2, 3, 6), "pool")

    assert 7 == outcome.total
    assert outcome.lucky is False


@pytest.mark.rule("DI-X-04")
def test_keep_in_a_group_of_one_member_applies_to_its_dice() -> None:
    """Of the faces 1, 2, 3 and 4 on four d6, and 8 and 7 on two d8, the three highest are 4, 8 and 7."""
    outcome = throw_notation("{4d6+2d8}kh3", Faces(1, 2, 3, 4, 8, 7))

    assert 19 == outcome.total


@pytest.mark.rule("DI-X-05")
def test_in_good_position_a_four_hits() -> None:
    """With the position Good, the faces 3, 4, 5 and 6 are three hits and a miss."""
    outcome = PositionPool(dice=4, position="good").throw(Faces(3, 4, 5, 6), "pool")

    assert (3, 1) == (outcome.hits, outcome.misses)
