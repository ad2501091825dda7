"""What comes instead of an answer: whether the call may have happened, and where it can be sent instead."""

from __future__ import annotations

from typing import Final

from redis.exceptions import (
    AskError,
    ClusterDownError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)

from shared.platform.eventlog.refusals import StoreAway

CANNOT_NOW: Final = (OutOfMemoryError, MasterDownError, ClusterDownError)
CANNOT_NOW_CODES: Final = ("MISCONF", "NOREPLICAS", "BUSY")
"""What a server says that cannot write now, and has not; redis-py has names for some."""


class Unanswered(StoreAway):
    """The call was sent and no answer came: it may have happened, and may yet happen."""


class ConnectionLost(Unanswered):
    """The connection broke before the answer came."""


class Unreplicated(StoreAway):
    """The call happened here, and too few replicas confirmed it in time."""


class Refused(StoreAway, ResponseError):
    """The store refuses the call itself: it is not set up for us, or we are wrong. Nothing happened."""


class LibraryMissing(StoreAway):
    """The store does not know our functions: it was emptied or replaced."""


class NotPrimary(StoreAway):
    """The server is a replica and takes no writes: another is the primary now. Nothing happened."""


class KeysMoving(StoreAway):
    """The keys of the call are on their way from one node to another. Nothing happened; it may be sent again soon."""


class Elsewhere(StoreAway):
    """The keys of the call are on another node of the cluster. Nothing happened here."""

    def __init__(self, error: AskError) -> None:
        """Take redis-py's error: a MovedError where the slot moved for good, else an AskError for this call only."""
        super().__init__(str(error))
        self.error: Final = error


def refusal_of(error: ResponseError) -> StoreAway:
    """Return what an error of the server means for the call it answers; none of these has happened."""
    said = str(error)
    if "Function not found" in said:
        return LibraryMissing(said)
    if isinstance(error, AskError):
        return Elsewhere(error)
    if isinstance(error, TryAgainError):
        return KeysMoving(said)
    if isinstance(error, ReadOnlyError):
        return NotPrimary(said)
    return StoreAway(said) if isinstance(error, CANNOT_NOW) or said.startswith(CANNOT_NOW_CODES) else Refused(said)
