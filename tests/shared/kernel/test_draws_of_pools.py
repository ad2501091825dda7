"""Dry runs of dice pools: a dry run stops at the first die of a pool, and reports the pool."""

from __future__ import annotations

import pytest

from shared.kernel.chance import Faces, FirstDraw, ProbeTape
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.position import PositionOutcome, PositionPool


def test_a_pool_that_is_drawn_is_thrown() -> None:
    """Drawing a pool results in the same faces as throwing it under the same purpose."""
    tape = Faces(6, 2)

    assert PositionPool(dice=2).throw(Faces(6, 2), "check") == tape.draw(PositionPool(dice=2), "check")
    assert [draw.purpose for _, draw in tape.taken] == ["check"]


def test_a_dry_run_names_the_first_draw_and_its_pool() -> None:
    """A dry run reports the purpose of the first die and its pool, and rolls no die."""
    pool = FlipTotal(dice=1, luck=1)
    with pytest.raises(FirstDraw) as stop:
        ProbeTape().draw(pool, "pool")

    assert ("flip", 2, 1, pool) == (stop.value.purpose, stop.value.sides, stop.value.count, stop.value.pool)


def test_a_pool_without_dice_stops_no_dry_run() -> None:
    """A dry run does not stop at a pool without dice, whose result needs no draw."""
    decided = ProbeTape().draw(PositionPool(dice=3, position="dire"), "check")

    assert decided == PositionOutcome(faces=(), hits=0, misses=0, success=False, zero_dice=False)
