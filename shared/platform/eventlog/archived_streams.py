"""The core's view of archived streams: the stub that stays in the store, and the interface that reads the files.

The extra `archive` writes and reads the files themselves (`shared/platform/extras/archive`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from shared.kernel.messages import Hex32, canonical

RawEntry: TypeAlias = list[Any]
"""A commit in the store's form: its id, and a list of names and values: p, h, s and i (see `key_names`)."""


class ArchiveStub(Struct, frozen=True, kw_only=True):
    """The entry that stays in the store for an archived stream: facts of its file and of its first commit.

    Units: bytes; at in milliseconds UTC, when the stream was opened
    """

    bytes: int
    sha256: Hex32
    commits: int
    tenant: str
    at: int


class CommitRange(Struct, frozen=True):
    """The requested commits of a file: those after a version, up to a number of commits or bytes."""

    after: int
    most: int
    most_bytes: int


class ArchivedStreams(Protocol):
    """The interface that reads and removes the files of archived streams."""

    async def entries(self, stream: str, stub: ArchiveStub, wanted: CommitRange) -> list[RawEntry]:
        """Read some commits of a stream.

        Refuses: ArchiveAway
        """
        ...

    def pages(self, stream: str, stub: ArchiveStub) -> AsyncIterator[list[RawEntry]]:
        """Read all commits of a stream, page by page.

        Refuses: ArchiveAway
        """
        ...

    def remove(self, stream: str) -> bool:
        """Remove the file of a stream; return whether there was one.

        Refuses: OSError
        """
        ...


_stub: Final = msgspec.json.Decoder(ArchiveStub).decode


def stub_bytes(stub: ArchiveStub) -> bytes:
    """Encode a stub for the store."""
    return canonical(stub)


def stub_in(raw: bytes | None) -> ArchiveStub | None:
    """Decode a stub from the store; None if there is none."""
    return None if raw is None else _stub(raw)
