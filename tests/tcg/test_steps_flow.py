"""Steps that choose, branch, repeat and end, each with its exact events."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters.chain import EffectDeclared, EffectNegated
from services.tcg.chapters.course import AttackDeclared, AttackEnded
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.reading.amounts import DieRolled
from services.tcg.chapters.sources import CounterChanged
from services.tcg.chapters.winning import MatchFinished, PlayerLost
from services.tcg.state.tasks import TriggerEvent
from tests.tcg.board import board, card, effect, event_names, form, heard, number, side
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, FORM, answer, cast, done, events_of, mine, of, open_decision, spell

DRAW = {"do": "draw", "n": 1}
INVOKE = {"do": "invoke", "n": 1}
RICH: dict[str, Any] = {"commands": ["spell"], "deck": ["whelp"] * 5, "spirits": ["boost"] * 5}


@of("step choose")
def test_choice_is_stored_for_later_steps() -> None:
    """A step that names no number lets the player choose one of two forms.

    Later steps refer to the chosen form by its stored name.
    """
    steps: list[dict[str, Any]] = [
        {"do": "choose", "of": FORM, "store": "it"},
        {"do": "put_counter", "of": {"var": "it"}, "name": "seal"},
    ]
    game = board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"], forms=["whelp", "brute"]), b=side())
    brute = number(game, "a", "brute")
    cast(game)
    assert (1, 1) == (open_decision(game).least, open_decision(game).most)
    answer(game, brute)
    assert [CounterChanged(thing=brute, name="seal", n=1)] == done(game)


def test_a_choice_may_have_a_minimum_and_a_maximum() -> None:
    """A step with a minimum and a maximum lets the player choose none, one or two forms."""
    step = {"do": "choose", "of": {**FORM, "n": {"min": 0, "max": 2}}, "store": "it"}
    game = board(cards=[*CARDS, spell(step)], a=side(commands=["spell"], forms=["whelp", "brute"]), b=side())
    cast(game)
    assert (0, 2) == (open_decision(game).least, open_decision(game).most)


@of("step choose_player")
@pytest.mark.rule("TC-RUL-045")
def test_player_is_chosen_only_among_several() -> None:
    """A single opponent is chosen without a question. Of two opponents, the effect's player chooses one by position."""
    steps: list[dict[str, Any]] = [
        {"do": "choose_player", "store": "who"},
        {"do": "draw", "n": 1, "who": {"var": "who"}},
    ]
    game = board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"]), b=side(deck=["whelp"]))
    first = game.state.made + 1
    cast(game)
    assert [CardsDrawn(seat="b", n=1, first=first, cards=mine(("whelp",), "b"))] == done(game)
    game = board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"]), b=side(), c=side(deck=["whelp"]))
    cast(game)
    assert ("a", "choose_player", (1, 2), ("b", "c")) == (
        open_decision(game).seat, open_decision(game).kind, open_decision(game).options, open_decision(game).words,
    )  # fmt: skip
    answer(game, 2)
    assert ["c"] == [event.seat for event in events_of(game, CardsDrawn)]


@pytest.mark.rule("TC-RUL-045")
def test_opponent_is_one_and_each_opponent_is_all() -> None:
    """If `opponent` draws, the effect's player chooses one opponent; if `each_opponent` draws, all opponents draw."""
    for who, drawers in (("opponent", ["c"]), ("each_opponent", ["b", "c"])):
        game = board(
            cards=[*CARDS, spell({"do": "draw", "n": 1, "who": who})],
            a=side(commands=["spell"]),
            b=side(deck=["whelp"]),
            c=side(deck=["whelp"]),
        )
        cast(game)
        if who == "opponent":
            answer(game, 2)
        assert drawers == [event.seat for event in events_of(game, CardsDrawn)]


@of("step choose_mode")
def test_picked_modes_run_in_printed_order() -> None:
    """A player picks two of three modes in any order, but they are carried out in the order printed on the card."""
    modes = {"do": "choose_mode", "n": 2, "modes": [[DRAW], [{"do": "flip_savior"}], [INVOKE]]}
    game = board(cards=[*CARDS, spell(modes)], a=side(**RICH), b=side())
    cast(game)
    assert ("choose_mode", (0, 1, 2), 2, 2) == (
        open_decision(game).kind, open_decision(game).options, open_decision(game).least, open_decision(game).most,
    )  # fmt: skip
    answer(game, 2, 0)
    assert ["CardsDrawn", "SpiritsInvoked"] == [type(event).__name__ for event in done(game)]


@of("step may")
@pytest.mark.parametrize(("says", "expected"), [((1,), ["CardsDrawn", "SpiritsInvoked"]), ((), ["SpiritsInvoked"])])
def test_optional_steps_may_be_declined(says: tuple[int, ...], expected: list[str]) -> None:
    """An optional step is carried out if its player says yes, and skipped otherwise.

    In both cases, the later steps follow.
    """
    game = board(cards=[*CARDS, spell({"do": "may", "then": [DRAW]}, INVOKE)], a=side(**RICH), b=side())
    cast(game)
    assert ("may", (1,), 0, 1) == (
        open_decision(game).kind,
        open_decision(game).options,
        open_decision(game).least,
        open_decision(game).most,
    )
    answer(game, *says)
    assert expected == [type(event).__name__ for event in done(game)]


