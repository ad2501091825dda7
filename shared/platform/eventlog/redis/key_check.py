"""Whether a key file is the one that a store was begun with: values sealed with its keys, kept beside the streams.

The store has a hash, `arbiter:key-check`. Its field `first` is sealed with the key that was current at the first start:
of two processes that start at once, the one that writes it has begun the store. Every other field is named by a key
that became current later, and is sealed with it: a key file that holds any of these keys is the store's own, also
where the oldest key was taken out of it.
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
"""How many streams of a store without a check value are tried, before the keys are taken to be another store's."""


class KeptStore(Protocol):
    """What is asked of a store."""

    def send(self, *command: str | bytes) -> Awaitable[Any]:
        """Send a plain command of one key."""
        ...

    def sealed_keys(self) -> AsyncIterator[Sequence[tuple[bytes, bytes]]]:
        """Yield the names of the metas of streams and their sealed keys, a page at a time."""
        ...


async def hold_that_it_is_new(store: KeptStore, path: Path) -> None:
    """Hold that a store has nothing that a missing key file would open.

    Rule:    AR-KEY-02
    Refuses: CannotStart, StoreAway
    """
    begun = bool(await store.send("HLEN", SEALED_CHECKS))
    if begun or await _has_streams(store):
        raise CannotStart(
            f"the key file {path} is not there, and this store has games that open with their own key file alone; "
            "put a copy of it there, or name it by ARBITER_KEY_FILE"
        )


async def _has_streams(store: KeptStore) -> bool:
    async for _ in store.sealed_keys():
        return True
    return False


async def agree_on_keys(store: KeptStore, sealer: Sealer, path: Path) -> None:
    """Hold that a key file is the store's own, and leave a check value where the store has none of its current key.

    Rule:    AR-KEY-01, AR-KEY-03
    Refuses: CannotStart, StoreAway
    """
    kept = await _kept(store)
    if not kept:
        await _hold_streams(store, sealer, path)
        await _leave(store, FIRST, sealer)
        kept = await _kept(store)
    opened = {name for name, sealed in kept.items() if _opens(sealer, sealed)}
    if kept and not opened:
        raise CannotStart(_other(path, kept.keys()))
    if kept and sealer.current not in kept:
        await _leave(store, sealer.current.encode(), sealer)
    if lacking := sorted(kept.keys() - opened):
        log.warning("keys_not_held", keys=lacking, said=f"{path} lacks keys that streams of this store may need")


async def _kept(store: KeptStore) -> Mapping[str, bytes]:
    """Return the check values by the keys that sealed them."""
    found: list[bytes] = await store.send("HGETALL", SEALED_CHECKS)
    return {key_named_in(sealed): sealed for sealed in found[1::2]}


async def _leave(store: KeptStore, field: bytes, sealer: Sealer) -> None:
    """Leave a check value, unless the field has one. A store that takes no writes gets it at a later start."""
    with suppress(StoreAway):
        await store.send("HSETNX", SEALED_CHECKS, field, sealer.seal(CHECKED, CONTEXT))


def _opens(sealer: Sealer, sealed: bytes) -> bool:
    try:
        return sealer.open(sealed, CONTEXT) == CHECKED
    except (KeyUnknown, SealBroken):
        return False


async def _hold_streams(store: KeptStore, sealer: Sealer, path: Path) -> None:
    """Hold that the keys open a stream of a store that was begun before check values were kept, if it has any.

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
        f"the key file {path} is not the one of this store, whose games are sealed with the key {names}: put the file "
        "that holds it there, or name it by ARBITER_KEY_FILE"
    )
