"""Luck dice in a pool, and the points that they cost."""

import pytest

from services.rpg_specialist_pool.chapters.attempts import Attempt
from services.rpg_specialist_pool.chapters.pools import NotEnoughLuck, PoolRolled, TooMuchLuck
from tests.rpg_specialist_pool.play import Play, dice, result, roll


@pytest.mark.rule("SG-LUCK-07", "SG-LUCK-08", "SG-LUCK-09", "SG-R-06")
@pytest.mark.parametrize(
    ("faces", "luck", "successes", "failures"),
    [
        ((6, 1), (6,), 2, 1),
        ((6, 1), (10,), 2, 1),
        ((6, 7, 1), (5,), 1, 1),
        ((6, 7, 1), (1,), 1, 1),
        ((6, 6), (3,), 1, 0),
    ],
)
def test_a_luck_die_adds_or_takes_a_success(
    faces: tuple[int, ...], luck: tuple[int, ...], successes: int, failures: int
) -> None:
    """A Luck die adds a success or takes one away, and never counts as a failure."""
    seen = roll(*faces, luck=luck)

    assert (successes, failures) == (seen.successes, seen.failures)


@pytest.mark.rule("SG-R-05", "SG-X-15")
def test_net_successes_may_fall_below_0() -> None:
    """By default Luck can make net successes negative. If `luck.floor` is `zero`, a final result below 0 becomes 0."""
    assert ("lost", -2) == result(2, 3, luck=(4,))
    assert ("lost", -1) == result(2, 3, luck=(4,), play=Play(luck={"floor": "zero"}))
    assert 1 == roll(6, 6, luck=(1,), play=Play(luck={"floor": "zero"})).successes


@pytest.mark.rule("SG-X-11", "SG-LUCK-04", "SG-R-18")
def test_luck_points_are_spent_when_they_are_declared() -> None:
    """Two declared Luck dice cost 2 points, whatever faces they show.

    The game refuses more dice than there are points.
    """
    play = Play()
    hero = play.hero(luck=7)

    seen = play.the(PoolRolled, Attempt(character=hero, action=dice(3, luck=2)), 6, 7, 2, 8, 3).roll

    assert (2, 1, 5) == (seen.successes, seen.failures, play.who(hero).luck)
    play.no(NotEnoughLuck, Attempt(character=hero, action=dice(3, luck=6)))


@pytest.mark.rule("SG-R-18")
def test_a_setting_limits_the_luck_of_a_roll() -> None:
    """No roll may have more Luck dice than `max_per_roll` allows."""
    play = Play(luck={"max_per_roll": 2})
    hero = play.hero(luck=7)

    play.no(TooMuchLuck, Attempt(character=hero, action=dice(1, luck=3)))
    play.do(Attempt(character=hero, action=dice(1, luck=2)), 1, 1, 1)
    assert 5 == play.who(hero).luck