@of("step if")
@pytest.mark.parametrize(("deck", "expected"), [(["whelp"], "CardsDrawn"), ([], "SpiritsInvoked")])
def test_one_of_two_branches_runs(deck: list[str], expected: str) -> None:
    """A step draws a card if the deck has one, and otherwise invokes a spirit. The following steps run once."""
    step = {
        "do": "if",
        "when": {"op": "main_deck_count", "who": "you", "cmp": ">=", "n": 1},
        "then": [DRAW],
        "else": [INVOKE],
    }
    game = board(
        cards=[*CARDS, spell(step, {"do": "flip_savior"})], a=side(commands=["spell"], deck=deck, spirits=["boost"]),
        b=side(),
    )  # fmt: skip
    cast(game)
    assert [expected, "SaviorFlipped"] == event_names(game)


def test_without_an_else_the_effect_continues() -> None:
    """If a branch has no `else` and its condition is false, only the steps after the branch are carried out."""
    step = {"do": "if", "when": {"op": "turn_of", "who": "opponent"}, "then": [DRAW]}
    game = board(cards=[*CARDS, spell(step, INVOKE)], a=side(**RICH), b=side())
    cast(game)
    assert ["SpiritsInvoked"] == event_names(game)


@of("step for_each")
@pytest.mark.rule("TC-RUL-042")
def test_for_each_runs_for_one_card_after_another() -> None:
    """Steps "for each form" are carried out for one form after another; forms that have left by then are skipped."""
    each = {"do": "put_counter", "of": {"ref": "each"}, "name": "seal", "n": {"pwr": {"ref": "each"}}}
    fall = {"do": "destroy", "of": {**FORM, "filter": {"op": "is", "of": {"ref": "each"}, "name": "Brute"}}}
    game = board(
        cards=[*CARDS, spell({"do": "for_each", "of": FORM, "then": [each, fall]})],
        a=side(commands=["spell"], forms=["whelp", "brute"]), b=side(),
    )  # fmt: skip
    whelp = number(game, "a", "whelp")
    cast(game)
    assert CounterChanged(thing=whelp, name="seal", n=3) == done(game)[0]
    assert ["CounterChanged", "CardSentToDrop"] == event_names(game)


def test_for_each_can_be_nested() -> None:
    """Steps "for each" may be nested: the inner steps run for all their cards before the outer ones continue."""
    inner = {"do": "for_each", "of": {"who": "opponent", "zone": "form"},
             "then": [{"do": "put_counter", "of": {"ref": "each"}, "name": "in"}]}  # fmt: skip
    outer = {"do": "for_each", "of": FORM, "then": [inner, {"do": "put_counter", "of": {"ref": "each"}, "name": "out"}]}
    game = board(
        cards=[*CARDS, spell(outer)], a=side(commands=["spell"], forms=["whelp", "brute"]), b=side(forms=["whelp"])
    )  # fmt: skip
    theirs, whelp, brute = number(game, "b", "whelp"), number(game, "a", "whelp"), number(game, "a", "brute")
    cast(game)
    expected = [(theirs, "in", 1), (whelp, "out", 1), (theirs, "in", 2), (brute, "out", 1)]
    assert expected == [(event.thing, event.name, event.n) for event in events_of(game, CounterChanged)]


@of("step repeat")
def test_repeated_steps_ask_each_time() -> None:
    """A discard that is repeated twice asks the player each time.

    The number of repeats is computed once, at the start.
    """
    step = {"do": "repeat", "n": {"count": {"who": "you", "zone": "hand"}}, "then": [{"do": "discard", "n": 1}]}
    game = board(cards=[*CARDS, spell(step)], a=side(commands=["spell"], hand=["whelp", "brute"]), b=side())
    cast(game)
    answer(game, open_decision(game).options[0])
    assert ["Discarded", "Discarded"] == [type(event).__name__ for event in done(game)]


@of("step roll_die")
@pytest.mark.rule("TC-DECK-13", "TC-RUL-082")
@pytest.mark.parametrize(("face", "expected"), [(2, ["CardsDrawn"]), (3, ["SpiritsInvoked"]), (6, [])])
def test_the_die_is_recorded_and_its_table_followed(face: int, expected: list[str]) -> None:
    """A table of results decides what a roll does: 1 or 2 draws, 3 invokes, and other faces do nothing.

    Later steps may use the result, and the roll triggers effects.
    """
    seer = form("seer", effect("see", "auto", on={"event": "die_rolled"}, do=[DRAW]))
    steps: list[dict[str, Any]] = [
        {"do": "roll_die", "sides": 6, "store": "r", "table": {"1-2": [DRAW], "3": [INVOKE]}},
        {"do": "put_counter", "of": {"ref": "this"}, "name": "seal", "n": {"var": "r"}},
    ]
    game = board(cards=[*CARDS, seer, spell(*steps)], a=side(**RICH, forms=["seer"]), b=side(), faces=[face])
    cast(game)
    assert DieRolled(seat="a", sides=6, value=face) == done(game)[0]
    assert ["DieRolled", "TriggersQueued", *expected, "CounterChanged"] == event_names(game)
    assert {"seal": face} == card(game, "a", "spell").counters
    assert ["seer#see"] == heard(game)


