"""The errors of calls to the store.

Each says whether the call may have been executed, and whether to send it elsewhere.
"""

from __future__ import annotations

from typing import Final

from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)

from shared.platform.eventlog.refusals import StoreAway, StoreRefuses

CANNOT_NOW: Final = (MasterDownError, ClusterDownError, BusyLoadingError)
CANNOT_NOW_CODES: Final = ("BUSY",)
"""Error codes of a server that cannot execute a call at the moment, except those for which redis-py has classes."""
LASTING: Final = OutOfMemoryError
LASTING_CODES: Final = ("MISCONF", "NOREPLICAS")
"""Error codes of problems that last longer than a command may wait. Callers get these errors without a retry."""


class Unanswered(StoreAway):
    """The call was sent but no reply came. The server may have executed it, or may still execute it."""


class ConnectionLost(Unanswered):
    """The connection broke before the reply came. The server may have executed the call."""


class Unreplicated(StoreAway):
    """The call took effect on this server, but too few replicas confirmed it in time."""


class WritesRefused(StoreRefuses):
    """The store accepts no writes: it is full, cannot write its files, or has too few replicas. Nothing happened."""


class Refused(StoreRefuses, ResponseError):
    """The store rejects the call itself: our code has a bug, or the server denies us a permission. Nothing happened."""


class LibraryMissing(StoreRefuses):
    """The store lacks the log's function library, because it was flushed or replaced."""


class NotPrimary(StoreRefuses):
    """The server is a replica and accepts no writes, because another server is the primary now. Nothing happened."""


class KeysMoving(StoreRefuses):
    """The keys of the call are moving between nodes. Nothing happened; send the call again a little later."""


class Elsewhere(StoreRefuses):
    """Another node of the cluster has the keys of the call. Nothing happened here."""

    def __init__(self, error: AskError) -> None:
        """Store redis-py's error.

        The error is a MovedError if the slot has moved for good, or an AskError if only this call must go to another
        node.
        """
        super().__init__(str(error))
        self.error: Final = error


def refusal_of(error: ResponseError | BusyLoadingError) -> StoreAway:
    """Convert a server's error reply to an exception of this module. The server has not executed the call."""
    said = str(error)
    if "Function not found" in said:
        return LibraryMissing(said)
    if isinstance(error, AskError):
        return Elsewhere(error)
    if isinstance(error, TryAgainError):
        return KeysMoving(said)
    if isinstance(error, ReadOnlyError):
        return NotPrimary(said)
    if isinstance(error, LASTING) or said.startswith(LASTING_CODES):
        return WritesRefused(said)
    return StoreRefuses(said) if isinstance(error, CANNOT_NOW) or said.startswith(CANNOT_NOW_CODES) else Refused(said)


def away_of(error: Exception) -> StoreAway:
    """Convert an error of redis-py's own client to an exception of this module.

    If the error came from the server, the server has not executed the call.
    """
    if isinstance(error, ResponseError | BusyLoadingError):
        return refusal_of(error)
    return StoreAway(str(error))
