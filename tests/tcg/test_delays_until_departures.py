"""Steps that are delayed until a card leaves play, or until a condition is true. Rule: TC-RUL-179."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.triggers import DelayEnded
from tests.tcg.played import of
from tests.tcg.steps import of as covers
from tests.tcg.test_last_seen import MINE, WAYS, cast, drawn, table
from tests.tcg.third_turn import DRAW, spell


def waits(pattern: Any, **more: Any) -> Any:  # noqa: ANN401 a pattern and fields of an effect
    """Return a command that draws 1 card at the next event of this pattern."""
    return spell({"do": "delay", "until": pattern, "then": [DRAW]}, name="wait", **more)


@covers("step delay")
@pytest.mark.rule("TC-RUL-179")
@pytest.mark.parametrize("way", WAYS)
def test_delay_until_a_form_leaves_ends_however_it_leaves(way: str) -> None:
    """A step delayed until one of your forms leaves play is carried out in whatever way the form leaves."""
    play = table(waits({"event": "left_play", "card": MINE}), commands=("wait",), way=way)
    cast(play, "wait")

    events = cast(play, way)
    assert (1, [1]) == (len(of(DelayEnded, events)), [event.n for event in of(CardsDrawn, events)])
    assert [] == play.state.delayed


@pytest.mark.rule("TC-RUL-179")
def test_delay_until_a_form_is_sacrificed_ends() -> None:
    """A step delayed until one of your forms is sacrificed is carried out when one is."""
    play = table(waits({"event": "form_sacrificed", "card": MINE}), commands=("wait",), way="sacrifice")
    cast(play, "wait")

    assert [1] == drawn(play, "sacrifice")


@pytest.mark.rule("TC-RUL-179", "TC-RUL-064")
@pytest.mark.parametrize("way", WAYS)
def test_delay_until_the_chosen_form_leaves_is_carried_out(way: str) -> None:
    """A step delayed until the chosen form leaves play is carried out in whatever way the form leaves."""
    chosen = {**MINE, "n": 1}
    play = table(
        waits({"event": "left_play", "card": {"ref": "chosen.0"}}, targets=[chosen]), commands=("wait",), way=way
    )
    cast(play, "wait")

    events = cast(play, way)
    assert [1] == [event.n for event in of(CardsDrawn, events)]
    assert [False, False] == [event.negated for event in of(EffectResolved, events)]


@pytest.mark.rule("TC-RUL-179", "TC-RUL-064")
def test_delay_without_its_chosen_card_did_nothing_under_older_rulings() -> None:
    """Under version 2 of the rules, steps delayed until the chosen form leaves do nothing if it goes to the hand."""
    pattern = {"event": "left_play", "card": {"ref": "chosen.0"}}
    play = table(waits(pattern, targets=[{**MINE, "n": 1}]), commands=("wait",), way="return", of_form=2)
    cast(play, "wait")

    assert [] == drawn(play, "return")


@pytest.mark.rule("TC-RUL-179")
@pytest.mark.parametrize(("least", "first", "then"), [(1, [], [1]), (0, [1], [])])
def test_delay_until_a_condition_is_true_ends_then(least: int, first: list[int], then: list[int]) -> None:
    """A step delayed until the drop zone has a card is carried out as soon as one is there, even at once."""
    held = {"op": "count", "of": {"who": "you", "zone": "drop"}, "cmp": ">=", "n": least}
    play = table(waits({"event": "state", "when": held}), commands=("wait",))

    assert first == drawn(play, "wait")
    assert then == drawn(play, "destroy")
    assert [] == play.state.delayed
