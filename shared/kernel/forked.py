"""The event with which a fork takes over the state of another stream.

The state is one text, in canonical JSON: its names and numbers need not have the form that records have.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from shared.kernel.messages import Secret, StreamEvent, canonical


class Forked(StreamEvent, frozen=True, kw_only=True):
    """The stream begins as a fork: with the `state` that another stream had at a version, where its log had this head.

    If it was `dealt`, the state has only what `seat` knew there, or without a seat what its app knew; the rest is drawn
    anew. What was emitted before this event leaves nothing in the state.
    """

    stream: str
    version: int
    head: str
    dealt: bool = False
    seat: str | UnsetType = UNSET
    state: Secret[str]


def text_of(state: Any) -> str:  # noqa: ANN401 a game's state
    """Return a state as the text that a fork begins with: canonical JSON."""
    return canonical(msgspec.to_builtins(state, str_keys=True)).decode()


def state_in(kind: type[Any], text: str) -> Any:  # noqa: ANN401 a game's state
    """Return the state in such a text. Refuses: msgspec.MsgspecError."""
    return msgspec.convert(msgspec.json.decode(text), kind, str_keys=True)


def taken_over(kind: type[Any], state: Any, event: Forked) -> Any:  # noqa: ANN401 a game's state
    """Return the state after a fork has begun. A reader who may not read it keeps its own."""
    return state if event.state.value is UNSET else state_in(kind, event.state.open())
