"""The emblems, scenes and dice of the page, as SVG paths. A test compares them with the page's own paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from msgspec import Struct

from shared.kernel.pictures import Place, hash_of

T = TypeVar("T")

FIELDS: Final = ("#2f5d50", "#7a2e2a", "#2b4a78", "#6b4a86", "#8a5a16", "#3d5a1f", "#1f5f6e", "#5b3a29")
METALS: Final = ("#f1e3b2", "#e7ecef", "#f6c667", "#d9e4c9")
SHIELD: Final = "M4 4H44V26Q44 42 24 52Q4 42 4 26Z"
DIVISIONS: Final = (
    "M24 4H44V26Q44 42 24 52Z", "M4 4H44L4 36Z", "M4 30L24 16L44 30V36L24 22L4 36Z", "M4 4H44V16H4Z",
    "M18 4H30V49L24 52L18 49Z", "",
)  # fmt: skip
CHARGES: Final = (
    "M23 10h2v20h5v3h-5v7h-2v-7h-5v-3h5Z", "M24 12l3 8h9l-7 6 3 9-8-6-8 6 3-9-7-6h9Z",
    "M24 12c9 6 9 16 0 26c-9-10-9-20 0-26Z", "M16 16h4v3h2v-3h4v3h2v-3h4v7h-2v14h-12V23h-2Z",
    "M24 12a6 6 0 1 1-1 12v4h4v3h-4v4h4v3h-7V23.500a6 6 0 0 1 4-11.500Z", "M14 30q4-16 20-16q-2 16-16 18l-3 5h-2Z",
    "M24 12a11 11 0 1 0 8 19a9 9 0 1 1-8-19Z", "M16 14h16v6l-6 4v12l4 2v2H18v-2l4-2V24l-6-4Z",
)  # fmt: skip
PAW: Final = (
    "M24 24c6 0 9 6 9 9s-4 5-9 5-9-2-9-5 3-9 9-9ZM13 18a3 4 0 1 1 0 8a3 4 0 1 1 0-8ZM35 18a3 4 0 1 1 0 8a3 4 0 1 1 0-8Z"
    "M20 12a3 4 0 1 1 0 8a3 4 0 1 1 0-8ZM28 12a3 4 0 1 1 0 8a3 4 0 1 1 0-8Z"
)


class Emblem(Struct, frozen=True):
    """The parts of the emblem for a name. `field` and `metal` are colours, `division` and `charge` are SVG paths."""

    field: str
    division: str
    charge: str
    metal: str


def emblem_of(name: str, *, beast: bool = False) -> Emblem:
    """Return the emblem that belongs to a name. The page shows the same emblem for the same name."""
    number = hash_of(name.lower())
    return Emblem(
        field=_pick(FIELDS, number), division=_pick(DIVISIONS, number >> 4),
        charge=PAW if beast else _pick(CHARGES, number >> 8), metal=_pick(METALS, number >> 12),
    )  # fmt: skip


def _pick(of: Sequence[T], number: int) -> T:
    return of[number % len(of)]


# ---------------------------------------------------------------- places


class Ground(Struct, frozen=True, kw_only=True):
    """A scene behind the figures, in a drawing of 320 by 150 units: its colours of sky and ground, and its shapes."""

    sky: str
    ground: str
    shapes: tuple[tuple[str, str], ...]


GROUND: Final = 104
"""The y coordinate at which the ground of a scene begins, in the units of its paths."""
PLACES: Final[Mapping[Place, Ground]] = {
    "duel": Ground(sky="#c9d8dc", ground="#8a9a6b", shapes=(
        ("#9fb3b8", "M0 84L60 52L110 84L170 44L240 84L290 60L320 78V104H0Z"),
        ("#f4e4b0", "M262 20a14 14 0 1 1 0 28a14 14 0 1 1 0-28Z"),
        ("#6d7c52", "M0 112Q160 100 320 112V118Q160 106 0 118Z"),
    )),
    "beast": Ground(sky="#3b352e", ground="#5a4d3c", shapes=(
        ("#4a4237", "M0 0H320V30Q240 18 160 30Q80 18 0 30Z"), ("#6b5a42", "M20 52h38v52H20ZM262 60h40v44h-40Z"),
        ("#2a251f", "M20 62h38v4H20ZM20 90h38v4H20ZM262 70h40v4h-40ZM262 92h40v4h-40Z"),
        ("#f2c261", "M158 30h4v12h-4ZM152 42h16l-3 12h-10Z"),
    )),
    "chase": Ground(sky="#27314a", ground="#3a3346", shapes=(
        ("#f1ecd0", "M40 18a13 13 0 1 1 0 26a13 13 0 1 1 0-26Z"),
        ("#1d2438", "M0 70h50v-18l20-14 20 14v30h40V58h44v28h30V48l24-16 24 16v40h44V66h24v40H0Z"),
        ("#f2c261", "M62 60h8v10h-8ZM144 66h8v8h-8ZM226 60h8v10h-8Z"),
        ("#4d4560", "M0 106l24-8h96l24 8h56l24-8h72l24 8v8H0Z"),
    )),
    "ambush": Ground(sky="#aeb7b4", ground="#6f7a6c", shapes=(
        ("#6a7570", "M20 104l14-64 14 64ZM70 104l18-84 18 84ZM236 104l16-76 16 76ZM284 104l14-60 14 60Z"),
        ("#c9d0cc", "M0 60q80-16 160 0t160 0v20q-80 16-160 0t-160 0Z"), ("#d9deda", "M0 92q80-12 160 0t160 0v12H0Z"),
    )),
    "season": Ground(sky="#dfe8ee", ground="#f2f5f6", shapes=(
        ("#b9c9d4", "M0 90L70 40L130 90L200 48L270 90L320 62V106H0Z"), ("#7a5a41", "M206 70h60v38h-60Z"),
        ("#ffffff", "M198 72l38-28 38 28Z"), ("#f2c261", "M228 80h14v14h-14Z"),
        ("#8b9aa5", "M252 34q8-8 0-16q12 4 8 18Z"),
        ("#ffffff", "M40 20h4v4h-4ZM90 36h4v4h-4ZM150 18h4v4h-4ZM180 60h4v4h-4ZM120 66h4v4h-4ZM300 24h4v4h-4Z"),
    )),
    "pit": Ground(sky="#2b2622", ground="#4b4038", shapes=(
        ("#8fa3a8", "M130 0h60l-14 30h-32Z"), ("#3a322c", "M0 0h120l-20 106H0ZM320 0H200l20 106h100Z"),
        ("#6a5a4c", "M8 106l20-18 18 10 20-16 16 24Z"),
        ("#d8d2c4", "M262 96h26v4h-26ZM258 92a5 5 0 1 1 4 8ZM288 92a5 5 0 1 1-2 8Z"),
    )),
    "dice": Ground(sky="#3f5a66", ground="#6b4d36", shapes=(("#7d5b41", "M0 104h320v6H0Z"),)),
    "cards": Ground(sky="#23574a", ground="#1b4238", shapes=(("#2c6a5a", "M0 104h320v6H0Z"),)),
}  # fmt: skip

# ---------------------------------------------------------------- dice

PIPS: Final[Mapping[int, Sequence[tuple[int, int]]]] = {
    1: ((15, 15),), 2: ((8, 8), (22, 22)), 3: ((8, 8), (15, 15), (22, 22)), 4: ((8, 8), (22, 8), (8, 22), (22, 22)),
    5: ((8, 8), (22, 8), (15, 15), (8, 22), (22, 22)), 6: ((8, 8), (22, 8), (8, 15), (22, 15), (8, 22), (22, 22)),
}  # fmt: skip
BODIES: Final[Mapping[int, str]] = {
    4: "M15 3L28 26H2Z", 6: "M6 3H24Q27 3 27 6V24Q27 27 24 27H6Q3 27 3 24V6Q3 3 6 3Z", 8: "M15 2L27 15L15 28L3 15Z",
    10: "M15 2L28 12L24 24L15 28L6 24L2 12Z", 12: "M15 2L27 9V21L15 28L3 21V9Z", 20: "M15 1L27 8V22L15 29L3 22V8Z",
}  # fmt: skip
ICONS: Final[Mapping[str, str]] = {
    "melee": "M9 21L21 9M21 9h-4M21 9v4M9 16l5 5", "defend": "M8 8h14v7q0 6-7 9q-7-3-7-9Z",
    "missile": "M8 22L22 8M22 8h-5M22 8v5M8 22v-4M8 22h4", "magic": "M15 7l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z",
    "universal": "M15 8a7 7 0 1 1 0 14a7 7 0 1 1 0-14ZM8 15h14M15 8v14",
    "physical": "M8 12v6M11 10v10M11 15h8M19 10v10M22 12v6", "mental": "M10 20v-3q-3-2-2-6t7-4 6 5-2 6v2",
    "maneuver": "M9 20q0-10 12-10M17 6l4 4-4 4", "blank": "",
    "merchant": "M15 8a7 7 0 1 1 0 14a7 7 0 1 1 0-14ZM18 12q-6-2-6 3t6 3",
    "artisan": "M10 22L18 12M14 9l7 6M13 10l3-2 6 5-2 3",
    "craft": "M8 19h14M8 19l2-4 2 4 2-4 2 4 2-4 2 4M8 11h14",
    "healer": "M12 8h6v4h4v6h-4v4h-6v-4H8v-6h4Z",
    "scholar": "M15 10q-3-2-7-1v11q4-1 7 1q3-2 7-1V9q-4-1-7 1ZM15 10v11",
    "social": "M8 9h14v9h-7l-4 4v-4H8Z",
    "thief": "M11 11a3 3 0 1 0 .1 0M14 15l8 6M19 19l2-3",
    "riding": "M10 21q-4-13 5-13t5 13M9 21h3M18 21h3",
    "perception": "M7 15q8-9 16 0q-8 9-16 0ZM15 13a2 2 0 1 1-.1 0",
    "stealth": "M18 8a7 7 0 1 0 4 11a7 7 0 0 1-4-11Z",
    "outdoorsman": "M15 7l6 8h-3l3 4H9l3-4H9ZM15 19v4",
    "sailor": "M15 10v12M15 10a1 1 0 1 1 .1 0M8 17q2 5 7 5t7-5M11 13h8",
    "unarmed": "M9 13q0-3 3-3h7q3 0 3 3v3q0 5-5 5h-3q-5 0-5-5ZM13 10v5M17 10v5",
}  # fmt: skip
