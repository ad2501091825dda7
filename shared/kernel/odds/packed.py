"""Polynomials packed into one long integer (Kronecker substitution): multiplying them is one multiplication in C.

The i-th slot of `width` bytes, lowest first, holds the coefficient of x^i. A slot is wide enough for the sum of all
coefficients, so that it never overflows into the next.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

NATIVE: Final = {1: "B", 2: "H", 4: "I", 8: "Q"}


def width_for(total: int) -> int:
    """Return the number of bytes of a slot that can hold any weight up to `total`."""
    needed = (total.bit_length() + 7) // 8
    return next((width for width in NATIVE if width >= needed), needed)


def pack(weights: Sequence[int], width: int) -> int:
    """Pack coefficients, from the coefficient of x^0 on."""
    if width in NATIVE:
        return int.from_bytes(struct.pack(f"<{len(weights)}{NATIVE[width]}", *weights), "little")
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def unpack(packed: int, width: int, slots: int) -> Sequence[int]:
    """Return the first `slots` coefficients of a packed polynomial."""
    raw = packed.to_bytes(slots * width, "little")
    if width in NATIVE:
        return struct.unpack(f"<{slots}{NATIVE[width]}", raw)
    return [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]
