"""Why the log cannot do what it was asked: the state of affairs that stands in the way, with a hint for HTTP.

None of these is a rule of a game. Where one says that the log was not reached, the outcome is open: asking again with
the same idempotency key finds out.
"""

from __future__ import annotations

from typing import ClassVar


class LogRefusal(Exception):
    """The log cannot do this."""

    status: ClassVar[int] = 503

    @property
    def says(self) -> str:
        """Return the sentence that explains the refusal."""
        return (type(self).__doc__ or type(self).__name__).split("\n", maxsplit=1)[0]


class StoreAway(LogRefusal):
    """The store did not answer in time; the command may or may not have happened. Ask again with the same key."""


class StoreRefuses(StoreAway):
    """The store refuses this at the moment, so nothing happened; send the same request again later."""

    @property
    def says(self) -> str:
        """Return the sentence for callers: which refusal it is stays in the log."""
        return StoreRefuses.__doc__ or ""


class StreamBusy(LogRefusal):
    """Too many commands are waiting for this stream; send the same one again in a moment."""


class StreamBroken(LogRefusal):
    """The stored log of this stream contradicts itself or what this server saw of it; nothing more is written to it."""


class NewerRelease(LogRefusal):
    """The stream holds what a newer release of this server wrote; that release can read it."""


class KeyNotHeld(LogRefusal):
    """This stream is sealed with a key that the server's key file does not hold, and opens with that key alone."""

    stream = key = tenant = ""

    def __init__(self, stream: str, key: str) -> None:
        """Keep the id of the key. Whose the stream is, is looked up by who knows: nobody else is told of it."""
        super().__init__(f"{stream}: it is sealed with the key {key}, which the key file does not hold")
        self.stream, self.key = stream, key


class ArchiveAway(LogRefusal):
    """This stream is archived, and its file is not there or is not the one that was written; it has to be put back."""

    def __init__(self, said: str, tenant: str) -> None:
        """Keep what is wrong, and whose the stream is: nobody else is told."""
        super().__init__(said)
        self.tenant = tenant


class NotArchived(LogRefusal):
    """This stream is not archived: the store has it."""

    status = 409


class NotToArchive(LogRefusal):
    """Only a stream that has ended is archived, and only if its log holds."""

    status = 409


class StreamUnknown(LogRefusal):
    """There is no such stream."""

    status = 404


class StreamErased(LogRefusal):
    """This stream was erased; its id will never be used again."""

    status = 410

    def __init__(self, version: int = 0, head: bytes = b"", *, file_elsewhere: bool = False) -> None:
        """Keep what the tombstone says: the last version and head, and whose it was, once that has been looked up.

        `file_elsewhere`: it has or had a file, as archived streams have, and that was not where it is looked for here.
        """
        super().__init__(version)
        self.version, self.head, self.file_elsewhere = version, head, file_elsewhere
        self.stream, self.mark = "", b""


class StreamExists(LogRefusal):
    """A stream with this id is already open."""

    status = 409


class VersionUnknown(LogRefusal):
    """The stream has not reached this version yet."""

    status = 404

    def __init__(self, version: int) -> None:
        """Keep the version it has come to."""
        super().__init__(version)
        self.version = version


class StaleVersion(LogRefusal):
    """The stream has moved on from the version the caller has seen."""

    status = 412

    def __init__(self, version: int, head: bytes) -> None:
        """Keep where the stream stands now."""
        super().__init__(version)
        self.version, self.head = version, head


class KeyReused(LogRefusal):
    """This idempotency key was used for another command."""

    status = 422


class CannotStart(Exception):
    """The store is not what this log needs, and the message says what to change."""
