"""What the booklet lists: its version and pages, keywords, kinds of spirits, frames and timing indicators."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from services.tcg.words import Indicator, Kind

VERSION: Final = "1.0"
"""Source: TC-GEN-01."""

PAGES: Final[Mapping[int, str]] = MappingProxyType({
    3: "about", 4: "anatomy", 5: "keywords", 6: "savior", 7: "spirit", 8: "form", 9: "form", 10: "command",
    11: "zones", 12: "needs", 13: "start", 14: "winning", 15: "turn", 16: "act step", 17: "combat step",
    18: "timing indicators", 19: "reading card effects",
})  # fmt: skip
"""What each page of the booklet is about. Source: TC-GEN-02, TC-RUL-102 (19 is in no contents list)."""

KEYWORDS: Final[Mapping[str, str]] = MappingProxyType({
    "draw": "Take so many cards from the top of your main deck to your hand.",
    "discard": "Put so many cards that are no spirits from your hand into the drop zone.",
    "rescue": "Take so many spirits of your choice from your void to your hand.",
    "spiritualize": "Put exactly 1 spirit from your hand underneath the card, which is spiritualized from then on.",
    "invoke": "Take so many spirits from the top of your spirit deck to your hand.",
    "de-spiritualize": "Put so many of the spirits underneath the card into the void.",
    "devour": "Put so many spirits from the top of one opponent's spirit deck into the void.",
    "control": "You control a card while it is in your savior zone, a form zone or a command zone of yours.",
})  # fmt: skip
"""The 8 keywords, each with what it stands for. Source: TC-KEY-01 to TC-KEY-22."""


class SpiritType(Struct, frozen=True, kw_only=True):
    """A type of spirit: its name, and the most cards of that name in a spirit deck."""

    name: str
    most: int


SPIRIT_TYPES: Final[Mapping[str, SpiritType]] = MappingProxyType({
    "boost": SpiritType(name="Boost Spirit", most=15),
    "rescue": SpiritType(name="Rescue Spirit", most=4),
    "aggress": SpiritType(name="Aggress Spirit", most=15),
    "protect": SpiritType(name="Protect Spirit", most=15),
    "perfect": SpiritType(name="Perfect Spirit", most=1),
})  # fmt: skip
"""The 5 types of version 1.0. Source: TC-TAB-04, TC-SPI-07 to TC-SPI-18, TC-RUL-099."""

FRAMES: Final[Mapping[Kind, str]] = MappingProxyType(
    {"savior": "gold", "spirit": "grey", "form": "red", "command": "blue"}
)
"""The colour of each kind's border. Source: TC-TAB-02."""

INDICATORS: Final[Mapping[Indicator, str]] = MappingProxyType(
    {"auto": "[AUTO]", "cont": "CONT:", "interrupt": "[INTERRUPT]", "swift": "[SWIFT]", "none": ""}
)
"""How each timing is printed; [INDEPENDENT] stands beside them, as it is no timing. Source: TC-ETI-01, TC-RUL-074."""
INDEPENDENT: Final = "[INDEPENDENT]"

SACRIFICES: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType({0: (), 1: (0, 1), 2: (0, 1, 2), 3: (0, 1, 2, 3)})
"""The levels that may be given up to play a form of a level. Source: TC-TAB-12, TC-FORM-11, TC-FORM-12."""