# ---------------------------------------------------------------- endings


def with_link(**more: object) -> Playing:
    """Return a board on which `b` has declared a form's effect, to which a's spell may respond."""
    cards = [*CARDS, form("acts", effect("act", "none", do=[DRAW]), *more.get("effects", ())),  # type: ignore[misc]
             spell({"do": "negate", "of": {"ref": "event.link"}})]  # fmt: skip
    game = board(cards=cards, a=side(commands=["spell"]), b=side(forms=["acts"]))
    game.emit(EffectDeclared(number=1, seat="b", thing=number(game, "b", "acts"), card="acts", effect="acts#act"))
    game.events.clear()
    return game


@of("step negate")
@pytest.mark.rule("TC-READ-12", "TC-RUL-063")
def test_answered_effect_is_negated_once() -> None:
    """A negated effect stays on the chain, and negating it again does nothing."""
    game = with_link()
    answered = TriggerEvent(event="effect_declared", by="b", card=number(game, "b", "acts"), link=1)
    cast(cast(game, event=answered, link=2), event=answered, link=3)
    assert [EffectNegated(number=1, seat="b")] == done(game)
    assert game.state.chain[0].negated


@of("replacement would_be_negated")
def test_negation_can_be_prevented() -> None:
    """If a replacement prevents the negation of an effect, the effect resolves."""
    keep = effect("firm", replace={"event": "would_be_negated", "of": {"ref": "this"}})
    game = with_link(effects=(keep,))
    cast(game, event=TriggerEvent(event="effect_declared", by="b", card=number(game, "b", "acts"), link=1), link=2)
    assert [] == done(game)
    assert not game.state.chain[0].negated


@of("step end_attack")
@pytest.mark.rule("TC-RUL-052")
def test_the_current_attack_ends_without_a_victor() -> None:
    """An effect ends the current attack without a winner. Without an attack, it does nothing."""
    game = board(
        cards=[*CARDS, spell({"do": "end_attack"})],
        a=side(commands=["spell"], forms=["whelp"]),
        b=side(),
        step="combat",
    )
    attack = AttackDeclared(
        seat="a", attacker=number(game, "a", "whelp"), target=number(game, "b", "lantern-marshal"), of="b"
    )
    game.emit(attack)
    cast(cast(game))
    assert [attack, AttackEnded(reason="ended")] == done(game)
    assert game.state.attack is None


@of("step win_game")
@pytest.mark.rule("TC-WIN-06", "TC-WIN-07", "TC-RUL-043")
def test_win_step_ends_the_match() -> None:
    """After a step that wins the match, the remaining steps of its effect are not carried out."""
    game = board(cards=[*CARDS, spell({"do": "win_game"}, DRAW)], a=side(**RICH), b=side())
    cast(game)
    assert [MatchFinished(winner="a", reason="effect")] == done(game)


@pytest.mark.rule("TC-WIN-07")
def test_an_alternate_win_belongs_to_the_controller_not_the_owner() -> None:
    """A card that wins the match does so for its controller, even if another player owns it."""
    game = board(cards=[*CARDS, spell({"do": "win_game"})], a=side(commands=["spell"]), b=side(forms=["whelp"]))
    card(game, "a", "spell").owner = "b"
    cast(game)
    assert "a" == game.state.winner


@pytest.mark.rule("TC-RUL-043")
def test_loser_by_an_earlier_step_cannot_win() -> None:
    """If one step makes the effect's player lose, a later step that would win the match is not carried out."""
    lose = {"do": "lose_game", "who": "you"}
    game = board(
        cards=[*CARDS, spell(lose, {"do": "win_game", "who": "you"})],
        a=side(commands=["spell"]),
        b=side(deck=["whelp"]),
        c=side(),
    )
    cast(game)
    assert "" == game.state.winner
    assert "turns" == game.state.stage


@of("step lose_game")
@pytest.mark.rule("TC-WIN-05", "TC-RUL-042")
def test_players_lose_together_by_one_step() -> None:
    """If one step makes both opponents lose at once, the last player left wins."""
    game = board(
        cards=[*CARDS, spell({"do": "lose_game", "who": "each_opponent"})],
        a=side(commands=["spell"]),
        b=side(),
        c=side(),
    )
    cast(game)
    assert [
        PlayerLost(seat="b", reason="effect"), PlayerLost(seat="c", reason="effect"),
        MatchFinished(winner="a", reason="last_standing"),
    ] == done(game)  # fmt: skip
