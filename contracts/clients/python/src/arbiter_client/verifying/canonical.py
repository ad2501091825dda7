"""The canonical form of JSON in which a log is hashed: RFC 8785, with only whole numbers and ASCII names.

See contracts/log-format.md, 1.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Final

HEX: Final = re.compile(r"[0-9a-f]{64}")
MOST: Final = 2**53 - 1
DEEPEST: Final = 100
FAULTS: Final = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""The errors that can occur when a log that was tampered with is read."""


class Fault(ValueError):
    """The error for a log that does not meet a requirement. The message names the requirement."""


def check(fact: object, why: str) -> None:
    """Raise `Fault` with the reason `why` if `fact` is false."""
    if not fact:
        raise Fault(why)


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number. The value `true` does not count as one."""
    return type(value) is int


def is_hex(value: Any) -> bool:
    """Whether a value is a string of 32 bytes in lower-case hexadecimal."""
    return isinstance(value, str) and HEX.fullmatch(value) is not None


def has_only(value: Any, names: str) -> bool:
    """Whether a value is an object with exactly these field names."""
    return isinstance(value, dict) and sorted(value) == sorted(names.split())


def canonical(value: Any) -> bytes:
    """Return a value in the canonical form.

    Refuses: Fault
    """
    _hold_plain(value, 0)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _hold_plain(value: Any, depth: int) -> None:
    check(depth <= DEEPEST, "the line nests too deep")
    if isinstance(value, dict):
        for name, inner in value.items():
            check(name.isascii(), "a name is not in ASCII")
            _hold_plain(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _hold_plain(inner, depth + 1)
    elif isinstance(value, str):
        check(not any("\ud800" <= letter <= "\udfff" for letter in value), "half a character")
    elif value is not None and not isinstance(value, bool):
        check(is_whole(value) and abs(value) <= MOST, f"{value} is not a whole number up to 2^53-1")


def read_canonical(line: bytes) -> Any:
    """Parse a line that must be in the canonical form.

    Refuses: Fault, ValueError
    """
    form = json.loads(line.decode("utf-8"))
    check(canonical(form) == line, "the line is not in canonical form")
    return form


def sha256(*pieces: bytes) -> bytes:
    """Return the digest of the concatenated pieces."""
    return hashlib.sha256(b"".join(pieces)).digest()
