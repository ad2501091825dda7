"""The odds of a notation, compared with an enumeration of every face through the evaluator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from msgspec import structs

from services.dice.chapters.odds import odds_of, versus
from services.dice.notation import dice_in_play
from services.dice.notation.expression import CHAIN
from services.dice.notation.notation import (
    Notation,
)
from services.dice.notation.odds.chains import limit_explosions
from services.dice.notation.odds.tree import plan_of
from services.dice.notation.parser import parse
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import carry_out
from shared.kernel.odds.report import Exact, Odds
from shared.kernel.odds.shape import BOUND
from shared.kernel.refusals import Refusal, TooCostly
from tests.dice.enumeration import every_way, shares
from tests.dice.throwing import cost_of, evaluate
from tests.support.sampling import sampled

SHORT = 3
"""The limit on chains of extra throws in these tests: small enough for an enumeration."""


def by_table(text: str) -> dict[Any, Fraction]:
    """Return the probability of each total of a notation, by enumeration through the evaluator."""
    expression = structs.replace(parse(text), root=limit_explosions(parse(text).root, SHORT))
    return every_way(lambda chance: Fraction(evaluate(expression, chance).total))


def by_odds(text: str, chain: int = CHAIN) -> dict[Any, Fraction]:
    """Return the probability of each total of a notation, from its odds."""
    planned = plan_of(limit_explosions(parse(text).root, chain))
    distribution = carry_out(planned)
    assert sum(distribution.weights.values()) == distribution.total
    assert planned.shape.low <= min(distribution.weights)
    assert max(distribution.weights) <= planned.shape.high
    assert len(distribution.weights) <= planned.shape.outcomes
    assert distribution.total.bit_length() <= planned.shape.bits
    return shares(distribution)


@pytest.fixture
def short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the number of rerolls, so that an enumeration ends. The odds do not depend on this limit."""
    monkeypatch.setattr(dice_in_play, "REROLLS", SHORT)


SMALL = """
3d4
2d6+3
1d6-1d4
4d4kh3
4d4kl2
3d6d1
4d3kh3kl1
3d4kh1kl1
3d4k>2
3d4p2
3d4k>2kh1
3d4kh2r1
3d4ro1kh2
3d4rol1
3d4roh1
3d4rol1ro>3
2d4!
2d4!p
2d4!!
2d4!!p
2d4!>2
2d3!!>1
2d4r1
2d4r1!
2d3!r1
2d3r<3!
2d3ro1!
2d3!!r1!
3d4ra4
3d4ro1ra4
3d4u
3d4uo
3d4u>2
3d4mi2
3d4ma3kh2
3d4mi2ma3kl2
3d4>=3
3d4>=3f=1
2d4!>=3
3d4kh2>=3
4dF
2dF.1
3d4!!kh2
2d4r1kh1
{2d4,1d6}kh1
{1d4,1d4,1d6}kl2
{1d4+1,1d6,3}kh2
{2d4,1d6}>4
{2d4+1d6}kh2
{2d4+1d6+2}kh2
{2d4-1d6}>=3
{3d4}kh2
{2d4+1d6}k>2
1d4*1d4
2d4*2
1d6/2
1d6/1d4
1d6//1d4
1d6%4
(2d4-5)//2
1d4^2
2^1d4
max(1d6,2d4)
min(1d6,4,1d8)
abs(1d6-4)
floor(2d4/3)
round(1d6/4)
ceil(1d6/4)
sign(1d6-3)
pow(1d4,2)
1d6 > 1d4
1d6+1 >= 4
2d4 == 5
-1d6+2
3
0d6+1
1d6+1d6/2-1/3
2d4kh1+2d4kl1
1d6[fire]+1d4[ice]
3d4dl1!
3d4kh2!
2d4!kh1
3d3!kh2
3d3!kl2
2d3!kl1
2d3!kh2>=2
3d4kh1kl1!
3d4ph1pl1
{2d4,1d6}kh1kl1
2d4>2>3
2d4cs>3sa
"""


@pytest.mark.usefixtures("short_chains")
@pytest.mark.parametrize("text", SMALL.strip().splitlines())
def test_the_odds_agree_with_enumeration(text: str) -> None:
    """Each total has the same probability in the odds and in the enumeration."""
    try:
        expected = by_table(text)
    except Refusal as refusal:
        pytest.fail(f"{text} is not a notation: {refusal.needs} {refusal.has}")
    assert by_odds(text, SHORT) == expected


