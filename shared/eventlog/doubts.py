"""Whose commit is this? Asked only where an append got no answer."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct


class _Id(Struct, frozen=True):
    id: str


class _Asked(Struct, frozen=True):
    intent: _Id


_asked: Final = msgspec.json.Decoder(_Asked)


def command_id(public: bytes) -> str:
    """Give the id of the command a stored commit answers."""
    return _asked.decode(public).intent.id
