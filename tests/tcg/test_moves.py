"""Impossible moves.

Whatever a card's data says, no card moves into a zone that its kind forbids, and no event records it.
"""

from collections.abc import Callable

import pytest

from services.tcg.chapters import entering, hands, leaving
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.entering import SpiritsMoved
from services.tcg.chapters.hands import CardPutBack, CardsDrawn, DeckShuffled, Discarded
from services.tcg.chapters.winning import PlayerLost, PlayerRemoved
from services.tcg.words import DeckName
from shared.kernel.chance import Faces
from shared.kernel.messages import NOBODY, Secret
from tests.tcg.board import board, change, effect, form, number, record, side
from tests.tcg.played import of
from tests.tcg.playing import Playing, run


def table() -> Playing:
    """Return a board on which both players have cards in every zone."""
    both = side(
        hand=["gate-whelp", "boost"], forms=[("reef-urchin", "rescue"), "silt-crab"], void=["protect"],
        drop=["riptide"], deck=["foam-sprite", "second-wind"], spirits=["aggress", "boost"], commands=["watch-fire"],
    )  # fmt: skip
    return board(a=both, b=both, c=both)


@pytest.mark.rule("TC-KEY-06", "TC-ZONE-16", "TC-RUL-091")
def test_only_cards_other_than_spirits_are_discarded() -> None:
    """A discard ignores spirits, cards in other players' hands and cards in other zones."""
    game = table()
    mine = number(game, "a", "gate-whelp", "hand")
    others = (
        number(game, "a", "boost", "hand"),
        number(game, "b", "gate-whelp", "hand"),
        number(game, "a", "silt-crab"),
    )
    hands.discard(game, [("a", others)])
    assert [] == game.events
    hands.discard(game, [("a", (*others, mine))])
    (discarded,) = of(Discarded, game.events)
    assert Secret(audience=("a",), value=(mine,)) == discarded.hand


@pytest.mark.rule("TC-KEY-07")
def test_only_spirits_of_the_players_own_void_are_rescued() -> None:
    """A rescue takes no spirit from another void or from under a form."""
    game = table()
    hands.rescue(game, [("a", (number(game, "b", "protect", "void"), number(game, "a", "rescue", "under")))])
    assert [] == game.events


@pytest.mark.rule("TC-RUL-091", "TC-ZONE-04")
def test_only_main_cards_of_the_hand_go_back_to_the_main_deck() -> None:
    """A step that returns cards from the hand to the main deck ignores spirits and cards of other hands."""
    game = table()
    mine = number(game, "a", "gate-whelp", "hand")
    hands.put_back(game, "a", (number(game, "a", "boost", "hand"), number(game, "b", "gate-whelp", "hand")), "deck_top")
    assert [] == game.events
    hands.put_back(game, "a", (number(game, "a", "boost", "hand"), mine), "deck_top")
    assert [(1, (mine,))] == [(event.n, event.hand.open()) for event in of(CardPutBack, game.events)]
    assert ["second-wind", "foam-sprite", "gate-whelp"] == game.state.players["a"].deck


@pytest.mark.rule("TC-KEY-02", "TC-KEY-12", "TC-KEY-14")
@pytest.mark.parametrize("count", [0, -2])
@pytest.mark.parametrize(
    "move",
    [hands.draw, hands.invoke, lambda game, seat, count: leaving.devour(game, "b", [seat], count)],
    ids=["draw", "invoke", "devour"],
)
def test_numbers_below_one_take_nothing(move: Callable[[Playing, str, int], None], count: int) -> None:
    """A draw, invoke or devour of zero or fewer cards moves no cards."""
    game = table()
    move(game, "a", count)
    assert [] == game.events


@pytest.mark.rule("TC-RUL-046")
@pytest.mark.parametrize("move", [hands.draw, hands.invoke], ids=["draw", "invoke"])
def test_loser_takes_no_cards(move: Callable[[Playing, str, int], None]) -> None:
    """A player who has lost takes no cards, even before their own cards have left the match."""
    game = record(table(), PlayerLost(seat="c", reason="effect"))
    game.events.clear()
    move(game, "c", 1)
    entering.flip(game, "c")
    assert [] == game.events
    record(game, PlayerRemoved(seat="c"))
    game.events.clear()
    entering.flip(game, "c")
    assert [] == game.events


