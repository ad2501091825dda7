"""Steps with spirits, each with its exact events."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters.departures import SpiritsSentToVoid
from services.tcg.chapters.entering import SpiritAttached, SpiritsMoved, Spiritualized
from services.tcg.chapters.leaving import Despiritualized, Devoured
from services.tcg.forms import AMENDED
from services.tcg.settings import MatchSettings
from tests.tcg.board import board, card, command, effect, event_names, heard, number, side
from tests.tcg.steps import (
    CARDS,
    FORM,
    THEIRS,
    answer,
    cast,
    done,
    events_of,
    lost_spirit,
    mine,
    of,
    open_decision,
    spell,
)

SPIRIT = {"who": "you", "zone": "hand", "n": 1}


# ---------------------------------------------------------------- devour


@of("step devour")
@pytest.mark.rule("TC-KEY-14")
def test_devour_takes_the_top_of_an_opponents_spirit_deck() -> None:
    """A devour sends two of three spirits from an opponent's spirit deck to their owner's void, the top one first."""
    game = board(
        cards=[*CARDS, spell({"do": "devour", "n": 2})], a=side(commands=["spell"], spirits=["boost"]),
        b=side(spirits=["boost", "rescue", "perfect"]),
    )  # fmt: skip
    first = game.state.made + 1
    cast(game)
    spirits = (lost_spirit("b", "boost", first, "spirit_deck"), lost_spirit("b", "rescue", first + 1, "spirit_deck"))
    assert [Devoured(by="a", seat="b", n=2), SpiritsSentToVoid(cause="devour", spirits=spirits)] == done(game)
    assert (1, 1) == (len(game.state.players["a"].spirits), len(game.state.players["b"].spirits))


@pytest.mark.rule("TC-KEY-15", "TC-RUL-036")
def test_devour_takes_at_most_the_whole_spirit_deck() -> None:
    """A devour of two takes the only spirit of a deck, and a second devour takes none from any other zone."""
    game = board(
        cards=[*CARDS, spell({"do": "devour", "n": 2})], a=side(commands=["spell"]),
        b=side(savior=("lantern-marshal", "boost"), hand=["boost"], spirits=["boost"]),
    )  # fmt: skip
    cast(cast(game))
    assert ["Devoured", "SpiritsSentToVoid"] == event_names(game)
    assert 1 == len(game.state.players["b"].void)


@pytest.mark.rule("TC-RUL-036", "TC-RUL-045")
def test_devouring_player_picks_an_opponent_with_spirits() -> None:
    """Of three opponents, a devour offers only the two who have spirits in their spirit decks."""
    game = board(
        cards=[*CARDS, spell({"do": "devour", "n": 1})], a=side(commands=["spell"]), b=side(spirits=["boost"]),
        c=side(), d=side(spirits=["boost"]),
    )  # fmt: skip
    cast(game)
    assert ("a", "choose_player", (1, 3), ("b", "d")) == (
        open_decision(game).seat, open_decision(game).kind, open_decision(game).options, open_decision(game).words,
    )  # fmt: skip
    answer(game, 3)
    assert [Devoured(by="a", seat="d", n=1)] == events_of(game, Devoured)


@pytest.mark.rule("TC-RUL-042")
def test_players_devoured_by_one_step_lose_together() -> None:
    """If one step devours the seventh spirit of both opponents, they lose together, and the effect's player wins."""
    six = ["boost"] * 6
    game = board(
        cards=[*CARDS, spell({"do": "devour", "n": 1, "from": "each_opponent"})], a=side(commands=["spell"]),
        b=side(spirits=["boost"], void=six), c=side(spirits=["boost"], void=six),
    )  # fmt: skip
    cast(game)
    assert ["Devoured", "Devoured", "SpiritsSentToVoid", "PlayerLost", "PlayerLost", "MatchFinished"] == event_names(
        game
    )
    assert "a" == game.state.winner


# ---------------------------------------------------------------- under cards


@of("step spiritualize")
@pytest.mark.rule("TC-KEY-09", "TC-FORM-15", "TC-RUL-023", "TC-RUL-130")
def test_spiritualizing_by_effect_uses_the_limit() -> None:
    """An effect puts a spirit from the hand, picked by its player, face-up under a form. This uses the form's limit."""
    game = board(
        cards=[*CARDS, spell({"do": "spiritualize", "of": FORM, "spirit": SPIRIT})], b=side(),
        a=side(commands=["spell"], forms=["whelp"], hand=["boost", "brute", "rescue"]),
    )  # fmt: skip
    whelp, boost = number(game, "a", "whelp"), number(game, "a", "boost")
    cast(game)
    assert (boost, number(game, "a", "rescue")) == open_decision(game).options
    spirit = game.state.made + 1
    answer(game, boost)
    assert [
        Spiritualized(seat="a", thing=whelp, spirit=spirit, card="house-boost", hand=mine(boost)),
    ] == done(game)  # fmt: skip
    assert ((spirit,), 1) == (card(game, "a", "whelp").under, card(game, "a", "whelp").spiritualized)


