"""Deck lists that an opponent may have brought, for a computer player that does not know the true lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.decks import cards_with_back, fill_up
from services.tcg.chapters.house import starter_decks
from services.tcg.chapters.pool import pool_of
from services.tcg.playing.dealing import Brings, Brought
from services.tcg.playing.memory import may_lie_down
from services.tcg.state.match import Match
from shared.kernel.players.luck import Luck

OF_ONES_OWN: Final = 8
"""On average, one in this many deck lists is invented even if a starter deck would be possible."""


def possible_lists(match: Match, luck: Luck) -> Brings:
    """Return a function that draws an opponent's deck from all decks that agree with the opponent's known cards.

    The function usually returns a starter deck that contains all known cards. Otherwise, it returns a random legal
    deck.

    Rule: TC-PLAY-06
    """
    starters = [DECKS[name] for name in starter_decks(match)]

    def bring(brought: Brought) -> Mapping[str, int]:
        piles = [Counter(deck.main if brought.back == "main" else deck.spirits) for deck in starters]
        fitting = [pile for pile in piles if _agrees(match, pile, brought)]
        if fitting and luck.below(OF_ONES_OWN):
            return luck.one_of(fitting)
        return _made_up(match, brought, luck)

    return bring


def _agrees(match: Match, pile: Counter[str], brought: Brought) -> bool:
    """Return whether an opponent's deck may be this pile.

    It must have all known cards, and enough cards that may be set face-down.
    """
    if not brought.cards <= pile or pile.total() != brought.size:
        return False
    hidden = pile - brought.cards
    return sum(count for card, count in hidden.items() if may_lie_down(match, card)) >= brought.down


def _made_up(match: Match, brought: Brought, luck: Luck) -> Mapping[str, int]:
    """Return a random pile that is legal in deck building, with enough cards that may be set face-down."""
    pool = pool_of(match)
    cards = cards_with_back(pool, brought.back)
    luck.shuffle(cards)
    settable = [card for card in cards if may_lie_down(match, card.id)] if brought.down else []
    with_down = fill_up(
        pool, brought.back, settable, size=brought.cards.total() + brought.down, given=brought.cards
    )  # fmt: skip
    return fill_up(pool, brought.back, cards, size=brought.size, given=with_down)
