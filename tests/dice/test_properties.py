"""Properties that hold for every text, every notation and every throw."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.dice.notation import limits
from services.dice.notation.expression import CHAIN, REROLLS, Die, Point
from services.dice.notation.extra_rolls import matching
from services.dice.notation.parser import parse
from services.dice.notation.reach import reach_of
from shared.kernel.chance import DiceDraw, SeedTape, TableTape
from shared.kernel.messages import canonical
from shared.kernel.odds.report import Amount
from shared.kernel.recorded_tape import RecordedTape, by_audience
from shared.kernel.refusals import Refusal
from tests.dice.tapes import RandomTape
from tests.dice.throwing import throw_notation
from tests.support.sampling import sampled

PIECES = [
    *"0123456789", "10", "100", "1000", "d", "d6", "d20", "d%", "dF", "dF.1", "(", ")", "{", "}", ",", "[", "]",
    "[a]", "#", "//", "/*", "*/", "+", "-", "*", "/", "%", "^", "**", ".", " ", "\n", "k", "kh", "kl", "p",
    "dl", "dh", "!", "!!", "!p", "e", "r", "ro", "rr", "ra", "mi", "ma", "min", "max", "u", "uo", "s", "sd",
    "cs", "cf", "f", ">=", "<=", "<>", "!=", "==", "=", "<", ">", "h", "l", "floor(", "sqrt(", "max(", "\x00",
    "é", "\U0001f3b2",
]  # fmt: skip

dice = st.builds(
    lambda count, sides, modifiers: f"{count}d{sides}{''.join(modifiers)}",
    st.integers(0, 5),
    st.sampled_from(["2", "4", "6", "%", "F", "F.1"]),
    st.lists(
        st.sampled_from([
            "kh1", "kl2", "d1", "k>2", "p<2", "!", "!!", "!p", "!!p", "!>=2", "e2", "eh1", "ra2", "r1", "r",
            "ro<3", "rol1", "min2", "max3", "min1.5", "u", "uo", "u=2", ">=2", ">=3f=1", "<2f>=2", "s", "sd",
            "cs>1", "cf<2", "kh1kl1",
        ]),
        max_size=4,
    ),
)  # fmt: skip
notations = st.recursive(
    st.one_of(dice, st.sampled_from(["1", "2", "3.5", "7/3"])),
    lambda parts: st.one_of(
        st.tuples(parts, st.sampled_from(["+", "-", "*", "/", "//", "%", "^", " > ", " = "]), parts).map("".join),
        parts.map(lambda part: f"-({part})"),
        st.tuples(st.sampled_from(["floor", "round", "abs", "max", "sign"]), parts).map(lambda of: f"{of[0]}({of[1]})"),
        st.builds(
            lambda of, ends, after: f"{ends[0]}{', '.join(of)}{ends[1]}{after if ends == '{}' else ''}",
            st.lists(parts, min_size=1, max_size=3), st.sampled_from(["{}", "()"]),
            st.sampled_from(["", "kh1", "dl1", ">=3", "k>2", "sd", "kh2>=2f<2"]),
        ),
    ),
    max_leaves=6,
)  # fmt: skip


def number(amount: Amount) -> Fraction:
    """Return an outcome's fraction or integer as a fraction."""
    return Fraction(amount)


@pytest.mark.rule("DI-NOT-02", "DI-LIMIT-01")
@settings(max_examples=sampled(60, of=300), deadline=None)
@given(st.one_of(st.text(max_size=520), st.lists(st.sampled_from(PIECES), max_size=60).map("".join)))
@example("(" * 500)
@example("-" * 500)
@example("9" * 500)
@example("d" * 500)
@example("{" + "d6," * 160 + "}")
@example("2" + "^2" * 200)
@example("1d6" + "!" * 400)
@example("1d6" + "kh1" * 160)
@example("1/*" + "*" * 490)
def test_any_text_is_parsed_or_refused(text: str) -> None:
    """Parsing any text is quick, and ends with a notation or a refusal, never with another error."""
    refusal = refusal_of(text)
    assert refusal is None or (refusal.rule.startswith("DI-") and refusal.needs is not None)


def refusal_of(text: str) -> Refusal | None:
    """Return the refusal of a text, or None if it is a valid notation."""
    try:
        parse(text)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.rule("DI-LIMIT-02", "DI-LIMIT-06", "DI-LIMIT-07", "DI-NUM-01")
