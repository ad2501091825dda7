"""What is true of every match at every moment: small named checks that look at each event as it is folded.

`Watch(game).see(event)` after each event, `rest()` after each commit; `replay_is_exact` once at the end. That the legal
list is sound and complete, and that views leak nothing, is shown beside it (`listing`, `test_secrets`).
"""

from . import cards, effects, turns
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
    "replay_is_exact",
    "turns",
]
