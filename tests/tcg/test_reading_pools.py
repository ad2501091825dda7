"""Card pools converted into functions: timings, public facts, keys, and caching."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters import entering, turn
from services.tcg.settings import MatchSettings
from tests.tcg.reading import PLAIN, ctx, holds, read

from .board import board, effect, number, own, record, side, static

DRAW = {"cost": [{"pay": "discard", "n": 1}], "do": [{"do": "draw", "n": 1}]}


@pytest.mark.rule("TC-RUL-069", "TC-CBT-06")
@pytest.mark.parametrize(("when", "timing"), [
    (None, {"act"}),
    ({"op": "step_is", "step": "end"}, {"end"}),
    ({"op": "phase_is", "phase": "start"}, {"combat.start"}),
    ({"op": "any", "of": [{"op": "step_is", "step": "draw"}, {"op": "phase_is", "phase": "end"}]},
     {"draw", "combat.end"}),
    ({"op": "all", "of": [{"op": "step_is", "step": "end"}, {"op": "turn_of", "who": "you"}]}, {"end"}),
    ({"op": "not", "of": {"op": "step_is", "step": "end"}}, {"act"}),
    ({"op": "is_spiritualized", "of": {"ref": "this"}}, {"act"}),
])  # fmt: skip
def test_conditions_of_an_unmarked_effect_set_its_timing(when: Any, timing: set[str]) -> None:  # noqa: ANN401
    """An unmarked effect is usable in the steps and phases that its conditions require, or else in act steps.

    A negated condition requires no step or phase.
    """
    game = read(effect("odd", "none", **DRAW, **({} if when is None else {"when": when})))

    ability = game.pool.abilities["odd#odd"]
    assert timing == ability.timing
    assert not ability.any_turn


@pytest.mark.rule("TC-RUL-069")
def test_unmarked_effect_can_name_another_players_turn() -> None:
    """An unmarked effect is limited to its player's turn, unless it names another player's turn.

    The turn that an effect with an indicator names does not limit it.
    """
    theirs = {"op": "turn_of", "who": "opponent"}
    game = read(effect("odd", "none", when=theirs, **DRAW), effect("quick", "swift", when=theirs, **DRAW))

    assert game.pool.abilities["odd#odd"].any_turn
    assert frozenset() == game.pool.abilities["odd#quick"].timing


@pytest.mark.rule("TC-RUL-066", "TC-RUL-074", "TC-ETI-12")
def test_a_pool_shows_the_public_facts_of_its_cards() -> None:
    """A pool lists the effects usable from hands and drop zones, the swift commands, and the events of interrupts."""
    starter = board(a=PLAIN, b=PLAIN).pool
    ending = {"op": "step_is", "step": "end"}
    late = effect("late", "none", independent=True, zones=["hand", "drop"], when=ending, **DRAW)
    pool = read(late).pool

    assert starter.swift_commands
    assert [one.key for one in starter.in_hand] == ["spark-moth#flare"]
    assert [one.key for one in starter.in_drop] == ["ember-ghost#return"]
    assert {one.key for one in pool.in_hand} == {"spark-moth#flare", "odd#late"}
    assert {one.key for one in pool.in_drop} == {"ember-ghost#return", "odd#late"}
    assert [one.key for one in pool.printed["odd"].in_drop] == ["odd#late"]
    assert starter.answered == {"attack_declared", "damaged", "effect_declared", "form_played"}
    assert "left_play" in starter.heard
    assert "drawn" not in starter.heard
    assert starter.elsewhere == ()


def test_nested_parts_of_steps_have_keys() -> None:
    """Granted effects, statics, conditions and delayed steps have keys made of their effect's key and a number."""
    later = {"do": "delay", "until": {"event": "drawn"}, "then": [{"do": "invoke", "n": 1}]}
    granted = {
        "do": "grant",
        "of": {"ref": "this"},
        "effect": effect("inner", "auto", on={"event": "drawn"}, do=[later]),
    }
    bound = {"do": "restrict", "of": {"ref": "this"}, "static": {"static": "cannot_attack"}}
    bonus = {
        "do": "modify_pwr", "of": {"ref": "this"}, "by": 1, "for": "while",
        "as_long_as": {"op": "turn_of", "who": "you"},
    }  # fmt: skip
    pool = read(effect("odd", "auto", on={"event": "invoked"}, do=[granted, bound, bonus])).pool

    assert pool.abilities["odd#odd/1"].effect.id == "inner"
    assert pool.abilities["odd#odd/1/1"].event == "drawn"
    assert pool.statics["odd#odd/2"].name == "cannot_attack"
    assert "odd#odd/3" in pool.conditions
    assert {"drawn", "invoked"} <= pool.heard


def test_a_pool_is_cached_by_its_cards() -> None:
    """Two matches with the same cards share one pool; matches with different spirits do not."""
    one, two = board(a=PLAIN, b=PLAIN), board(a=PLAIN, b=PLAIN)

    assert one.pool is two.pool
    assert board(a=PLAIN, b=PLAIN, settings=MatchSettings(spirit_set="blank")).pool is not one.pool
    assert one.pool.printed["tide-regent"].main is None
    assert one.pool.printed["feint"].main is one.pool.abilities["feint#main"]
    assert (one.pool.printed["house-boost"].back, one.pool.printed["feint"].back) == ("spirit", "main")
    assert static("cannot_attack")["id"] == "cannot-attack"


@pytest.mark.rule("TC-RUL-023", "TC-RUL-154")
@pytest.mark.parametrize(
    ("of_form", "counted", "when", "expected"),
    [(2, True, 3, True), (2, False, 3, True), (2, True, 4, False), (1, True, 4, True), (1, False, 3, False)],
)
def test_a_card_counts_as_spiritualized_this_turn_only_in_that_turn(
    of_form: int, when: int, *, counted: bool, expected: bool
) -> None:
    """Any spirit put under a card makes it "spiritualized this turn", even beyond the limit, but only in this turn.

    Under version 1 of the rules, only spirits within the limit count, and they do so until the controller's next
    turn.
    """
    game = board(a=side(forms=["gate-whelp"], hand=["boost"]), b=PLAIN, of_form=of_form)
    whelp, boost, below = number(game, "a", "gate-whelp"), number(game, "a", "boost"), game.state.made + 1
    hand, third = own("a", boost), game.state.turn
    record(
        game,
        entering.Spiritualized(
            seat="a", thing=whelp, spirit=below, card="house-boost", hand=hand, counted=counted
        ),
        *([turn.TurnStarted(turn=when, seat="b")] if when > third else []),
    )  # fmt: skip

    assert expected == holds(game, ctx(game, "a", whelp), {"op": "spiritualized_this_turn", "of": {"ref": "this"}})
