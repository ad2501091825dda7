"""The setup of a match, from submitted decks to the first turn: shuffle, cut, deal, mulligan and dice."""

from collections.abc import Sequence
from typing import Final, TypeVar

import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.decisions import DecisionAnswered, DecisionOpened, NotYourDecision
from services.tcg.chapters.decks import DeckAccepted, DeckGivenAlready, DeckIllegal, SubmitDeck
from services.tcg.chapters.hands import CardsDrawn, DeckShuffled
from services.tcg.chapters.opening import OpenMatch
from services.tcg.chapters.setup import (
    ChooseFirst,
    CutDeck,
    CutOutOfDeck,
    DeckCut,
    DiceRolled,
    FirstPlayerChosen,
    MatchStarted,
    Mulligan,
    MulliganTaken,
    MulliganUsed,
    NothingToCut,
    NotOfOpeningHand,
)
from services.tcg.chapters.turn import TurnStarted
from services.tcg.game import match
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match, Player
from services.tcg.words import DeckList
from shared.kernel.chance import Faces
from shared.kernel.game import SeatAsk
from shared.kernel.messages import NOBODY, Command, Event
from tests.support.spec import Spec

E = TypeVar("E", bound=Event)
SEATS: Final = ("ann", "bob", "cyd", "dan")
MAIN: Final = tuple(range(1, 31))
"""A shuffle that changes no order: the deck stays sorted by card id, with the last id on top."""
SPIRITS: Final = tuple(range(1, 16))
DECK: Final = DECKS["lantern"]
PLAIN: Final = MatchSettings()


class Table(Spec[Match]):
    """A match opened with this many seats."""

    def __init__(self, players: int = 2, settings: MatchSettings = PLAIN) -> None:
        super().__init__(match)
        self.seats = SEATS[:players]
        self.do("ann", OpenMatch(seats=tuple(SeatAsk(seat=seat) for seat in self.seats), settings=settings))

    def do(self, seat: str, command: Command, *faces: int) -> Sequence[Event]:
        """Send a seat's command with scripted dice faces; return the events."""
        return self.when(command, seat=seat, faces=Faces(*faces)).take_events()

    def decks(self) -> Sequence[Event]:
        """Submit the same deck for all seats; return the events of the last submission."""
        faces = (*MAIN * len(self.seats), *SPIRITS * len(self.seats))
        if self.state.settings.cut == "ask":
            faces = MAIN * len(self.seats)
        for seat in self.seats[:-1]:
            self.do(seat, SubmitDeck(deck=DECK))
        return self.do(self.seats[-1], SubmitDeck(deck=DECK), *faces)

    def keep_all(self, *faces: int) -> Sequence[Event]:
        """Keep all opening hands, then roll these scripted faces; return the events of the last answer."""
        for seat in self.seats[:-1]:
            self.do(seat, Mulligan(keep=self.hand(seat)))
        return self.do(self.seats[-1], Mulligan(keep=self.hand(self.seats[-1])), *faces)

    def player(self, seat: str) -> Player:
        """Return the player at a seat."""
        return self.state.players[seat]

    def hand(self, seat: str) -> tuple[int, ...]:
        """Return the card numbers in a player's hand."""
        return tuple(self.player(seat).hand)

    def open_decisions(self) -> dict[str, str]:
        """Return the kind of each seat's open decision."""
        return {seat: decision.kind for seat, decision in self.state.decisions.items()}


def of(kind: type[E], events: Sequence[Event]) -> list[E]:
    """Return the events of one type."""
    return [event for event in events if isinstance(event, kind)]


def names(events: Sequence[Event]) -> list[str]:
    """Return the names of the events, except decisions."""
    return [type(event).__name__ for event in events if not isinstance(event, DecisionOpened)]


@pytest.mark.rule("TC-SETUP-15")
def test_match_starts_with_the_last_deck() -> None:
    """The match begins when every player has submitted a deck. Until then, a player may submit another deck."""
    table = Table(3)
    for seat in ("ann", "bob", "ann"):
        assert ["DeckAccepted"] == names(table.do(seat, SubmitDeck(deck=DECK)))
    assert ("lobby",) == (table.state.stage,)
    table.do("cyd", SubmitDeck(deck=DECK), *MAIN * 3, *SPIRITS * 3)
    assert "setup" == table.state.stage
    table.when(SubmitDeck(deck=DECK), seat="ann").then_refused(DeckGivenAlready)


