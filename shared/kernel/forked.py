"""The event with which a fork takes over the state of another stream.

The state is stored as one text in canonical JSON, because its names and numbers need not follow the format of records.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from shared.kernel.goals import PuzzleGoal
from shared.kernel.messages import Secret, StreamEvent, canonical


class Forked(StreamEvent, frozen=True, kw_only=True):
    """The stream begins as a fork, with the `state` that another stream had at a version.

    `head` is the hash chain's head of the other stream at that version. If the state was `dealt`, it contains only the
    facts that `seat` knew then (without a seat: that the app knew), and all other facts were drawn again. Events before
    this one do not affect the state. A fork with a `goal` is a puzzle.
    """

    stream: str
    version: int
    head: str
    dealt: bool = False
    seat: str | UnsetType = UNSET
    state: Secret[str]
    goal: PuzzleGoal | UnsetType = UNSET


def text_of(state: Any) -> str:  # noqa: ANN401 a game's state
    """Return a state as the text that begins a fork: canonical JSON."""
    return canonical(msgspec.to_builtins(state, str_keys=True)).decode()


def state_in(kind: type[Any], text: str) -> Any:  # noqa: ANN401 a game's state
    """Decode the state from the text that begins a fork. Refuses: msgspec.MsgspecError."""
    return msgspec.convert(msgspec.json.decode(text), kind, str_keys=True)


def taken_over(kind: type[Any], state: Any, event: Forked) -> Any:  # noqa: ANN401 a game's state
    """Return the state after a fork has begun. A reader who may not read the forked state keeps the state it has."""
    return state if event.state.value is UNSET else state_in(kind, event.state.open())
