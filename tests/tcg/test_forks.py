"""Forks of matches from a seat's knowledge.

A fork contradicts nothing that the seat knows, and reveals nothing that the seat does not know.

ARBITER_TEST_FORKS sets the number of forked positions.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Final

import msgspec
import pytest

from services.tcg.game import match as match_game
from services.tcg.players import PLAYERS
from services.tcg.playing.dealing import deal
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.resampling import resample
from services.tcg.state.match import Match
from services.tcg.state.tasks import Declaring, Flipping, Window
from services.tcg.views import view
from shared.kernel.forked import state_in, text_of
from shared.kernel.messages import Seat, canonical
from shared.kernel.players.house import Resampling
from shared.kernel.players.luck import Luck
from shared.kernel.refusals import NotDealtNow, Refusal
from tests.support.forks import audited_fork, fork_of
from tests.tcg.conformance import begin
from tests.tcg.journal import lively
from tests.tcg.knowing import Moment, positions, readers_of
from tests.tcg.twins import view_and_list

POSITIONS: Final = int(os.environ.get("ARBITER_TEST_FORKS", "60"))
MOST_REFUSED: Final = 0.2
"""The maximum share of positions whose fork is refused because other seats are choosing hidden cards."""


def fork_for(match: Match, seat: Seat | None, known: dict[Seat, Knowledge], seed: int = 1) -> Match:
    """Fork a match for a seat, dealing hidden cards again with randomness from this seed."""
    luck = Luck(seed.to_bytes(4, "big"))
    return resample(Resampling(state=match, seat=seat, known=known, luck=luck))


def outcome(match: Match, seat: Seat, known: Knowledge) -> str:
    """Return the initial state of a fork, or the details of its refusal, as text."""
    try:
        return text_of(fork_for(match, seat, {seat: known}))
    except Refusal as refusal:
        return repr((type(refusal), refusal.needs, refusal.has, refusal.field))


def elsewhere(match: Match, known: Knowledge, random: Random) -> Match:
    """Return a match that the seat cannot distinguish from this one.

    The hidden cards, card numbers, stops, waits and waived windows differ.
    """
    other = deal(match, known, Luck(random.randbytes(8)))
    shown = known.known_cards(match)
    for player in other.players.values():
        if player.seat == known.seat:
            continue
        player.stops, player.stops_until, player.deck_list = ("W3",), "changed", None
        _exchange_numbers(other, [number for number in player.hand if number not in shown], random)
    other.pace = tuple(random.randrange(1, 65_536) for _ in match.pace)
    for task in other.pending:
        if isinstance(task, Window):
            task.waived = (*task.waived, *(seat for seat in other.order if seat != known.seat))
        elif isinstance(task, Declaring | Flipping) and task.seat != known.seat:
            task.waive = True
    return other


def _exchange_numbers(match: Match, hidden: list[int], random: Random) -> None:
    """Renumber about half of the hidden cards in a hand, unless a decision names them, and shuffle the hand."""
    player = match.players[match.table[hidden[0]].seat] if hidden else None
    if player is None or any(one in hidden for asked in match.decisions.values() for one in asked.options):
        return
    for number in hidden:
        if random.random() < 0.5:
            card = match.table.pop(number)
            card.id = -number  # a number that no card has
            match.table[card.id] = card
            player.hand[player.hand.index(number)] = card.id
    random.shuffle(player.hand)


def moments() -> list[tuple[int, Moment]]:
    """Return moments of random matches, each with its match's number."""
    found: list[tuple[int, Moment]] = []
    played = 0
    while len(found) < POSITIONS:
        found += [(played, at) for at in positions(played)]
        played += 1
    return found[:POSITIONS]


@pytest.mark.long
@pytest.mark.rule("AR-FORK-04", "TC-PLAY-14")
def test_a_fork_contradicts_nothing_that_its_seat_knows() -> None:
    """In a fork, a seat has the same view and legal commands, and every card that it knows is in the place it knows."""
    random, counts = Random(3), Counter[str]()
    for played, at in moments():
        seat = random.choice(readers_of(at.match))
        try:
            fork = fork_for(at.match, seat, at.known)
        except NotDealtNow:
            counts["refused"] += 1
            continue
        assert state_in(Match, text_of(fork)) == fork
        assert [] == at.known[seat].contradictions(fork), (played, seat)
        true = at.match.mutable_copy()
        true.made = fork.made  # a list names the number that no card has yet
        assert view_and_list(true, seat) == view_and_list(fork, seat), (played, seat)
        shown = at.known[seat].known_cards(at.match)
        others = [player for player in at.match.players.values() if player.seat != seat]
        assert all(number in shown or number not in fork.table for one in others for number in one.hand)
        counts["forked"] += 1
    assert counts["refused"] <= MOST_REFUSED * POSITIONS


@pytest.mark.long
@pytest.mark.rule("AR-FORK-04", "TC-PLAY-14")
def test_a_fork_reveals_nothing_that_its_seat_does_not_know() -> None:
    """If a seat cannot distinguish two matches, forks of them with the same random numbers are equal.

    If one fork is refused, the other is refused in the same way.
    """
    random, differ = Random(4), 0
    for played, at in moments():
        seat = random.choice(readers_of(at.match))
        other = elsewhere(at.match, at.known[seat], random)
        differ += msgspec.msgpack.encode(other) != msgspec.msgpack.encode(at.match)
        assert outcome(at.match, seat, at.known[seat]) == outcome(other, seat, at.known[seat]), (played, seat)
    assert differ > POSITIONS // 2


@pytest.mark.long
@pytest.mark.rule("AR-FORK-02", "TC-PLAY-14")
def test_a_fork_by_the_app_does_not_reveal_the_order_of_decks() -> None:
    """In a fork without a seat, the app has the same view. The order of decks depends only on the random numbers."""
    random, moved = Random(5), 0
    for played, at in moments():
        fork, other = fork_for(at.match, None, at.known), at.match.mutable_copy()
        assert canonical(view(at.match, None)) == canonical(view(fork, None)), played
        for player in other.players.values():
            known = at.known[player.seat].places_in(at.match, player.seat, "main")
            if not any(known):
                random.shuffle(player.deck)
        assert text_of(fork_for(other, None, at.known)) == text_of(fork), played
        moved += any(player.deck != fork.players[seat].deck for seat, player in at.match.players.items())
    assert moved > POSITIONS // 2


def test_the_players_of_cards_deal_again() -> None:
    """The card game declares to the kernel that it can deal hidden cards again."""
    assert (PLAYERS.resample, match_game.name) == (resample, "tcg.match")


@pytest.mark.long
@pytest.mark.rule("AR-FORK-04", "AR-FORK-07", "TC-PLAY-14")
@pytest.mark.parametrize("by_app", [False, True])
def test_a_dealt_fork_is_proven(by_app: bool) -> None:  # noqa: FBT001 pytest passes it so
    """When the logs are open, an audit deals the fork again from its parent, and confirms that both are equal."""
    match = begin(3)
    match.play(lively, until=lambda _: False, most=25)
    seat, version = next(iter(match.state.decisions)), match.stream.version
    fork = fork_of(match, version, seat=None if by_app else seat, players=PLAYERS)
    match.close()
    fork.close()
    done = audited_fork(fork, match.lines(), players=PLAYERS)

    assert (done.conclusion, done.fork and done.fork.note.endswith("dealt again")) == ("proven", True)
    other = audited_fork(fork_of(match, version, seat="s1" if by_app else None, players=PLAYERS), match.lines())
    assert (other.failure, other.fork and other.fork.verdict) == (None, "not shown")
