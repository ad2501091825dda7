"""The board, which caches facts that the rules compute from the cards.

A board updated by events equals a board built from scratch.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import STARTER, STARTER_DECKS
from services.tcg.chapters import control, entering, turn, winning
from services.tcg.chapters.course import AttackEnded
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.departures import (
    CardReturned,
    CardSentToDrop,
    FormSacrificed,
    Gone,
    SpiritsReturned,
    SpiritsSentToVoid,
)
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.opening import SeatJoined
from services.tcg.chapters.sources import Board, EffectGranted, Restricted, board_of, recall
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.uses import possible_uses
from services.tcg.playing.entries import candidates
from services.tcg.playing.position import act
from services.tcg.state.match import Match
from shared.kernel.chance import SeedTape
from shared.kernel.messages import Event, Seat, Secret
from tests.tcg.continuous import PLAIN, pwr
from tests.tcg.invariants import Watch
from tests.tcg.invariants.readings import what_is_remembered_is_still_true
from tests.tcg.playing import Playing, run
from tests.tcg.policy import play

from .board import board, change, number, own, record, savior, side


def contents_of(seen: Board) -> list[tuple[Any, ...]]:
    """Return a board's contents in a form that can be compared."""
    pieces = [*sorted(seen.pieces.items()), *((0, piece) for piece in seen.extras)]
    return [
        (at, piece.running.seat, piece.running.card, piece.host, sorted(piece.listening), sorted(piece.holding),
         [held.on for name in sorted(piece.holding) for held in piece.holding[name]], sorted(piece.replacing))
        for at, piece in pieces
    ]  # fmt: skip


def test_updated_board_equals_a_new_one() -> None:
    """An updated board equals a new one after each type of event that moves, turns or changes cards."""
    game = board(
        a=side(forms=[("gate-whelp", "boost", "rescue"), "twin-fang"], commands=["watch-fire"], hand=["boost"],
               savior=("lantern-marshal", "boost")),
        b=side(forms=["silt-crab"], set=["raised-shield"], hand=["tide-gate"]),
    )  # fmt: skip
    whelp, fang, crab = number(game, "a", "gate-whelp"), number(game, "a", "twin-fang"), number(game, "b", "silt-crab")
    boost, rescue = game.state.table[whelp].under
    fire, new = number(game, "a", "watch-fire"), game.state.made
    gate = entering.CommandPlayed(
        seat="b", card="tide-gate", thing=new + 2, zone=1, origin="hand", hand=own("b", number(game, "b", "tide-gate"))
    )
    steps = (
        entering.Spiritualized(
            seat="a", thing=fang, spirit=new + 1, card="house-boost", hand=own("a", number(game, "a", "boost", "hand"))
        ),
        gate, entering.CommandFlipped(seat="b", thing=number(game, "b", "raised-shield"), card="raised-shield"),
        EffectGranted(thing=whelp, change=change(game, "grant", part="kindle#main/1", lasts="end_of_turn")),
        Restricted(thing=crab, change=change(game, "restrict", part="kelp-binder#bind/1", lasts="this_attack")),
        entering.SaviorFlipped(seat="a", thing=game.player("a").savior),
        entering.SpiritAttached(thing=crab, spirit=new + 3, card="house-aggress", owner="b", origin="spirit_deck"),
        entering.SpiritsMoved(spirits=(boost, rescue), to=fang),
        CardSentToDrop(thing=fire, card="watch-fire", owner="a", cause="effect"),
        AttackEnded(reason="ended"),
        SpiritsReturned(owner="a", spirits=(boost,), cards=("house-boost",), first=new + 4),
        SpiritsSentToVoid(
            cause="effect",
            spirits=(Gone(owner="a", card="house-rescue", thing=rescue, origin="under", was=rescue),),
        ),
        FormSacrificed(seat="a", thing=whelp, card="gate-whelp", cause="play"),
        control.ControlChanged(thing=crab, seat="a", zone=0),
        CardReturned(thing=fang, card="twin-fang", owner="a", to="hand", first=new + 5),
        turn.TurnEnded(turn=3), winning.PlayerLost(seat="b", reason="void"), winning.PlayerRemoved(seat="b"),
    )  # fmt: skip

    board_of(game)
    for step in steps:
        record(game, step)
        anew = Board()
        anew.find(game)
        assert contents_of(anew) == contents_of(board_of(game)), step


