"""The stream commands of the simulated store."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from tests.simulation.store.keyspace import Store, command
from tests.simulation.store.values import NO_ARRAY, EntryId, Error, Reply, Stream, entry_id, integer

LARGEST: Final = 2**64 - 1
TOO_SMALL: Final = "ERR The ID specified in XADD is equal or smaller than the target stream top item"


class Blocked:
    """A reader that waits for entries. Units: milliseconds of the store's clock."""

    def __init__(self, keys: Sequence[bytes], after: Sequence[EntryId], count: int | None, until: float) -> None:
        """Create a reader that waits on streams, with the last ids that it has and the time at which it gives up."""
        self.keys, self.after, self.count, self.until = keys, after, count, until


def id_as_text(at: EntryId) -> bytes:
    """Format an entry's id as text."""
    return b"%d-%d" % at


@command("XADD")
def add(store: Store, key: bytes, name: bytes, field: bytes, *words: bytes) -> Reply:
    """Append an entry with the given id, or with the next id if it is `*`."""
    if len(words) % 2 == 0:
        raise Error("ERR wrong number of arguments for 'xadd' command")
    given = None if name == b"*" else entry_id(name)
    if given == (0, 0):
        raise Error("ERR The ID specified in XADD must be greater than 0-0")
    found = store.find(key, Stream)
    last = found.last if found else (0, 0)
    at = given or _next_id(store, last)
    if at <= last:
        raise Error(TOO_SMALL)
    found = store.make(key, Stream)
    found.ids.append(at)
    found.rows[at] = [field, *words]
    found.last = at
    store.touch(key)
    return id_as_text(at)


def _next_id(store: Store, last: EntryId) -> EntryId:
    now = store.milliseconds
    return (now, 0) if now > last[0] else (last[0], last[1] + 1)


@command("XRANGE")
def read_range(store: Store, key: bytes, start: bytes, end: bytes, *options: bytes) -> Reply:
    """Return the entries between two ids."""
    return _range(store, key, (start, end), options)


@command("XREVRANGE")
def read_range_backwards(store: Store, key: bytes, end: bytes, start: bytes, *options: bytes) -> Reply:
    """Return the entries between two ids, newest first."""
    return _range(store, key, (start, end), options, backwards=True)


def _range(
    store: Store, key: bytes, bounds: tuple[bytes, bytes], options: Sequence[bytes], *, backwards: bool = False
) -> Reply:
    least, most = _edge(bounds[0], lower=True), _edge(bounds[1], lower=False)
    count = integer(options[1]) if options else None
    found = store.find(key, Stream)
    if count == 0:
        return NO_ARRAY if found else []
    if found is None:
        return []
    ids = found.ids[bisect_left(found.ids, least) : bisect_right(found.ids, most)]
    ids = ids[::-1] if backwards else ids
    return [[id_as_text(at), list(found.rows[at])] for at in ids[: None if count is None else max(count, 0)]]


def _edge(text: bytes, *, lower: bool) -> EntryId:
    if text == b"-":
        return (0, 0)
    if text == b"+":
        return (LARGEST + 1, 0)
    at = entry_id(text.removeprefix(b"("), 0 if lower else LARGEST)
    if not text.startswith(b"("):
        return at
    return (at[0], at[1] + 1) if lower else (at[0], at[1] - 1)


@command("XLEN")
def count(store: Store, key: bytes) -> Reply:
    """Count the entries."""
    found = store.find(key, Stream)
    return len(found.ids) if found else 0


@command("XTRIM")
def trim(store: Store, key: bytes, how: bytes, least: bytes) -> Reply:
    """Remove the entries before an id (MINID)."""
    if how.upper() != b"MINID":
        raise Error("ERR the model knows only MINID")
    at, found = entry_id(least), store.find(key, Stream)
    if found is None:
        return 0
    dropped = bisect_left(found.ids, at)
    for each in found.ids[:dropped]:
        del found.rows[each]
    del found.ids[:dropped]
    return dropped


@command("XDEL")
def remove(store: Store, key: bytes, first: bytes, *others: bytes) -> Reply:
    """Remove entries; return how many were in the stream."""
    ids, found = [entry_id(each) for each in (first, *others)], store.find(key, Stream)
    if found is None:
        return 0
    there = [at for at in ids if at in found.rows]
    for at in there:
        del found.rows[at]
        found.ids.remove(at)
    return len(there)


@command("XREAD")
def read_after(store: Store, *words: bytes) -> Reply:
    """Return the entries after the given ids. With BLOCK, the reader waits for entries if there are none."""
    place = [word.upper() for word in words].index(b"STREAMS")
    options = {words[each].upper(): integer(words[each + 1]) for each in range(0, place, 2)}
    names = words[place + 1 :]
    keys, ids = names[: len(names) // 2], names[len(names) // 2 :]
    after = [_place_in(store, key, at) for key, at in zip(keys, ids, strict=True)]
    most = options.get(b"COUNT")
    found = entries_after(store, keys, after, most)
    block = options.get(b"BLOCK")
    if found or block is None:
        return found or NO_ARRAY
    return Blocked(keys, after, most, store.milliseconds + block if block else math.inf)


def _place_in(store: Store, key: bytes, at: bytes) -> EntryId:
    if at != b"$":
        return entry_id(at)
    found = store.find(key, Stream)
    return found.last if found else (0, 0)


def entries_after(store: Store, keys: Sequence[bytes], after: Sequence[EntryId], most: int | None) -> Reply:
    """Return the entries of streams after the given ids, omitting streams without such entries."""
    result = []
    for key, at in zip(keys, after, strict=True):
        found = store.find(key, Stream)
        ids = found.ids[bisect_right(found.ids, at) :][:most] if found else []
        if found and ids:
            result.append([key, [[id_as_text(each), list(found.rows[each])] for each in ids]])
    return result
