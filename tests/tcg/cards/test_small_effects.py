"""No two small effects that do different things have the same text. Rule: TC-RUL-200 to TC-RUL-205."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.tcg.catalogue.language.effects import Effect
from services.tcg.catalogue.text.speech import line
from tests.tcg.cards.making import DRAW, Raw
from tests.tcg.cards.small_effects import (
    INVOKE,
    SIMPLE_BLOCKS,
    meaning,
    steps_in_order,
    steps_with_conditions,
    steps_with_numbers,
    steps_with_picks,
)


def text(steps: list[Raw]) -> str:
    """Return the text of an effect with these steps."""
    return line(msgspec.convert({"id": "e", "eti": "none", "do": steps}, Effect))


def assert_different(effects: Iterable[tuple[Raw, object]]) -> int:
    """Check that effects with different meanings have different texts, and return the number of texts."""
    texts: dict[str, object] = {}
    for raw, meant in effects:
        assert meant == texts.setdefault(line(msgspec.convert({"id": "e", **raw}, Effect)), meant), raw
    return len(texts)


@pytest.mark.rule("TC-RUL-200", "TC-RUL-205")
def test_no_two_small_effects_with_steps_inside_steps_have_the_same_text() -> None:
    """Of all short sequences of steps and of steps that contain others, no two have the same text."""
    assert assert_different((one, meaning(one)) for one in steps_in_order(seed=0, count=1000)) > 2000


@pytest.mark.rule("TC-RUL-201", "TC-RUL-202", "TC-RUL-205")
def test_no_two_small_effects_with_numbers_or_conditions_have_the_same_text() -> None:
    """Of all small sums, products, conditions and filters, no two that differ in meaning have the same text."""
    assert assert_different((one, meaning(one)) for one in (*steps_with_numbers(), *steps_with_conditions())) > 1500


@pytest.mark.rule("TC-RUL-203", "TC-RUL-205")
def test_no_two_small_effects_with_picks_have_the_same_text() -> None:
    """Of all short sequences of picks and their uses, no two that use different picks have the same text."""
    assert assert_different(steps_with_picks()) > 150


@pytest.mark.rule("TC-RUL-200", "TC-RUL-205")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_moving_a_step_into_or_out_of_another_changes_the_text(seed: int) -> None:
    """If the step after a block moves into the block, or the last step of a block moves behind it, the text changes."""
    luck = Random(seed)
    steps = _grown(luck, 3)
    texts = {text(steps): steps}
    for _ in range(8):
        steps = _moved(luck, steps)
        assert steps == texts.setdefault(text(steps), steps)


def _grown(luck: Random, depth: int) -> list[Raw]:
    """Return random steps, up to this depth."""
    return [
        {**luck.choice(SIMPLE_BLOCKS[:5]), "then": _grown(luck, depth - 1)} if depth and luck.random() < 0.6 else one
        for one in luck.choices((DRAW, INVOKE), k=luck.randint(1, 3))
    ]


def _moved(luck: Random, steps: list[Raw]) -> list[Raw]:
    """Return the steps after one of them has moved into the step before it, or out of it."""
    places = [at for at, step in enumerate(steps) if "then" in step]
    if not places:
        return steps
    at = luck.choice(places)
    block, after = steps[at], steps[at + 1 :]
    match luck.randrange(3):
        case 0 if after:
            return [*steps[:at], {**block, "then": [*block["then"], after[0]]}, *after[1:]]
        case 1 if len(block["then"]) > 1:
            return [*steps[:at], {**block, "then": block["then"][:-1]}, block["then"][-1], *after]
        case _:
            return [*steps[:at], {**block, "then": _moved(luck, block["then"])}, *after]