@settings(max_examples=sampled(80, of=400), deadline=None)
@given(notations, st.integers(0, 2**32))
@example("2d2kh1>=3f=1d1", 1)  # a count between a keep and a drop changes no die
def test_every_throw_stays_within_its_predicted_bounds(text: str, seed: int) -> None:
    """Totals and denominators are within their predicted bounds, and every valid notation can be rolled."""
    if refusal_of(text):
        return
    reach = reach_of(parse(text).root)
    outcome = throw_notation(text, RandomTape(random.Random(seed)))
    total = number(outcome.total)
    assert Fraction(reach.least) <= total <= Fraction(reach.most)
    assert total.denominator <= reach.grain
    assert (reach.grain % total.denominator == 0) or not reach.exact
    assert max(total, -total, Fraction(total.denominator)) <= limits.NUMBER
    assert isinstance(outcome.total, int) == (total.denominator == 1)


@pytest.mark.rule("DI-ROLL-01", "DI-DICE-05")
@settings(max_examples=sampled(40, of=200), deadline=None)
@given(notations, st.binary(min_size=32, max_size=32))
def test_the_same_tape_gives_the_same_outcome(text: str, seed: bytes) -> None:
    """The outcome is the same whether faces come from the seed, from recorded draws, or from a real table."""
    if refusal_of(text):
        return
    tape = SeedTape(seed=seed, digest=bytes(32), version=3)
    first = throw_notation(text, tape)
    again = SeedTape(seed=seed, digest=bytes(32), version=3)
    assert canonical(throw_notation(text, again)) == canonical(first)
    recorded = RecordedTape(by_audience(tape.taken))
    assert throw_notation(text, recorded) == first
    recorded.finish()
    by_hand = TableTape([face for _, draw in tape.taken if isinstance(draw, DiceDraw) for face in draw.faces])
    assert throw_notation(text, by_hand) == first
    by_hand.finish()


@pytest.mark.rule("DI-ROLL-01", "DI-LIMIT-06")
@settings(max_examples=sampled(40, of=200), deadline=None)
@given(dice, st.integers(0, 2**32))
def test_every_throw_is_accounted_for(text: str, seed: int) -> None:
    """Each throw is kept, dropped, rerolled or joined, and the kept throws add up to the total."""
    if refusal_of(text):
        return
    (thrown_dice,) = throw_notation(text, RandomTape(random.Random(seed))).dice
    places = set(range(len(thrown_dice.faces)))
    gone = [*thrown_dice.rerolled, *thrown_dice.joined, *thrown_dice.dropped]
    assert len(gone) == len(set(gone))
    kept = places - set(gone)
    asked = len(thrown_dice.faces) - len(thrown_dice.sources)
    assert all(source < asked + further for further, source in enumerate(thrown_dice.sources))
    if thrown_dice.successes is None:
        values = thrown_dice.values or thrown_dice.faces
        assert number(thrown_dice.total) == sum((number(values[place]) for place in kept), Fraction(0))
    else:
        assert thrown_dice.total == len(thrown_dice.successes) - len(thrown_dice.failures or ())
        assert kept.issuperset({*thrown_dice.successes, *(thrown_dice.failures or ())})
    assert set(thrown_dice.order) in (set(), kept)
    assert depth(thrown_dice.sources, asked) <= CHAIN + REROLLS * text.count("r") + REROLLS * text.count("u")


def depth(sources: tuple[int, ...], asked: int) -> int:
    """Return the length of the longest chain of extra throws."""
    depths = [0] * asked
    for source in sources:
        depths.append(depths[source] + 1)
    return max(depths, default=0)


points = st.builds(
    Point,
    st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
    st.one_of(st.integers(-3, 25), st.fractions(-3, 25, max_denominator=4)),
)


@pytest.mark.rule("DI-LIMIT-06")
@given(st.integers(1, 20), st.lists(points, max_size=4))
def test_matching_faces_are_counted_without_a_check_of_each(sides: int, of: list[Point]) -> None:
    """The calculated number of matching faces equals that found by checking every face."""
    die = Die(f"d{sides}", sides)
    expected = sum(any(point.holds(face) for point in of) for face in range(1, sides + 1))
    assert matching(die, of) == expected
