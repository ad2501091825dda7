"""Steps that look at, search, shuffle and refill decks, each with its exact events."""

from __future__ import annotations

import pytest

from services.tcg.chapters.departures import CardReturned, Gone, SpiritsSentToVoid
from services.tcg.chapters.entering import FormPlayed
from services.tcg.chapters.hands import CardPutBack, DeckShuffled
from services.tcg.chapters.operations.decks import DeckArranged, DeckLooked
from services.tcg.chapters.operations.searching import Searched
from services.tcg.chapters.revealing import Revealed
from services.tcg.forms import AMENDED, NEWEST
from services.tcg.words import DeckName
from tests.tcg.board import board, card, effect, event_names, form, heard, number, side
from tests.tcg.steps import CARDS, Part, answer, cast, done, mine, of, open_decision, spell, unread

LEVEL_TWO = {"op": "is", "of": {"ref": "each"}, "level": 2}


def shuffle_of(seat: str, deck: DeckName, *order: int) -> DeckShuffled:
    """Return the event that shuffles a deck."""
    return DeckShuffled(seat=seat, deck=deck, order=unread(order))


# ---------------------------------------------------------------- looking at decks


@of("step look_top")
@pytest.mark.rule("TC-RUL-083")
@pytest.mark.parametrize(("then", "deck"), [("keep_order", "whelp brute trap"), ("bottom", "trap whelp brute")])
def test_looking_at_the_top_shuffles_nothing(then: str, deck: str) -> None:
    """Only the player who looks sees the top two cards, which stay on top or go to the bottom without a shuffle."""
    game = board(
        cards=[*CARDS, spell({"do": "look_top", "deck": "main", "n": 2, "then": then})], b=side(),
        a=side(commands=["spell"], deck=["whelp", "brute", "trap"]),
    )  # fmt: skip
    cast(game)
    looked = DeckLooked(seat="a", deck="main", n=2, cards=mine(("whelp", "brute")))
    put = [DeckArranged(seat="a", deck="main", n=2, bottom=True, order=mine((0, 1)))]
    assert [looked, *(put if then == "bottom" else [])] == done(game)
    assert deck.split() == game.state.players["a"].deck[::-1]


def test_player_who_looked_may_reorder_the_top() -> None:
    """A player who looked at the top cards of a deck sees their names and chooses their order."""
    game = board(
        cards=[*CARDS, spell({"do": "look_top", "deck": "main", "n": 2, "then": "reorder"})], b=side(),
        a=side(commands=["spell"], deck=["whelp", "brute", "trap"]),
    )  # fmt: skip
    cast(game)
    assert ("order_cards", ("whelp", "brute")) == (open_decision(game).kind, open_decision(game).words)
    answer(game, 1, 0)
    assert ["DeckLooked", "DeckArranged"] == [type(event).__name__ for event in done(game)]
    assert ["brute", "whelp", "trap"] == game.state.players["a"].deck[::-1]


@of("step shuffle")
def test_order_of_a_shuffled_deck_is_hidden() -> None:
    """No seat may read the recorded order of a shuffled deck."""
    game = board(
        cards=[*CARDS, spell({"do": "shuffle", "deck": "main", "who": "opponent"})], a=side(commands=["spell"]),
        b=side(deck=["whelp", "brute"]), faces=[2, 1],
    )  # fmt: skip
    cast(game)
    assert [shuffle_of("b", "main", 1, 0)] == done(game)


@of("step reveal")
@pytest.mark.rule("TC-RUL-086")
def test_cards_are_shown_to_all_or_to_the_effect_s_player() -> None:
    """An effect may reveal a hand to all seats, or a face-down command to its own player only.

    Revealing a face-up form records no event.
    """
    hand = {"do": "reveal", "of": {"who": "opponent", "zone": "hand"}}
    below = {"do": "reveal", "of": {"who": "opponent", "zone": ["command", "form"]}, "to": "you"}
    game = board(
        cards=[*CARDS, spell(hand, below)], a=side(commands=["spell"]),
        b=side(hand=["whelp", "boost"], set=["trap"], forms=["whelp"]),
    )  # fmt: skip
    cast(game)
    assert [
        Revealed(seat="b", n=2, origin="hand", cards=("whelp", "house-boost")),
        Revealed(seat="b", n=1, origin="command", to=mine(("trap",))),
    ] == done(game)


