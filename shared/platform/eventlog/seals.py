"""Encryption of data that the store holds but must not be able to read: secret parts, stream keys and snapshots.

Each encrypted piece is bound to its stream, and cannot be decrypted as part of another stream.
"""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from shared.kernel.record import SecretPart

_encode: Final = msgspec.msgpack.Encoder().encode
_parts: Final = msgspec.msgpack.Decoder(tuple[SecretPart, ...])


class ByteSealer(Protocol):
    """A cipher for bytes. Decrypting needs the same context as encrypting."""

    def seal(self, data: bytes, context: bytes) -> bytes:
        """Encrypt bytes for a context, such as a stream's name."""
        ...

    def open(self, sealed: bytes, context: bytes) -> bytes:
        """Decrypt bytes that were encrypted for this context."""
        ...


class StreamSeals:
    """The encryption of the secret parts, keys and snapshots of streams."""

    def __init__(self, seals: ByteSealer) -> None:
        """Set up the encryption with a cipher."""
        self._seals = seals

    def seal_parts(self, stream: str, version: int, parts: tuple[SecretPart, ...]) -> bytes:
        """Encrypt the secret parts of a commit; return empty bytes for a commit without secret parts."""
        return self._seals.seal(_encode(parts), _place("parts", stream, version)) if parts else b""

    def open_parts(self, stream: str, version: int, sealed: bytes) -> tuple[SecretPart, ...]:
        """Decrypt the secret parts of a commit."""
        return _parts.decode(self._seals.open(sealed, _place("parts", stream, version))) if sealed else ()

    def seal_key(self, stream: str, key: bytes) -> bytes:
        """Encrypt the key of a stream."""
        return self._seals.seal(key, _place("key", stream, 0))

    def open_key(self, stream: str, sealed: bytes) -> bytes:
        """Decrypt the key of a stream."""
        return self._seals.open(sealed, _place("key", stream, 0))

    def seal_snapshot(self, stream: str, version: int, snapshot: bytes) -> bytes:
        """Encrypt the snapshot of a stream at a version."""
        return self._seals.seal(snapshot, _place("snapshot", stream, version))

    def open_snapshot(self, stream: str, version: int, sealed: bytes) -> bytes:
        """Decrypt the snapshot of a stream at a version."""
        return self._seals.open(sealed, _place("snapshot", stream, version))


def _place(what: str, stream: str, version: int) -> bytes:
    """Return the encryption context of a piece of data. Stream ids contain no space, so no two contexts are equal."""
    return f"{what} {stream} {version}".encode()
