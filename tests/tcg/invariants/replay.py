"""The invariant that the log determines the match: folding the log again creates the same state."""

from __future__ import annotations

from collections.abc import Iterable

from services.tcg.game import match as match_game
from services.tcg.state.match import Match
from shared.kernel.messages import Event


def replay_is_exact(match: Match, events: Iterable[Event]) -> None:
    """Folding all events from the start creates the current match. Rule: TC-DECK-13."""
    again = Match(catalogue=match.catalogue).mutable_copy()
    for event in events:
        match_game.folds[type(event)](again, event)
    assert again == match