DICE = st.builds("{}d{}".format, st.integers(1, 2), st.integers(2, 3)) | st.just("3d2")
POINTS = st.builds("{}{}".format, st.sampled_from(["=", ">", "<", ">=", "<=", "!="]), st.integers(1, 4))
MODIFIERS = st.one_of(
    st.builds("k{}{}".format, st.sampled_from("hl"), st.integers(1, 3)),
    st.builds("p{}{}".format, st.sampled_from("hl"), st.integers(1, 2)),
    st.builds("{}{}".format, st.sampled_from(["k", "p", "ro", "rr", "!", "!!", "!p", "ra", "u"]), POINTS),
    st.builds("{}{}".format, st.sampled_from(["mi", "ma"]), st.integers(1, 4)),
    st.builds("ro{}{}".format, st.sampled_from("hl"), st.integers(1, 2)),
    st.sampled_from(["u", "uo"]),
)
TERMS = st.builds(lambda dice, modifiers: dice + "".join(modifiers), DICE, st.lists(MODIFIERS, max_size=2))
SUMS = st.builds("{}{}{}".format, TERMS, st.sampled_from([" + ", " - ", "*", "//"]), st.integers(1, 3))
GROUPS = st.builds("{{{},{}}}k{}1".format, DICE, DICE, st.sampled_from("hl"))
NOTATIONS = st.one_of(TERMS, SUMS, GROUPS)


@pytest.mark.usefixtures("short_chains")
@settings(max_examples=sampled(20, of=60), deadline=None, suppress_health_check=list(HealthCheck))
@given(text=NOTATIONS)
def test_the_odds_of_any_notation_agree_with_enumeration(text: str) -> None:
    """The odds of a random notation equal those found by enumerating every face."""
    try:
        found = by_odds(text, SHORT)
    except Refusal:
        reject()
    assert found == by_table(text)


ORACLES: list[tuple[str, Callable[[], Any]]] = [
    ("4d6kh3", lambda: icepool.d6.highest(4, 3)),
    ("10d10kh5", lambda: icepool.d10.highest(10, 5)),
    ("7d8kl3", lambda: icepool.d8.lowest(7, 3)),
    ("20d6", lambda: 20 @ icepool.d6),
    ("100d6", lambda: 100 @ icepool.d6),
    ("3d6+2d8-1d4", lambda: 3 @ icepool.d6 + 2 @ icepool.d8 - icepool.d4),
    ("12d10>=8", lambda: 12 @ (icepool.d10 >= 8)),
    ("5d6kh4", lambda: icepool.d6.highest(5, 4)),
    ("{2d6,3d4,1d12}kh1", lambda: icepool.highest(2 @ icepool.d6, 3 @ icepool.d4, icepool.d12)),
    ("2d6*1d4", lambda: (2 @ icepool.d6) * icepool.d4),
    ("max(3d6,2d8)", lambda: icepool.highest(3 @ icepool.d6, 2 @ icepool.d8)),
    ("6d6ro<3", lambda: 6 @ icepool.d6.reroll({1, 2}, depth=1)),
    ("{4d6+2d8}kh3", lambda: icepool.Pool([icepool.d6] * 4 + [icepool.d8] * 2).highest(3).sum()),
    ("3d10!", lambda: 3 @ icepool.d10.explode(depth=100)),
]


@pytest.mark.parametrize(("text", "oracle"), ORACLES, ids=[text for text, _ in ORACLES])
def test_the_odds_are_those_of_icepool(text: str, oracle: Callable[[], Any]) -> None:
    """The independent library icepool computes the same fractions."""
    die = oracle()
    expected = {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items() if ways}
    assert by_odds(text) == expected


# ---------------------------------------------------------------- answers and bounds


@pytest.mark.rule("DI-ODDS-01")
def test_odds_of_four_dice_of_which_three_are_kept() -> None:
    """The three highest of four dice make 18 in 7 of 432 rolls. Their mean is 15869/1296."""
    odds = odds_of(Notation(text="4d6kh3"))
    assert isinstance(odds, Odds)
    assert (odds.outcomes[-1].total, odds.outcomes[-1].chance.exact, odds.mean.exact) == (18, "7/432", "15869/1296")
    assert sum(Fraction(row.chance.exact) for row in odds.outcomes) == 1


@pytest.mark.rule("DI-ODDS-02")
def test_two_dice_against_a_twelve_sided_one() -> None:
    """2d6 beat 1d12 with probability 1/2, tie with probability 1/12, and lose with probability 5/12."""
    found = versus(Notation(text="2d6"), Notation(text="1d12"))
    assert (found.win.exact, found.tie.exact, found.lose.exact) == ("1/2", "1/12", "5/12")


