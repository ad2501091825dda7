"""Deals a match again: everything that a seat does not see is drawn anew, each possible deal equally often.

The pools are sorted before they are shuffled, so that a deal depends on what the seat sees and on the seed alone. The
other players' cards are taken as known, and their places are not: who holds which card, and in which order decks lie.
What the seat saw earlier and sees no longer is forgotten.

Cards in flight stay as they are: those that another seat is declaring or paying, and decks that a player is looking
through. Rule: TC-PLAY-02
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import Printed
from services.tcg.state.match import Match, Player
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck

SETTABLE: Final = frozenset({"interrupt", "swift"})
"""The types of commands that are set face-down; with `bluff_set`, all are."""


def deal(match: Match, seat: Seat, luck: Luck) -> Match:
    """Return a match that a seat cannot distinguish from this one. Rule: TC-PLAY-01, TC-PLAY-02."""
    dealt = match.mutable_copy()
    printed = pool_of(match).printed
    looking = {one for one, decision in match.decisions.items() if decision.words}
    for player in dealt.players.values():
        if player.lost or player.seat in looking:
            continue
        if player.seat == seat:
            _shuffle_sorted(player.deck, luck)
            _shuffle_sorted(player.spirits, luck)
        else:
            _deal_player(dealt, player, printed, luck)
    return dealt


def _deal_player(dealt: Match, player: Player, printed: Mapping[str, Printed], luck: Luck) -> None:
    """Deal the hand, the face-down commands and the decks of another player."""
    table, fixed = dealt.table, in_flight(dealt)
    hidden = [one for one in player.hand if one not in fixed and not table[one].known]
    owned = [one for one in player.commands if one and table[one].owner == player.seat]
    down = [one for one in owned if not table[one].up and one not in fixed]
    hands = {back: [one for one in hidden if printed[table[one].card].back == back] for back in ("main", "spirit")}
    pool = sorted((*player.deck, *(table[one].card for one in (*down, *hands["main"]))))
    for number in down:
        fitting = [place for place, card in enumerate(pool) if _may_lie_down(dealt, printed[card])]
        table[number].card = pool.pop(luck.one_of(fitting))
    luck.shuffle(pool)
    _fill(dealt, hands["main"], player.deck, pool)
    pool = sorted((*player.spirits, *(table[one].card for one in hands["spirit"])))
    luck.shuffle(pool)
    _fill(dealt, hands["spirit"], player.spirits, pool)


def _fill(dealt: Match, hand: list[int], deck: list[str], pool: list[str]) -> None:
    """Deal a shuffled pool to the cards of a hand and to a deck."""
    for number in sorted(hand):
        dealt.table[number].card = pool.pop()
    deck[:] = pool


def _shuffle_sorted(deck: list[str], luck: Luck) -> None:
    deck.sort()
    luck.shuffle(deck)


def _may_lie_down(match: Match, card: Printed) -> bool:
    """Whether a card can be a face-down command."""
    return card.kind == "command" and (card.type in SETTABLE or match.settings.bluff_set)


# ---------------------------------------------------------------- cards in flight


def in_flight(match: Match) -> set[int]:
    """Return the cards that pending tasks and waiting effects name; some of the numbers may be no cards."""
    return set(_numbers((match.pending, match.queue, match.chain, match.delayed)))


def _numbers(of: Any) -> Iterator[int]:  # noqa: ANN401 any value
    """Yield every number inside a value."""
    if isinstance(of, bool):
        return
    if isinstance(of, int):
        yield of
    elif isinstance(of, msgspec.Struct):
        for name in of.__struct_fields__:
            yield from _numbers(getattr(of, name))
    elif isinstance(of, dict):
        yield from _numbers([*of.values()])
    elif isinstance(of, list | tuple):
        for one in of:
            yield from _numbers(one)
