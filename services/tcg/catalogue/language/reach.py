"""The zones and card kinds that a step, a cost or a continuous effect can affect."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from services.tcg.words import Kind


class Reach(NamedTuple):
    """The zones whose cards a field can name, and the kinds of cards that may name themselves in that field."""

    zones: frozenset[str]
    kinds: frozenset[Kind]


def reaching(**fields: Reach) -> Mapping[str, Reach]:
    """Return a read-only mapping from each field to its reach."""
    return MappingProxyType(fields)


FORMS: Final = Reach(frozenset({"form"}), frozenset({"form"}))
IN_PLAY: Final = Reach(frozenset({"form", "command"}), frozenset({"form", "command"}))
FIGHTING: Final = Reach(frozenset({"form", "savior"}), frozenset({"form", "savior"}))
SPIRITS: Final = Reach(frozenset({"hand", "spirit_deck", "under", "void"}), frozenset({"spirit"}))
PLAYED_FROM: Final = frozenset({"hand", "drop"})
MAIN: Final = Reach(IN_PLAY.zones | PLAYED_FROM | {"main_deck"}, IN_PLAY.kinds)
ON_BOARD: Final = Reach(frozenset({"form", "savior", "command"}), frozenset({"form", "savior", "command"}))
