"""The built-in computer players.

They choose moves only by what their seat may see, and the stronger ones win more matches.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

import msgspec
import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.decks import COPIES, SubmitDeck
from services.tcg.chapters.house import AskingShowsHands, DeckNeeded, NothingLeftToPlay, check_ready, check_thinker
from services.tcg.chapters.pool import pool_of
from services.tcg.playing import quick
from services.tcg.playing.asking import question_of
from services.tcg.playing.dealing import Brought, deal
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.lists import possible_lists
from services.tcg.playing.moves import ENDS, moves
from services.tcg.playing.outlook import CHANCES, LATE
from services.tcg.playing.position import MatchPosition, PlayedMatch, act
from services.tcg.playing.worth import features
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import SURE
from shared.kernel.players.search import search_player
from shared.kernel.players.simple import greedy_player, random_player
from tests.support.sampling import sampled
from tests.tcg.board import board, side
from tests.tcg.contests import decks, tape, wins
from tests.tcg.knowing import positions
from tests.tcg.matches import Watched, deck_of, lobby, play_match, school_of, settings_of
from tests.tcg.playing import new_game
from tests.tcg.steps import CARDS, cast, spell

MATCHES: Final = range(20, sampled(28, of=32))
LOOKED: Final = 0.03
OFTEN: Final = 0.3
PAIRS: Final = int(os.environ.get("ARBITER_TEST_TCG_PAIRS", "30"))
FROM: Final = int(os.environ.get("ARBITER_TEST_TCG_PAIRS_FROM", "0"))
"""The number of the first pair of matches, so that a long comparison can be continued later."""
SEARCH: Final = search_player(1)
PLAYERS: Final = {
    "random": random_player, "greedy": greedy_player, "search": SEARCH, "search that plans": search_player(2),
}  # fmt: skip


@cache
def moments() -> tuple[tuple[Match, Seat], ...]:
    """Return moments of random matches of 2 to 4 seats with all kinds of cards, each with a seat that must decide."""
    found: list[tuple[Match, Seat]] = []

    def look(game: Watched, luck: Random) -> None:
        if luck.random() < LOOKED:
            found.append((game.state.mutable_copy(), luck.choice([*game.state.decisions])))

    for number in MATCHES:
        play_match(number, look)
    return tuple(found)


# ---------------------------------------------------------------- moves


def test_every_move_is_accepted() -> None:
    """The rules accept each move that is listed for a decision. In every deal, the list is the same."""
    for number, (match, seat) in enumerate(moments()):
        question = question_of(match, seat)
        assert question.moves
        assert [*question.moves] == [
            *moves(PlayedMatch(deal(match, Knowledge(seat=seat), Luck(b"%d" % number)), tape(number)), seat)
        ]
        for command in question.moves.values():
            act(PlayedMatch(match.mutable_copy(), tape(number)), seat, command)


def test_a_position_is_settled_when_a_seat_must_act() -> None:
    """After `rest`, a seat must act, attack or decide its mulligan, or the match is finished."""
    for match, seat in moments():
        if next(iter(match.decisions)) != seat:
            continue
        position = MatchPosition.seeded(match.mutable_copy(), b"rest")
        position.rest()
        kinds = {one.kind for one in position._game.state.decisions.values()}
        assert position.over or kinds & {"act", "combat", "mulligan"}


# ---------------------------------------------------------------- choices


@pytest.mark.rule("TC-PLAY-03")
@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_makes_the_same_choice_in_twins(name: str) -> None:
    """A player's choice depends only on what its seat may see, down to the visit counts and the summed values.

    The test compares matches that differ in the opponents' hidden cards and possibly in their decks.
    """
    compared = 0
    for number, (match, seat) in enumerate(moments()):
        luck = Luck(b"twin")
        other = deal(match, Knowledge(seat=seat), luck, possible_lists(match, luck))
        ours, theirs = (PLAYERS[name](question_of(one, seat), b"%d" % number) for one in (match, other))
        compared += len(ours.visits) > 1 or name == "random"
        assert msgspec.json.encode(ours) == msgspec.json.encode(theirs)
    assert compared > 5


@pytest.mark.rule("TC-PLAY-03")
def test_players_who_remember_make_the_same_choices_in_twins() -> None:
    """A player that tracks a seat's knowledge makes the same choice in all matches that the seat cannot distinguish.

    The matches are random, with cards that reveal hidden cards.
    """
    pairs = FROM
    while pairs < FROM + PAIRS:
        for moment in positions(1000 + pairs, often=OFTEN):
            match = moment.match
            if match.stage != "turns" or not match.decisions or pairs == FROM + PAIRS:
                continue
            seat, luck = next(iter(match.decisions)), Luck(b"twin %d" % pairs)
            other = deal(match, moment.known[seat], luck, possible_lists(match, luck))
            for player in PLAYERS.values():
                ours, theirs = (player(question_of(one, seat, moment.known[seat]), b"x") for one in (match, other))
                assert msgspec.json.encode(ours) == msgspec.json.encode(theirs)
            pairs += 1


@pytest.mark.rule("TC-PLAY-03")
def test_a_card_chosen_unseen_is_named_by_its_number() -> None:
    """If a move picks a card in another player's hand, the move's key has the card's number, not its printed id."""
    unseen = {"do": "reveal", "of": {"who": "opponent", "zone": "hand", "n": 1, "by": "you"}, "to": "you"}
    game = board(cards=[*CARDS, spell(unseen)], a=side(commands=["spell"]), b=side(hand=["whelp", "brute"]))
    cast(game)
    assert {f"choose_cards, {one}" for one in game.state.players["b"].hand} == {*moves(game, "a")}


