"""The stub of an archived stream, which stays in the store, and the interface for reading the archive's files.

The optional package `archive` implements that interface (`shared/platform/extras/archive`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from shared.kernel.messages import Hex32, canonical

RawEntry: TypeAlias = list[Any]
"""A stored commit: its id, and a flat list of field names and values. `key_names` explains the fields p, h, s and i."""


class ArchiveStub(Struct, frozen=True, kw_only=True):
    """The part of an archived stream that stays in the store: facts about its archive file and its first commit.

    Units: bytes; at in milliseconds UTC, when the stream was opened
    """

    bytes: int
    sha256: Hex32
    commits: int
    tenant: str
    at: int


class CommitRange(Struct, frozen=True):
    """A request for the commits of an archived stream after a version, up to `most` commits or `most_bytes`."""

    after: int
    most: int
    most_bytes: int


class ArchivedStreams(Protocol):
    """The files of archived streams, with methods to read and remove them."""

    async def entries(self, stream: str, stub: ArchiveStub, wanted: CommitRange) -> list[RawEntry]:
        """Read the requested commits of an archived stream.

        Refuses: ArchiveAway
        """
        ...

    def pages(self, stream: str, stub: ArchiveStub) -> AsyncIterator[list[RawEntry]]:
        """Read all commits of an archived stream, page by page.

        Refuses: ArchiveAway
        """
        ...

    def remove(self, stream: str) -> bool:
        """Remove the file of an archived stream; return whether the file existed.

        Refuses: OSError
        """
        ...


_stub: Final = msgspec.json.Decoder(ArchiveStub).decode


def stub_bytes(stub: ArchiveStub) -> bytes:
    """Encode a stub as bytes, which is how the store keeps it."""
    return canonical(stub)


def stub_in(raw: bytes | None) -> ArchiveStub | None:
    """Decode the bytes of a stub; return None if the store has no stub."""
    return None if raw is None else _stub(raw)