@pytest.mark.rule("TC-DECK-01", "TC-SPI-13")
def test_illegal_deck_is_refused_with_every_fault() -> None:
    """The refusal of an illegal deck names every violation, and the match does not change."""
    table = Table()
    deck = DeckList(savior="lantern-marshal", main={"gate-whelp": 4}, spirits={"house-boost": 1})
    wrong = ("TC-DECK-01: the main deck has 4 cards, not 30", "TC-SPI-13: the spirit deck has 1 cards, not 15")
    table.when(SubmitDeck(deck=deck), seat="ann").then_refused(DeckIllegal, has=wrong)


@pytest.mark.rule("TC-ZONE-12", "TC-ZONE-17")
def test_decks_stay_hidden() -> None:
    """Each player sees only their own deck list and opening hand, and no player sees the order of a deck."""
    table = Table()
    (handed_in,) = of(DeckAccepted, table.do("ann", SubmitDeck(deck=DECK)))
    assert ("ann",) == handed_in.deck.audience
    events = table.do("bob", SubmitDeck(deck=DECK), *MAIN * 2, *SPIRITS * 2)
    assert {NOBODY} == {event.order.audience for event in of(DeckShuffled, events)}
    assert [("ann",), ("bob",)] == [event.cards.audience for event in of(CardsDrawn, events)]


@pytest.mark.rule("TC-SETUP-01", "TC-SETUP-02", "TC-SETUP-04", "TC-SETUP-05")
def test_setup_stages_come_in_order() -> None:
    """In the setup, main decks are shuffled and cut first, then spirit decks.

    Opening hands, mulligans and dice follow.
    """
    table = Table()
    expected = [
        "DeckAccepted", "MatchStarted", *["DeckShuffled"] * 2, *["DeckCut"] * 2, *["DeckShuffled"] * 2,
        *["DeckCut"] * 2, *["CardsDrawn"] * 2,
    ]  # fmt: skip
    events = table.decks()
    assert expected == names(events)
    decks = [(event.seat, event.deck) for event in of(DeckShuffled, events)]
    assert [("ann", "main"), ("bob", "main"), ("ann", "spirit"), ("bob", "spirit")] == decks
    after = table.keep_all(3, 4)
    assert ["DecisionAnswered", "MulliganTaken", "DiceRolled"] == names(after)


@pytest.mark.rule("TC-SAV-06", "TC-ZONE-05", "TC-DECK-09")
def test_saviors_lie_bound_side_up() -> None:
    """From the start, each savior is in its zone with the bound side up, and not in the deck."""
    table = Table()
    (started,) = of(MatchStarted, table.decks())
    assert (1, 2) == tuple(shown.thing for shown in started.saviors)
    for seat in table.seats:
        savior = table.state.table[table.player(seat).savior]
        assert (DECK.savior, "savior", False) == (savior.card, savior.place, savior.boundless)


@pytest.mark.rule("TC-SETUP-05", "TC-SETUP-13", "TC-RUL-009")
def test_opening_hand_is_5_cards_of_the_main_deck() -> None:
    """An opening hand has 5 cards, and the main deck has 25 left.

    The spirit deck has 15 cards, and no player has the first turn yet.
    """
    table = Table()
    table.decks()
    for seat in table.seats:
        player = table.player(seat)
        assert (5, 25, 15) == (len(player.hand), len(player.deck), len(player.spirits))
        assert not [number for number in player.hand if table.state.table[number].card in DECK.spirits]
    assert ({}, "") == (table.state.dice, table.state.active)


@pytest.mark.rule("TC-SETUP-03", "TC-RUL-007")
def test_cut_is_declined_without_asking() -> None:
    """By default, the game does not ask the player on the left to cut, and records that the player declined."""
    table = Table(3)
    cuts = of(DeckCut, table.decks())
    assert [("ann", "bob"), ("bob", "cyd"), ("cyd", "ann")] * 2 == [(cut.seat, cut.by) for cut in cuts]
    assert {None} == {cut.position for cut in cuts}


@pytest.mark.rule("TC-SETUP-03", "TC-SETUP-04", "TC-RUL-004", "TC-RUL-007")
def test_player_on_the_left_cuts() -> None:
    """The player on the left may cut each deck by moving any number of cards from the top to the bottom."""
    table = Table(3, MatchSettings(cut="ask"))
    table.decks()
    stacked = list(table.player("ann").deck)
    assert {"bob": "cut"} == table.open_decisions()
    asked = table.state.decisions["bob"]
    assert (tuple(range(31)), ("ann", "main")) == (asked.options, asked.words)
    table.when(CutDeck(position=3), seat="ann").then_refused(NotYourDecision)
    table.when(CutDeck(position=31), seat="bob").then_refused(CutOutOfDeck, needs="0 to 30", has=("31",))
    table.do("bob", CutDeck(position=3))
    assert [*stacked[-3:], *stacked[:-3]] == table.player("ann").deck
    assert {"cyd": "cut"} == table.open_decisions()
    table.do("cyd", CutDeck(position=0))
    assert stacked == table.player("bob").deck
    table.do("ann", CutDeck(position=30), *SPIRITS * 3)
    assert stacked == table.player("cyd").deck
    for seat in ("bob", "cyd"):
        table.do(seat, CutDeck(position=1))
    assert ["DecisionAnswered", "DeckCut", *["CardsDrawn"] * 3] == names(table.do("ann", CutDeck(position=1)))


