"""Why the pool does not do what it is asked to: the share is used up, there is too much to do, or it took too long."""

from __future__ import annotations

from typing import ClassVar


class PoolRefusal(Exception):
    """The pool does not do this now. The docstring of each kind is the sentence the caller reads."""

    status: ClassVar[int] = 503
    retry_after: ClassVar[int] = 1

    @property
    def says(self) -> str:
        """Return the sentence that explains it."""
        return (type(self).__doc__ or type(self).__name__).split("\n", maxsplit=1)[0]


class ShareFull(PoolRefusal):
    """This app's share of the long calculations is in use; send the request again when one of them is done."""

    status = 429


class QueueFull(PoolRefusal):
    """Too many long calculations are waiting; send the request again in a moment."""


class TookTooLong(PoolRefusal):
    """The calculation took longer than a single request may, and was stopped."""

    retry_after = 30


class WorkerDied(PoolRefusal):
    """The process working on this ended, for lack of memory or by a signal; the request may be sent again."""


class PoolClosed(PoolRefusal):
    """The service is stopping; send the request again in a moment."""


class TaskFailed(Exception):
    """A task raised what no caller expects; the message holds the trace of the other process."""
