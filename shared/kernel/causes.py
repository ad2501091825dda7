"""Chains of causes: which event caused each commit, across streams and services.

An app chooses the correlation id of a chain. Each commit of the chain records this id and its cause, an event of a
stream, in its intent. Both are public. A commit outside all chains has neither.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from shared.kernel.messages import END, ID_PATTERN, MAX_NUMBER

CORRELATION_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}" + END
STREAM_PATTERN: Final = r"^[a-z][a-z_]{0,40}\.[a-z]{1,40}:" + ID_PATTERN.removeprefix("^")
CAUSE_PATTERN: Final = STREAM_PATTERN.removesuffix(END) + "/[1-9][0-9]{0,14}" + END
"""The id of an event, as in its CloudEvents envelope."""
CORRELATED: Final = b'"correlation":"'
"""The bytes that occur in the record of every commit in a chain, and in no other record."""
DIGITS: Final = 32

Correlation: TypeAlias = Annotated[
    str,
    Meta(pattern=CORRELATION_PATTERN, description="the id of a chain: letters, digits, `.`, `_` and `-`; at most 64"),
]
StreamName: TypeAlias = Annotated[str, Meta(pattern=STREAM_PATTERN, description="the name of a stream")]


class Cause(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The event that caused a command: its stream, and the stream's version after the event."""

    stream: StreamName
    version: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]

    @property
    def event(self) -> str:
        """Return the id of the event, as in its CloudEvents envelope."""
        return f"{self.stream}/{self.version}"


class Chain(Struct, frozen=True, kw_only=True):
    """The chain to which a command belongs, and the command's cause; the first command of a chain has no cause."""

    correlation: Correlation
    cause: Cause | UnsetType = UNSET

    def after(self, stream: str, version: int) -> Chain:
        """Return the same chain, with this event as the cause of the next command."""
        return Chain(correlation=self.correlation, cause=Cause(stream=stream, version=version))


class _Said(Struct, frozen=True):
    correlation: str | UnsetType = UNSET
    cause: Cause | UnsetType = UNSET


class _Recorded(Struct, frozen=True):
    intent: _Said


_recorded: Final = msgspec.json.Decoder(_Recorded).decode


def chain_in(public: bytes) -> Chain | None:
    """Return the chain to which a record belongs, or None. Raises: msgspec.DecodeError."""
    if CORRELATED not in public:
        return None
    said = _recorded(public).intent
    return None if isinstance(said.correlation, UnsetType) else Chain(correlation=said.correlation, cause=said.cause)


def correlation_from(cause: Cause) -> str:
    """Return the id of a new chain whose first cause is an event outside all chains."""
    return hashlib.sha256(cause.event.encode()).hexdigest()[:DIGITS]
