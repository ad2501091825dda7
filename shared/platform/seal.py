"""Encryption (sealing) of data that the store must not be able to read, and the key file.

    sealed = 0x01 | length of key id | key id | nonce (12) | AES-256-GCM ciphertext and tag (16)

The encryption key is HKDF-Expand(SHA-256, named key, "arbiter seal 1" | 0 | context). Random nonces therefore only
have to differ within one context, however much is encrypted under one named key. The header and the context are
additional authenticated data: bytes sealed for one context cannot be decrypted in another.

If you lose the key file, you lose games. Only its keys decrypt the seeds, hidden cards and snapshots in the store;
neither the store nor its backups contain a copy. Keep a copy of the file separate from the backups of the store
(`arbiter keyfile export` prints it), and make a new copy after every rotation. Keep old keys in the file as long as
any game is sealed with them.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import hmac
import os
import secrets
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias, assert_never

import msgspec
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Meta, Struct
from msgspec.structs import replace

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
TAG_BYTES: Final = 16
LONGEST_KEY_ID: Final = 32
SEAL_VERSION: Final = 1
SEAL_PURPOSE: Final = b"arbiter seal 1\x00"
READABLE_TO_STRANGERS: Final = stat.S_IRWXO | stat.S_IWGRP
"""Permission bits that a key file must not have. Its group may read it, because mounted secrets often allow that."""

KeyId: TypeAlias = Annotated[str, Meta(pattern=rf"^[a-z0-9][a-z0-9_-]{{0,{LONGEST_KEY_ID - 1}}}$")]
KeyHex: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Use: TypeAlias = Literal["sealing", "tokens", "receipts"]


class SealBroken(ValueError):
    """These bytes are not sealed data, were changed, or were sealed for another context."""


class KeyUnknown(LookupError):
    """The data was sealed with a key that is not in the key file."""

    def __init__(self, key_id: str) -> None:
        """Store the id of the missing key."""
        super().__init__(f"no key {key_id!r}; restore the key file that held it")
        self.key_id: Final = key_id


class KeyFileBroken(ValueError):
    """The key file cannot be used. The message never quotes its content."""


# ------------------------------------------------------------------ deriving keys


def derive(key: bytes, purpose: bytes) -> bytes:
    """Derive 32 bytes from a key for a purpose, with one block of HKDF-Expand with SHA-256 (RFC 5869).

    The key is already uniformly random, so the extract step of HKDF is not needed.
    """
    return hmac.digest(key, purpose + b"\x01", "sha256")


# ------------------------------------------------------------------ seals


class Ring(Struct, frozen=True, kw_only=True):
    """The keys for one purpose, one of which is the current key. The repr shows only the ids of the keys."""

    current: KeyId
    keys: dict[KeyId, KeyHex]

    def __post_init__(self) -> None:
        """Check that the current key is one of the keys."""
        if self.current not in self.keys:
            raise ValueError("the current key is not among the keys")

    def __repr__(self) -> str:
        """Show the ids of the keys, never the keys."""
        return f"Ring(current={self.current!r}, keys={sorted(self.keys)})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Show only the ids of the keys when the library rich prints the ring.

        By default, rich would print the fields.
        """
        return [("current", self.current), ("keys", sorted(self.keys))]

    def keys_by_id(self) -> Mapping[str, bytes]:
        """Return the bytes of all keys, by id."""
        return MappingProxyType({name: bytes.fromhex(key) for name, key in self.keys.items()})

    def with_current(self, name: str, key: str) -> Ring:
        """Return a ring with a new current key and all old keys."""
        return Ring(current=name, keys={**self.keys, name: key})