@pytest.mark.rule("TC-SETUP-06", "TC-RUL-008")
def test_all_mulligan_at_the_same_time() -> None:
    """All players are asked for the mulligan at once and only once, and may decide in any order."""
    table = Table(3)
    table.decks()
    assert dict.fromkeys(table.seats, "mulligan") == table.open_decisions()
    table.do("cyd", Mulligan(keep=table.hand("cyd")))
    assert {"ann": "mulligan", "bob": "mulligan"} == table.open_decisions()
    table.when(Mulligan(keep=()), seat="cyd").then_refused(MulliganUsed)


@pytest.mark.rule("TC-SETUP-07", "TC-SETUP-08", "TC-SETUP-09", "TC-SETUP-10", "TC-RUL-008", "TC-RUL-087")
@pytest.mark.parametrize("kept", range(5))
def test_cards_not_kept_are_replaced(kept: int) -> None:
    """Cards that a player does not keep are shuffled into the deck, and the hand is refilled to 5 cards.

    Other players see only the number of replaced cards.
    """
    table = Table()
    table.decks()
    hand, back = table.hand("ann"), 5 - kept
    deck = list(table.player("ann").deck)
    top = [table.state.table[number].card for number in hand[kept:]]
    turned = tuple(range(25 + back, 0, -1))
    events = table.do("ann", Mulligan(keep=hand[:kept]), *turned)
    assert ["DecisionAnswered", "MulliganTaken", "DeckShuffled", "CardsDrawn"] == names(events)
    (taken,) = of(MulliganTaken, events)
    assert (back, ("ann",), hand[kept:]) == (taken.n, taken.back.audience, taken.back.open())
    mixed = [*deck, *top][::-1]
    assert mixed[:-back] == table.player("ann").deck
    assert mixed[-back:][::-1] == [table.state.table[number].card for number in table.hand("ann")[kept:]]
    assert (5, 25) == (len(table.hand("ann")), len(table.player("ann").deck))
    assert hand[:kept] == table.hand("ann")[:kept]


@pytest.mark.rule("TC-SETUP-07", "TC-RUL-008")
def test_a_player_who_keeps_all_cards_shuffles_none() -> None:
    """If a player keeps all 5 cards, the game shuffles no deck and draws no card."""
    table = Table()
    table.decks()
    events = table.do("ann", Mulligan(keep=table.hand("ann")))
    assert ["DecisionAnswered", "MulliganTaken"] == names(events)
    assert 0 == of(MulliganTaken, events)[0].n


@pytest.mark.rule("TC-SETUP-07")
def test_only_cards_of_the_players_hand_are_kept() -> None:
    """The rules refuse to keep another player's card, or one card twice."""
    table = Table()
    table.decks()
    needs = "cards of your opening hand, each once"
    other = table.hand("bob")[0]
    table.when(Mulligan(keep=(other,)), seat="ann").then_refused(NotOfOpeningHand, needs=needs, has=(str(other),))
    twice = Mulligan(keep=table.hand("ann")[:1] * 2)
    table.when(twice, seat="ann").then_refused(NotOfOpeningHand, needs=needs, has="an option twice")


@pytest.mark.rule("TC-SETUP-15", "TC-SETUP-13")
def test_nothing_begins_before_the_last_mulligan() -> None:
    """The dice are rolled only when all players have answered the mulligan and every hand has 5 cards."""
    table = Table(3)
    table.decks()
    table.do("ann", Mulligan(keep=()), *MAIN)
    table.do("bob", Mulligan(keep=table.hand("bob")[:2]), *range(1, 29))
    assert ({}, "setup", 0) == (table.state.dice, table.state.stage, table.state.turn)
    assert 1 == len(of(DiceRolled, table.do("cyd", Mulligan(keep=table.hand("cyd")), 1, 2, 3)))
    assert [5, 5, 5] == [len(table.hand(seat)) for seat in table.seats]