@pytest.mark.rule("TC-FORM-16", "TC-RUL-023", "TC-RUL-164")
@pytest.mark.parametrize(("of_form", "questions"), [(3, 2), (2, 3)])
def test_spiritualize_limit_holds_for_effects(of_form: int, questions: int) -> None:
    """In one turn, a second effect puts no spirit under the same form, unless it ignores the limit.

    The player is asked for a spirit only if it may go somewhere; under version 2 of the rules, always.
    """
    once = {"do": "spiritualize", "of": FORM, "spirit": SPIRIT}
    game = board(
        cards=[*CARDS, spell(once, once, {**once, "ignore_limit": True})], b=side(),
        a=side(commands=["spell"], forms=["whelp"], hand=["boost"] * 3), of_form=of_form,
    )  # fmt: skip
    cast(game)
    for _ in range(questions):
        answer(game, open_decision(game).options[0])
    assert [True, False] == [event.counted for event in events_of(game, Spiritualized)]
    assert 1 == card(game, "a", "whelp").spiritualized


@pytest.mark.rule("TC-FORM-18", "TC-RUL-020", "TC-RUL-164")
@pytest.mark.parametrize("of_form", [3, 2])
def test_no_spirit_joins_a_perfect_spirit(of_form: int) -> None:
    """A form with a Perfect Spirit takes no more spirits, not even by an effect that ignores the limit."""
    steps = {"do": "spiritualize", "of": FORM, "spirit": SPIRIT, "ignore_limit": True}
    game = board(
        cards=[*CARDS, spell(steps)], a=side(commands=["spell"], forms=[("whelp", "perfect")], hand=["boost"]),
        b=side(), of_form=of_form,
    )  # fmt: skip
    cast(game)
    assert (of_form == 2) is bool(game.state.decisions)
    if of_form == 2:
        answer(game, open_decision(game).options[0])
    assert [] == done(game)


@pytest.mark.rule("TC-RUL-164", "TC-FORM-16")
def test_only_a_form_that_can_be_spiritualized_is_an_option() -> None:
    """An effect does not offer a form that was already spiritualized this turn, but takes the other one."""
    step = {"do": "spiritualize", "of": {**FORM, "n": 1}, "spirit": SPIRIT}
    game = board(
        cards=[*CARDS, spell(step, step)], a=side(commands=["spell"], forms=["whelp", "brute"], hand=["boost"] * 2),
        b=side(),
    )  # fmt: skip
    whelp, brute = number(game, "a", "whelp"), number(game, "a", "brute")
    cast(game)
    assert (whelp, brute) == open_decision(game).options
    answer(game, whelp)
    answer(game, open_decision(game).options[0])
    answer(game, open_decision(game).options[0])
    assert [whelp, brute] == [event.thing for event in events_of(game, Spiritualized)]


@pytest.mark.rule("TC-RUL-020")
@pytest.mark.parametrize(("alone", "times"), [(True, 0), (False, 1)])
def test_perfect_spirit_joins_others_by_setting(*, alone: bool, times: int) -> None:
    """A Perfect Spirit may go under a form with other spirits, unless `perfect_needs_empty_form` is true."""
    steps = {"do": "spiritualize", "of": FORM, "spirit": SPIRIT}
    game = board(
        cards=[*CARDS, spell(steps)], settings=MatchSettings(perfect_needs_empty_form=alone), b=side(),
        a=side(commands=["spell"], forms=[("whelp", "boost")], hand=["perfect"]),
    )  # fmt: skip
    cast(game)
    answer(game, open_decision(game).options[0])
    assert times == len(events_of(game, Spiritualized))


@pytest.mark.rule("TC-KEY-10", "TC-RUL-110")
def test_effect_can_spiritualize_an_opponents_form() -> None:
    """An effect may put a spirit under an opponent's form, and the spirit keeps its owner. It skips commands."""
    steps = {"do": "spiritualize", "of": {"who": "opponent", "zone": ["command", "form"]}, "spirit": SPIRIT}
    game = board(
        cards=[*CARDS, spell(steps)],
        a=side(commands=["spell"], hand=["boost"]),
        b=side(commands=["spell"], forms=["whelp"]),
    )
    cast(game)
    answer(game, open_decision(game).options[0])
    under = game.state.table[card(game, "b", "whelp").under[0]]
    assert ("a", "b") == (under.owner, under.seat)


