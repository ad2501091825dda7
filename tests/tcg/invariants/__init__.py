"""Invariants of every match: small named checks that run after events.

Call `Watch(game).see(event)` after each event, `rest()` after each commit, and `replay_is_exact` once at the end. The
list of legal commands is checked in `listing`, and the secrecy of views in `test_secrets`.
"""

from . import cards, effects, readings, turns
from .listing import list_is_complete, list_is_sound
from .replay import replay_is_exact
from .watch import AFTER, EVERY, RESTING, Watch

__all__ = [
    "AFTER",
    "EVERY",
    "RESTING",
    "Watch",
    "cards",
    "effects",
    "list_is_complete",
    "list_is_sound",
    "readings",
    "replay_is_exact",
    "turns",
]
