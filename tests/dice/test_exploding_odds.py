"""Odds of explosions with keeps and comparisons, and of rerolls that reach their limit."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from msgspec import structs

from services.dice.chapters.odds import odds_of, versus
from services.dice.notation import dice_in_play
from services.dice.notation.expression import CHAIN, REROLLS
from services.dice.notation.notation import Notation
from services.dice.notation.odds.chains import limit_explosions
from services.dice.notation.odds.tree import plan_of
from services.dice.notation.parser import parse
from services.dice.notation.refusals import NoExactOdds
from shared.kernel.chance import Faces
from shared.kernel.odds.plan import carry_out
from shared.kernel.odds.report import Chain, Exact, Odds
from tests.dice.enumeration import every_way, shares
from tests.dice.throwing import evaluate, throw_notation


def odds_of_text(text: str, chain: int | None = None) -> Odds:
    """Return the odds of a notation, with chains up to a length if one is given."""
    odds = odds_of(Notation(text=text), chain)
    assert isinstance(odds, Odds)
    return odds


def chances_of(odds: Odds) -> dict[Any, Fraction]:
    """Return the probability of every total in odds that list all of them."""
    assert 0 == odds.left_out
    return {Fraction(row.total): Fraction(row.chance.exact) for row in odds.outcomes}


def of_icepool(die: Any) -> dict[Any, Fraction]:  # noqa: ANN401 icepool has no types
    """Return the probability of every outcome of a die as icepool computes it."""
    return {Fraction(outcome): Fraction(ways, die.denominator()) for outcome, ways in die.items() if ways}


DEPTH = 9
KEPT: list[tuple[str, Callable[[], Any]]] = [
    ("3d10!!kh2", lambda: icepool.d10.explode(depth=DEPTH).highest(3, 2)),
    ("4d6!!kl3", lambda: icepool.d6.explode(depth=DEPTH).lowest(4, 3)),
    ("max(1d8!!,1d6!!)", lambda: icepool.highest(icepool.d8.explode(depth=DEPTH), icepool.d6.explode(depth=DEPTH))),
    ("min(2d6!,1d20)", lambda: icepool.lowest(2 @ icepool.d6.explode(depth=DEPTH), icepool.d20)),
    ("1d100!>=96", lambda: icepool.d(100).explode(range(96, 101), depth=DEPTH)),
    ("2d8!!>=7 + 1d6", lambda: 2 @ icepool.d8.explode([7, 8], depth=DEPTH) + icepool.d6),
    ("{1d8!!,1d6!!}kh1", lambda: icepool.highest(icepool.d8.explode(depth=DEPTH), icepool.d6.explode(depth=DEPTH))),
]


@pytest.mark.rule("DI-ODDS-06")
@pytest.mark.parametrize(("text", "oracle"), KEPT, ids=[text for text, _ in KEPT])
def test_explosions_up_to_a_depth_have_the_odds_of_icepool(text: str, oracle: Callable[[], Any]) -> None:
    """With at most nine extra throws in a chain, each total has the odds that icepool computes at depth nine."""
    odds = odds_of_text(text, chain=DEPTH)
    assert of_icepool(oracle()) == chances_of(odds)
    assert odds.chain is not None
    assert DEPTH == odds.chain.limit
    assert 0 < odds.chain.further_at_most < 1e-4


@pytest.mark.rule("DI-ODDS-06")
@pytest.mark.parametrize("text", ["3d10!!kh2", "max(1d8!!,1d6!!)", "1d100!>=96"])
def test_the_default_chain_is_as_long_as_the_limit_allows(text: str) -> None:
    """The response states the longest chain of throws that it counts. Longer chains have a negligible probability."""
    odds = odds_of_text(text)
    assert odds.chain is not None
    assert odds.chain.limit in {100, 50, 25}
    assert odds.chain.further_at_most < 1e-20


@pytest.mark.rule("DI-ODDS-06")
def test_dice_without_explosions_have_no_chain() -> None:
    """The odds of plain dice, rerolls and a single extra die are exact."""
    assert [None] * 3 == [odds_of_text(text).chain for text in ("4d6kh3", "1d6r1", "2d6ra6")]


@pytest.mark.rule("DI-ODDS-06")
def test_the_response_states_the_probability_of_longer_chains() -> None:
    """The response states the probability of chains that are too long to be counted.

    For a d2 that explodes on 2, more than five extra throws have probability 1/64.
    """
    odds = odds_of_text("1d2!", chain=5)
    assert Chain(5, 1 / 64) == odds.chain
    (most,) = [row.chance.exact for row in odds.outcomes if row.total == 12]
    assert "1/64" == most


@pytest.mark.rule("DI-ODDS-06", "DI-ODDS-02")
def test_a_comparison_of_explosions_has_the_requested_chain() -> None:
    """A comparison counts chains of the requested length.

    Its bound on the probability of longer chains is the sum of both sides' bounds.
    """
    found = versus(Notation(text="1d6!"), Notation(text="1d6!"), chain=3)
    assert found.win == found.lose
    assert found.chain is not None
    assert 3 == found.chain.limit
    assert 2 / 6**4 == pytest.approx(found.chain.further_at_most)


ONCE_UNKNOWN = ["1d2ral2", "3d3rah1", "4d3!d1", "2d3!dl1", "3d2!kh1dl1", "2d3eh1", "2d3el1", "2d3!pkh1", "2d3!r1kl1"]
SMALL = ["2d2!ra2", "3d2kh2ra2", "2d3!p>=3dl1", "2d3!!kh1r3", "{2d2,1d3}dl1kh1", "3d3uokh1", "2d3ura3", "3d2k2rol1ro2"]


@pytest.mark.rule("DI-ODDS-01", "DI-ODDS-05")
@pytest.mark.parametrize("text", ONCE_UNKNOWN + SMALL)
def test_odds_once_refused_agree_with_enumeration(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds of every total, with chains of at most two extra throws, match an enumeration."""
    monkeypatch.setattr(dice_in_play, "REROLLS", 2)
    expression = parse(text)
    short = structs.replace(expression, root=limit_explosions(expression.root, 2))
    expected = every_way(lambda chance: Fraction(evaluate(short, chance).total))
    assert expected == shares(carry_out(plan_of(short.root), bound=1 << 62))