@pytest.mark.parametrize("asked", [False, True], ids=["in no window", "in all windows"])
@pytest.mark.long
def test_greedy_beats_random(*, asked: bool) -> None:
    """The greedy player wins at least 13 of 16 matches with fixed seeds."""
    assert wins(greedy_player, random_player, 13, 8, asked=asked)


@pytest.mark.long
def test_search_beats_greedy() -> None:
    """At its lowest strength, `search` wins at least 3 of the first 4 and 5 of all 8 matches with fixed seeds."""
    assert wins(SEARCH, greedy_player, sampled(3, of=5), sampled(2, of=4), asked=False)


def test_estimated_win_chances_add_up_to_one() -> None:
    """At the beginning of a turn, the two players' estimated win chances add up to one.

    The chances in the table of estimates increase from the first entry to the last.
    """
    assert (CHANCES[0], CHANCES[-1]) == (335, SURE - 335)
    assert [*CHANCES] == sorted(CHANCES)
    for match, _ in moments():
        position = MatchPosition.seeded(match.mutable_copy(), b"outlook")
        if len(match.order) == 2 and match.stage == "turns" and match.step not in LATE:
            assert sum(position.outlook(seat) for seat in match.order) == SURE


def test_a_plan_finds_better_ends_of_a_turn_than_quick_play() -> None:
    """A plan compares several next moves, among them the move of quick play.

    So unless a draw follows, a plan never ends with a lower estimated win chance, and it often ends with a higher one.
    """
    found = Counter[int]()
    for match, seat in moments():
        for command in moves(PlayedMatch(match.mutable_copy(), tape(0)), seat).values():
            planned, played = (MatchPosition.seeded(match.mutable_copy(), b"plan", first=seat) for _ in range(2))
            played.play_out(command)
            best, quick = planned.plan(command, seat), played.outlook(seat)
            found[(best > quick) - (best < quick)] += 1
    assert 10 * found[-1] < found[1]
    assert found[1] > 5


def test_moves_are_planned_while_two_players_are_left() -> None:
    """Of three players none plans, until one of them has lost."""
    asked = {len(match.players): (match, seat) for match, seat in moments()}
    match, seat = asked[3]
    lost = match.mutable_copy()
    next(player for other, player in lost.players.items() if other != seat).lost = "conceded"

    assert question_of(*asked[2]).plannable
    assert not question_of(match, seat).plannable
    assert question_of(lost, seat).plannable


def test_a_plan_compares_moves_of_its_own_seat_only() -> None:
    """A plan tries acts and attacks of its seat on copies, and the end of the step is among them.

    While another player acts or attacks, the plan of a seat ends as quick play does.
    """
    game, kinds = new_game(decks(), tape(3)), set[str]()
    while kinds < {"act", "combat"}:
        match, active = game.state, next(iter(game.state.decisions))
        kind = match.decisions[active].kind
        if kind not in quick.PLANNED or kind in kinds:
            game.events.clear()
            act(game, active, greedy_player(question_of(match, active), b"3").command)
            continue
        kinds.add(kind)
        played = MatchPosition.seeded(match.mutable_copy(), b"turn")
        assert ENDS in quick._promising(played, played.moves())
        quick.finish_turn(played, match.turn)
        for seat in match.order:
            planned = MatchPosition.seeded(match.mutable_copy(), b"turn")
            end = quick.best_end(planned, match.turn, seat)
            if seat == active:
                assert (planned.kind(), planned.next_seat()) == (kind, active)
            else:
                assert end == played.outlook(seat)


def test_a_plan_that_is_too_long_ends_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan stops after `LONGEST` decisions, even if another seat decides next, and estimates the win chance there."""
    monkeypatch.setattr(quick, "LONGEST", 1)
    stopped = 0
    for match, seat in moments():
        for command in question_of(match, seat).moves.values():
            position = MatchPosition.seeded(match.mutable_copy(), b"long", first=seat)
            assert 0 <= position.plan(command, seat) <= SURE
            stopped += not position.over and position.next_seat() != seat
    assert stopped > 5


def test_a_plan_before_the_first_turn_plays_nothing_on() -> None:
    """A plan for a mulligan leaves the other player's mulligan open. Quick play would go on to the first turn."""
    game = new_game(decks(), tape(3))
    while {one.kind for one in game.state.decisions.values()} != {"mulligan"}:
        seat = next(iter(game.state.decisions))
        act(game, seat, greedy_player(question_of(game.state, seat), b"3").command)
    seat = next(iter(game.state.decisions))
    for command in question_of(game.state, seat).moves.values():
        position = MatchPosition.seeded(game.state.mutable_copy(), b"plan", first=seat)
        assert position.plan(command, seat) == position.outlook(seat)
        assert (position.kind(), position.next_seat() == seat) == ("mulligan", False)


