"""Players of the house: they choose by what their seat sees, and the better ones win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

import msgspec
import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.playing.asking import question_of
from services.tcg.playing.dealing import deal, in_flight
from services.tcg.playing.moves import moves
from services.tcg.playing.position import MatchPosition, PlayedMatch, act
from services.tcg.state.match import Match
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.search import search_player
from shared.kernel.players.simple import greedy_player, random_player
from tests.tcg.contests import decks, share_won, tape
from tests.tcg.matches import Watched, played
from tests.tcg.playing import new_game
from tests.tcg.twins import seen, twin

MATCHES: Final = range(20, 32)
LOOKED: Final = 0.03
SEARCH: Final = search_player(12)
PLAYERS: Final = {"random": random_player, "greedy": greedy_player, "search": SEARCH}


@cache
def moments() -> tuple[tuple[Match, Seat], ...]:
    """Return moments of random matches of 2 to 4 seats and all kinds of cards, each with a seat that is asked there."""
    found: list[tuple[Match, Seat]] = []

    def look(game: Watched, luck: Random) -> None:
        if luck.random() < LOOKED:
            found.append((game.state.mutable_copy(), luck.choice([*game.state.decisions])))

    for number in MATCHES:
        played(number, look)
    return tuple(found)


def hidden(match: Match, seat: Seat) -> Iterator[int]:
    """Yield the hidden cards of other seats' hands."""
    for player in match.players.values():
        if player.seat != seat and not player.lost:
            yield from (one for one in player.hand if not match.table[one].known)


# ---------------------------------------------------------------- deals


@pytest.mark.rule("TC-PLAY-02")
def test_a_deal_changes_nothing_that_the_seat_sees() -> None:
    """The seat's view and its legal list are the same bytes, and most hidden cards are others."""
    changed = whole = 0
    for number, (match, seat) in enumerate(moments()):
        before = msgspec.msgpack.encode(match)
        dealt = deal(match, seat, Luck(b"%d" % number))
        assert seen(match, seat) == seen(dealt, seat)
        assert before == msgspec.msgpack.encode(match)
        for one in hidden(match, seat):
            whole += 1
            changed += match.table[one].card != dealt.table[one].card
    assert changed > whole / 2


@pytest.mark.rule("TC-PLAY-02")
def test_a_deal_keeps_each_players_cards() -> None:
    """Every player has the same cards as before, in hand, deck and command zones together."""
    for match, seat in moments():
        dealt = deal(match, seat, Luck(b"same"))
        for one in match.order:
            assert cards_of(match, one) == cards_of(dealt, one)


def cards_of(match: Match, seat: Seat) -> Counter[str]:
    """Count the cards of a player's hand, decks and command zones."""
    player = match.players[seat]
    visible = (match.table[one].card for one in (*player.hand, *player.commands) if one)
    return Counter((*visible, *player.deck, *player.spirits))


@pytest.mark.rule("TC-PLAY-01", "TC-PLAY-02")
def test_matches_that_a_seat_cannot_distinguish_are_dealt_alike() -> None:
    """A match and its twin, which differs in hidden cards only, become the same match by the same seed."""
    compared = 0
    for number, (match, seat) in enumerate(moments()):
        other = twin(match, seat, Random(number), own=True)
        if any(one in in_flight(match) for one in hidden(match, seat)):
            continue  # cards in flight stay, and a twin may have others there
        ours, theirs = (deal(one, seat, Luck(b"%d" % number)) for one in (match, other))
        compared += match.players != other.players or match.table != other.table
        assert msgspec.msgpack.encode(ours) == msgspec.msgpack.encode(theirs)
    assert compared > len(moments()) / 2


@pytest.mark.rule("TC-PLAY-02")
def test_every_possible_deal_is_equally_likely() -> None:
    """Of one hidden card and a deck, each card is dealt to the hand as often as it has copies (chi-square)."""
    game = new_game(decks(), tape(1))
    match = game.state.mutable_copy()
    player = match.players["bob"]
    hand = [one for one in player.hand if match.table[one].card in DECKS["tide"].main]
    for one in hand[1:]:
        player.hand.remove(one)
        player.deck.append(match.table.pop(one).card)
    copies = Counter((*player.deck, match.table[hand[0]].card))
    deals, found = 3000, Counter[str]()
    for number in range(deals):
        found[deal(match, "ann", Luck(b"deal %d" % number)).table[hand[0]].card] += 1
    due = {card: deals * count / copies.total() for card, count in copies.items()}
    assert sum((found[card] - due[card]) ** 2 / due[card] for card in due) < 2.5 * len(due)


# ---------------------------------------------------------------- moves


def test_every_move_is_accepted() -> None:
    """Each move by key can be carried out, and any deal has the same keys in the same order."""
    for number, (match, seat) in enumerate(moments()):
        question = question_of(match, seat)
        assert question.moves
        assert [*question.moves] == [*moves(PlayedMatch(deal(match, seat, Luck(b"%d" % number)), tape(number)), seat)]
        for command in question.moves.values():
            act(PlayedMatch(match.mutable_copy(), tape(number)), seat, command)


def test_a_position_comes_to_rest_where_a_seat_acts() -> None:
    """After `rest` a seat acts, attacks or takes its mulligan, or the match is finished."""
    for match, seat in moments():
        if next(iter(match.decisions)) != seat:
            continue
        position = MatchPosition.seeded(match.mutable_copy(), b"rest")
        position.rest()
        kinds = {one.kind for one in position._game.state.decisions.values()}
        assert position.over or kinds & {"act", "combat", "mulligan"}


# ---------------------------------------------------------------- choices


@pytest.mark.rule("TC-PLAY-01")
@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_makes_the_same_choice_in_twins(name: str) -> None:
    """The whole answer is the same, byte for byte: the move, the visits and the sums of worths."""
    compared = 0
    for number, (match, seat) in enumerate(moments()):
        if in_flight(match) & {*hidden(match, seat)}:
            continue
        other = twin(match, seat, Random(number), own=True)
        ours, theirs = (PLAYERS[name](question_of(one, seat), b"%d" % number) for one in (match, other))
        compared += len(ours.visits) > 1 or name == "random"
        assert msgspec.json.encode(ours) == msgspec.json.encode(theirs)
    assert compared > 5


@pytest.mark.parametrize("asked", [False, True], ids=["in no window", "in all windows"])
def test_greedy_beats_random(*, asked: bool) -> None:
    """Of 16 matches with fixed seeds the greedy player wins at least 13."""
    assert share_won(greedy_player, random_player, 8, asked=asked) >= 13 / 16
