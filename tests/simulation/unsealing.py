"""Opens what the store holds sealed, with the key file and without code of the services: the truth about secrets.

sealed = 0x01 | length of key id | key id | nonce (12) | AES-256-GCM ciphertext and tag (16)
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

PURPOSE: Final = b"arbiter seal 1\x00"
NONCE: Final = 12
HEADER: Final = 2


class Part(Struct, frozen=True, array_like=True):
    """A secret part: the seats that may read it, the salt of its digest, and its value as JSON."""

    audience: tuple[str, ...]
    salt: bytes
    data: bytes


_parts: Final = msgspec.msgpack.Decoder(tuple[Part, ...]).decode


def keys_in(path: Path) -> Mapping[str, str]:
    """Return all secret keys of a key file, by their ids. They are written as hexadecimal text."""
    rings: Mapping[str, Any] = {name: ring for name, ring in json.loads(path.read_text()).items() if name != "version"}
    return {name: key for ring in rings.values() for name, key in ring["keys"].items()}


def parts_in(sealed: bytes, stream: str, version: int, keys: Mapping[str, str]) -> Sequence[Part]:
    """Return the secret parts of a commit."""
    return _parts(_open(sealed, f"parts {stream} {version}", keys))


def stream_key_in(sealed: bytes, stream: str, keys: Mapping[str, str]) -> bytes:
    """Return the key of a stream, from which the salts of its secret parts follow."""
    return _open(sealed, f"key {stream} 0", keys)


def _open(sealed: bytes, context: str, keys: Mapping[str, str]) -> bytes:
    end = HEADER + sealed[1]
    header, nonce, rest = sealed[:end], sealed[end : end + NONCE], sealed[end + NONCE :]
    key = bytes.fromhex(keys[header[HEADER:].decode()])
    derived = hmac.digest(key, PURPOSE + context.encode() + b"\x01", "sha256")
    return AESGCM(derived).decrypt(nonce, rest, header + context.encode())
