"""Outlines: SVG paths converted to lists of points, so that the server can draw the same shapes as the page."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]

STEPS: Final = 12
"""The number of straight lines that approximate a curve."""
_PARTS: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_NUMBERS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "C": 6, "S": 4, "A": 7, "Z": 0}


@lru_cache(maxsize=512)
def outlines_of(path: str) -> tuple[Outline, ...]:
    """Return the outlines in an SVG path with the commands M, L, H, V, Q, T, C, S, A and Z, in upper or lower case."""
    pen = _Pen()
    for letter, numbers in _commands(path):
        pen.take(letter, numbers)
    return tuple(tuple(points) for points in pen.outlines if len(points) > 1)


def _commands(path: str) -> Iterator[tuple[str, Sequence[float]]]:
    """Yield the commands of an SVG path with their numbers, one set of numbers each.

    A command with several sets of numbers is yielded once for each set; after the first set of an M, the others belong
    to L.
    """
    parts: list[str] = _PARTS.findall(path)
    at = 0
    while at < len(parts):
        letter, count = parts[at], _NUMBERS[parts[at].upper()]
        at += 1
        if count == 0:
            yield letter, ()
        while count and at < len(parts) and not parts[at].isalpha():
            yield letter, [float(part) for part in parts[at : at + count]]
            at += count
            letter = {"M": "L", "m": "l"}.get(letter, letter)


class _Pen:
    """The pen that follows an SVG path: its position, and the last control point if the last command drew a curve."""

    def __init__(self) -> None:
        self.outlines: list[list[Point]] = []
        self._at: Point = (0.0, 0.0)
        self._bend: Point | None = None
        self._draws: dict[str, Callable[[Sequence[float], Point], None]] = {
            "M": self._move, "L": self._line, "H": self._across, "V": self._down, "Q": self._curve, "T": self._smooth,
            "C": self._cubic, "S": self._smooth_cubic, "A": self._arc, "Z": self._close,
        }  # fmt: skip

    def take(self, letter: str, numbers: Sequence[float]) -> None:
        """Draw one command. The numbers after a lower-case letter are relative to the pen's position."""
        origin = self._at if letter.islower() else (0.0, 0.0)
        if letter.upper() not in {"Q", "T", "C", "S"}:
            self._bend = None
        self._draws[letter.upper()](numbers, origin)

    def _to(self, point: Point) -> None:
        self.outlines[-1].append(point)
        self._at = point

    def _move(self, numbers: Sequence[float], origin: Point) -> None:
        self.outlines.append([])
        self._to(_moved(numbers, origin))

    def _line(self, numbers: Sequence[float], origin: Point) -> None:
        self._to(_moved(numbers, origin))

    def _across(self, numbers: Sequence[float], origin: Point) -> None:
        self._to((numbers[0] + origin[0], self._at[1]))

    def _down(self, numbers: Sequence[float], origin: Point) -> None:
        self._to((self._at[0], numbers[0] + origin[1]))

    def _curve(self, numbers: Sequence[float], origin: Point) -> None:
        self._bow(_moved(numbers[:2], origin), _moved(numbers[2:], origin))

    def _smooth(self, numbers: Sequence[float], origin: Point) -> None:
        (x, y), (bx, by) = self._at, self._bend or self._at
        self._bow((2 * x - bx, 2 * y - by), _moved(numbers, origin))

    def _cubic(self, numbers: Sequence[float], origin: Point) -> None:
        self._double_bow(*(_moved(numbers[at : at + 2], origin) for at in (0, 2, 4)))

    def _smooth_cubic(self, numbers: Sequence[float], origin: Point) -> None:
        (x, y), (bx, by) = self._at, self._bend or self._at
        self._double_bow((2 * x - bx, 2 * y - by), _moved(numbers[:2], origin), _moved(numbers[2:], origin))

    def _double_bow(self, out: Point, into: Point, end: Point) -> None:
        x, y = self._at
        for step in range(1, STEPS + 1):
            t = step / STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            self._to((
                a * x + b * out[0] + c * into[0] + d * end[0], a * y + b * out[1] + c * into[1] + d * end[1]
            ))  # fmt: skip
        self._bend = into

    def _bow(self, bend: Point, end: Point) -> None:
        (x, y), (bx, by), (ex, ey) = self._at, bend, end
        for step in range(1, STEPS + 1):
            t = step / STEPS
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            self._to((a * x + b * bx + c * ex, a * y + b * by + c * ey))
        self._bend = bend

    def _arc(self, numbers: Sequence[float], origin: Point) -> None:
        for point in _arc_points(self._at, numbers, _moved(numbers[5:], origin)):
            self._to(point)

    def _close(self, _: Sequence[float], __: Point) -> None:
        first = self.outlines[-1][0]
        self._to(first)


def _moved(numbers: Sequence[float], origin: Point) -> Point:
    return numbers[0] + origin[0], numbers[1] + origin[1]


def _arc_points(start: Point, numbers: Sequence[float], end: Point) -> Iterator[Point]:
    """Yield the points of an elliptical arc without rotation, given by its two ends (SVG 1.1, section F.6.5)."""
    (x, y), (ex, ey), (rx, ry), (large, sweep) = start, end, numbers[:2], numbers[3:5]
    dx, dy = (x - ex) / 2 / rx, (y - ey) / 2 / ry
    apart = dx * dx + dy * dy
    grown = math.sqrt(max(1.0, apart))
    rx, ry, dx, dy = rx * grown, ry * grown, dx / grown, dy / grown
    apart = min(1.0, apart)
    off = math.sqrt(max(0.0, (1 - apart) / apart)) if apart else 0.0
    side = off if bool(large) != bool(sweep) else -off
    cx, cy = side * dy, -side * dx
    first, last = math.atan2(dy - cy, dx - cx), math.atan2(-dy - cy, -dx - cx)
    turn = last - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    if not sweep and turn > 0:
        turn -= 2 * math.pi
    mx, my = (x + ex) / 2 + cx * rx, (y + ey) / 2 + cy * ry
    count = max(2, round(2 * STEPS * abs(turn) / math.pi))
    for step in range(1, count + 1):
        angle = first + turn * step / count
        yield mx + rx * math.cos(angle), my + ry * math.sin(angle)


def placed(outline: Outline, *, at: Point, scale: float, turned: float = 0.0, around: Point = (0.0, 0.0)) -> Outline:
    """Return an outline that is first turned around a point, then scaled and moved. Units: `turned` in degrees."""
    angle = math.radians(turned)
    cos, sin, (ox, oy) = math.cos(angle), math.sin(angle), around

    def move(x: float, y: float) -> Point:
        dx, dy = x - ox, y - oy
        return at[0] + scale * (ox + dx * cos - dy * sin), at[1] + scale * (oy + dx * sin + dy * cos)

    return tuple([move(x, y) for x, y in outline])
