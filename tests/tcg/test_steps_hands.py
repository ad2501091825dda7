"""Steps that draw, invoke, rescue and discard, each with its exact events."""

from __future__ import annotations

import pytest

from services.tcg.chapters.departures import CardReturned
from services.tcg.chapters.hands import CardsDrawn, DeckShuffled, Discarded, Rescued, Shown, SpiritsInvoked
from services.tcg.chapters.reading.amounts import DieRolled
from services.tcg.chapters.revealing import Revealed
from services.tcg.words import DeckName
from tests.tcg.board import board, effect, event_names, form, number, side
from tests.tcg.steps import CARDS, answer, cast, done, mine, of, open_decision, spell, unread

LEVEL_TWO = {"op": "is", "of": {"ref": "each"}, "level": 2}


def shuffle_of(seat: str, deck: DeckName, *order: int) -> DeckShuffled:
    """Return the event that shuffles a deck."""
    return DeckShuffled(seat=seat, deck=deck, order=unread(order))


# ---------------------------------------------------------------- draw, invoke, rescue


@of("step draw")
@pytest.mark.rule("TC-KEY-02", "TC-KEY-03", "TC-KEY-04")
def test_draw_takes_the_top_of_the_players_main_deck() -> None:
    """Two cards move from the top of the main deck to the hand with new numbers that only their player sees."""
    game = board(
        cards=[*CARDS, spell({"do": "draw", "n": 2})], b=side(),
        a=side(commands=["spell"], deck=["whelp", "brute", "trap"], spirits=["boost"]),
    )  # fmt: skip
    first = game.state.made + 1
    cast(game)
    assert [CardsDrawn(seat="a", n=2, first=first, cards=mine(("whelp", "brute")))] == done(game)
    assert ["trap"] == game.state.players["a"].deck
    assert 1 == len(game.state.players["a"].spirits)


@pytest.mark.rule("TC-RUL-035")
def test_draw_by_effect_takes_at_most_the_whole_deck() -> None:
    """If an effect draws more cards than the deck has, it draws all of them, and no player loses."""
    game = board(cards=[*CARDS, spell({"do": "draw", "n": 5})], a=side(commands=["spell"], deck=["whelp"]), b=side())
    cast(cast(game))
    assert ["CardsDrawn"] == event_names(game)
    assert "turns" == game.state.stage


def test_rolled_number_is_rolled_once() -> None:
    """If the number of discards is rolled, the die is rolled once, before the player chooses the cards."""
    steps = {"do": "discard", "n": {"die": 6}}
    game = board(
        cards=[*CARDS, spell(steps)], a=side(commands=["spell"], hand=["whelp", "brute"]), b=side(), faces=[1]
    )  # fmt: skip
    answer(cast(game), number(game, "a", "brute"))
    assert ["DieRolled", "Discarded"] == [type(event).__name__ for event in done(game)]
    assert DieRolled(seat="a", sides=6, value=1) == done(game)[0]


@of("step invoke")
@pytest.mark.rule("TC-KEY-12", "TC-RUL-037")
def test_invoke_takes_the_top_of_the_spirit_deck() -> None:
    """An invoke of three takes both spirits of a deck of two, the top one first."""
    game = board(
        cards=[*CARDS, spell({"do": "invoke", "n": 3})], a=side(commands=["spell"], spirits=["boost", "rescue"]),
        b=side(),
    )  # fmt: skip
    first = game.state.made + 1
    cast(game)
    assert [SpiritsInvoked(seat="a", n=2, first=first, cards=mine(("house-boost", "house-rescue")))] == done(game)


@of("step rescue")
@pytest.mark.rule("TC-KEY-07", "TC-KEY-08")
def test_rescuing_player_picks_among_the_whole_void() -> None:
    """A rescue offers all three spirits in the void; the picked one goes to the hand with a new number."""
    game = board(
        cards=[*CARDS, spell({"do": "rescue", "n": 1})], b=side(),
        a=side(commands=["spell"], void=["boost", "protect", "perfect"]),
    )  # fmt: skip
    spirit = number(game, "a", "protect")
    cast(game)
    assert set(game.state.players["a"].void) == set(open_decision(game).options)
    first = game.state.made + 1
    answer(game, spirit)
    assert [Rescued(seat="a", spirits=(spirit,), cards=("house-protect",), first=first)] == done(game)


