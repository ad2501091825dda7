"""The content of a closed stream's preview image: figures with their bars or dice, or the dice of a roll.

A game with a module `picture` has a function `picture_of(state, names)` there, which returns a `Picture`; `names` has
the name of each seat. The function reads the game's view for a seat that the stream does not have, so that it can show
only facts that every spectator sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.kernel.messages import Seat

ONLOOKER: Final = ""
"""A seat that no stream has. The view for it shows what every spectator sees."""

Names: TypeAlias = Mapping[Seat, str]
Place: TypeAlias = Literal["duel", "beast", "chase", "ambush", "season", "pit", "dice", "cards"]
"""A place behind the figures; the page draws the same places for its ready games."""
DieMark: TypeAlias = Literal["", "hit", "miss", "dropped"]


class PictureDie(Struct, frozen=True, kw_only=True):
    """A die: its face as a number or as the name of an icon, its number of sides, and how it counts."""

    face: int | str
    sides: int = 6
    mark: DieMark = ""


class Bar(Struct, frozen=True, kw_only=True):
    """An amount and its maximum, which is above 0. `harms` marks an amount that is bad for its owner."""

    name: str
    now: int
    most: int
    harms: bool = False


class Shape(Struct, frozen=True, kw_only=True):
    """A part of a card's art: an SVG path in a picture of 120 by 56, drawn in a colour such as `#7a2e2a`."""

    path: str
    colour: str
    opacity: float = 1.0
    at: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0


class Figure(Struct, frozen=True, kw_only=True):
    """A character, creature or card. A `beast` has another emblem.

    A figure that is `out` is drawn pale, and a figure that has `won` is marked. `art` is drawn in place of the emblem,
    if there is room for it.
    """

    name: str
    says: str = ""
    beast: bool = False
    out: bool = False
    won: bool = False
    bars: tuple[Bar, ...] = ()
    dice: tuple[PictureDie, ...] = ()
    art: tuple[Shape, ...] = ()


class Picture(Struct, frozen=True, kw_only=True):
    """The content of a stream's preview image, besides its seats and its number of entries.

    `title` is the stream's own title, if it has one, and `says` its final state in a few words. `dice` are those of a
    roll, with its `result` and what was `rolled`.
    """

    place: Place = "duel"
    title: str = ""
    says: str = ""
    figures: tuple[Figure, ...] = ()
    dice: tuple[PictureDie, ...] = ()
    rolled: str = ""
    result: str = ""


def counted(number: int, word: str, several: str = "") -> str:
    """Return a number with its noun: `1 roll`, `2 rolls`."""
    return f"{number} {word if number == 1 else several or word + 's'}"


def said(*words: str) -> str:
    """Join those words that are not empty by commas, beginning with a capital letter."""
    text = ", ".join(word for word in words if word)
    return text[:1].upper() + text[1:]


def on_day(day: int) -> str:
    """Return the day of a campaign in words; "" before the first one."""
    return f"day {day}" if day else ""


def in_round(number: int) -> str:
    """Return the round of a fight in words; `a fight` if no round has begun yet."""
    return f"round {number} of a fight" if number else "a fight"


FNV_START: Final = 0x811C9DC5
FNV_PRIME: Final = 0x01000193
WORD: Final = 0xFFFFFFFF


def hash_of(text: str) -> int:
    """Return the number from which the page draws the emblem or art of a text: FNV-1a over its characters."""
    number = FNV_START
    for letter in text:
        number = ((number ^ ord(letter)) * FNV_PRIME) & WORD
    return number
