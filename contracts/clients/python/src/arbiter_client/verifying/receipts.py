"""Receipts. A receipt is the version and the head of a stream, signed by the server. See contracts/log-format.md, 4."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .canonical import FAULTS, MOST, canonical, check, has_only, is_hex, is_whole, sha256

FIELDS: Final = "at head key public_key signature stream version"
OF_A_FORK: Final = "at fork head key public_key signature stream version"
SIGNED: Final = ("at", "fork", "head", "stream", "version")
SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
NAME: Final = re.compile(r'"\s*:')
ID_DIGITS: Final = 16


class ReceiptRefused(ValueError):
    """The error for a receipt that is unreadable, or that has a wrong signature."""


def read_receipt(written: bytes, public_key: str | None) -> dict[str, Any]:
    """Read a receipt, and check that it was signed with the given key or, without one, with the key that it names.

    Refuses: ReceiptRefused
    """
    try:
        text = written.decode("utf-8")
        receipt: dict[str, Any] = json.loads(text)
        check(has_only(receipt, OF_A_FORK if "fork" in receipt else FIELDS), "it has other fields")
        check(len(NAME.findall(text)) == len(receipt), "a name stands in it twice")
        check(all(is_whole(receipt[name]) and 0 <= receipt[name] <= MOST for name in ("at", "version")), "no numbers")
        texts = all(isinstance(receipt[name], str) for name in receipt if name not in {"at", "version"})
        check(texts and is_hex(receipt["head"]), "it has another form")
        canonical(receipt)
    except FAULTS as error:
        raise ReceiptRefused("the receipt cannot be read") from error
    if not is_signed(receipt, public_key or receipt["public_key"]):
        raise ReceiptRefused("the receipt is not signed by that key")
    return receipt


def is_signed(receipt: dict[str, Any], public_key: str) -> bool:
    """Whether a receipt was signed with this key."""
    if not is_hex(public_key) or public_key != receipt["public_key"] or not SIGNATURE.fullmatch(receipt["signature"]):
        return False
    key = bytes.fromhex(public_key)
    if sha256(key).hex()[:ID_DIGITS] != receipt["key"]:
        return False
    facts = canonical({name: receipt[name] for name in SIGNED if name in receipt})
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(bytes.fromhex(receipt["signature"]), facts)
    except (InvalidSignature, ValueError):
        return False
    return True
