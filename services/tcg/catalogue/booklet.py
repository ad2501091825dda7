"""The lists of the rule booklet: version, pages, aim, keywords, zones, actions, windows, spirits and marks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, get_args

from msgspec import Struct

from services.tcg.words import CommandType, Indicator, Kind, Phase, WindowKind

VERSION: Final = "1.0"
"""The version of the rule booklet. Source: TC-GEN-01."""

PAGES: Final[Mapping[int, str]] = MappingProxyType({
    3: "about", 4: "anatomy", 5: "keywords", 6: "savior", 7: "spirit", 8: "form", 9: "form", 10: "command",
    11: "zones", 12: "needs", 13: "start", 14: "winning", 15: "turn", 16: "act step", 17: "combat step",
    18: "timing indicators", 19: "reading card effects",
})  # fmt: skip
"""The subject of each page of the rule booklet. Page 19 is in no table of contents. Source: TC-GEN-02, TC-RUL-102."""

AIM: Final = "Drive your opponents' spirits into the void, and keep your own out of it."
"""The aim of the game. Source: TC-GEN-06."""

KEYWORDS: Final[Mapping[str, str]] = MappingProxyType({
    "draw": "Put that many cards from the top of your main deck into your hand.",
    "discard": "Put that many cards other than spirits from your hand into your drop zone.",
    "rescue": "Put that many spirits of your choice from your void into your hand.",
    "spiritualize": "Put exactly 1 spirit from your hand underneath the card, which is spiritualized from then on.",
    "invoke": "Put that many spirits from the top of your spirit deck into your hand.",
    "de-spiritualize": "Put that many of the spirits underneath the card into the void.",
    "devour": "Put that many spirits from the top of one opponent's spirit deck into the void.",
    "control": "You control a card while it is in your savior zone, a form zone or a command zone of yours.",
})  # fmt: skip
"""The 8 keywords and their definitions. Source: TC-KEY-01 to TC-KEY-22."""


class SpiritType(Struct, frozen=True, kw_only=True):
    """A type of spirit: its name, and the maximum number of cards of that name in a spirit deck."""

    name: str
    most: int


SPIRIT_TYPES: Final[Mapping[str, SpiritType]] = MappingProxyType({
    "boost": SpiritType(name="Boost Spirit", most=15),
    "rescue": SpiritType(name="Rescue Spirit", most=4),
    "aggress": SpiritType(name="Aggress Spirit", most=15),
    "protect": SpiritType(name="Protect Spirit", most=15),
    "perfect": SpiritType(name="Perfect Spirit", most=1),
})  # fmt: skip
"""The 5 spirit types in version 1.0 of the rule booklet. Source: TC-TAB-04, TC-SPI-07 to TC-SPI-18, TC-RUL-099."""

COMMAND_TYPES: Final[tuple[CommandType, ...]] = get_args(CommandType)
"""The types of commands. Source: TC-TAB-03, TC-CMD-06."""

FRAMES: Final[Mapping[Kind, str]] = MappingProxyType(
    {"savior": "gold", "spirit": "grey", "form": "red", "command": "blue"}
)
"""The border colour of each card kind. Source: TC-TAB-02."""

INDICATORS: Final[Mapping[Indicator, str]] = MappingProxyType(
    {"auto": "[AUTO]", "cont": "CONT:", "interrupt": "[INTERRUPT]", "swift": "[SWIFT]", "none": ""}
)
"""The mark that is printed on an effect, for each timing. [INDEPENDENT] is printed in addition to one of these marks.

Source: TC-ETI-01, TC-RUL-074
"""
INDEPENDENT: Final = "[INDEPENDENT]"

SACRIFICES: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType({0: (), 1: (0, 1), 2: (0, 1, 2), 3: (0, 1, 2, 3)})
"""The levels of forms that may be sacrificed, by the level of the form to be played.

Source: TC-TAB-12, TC-FORM-11, TC-FORM-12
"""


class Place(Struct, frozen=True, kw_only=True):
    """A kind of zone: its number on the mat, its name, and the kinds of cards in it, including spirits under cards."""

    number: int
    name: str
    holds: tuple[Kind, ...]


MAT: Final[tuple[Place, ...]] = (
    Place(number=1, name="savior zone", holds=("savior", "spirit")),
    Place(number=2, name="form zone", holds=("form", "spirit")),
    Place(number=3, name="command zone", holds=("command",)),
    Place(number=4, name="main deck", holds=("form", "command")),
    Place(number=5, name="drop zone", holds=("form", "command")),
    Place(number=6, name="spirit deck", holds=("spirit",)),
    Place(number=7, name="void", holds=("spirit",)),
)
"""The 7 kinds of zones on the mat. Source: TC-ZONE-03, TC-TAB-01."""
OFF_THE_MAT: Final = ("hand",)


class Action(Struct, frozen=True, kw_only=True):
    """An action of the act step, and the command with which a player takes it."""

    name: str
    command: str


ACTIONS: Final[tuple[Action, ...]] = (
    Action(name="spiritualize the savior", command="SpiritualizeCard"),
    Action(name="spiritualize a form", command="SpiritualizeCard"),
    Action(name="sacrifice a form to play a form", command="PlayForm"),
    Action(name="flip the savior", command="FlipSavior"),
    Action(name="play a level 0 form", command="PlayForm"),
    Action(name="play a command", command="PlayCommand"),
    Action(name="put a command face-down", command="SetCommand"),
)
"""The 7 actions to which interrupts can respond. Source: TC-ACT-11."""

PHASES: Final[Mapping[Phase, str]] = MappingProxyType({
    "start": "Once, before the first attack.",
    "check": "For each attack: when-attacks effects, then the comparison of PWR.",
    "damage": "For each attack: the loser is damaged, then cards move.",
    "end": "Once, after the last attack.",
})  # fmt: skip
"""The phases of the combat step. Source: TC-TAB-08, TC-TURN-09."""

WINDOWS: Final[Mapping[WindowKind, str]] = MappingProxyType({
    "W1": "After an action was carried out.",
    "W2": "After an effect or a command was declared and paid, before it resolves.",
    "W3": "In the draw, invoke and end steps, and in the start and end phases of combat.",
    "W4": "After an attack was declared, before the PWR is compared.",
    "W5": "After the victor of an attack is known, before any card moves.",
    "W6": "Before an act step is left.",
})  # fmt: skip
"""The windows (pauses in play) in which players may respond. Source: TC-TAB-18."""


class Loss(Struct, frozen=True, kw_only=True):
    """A way to lose: the reason that the event records, a description, and the rule."""

    reason: str
    says: str
    rule: str


LOSSES: Final[tuple[Loss, ...]] = (
    Loss(reason="void", says="7 or more spirits are in the player's void.", rule="TC-WIN-01"),
    Loss(reason="deck", says="The player cannot draw for the draw step.", rule="TC-WIN-02"),
)
"""The main ways to lose, most common first. Once all other players have lost, the last remaining player wins.

Source: TC-GEN-06, TC-WIN-01 to TC-WIN-05
"""