@of("step attach_spirit")
@pytest.mark.rule("TC-FORM-17")
@pytest.mark.parametrize("origin", ["void", "spirit_deck", "under"])
def test_attaching_a_spirit_is_not_spiritualizing(origin: str) -> None:
    """A spirit attached from the void, the spirit deck or another card does not count as spiritualizing its card."""
    steps = {"do": "attach_spirit", "of": {**FORM, "filter": {"op": "is", "of": {"ref": "each"}, "name": "Whelp"}},
             "from": origin}  # fmt: skip
    game = board(
        cards=[*CARDS, spell(steps)], b=side(),
        a=side(savior=("lantern-marshal", "rescue"), commands=["spell"], forms=["whelp"], void=["rescue"],
               spirits=["rescue", "boost"]),
    )  # fmt: skip
    whelp, void = number(game, "a", "whelp"), game.state.players["a"].void[0]
    savior, first = card(game, "a", "lantern-marshal").under, game.state.made + 1
    cast(game)
    expected = {
        "void": SpiritAttached(thing=whelp, spirit=first, card="house-rescue", owner="a", origin="void", was=void),
        "spirit_deck": SpiritAttached(thing=whelp, spirit=first, card="house-rescue", owner="a", origin="spirit_deck"),
        "under": SpiritsMoved(spirits=savior, to=whelp),
    }  # fmt: skip
    assert [expected[origin]] == done(game)
    assert (0, []) == (card(game, "a", "whelp").spiritualized, heard(game))


def test_one_spirit_is_attached_by_default() -> None:
    """A step without a number attaches one of two spirits in the void, picked by the effect's player."""
    game = board(
        cards=[*CARDS, spell({"do": "attach_spirit", "of": FORM, "from": "void"})],
        a=side(commands=["spell"], forms=["whelp"], void=["boost", "rescue"]), b=side(),
    )  # fmt: skip
    cast(game)
    assert ("a", 2, 1, 1) == (
        open_decision(game).seat,
        len(open_decision(game).options),
        open_decision(game).least,
        open_decision(game).most,
    )


@of("step move_spirits")
@pytest.mark.rule("TC-FORM-19", "TC-RUL-021")
def test_spirits_move_under_another_card() -> None:
    """An effect may move spirits to a card with a Perfect Spirit.

    If it moves one of two, the effect's player picks it.
    """
    steps = {"do": "move_spirits", "from": THEIRS, "to": FORM}
    game = board(
        cards=[*CARDS, spell(steps), spell({**steps, "n": 1}, name="some")],
        a=side(commands=["spell", "some"], forms=[("whelp", "perfect")]), b=side(forms=[("brute", "boost", "rescue")]),
    )  # fmt: skip
    under, whelp = card(game, "b", "brute").under, number(game, "a", "whelp")
    cast(game, name="some")
    assert ("a", under) == (open_decision(game).seat, open_decision(game).options)
    answer(game, under[1])
    assert [SpiritsMoved(spirits=under[1:], to=whelp)] == done(game)
    cast(game)
    assert SpiritsMoved(spirits=under[:1], to=whelp) == done(game)[1]
    assert (3, "b") == (len(card(game, "a", "whelp").under), game.state.table[under[0]].owner)


# ---------------------------------------------------------------- from under cards


@of("step despiritualize")
@pytest.mark.rule("TC-KEY-13", "TC-SPI-06", "TC-RUL-040", "TC-RUL-124")
def test_effects_player_picks_spirits_under_a_card() -> None:
    """The effect's player picks one of an opponent's two spirits, which goes to its owner's void."""
    game = board(
        cards=[*CARDS, spell({"do": "despiritualize", "of": THEIRS, "n": 1})], a=side(commands=["spell"]),
        b=side(forms=[("whelp", "boost", "rescue")]),
    )  # fmt: skip
    whelp, under = number(game, "b", "whelp"), card(game, "b", "whelp").under
    cast(game)
    assert ("a", under) == (open_decision(game).seat, open_decision(game).options)
    answer(game, under[1])
    assert [
        Despiritualized(by="a", thing=whelp, n=1),
        SpiritsSentToVoid(cause="effect", spirits=(lost_spirit("b", "rescue", under[1]),)),
    ] == done(game)
    assert under[:1] == card(game, "b", "whelp").under


