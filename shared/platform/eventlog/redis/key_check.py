"""The check that a key file belongs to a store: the keys of the file must decrypt test values in the store.

The test values are in the store's hash `arbiter:key-check`. Its field `first` is encrypted with the key that was
current at the first start; if two processes start at once, only one of them can write this field. Each key that became
current later has a field named after it, encrypted with that key. A key file that decrypts any of these fields belongs
to the store, even if the oldest key has been removed from the file.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

import structlog

from shared.platform.eventlog.redis.key_names import SEALED_CHECKS
from shared.platform.eventlog.redis.scanning import stream_of
from shared.platform.eventlog.refusals import CannotStart, StoreAway
from shared.platform.eventlog.seals import StreamSeals
from shared.platform.seal import KeyUnknown, SealBroken, Sealer, key_named_in

log = structlog.get_logger("shared.platform.eventlog")

FIRST: Final = b"first"
CHECKED: Final = b"arbiter"
CONTEXT: Final = b"check"
LOOKED_AT: Final = 1000
"""Maximum number of streams that the check tries to decrypt if the store has no test value."""


class KeptStore(Protocol):
    """The part of a store connection that this module uses."""

    def send(self, *command: str | bytes) -> Awaitable[Any]:
        """Send a command that has exactly one key."""
        ...

    def sealed_keys(self) -> AsyncIterator[Sequence[tuple[bytes, bytes]]]:
        """Yield the encrypted keys of all streams in pages, each with its stream's meta key (`m`, see `key_names`)."""
        ...


async def check_no_streams_without_keys(store: KeptStore, path: Path) -> None:
    """Check that the store has no encrypted streams if the key file is missing.

    Rule:    AR-KEY-02
    Refuses: CannotStart, StoreAway
    """
    begun = bool(await store.send("HLEN", SEALED_CHECKS))
    if begun or await _has_streams(store):
        raise CannotStart(
            f"the key file {path} does not exist, and this store has games that need their key file; "
            "put a copy of it there, or name it by ARBITER_KEY_FILE"
        )


async def _has_streams(store: KeptStore) -> bool:
    async for _ in store.sealed_keys():
        return True
    return False


async def agree_on_keys(store: KeptStore, sealer: Sealer, path: Path) -> None:
    """Check that a key file belongs to the store, and write a test value for its current key if the store has none.

    Rule:    AR-KEY-01, AR-KEY-03
    Refuses: CannotStart, StoreAway
    """
    kept = await _stored_checks(store)
    if not kept:
        await _hold_streams(store, sealer, path)
        await _leave(store, FIRST, sealer)
        kept = await _stored_checks(store)
    opened = opened_checks(sealer, kept)
    if kept and not opened:
        raise CannotStart(_other(path, kept.keys()))
    if kept and sealer.current not in kept:
        await _leave(store, sealer.current.encode(), sealer)
    if lacking := sorted(kept.keys() - opened):
        log.warning("keys_not_held", keys=lacking, said=f"{path} lacks keys that streams of this store may need")


async def _stored_checks(store: KeptStore) -> Mapping[str, bytes]:
    """Return the store's test values, keyed by the id of the key that encrypted them."""
    found: list[bytes] = await store.send("HGETALL", SEALED_CHECKS)
    return checks_by_key(found[1::2])


def checks_by_key(values: Iterable[bytes]) -> Mapping[str, bytes]:
    """Return the given test values, keyed by the id of the key that encrypted them.

    Refuses: SealBroken
    """
    return {key_named_in(sealed): sealed for sealed in values}


async def _leave(store: KeptStore, field: bytes, sealer: Sealer) -> None:
    """Write a test value into a field of the hash if the field is empty.

    If the store is read-only, do nothing; a later start writes the value.
    """
    with suppress(StoreAway):
        await store.send("HSETNX", SEALED_CHECKS, field, sealer.seal(CHECKED, CONTEXT))


def opened_checks(sealer: Sealer, kept: Mapping[str, bytes]) -> set[str]:
    """Return the ids of the keys that decrypt their own test values."""
    return {name for name, sealed in kept.items() if _opens(sealer, sealed)}


def _opens(sealer: Sealer, sealed: bytes) -> bool:
    try:
        return sealer.open(sealed, CONTEXT) == CHECKED
    except (KeyUnknown, SealBroken):
        return False


async def _hold_streams(store: KeptStore, sealer: Sealer, path: Path) -> None:
    """Check that the keys decrypt at least one stream, if the store has streams but no test values.

    Rule:    AR-KEY-03
    Refuses: CannotStart, StoreAway
    """
    seals, tried = StreamSeals(sealer), list[bytes]()
    async for page in store.sealed_keys():
        for meta, sealed in page:
            with suppress(KeyUnknown, SealBroken):
                seals.open_key(stream_of(meta), sealed)
                return
            tried.append(sealed)
        if len(tried) >= LOOKED_AT:
            break
    if tried:
        raise CannotStart(_other(path, {_sealed_with(sealed) for sealed in tried}))


def _sealed_with(sealed: bytes) -> str:
    try:
        return key_named_in(sealed)
    except SealBroken:
        return "?"


def _other(path: Path, keys: Iterable[str]) -> str:
    names = ", ".join(sorted(keys)[:3])
    return (
        f"the key file {path} is not the one of this store, whose games are sealed with the key {names}. Put the file "
        "that holds it there, or name it by ARBITER_KEY_FILE"
    )
