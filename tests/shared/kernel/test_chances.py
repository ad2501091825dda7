"""A command's odds: every outcome of its decision that a seat may read, with its exact probability."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from shared.kernel.chances import Chances, chances_of
from shared.kernel.messages import Command
from shared.kernel.odds.read_alike import MOST_WAYS, Ways, each_read, rolls_by_count, rolls_by_sum
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.pool import DicePool
from shared.kernel.pools.position import PositionPool
from shared.kernel.refusals import NothingRolled, RollHidden, TooManyWays
from shared.kernel.stream import AddSalt
from tests.support.kernel_toy import GAMBIT, Bid, Gamble, Say, Table, Throw


def chances(table: Table, command: Command, seat: str | None = "ann") -> Chances:
    """Return the odds of a command of the game master that `seat` may read."""
    intent = table.intent(command, seat or "gm")
    return chances_of(GAMBIT, table.stream, intent, reader=seat)


@pytest.mark.rule("AR-ODDS-04")
def test_outcomes_are_listed_with_their_probability_and_events() -> None:
    """If a die must show 5 or more, the odds are 1/3 for a throw and 2/3 for void draws."""
    found = chances(Table.opened(), Gamble(least=5))

    assert ("Gamble", True) == (found.command, found.exact)
    assert [("2/3", ("DrawsVoided",)), ("1/3", ("Thrown",))] == [
        (one.chance.exact, one.events) for one in found.outcomes
    ]


@pytest.mark.rule("AR-ODDS-04", "AR-DIGEST-04")
def test_outcomes_have_no_digest() -> None:
    """The outcomes in a command's odds have no digest of the state, even if the command itself would record one."""
    plain = Table.opened()
    intent = plain.intent(Gamble(least=5), "ann")
    due = chances_of(GAMBIT, replace(plain.stream, digests=1), intent, reader="ann")

    assert due == chances(plain, Gamble(least=5))


@pytest.mark.rule("AR-ODDS-04")
def test_a_fact_has_the_probability_of_each_of_its_values() -> None:
    """For a reader who sees two hidden dice, the odds list the probability of each sum, such as 6/36 for 7."""
    found = chances(Table.opened(), Throw(sides=6, dice=0, hidden=(2,)), "gm")

    (total,) = found.facts
    assert total.fact == "ThrownInSecret.total"
    assert {one.value: Fraction(one.chance.exact) for one in total.values} == {
        total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)
    }


@pytest.mark.rule("AR-ODDS-04")
@pytest.mark.parametrize("command", [Say(text="nothing"), AddSalt(salt="0" * 64)])
def test_a_command_that_rolls_nothing_has_no_chances(command: Command) -> None:
    """The kernel refuses the odds of a command that rolls no dice, whether it belongs to the game or to the kernel."""
    with pytest.raises(NothingRolled):
        chances(Table.opened(), command)


@pytest.mark.rule("AR-ODDS-05")
@pytest.mark.parametrize("command", [Throw(sides=6, dice=4), Throw(sides=2**31), Throw(dice=0, shuffle=60)])
def test_dice_with_too_many_ways_are_refused(command: Throw) -> None:
    """The kernel refuses a roll, a die or a shuffle with too many outcomes, before it decides any of them."""
    with pytest.raises(TooManyWays) as refused:
        chances(Table.opened(), command)

    assert refused.value.needs == MOST_WAYS


@pytest.mark.rule("AR-ODDS-05")
@pytest.mark.parametrize(
    ("few", "many"),
    [
        (rolls_by_count(2, 2047, int), rolls_by_count(2, 2048, int)),
        (rolls_by_count(1000, 1, int), rolls_by_count(1000, 1000, int)),
        (rolls_by_sum(2, 2047), rolls_by_sum(2, 2048)),
        (rolls_by_sum(24, 89), rolls_by_sum(25, 89)),
        (each_read([range(2)] * 11), each_read([range(2)] * 12)),
    ],
)
def test_too_many_classes_of_rolls_are_refused_before_any_is_decided(few: Iterator[Ways], many: Iterator[Ways]) -> None:
    """The kernel decides up to 2048 classes of equivalent rolls. If there are more, it decides none of them."""
    assert next(few)
    with pytest.raises(TooManyWays):
        next(many)


@pytest.mark.rule("AR-ODDS-05")
def test_dice_that_may_be_rolled_for_ever_are_refused() -> None:
    """The kernel refuses the odds of dice that may explode without end, because they have no last outcome."""
    with pytest.raises(TooManyWays):
        chances(Table.opened(), Throw(sides=6, dice=0, hidden=(1,), explode=True), "gm")


@pytest.mark.rule("AR-ODDS-06")
def test_odds_of_a_hidden_roll_are_refused_to_seats_that_do_not_see_it() -> None:
    """The kernel refuses a player the odds of a roll that only the game master sees.

    The game master and the app may request them.
    """
    table = Table.opened()
    with pytest.raises(RollHidden):
        chances(table, Throw(dice=0, hidden=(1,)), "ann")

    assert chances(table, Throw(dice=0, hidden=(1,)), "gm") == chances(table, Throw(dice=0, hidden=(1,)), None)


@pytest.mark.rule("AR-ODDS-06")
def test_odds_are_refused_to_a_seat_from_which_facts_are_hidden() -> None:
    """While a throw is hidden, only its audience and the app may request the odds of other commands."""
    table = Table.opened(Throw(hidden=(1,)))

    with pytest.raises(RollHidden):
        chances(table, Gamble(), "ann")
    assert chances(table, Gamble(), "gm").outcomes
    assert chances(table, Gamble(), None).outcomes


@pytest.mark.rule("AR-ODDS-06")
def test_a_command_with_a_field_that_nobody_may_read_is_refused() -> None:
    """The kernel refuses the odds of a bid, because its command contains a word that is hidden from every seat."""
    with pytest.raises(RollHidden):
        chances(Table.opened(), Bid(amount=1), "gm")


# ---------------------------------------------------------------- classes of equivalent rolls


@pytest.mark.rule("AR-ODDS-05")
def test_classes_of_rolls_cover_every_roll_once() -> None:
    """The classes of equivalent rolls together contain every roll once.

    All rolls of a class have the same sum, or the same labels.
    """
    faces = range(1, 5)
    for count in range(4):
        rolls = list(product(faces, repeat=count))
        for roll, ways in rolls_by_count(4, count, lambda face: face > 2):
            assert ways == sum(sorted(f > 2 for f in one) == sorted(f > 2 for f in roll) for one in rolls)
        for roll, ways in rolls_by_sum(4, count):
            assert ways == sum(sum(one) == sum(roll) for one in rolls)
        for classes in (rolls_by_sum(4, count), rolls_by_count(4, count, str)):
            assert sum(ways for _, ways in classes) == 4**count
    assert sum(ways for _, ways in each_read(["aab", "abbc"])) == 3 * 4


@pytest.mark.rule("AR-ODDS-05")
@pytest.mark.parametrize(
    ("pool", "ways"),
    [(PositionPool(dice=10), 11), (LuckPool(dice=8, luck=0), 165), (FlipTotal(dice=6), 55)],
    ids=["hits", "successes", "a sum"],
)
def test_a_pool_that_counts_or_adds_has_few_classes(pool: DicePool, ways: int) -> None:
    """A pool that has far more rolls than the limit allows has only one class for each different result."""
    assert isinstance(pool, (PositionPool, LuckPool, FlipTotal))
    sides = 6 if isinstance(pool, PositionPool) else 10
    assert len(list(pool.read_alike("roll", sides, pool.dice))) == ways
