"""Draw emblems, bars, dice, wreaths and Arbiter's logo."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from msgspec import Struct

from services.page.pictures.canvas import Canvas
from services.page.pictures.outlines import Point
from services.page.pictures.shapes import BODIES, ICONS, PIPS, SHIELD, emblem_of
from shared.kernel.pictures import Bar, PictureDie

INK: Final = "#1d2321"
QUIET: Final = "#56605c"
CARD: Final = "#ffffff"
LINE: Final = "#d9d5cb"
ACCENT: Final = "#23574a"
BAD: Final = "#a3271f"
GOLD: Final = "#f6c667"
CREAM: Final = "#f3ead2"

EMBLEM: Final = 48
"""The width of an emblem at scale 1. Its height is 56."""
DICE_GAP: Final = 3
"""The space between a figure's dice at scale 1."""
DIE: Final = 30
"""The width and height of a die at scale 1."""
MIDDLE: Final = DIE / 2
D6: Final = 6
D4: Final = 4
READABLE: Final = 2
"""The scale above which a die shows the first four letters of a word. A smaller die shows only its initial."""
LOW: Final = 0.25
"""The share of a bar at or below which it is drawn in red. If a full bar is bad, the missing share counts instead."""
_ICON: Final = re.compile(r"([A-Za-z]+)(?::[^*+]+)?(?:\*(\d))?")
LEAF: Final = "M0 0q7-6 12-2q-4 7-12 2Z"


def draw_emblem(canvas: Canvas, name: str, at: Point, scale: float, *, beast: bool = False) -> None:
    """Draw the emblem that belongs to a name."""
    emblem = emblem_of(name, beast=beast)
    canvas.path(SHIELD, at, scale, emblem.field, line=INK, line_width=1.2 * scale)
    canvas.path(emblem.division, at, scale, "#000000", opacity=0.28)
    canvas.path(emblem.charge, at, scale, emblem.metal, line=INK, line_width=0.5 * scale)


def draw_sign(canvas: Canvas, at: Point, scale: float) -> None:
    """Draw Arbiter's logo, a die that shows a five. Its width and height are 26 at scale 1."""
    canvas.box(at, (26 * scale, 26 * scale), "#2f5d50", round_by=6 * scale, line="#ffffff", line_width=1.2)
    for x, y in ((7, 7), (19, 7), (13, 13), (7, 19), (19, 19)):
        canvas.disc((at[0] + x * scale, at[1] + y * scale), 2.6 * scale, "#ffffff")


def draw_wreath(canvas: Canvas, middle: Point, scale: float) -> None:
    """Draw a wreath of golden leaves around a point. It marks the winner."""
    for step in range(9):
        for side in (-1, 1):
            angle = 90 + side * (18 + 17 * step)
            turned = angle + 70 * side
            x, y = _on_circle(middle, 34 * scale, angle)
            canvas.path(LEAF, (x, y), scale, GOLD, line="#8a5a16", line_width=0.6 * scale, turned=turned)


def _on_circle(middle: Point, radius: float, degrees: float) -> Point:
    return middle[0] + radius * cos(radians(degrees)), middle[1] + radius * sin(radians(degrees))


def draw_bar(canvas: Canvas, bar: Bar, at: Point, width: float, *, size: int) -> None:
    """Draw a bar below its name and amount. `at` is the left end of the base line of this text."""
    (x, y), part = at, max(0.0, min(1.0, bar.now / bar.most))
    amount = f"{bar.now} of {bar.most}"
    wide = canvas.text(amount, (x + width, y), size, INK, width=width * 0.6, anchor="r")
    canvas.text(bar.name, (x, y), size, QUIET, width=width - wide - 8)
    high = size * 0.45
    canvas.box((x, y + size * 0.4), (width, high), LINE, round_by=high / 2)
    worse = part >= 1 - LOW if bar.harms else part <= LOW
    if part > 0:
        canvas.box((x, y + size * 0.4), (max(high, width * part), high), BAD if worse else ACCENT, round_by=high / 2)