class Sealer:
    """A cipher that encrypts with the current key, and decrypts with any key of the key file.

    If data was encrypted with an unknown key, `reread` reads the keys again, because another process may have rotated
    the key file.
    """

    def __init__(self, keys: Mapping[str, bytes], *, current: str, reread: Callable[[], Ring] | None = None) -> None:
        """Set up the cipher with keys of 32 bytes each, by id. It encrypts with the key whose id is `current`.

        Refuses: ValueError for a key of another length, a missing current key, or an id that is too long
        """
        self._reread: Final = reread
        self._take(keys, current)

    def __repr__(self) -> str:
        """Show the ids of the keys, never the keys."""
        return f"Sealer(current={self.current!r}, keys={sorted(self._keys)})"

    def _take(self, keys: Mapping[str, bytes], current: str) -> None:
        if any(len(key) != KEY_BYTES for key in keys.values()):
            raise ValueError(f"a sealing key has {KEY_BYTES} bytes")
        if any(not 0 < len(name.encode()) <= LONGEST_KEY_ID for name in keys):
            raise ValueError(f"a key id has 1 to {LONGEST_KEY_ID} bytes")
        if current not in keys:
            raise ValueError("the current key is not among the keys")
        self._keys = dict(keys)
        self.current = current
        self._header = bytes((SEAL_VERSION, len(current.encode()))) + current.encode()

    @property
    def names(self) -> frozenset[str]:
        """Return the ids of the keys."""
        return frozenset(self._keys)

    def turn(self, ring: Ring) -> None:
        """Add the keys of a ring, and use its current key for encryption from now on. No key is removed."""
        self._take({**self._keys, **ring.keys_by_id()}, ring.current)

    def seal(self, data: bytes, context: bytes) -> bytes:
        """Encrypt bytes for a context. They can be decrypted only for the same context."""
        nonce = os.urandom(NONCE_BYTES)
        cipher = AESGCM(derive(self._keys[self.current], SEAL_PURPOSE + context))
        return self._header + nonce + cipher.encrypt(nonce, data, self._header + context)

    def open(self, sealed: bytes, context: bytes) -> bytes:
        """Decrypt bytes that were encrypted for this context.

        Refuses: SealBroken, KeyUnknown
        """
        name, start = _key_named_in(sealed)
        cipher = AESGCM(derive(self._key(name), SEAL_PURPOSE + context))
        nonce, body = sealed[start : start + NONCE_BYTES], sealed[start + NONCE_BYTES :]
        try:
            return cipher.decrypt(nonce, body, sealed[:start] + context)
        except InvalidTag:
            raise SealBroken("changed, or sealed for another context") from None

    def _key(self, name: str) -> bytes:
        if name not in self._keys and self._reread is not None:
            with contextlib.suppress(OSError, KeyFileBroken):
                self.turn(self._reread())
        try:
            return self._keys[name]
        except KeyError:
            raise KeyUnknown(name) from None


def key_named_in(sealed: bytes) -> str:
    """Return the id of the key with which bytes were encrypted.

    Refuses: SealBroken
    """
    return _key_named_in(sealed)[0]


def _key_named_in(sealed: bytes) -> tuple[str, int]:
    """Return the id of the key with which bytes were encrypted, and the offset of the nonce in these bytes."""
    if len(sealed) < 2 or sealed[0] != SEAL_VERSION:  # noqa: PLR2004  version and length
        raise SealBroken("not a seal, or a seal of an unknown version")
    start = 2 + sealed[1]
    if not 0 < sealed[1] <= LONGEST_KEY_ID or len(sealed) < start + NONCE_BYTES + TAG_BYTES:
        raise SealBroken("too short for a seal")
    try:
        return sealed[2:start].decode(), start
    except UnicodeDecodeError:
        raise SealBroken("its key id is not text") from None


# ------------------------------------------------------------------ receipts


class Signer:
    """A signer of receipts that uses Ed25519. Its public key may be published."""

    def __init__(self, key_id: str, key: bytes) -> None:
        """Set up the signer with a private key of 32 bytes."""
        self._key: Final = Ed25519PrivateKey.from_private_bytes(key)
        self.key_id: Final = key_id
        self.public: Final = self._key.public_key().public_bytes_raw().hex()

    def __repr__(self) -> str:
        """Show the public key only."""
        return f"Signer(key_id={self.key_id!r}, public={self.public!r})"

    def sign(self, data: bytes) -> bytes:
        """Return the signature of some bytes. Units: 64 bytes."""
        return self._key.sign(data)


def signed_by(public: str, data: bytes, signature: bytes) -> bool:
    """Return whether the owner of a public key (in hexadecimal) signed these bytes. This needs no key file."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def signer_id(key: bytes) -> str:
    """Return the id of a receipt key: the first 16 hexadecimal digits of the SHA-256 of its public key."""
    public = Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()
    return hashlib.sha256(public).hexdigest()[:16]


# ------------------------------------------------------------------ the key file


class KeyForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of the key file, as JSON. The reprs of its parts show no keys."""

    version: Literal[1] = 1
    sealing: Ring
    tokens: Ring
    receipts: Ring

    def __post_init__(self) -> None:
        """Check that the id of each receipt key is derived from the key, which detects a changed key."""
        for name, key in self.receipts.keys_by_id().items():
            if signer_id(key) != name:
                raise ValueError(f"the key {name} of the receipts was changed: its id does not follow from it")


