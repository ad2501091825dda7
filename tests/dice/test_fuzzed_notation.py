"""Fuzzed notation.

For any text that the grammar allows or nearly allows, every function returns a valid result.
`ARBITER_TEST_FUZZ=20000` sets how many texts are tried.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec import json

from services.dice.chapters.luck import luck
from services.dice.chapters.odds import odds_of
from services.dice.notation.dialects import Dialect
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome
from services.dice.notation.parser import parse
from services.dice.notation.refusals import NoExactOdds
from services.dice.state import What
from services.dice.views.rendering import render_roll
from shared.kernel.odds.report import MAX_OUTCOMES, Amount, Odds
from shared.kernel.odds.shape import BOUND
from shared.kernel.refusals import Refusal, TooCostly
from tests.dice.random_notation import EVERY_DIALECT, mutate, notation, of_the_grammar
from tests.dice.scenes import roll, table_opened
from tests.dice.tapes import RandomTape
from tests.dice.throwing import cost_of, foretold, throw, throw_notation

pytestmark = pytest.mark.long

EXAMPLES = int(os.environ.get("ARBITER_TEST_FUZZ", "0")) or 30
DEAR = BOUND // 20
"""The highest cost that these tests try. The longer run also tries notations above it."""
MOST = BOUND if EXAMPLES > 30 else DEAR
FALLS = 2000


def notations(dialect: Dialect | None) -> st.SearchStrategy[Notation]:
    """Draw notations in a dialect."""
    texts = st.one_of(
        of_the_grammar(dialect),
        mutate(of_the_grammar(dialect)),
        st.integers(0, 2**32).map(lambda seed: notation(random.Random(seed))),
    )
    return texts.map(lambda text: Notation(text=text, dialect=dialect))


whatever = st.deferred(lambda: st.one_of([notations(dialect) for dialect in EVERY_DIALECT]))


def is_read(what: Notation) -> bool:
    """Return whether a text is a valid notation within the limits."""
    try:
        parse(what.text, what.dialect)
    except Refusal:
        return False
    return True


@pytest.mark.rule("DI-COST-01", "DI-COST-04", "DI-LUCK-LEDGER-03")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(what=whatever, seed=st.integers(0, 2**32))
@example(what=Notation(text="{5}dl1"), seed=0)
@example(what=Notation(text="{26}dl1dl1 + 1d6"), seed=0)
@example(what=Notation(text="{78122}cs>3kl59"), seed=0)
@example(what=Notation(text="20dFmi38/720d10ro<3"), seed=0)
@example(what=Notation(text="max({5}dl1, 2)"), seed=0)
def test_every_valid_notation_can_be_rolled_rendered_and_computed(what: Notation, seed: int) -> None:
    """A valid notation can be rolled and rendered. Its odds and its luck are computed, or refused under a rule."""
    if not is_read(what):
        return
    (once, *_) = what.each()
    outcome = throw(once, RandomTape(random.Random(seed)))
    assert isinstance(outcome, NotationOutcome)
    assert json.decode(json.encode(outcome), type=NotationOutcome) == outcome
    assert f" = {outcome.total}" in render_roll(once, outcome).text
    answer = odds_within(what)
    if answer is not None:
        assert len(answer.outcomes) <= MAX_OUTCOMES
        assert len(json.encode(answer)) < 10_000_000
        assert 0 < sum(Fraction(row.chance.exact) for row in answer.outcomes[:200]) <= 1
        assert answer.cost <= BOUND
    weighed = luck([(what, outcome.total), (Notation(text="1d6"), 3)], MOST)
    assert weighed.counted + weighed.without_odds + weighed.beyond_bound == 2
    assert weighed.without_odds <= 1


def odds_within(what: Notation) -> Odds | None:
    """Return the odds of a notation, or None if they are refused or cost too much for this run."""
    try:
        if cost_of(what) > MOST:
            return None
        answer = odds_of(what)
    except (TooCostly, NoExactOdds):
        return None
    assert isinstance(answer, Odds)
    return answer


@pytest.mark.rule("DI-ODDS-01")
@settings(max_examples=EXAMPLES // 5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), dialect=st.sampled_from(EVERY_DIALECT))
def test_odds_agree_with_rolls(seed: int, dialect: Dialect | None) -> None:
    """A chi-squared test compares the odds with two thousand seeded rolls."""
    what = Notation(text=notation(random.Random(seed)), dialect=dialect)
    answer = odds_within(what) if is_read(what) and len(what.text) < 60 else None
    if answer is None or answer.left_out or len(answer.outcomes) > 200 or rolls_much(what):
        return
    fallen: Counter[Fraction] = Counter()
    tape = RandomTape(random.Random(seed))
    for _ in range(FALLS):
        fallen[Fraction(fall_of(what, tape).total)] += 1
    expected = {Fraction(row.total): float(Fraction(row.chance.exact)) * FALLS for row in answer.outcomes}
    assert set(fallen) <= set(expected)
    common = {total: often for total, often in expected.items() if often >= 5}
    square = sum((fallen[total] - often) ** 2 / often for total, often in common.items())
    freedom = max(len(common) - 1, 1)
    assert square < freedom + 8 * (2 * freedom) ** 0.5 + 30, what


def fall_of(what: Notation, tape: RandomTape) -> NotationOutcome:
    """Roll a notation once; return its outcome."""
    return throw_notation(what.text, tape, dialect=what.dialect)


def rolls_much(what: Notation) -> bool:
    """Return whether a notation rolls too many dice to be rolled two thousand times quickly."""
    return sum(len(dice.faces) for dice in fall_of(what, RandomTape(random.Random(0))).dice) > 60


@pytest.mark.rule("DI-LUCK-LEDGER-03")
def test_the_luck_ledger_counts_any_rolls() -> None:
    """The luck ledger counts all rolls except those without odds."""
    rolls: list[tuple[What, Amount]] = [
        (Notation(text="{5}dl1"), 5),
        (Notation(text="{26}dl1dl1 + 1d6"), 30),
        (Notation(text="{78122}cs>3kl59"), 78122),
        (Notation(text="20dFmi38/720d10ro<3"), "1/2"),
        (Notation(text="{2d6!+1d8}kh1"), 7),
        (Notation(text="1d6"), 6),
    ]
    found = luck(rolls)
    assert (4, 2, 0) == (found.counted, found.without_odds, found.beyond_bound)
    assert 5 + 30 + 78122 + 6 == found.total


@pytest.mark.rule("DI-LUCK-LEDGER-01", "DI-COST-02")
def test_luck_beyond_the_work_limit_counts_fewer_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the work is above its limit, the luck ledger counts fewer rolls, and reports how many it omits."""
    monkeypatch.setattr("services.dice.chapters.luck.OVERRUN", 0.01)
    rolls = [(Notation(text=f"{dice}d20"), 10 * dice) for dice in range(40, 60)]
    found = luck([(what, total) for what, total in rolls], 100_000)
    assert found.counted < len(rolls)
    assert len(rolls) == found.counted + found.beyond_bound + found.without_odds


@pytest.mark.rule("DI-ODDS-01")
@pytest.mark.parametrize("text", ["{5}dl1", "{26}dl1dl1 + 1d6", "{78122}cs>3kl59", "20dFmi38/720d10ro<3"])
def test_a_dry_run_accepts_notations_that_once_failed(text: str) -> None:
    """A dry run of each of these notations returns its odds, or none if it has no dice."""
    what = Notation(text=text)
    try:
        answer = odds_of(what)
    except TooCostly:
        return
    assert isinstance(answer, Odds)
    assert foretold(roll(what), table_opened().state) == (answer if "d" in text.replace("dl", "") else None)
