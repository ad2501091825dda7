"""Random calls of the store commands that the services use.

Keys and arguments come from small ranges, so that many calls concern the same data.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

Words: TypeAlias = list[bytes]

LIBRARY_CALLS: Final = (
    "tail_1", "tail_1", "tail_1", "tail_1", "snap_1", "erase_1", "erase_2", "erase_3", "erase_4", "archive_1",
    "unarchive_1", "trim_1", "list_1", "list_1", "relist_1", "unlisted_1", "hold_1", "release_1", "pointers_1",
    "place_1", "join_1", "checkpoint_1", "skip_1",
)  # fmt: skip
ERASING_SHARE: Final = 0.3
NO_HEAD: Final = b"\0" * 32


class RandomCalls:
    """A source of random calls. It tracks each stream's version and head, so that most appends are valid."""

    def __init__(self, seed: int) -> None:
        """Create the source from a seed."""
        self.random: Final = random.Random(seed)
        self._streams: dict[bytes, tuple[int, bytes]] = {}
        self._appending: tuple[bytes, tuple[int, bytes]] | None = None

    def next(self) -> Words:
        """Draw a call."""
        self._appending = None
        chance = self.random.random()
        if chance < 0.006:
            self._streams.clear()
            return [b"FLUSHALL"]
        if chance < 0.35:
            appended = self._append(listed=self.random.random() < 0.4)
            return self._in_chains(appended) if self.random.random() < 0.3 else appended
        return self._library_call() if chance < 0.7 else self._plain()

    def note(self, reply: bytes) -> None:
        """Process the reply to the last call: an accepted append advances its stream."""
        if self._appending is not None and reply.startswith(b"*3\r\n$2\r\nOK\r\n"):
            name, reached = self._appending
            self._streams[name] = reached

    # ---------------------------------------------------------------- parts of calls

    def _keys(self, *names: bytes) -> Words:
        return [b"{p}" + name for name in names]

    def _stream(self) -> bytes:
        return self.random.choice([b"a", b"b", b"c", b"d"])

    def _text(self) -> bytes:
        return self.random.choice(
            [b"", b"x", b"%d" % self.random.randrange(12), self.random.randbytes(5), b"a b", b"open", b"closed"]
        )

    def _version(self, stream: bytes) -> int:
        version = self._streams.get(stream, (0, NO_HEAD))[0]
        return version if self.random.random() < 0.85 else max(0, version + self.random.choice([-3, -1, 1, 2]))

    def _head(self, stream: bytes) -> bytes:
        if self.random.random() < 0.05:
            return self.random.randbytes(32)
        return self._streams.get(stream, (0, NO_HEAD))[1]

    def _place(self, stream: bytes) -> bytes:
        return b"%016d-%s" % (self.random.randrange(9), stream)

    # ---------------------------------------------------------------- the log's library

    def _append(self, *, listed: bool) -> Words:
        draw, stream = self.random, self._stream()
        commits, at = draw.choice([1, 1, 1, 2, 3]), self._version(stream)
        asks = [draw.choice([b"i1", b"i2", b"i3", b"i4"]) for _ in range(draw.randrange(3))]
        keys = self._keys(b"ev" + stream, b"me" + stream, b"feed", b"count", *[b"id" + stream + one for one in asks])
        args = [
            b"%d" % at, self._head(stream), draw.choice([b"open"] * 9 + [b"closed"]),
            draw.choice([b"", b"", b"key"]), b"t:" + stream, b"86400", b"%d" % draw.choice([1, 5, 100]),
            b"%d" % draw.choice([1, 40, 10**6]), b"%d" % commits,
        ]  # fmt: skip
        head = NO_HEAD
        for _ in range(commits):
            at += draw.choice([1, 1, 2, 5]) if draw.random() < 0.98 else 0
            which, head = draw.randrange(len(asks) + 1), draw.randbytes(32)
            args += [
                b"%d" % at,
                draw.choice([draw.randbytes(draw.randrange(30)), self._chain()]),
                draw.choice([b"", draw.randbytes(10)]),
                head,
            ]
            args += [b"%d" % which, asks[which - 1] if which else b"", draw.choice([b"f1", b"f2"])]
        self._appending = (stream, (at, head))
        if not listed:
            return [b"FCALL", b"append_1", b"%d" % len(keys), *keys, *args]
        first = [draw.choice([b"", self._place(stream)]), self._text() or b"l"]
        return [b"FCALL", b"append_2", b"%d" % (len(keys) + 1), *self._keys(b"index"), *keys, *first, *args]

    def _chain(self) -> bytes:
        """Return the part of a record that names its chain of causes."""
        draw = self.random
        asked = b'"intent":{"at":%d,"by":"k",' % draw.randrange(3) if draw.random() < 0.9 else b""
        return b'%b"correlation":"%d","faces":null' % (asked, draw.choice([1, 2]))

    def _in_chains(self, append: Words) -> Words:
        """Return an append whose commits belong to chains of causes."""
        draw, (_, other, count, *rest) = self.random, append
        chains = self._keys(*[b"chain" + draw.choice([b"1", b"2"]) for _ in range(draw.choice([1, 1, 2]))])
        keys, args = rest[: int(count)], rest[int(count) :]
        first = [other, b"%d" % len(chains), b"%d" % draw.choice([1, 3, 100]), b"86400"]
        places = [b"%015d-t:%b@%015d" % (draw.randrange(3), self._stream(), draw.randrange(9)) for _ in chains]
        return [b"FCALL", b"append_3", b"%d" % (len(chains) + len(keys)), *chains, *keys, *first, *places, *args]

    def _library_call(self) -> Words:
        name = self.random.choice(LIBRARY_CALLS)
        if name.startswith("erase") and self.random.random() > ERASING_SHARE:
            name = "tail_1"
        stream = self._stream()
        keys, args = self._arguments(name, stream)
        if name.startswith("erase"):
            self._streams.pop(stream, None)
        return [b"FCALL", name.encode(), b"%d" % len(keys), *keys, *args]

    def _arguments(self, name: str, stream: bytes) -> tuple[Words, Words]:  # noqa: C901, PLR0911 one case for each function
        draw = self.random
        events, meta, snapshot = self._keys(b"ev" + stream, b"me" + stream, b"sn" + stream)
        index, version = self._keys(b"index"), b"%d" % self._version(stream)
        match name:
            case "tail_1":
                asks = self._keys(*[b"id" + stream + one for one in draw.sample([b"i1", b"i2"], draw.randrange(3))])
                bounds = [b"%d" % draw.choice([1, 64, 100, 200]), b"%d" % draw.choice([1, 50, 10**6])]
                first = [draw.choice([version, b"0"]), draw.choice([b"", b"s1", b"s2"])]
                return [events, meta, snapshot, *asks], [*first, *bounds, draw.choice([b"1", b""])]
            case "snap_1":
                return [meta, snapshot], [version, draw.choice([b"s1", b"s2"]), draw.randbytes(9)]
            case "erase_1" | "erase_2":
                return [events, meta, snapshot], [b"{p}id" + stream, *([b"mark"] if name == "erase_2" else [])]
            case "erase_3":
                return [events, meta, snapshot, *index], [b"{p}id" + stream, b"mark", self._place(stream)]
            case "erase_4":
                chains = [b"{p}chain", b"t:" + stream]
                return [events, meta, snapshot, *index], [b"{p}id" + stream, b"mark", self._place(stream), *chains]
            case "archive_1":
                return [meta, events, snapshot], [version, self._head(stream), b"stub"]
            case "unarchive_1":
                return [meta, *self._keys(b"back" + stream), events], [b"stub", b"%d" % draw.randrange(4)]
            case "list_1":
                bounds = [b"%d" % draw.randrange(1, 4), b"%d" % draw.randrange(1, 6), b"{p}me"]
                wanted = [draw.choice([b"", b"open", b"closed"]), *draw.choice([[], [b"l"], [b"x"]])]
                return index, [draw.choice([b"", self._place(stream)]), *bounds, *wanted]
            case "relist_1":
                return [meta, *index], [version, self._place(stream), b"l%d" % draw.randrange(3)]
            case "unlisted_1":
                return self._keys(b"mea", b"meb", b"mec", b"mee"), [draw.choice([b"all", b""])]
            case "hold_1" | "release_1":
                until = [b"%d" % draw.randrange(6) for _ in range(3)]
                return self._keys(b"holds"), [stream, *(until if name == "hold_1" else until[:1])]
            case _:
                return self._feed_arguments(name)

    def _feed_arguments(self, name: str) -> tuple[Words, Words]:
        draw, consumer, keys = self.random, self._field(), self._keys(b"feed", b"count", b"check")
        position = [b"%d" % draw.randrange(9), draw.choice([b"", b"", draw.randbytes(9)])]
        match name:
            case "trim_1":
                return keys, [b"%d" % draw.choice([0, 3, 50])]
            case "pointers_1":
                return keys[:2], [*position, b"%d" % draw.choice([1, 50])]
            case "checkpoint_1":
                return keys, [consumer, *position]
            case "join_1":
                return keys[1:], [consumer]
            case _:
                return keys, [consumer]

    # ---------------------------------------------------------------- plain commands

    def _plain(self) -> Words:
        draw = self.random
        kind = draw.choice([self._strings, self._hashes, self._sorted_sets, self._streams_of_entries, self._others])
        words = draw.choice(kind())()
        if (
            len(words) > 1 and words[0] not in {b"CONFIG", b"XREAD"} and draw.random() < 0.03
        ):  # a key of perhaps another kind
            words[1] = draw.choice(self._keys(b"h", b"z", b"x", b"s1", b"set"))
        return words

    def _field(self) -> bytes:
        return self.random.choice([b"a", b"b", b"c", b"\xff\x00"])

    def _number(self) -> bytes:
        return b"%d" % self.random.randrange(-3, 20)

    def _strings(self) -> Sequence[Callable[[], Words]]:
        draw, (key,) = self.random, self._keys(self.random.choice([b"s1", b"s2"]))
        options: list[Words] = [[], [], [b"NX"], [b"EX", b"100"], [b"NX", b"PX", b"100000"], [b"EX", b"0"]]
        return [
            lambda: [b"SET", key, self._text(), *draw.choice(options)],
            lambda: [b"SET", key, self._text(), *draw.choice(options)],
            lambda: [b"GET", key],
            lambda: [b"INCR", key],
            lambda: [draw.choice([b"DEL", b"UNLINK"]), key, *self._keys(b"h")],
            lambda: [b"EXISTS", key, *self._keys(b"h", b"z")],
            lambda: [b"PEXPIRE", key, b"100000"],
            lambda: [b"EXPIRE", key, b"0"],
            lambda: [b"RENAME", key, draw.choice(self._keys(b"s1", b"s2"))],
        ]

    def _hashes(self) -> Sequence[Callable[[], Words]]:
        (key,), field, number = self._keys(b"h"), self._field, self._number
        return [
            lambda: [b"HSET", key, field(), self._text(), field(), number()],
            lambda: [b"HSET", key, field()],
            lambda: [b"HSETNX", key, field(), number()],
            lambda: [b"HGET", key, field()],
            lambda: [b"HMGET", key, field(), field()],
            lambda: [b"HDEL", key, field(), field()],
            lambda: [b"HEXISTS", key, field()],
            lambda: [b"HVALS", key],
            lambda: [b"HGETALL", key],
            lambda: [b"HINCRBY", key, field(), number()],
            lambda: [b"HLEN", key],
        ]

    def _sorted_sets(self) -> Sequence[Callable[[], Words]]:
        draw, (key, named) = self.random, self._keys(b"z", b"lex")
        scores = [b"3", b"7", b"1.5", b"-2", b"1e3", b"1700001000039", b"0.1", b"x"]
        bounds = [b"-inf", b"+inf", b"3", b"(3", b"(1.5", b"inf", b"7", b"no"]
        options: list[Words] = [[], [b"LT"], [b"XX", b"GT"], [b"NX"], [b"XX"], [b"CH"]]
        limits: list[Words] = [
            [], [b"WITHSCORES"], [b"LIMIT", b"0", b"2"], [b"WITHSCORES", b"LIMIT", b"1", b"-1"],
        ]  # fmt: skip
        ends, starts = [b"+", b"(b", b"[c", b"-", b"?"], [b"-", b"[a", b"(a"]
        return [
            lambda: [b"ZADD", key, *draw.choice(options), draw.choice(scores), self._field()],
            lambda: [b"ZADD", key, *draw.choice(options), draw.choice(scores), self._field()],
            lambda: [b"ZADD", named, b"0", draw.choice([b"a", b"b", b"c", b"ba"])],
            lambda: [b"ZREM", key, self._field()],
            lambda: [b"ZSCORE", key, self._field()],
            lambda: [b"ZMSCORE", key, self._field(), b"nobody"],
            lambda: [b"ZCARD", key],
            lambda: [b"ZRANGE", key, self._number(), self._number(), *draw.choice(((), (b"WITHSCORES",)))],
            lambda: [b"ZRANGEBYSCORE", key, draw.choice(bounds), draw.choice(bounds), *draw.choice(limits)],
            lambda: [
                b"ZRANGE", named, draw.choice(ends), draw.choice(starts), b"BYLEX", b"REV", b"LIMIT", b"0", b"2",
            ],
        ]  # fmt: skip

    def _streams_of_entries(self) -> Sequence[Callable[[], Words]]:
        draw, (key,) = self.random, self._keys(b"x")
        ends, starts = [b"+", b"9-0", b"8", b"(9"], [b"-", b"(3-0", b"4", b"(5"]
        counts: list[Words] = [[], [b"COUNT", b"2"], [b"COUNT", b"0"]]

        def at() -> bytes:
            return b"%d-%d" % (draw.randrange(25), draw.randrange(2))

        return [
            lambda: [b"XADD", key, at(), b"f", self._text()],
            lambda: [b"XADD", key, at(), b"f", self._text()],
            lambda: [b"XADD", key, at(), b"f"],
            lambda: [b"XRANGE", key, draw.choice(starts), draw.choice(ends), *draw.choice(counts)],
            lambda: [b"XREVRANGE", key, draw.choice(ends), draw.choice(starts), *draw.choice(counts)],
            lambda: [b"XLEN", key],
            lambda: [b"XTRIM", key, b"MINID", at()],
            lambda: [b"XDEL", key, at()],
            lambda: [b"XREAD", b"COUNT", b"2", b"STREAMS", key, at()],
        ]

    def _others(self) -> Sequence[Callable[[], Words]]:
        (key,) = self._keys(b"set")
        return [
            lambda: [b"SADD", key, self._field(), self._field()],
            lambda: [b"SADD", key, self._field(), self._field()],
            lambda: [b"SREM", key, self._field()],
            lambda: [b"SISMEMBER", key, self._field()],
            lambda: [b"LLEN", key],
            lambda: [b"PING"],
            lambda: [b"NOSUCH", b"x"],
            lambda: [b"CONFIG", b"GET", b"appendonly"],
            lambda: [b"FCALL", b"nosuch", b"0"],
            lambda: [b"GET"],
            lambda: [b"HMGET", key],
            lambda: [b"INCR", key, key],
        ]