def test_response_lists_every_total() -> None:
    """For two dice, the response lists every total with its odds and tail probability.

    Each is given as an exact fraction and as a float.
    """
    odds = odds_of(Notation(text="2d6"))
    assert isinstance(odds, Odds)
    assert [row.total for row in odds.outcomes] == list(range(2, 13))
    assert odds.outcomes[0].chance == Exact("1/36", 1 / 36)
    assert odds.outcomes[-2].at_least == Exact("1/12", 1 / 12)
    assert (odds.mean.exact, odds.variance.exact, odds.mode) == ("7", "35/6", (7,))
    assert odds.quantiles == {"1%": 2, "5%": 3, "25%": 5, "50%": 7, "75%": 9, "95%": 11, "99%": 12}
    assert (odds.left_out, odds.left_out_chance.exact) == (0, "0")


def test_totals_can_be_fractions() -> None:
    """A notation with a division has exact fractions as totals, written as text."""
    odds = odds_of(Notation(text="1d4/2"))
    assert isinstance(odds, Odds)
    assert [row.total for row in odds.outcomes] == ["1/2", 1, "3/2", 2]


def test_two_throws_are_compared_exactly() -> None:
    """The higher of two d20 has mean 13.825, so it beats another d20 with probability (13.825 - 1) / 20.

    It ties with that die with probability 1/20.
    """
    found = versus(Notation(text="2d20kh1"), Notation(text="1d20"))
    assert (found.win.exact, found.tie.exact, found.lose.exact) == ("513/800", "1/20", "247/800")
    assert Fraction(found.win.exact) + Fraction(found.tie.exact) + Fraction(found.lose.exact) == 1


def test_a_long_response_omits_unlikely_totals() -> None:
    """A thousand dice have more totals than the response lists.

    The response reports this, and its mean includes all totals.
    """
    odds = odds_of(Notation(text="1000d6"))
    assert isinstance(odds, Odds)
    assert odds.left_out == 5001 - len(odds.outcomes)
    listed = sum(Fraction(row.chance.exact) for row in odds.outcomes)
    assert Fraction(odds.left_out_chance.exact) == 1 - listed
    assert 0 < odds.left_out_chance.about < 1e-10
    assert odds.mean.exact == "3500"


TOO_COSTLY = ["1000d1000kh500", "10d6!kh3r<4", "1d1000000", "20d20u", "5d100!>50", "200d6*200d8"]


@pytest.mark.rule("AR-ODDS-01")
@pytest.mark.parametrize("text", TOO_COSTLY)
def test_excessive_odds_are_refused_at_once(text: str) -> None:
    """The service refuses odds above the limit, states the limit and the cost, and computes none of them."""
    parse(text)
    with metered(None) as meter, pytest.raises(TooCostly) as refused:
        odds_of(Notation(text=text))
    assert meter.spent == 0
    assert refused.value.needs == BOUND
    assert isinstance(refused.value.has, int)
    assert refused.value.has > BOUND


def growing() -> Iterator[list[str]]:
    """Yield families of notations, each ordered from small to large."""
    yield [f"{count}d6" for count in (1, 2, 5, 10, 50, 100, 500)]
    yield [f"{count}d10kh{count // 2}" for count in (2, 4, 10, 20, 40)]
    yield [f"3d{sides}kh2" for sides in (4, 6, 20, 100)]
    yield [f"{count}d6!" for count in (1, 2, 4, 8, 16)]
    yield [f"{count}d6 * 2d8" for count in (1, 2, 10, 50)]
    yield [f"{count}d6u" for count in (1, 2, 3, 4)]


@pytest.mark.parametrize("family", list(growing()), ids=lambda family: str(family[-1]))
def test_cost_grows_with_dice_and_sides(family: list[str]) -> None:
    """The odds of a notation with more dice or sides never cost less."""
    costs = [cost_of(Notation(text=text)) for text in family]
    assert costs == sorted(costs)


@pytest.mark.parametrize("text", ["4d6kh3", "100d6", "8d10>=8f=1", "4d6!", "100d6kh50", "1d20+5", "3d6/1d6"])
def test_every_distribution_adds_up_to_one(text: str) -> None:
    """The weights of all outcomes add up to the distribution's denominator."""
    distribution = Notation(text=text).distribution()
    assert sum(distribution.weights.values()) == distribution.total