@pytest.mark.rule("TC-RUL-040")
def test_setting_lets_the_controller_pick() -> None:
    """If `despiritualize_chooser` is `card_controller`, the opponent chooses which of their spirits to lose."""
    game = board(
        cards=[*CARDS, spell({"do": "despiritualize", "of": THEIRS, "n": 1})], a=side(commands=["spell"]),
        b=side(forms=[("whelp", "boost", "rescue")]), settings=MatchSettings(despiritualize_chooser="card_controller"),
    )  # fmt: skip
    assert "b" == open_decision(cast(game)).seat


@pytest.mark.rule("TC-RUL-040", "TC-RUL-122")
def test_with_too_few_spirits_all_go() -> None:
    """A step that takes two spirits from a savior with one takes that spirit without a decision.

    A boundless savior stays boundless.
    """
    steps = {"do": "despiritualize", "of": {"who": "you", "zone": "savior"}, "n": 2}
    game = board(
        cards=[*CARDS, spell(steps)], b=side(),
        a=side(savior=("lantern-marshal", "boost"), boundless=True, commands=["spell"]),
    )  # fmt: skip
    cast(game)
    assert ["Despiritualized", "SpiritsSentToVoid"] == event_names(game)
    assert card(game, "a", "lantern-marshal").boundless


def test_only_spirits_of_the_named_type_are_taken() -> None:
    """A step that takes Boost Spirits from under a card leaves its Rescue Spirit."""
    steps = {"do": "despiritualize", "of": THEIRS, "n": 2, "type": "boost"}
    game = board(
        cards=[*CARDS, spell(steps)], a=side(commands=["spell"]), b=side(forms=[("whelp", "boost", "rescue")])
    )  # fmt: skip
    cast(game)
    assert ["house-rescue"] == [game.state.table[one].card for one in card(game, "b", "whelp").under]


@pytest.mark.rule("TC-RUL-192", "TC-KEY-13")
@pytest.mark.parametrize("step", [
    {"do": "despiritualize", "of": {**FORM, "n": 1, "by": "you"}, "n": 1},
    {"do": "move_spirits", "from": {**FORM, "n": 1, "by": "you"}, "to": {"who": "you", "zone": "savior"}},
])  # fmt: skip
def test_only_cards_with_spirits_can_be_picked(step: Any) -> None:  # noqa: ANN401 a step
    """A step that takes spirits from one form takes them from the only form that has any, without a question.

    Under version 2 of the rules, the player may pick a form without spirits.
    """
    sides: dict[str, Any] = {"a": side(commands=["spell"], forms=["whelp", ("brute", "boost")]), "b": side()}
    game = cast(board(cards=[*CARDS, spell(step)], **sides))
    assert ({}, ()) == (game.state.decisions, card(game, "a", "brute").under)
    game = cast(board(cards=[*CARDS, spell(step)], of_form=AMENDED, **sides))
    assert 2 == len(open_decision(game).options)


@pytest.mark.rule("TC-RUL-192")
def test_card_without_spirits_of_the_named_type_is_no_option() -> None:
    """A step that takes a Boost Spirit from a form offers only the forms that have one."""
    step = {"do": "despiritualize", "of": {**FORM, "n": 1, "by": "you"}, "n": 1, "type": "boost"}
    forms = [("whelp", "boost"), ("brute", "rescue"), ("whelp", "boost", "rescue")]
    settings = MatchSettings(form_zones=3)
    game = board(cards=[*CARDS, spell(step)], settings=settings, a=side(commands=["spell"], forms=forms), b=side())
    assert [("boost",), ("boost", "rescue")] == [
        tuple(game.state.table[one].card.removeprefix("house-") for one in game.state.table[form].under)
        for form in open_decision(cast(game)).options
    ]


@pytest.mark.rule("TC-RUL-192", "TC-RUL-188")
def test_replacement_without_a_spirit_to_take_still_applies() -> None:
    """If two forms would leave and there is one spirit to take instead, both stay, and one spirit goes to the void."""
    instead = {"event": "would_leave", "of": FORM,
               "do": [{"do": "despiritualize", "of": {**FORM, "n": 1, "by": "you"}, "n": 1}]}  # fmt: skip
    ward = command("ward", effect("keep", replace=instead))
    game = board(
        cards=[*CARDS, ward, spell({"do": "destroy", "of": FORM})], b=side(),
        a=side(commands=["spell", "ward"], forms=["whelp", ("brute", "boost")]),
    )  # fmt: skip
    cast(game)
    assert ["Despiritualized", "SpiritsSentToVoid"] == event_names(game)
    assert 2 == len([one for one in game.state.players["a"].forms if one])