@pytest.mark.rule("TC-RUL-208", "TC-RUL-086")
@pytest.mark.parametrize(
    ("to", "of_form", "drawn"), [("all", NEWEST, 1), ("you", NEWEST, 0), ("all", AMENDED, 0), ("", NEWEST, 0)]
)
def test_a_face_down_command_is_read_once_it_was_revealed(to: str, of_form: int, drawn: int) -> None:
    """An effect reads the type of a face-down command that it has revealed to all players, and of no other.

    Under version 2 of the rules, it reads none.
    """
    pick = {"do": "choose", "store": "x", "of": {"who": "opponent", "zone": "command", "n": 1, "by": "you"}}
    reveal = {"do": "reveal", "of": {"var": "x"}, "to": to}
    asks = {"op": "is", "of": {"var": "x"}, "type": "interrupt"}
    steps: list[Part] = [pick, *([reveal] if to else []), {"do": "if", "when": asks, "then": [{"do": "draw", "n": 1}]}]
    game = board(
        cards=[*CARDS, spell(*steps)], a=side(commands=["spell"], deck=["whelp"] * 3), b=side(set=["trap"]),
        of_form=of_form,
    )  # fmt: skip
    cast(game)
    assert drawn == len(game.state.players["a"].hand)
    assert not card(game, "b", "trap").up


def test_the_top_of_a_deck_is_shown() -> None:
    """An effect reveals the top cards of a main deck, as many as its selector says."""
    steps = {"do": "reveal", "of": {"who": "you", "zone": "main_deck", "n": 2}}
    game = board(cards=[*CARDS, spell(steps)], a=side(commands=["spell"], deck=["whelp", "brute", "trap"]), b=side())
    cast(game)
    assert [Revealed(seat="a", n=2, origin="main_deck", cards=("whelp", "brute"))] == done(game)


# ---------------------------------------------------------------- search


@of("step search")
@pytest.mark.rule("TC-ZONE-13", "TC-RUL-087")
def test_a_restricted_search_shows_what_it_takes_and_shuffles() -> None:
    """A restricted search offers only matching cards, reveals the taken card to all, and shuffles the deck."""
    game = board(
        cards=[*CARDS, spell({"do": "search", "deck": "main", "n": 1, "to": "hand", "filter": LEVEL_TWO})], b=side(),
        a=side(commands=["spell"], deck=["whelp", "brute", "trap"]), faces=[1, 2],
    )  # fmt: skip
    cast(game)
    assert ((0,), 0, 1, ("brute",)) == (
        open_decision(game).options,
        open_decision(game).least,
        open_decision(game).most,
        open_decision(game).words,
    )
    first = game.state.made + 1
    answer(game, 0)
    assert [
        Searched(
            seat="a", deck="main", n=1, to="hand", places=unread((1,)), cards=mine(("brute",)),
            revealed=("brute",), first=first,
        ),
        shuffle_of("a", "main", 0, 1),
    ] == done(game)  # fmt: skip


@pytest.mark.rule("TC-ZONE-13", "TC-ZONE-18", "TC-RUL-087")
def test_a_search_shuffles_even_if_nothing_is_taken() -> None:
    """A player may take nothing in a search, whatever is in the deck.

    The deck is shuffled, and no card is revealed.
    """
    game = board(
        cards=[*CARDS, spell({"do": "search", "deck": "spirit", "n": 1, "to": "hand"})], b=side(),
        a=side(commands=["spell"], spirits=["boost", "rescue"]), faces=[1, 2],
    )  # fmt: skip
    answer(cast(game))
    nothing = unread(())
    assert [
        Searched(seat="a", deck="spirit", n=0, to="hand", places=nothing, cards=mine(())),
        shuffle_of("a", "spirit", 0, 1),
    ] == done(game)


