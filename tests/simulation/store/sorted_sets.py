"""The sorted set commands of the simulated store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from tests.simulation.store.keyspace import Store, command
from tests.simulation.store.values import SYNTAX, Error, Reply, Scored, SortedSet, floating, integer

OPTIONS: Final = frozenset({b"NX", b"XX", b"GT", b"LT", b"CH"})


@command("ZADD")
def add(store: Store, key: bytes, first: bytes, second: bytes, *more: bytes) -> Reply:
    """Add members with their scores, or change the scores of members, as the options allow."""
    words, options = [first, second, *more], set[bytes]()
    while words and words[0].upper() in OPTIONS:
        options.add(words.pop(0).upper())
    if not words or len(words) % 2:
        raise Error(SYNTAX)
    pairs = [(floating(score), member) for score, member in zip(words[::2], words[1::2], strict=True)]
    found = store.find(key, SortedSet)
    if found is None:
        if b"XX" in options:
            return 0
        found = store.make(key, SortedSet)
    added, changed = 0, 0
    for score, member in pairs:
        before = found.get(member)
        if _may_set(before, score, options):
            added, changed = added + (before is None), changed + (before not in {None, score})
            found[member] = score
    return added + changed if b"CH" in options else added


def _may_set(before: float | None, score: float, options: set[bytes]) -> bool:
    if before is None:
        return b"XX" not in options
    refused = (b"NX" in options, b"GT" in options and score <= before, b"LT" in options and score >= before)
    return not any(refused)


@command("ZREM")
def remove(store: Store, key: bytes, first: bytes, *others: bytes) -> Reply:
    """Remove members; return how many were in the set."""
    found = store.find(key, SortedSet)
    if found is None:
        return 0
    count = sum([found.pop(member, None) is not None for member in (first, *others)])
    store.drop_empty(key, found)
    return count


@command("ZSCORE")
def score_of(store: Store, key: bytes, member: bytes) -> Reply:
    """Return a member's score."""
    return (store.find(key, SortedSet) or SortedSet()).get(member)


@command("ZMSCORE")
def scores_of(store: Store, key: bytes, first: bytes, *others: bytes) -> Reply:
    """Return the scores of members."""
    found = store.find(key, SortedSet) or SortedSet()
    return [found.get(member) for member in (first, *others)]


@command("ZCARD")
def count(store: Store, key: bytes) -> Reply:
    """Count the members."""
    return len(store.find(key, SortedSet) or ())


@command("ZRANGEBYSCORE")
def range_by_score(store: Store, key: bytes, least: bytes, most: bytes, *options: bytes) -> Reply:
    """Return the members whose scores are between two bounds."""
    above, below = _score_bound(least, lower=True), _score_bound(most, lower=False)
    found = store.find(key, SortedSet) or SortedSet()
    rows = [(member, score) for member, score in found.in_order() if above(score) and below(score)]
    words = [word.upper() for word in options]
    rows = _limit(rows, words)
    return Scored(rows) if b"WITHSCORES" in words else [member for member, _ in rows]


def _score_bound(text: bytes, *, lower: bool) -> Callable[[float], bool]:
    try:
        bound = floating(text.removeprefix(b"("))
    except Error:
        raise Error("ERR min or max is not a float") from None
    if text.startswith(b"("):
        return (lambda score: score > bound) if lower else (lambda score: score < bound)
    return (lambda score: score >= bound) if lower else (lambda score: score <= bound)


@command("ZRANGE")
def range_by_name(store: Store, key: bytes, start: bytes, end: bytes, *options: bytes) -> Reply:
    """Return members between two names (with BYLEX) or two positions."""
    words = [word.upper() for word in options]
    if b"BYLEX" not in words:
        return _range_by_place(store, key, (integer(start), integer(end)), words)
    least, most = (end, start) if b"REV" in words else (start, end)
    above, below = _name_bound(least, lower=True), _name_bound(most, lower=False)
    found = store.find(key, SortedSet) or SortedSet()
    rows = [member for member, _ in found.in_order() if above(member) and below(member)]
    if b"REV" in words:
        rows.reverse()
    return _limit(rows, words)


def _range_by_place(store: Store, key: bytes, ends: tuple[int, int], words: Sequence[bytes]) -> Reply:
    rows = (store.find(key, SortedSet) or SortedSet()).in_order()
    start, end = (place + len(rows) if place < 0 else place for place in ends)
    found = rows[max(start, 0) : max(end + 1, 0)]
    return Scored(found) if b"WITHSCORES" in words else [member for member, _ in found]


def _name_bound(text: bytes, *, lower: bool) -> Callable[[bytes], bool]:
    if text in {b"-", b"+"}:
        passes = (text == b"-") == lower
        return lambda _: passes
    bound = text[1:]
    if text.startswith(b"("):
        return (lambda name: name > bound) if lower else (lambda name: name < bound)
    if text.startswith(b"["):
        return (lambda name: name >= bound) if lower else (lambda name: name <= bound)
    raise Error("ERR min or max not valid string range item")


def _limit(rows: list[Any], words: Sequence[bytes]) -> list[Any]:
    """Apply LIMIT to the rows."""
    if b"LIMIT" not in words:
        return rows
    place = words.index(b"LIMIT")
    offset, most = integer(words[place + 1]), integer(words[place + 2])
    return rows[offset:] if most < 0 else rows[offset : offset + most]