def draw_die(canvas: Canvas, die: PictureDie, at: Point, scale: float, *, turned: float = 0.0) -> None:
    """Draw a die, turned by some degrees. A hit is green; a dropped die is pale and struck through."""
    hit, dropped = die.mark == "hit", die.mark == "dropped"
    body = ACCENT if hit else ("#cfcabe" if dropped else CARD)
    ink = CARD if hit else ("#8d897f" if dropped else INK)
    around = (MIDDLE, MIDDLE)
    canvas.path(
        BODIES.get(die.sides, BODIES[10]), at, scale, body, line=ink if not hit else INK,
        line_width=max(1.2, 1.1 * scale), turned=turned, around=around,
    )  # fmt: skip
    _draw_face(canvas, die, at, scale, ink, turned)
    if dropped:
        canvas.stroke("M5 25L25 5", at, scale, BAD, width=1.6 * scale, turned=turned, around=around)


def _draw_face(  # noqa: PLR0913, PLR0917 the die's place in one row
    canvas: Canvas, die: PictureDie, at: Point, scale: float, ink: str, turned: float
) -> None:  # fmt: skip
    around = (MIDDLE, MIDDLE)
    if isinstance(die.face, str):
        _draw_icon(canvas, die.face, at, scale, ink)
    elif die.sides == D6 and die.face in PIPS:
        for x, y in PIPS[die.face]:
            spot = f"M{x - 2.6} {y}a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1 -5.2 0Z"
            canvas.path(spot, at, scale, ink, turned=turned, around=around)
    else:
        _draw_label(canvas, str(die.face), at, scale, ink, low=die.sides == D4)


def _draw_icon(canvas: Canvas, face: str, at: Point, scale: float, ink: str) -> None:  # noqa: PLR0917 as above
    """Draw the first icon of a face, and the number of times that it counts.

    If there is no drawing for the icon, draw its name or initial.
    """
    found = _ICON.match(face)
    name, count = (found[1], found[2]) if found else (face, None)
    path = ICONS.get(name.lower())
    if path is None:
        _draw_label(canvas, name[:4] if scale > READABLE else name[:1], at, scale, ink)
        return
    canvas.stroke(path, at, scale, ink, width=1.9 * scale)
    if count:
        where = at[0] + 24 * scale, at[1] + 26.5 * scale
        canvas.text(count, where, max(8, round(9 * scale)), ink, width=20 * scale, anchor="m", bold=True)


def _draw_label(canvas: Canvas, text: str, at: Point, scale: float, ink: str, *, low: bool = False) -> None:  # noqa: PLR0913, PLR0917 as above
    size = max(8, round(scale * {1: 15, 2: 14, 3: 11}.get(len(text), 8)))
    where = at[0] + MIDDLE * scale, at[1] + (MIDDLE + (4 if low else 0)) * scale + size * 0.36
    canvas.text(text, where, size, ink, width=26 * scale, anchor="m", bold=True)


class Grid(Struct, frozen=True, kw_only=True):
    """Rows of small dice: the top left corner, the number of dice in each row, the number of rows, and the scale."""

    at: Point
    each: int
    rows: int
    scale: float

    def place_of(self, number: int) -> Point:
        """Return the top left corner of the die with this index."""
        row, column = divmod(number, self.each)
        step = (DIE + DICE_GAP) * self.scale
        return self.at[0] + column * step, self.at[1] + row * step


def draw_dice(canvas: Canvas, dice: Sequence[PictureDie], grid: Grid) -> None:
    """Draw small dice in rows. If not all of them fit, the last place shows the number of missing dice."""
    room = grid.each * grid.rows
    shown = dice if len(dice) <= room else dice[: room - 1]
    for place, die in enumerate(shown):
        draw_die(canvas, die, grid.place_of(place), grid.scale)
    if len(shown) < len(dice):
        (x, y), size = grid.place_of(len(shown)), max(8, round(13 * grid.scale))
        canvas.text(
            f"+{len(dice) - len(shown)}", (x, y + 0.68 * DIE * grid.scale), size, QUIET, width=DIE * 2, bold=True
        )
