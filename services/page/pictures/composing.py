"""The composition of a picture, from the scene at the back to the title, the figures or dice, and the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.page.pictures.canvas import HIGH, WIDE, Canvas, text_width
from services.page.pictures.marks import (
    ACCENT,
    BAD,
    CARD,
    CREAM,
    DICE_GAP,
    DIE,
    EMBLEM,
    GOLD,
    INK,
    LINE,
    QUIET,
    Grid,
    draw_bar,
    draw_dice,
    draw_die,
    draw_emblem,
    draw_sign,
    draw_wreath,
)
from services.page.pictures.outlines import Point
from services.page.pictures.shapes import GROUND, PLACES
from shared.kernel.pictures import Figure, Picture, PictureDie, Place, counted

MARGIN: Final = 48
SCALE: Final = WIDE / 320
RISES: Final[Mapping[Place, float]] = {"dice": 46, "cards": 46}
"""The distance by which a scene is moved up, in units of its own paths, if it differs from `RISE`.

The scenes with a table are moved up further, because nothing stands above the table.
"""
RISE: Final = 4
NIGHT: Final = "#12161a"
FOOT: Final = 530
MOST_SEATS: Final = 8
MOST_FIGURES: Final = 8
MOST_DICE: Final = 24
MOST_BARS: Final = 3
IN_A_ROW: Final = 4
LEANS: Final = (-9, 6, -4, 11, 3, -7, 8, -2)
"""The angles at which successive dice lie on the table. Units: degrees."""


class Pictured(Struct, frozen=True, kw_only=True):
    """All facts that a picture shows. `game` names the kind of stream and its game, such as "A campaign of BONES"."""

    game: str
    seats: tuple[str, ...] = ()
    entries: int = 0
    picture: Picture = Picture()


def draw(shown: Pictured) -> bytes:
    """Draw the picture of a stream, and return it as a PNG."""
    picture = shown.picture
    canvas = Canvas(PLACES[picture.place].ground)
    _draw_place(canvas, picture.place)
    _draw_head(canvas, shown)
    if picture.dice:
        _draw_roll(canvas, picture)
    elif picture.figures:
        _draw_figures(canvas, picture.figures)
    _draw_foot(canvas, shown)
    return canvas.png()


def draw_neutral(title: str, says: str) -> bytes:
    """Draw the picture for streams that may not be shown, with these texts, and return it as a PNG."""
    canvas = Canvas(PLACES["dice"].ground)
    _draw_place(canvas, "dice")
    canvas.shade(0, HIGH, NIGHT, (0.55, 0.1))
    faces = (PictureDie(face=5), PictureDie(face=20, sides=20), PictureDie(face=8, sides=8), PictureDie(face=2))
    for place, die in enumerate(faces):
        draw_die(canvas, die, (318 + 148 * place, 330), 4.2, turned=LEANS[place])
    draw_sign(canvas, (WIDE / 2 - 36, 74), 2.8)
    canvas.text(title, (WIDE / 2, 232), 66, CARD, width=WIDE - 2 * MARGIN, bold=True, anchor="m")
    canvas.text(says, (WIDE / 2, 286), 29, CREAM, width=WIDE - 2 * MARGIN, anchor="m")
    return canvas.png()


def _draw_place(canvas: Canvas, name: Place) -> None:
    place, rise = PLACES[name], RISES.get(name, RISE)
    at = 0.0, -rise * SCALE
    canvas.box((0, 0), (WIDE, (GROUND - rise) * SCALE), place.sky)
    for colour, path in place.shapes:
        canvas.path(path, at, SCALE, colour)


def _draw_head(canvas: Canvas, shown: Pictured) -> None:
    """Draw a dark band with the title, the game's name above the title, and the state of the stream below it."""
    picture = shown.picture
    canvas.shade(0, 186, NIGHT, (0.9, 0.66))
    canvas.shade(186, 260, NIGHT, (0.66, 0.0))
    draw_sign(canvas, (WIDE - MARGIN - 46, 34), 1.76)
    wide = WIDE - 2 * MARGIN
    title = picture.title or shown.game
    size = next((one for one in (62, 54, 46) if text_width(title, one) <= wide - 80), 42)
    above = shown.game if picture.title else "Settled by Arbiter"
    canvas.text(above, (MARGIN, 58), 28, GOLD, width=wide - 90)
    canvas.text(title, (MARGIN, 126), size, CARD, width=wide - 70, bold=True)
    canvas.text(picture.says, (MARGIN, 174), 30, CREAM, width=wide)


