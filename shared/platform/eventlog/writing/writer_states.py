"""The states of a stream's writer: whether it knows the stream's state, and what it is waiting for."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from msgspec import Struct


class _State(Struct, frozen=True):
    """The base class of a writer's states."""

    knows_stream: ClassVar[bool]
    is_idle: ClassVar[bool]

    def with_task(self) -> Reading | Resolving:
        """Return the state that follows this one when the writer's task starts."""
        return RESOLVING if self.knows_stream else READING

    def without_task(self) -> Unread | Ready:
        """Return the state that follows this one when the writer's task ends."""
        return READY if self.knows_stream else UNREAD

    def as_outdated(self) -> Unread | Reading:
        """Return the state that follows this one when the stream has to be read again."""
        return UNREAD if self.is_idle else READING


class Unread(_State, frozen=True):
    """A state without a call in flight, in which the stream must be read before a command can be decided."""

    knows_stream = False
    is_idle = True


class Ready(_State, frozen=True):
    """A state without a call in flight, in which commands are decided and appended as they arrive."""

    knows_stream = True
    is_idle = True


class Appending(_State, frozen=True):
    """A state with one append in flight. Commands that arrive are decided, and wait for the next append."""

    knows_stream = True
    is_idle = False


class Reading(_State, frozen=True):
    """A state in which the writer's task has to read the stream. Commands that arrive wait undecided."""

    knows_stream = False
    is_idle = False


class Resolving(_State, frozen=True):
    """A state in which the writer's task runs and the stream's state is known.

    The task confirms refusals, or finds out why an append was not accepted.
    """

    knows_stream = True
    is_idle = False


WriterState: TypeAlias = Unread | Ready | Appending | Reading | Resolving

UNREAD: Final = Unread()
READY: Final = Ready()
APPENDING: Final = Appending()
READING: Final = Reading()
RESOLVING: Final = Resolving()
