"""The cost of odds, which is known before they are computed, and the work that they need, which is close to it."""

from __future__ import annotations

import os
import random
import tracemalloc
from contextlib import suppress
from fractions import Fraction
from typing import Final, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.dice.chapters.odds import odds_cost, odds_of
from services.dice.notation.dialects import Dialect, of_first_form
from services.dice.notation.memory import OF_A_LETTER, OF_ONE, cache_by_text
from services.dice.notation.notation import Notation
from services.dice.notation.parser import parse
from services.dice.notation.refusals import NoExactOdds
from shared.kernel.odds import meter
from shared.kernel.odds.meter import metered
from shared.kernel.odds.report import MAX_OUTCOMES, Odds
from shared.kernel.odds.shape import BOUND, INLINE_STEPS
from shared.kernel.pools.pool import WORK
from shared.kernel.refusals import Refusal, TooCostly
from tests.dice.random_notation import EVERY_DIALECT, notation
from tests.dice.tapes import SameFace
from tests.dice.throwing import cost_of, throw_notation

FACTOR = 16
"""The most steps allowed for each unit of cost. Ten thousand random notations needed at most 6."""
FREE = 2000
"""The number of steps that any notation may take, even if its cost is low."""
EXAMPLES = int(os.environ.get("ARBITER_TEST_FUZZ", "0")) or 50
DEAR = BOUND // 10
"""The highest cost that these tests try. The longer run also tries notations above it."""


def work_of(what: Notation) -> tuple[int, int] | None:
    """Return the predicted cost of odds and the steps counted, or None if the request is refused before any work."""
    try:
        cost = cost_of(what)
    except Refusal:
        return None
    if cost > (BOUND if EXAMPLES > 50 else DEAR):
        return None
    with metered(None) as counted, suppress(TooCostly):
        odds_of(what)
    assert counted.spent <= WORK, f"{what} was foretold to cost {cost}"
    return cost, counted.spent


@pytest.mark.rule("DI-COST-01", "DI-COST-02")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), dialect=st.sampled_from(EVERY_DIALECT))
def test_the_work_of_any_notation_is_close_to_its_cost(seed: int, dialect: Dialect | None) -> None:
    """For random notations in every dialect, the number of steps per unit of cost is limited."""
    found = work_of(Notation(text=notation(random.Random(seed)), dialect=dialect))
    if found is not None:
        cost, counted = found
        assert counted <= FACTOR * cost + FREE


FIRST: Final = cast("Dialect", of_first_form(None))
"""Our notation as version 0 of the rules reads it."""
ONCE_TOO_DEAR = """
10d10000rr1>3d3>71641
1d10000cs<>3cf>=19ro>=1
100d100dl4>=95f<>8cf<=10k1
300dF.1cs>=6kh0
1d%rol1 + 1
min(720d100,2d8)
1d1000!!>1
2d8ra<=10ral1k=71641kl720
{50d2<>8f<700mi6.5k=6}dl1
1000d1ro>8roh2kh2kl1
"""


@pytest.mark.rule("DI-COST-01")
@pytest.mark.parametrize("text", ONCE_TOO_DEAR.split("\n")[1:-1])
def test_notations_once_underestimated_stay_within_their_cost(text: str) -> None:
    """Each of these notations, found by fuzzing, is refused or stays within its estimated cost.

    They are read under version 0 of the rules, which reads all of them.
    """
    what = Notation(text=text, dialect=FIRST)
    cost = cost_of(what)
    with metered(None) as counted:
        if cost > BOUND:
            with pytest.raises(TooCostly):
                odds_of(what)
            assert 0 == counted.spent
            return
        odds_of(what)
    assert counted.spent <= FACTOR * cost + FREE


SLOW_TO_PLAN = """
1000d6p1kh3
50d1000000k<>1dh49
floor(6d1000000!!=3kl6ro)
5d1000000!p<=10rr<>6kl20
100d1000000k12!!
12d1000000k>=2rol1
8d1000000ro>71641kl8!p>=71641kh4
"""


@pytest.mark.rule("DI-COST-01")
@pytest.mark.parametrize("text", SLOW_TO_PLAN.split("\n")[1:-1])
def test_the_cost_is_known_without_visiting_every_face(text: str) -> None:
    """Planning visits neither each of a million faces nor every possible number of dice."""
    parse(text)
    tracemalloc.start()
    try:
        cost = cost_of(Notation(text=text))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert cost > BOUND
    assert most < 4_000_000, "a list of a million faces takes eight megabytes"


@pytest.mark.rule("DI-COST-01", "DI-DICE-07")
def test_slow_plans_cost_too_much_to_run_inline() -> None:
    """If planning is slow, the quick estimate is above the limit for odds that the server computes between requests."""
    many, few = Notation(text="(1d100)d6"), Notation(text="(1d4)d6")
    assert INLINE_STEPS < odds_cost(many) < cost_of(many) <= BOUND
    assert cost_of(few) == odds_cost(few)


