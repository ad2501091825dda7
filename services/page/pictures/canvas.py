"""A canvas of 1200 by 630 pixels for shapes and texts with smooth edges. It is saved as a PNG."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from services.page.pictures.lettering import Lettering, lettering_of
from services.page.pictures.outlines import Outline, Point, outlines_of, placed
from shared.kernel.pictures import Shape

Ink: TypeAlias = tuple[int, int, int, int]

WIDE: Final = 1200
HIGH: Final = 630
FINER: Final = 2
"""The factor by which the drawing is larger than the finished picture. Reducing it at the end smooths the edges."""
ART_WIDE: Final = 120
ART_HIGH: Final = 56
ART_CUT: Final = 0.3
"""The share of the surplus height of a card's art that is cut off at the top; the rest is cut off at the bottom."""
BOLD: Final = 0.028
"""The width of the stroke around a bold letter, as a share of the font size. The font itself has only one weight."""


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(FINER * size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("this build of Pillow has no FreeType, so it has no font of this size")
    return font


def _ink(colour: str, opacity: float) -> Ink:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue, round(255 * opacity)


class Canvas:
    """A drawing in progress. Units: pixels of the finished picture, for all coordinates and sizes."""

    def __init__(self, ground: str, size: tuple[int, int] = (FINER * WIDE, FINER * HIGH)) -> None:
        """Create a canvas of this size, filled with one colour.

        Units: `size` in pixels before the drawing is reduced.
        """
        self._image = Image.new("RGB", size, ground)
        self._draw = ImageDraw.Draw(self._image, "RGBA")

    def png(self) -> bytes:
        """Return the picture as a PNG that contains no metadata, such as a time or a program name."""
        small = self._image.resize((WIDE, HIGH), Image.Resampling.BOX)
        file = BytesIO()
        small.save(file, "PNG", compress_level=7)
        return file.getvalue()

    def pixels(self) -> bytes:
        """Return the raw RGB bytes of the drawing before it is reduced."""
        return self._image.tobytes()

    # ------------------------------------------------------------ shapes

    def box(  # noqa: PLR0913 each by its name
        self, at: Point, size: Point, colour: str, *, round_by: float = 0.0, opacity: float = 1.0, line: str = "",
        line_width: float = 2.0,
    ) -> None:  # fmt: skip
        """Draw a filled rectangle with rounded corners; if `line` names a colour, also draw its outline."""
        (x, y), (wide, high) = at, size
        if wide <= 0 or high <= 0:
            return
        corners = FINER * x, FINER * y, FINER * (x + wide) - 1, FINER * (y + high) - 1
        self._draw.rounded_rectangle(
            corners, FINER * min(round_by, wide / 2, high / 2), fill=_ink(colour, opacity),
            outline=_ink(line, 1.0) if line else None, width=round(FINER * line_width) if line else 0,
        )  # fmt: skip

    def shade(self, top: float, bottom: float, colour: str, opacities: tuple[float, float]) -> None:
        """Draw a band over the full width of the canvas, whose opacity changes evenly from its top to its bottom."""
        first, last = round(FINER * top), round(FINER * bottom)
        for row in range(first, last):
            part = (row - first) / (last - first)
            opacity = opacities[0] + (opacities[1] - opacities[0]) * part
            self._draw.line((0, row, FINER * WIDE, row), fill=_ink(colour, opacity))

    def disc(self, middle: Point, radius: float, colour: str, *, opacity: float = 1.0) -> None:
        """Draw a filled circle."""
        (x, y), ink = middle, _ink(colour, opacity)
        self._draw.ellipse(
            (FINER * (x - radius), FINER * (y - radius), FINER * (x + radius), FINER * (y + radius)), fill=ink
        )

    def path(  # noqa: PLR0913 each by its name
        self, path: str, at: Point, scale: float, colour: str, *, opacity: float = 1.0, line: str = "",
        line_width: float = 0.0, turned: float = 0.0, around: Point = (0.0, 0.0),
    ) -> None:  # fmt: skip
        """Draw an SVG path as filled shapes; if `line` names a colour, also draw their outlines."""
        for outline in outlines_of(path):
            points = self._points(placed(outline, at=at, scale=scale, turned=turned, around=around))
            self._draw.polygon(points, fill=_ink(colour, opacity))
            if line:
                self._line(points, line, line_width)

    def stroke(  # noqa: PLR0913 each by its name
        self, path: str, at: Point, scale: float, colour: str, *, width: float, turned: float = 0.0,
        around: Point = (0.0, 0.0),
    ) -> None:  # fmt: skip
        """Draw an SVG path as lines, without filling it."""
        for outline in outlines_of(path):
            self._line(self._points(placed(outline, at=at, scale=scale, turned=turned, around=around)), colour, width)

    def _line(self, points: Sequence[Point], colour: str, width: float) -> None:
        thick = max(1, round(FINER * width))
        self._draw.line(points, fill=_ink(colour, 1.0), width=thick, joint="curve")
        for x, y in (points[0], points[-1]):
            half = thick / 2
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=_ink(colour, 1.0))

    def _points(self, outline: Outline) -> Sequence[Point]:
        return [(FINER * x, FINER * y) for x, y in outline]

    def art(self, shapes: Sequence[Shape], at: Point, size: Point, *, round_by: float) -> None:
        """Draw a card's art into a rectangle with rounded corners.

        The art is scaled to the rectangle's width. If it is then too high, its top and bottom are cut off.
        """
        scale = size[0] / ART_WIDE
        over = max(0.0, ART_HIGH * scale - size[1])
        whole = round(FINER * size[0]), round(FINER * size[1])
        inside, mask = Canvas("#ffffff", whole), Image.new("L", whole, 0)
        for shape in shapes:
            x, y = shape.at
            inside.path(
                shape.path, (x * scale, y * scale - over * ART_CUT), shape.scale * scale, shape.colour,
                opacity=shape.opacity,
            )  # fmt: skip
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, whole[0] - 1, whole[1] - 1), FINER * round_by, fill=255)
        self._image.paste(inside._image, (round(FINER * at[0]), round(FINER * at[1])), mask)

    # ------------------------------------------------------------ texts

    def text(  # noqa: PLR0913 each by its name
        self, text: str, at: Point, size: int, colour: str, *, width: float, bold: bool = False, anchor: str = "l",
        opacity: float = 1.0,
    ) -> float:  # fmt: skip
        """Write a text on a base line, and return its width. A text that is too wide is cut and ends with an ellipsis.

        Shape:   anchor: whether `at` is the left end (l), the middle (m) or the right end (r) of the base line
        """
        lettering = _fitted(text, size, width)
        wide = _width(lettering.text, size)
        x, y = at[0] - {"l": 0.0, "m": wide / 2, "r": wide}[anchor], at[1]
        ink, stroke = _ink(colour, opacity), FINER * size * BOLD if bold else 0.0
        self._draw.text(
            (FINER * x, FINER * y), lettering.text, fill=ink, font=_font(size), anchor="ls", stroke_width=stroke
        )
        for place, accent in lettering.accents:
            self._accent(accent, lettering.text, place, (x, y), size, ink)
        return wide

    def _accent(  # noqa: PLR0913, PLR0917 as `text` has them
        self, accent: str, text: str, place: int, at: Point, size: int, ink: Ink
    ) -> None:  # fmt: skip
        """Draw an accent above the middle of a letter; draw a cedilla below it."""
        left, top, right, _ = _font(size).getbbox(text[place], anchor="ls")
        middle = FINER * (at[0] + _width(text[:place], size)) + (left + right) / 2
        unit, above = FINER * size / 10, FINER * at[1] + top
        if text[place] in "ij" and accent != "dot":
            above -= unit * 0.6
        strokes = _ACCENTS[accent]
        for points in strokes:
            base = FINER * at[1] if accent == "cedilla" else above
            moved = [(middle + unit * x, base + unit * y) for x, y in points]
            if len(moved) == 1:
                ((x, y),), half = moved, unit * 0.55
                self._draw.ellipse((x - half, y - half, x + half, y + half), fill=ink)
            else:
                self._draw.line(moved, fill=ink, width=max(1, round(unit * 0.75)), joint="curve")