@pytest.mark.rule("TC-KEY-10", "TC-RUL-021")
def test_spirits_move_only_to_another_form() -> None:
    """A spirit moves neither to the form that is already above it nor under a card in hand.

    A spirit that is not under a card does not move.
    """
    game = table()
    spirit, host = number(game, "a", "rescue", "under"), number(game, "a", "reef-urchin")
    entering.move_spirits(game, [spirit], host)
    entering.move_spirits(game, [spirit], number(game, "a", "gate-whelp", "hand"))
    entering.move_spirits(game, [number(game, "a", "protect", "void")], number(game, "a", "silt-crab"))
    assert [] == game.events
    entering.move_spirits(game, [spirit, number(game, "a", "boost", "hand")], number(game, "a", "silt-crab"))
    assert [SpiritsMoved(spirits=(spirit,), to=number(game, "a", "silt-crab"))] == game.events


@pytest.mark.rule("TC-SAV-02", "TC-ZONE-07")
def test_savior_is_neither_moved_nor_sacrificed() -> None:
    """A sacrifice affects only forms in play, and no step moves a savior."""
    game = table()
    cards = game.state.table
    savior = cards[game.state.players["a"].savior]
    assert not leaving.leave(game, savior, cause="effect")
    others = [number(game, "a", "gate-whelp", "hand"), number(game, "a", "watch-fire")]
    leaving.sacrifice(game, [savior, *(cards[one] for one in others)])
    assert [] == game.events


@pytest.mark.rule("TC-RUL-078", "TC-RUL-090")
def test_control_ends_with_the_card_it_depends_on() -> None:
    """If one of two cards that each control a form leaves play, only the form that it controlled returns."""
    mine, theirs = side(commands=["watch-fire", "tide-gate"]), side(forms=["reef-urchin", "silt-crab"])
    game = board(a=mine, b=theirs)
    sources = [number(game, "a", "watch-fire"), number(game, "a", "tide-gate")]
    forms = list(game.state.players["b"].forms)
    for zone, (held, source) in enumerate(zip(forms, sources, strict=True)):
        until = change(game, "control", source=source, lasts="while_in_play", part="b")
        record(game, ControlChanged(thing=held, seat="a", zone=zone, change=until))
    leaving.leave(game, game.state.table[sources[1]], cause="effect")
    assert ["a", "b"] == [game.state.table[held].seat for held in forms]


@pytest.mark.rule("TC-ZONE-13", "TC-ZONE-18", "TC-ZONE-12", "TC-ZONE-17")
@pytest.mark.parametrize("deck", ["main", "spirit"])
def test_order_of_a_deck_is_hidden_from_all(deck: DeckName) -> None:
    """The event of a shuffle reveals the new order to no seat, not even the deck's player, and neither does a draw."""
    game = table()
    game.chance = tape = Faces(2, 1)
    hands.shuffle(game, "a", deck)
    assert [NOBODY] == [audience for audience, _ in tape.taken]
    assert [(deck, NOBODY)] == [(event.deck, event.order.audience) for event in of(DeckShuffled, game.events)]


@pytest.mark.rule("TC-RUL-070", "TC-RUL-079")
def test_replacement_works_up_to_its_limit() -> None:
    """A once-a-turn replacement keeps a form in play the first time, but not the second time."""
    instead = {"event": "would_leave", "of": {"ref": "this"}}
    ward = form("ward", effect("stay", replace=instead, limit={"count": 1, "per": "turn"}))
    game = board(a=side(forms=["ward"]), b=side(), cards=[ward])
    card = game.state.table[game.state.players["a"].forms[0]]
    assert [False, True] == [leaving.leave(game, card, cause="effect") for _ in range(2)]


@pytest.mark.rule("TC-RUL-079")
def test_replacement_does_not_replace_its_own_steps() -> None:
    """A replacement that draws two cards instead of one does not replace its own draws."""
    instead = {"event": "would_draw", "who": "you", "do": [{"do": "draw", "n": 2}]}
    well = form("well", effect("deep", replace=instead))
    deck = ["reef-urchin", "gate-whelp", "foam-sprite"]
    game = board(a=side(forms=["well"], deck=deck), b=side(), cards=[well])
    hands.draw(game, ["a"], 1)
    run(game)
    assert [2] == [event.n for event in of(CardsDrawn, game.events)]
