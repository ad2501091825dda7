"""Refusals of the pool: an app has too many tasks, the queue is full, or a task took too long."""

from __future__ import annotations

from typing import ClassVar


class PoolRefusal(Exception):
    """The pool cannot run a task. The docstring of each subclass is the sentence that the caller reads."""

    status: ClassVar[int] = 503
    retry_after: ClassVar[int] = 1

    @property
    def says(self) -> str:
        """Return the sentence that explains the refusal."""
        return (type(self).__doc__ or type(self).__name__).split("\n", maxsplit=1)[0]


class ShareFull(PoolRefusal):
    """This app already uses its share of long calculations: send the request again when one of them is done."""

    status = 429


class QueueFull(PoolRefusal):
    """Too many long calculations are waiting: send the same request again in a moment."""


class TookTooLong(PoolRefusal):
    """The calculation took longer than a single request may, and was stopped: ask for something simpler."""

    retry_after = 30


class WorkerDied(PoolRefusal):
    """The process of this calculation ran out of memory or was ended by a signal: send the request again."""


class PoolClosed(PoolRefusal):
    """The service is stopping: send the request again in a moment."""


class TaskFailed(Exception):
    """A task raised an unexpected exception. The message contains its traceback."""