@pytest.mark.rule("TC-RUL-145")
@pytest.mark.parametrize("n", [0, {"count": {"who": "opponent", "zone": "drop"}}])
@pytest.mark.parametrize(
    ("of_form", "recorded"), [(NEWEST, []), (AMENDED, ["Searched", "DeckShuffled", "TriggersQueued"])]
)
def test_search_for_no_card_does_nothing(n: object, of_form: int, recorded: list[str]) -> None:
    """In a search for 0 cards, no deck is looked through or shuffled, and the steps after it are carried out.

    Under version 2 of the rules, the player is asked and the deck is shuffled.
    """
    searcher = form("searcher", effect("seen", "auto", on={"event": "searched"}, do=[{"do": "draw", "n": 1}]))
    search = {"do": "search", "deck": "main", "n": n, "to": "hand"}
    game = board(
        cards=[*CARDS, searcher, spell(search, {"do": "invoke", "n": 1})],
        a=side(commands=["spell"], forms=["searcher"], deck=["whelp", "trap"], spirits=["boost"]), b=side(),
        of_form=of_form, faces=[1, 2],
    )  # fmt: skip
    cast(game)
    if recorded:
        answer(game)
    assert [*recorded, "SpiritsInvoked"] == [type(event).__name__ for event in done(game)]
    assert (["searcher#seen"] if recorded else []) == heard(game)


@pytest.mark.rule("TC-RUL-087")
def test_an_unrestricted_search_shows_nothing() -> None:
    """If a search may take any card, the other players do not see which card was taken."""
    game = board(
        cards=[*CARDS, spell({"do": "search", "deck": "main", "n": 1, "to": "hand"})], b=side(),
        a=side(commands=["spell"], deck=["whelp", "brute"]), faces=[1],
    )  # fmt: skip
    answer(cast(game), 0)
    assert done(game)[0].revealed is None  # type: ignore[attr-defined]


@pytest.mark.rule("TC-RUL-027")
def test_a_form_found_in_the_deck_needs_no_sacrifice() -> None:
    """A search puts a form of level 2 into a zone that its player picks, without a sacrifice.

    The player cannot pick a command instead.
    """
    game = board(
        cards=[*CARDS, spell({"do": "search", "deck": "main", "n": 1, "to": "play"})], b=side(),
        a=side(commands=["spell"], deck=["trap", "brute"]), faces=[1],
    )  # fmt: skip
    answer(cast(game), 0)
    assert ("choose_zone", (0, 1), 1, 1) == (
        open_decision(game).kind,
        open_decision(game).options,
        open_decision(game).least,
        open_decision(game).most,
    )
    thing = game.state.made + 1
    answer(game, 1)
    assert FormPlayed(seat="a", card="brute", thing=thing, zone=1, origin="main_deck") == done(game)[1]
    assert ["Searched", "FormPlayed", "DeckShuffled"] == [type(event).__name__ for event in done(game)]
    assert ["trap"] == game.state.players["a"].deck


def test_a_search_brings_no_more_forms_than_there_are_zones() -> None:
    """If only one form zone is open, a search for two forms lets the player take only one form."""
    game = board(
        cards=[*CARDS, spell({"do": "search", "deck": "main", "n": 2, "to": "play"})], b=side(),
        a=side(commands=["spell"], forms=["whelp"], deck=["brute", "brute"]),
    )  # fmt: skip
    assert 1 == open_decision(cast(game)).most


