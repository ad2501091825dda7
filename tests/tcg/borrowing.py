"""A recorded match in which a form changes control again before an earlier change of control has ended."""

from __future__ import annotations

from services.tcg.chapters.control import ControlChanged
from services.tcg.settings import MatchSettings
from tests.tcg.journal import Journal, lively
from tests.tcg.schools import LOANS, deck_of

SEEDS = 100
"""Number of seeds that a search tries."""


def borrowed_back() -> Journal:
    """Play a match in which a player borrows a form that another player has borrowed, and both return it.

    Rule: TC-RUL-169
    """
    for seed in range(1, SEEDS):
        journal = Journal("ann", "bob", settings=MatchSettings(auto_pass="no_legal_response"), cards=LOANS, seed=seed)
        journal.begin(deck_of(LOANS), deck_of(LOANS), stops=())
        journal.play(lively, until=_has_given_back, most=150)
        if _has_given_back(journal):
            return journal
    raise LookupError("no seed gives such a match")


def _has_given_back(journal: Journal) -> bool:
    """Return whether a borrowed form was borrowed again, and both borrowers then returned it."""
    taken = [event for event in journal.events if isinstance(event, ControlChanged)]
    again = {event.thing for event in taken if event.change is not None and event.earlier}
    back = {event.thing for event in taken if event.change is None and event.earlier}
    last = {event.thing for event in taken if event.change is None and not event.earlier}
    return bool(again & back & last)