@pytest.mark.rule("TC-SETUP-11", "TC-SETUP-12", "TC-DECK-11", "TC-RUL-005")
def test_highest_roller_chooses() -> None:
    """All players roll a die, and the player with the highest roll chooses whether to go first or to defer."""
    table = Table(3)
    table.decks()
    (rolled,) = of(DiceRolled, table.keep_all(2, 5, 4))
    assert ({"ann": 2, "bob": 5, "cyd": 4}, ("bob",)) == (rolled.rolls, rolled.highest)
    assert ({"bob": "choose_first"}, ("first", "defer")) == (table.open_decisions(), table.state.decisions["bob"].words)
    table.when(ChooseFirst(choice="first"), seat="ann").then_refused(NotYourDecision)
    table.when(CutDeck(position=0), seat="bob").then_refused(NothingToCut, needs="cut", has="choose_first")


@pytest.mark.rule("TC-RUL-005")
def test_ties_for_the_highest_roll_again() -> None:
    """Players who tie for the highest roll again until the tie is broken; the log records every round."""
    table = Table(3)
    table.decks()
    rounds = of(DiceRolled, table.keep_all(6, 2, 6, 3, 3, 1, 4))
    expected = [{"ann": 6, "bob": 2, "cyd": 6}, {"ann": 3, "cyd": 3}, {"ann": 1, "cyd": 4}]
    assert expected == [one.rolls for one in rounds]
    assert [("ann", "cyd"), ("ann", "cyd"), ("cyd",)] == [one.highest for one in rounds]
    assert {"cyd": "choose_first"} == table.open_decisions()


@pytest.mark.rule("TC-RUL-005")
def test_die_may_have_20_sides() -> None:
    """If `first_player_die` is 20, players roll for the first turn with a 20-sided die."""
    table = Table(2, MatchSettings(first_player_die=20))
    table.decks()
    table.keep_all(7, 20)
    assert {"bob": "choose_first"} == table.open_decisions()


@pytest.mark.rule("TC-SETUP-12", "TC-RUL-006", "TC-RUL-004")
@pytest.mark.parametrize(("choice", "first"), [("first", "cyd"), ("defer", "ann")])
def test_chooser_or_the_player_on_the_left_goes_first(choice: str, first: str) -> None:
    """If the player with the highest roll defers, the player on the left goes first, without a choice."""
    table = Table(3)
    table.decks()
    table.keep_all(1, 2, 3)
    events = table.do("cyd", ChooseFirst(choice="first" if choice == "first" else "defer"))
    assert [("cyd", first)] == [(chosen.by, chosen.seat) for chosen in of(FirstPlayerChosen, events)]
    assert [(1, first)] == [(turn.turn, turn.seat) for turn in of(TurnStarted, events)]
    assert "choose_first" not in table.open_decisions().values()


@pytest.mark.rule("TC-RUL-082")
def test_answer_is_recorded_before_its_consequences() -> None:
    """The first recorded event of an answer is the answered decision; the consequences follow it."""
    table = Table()
    table.decks()
    assert isinstance(table.keep_all(1, 2)[0], DecisionAnswered)
    assert isinstance(table.do("bob", ChooseFirst(choice="first"))[0], DecisionAnswered)


@pytest.mark.rule("TC-RUL-046", "TC-RUL-093")
def test_setup_continues_without_a_player() -> None:
    """After a concession during setup, that player's deck is not cut, and only the remaining players roll dice."""
    table = Table(3, MatchSettings(cut="ask"))
    table.decks()
    table.do("bob", CutDeck(position=1))
    assert {"cyd": ("bob", "main")} == {seat: one.words for seat, one in table.state.decisions.items()}
    table.do("bob", Concede())
    assert {"ann": ("cyd", "main")} == {seat: one.words for seat, one in table.state.decisions.items()}
    table.do("ann", CutDeck(position=0), *SPIRITS * 2)
    table.do("cyd", CutDeck(position=0))
    table.do("ann", CutDeck(position=0))
    assert {"ann": "mulligan", "cyd": "mulligan"} == table.open_decisions()
    table.do("ann", Mulligan(keep=table.hand("ann")))
    (rolled,) = of(DiceRolled, table.do("cyd", Mulligan(keep=table.hand("cyd")), 4, 2))
    assert {"ann": 4, "cyd": 2} == rolled.rolls


@pytest.mark.rule("TC-RUL-093", "TC-SETUP-06")
def test_mulligans_stay_open_when_another_concedes() -> None:
    """When another player concedes, a player's open mulligan stays open."""
    table = Table(3)
    table.decks()
    table.do("ann", Concede())
    assert {"bob": "mulligan", "cyd": "mulligan"} == table.open_decisions()
