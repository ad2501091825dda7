"""The event by which a fork takes over the state of another stream.

The event stores the state as one text in canonical JSON, because the names and numbers in a state need not follow the
format of records.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from shared.kernel.goals import PuzzleGoal
from shared.kernel.messages import Secret, StreamEvent, canonical


class Forked(StreamEvent, frozen=True, kw_only=True):
    """The stream started as a fork, from the `state` of another stream at one of its versions.

    `head` is the last hash of the other stream's hash chain at that version. If the state was `dealt`, it keeps the
    facts that `seat` knew at that version (without a `seat`: the facts that the app knew), and all other facts were
    drawn again. `closed` names the entries whose contents no draw can replace, so that the fork lacks them. `made_up`
    names the entries that got invented, plausible values. Events before this one do not affect the state. A fork with a
    `goal` is a puzzle.
    """

    stream: str
    version: int
    head: str
    dealt: bool = False
    seat: str | UnsetType = UNSET
    state: Secret[str]
    goal: PuzzleGoal | UnsetType = UNSET
    closed: tuple[str, ...] | UnsetType = UNSET
    made_up: tuple[str, ...] | UnsetType = UNSET


def text_of(state: Any) -> str:  # noqa: ANN401 a game's state
    """Return a state as the string that a fork's first event stores: canonical JSON."""
    return canonical(msgspec.to_builtins(state, str_keys=True)).decode()


def state_in(kind: type[Any], text: str) -> Any:  # noqa: ANN401 a game's state
    """Decode the state that a fork's first event stores as text. Refuses: msgspec.MsgspecError."""
    return msgspec.convert(msgspec.json.decode(text), kind, str_keys=True)


def taken_over(kind: type[Any], state: Any, event: Forked) -> Any:  # noqa: ANN401 a game's state
    """Return the state after a fork has started. A reader who may not read the forked state keeps its current state."""
    return state if event.state.value is UNSET else state_in(kind, event.state.open())