@pytest.mark.rule("DI-ODDS-05")
@pytest.mark.parametrize("text", ["1d2ral2", "4d6!d1", "3d6rah1"])
def test_odds_of_long_explosions_stay_below_the_limit(text: str) -> None:
    """The odds of long explosions cost less than the limit, and their probabilities, listed or not, add up to 1."""
    odds = odds_of_text(text)
    assert 1 == sum(Fraction(row.chance.exact) for row in [*odds.outcomes]) + Fraction(odds.left_out_chance.exact)


@pytest.mark.rule("DI-ODDS-05")
def test_unsupported_odds_have_their_own_refusal() -> None:
    """A keep in a group that mixes exploding and other dice has no odds.

    The refusal says that such odds are unsupported, not that they are too costly.
    """
    with pytest.raises(NoExactOdds):
        odds_of(Notation(text="{2d6!+1d8}kh1"))


# ---------------------------------------------------------------- rerolls end


@pytest.mark.rule("DI-LIMIT-06", "DI-ODDS-01")
def test_a_reroll_of_ones_never_shows_one() -> None:
    """If ones are rerolled, the faces 2 to 6 have probability 1/5 each, and no other total is listed."""
    odds = odds_of_text("1d6r1")
    assert {Fraction(face): Fraction(1, 5) for face in range(2, 7)} == chances_of(odds)
    assert Exact("1/5", 0.2) == odds.outcomes[0].chance


@pytest.mark.rule("DI-LIMIT-06")
def test_a_reroll_until_twenty_ends_with_twenty() -> None:
    """`1d20rr<20` ends with a 20, because the last throw at the reroll limit can show no other face."""
    outcome = throw_notation("1d20rr<20", Faces(*[1] * REROLLS, 1))
    assert 20 == outcome.total
    assert (*[1] * REROLLS, 20) == outcome.dice[0].faces
    assert {Fraction(20): Fraction(1)} == chances_of(odds_of_text("1d20rr<20"))


@pytest.mark.rule("DI-LIMIT-06", "DI-RE-03")
def test_unique_dice_stay_unique_at_the_reroll_limit() -> None:
    """At the reroll limit, the last throw of a unique die can only show a face that no other die shows."""
    outcome = throw_notation("3d3u", Faces(1, 1, 1, 2, *[1] * (REROLLS - 1), 1))
    assert 1 + 2 + 3 == outcome.total


@pytest.mark.rule("DI-LIMIT-06")
def test_a_reroll_does_not_shorten_an_explosion() -> None:
    """A die that was rerolled may explode as often as any other die."""
    tape = Faces(1, *[2] * (1 + CHAIN))
    assert 2 * (1 + CHAIN) == throw_notation("1d2r1!", tape).total
    tape.finish()
