"""Checks that a computer player can take over all decisions of a seat."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.decks import faults
from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import CardPool
from services.tcg.state.match import Match
from shared.kernel.game_parts import House
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal


class DeckNeeded(Refusal, rule="TC-PLAY-05"):
    """No starter deck is legal in this match: submit a deck for the seat first."""


class NothingLeftToPlay(Refusal, rule="TC-PLAY-05"):
    """This seat is not playing in the match: name the seat of a player who has joined and has not lost."""


class AskingShowsHands(Refusal, rule="TC-PLAY-13"):
    """`search` cannot play here, because `auto_pass` reveals facts about hands: choose another computer player."""


def starter_decks(match: Match) -> tuple[str, ...]:
    """Return the names of the starter decks that are legal in a match. Rule: TC-PLAY-05."""
    return _legal_starters(pool_of(match))


@lru_cache(maxsize=32)
def _legal_starters(pool: CardPool) -> tuple[str, ...]:
    """Return the names of the starter decks that are legal with these cards. The result is cached."""
    return tuple(name for name, deck in sorted(DECKS.items()) if not faults(pool, deck))


def check_ready(match: Match, seat: Seat) -> None:
    """Check that a seat takes part in the match, and has a deck or can use a starter deck.

    Rule:    TC-PLAY-05
    Refuses: NothingLeftToPlay, DeckNeeded
    """
    player = match.players.get(seat)
    if player is None or player.lost:
        raise NothingLeftToPlay(needs="a player of this match", has=player.lost if player else seat, field="seat")
    if match.stage == "lobby" and not player.ready and not starter_decks(match):
        raise DeckNeeded(needs="a deck", has="none", field="seat")


def check_thinker(match: Match) -> None:
    """Refuse the computer player `search` in a match where being asked to respond reveals something about a hand.

    Rule:    TC-PLAY-13
    Refuses: AskingShowsHands
    """
    if match.settings.casual:
        raise AskingShowsHands(
            needs="an auto_pass that does not depend on hands", has=match.settings.auto_pass, field="player"
        )


HOUSE: Final = House[Match](
    with_undo=False,
    players=("random", "greedy", "search"), check_ready=check_ready,
    thinkers=("search",), check_thinker=check_thinker,
)  # fmt: skip
