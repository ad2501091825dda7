"""Random matches with the core set.

The invariants hold for any legal deck of core cards and any settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.starter import CORE_DECKS
from services.tcg.chapters.decks import BACKS, SIZES, SubmitDeck, cards_with_back, faults, fill_up
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.hands import Discarded, SpiritsInvoked
from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import CardPool
from services.tcg.playing.asking import question_of
from services.tcg.settings import MatchSettings
from services.tcg.words import DeckList
from tests.tcg.invariants import replay_is_exact
from tests.tcg.looking import MATCHES, looked_at
from tests.tcg.matches import GUARDED, act, lobby, played_out, seats_of, settings_of

pytestmark = pytest.mark.long

CORE_MATCHES: Final = MATCHES // 2
PARTS: Final = 15
SHARE_OF_READY: Final = 0.25
"""The probability that a seat brings one of the ready-made decks, if it is legal."""


def some_deck(pool: CardPool, random: Random) -> DeckList:
    """Return a ready-made deck, or a random legal deck of cards from the set."""
    ready = random.choice([*CORE_DECKS.values()])
    if random.random() < SHARE_OF_READY and not faults(pool, ready):
        return ready
    piles = []
    for back in BACKS:
        cards = cards_with_back(pool, back)
        random.shuffle(cards)
        piles.append(fill_up(pool, back, cards, size=SIZES[back]))
    savior = random.choice([card.id for card in pool.printed.values() if card.kind == "savior"])
    return DeckList(savior=savior, main=piles[0], spirits=piles[1])


def core_settings(number: int) -> MatchSettings:
    """Return a match's settings.

    Every third match has the defaults, and the others have random settings with a turn limit.
    """
    return MatchSettings() if number % 3 == 0 else replace(settings_of(number), stall_guard=GUARDED)


@pytest.mark.rule("TC-RUL-104", "TC-DECK-18")
@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_of_the_core_set_hold_all_invariants(part: int) -> None:
    """Every random match ends with exactly one result, and folding its log again creates the same match."""
    for number in range(part, CORE_MATCHES, PARTS):
        try:
            random = Random(f"core {number}")
            game = lobby(number, seats_of(number), core_settings(number), named="core")
            for seat in tuple(game.state.order):
                act(game, seat, SubmitDeck(deck=some_deck(pool_of(game.state), random)))
            played_out(game, number, looked_at)
            replay_is_exact(game.state, game.emitted)
        except BaseException as error:
            error.add_note(f"in match {number}")
            raise
        assert game.watch.finished


@pytest.mark.rule("TC-CBT-01", "TC-RUL-129")
@pytest.mark.parametrize("deck", CORE_DECKS)
def test_each_core_savior_starts_as_its_card_says(deck: str) -> None:
    """Each core savior makes the player who goes first discard two cards, and some of them give a second spirit.

    Early Start needs a board without forms, and Late Start a form of an opponent and none of one's own.
    In this match, the player who goes first still has a form after the discard.
    """
    game = lobby(3, 2, MatchSettings(), named="core")
    for seat in tuple(game.state.order):
        act(game, seat, SubmitDeck(deck=CORE_DECKS[deck]))
    invoked, discarded = dict[int, int](), dict[int, int]()
    while game.state.turn < 3:
        seat = next(iter(game.state.decisions))
        decision, state = game.state.decisions[seat], game.state
        choices = question_of(state, seat).moves
        if decision.kind == "act" and state.step == "act1" and state.turn not in invoked:
            mine = [event for event in game.emitted if getattr(event, "seat", None) == seat]
            invoked[state.turn] = sum(event.n for event in mine if isinstance(event, SpiritsInvoked))
            discarded[state.turn] = sum(len(event.cards) for event in mine if isinstance(event, Discarded))
        played = [command for command in choices.values() if isinstance(command, PlayForm) and state.turn == 1]
        act(game, seat, played[0] if played else [*choices.values()][-1])
    assert STARTS[deck] == invoked
    assert {1: 2, 2: 0} == discarded


STARTS: Final[Mapping[str, Mapping[int, int]]] = {
    "kiln": {1: 1, 2: 1}, "kite": {1: 1, 2: 2}, "bastion": {1: 2, 2: 2}, "loom": {1: 1, 2: 2},
}  # fmt: skip
"""For each core deck, how often its player invokes before acting, in the first and in the second turn of a match."""
