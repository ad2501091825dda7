"""Derive the faces or the order of a draw from a seed; the module `chance` describes the byte layout.

A draw is named by its `prefix`, the HMAC message without the block number at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from shared.kernel.mac import mac

BYTE: Final = 256
FIRST_BLOCK: Final = bytes(4)
LIMITS: Final = (0, *(BYTE - BYTE % bound for bound in range(1, BYTE + 1)))
"""For each bound up to 256, the limit of the bytes that are used. The bytes from the limit on are skipped."""


def derive_faces(seed: bytes, prefix: bytes, sides: int, count: int) -> tuple[int, ...]:
    """Derive the faces of dice of one size."""
    return _small_faces(seed, prefix, sides, count) if sides < BYTE else _large_faces(seed, prefix, sides, count)


def derive_order(seed: bytes, prefix: bytes, size: int) -> tuple[int, ...]:
    """Derive the random order of the positions 0 to size-1."""
    if size <= BYTE:
        return _small_order(seed, prefix, size)
    words, order = DrawBytes(seed, prefix), list(range(size))
    for last in range(size - 1, 0, -1):
        other = words.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@lru_cache(maxsize=BYTE)
def _face_table(sides: int) -> tuple[bytes, bytes]:
    """Return the face for each byte value, and the byte values above the limit, which are skipped."""
    limit = BYTE - BYTE % sides
    return bytes(byte % sides + 1 for byte in range(BYTE)), bytes(range(limit, BYTE))


def _small_faces(seed: bytes, prefix: bytes, sides: int, count: int) -> tuple[int, ...]:
    """Derive the faces of small dice from whole blocks.

    The faces are the same as those from `DrawBytes.below`, which is slower.
    """
    turned, waste = _face_table(sides)
    found, block = mac(seed, prefix + FIRST_BLOCK).translate(turned, waste), 1
    while len(found) < count:
        found += mac(seed, prefix + block.to_bytes(4, "big")).translate(turned, waste)
        block += 1
    return tuple(found[:count])


def _large_faces(seed: bytes, prefix: bytes, sides: int, count: int) -> tuple[int, ...]:
    words = DrawBytes(seed, prefix)
    return tuple(words.below(sides) + 1 for _ in range(count))


def _small_order(seed: bytes, prefix: bytes, size: int) -> tuple[int, ...]:
    """Derive the order of at most 256 positions. The order is the same as with `DrawBytes.below`, which is slower."""
    order, left, block = list(range(size)), size, 0
    while left > 1:
        for word in mac(seed, prefix + block.to_bytes(4, "big")):
            if word < LIMITS[left]:
                other, left = word % left, left - 1
                order[left], order[other] = order[other], order[left]
                if left == 1:
                    break
        block += 1
    return tuple(order)


class DrawBytes:
    """The derived bytes of one draw, read as words."""

    def __init__(self, seed: bytes, prefix: bytes) -> None:
        """Start at the first block."""
        self._bytes = blocks(seed, prefix)

    def below(self, bound: int) -> int:
        """Return the next uniform number from 0 to bound-1, without bias: words past the limit are skipped."""
        width = 1 if bound <= BYTE else 2 if bound <= BYTE**2 else 4
        reach = BYTE**width
        limit = reach - reach % bound
        while True:
            word = next(self._bytes)
            for _ in range(width - 1):
                word = word << 8 | next(self._bytes)
            if word < limit:
                return word % bound


def blocks(seed: bytes, prefix: bytes) -> Iterator[int]:
    """Yield the bytes of all blocks of a draw."""
    block = 0
    while True:
        yield from mac(seed, prefix + block.to_bytes(4, "big"))
        block += 1
