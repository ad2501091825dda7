"""Folding in a process of the pool, for many commits: after a cold start, for an earlier version, or to catch up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

import msgspec

from shared.kernel.game import Game
from shared.kernel.record import chain
from shared.kernel.replay import FromTheFuture, ImpossibleHistory, OpenedParts
from shared.kernel.stream import Memory, Moment, Stream
from shared.platform.eventlog.asks import MOST_MOMENTS
from shared.platform.eventlog.reading.tails import LogEntry
from shared.platform.eventlog.refusals import NewerRelease, StreamBroken
from shared.platform.processes.games import game_named, reader_of

FOLD: Final = "shared.platform.eventlog.reading.pool_folding:fold_entries"
HandedParts = Sequence[tuple[bytes, bytes]]
"""The salt and the canonical bytes of each secret part of a commit, in a form that can be passed to a pool process."""

S = TypeVar("S")
_encode: Final = msgspec.msgpack.Encoder().encode


def fold_entries(  # noqa: PLR0917 only plain values can be passed to a process
    game: str, stream: bytes, head: bytes, entries: Sequence[tuple[bytes, bytes, HandedParts]], earlier: bytes
) -> bytes:  # fmt: skip
    """Fold commits onto a stream in a process of the pool; return the new state.

    Shape:   entries: for each commit its public bytes, the head after it, and its decrypted secret parts; earlier: the
             earlier states that undos in these commits restore, by version
    Refuses: StreamBroken, NewerRelease
    """
    before = _codec(game).decode(stream)
    try:
        memory = Memory[Any](_moments_codec(game).decode(earlier), most=MOST_MOMENTS)
        after = reader_of(game).fold(before, _check_chain(before.id, head, entries), memory)
    except FromTheFuture as error:
        raise NewerRelease(f"{before.id}: it contains {error}") from error
    except ImpossibleHistory as error:
        raise StreamBroken(f"{before.id}: it cannot be read: {error}") from error
    return _encode(after)


@lru_cache(maxsize=64)
def stream_codec(game: Game[Any]) -> msgspec.msgpack.Decoder[Stream[Any]]:
    """Return the decoder for a game's streams."""
    form: Any = Stream[game.state]  # type: ignore[name-defined]
    return msgspec.msgpack.Decoder(form)


@cache
def _moments_codec(game: str) -> msgspec.msgpack.Decoder[list[Moment[Any]]]:
    form: Any = list.__class_getitem__(tuple.__class_getitem__((int, game_named(game).state)))
    return msgspec.msgpack.Decoder(form)


@cache
def _codec(game: str) -> msgspec.msgpack.Decoder[Stream[Any]]:
    return stream_codec(game_named(game))


def _check_chain(
    stream: str, head: bytes, entries: Sequence[tuple[bytes, bytes, HandedParts]]
) -> Iterator[tuple[bytes, OpenedParts]]:  # fmt: skip
    for public, after, parts in entries:
        if chain(head, public, [hashlib.sha256(salt + data).digest() for salt, data in parts]) != after:
            raise StreamBroken(f"{stream}: the chain breaks after {head.hex()}")
        yield public, [data for _, data in parts]
        head = after


def weight(entries: Sequence[LogEntry]) -> int:
    """Return the total size of commits, which predicts how long folding them takes. Units: bytes."""
    return sum(len(entry.public) + len(entry.sealed) for entry in entries)