@pytest.mark.rule("DI-EXP-05", "DI-ODDS-06")
def test_a_single_extra_die_is_no_chain() -> None:
    """The modifier `xo` adds at most one throw, so its odds report no limit on chains of throws."""
    odds = odds_of(Notation(text="1d6xo"), 3)
    assert isinstance(odds, Odds)
    assert (None, 12) == (odds.chain, odds.outcomes[-1].total)


@pytest.mark.rule("DI-SET-01", "DI-ODDS-05")
def test_sets_after_other_modifiers_have_no_exact_odds() -> None:
    """A notation with sets after other modifiers can be rolled, but its odds are refused."""
    with pytest.raises(NoExactOdds):
        cost_of(Notation(text="4d6r1mt"))


@pytest.mark.rule("DI-COST-02")
def test_work_past_the_limit_stops() -> None:
    """Work that exceeds a limit of ten steps stops, and the refusal reports the number of steps."""
    with pytest.raises(TooCostly) as refused, metered(10):
        Notation(text="20d6kh10").distribution()
    assert 10 == refused.value.needs
    assert isinstance(refused.value.has, int)
    assert refused.value.has > 10


@pytest.mark.rule("DI-COST-02")
def test_work_in_a_nested_meter_counts_in_the_outer_one() -> None:
    """Steps in an inner `metered` block also count for the outer block. Steps after both blocks count for neither."""
    with metered(None) as outer:
        with metered(None) as inner:
            meter.spend(5)
        meter.spend(2)
    meter.spend(100)
    assert (5, 7) == (inner.spent, outer.spent)


LIMIT = 30 * (OF_ONE + 20 * OF_A_LETTER)
REFUSED = [f"{dice}d{sides}kh{dice // 2}" for dice in range(500, 540) for sides in (1000,)]


@pytest.mark.rule("DI-COST-03", "AR-ODDS-01")
def test_refused_odds_leave_nothing_behind() -> None:
    """Forty refused requests use no more memory than forty short texts with their parse trees."""
    with pytest.raises(TooCostly):
        odds_of(Notation(text="499d1000kh250"))
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for text in REFUSED:
            with pytest.raises(TooCostly):
                odds_of(Notation(text=text))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 40 * (OF_ONE + 20 * OF_A_LETTER)


@pytest.mark.rule("DI-COST-03")
def test_the_cache_of_notations_is_bounded_in_bytes() -> None:
    """The cache holds the latest texts that fit into its size. A refused text is not cached."""
    read: list[str] = []

    def reading(text: str, _: str | None) -> str:
        read.append(text)
        if text == "refused":
            raise NoExactOdds
        return text.upper()

    known = cache_by_text(LIMIT)(reading)
    for number in range(10, 99):
        assert str(number) == known(str(number))
    assert 0 < known.size <= LIMIT
    known("98")
    for _ in range(2):
        with pytest.raises(NoExactOdds):
            known("refused")
    assert [*(str(number) for number in range(10, 99)), "refused", "refused"] == read


@pytest.mark.rule("DI-COST-03")
def test_a_notation_takes_no_more_memory_than_assumed() -> None:
    """The largest parsed notations take less memory than the cache assumes."""
    for text in ("+".join(["d6"] * 100), "2d6" + "kh1mi1" * 80, "{" + "d6," * 160 + "d6}kh1"):
        tracemalloc.start()
        try:
            throw_notation(text, SameFace(1))
            taken, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert taken < 2 * (OF_ONE + OF_A_LETTER * len(text))


@pytest.mark.rule("DI-COST-04")
def test_a_response_lists_the_likeliest_totals() -> None:
    """Of 19 999 totals the response lists the likeliest 10 000, in order.

    The response states how many totals it omits, and their probability.
    """
    odds = odds_of(Notation(text="2d10000"))
    assert isinstance(odds, Odds)
    assert (MAX_OUTCOMES, 9999) == (len(odds.outcomes), odds.left_out)
    totals = [row.total for row in odds.outcomes]
    assert sorted(totals, key=int) == totals
    listed = sum(Fraction(row.chance.exact) for row in odds.outcomes)
    assert 1 - listed == Fraction(odds.left_out_chance.exact)
    assert "10001" == odds.mean.exact


@pytest.mark.rule("DI-COST-04", "DI-COST-01")
@pytest.mark.parametrize("text", ["200d%", "1000d6", "50d1000", "500d6/7", "20d6!"])
def test_a_response_has_a_greatest_length(text: str) -> None:
    """If odds are computed at all, their probabilities have at most 4.4 million digits in total."""
    what = Notation(text=text)
    odds = odds_of(what)
    assert isinstance(odds, Odds)
    assert sum(len(row.chance.exact) + len(row.at_least.exact) for row in odds.outcomes) < 4_400_000