@pytest.mark.rule("TC-RUL-038")
def test_rescue_of_more_than_the_void_holds_takes_all() -> None:
    """A rescue of three takes both spirits of a void that has two, without a decision."""
    game = board(
        cards=[*CARDS, spell({"do": "rescue", "n": 3})], a=side(commands=["spell"], void=["boost", "boost"]), b=side()
    )  # fmt: skip
    cast(game)
    assert ["Rescued"] == event_names(game)
    assert [] == game.state.players["a"].void


# ---------------------------------------------------------------- discard


@of("step discard")
@pytest.mark.rule("TC-KEY-05", "TC-KEY-06", "TC-ZONE-16", "TC-RUL-039")
def test_player_picks_their_own_discards() -> None:
    """An opponent who must discard picks one of two cards; a spirit in hand is not an option."""
    game = board(
        cards=[*CARDS, spell({"do": "discard", "n": 1, "who": "opponent"})], a=side(commands=["spell"]),
        b=side(hand=["whelp", "boost", "brute"]),
    )  # fmt: skip
    cast(game)
    whelp, brute = number(game, "b", "whelp"), number(game, "b", "brute")
    assert ("b", (whelp, brute)) == (open_decision(game).seat, open_decision(game).options)
    thing = game.state.made + 1
    answer(game, brute)
    assert [
        Discarded(seat="b", cards=(Shown(card="brute", thing=thing),), hand=mine((brute,), "b")),
    ] == done(game)  # fmt: skip
    assert [thing] == game.state.players["b"].drop


@pytest.mark.rule("TC-RUL-039")
def test_discard_takes_at_most_the_whole_hand() -> None:
    """A discard of three takes the only card of a hand, and nothing from a hand of spirits."""
    game = board(
        cards=[*CARDS, spell({"do": "discard", "n": 3, "who": "any"})], a=side(commands=["spell"], hand=["whelp"]),
        b=side(hand=["boost"]),
    )  # fmt: skip
    cast(game)
    assert ["Discarded"] == event_names(game)


def test_each_player_picks_their_own_discard() -> None:
    """If all players discard a card, each picks in turn, and then all are discarded together."""
    game = board(
        cards=[*CARDS, spell({"do": "discard", "n": 1, "who": "any"})],
        a=side(commands=["spell"], hand=["whelp", "brute"]), b=side(hand=["whelp", "brute"]),
    )  # fmt: skip
    cast(game)
    assert "a" == open_decision(game).seat
    answer(game, number(game, "a", "brute"))
    assert "b" == open_decision(game).seat
    answer(game, number(game, "b", "whelp"))
    assert [("a", "brute"), ("b", "whelp")] == [
        (event.seat, event.cards[0].card) for event in done(game) if isinstance(event, Discarded)
    ]


@pytest.mark.rule("TC-RUL-039", "TC-RUL-082")
def test_random_discard_asks_no_player() -> None:
    """A random discard of one of two cards asks no player; a random order determines the card."""
    steps = {"do": "discard", "n": 1, "who": "opponent", "by": "random"}
    game = board(
        cards=[*CARDS, spell(steps)], a=side(commands=["spell"]), b=side(hand=["whelp", "brute"]), faces=[2, 1]
    )  # fmt: skip
    cast(game)
    assert ["Discarded"] == event_names(game)
    assert "brute" == game.events[0].cards[0].card  # type: ignore[attr-defined]


def test_player_who_picks_from_another_hand_sees_it_first() -> None:
    """A player who picks a discard from another hand is first shown the possible cards; other players are not."""
    steps = {"do": "discard", "n": 1, "who": "opponent", "by": "you"}
    game = board(cards=[*CARDS, spell(steps)], a=side(commands=["spell"]), b=side(hand=["whelp", "boost", "brute"]))
    cast(game)
    assert [Revealed(seat="b", n=2, origin="hand", to=mine(("whelp", "brute")))] == done(game)
    assert ("a", ("whelp", "brute")) == (open_decision(game).seat, open_decision(game).words)
    answer(game, number(game, "b", "brute"))
    assert ["Revealed", "Discarded"] == [type(event).__name__ for event in done(game)]


def test_filtered_discard_always_asks() -> None:
    """If only some cards may be discarded, the player is asked even if none matches, because hands are hidden."""
    game = board(
        cards=[*CARDS, spell({"do": "discard", "n": 1, "filter": LEVEL_TWO})],
        a=side(commands=["spell"], hand=["whelp"]),
        b=side(),
    )
    cast(game)
    assert ((), 0, 0) == (open_decision(game).options, open_decision(game).least, open_decision(game).most)
    answer(game)
    assert [] == done(game)