_ACCENTS: Final[Mapping[str, Sequence[Sequence[Point]]]] = {
    "grave": [[(-1.2, -2.3), (0.6, -0.9)]],
    "acute": [[(1.2, -2.3), (-0.6, -0.9)]],
    "acutes": [[(0.2, -2.3), (-1.2, -0.9)], [(2.2, -2.3), (0.8, -0.9)]],
    "circumflex": [[(-1.5, -0.9), (0, -2.3), (1.5, -0.9)]],
    "caron": [[(-1.5, -2.3), (0, -0.9), (1.5, -2.3)]],
    "tilde": [[(-1.8, -1.1), (-0.8, -1.9), (0.7, -1.3), (1.8, -2.1)]],
    "macron": [[(-1.7, -1.5), (1.7, -1.5)]],
    "diaeresis": [[(-1.3, -1.5)], [(1.3, -1.5)]],
    "dot": [[(0, -1.5)]],
    "ring": [[(0, -0.6), (-0.9, -1.1), (-0.9, -2.0), (0, -2.5), (0.9, -2.0), (0.9, -1.1), (0, -0.6)]],
    "cedilla": [[(0.2, 0.1), (0.6, 1.0), (0.1, 1.8), (-0.9, 1.8)]],
}
"""The strokes of each accent. A stroke with one point is a dot.

The points are relative to the middle of the letter's top (for a cedilla, of its base line). Units: tenths of the font
size.
"""


@lru_cache(maxsize=1024)
def _width(text: str, size: int) -> float:
    return _font(size).getlength(text) / FINER


def _fitted(text: str, size: int, width: float) -> Lettering:
    """Return a text that fits into a width: the whole text, or as much of its beginning as fits with an ellipsis."""
    whole = lettering_of(text)
    if _width(whole.text, size) <= width:
        return whole
    return whole.cut(_longest(lambda length: _width(whole.cut(length).text, size) <= width, len(whole.text)))


def _longest(fits: Callable[[int], bool], most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def text_width(text: str, size: int) -> float:
    """Return the width of a whole text, drawn in this size."""
    return _width(lettering_of(text).text, size)
