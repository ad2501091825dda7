"""Values and replies of the simulated store, and how replies are encoded as bytes (RESP)."""

from __future__ import annotations

import math
import re
from typing import Any, Final, TypeAlias

WRONG_TYPE: Final = "WRONGTYPE Operation against a key holding the wrong kind of value"
NOT_AN_INTEGER: Final = "ERR value is not an integer or out of range"
NOT_A_FLOAT: Final = "ERR value is not a valid float"
BAD_STREAM_ID: Final = "ERR Invalid stream ID specified as stream command argument"
SYNTAX: Final = "ERR syntax error"
INTEGER: Final = re.compile(rb"-?(0|[1-9]\d{0,18})")
DIGITS: Final = re.compile(rb"\d+")
LARGEST: Final = 2**63
SHOWN_WHOLE: Final = 1e17

Reply: TypeAlias = Any
"""None, an int, a float, bytes, a Status, an Error, NO_ARRAY, a dictionary, or a list of replies."""
EntryId: TypeAlias = tuple[int, int]


class Error(Exception):
    """An error reply."""


class Status(bytes):
    """A status reply, such as OK."""


class NoArray:
    """The reply for a missing array. None is the reply for a missing string."""

    def __bool__(self) -> bool:
        return False


NO_ARRAY: Final = NoArray()
OK: Final = Status(b"OK")


class Hash(dict[bytes, bytes]):
    """A hash: values by field name."""


class Members(dict[bytes, None]):
    """A set whose members keep the order in which they were added."""


class SortedSet(dict[bytes, float]):
    """A sorted set: scores by member."""

    def in_order(self) -> list[tuple[bytes, float]]:
        """Return the members by score; members with the same score are sorted by name."""
        return sorted(self.items(), key=lambda item: (item[1], item[0]))


class Scored(list[tuple[bytes, float]]):
    """A reply of members with scores: a flat list in version 2 of the protocol, a list of pairs in version 3."""

    def flat(self) -> list[bytes]:
        """Return members and scores in turn, in one list."""
        return [part for member, score in self for part in (member, float_as_text(score))]


class Stream:
    """A stream: entries by id, in order, and the last id that was ever used."""

    def __init__(self) -> None:
        """Create a stream without entries."""
        self.ids: list[EntryId] = []
        self.rows: dict[EntryId, list[bytes]] = {}
        self.last: EntryId = (0, 0)


# ---------------------------------------------------------------- reading arguments


def integer(text: bytes) -> int:
    """Parse an integer. Refuses: Error."""
    if INTEGER.fullmatch(text) is None or not -LARGEST <= int(text) < LARGEST:
        raise Error(NOT_AN_INTEGER)
    return int(text)


def floating(text: bytes) -> float:
    """Parse a float. Refuses: Error."""
    try:
        found = float(text)
    except ValueError:
        raise Error(NOT_A_FLOAT) from None
    if math.isnan(found):
        raise Error(NOT_A_FLOAT)
    return found


def entry_id(text: bytes, sequence: int = 0) -> EntryId:
    """Parse the id of an entry. If the string has no second number, that is `sequence`. Refuses: Error."""
    first, hyphen, second = text.partition(b"-")
    if DIGITS.fullmatch(first) is None or (hyphen and DIGITS.fullmatch(second) is None):
        raise Error(BAD_STREAM_ID)
    return int(first), int(second) if hyphen else sequence


# ---------------------------------------------------------------- writing replies


def float_as_text(number: float) -> bytes:
    """Format a float as the store does: the shortest text that parses to the same number."""
    if math.isinf(number):
        return b"inf" if number > 0 else b"-inf"
    if number == int(number) and abs(number) < SHOWN_WHOLE:
        return b"%d" % int(number)
    return repr(number).encode()


def encode(reply: Reply, *, third: bool = False) -> bytes:  # noqa: C901, PLR0911 one case for each kind of reply
    """Encode a reply in version 2 of the protocol, or in version 3 if `third`."""
    match reply:
        case None:
            return b"_\r\n" if third else b"$-1\r\n"
        case NoArray():
            return b"_\r\n" if third else b"*-1\r\n"
        case Error():
            return b"-%s\r\n" % str(reply).encode()
        case Status():
            return b"+%s\r\n" % reply
        case bytes():
            return b"$%d\r\n%s\r\n" % (len(reply), reply)
        case int():
            return b":%d\r\n" % reply
        case float():
            return b",%s\r\n" % float_as_text(reply) if third else encode(float_as_text(reply))
        case Scored():
            return encode([list(pair) for pair in reply] if third else reply.flat(), third=third)
        case dict():
            flat = b"".join(encode(part, third=third) for item in reply.items() for part in item)
            return (b"%%%d\r\n" % len(reply) if third else b"*%d\r\n" % (2 * len(reply))) + flat
        case _:
            return b"*%d\r\n" % len(reply) + b"".join(encode(part, third=third) for part in reply)