def test_greedy_defers_the_first_turn() -> None:
    """The greedy player chooses to go second, because the first player may not attack in the first turn."""
    asked = 0
    for number in range(6):
        game = new_game(decks(), tape(number))
        while game.state.stage == "setup":
            seat = next(iter(game.state.decisions))
            choice = greedy_player(question_of(game.state, seat), b"%d" % number)
            if game.state.decisions[seat].kind == "choose_first":
                asked += 1
                assert choice.key == "defer"
            act(game, seat, choice.command)
    assert asked == 6


def test_going_first_counts_the_same_in_all_turns() -> None:
    """The feature that says who went first is 1 for that player and 0 for the other in every turn of a match."""
    game, luck, found = new_game(decks(), tape(3)), Luck(b"began"), set()
    while not game.over:
        if game.state.turn:
            found.add(tuple(features(game, player)["began"] for player in game.state.players.values()))
        seat = next(iter(game.state.decisions))
        game.events.clear()
        act(game, seat, random_player(question_of(game.state, seat), luck.seed()).command)
    assert len(found) == 1
    assert sorted(*found) == [0, 1]


# ---------------------------------------------------------------- decks


@pytest.mark.rule("TC-PLAY-06")
def test_a_drawn_deck_agrees_with_what_was_seen() -> None:
    """A deck drawn for an opponent contains all cards known to be in it, with a legal size and numbers of copies.

    In most positions, the drawn deck differs from the real one.
    """
    drawn = 0
    for number, (match, seat) in enumerate(moments()):
        luck, pool = Luck(b"%d" % number), pool_of(match)
        bring = possible_lists(match, luck)

        def cards_in(brought: Brought) -> Mapping[str, int]:
            pile = bring(brought)  # noqa: B023 called at once
            assert brought.cards <= Counter(pile)
            assert brought.size == sum(pile.values())
            names = Counter[str]()
            for card, count in pile.items():
                names[pool.printed[card].key] += count  # noqa: B023 called at once
            assert brought.back == "spirit" or max(names.values()) <= COPIES
            return pile

        other = deal(match, Knowledge(seat=seat), luck, cards_in)
        drawn += any(one.deck != other.players[name].deck for name, one in match.players.items() if name != seat)
    assert drawn > len(moments()) / 2


@pytest.mark.rule("TC-PLAY-06")
def test_a_drawn_deck_is_usually_a_starter_deck() -> None:
    """If a starter deck contains all cards seen, seven of eight drawn decks are starter decks."""
    state = lobby(0, 2, settings_of(0)).state
    asked = Brought(back="main", size=30, cards=Counter({"riptide": 1}), down=0)
    decks = [Counter(deck.main) for deck in DECKS.values()]
    found = [Counter(possible_lists(state, Luck(b"%d" % number))(asked)) for number in range(400)]
    assert {"tide"} == {name for name, deck in DECKS.items() if Counter(deck.main) in found}
    assert 320 < sum(pile in decks for pile in found) < 380


@pytest.mark.rule("TC-PLAY-05")
def test_a_computer_player_needs_a_deck_that_fits_the_cards() -> None:
    """In a match with custom cards, no starter deck is legal.

    A computer player may take a seat only after a deck was submitted for that seat.
    """
    game = lobby(4, 2, settings_of(4))
    seat = game.state.order[0]
    with pytest.raises(DeckNeeded):
        check_ready(game.state, seat)
    act(game, seat, SubmitDeck(deck=deck_of(4, school_of(4))))
    check_ready(game.state, seat)


@pytest.mark.rule("TC-PLAY-13")
def test_search_is_refused_where_decisions_reveal_hands() -> None:
    """If `auto_pass` skips seats whose hand holds no response, a match refuses the player `search`."""
    check_thinker(Match())
    with pytest.raises(AskingShowsHands):
        check_thinker(Match(settings=MatchSettings(auto_pass="no_legal_response")))


@pytest.mark.rule("TC-PLAY-05")
def test_a_computer_player_is_refused_for_a_seat_out_of_the_match() -> None:
    """The service refuses a computer player for a seat that has lost or that was added after the opening."""
    game = board(a=side(), b=side(), c=side())
    check_ready(game.state, "c")
    game.state.players["c"].lost = "concession"
    for seat in ("c", "latecomer"):
        with pytest.raises(NothingLeftToPlay):
            check_ready(game.state, seat)