class Keys:
    """The content of the key file: the keys that encrypt, that sign receipts, and that sign seat tokens."""

    def __init__(self, path: Path) -> None:
        """Read the key file, which must exist.

        Refuses: FileNotFoundError, KeyFileBroken
        """
        self.path: Final = path
        self._form = _read_key_file(path)
        sealing = self._form.sealing
        self.sealer: Final = Sealer(sealing.keys_by_id(), current=sealing.current, reread=self._reread_sealing)

    def __repr__(self) -> str:
        """Show the ids of the keys, never the keys."""
        return f"Keys({str(self.path)!r})"

    @classmethod
    def open(cls, path: Path) -> Keys:
        """Read the key file. At the first start, create it with a new key for each use.

        Refuses: KeyFileBroken
        """
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone_with(path):
            if not path.exists():
                _write(
                    path,
                    KeyForm(sealing=_fresh("sealing"), tokens=_fresh("tokens"), receipts=_fresh("receipts")),
                )
        return cls(path)

    @property
    def signer(self) -> Signer:
        """Return the signer that signs receipts with the current key."""
        ring = self._form.receipts
        return Signer(ring.current, bytes.fromhex(ring.keys[ring.current]))

    @property
    def receipt_keys(self) -> Mapping[str, str]:
        """Return, by key id, each public key that may be needed to verify a receipt."""
        return {name: Signer(name, key).public for name, key in self._form.receipts.keys_by_id().items()}

    @property
    def tokens(self) -> Ring:
        """Return the keys that sign seat tokens."""
        return self._form.tokens

    def token_key(self, name: str) -> bytes:
        """Return the key that signed a token, by its id.

        If the id is unknown, read the key file again, because another process may have added the key.

        Refuses: KeyUnknown
        """
        if name not in self.tokens.keys:
            with contextlib.suppress(OSError, KeyFileBroken):
                self.reread()
        if name not in self.tokens.keys:
            raise KeyUnknown(name)
        return bytes.fromhex(self.tokens.keys[name])

    def rotate(self, use: Use = "sealing") -> str:
        """Create a new current key for a use, and return its id. The old keys stay, because older data needs them."""
        name, key = _fresh_key(use)
        with _alone_with(self.path):
            form = _read_key_file(self.path)
            _write(self.path, replace(form, **{use: getattr(form, use).with_current(name, key)}))
        self.reread()
        return name

    def reread(self) -> None:
        """Read the key file again, because another process may have rotated it."""
        self._form = _read_key_file(self.path)
        self.sealer.turn(self._form.sealing)

    def export(self) -> bytes:
        """Return the bytes of the whole key file, for a backup. With them, every game can be decrypted."""
        return _encode(self._form)

    def _reread_sealing(self) -> Ring:
        self._form = _read_key_file(self.path)
        return self._form.sealing


def _fresh(use: Use) -> Ring:
    name, key = _fresh_key(use)
    return Ring(current=name, keys={name: key})


def _fresh_key(use: Use) -> tuple[str, str]:
    key = secrets.token_bytes(KEY_BYTES)
    match use:
        case "receipts":
            return signer_id(key), key.hex()
        case "sealing" | "tokens":
            return secrets.token_hex(4), key.hex()
        case _:
            assert_never(use)


def _encode(form: KeyForm) -> bytes:
    return msgspec.json.format(msgspec.json.encode(form), indent=2) + b"\n"


def _read_key_file(path: Path) -> KeyForm:
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_mode & READABLE_TO_STRANGERS:
            raise KeyFileBroken(f"{path} can be read by other users; set its mode to 600")
        try:
            return msgspec.json.decode(file.read(), type=KeyForm)
        except msgspec.DecodeError as error:
            raise KeyFileBroken(f"{path} is not a key file: {error}") from None


def _write(path: Path, form: KeyForm) -> None:
    """Replace the key file atomically, after syncing the new content to disk."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(_encode(form))
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)


@contextlib.contextmanager
def _alone_with(path: Path) -> Iterator[None]:
    """Lock the key file until the end of the block, so that no other process writes to it."""
    held = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)
