"""Refusals of the log: the reasons why it cannot read or write a stream, each with an HTTP status.

No refusal in this module comes from the rules of a game. A refusal that is based on a rule of Arbiter's own rule ledger
cites that rule's id. If the store could not be reached, the outcome is unknown, and a retry with the same idempotency
key shows whether the command was accepted.
"""

from __future__ import annotations

from typing import ClassVar


class LogRefusal(Exception):
    """The base class of the log's refusals. The docstring of a subclass is the sentence that the caller reads."""

    status: ClassVar[int] = 503
    rule: ClassVar[str] = ""
    field: ClassVar[str] = ""
    """The request header or body field that is wrong; an empty string if the refusal concerns the whole request."""

    @property
    def says(self) -> str:
        """Return the sentence that explains the refusal."""
        return (type(self).__doc__ or type(self).__name__).split("\n", maxsplit=1)[0]


class StoreAway(LogRefusal):
    """The store did not answer in time, so the outcome is unknown: retry with the same Idempotency-Key."""


class StoreRefuses(StoreAway):
    """The store accepts no writes at the moment, so nothing happened: send the same request again later."""

    @property
    def says(self) -> str:
        """Return the sentence that callers read.

        The store's own error message is left out, because only the server's log may show it.
        """
        return StoreRefuses.__doc__ or ""


class StreamBusy(LogRefusal):
    """Too many commands are waiting for this stream: send the command again in a moment."""


class StreamBroken(LogRefusal):
    """This stream's log contradicts itself or an earlier read and takes no commands: ask the operator to check it."""


class NewerRelease(LogRefusal):
    """A newer release of this server wrote this stream: use that release to read it."""


class KeyNotHeld(LogRefusal):
    """This stream is encrypted with a key that is not in the server's key file: ask the operator to add that key."""

    stream = key = tenant = ""

    def __init__(self, stream: str, key: str) -> None:
        """Store the stream and the id of its key.

        The log adds the owner later, because only the owner may see this refusal.
        """
        super().__init__(f"{stream}: it is sealed with the key {key}, which the key file does not hold")
        self.stream, self.key = stream, key


class ArchiveAway(LogRefusal):
    """This stream is archived, and its file is missing or was changed: ask the operator to restore the file."""

    def __init__(self, said: str, tenant: str) -> None:
        """Store the reason and the owner, because only the owner may see this refusal."""
        super().__init__(said)
        self.tenant = tenant


class NotArchived(LogRefusal):
    """This stream is not archived: use its log, which is in the store."""

    status = 409


class NotToArchive(LogRefusal):
    """This stream is still open, or its log fails the audit: archive only a closed stream whose log passes."""

    status = 409


class StreamUnknown(LogRefusal):
    """There is no such stream: check the game and the id."""

    status = 404


class StreamErased(LogRefusal):
    """This stream was erased, and its id will never be used again: name another stream."""

    status = 410

    def __init__(self, version: int = 0, head: bytes = b"", *, file_elsewhere: bool = False) -> None:
        """Store the version and head that the tombstone records; the log adds the owner later.

        `file_elsewhere` means that the stream has or had an archive file which is not in this process's folder.
        """
        super().__init__(version)
        self.version, self.head, self.file_elsewhere = version, head, file_elsewhere
        self.stream, self.mark = "", b""


class CauseUnknown(LogRefusal):
    """The header Arbiter-Cause names no event that this credential may read: name another event, or leave it out."""

    status = 409
    rule = "AR-CAUSE-02"
    field = "Arbiter-Cause"


class StreamExists(LogRefusal):
    """A stream with this id is already open: choose another id."""

    status = 409


class VersionUnknown(LogRefusal):
    """The stream does not have this version yet: name a version that it has."""

    status = 404

    def __init__(self, version: int) -> None:
        """Store the stream's current version."""
        super().__init__(version)
        self.version = version


class StaleVersion(LogRefusal):
    """The stream has a newer version than the one that you have seen: read it, and decide anew."""

    status = 412

    def __init__(self, version: int, head: bytes) -> None:
        """Store the stream's current version and head."""
        super().__init__(version)
        self.version, self.head = version, head


class KeyReused(LogRefusal):
    """This idempotency key was used for another command: send a new key with a new command."""

    status = 422


class CannotStart(Exception):
    """Raised when the store does not meet a requirement of the log. The message says what to change."""