def test_several_forms_found_fill_the_open_zones() -> None:
    """A search for two forms puts them into the two open zones, without asking the player for zones."""
    game = board(
        cards=[*CARDS, spell({"do": "search", "deck": "main", "n": 2, "to": "play"})],
        a=side(commands=["spell"], deck=["brute", "whelp"]), b=side(),
    )  # fmt: skip
    answer(cast(game), 0, 1)
    assert ["brute", "whelp"] == [game.state.table[one].card for one in game.state.players["a"].forms]


def test_loser_by_a_search_does_not_shuffle() -> None:
    """If a search puts a player's seventh spirit into the void, the player loses and does not shuffle the deck."""
    game = board(
        cards=[*CARDS, spell({"do": "search", "deck": "spirit", "n": 1, "to": "void"})],
        a=side(commands=["spell"], spirits=["boost", "boost"], void=["boost"] * 6), b=side(deck=["whelp"]), c=side(),
    )  # fmt: skip
    answer(cast(game), 0)
    names = [type(event).__name__ for event in done(game)]
    assert ["Searched", "SpiritsSentToVoid", "PlayerLost", "PlayerRemoved", "TurnEnded"] == names[:5]
    assert "DeckShuffled" not in names


def test_spirits_found_may_go_to_the_void() -> None:
    """A spirit found in a search may go to its owner's void; the event is the one that other steps record."""
    game = board(
        cards=[*CARDS, spell({"do": "search", "deck": "spirit", "n": 1, "to": "void"})], b=side(),
        a=side(commands=["spell"], spirits=["boost", "rescue"]), faces=[1],
    )  # fmt: skip
    cast(game)
    thing = game.state.made + 1
    answer(game, open_decision(game).words.index("house-rescue"))
    gone = Gone(owner="a", card="house-rescue", thing=thing, origin="spirit_deck")
    assert SpiritsSentToVoid(cause="effect", spirits=(gone,)) == done(game)[1]
    assert ["house-boost"] == game.state.players["a"].spirits


# ---------------------------------------------------------------- back to the deck


@of("step put_in_deck")
@pytest.mark.rule("TC-RUL-026", "TC-RUL-091")
def test_cards_go_back_to_their_owners_decks() -> None:
    """Cards from play, drop zone and hand return to their owners' decks, but spirits and saviors do not."""
    steps = {
        "do": "put_in_deck",
        "of": {"who": "opponent", "zone": ["savior", "form", "drop", "hand", "void"]},
        "at": "top",
    }
    game = board(
        cards=[*CARDS, spell(steps)], a=side(commands=["spell"]),
        b=side(forms=[("brute", "boost")], drop=["trap"], hand=["whelp"], void=["boost"]),
    )  # fmt: skip
    brute, boost = number(game, "b", "brute"), number(game, "b", "boost", "under")
    trap, whelp = number(game, "b", "trap"), number(game, "b", "whelp")
    cast(game)
    assert [
        CardReturned(thing=trap, card="trap", owner="b", to="deck_top"),
        CardPutBack(seat="b", n=1, to="deck_top", hand=mine((whelp,), "b")),
        SpiritsSentToVoid(
            cause="effect", spirits=(Gone(owner="b", card="house-boost", thing=boost, origin="under", was=boost),)
        ),
        CardReturned(thing=brute, card="brute", owner="b", to="deck_top"),
    ] == done(game)
    assert ["trap", "whelp", "brute"] == game.state.players["b"].deck


@pytest.mark.rule("TC-RUL-092")
def test_effect_puts_the_drop_zone_back_and_shuffles() -> None:
    """An effect that puts two cards from the drop zone into the deck then shuffles it once."""
    steps = {"do": "put_in_deck", "of": {"who": "you", "zone": "drop"}, "at": "shuffle"}
    game = board(
        cards=[*CARDS, spell(steps)], a=side(commands=["spell"], drop=["whelp", "brute"]), b=side(), faces=[2, 1]
    )  # fmt: skip
    cast(game)
    assert ["CardReturned", "CardReturned", "DeckShuffled"] == event_names(game)
    assert 2 == len(game.state.players["a"].deck)