# ---------------------------------------------------------------- replacements of draws and discards


@of("replacement would_draw")
def test_draw_is_replaced_as_a_whole() -> None:
    """A replacement may turn a draw of two into an invoke and a draw of one, which is not replaced again."""
    keeper = form(
        "keeper",
        effect(
            "tide",
            replace={"event": "would_draw", "who": "you", "do": [{"do": "invoke", "n": 1}, {"do": "draw", "n": 1}]},
        ),
    )
    game = board(
        cards=[*CARDS, keeper, spell({"do": "draw", "n": 2})], b=side(),
        a=side(commands=["spell"], forms=["keeper"], deck=["whelp"] * 3, spirits=["boost"]),
    )  # fmt: skip
    cast(game)
    assert ["SpiritsInvoked", "CardsDrawn"] == event_names(game)
    assert 1 == game.events[1].n  # type: ignore[attr-defined]


def test_replacement_of_draws_names_its_player() -> None:
    """A replacement of draws applies only to the draws of the player named by `who`."""
    keeper = form("keeper", effect("tide", replace={"event": "would_draw", "who": "opponent"}))
    game = board(
        cards=[*CARDS, keeper, spell({"do": "draw", "n": 1})], a=side(commands=["spell"], deck=["whelp"]),
        b=side(commands=["spell"], forms=["keeper"], deck=["whelp"]),
    )  # fmt: skip
    cast(game, "b")
    assert ["CardsDrawn"] == event_names(game)
    cast(game, "a")
    assert ["CardsDrawn"] == event_names(game)


def test_two_replacements_never_loop() -> None:
    """If draws are replaced with discards and discards with draws, each replacement applies only once to an event."""
    keeper = form(
        "keeper",
        effect("a", replace={"event": "would_draw", "who": "you", "do": [{"do": "discard", "n": 1}]}),
        effect("b", replace={"event": "would_discard", "who": "you", "do": [{"do": "draw", "n": 1}]}),
    )
    game = board(
        cards=[*CARDS, keeper, spell({"do": "draw", "n": 1})], b=side(),
        a=side(commands=["spell"], forms=["keeper"], deck=["whelp"], hand=["brute"]),
    )  # fmt: skip
    cast(game)
    assert ["CardsDrawn"] == event_names(game)


@of("replacement would_discard")
def test_discard_is_replaced_before_picking() -> None:
    """A replacement of a discard is carried out before any card is picked. It does not apply to an empty hand."""
    instead = {"event": "would_discard", "who": "you", "do": [{"do": "draw", "n": 1}]}
    game = board(
        cards=[*CARDS, form("keeper", effect("hold", replace=instead)), spell({"do": "discard", "n": 1, "who": "any"})],
        a=side(commands=["spell"], forms=["keeper"], deck=["whelp"] * 2, hand=["whelp", "brute"]),
        b=side(forms=["keeper"], deck=["whelp"] * 2),
    )  # fmt: skip
    cast(game)
    assert [("CardsDrawn", "a")] == [(type(event).__name__, event.seat) for event in game.events]  # type: ignore[attr-defined]
    assert 3 == len(game.state.players["a"].hand)


def test_used_up_replacement_no_longer_replaces() -> None:
    """A once-a-turn replacement of draws does not apply to the second draw of a turn."""
    keeper = form(
        "keeper",
        effect("tide", replace={"event": "would_draw", "who": "you"}, limit={"count": 1, "per": "turn"}),
    )
    game = board(
        cards=[*CARDS, keeper, spell({"do": "draw", "n": 1}, {"do": "draw", "n": 1})], b=side(),
        a=side(commands=["spell"], forms=["keeper"], deck=["whelp"] * 3),
    )  # fmt: skip
    cast(game)
    assert ["EffectUsed", "CardsDrawn"] == event_names(game)


@pytest.mark.rule("TC-RUL-086", "TC-RUL-087")
def test_returned_face_down_command_stays_hidden() -> None:
    """The event of a face-down command that returns to the hand does not name it."""
    steps = {"do": "put_in_deck", "of": {"who": "opponent", "zone": "command"}, "at": "bottom"}
    game = board(cards=[*CARDS, spell(steps)], a=side(commands=["spell"]), b=side(set=["trap"]))
    trap = number(game, "b", "trap")
    cast(game)
    assert [CardReturned(thing=trap, card="", owner="b", to="deck_bottom")] == done(game)