class Watched(Playing):
    """A match that builds a new board after each event and compares it with the updated one."""

    def emit(self, event: Event) -> None:
        """Record an event and compare the boards."""
        super().emit(event)
        anew = Board()
        anew.find(self)
        assert contents_of(anew) == contents_of(board_of(self)), event


@pytest.mark.parametrize("seed", range(3))
def test_board_stays_correct_in_whole_matches(seed: int) -> None:
    """In random matches of two or three players, the updated board equals a new one after every event."""
    luck = Random(seed)
    seats = "ab" if seed else "abc"
    game = Watched(
        Match(cards=compose(STARTER, "house").text), SeedTape(seed=bytes([seed]) * 32, digest=bytes(32), version=0)
    )
    record(game, *(SeatJoined(seat=seat) for seat in seats))
    for seat, deck in zip(seats, (*STARTER_DECKS.values(), *STARTER_DECKS.values()), strict=False):
        act(game, seat, SubmitDeck(deck=deck))
    run(game)

    assert play(game, luck.randrange, most=250) > 50


# ---------------------------------------------------------------- cached facts about a seat's cards


def draw(game: Playing, name: str) -> None:
    """Put a card on top of a's deck, and draw it."""
    game.state.players["a"].deck.append(name)
    first = game.state.made + 1
    record(game, CardsDrawn(seat="a", n=1, first=first, cards=Secret(audience=("a",), value=(name,))))


def size_of_hand(game: MatchContext, seat: Seat) -> int:
    """Return the number of cards in a hand."""
    return len(game.state.players[seat].hand)


def test_drawn_form_changes_only_facts_about_the_whole_hand() -> None:
    """After a form is drawn, a seat's cached responses stay valid, and its actions are computed again."""
    game = board(a=side(forms=["twin-fang"], hand=["boost"]), b=side())
    answers, actions = (candidates(game, "a", kind) for kind in ("respond", "act"))

    draw(game, "gate-whelp")
    assert candidates(game, "a", "respond") is answers
    assert len(candidates(game, "a", "act")) == len(actions) + 1


def test_drawn_swift_command_can_be_used_at_once() -> None:
    """After a card is drawn that can be used from the hand, all cached facts about its seat are computed again."""
    game = board(a=side(), b=side())
    swift = next(one.id for one in game.pool.printed.values() if one.swift is not None)
    assert swift not in [use.ability.card for use in possible_uses(game, "a")]

    draw(game, swift)
    assert swift in [use.ability.card for use in possible_uses(game, "a")]


def test_undeclared_dependency_of_a_cached_fact_is_detected() -> None:
    """The invariant checked in all random matches detects a cached fact that depends on more than it declares."""
    game = board(a=side(), b=side())
    watch = Watch(game, live=False)
    recall(game, size_of_hand, "a")
    what_is_remembered_is_still_true(watch)

    draw(game, "gate-whelp")
    with pytest.raises(AssertionError, match="size_of_hand"):
        what_is_remembered_is_still_true(watch)


def test_savior_sides_are_written_in_a_test_as_in_a_file() -> None:
    """The test helper `savior` accepts the sides of a savior as a card file writes them."""
    odd = savior("odd", bound={"effects": []}, boundless={"pwr": 9, "effects": []})
    game = board(cards=[odd], a=side(savior="odd", boundless=True), b=PLAIN)

    assert pwr(game, "a", "odd") == 9
