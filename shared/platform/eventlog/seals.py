"""Data that the store keeps but cannot read: secret parts, stream keys and snapshots, each bound to its stream."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from shared.kernel.record import SecretPart

_encode: Final = msgspec.msgpack.Encoder().encode
_parts: Final = msgspec.msgpack.Decoder(tuple[SecretPart, ...])


class ByteSealer(Protocol):
    """Seals bytes for a context; they open with the same context only (`shared.platform.seal.Sealer`)."""

    def seal(self, data: bytes, context: bytes) -> bytes:
        """Seal bytes for a context."""
        ...

    def open(self, sealed: bytes, context: bytes) -> bytes:
        """Return the bytes sealed for this context."""
        ...


class StreamSeals:
    """Seals and opens the data of streams."""

    def __init__(self, seals: ByteSealer) -> None:
        """Take the sealer."""
        self._seals = seals

    def seal_parts(self, stream: str, version: int, parts: tuple[SecretPart, ...]) -> bytes:
        """Seal the secret parts of a commit; a commit without any needs no seal."""
        return self._seals.seal(_encode(parts), _place("parts", stream, version)) if parts else b""

    def open_parts(self, stream: str, version: int, sealed: bytes) -> tuple[SecretPart, ...]:
        """Open the secret parts of a commit."""
        return _parts.decode(self._seals.open(sealed, _place("parts", stream, version))) if sealed else ()

    def seal_key(self, stream: str, key: bytes) -> bytes:
        """Seal a stream's own key."""
        return self._seals.seal(key, _place("key", stream, 0))

    def open_key(self, stream: str, sealed: bytes) -> bytes:
        """Open a stream's own key."""
        return self._seals.open(sealed, _place("key", stream, 0))

    def seal_snapshot(self, stream: str, version: int, snapshot: bytes) -> bytes:
        """Seal a snapshot."""
        return self._seals.seal(snapshot, _place("snapshot", stream, version))

    def open_snapshot(self, stream: str, version: int, sealed: bytes) -> bytes:
        """Open a snapshot."""
        return self._seals.open(sealed, _place("snapshot", stream, version))


def _place(what: str, stream: str, version: int) -> bytes:
    """Return the sealing context. Stream ids hold no blank, so no two contexts are equal."""
    return f"{what} {stream} {version}".encode()