# ---------------------------------------------------------------- a roll


def _draw_roll(canvas: Canvas, picture: Picture) -> None:
    """Draw the dice of a roll in large size on the table, and below them what was rolled and its result."""
    dice = picture.dice[:MOST_DICE]
    rows = 1 if len(dice) <= 6 else 2 if len(dice) <= 14 else 3  # noqa: PLR2004 as it looks best
    each = -(-len(dice) // rows)
    high = {1: 150, 2: 90, 3: 60}[rows]
    step = min(high * 1.24, (WIDE - 2 * MARGIN) / each)
    scale = step / 1.24 / DIE
    top = 226 + (206 - rows * step) / 2
    for place, die in enumerate(dice):
        row, column = divmod(place, each)
        count = min(each, len(dice) - row * each)
        left = (WIDE - count * step) / 2 + column * step + step * 0.1
        draw_die(canvas, die, (left, top + row * step), scale, turned=LEANS[place % len(LEANS)])
    _draw_result(canvas, picture)


def _draw_result(canvas: Canvas, picture: Picture) -> None:
    more = len(picture.dice) - MOST_DICE
    rolled = picture.rolled + (f" (and {counted(more, 'more die', 'more dice')})" if more > 0 else "")
    size = 52 if text_width(picture.result, 52) <= 420 else 34  # noqa: PLR2004 as it fits best
    result = min(520.0, text_width(picture.result, size))
    inner = min(WIDE - 2 * MARGIN - 60, text_width(rolled, 30) + (result + 34 if picture.result else 0))
    left = (WIDE - inner) / 2
    canvas.box((left - 30, 440), (inner + 60, 76), CARD, round_by=18, opacity=0.96, line=INK, line_width=2)
    wide = canvas.text(rolled, (left, 488), 30, QUIET, width=inner - (result + 34 if picture.result else 0))
    if picture.result:
        canvas.text(picture.result, (left + wide + 34, 496), size, ACCENT, width=result + 2, bold=True)


# ---------------------------------------------------------------- figures


GAP: Final = 22
SMALL_GAP: Final = 14


class Card(Struct, frozen=True, kw_only=True):
    """The measures of a card: its size, its font sizes, and the size of its emblem or art.

    An `upright` card has its emblem above the name. A `small` card has room for one bar. If `art` is 0, the card shows
    no art.

    Units: pixels; `emblem` is a scale
    """

    wide: float
    high: float
    name: int
    words: int
    emblem: float
    pad: float = 20
    small: bool = False
    upright: bool = False
    art: float = 0


def _card_for(each: int, rows: int) -> Card:
    """Return the measures of the cards, given the number of cards in a row and the number of rows."""
    full = WIDE - 2 * MARGIN
    if rows > 1:
        wide = (full - (each - 1) * SMALL_GAP) / each
        return Card(wide=wide, high=146, name=26, words=20, emblem=1.1, pad=14, small=True)
    if each > 2:  # noqa: PLR2004 two cards are wide
        wide = min(340.0, (full - (each - 1) * GAP) / each)
        return Card(wide=wide, high=292, name=28, words=20, emblem=1.75, upright=True, art=134)
    return Card(wide=520, high=302, name=36, words=25, emblem=2.1, pad=26, art=140)


def _lowered(card: Card, figures: Sequence[Figure]) -> Card:
    """Return the measures of cards whose height is reduced to the height that their bars need.

    If the cards are small, or any figure has art or dice, the measures stay unchanged.
    """
    if card.small or any(figure.art or figure.dice for figure in figures):
        return card
    bars = max(min(MOST_BARS, len(figure.bars)) for figure in figures)
    head = 56 * card.emblem + (card.name + 1.3 * card.words + 18 if card.upright else card.pad)
    return replace(card, high=min(card.high, head + 2.1 * card.words * bars + card.pad))


def _draw_figures(canvas: Canvas, figures: Sequence[Figure]) -> None:
    """Draw figures on cards: up to four figures in one row, more of them in two rows of small cards."""
    shown = figures[:MOST_FIGURES]
    rows = 1 if len(shown) <= IN_A_ROW else 2
    each, gap = -(-len(shown) // rows), GAP if rows == 1 else SMALL_GAP
    card = _lowered(_card_for(each, rows), shown)
    top = 220 + (FOOT - 220 - rows * card.high - (rows - 1) * gap) / 2
    for place, figure in enumerate(shown):
        row, column = divmod(place, each)
        count = min(each, len(shown) - row * each)
        left = (WIDE - count * card.wide - (count - 1) * gap) / 2 + column * (card.wide + gap)
        _draw_card(canvas, figure, (left, top + row * (card.high + gap)), card)
    if len(figures) > len(shown):
        canvas.text(f"and {len(figures) - len(shown)} more", (WIDE - MARGIN, 204), 22, CREAM, width=300, anchor="r")


def _draw_card(canvas: Canvas, figure: Figure, at: Point, card: Card) -> None:
    """Draw a figure on its card: its emblem or art, its name and state, and below them its bars and dice."""
    (x, y), size, rounded = at, (card.wide, card.high), 18
    canvas.box((x + 3, y + 6), size, NIGHT, round_by=rounded, opacity=0.35)
    line, thick = (GOLD, 6) if figure.won else (LINE, 2)
    canvas.box(at, size, CARD, round_by=rounded, line=line, line_width=thick)
    if figure.art and card.art:
        below = _draw_art(canvas, figure, at, card)
    else:
        below = (_draw_upright if card.upright else _draw_beside)(canvas, figure, at, card)
    bottom = _draw_bars(canvas, figure, (x + card.pad, below), card)
    if figure.dice:
        room = card.wide - 2 * card.pad, y + card.high - card.pad - bottom
        _draw_own_dice(canvas, figure.dice, (x + card.pad, bottom), room, centred=card.upright)
    if figure.out:
        canvas.box(at, size, PALE, round_by=rounded, opacity=0.42)


def _draw_beside(canvas: Canvas, figure: Figure, at: Point, card: Card) -> float:
    """Draw the emblem with the name and state beside it. Return the y coordinate at which the bars begin."""
    shield = at[0] + card.pad + (16 if figure.won else 0), at[1] + card.pad - 4 * card.emblem
    _draw_shield(canvas, figure, shield, card.emblem)
    left = shield[0] + (EMBLEM + (14 if figure.won else 8)) * card.emblem
    room = at[0] + card.wide - card.pad - left
    base = shield[1] + 26 * card.emblem
    canvas.text(figure.name, (left, base), card.name, INK, width=room, bold=True)
    canvas.text(figure.says, (left, base + card.words * 1.35), card.words, _colour(figure), width=room)
    return shield[1] + 58 * card.emblem


def _draw_art(canvas: Canvas, figure: Figure, at: Point, card: Card) -> float:
    """Draw a card's art with its name and state below it, and mark a winner.

    Return the y coordinate at which the bars begin.
    """
    edge, room = 12, card.wide - 2 * card.pad
    canvas.art(figure.art, (at[0] + edge, at[1] + edge), (card.wide - 2 * edge, card.art), round_by=10)
    if figure.won:
        low = at[1] + edge + card.art - 40
        canvas.box((at[0] + edge, low), (118, 40), GOLD, round_by=10)
        canvas.text("Winner", (at[0] + edge + 59, low + 28), 24, INK, width=100, bold=True, anchor="m")
    left, base = at[0] + card.pad, at[1] + edge + card.art + card.name * 1.12
    canvas.text(figure.name, (left, base), card.name, INK, width=room, bold=True)
    canvas.text(figure.says, (left, base + card.words * 1.4), card.words, _colour(figure), width=room)
    return base + card.words * 1.4 + 8


def _draw_upright(canvas: Canvas, figure: Figure, at: Point, card: Card) -> float:
    """Draw the emblem with the name and state below it. Return the y coordinate at which the bars begin."""
    middle, room = at[0] + card.wide / 2, card.wide - 2 * card.pad
    top = at[1] + 8
    _draw_shield(canvas, figure, (middle - EMBLEM / 2 * card.emblem, top), card.emblem)
    base = top + 56 * card.emblem + card.name
    canvas.text(figure.name, (middle, base), card.name, INK, width=room, bold=True, anchor="m")
    canvas.text(figure.says, (middle, base + card.words * 1.3), card.words, _colour(figure), width=room, anchor="m")
    return base + card.words * 1.3 + 10


def _draw_shield(canvas: Canvas, figure: Figure, at: Point, scale: float) -> None:
    if figure.won:
        draw_wreath(canvas, (at[0] + EMBLEM / 2 * scale, at[1] + 28 * scale), 0.86 * scale)
    draw_emblem(canvas, figure.name, at, scale, beast=figure.beast)


def _colour(figure: Figure) -> str:
    return BAD if figure.out else ACCENT if figure.won else QUIET


PALE: Final = "#c9c5bb"


def _draw_bars(canvas: Canvas, figure: Figure, at: Point, card: Card) -> float:
    """Draw the bars of a figure: side by side if it has art, otherwise one below the other.

    Return the y coordinate at which the dice begin.
    """
    (x, y), wide, size = at, card.wide - 2 * card.pad, card.words
    bars, step = figure.bars[: 1 if card.small else MOST_BARS], size * 2.1
    if figure.art:
        part = (wide - GAP * (len(bars) - 1)) / max(1, len(bars))
        for place, bar in enumerate(bars):
            draw_bar(canvas, bar, (x + place * (part + GAP), y + size), part, size=size)
        return y + step + 4
    for place, bar in enumerate(bars):
        draw_bar(canvas, bar, (x, y + size + place * step), wide, size=size)
    return y + len(bars) * step + 4


def _draw_own_dice(
    canvas: Canvas, dice: Sequence[PictureDie], at: Point, room: Point, *, centred: bool
) -> None:  # fmt: skip
    """Draw the dice of a figure in the largest size at which they fit below its bars."""
    wide, high = room
    size = next((one for one in SIZES if prod(_rows_in(room, one)) >= len(dice)), SIZES[-1])
    rows, each = _rows_in(room, size)
    step = (DIE + DICE_GAP) * size
    left = at[0] + max(0.0, wide - min(each, len(dice)) * step) / 2 if centred else at[0]
    draw_dice(canvas, dice, Grid(at=(left, at[1] + min(12.0, high / 8)), each=each, rows=rows, scale=size))


def _rows_in(room: Point, scale: float) -> tuple[int, int]:
    """Return how many rows of dice fit into a rectangle, and how many dice fit into each row; at least 1 of each."""
    step, gap = (DIE + DICE_GAP) * scale, DICE_GAP * scale
    return max(1, int((room[1] + gap) // step)), max(1, int((room[0] + gap) // step))


SIZES: Final = (1.9, 1.7, 1.5, 1.3, 1.1, 0.95, 0.8, 0.66)
"""The sizes of a figure's dice, largest first. The first size at which all dice fit is used."""


# ---------------------------------------------------------------- seats


def _draw_foot(canvas: Canvas, shown: Pictured) -> None:
    """Draw the bottom of the picture: the seats with their emblems, and the number of entries in the log."""
    canvas.box((0, FOOT), (WIDE, HIGH - FOOT), NIGHT, opacity=0.9)
    entries = counted(shown.entries, "entry", "entries")
    end = WIDE - MARGIN
    side = max(
        canvas.text(entries, (end, FOOT + 48), 28, CARD, width=300, anchor="r", bold=True),
        canvas.text("Replay and verify it", (end, FOOT + 78), 19, CREAM, width=300, anchor="r", opacity=0.85),
    )
    _draw_seats(canvas, shown.seats, MARGIN, end - side - 40)


def _draw_seats(canvas: Canvas, seats: Sequence[str], left: float, right: float) -> None:
    """Draw the names of seats with their emblems.

    Up to four seats are in one row; more of them are in two rows of small ones.
    """
    named, more = seats[:MOST_SEATS], len(seats) - MOST_SEATS
    rows = 1 if len(named) <= IN_A_ROW else 2
    scale, size, gap = (1.1, 28, 26) if rows == 1 else (0.72, 22, 16)
    high, mark = (HIGH - FOOT) / rows, (EMBLEM + 7) * scale
    for row in range(rows):
        own = named[row * IN_A_ROW : (row + 1) * IN_A_ROW]
        last = f"+{more}" if more > 0 and row + 1 == rows else ""
        end = right - (60 if last else 0)
        x, middle = left, FOOT + high * (row + 0.5)
        for place, name in enumerate(own):
            rest = len(own) - place
            room = (end - x - gap * (rest - 1)) / rest - mark
            draw_emblem(canvas, name, (x, middle - 28 * scale), scale)
            x += mark + canvas.text(name, (x + mark, middle + size * 0.36), size, CARD, width=room) + gap
        canvas.text(last, (x, middle + size * 0.36), size, CREAM, width=60)
