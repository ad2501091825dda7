"""Digests of the game's state in the log. Nobody can read them until the log is opened.

The first digest that differs between two folds shows where they diverged: in the commits since the previous digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from shared.kernel.digests import digest_of, schema_name
from shared.kernel.game import Game
from shared.kernel.messages import NOBODY, Event, Secret
from shared.kernel.stream.messages import StateDigested
from shared.kernel.stream.state import Stream

S = TypeVar("S")


def event_of_digest(game: Game[S], stream: Stream[S], state: S) -> Sequence[Event]:
    """Return the event with the digest of the state after a decision, if one is due on this stream.

    Rule:    AR-DIGEST-04
    """
    if not stream.digests or stream.undigested + 1 < stream.digests:
        return ()
    kind: Any = game.state
    return (StateDigested(schema=schema_name(kind), digest=Secret(audience=NOBODY, value=digest_of(state))),)
