"""The preview image of a match: each player's savior and spirits, and the winner.

A savior's art is drawn as on the page: from its name and the first operation of its effects.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import Printed
from services.tcg.settings import VOID_LIMIT
from services.tcg.state.match import Match
from services.tcg.views import MatchView, SeenPlayer, view
from shared.kernel.pictures import ONLOOKER, Bar, Figure, Names, Picture, Shape, counted, hash_of

LOST: Final = {
    "void": "has too many spirits in the void", "deck": "has no card left to draw", "concession": "gave up",
    "damage": "could not pay for damage", "effect": "lost by the effect of a card",
}  # fmt: skip
"""The words for how a player lost, by the code in the view."""
DRAWN: Final = {
    "agreement": "they agreed", "simultaneous": "all lost at the same time", "stall": "nothing changed any more",
    "turns": "the last turn is over",
}  # fmt: skip
"""Why a match has no winner, by the code in the view."""


def picture_of(state: Match, names: Names) -> Picture:
    """Return the picture of a match. Cards in hands and face-down commands are left out, even if the log is open."""
    shown = view(state, ONLOOKER)
    figures = (_player(state, shown, shown.players[seat], names) for seat in shown.order or shown.players)
    return Picture(place="cards", says=_says(shown, names), figures=tuple(figures))


def _says(shown: MatchView, names: Names) -> str:
    turns = counted(shown.turn, "turn")
    if shown.winner:
        lost = [player for player in shown.players.values() if player.lost in LOST]
        why = f": {names.get(lost[0].seat, lost[0].seat)} {LOST[lost[0].lost]}" if len(lost) == 1 else ""
        return f"{names.get(shown.winner, shown.winner)} wins after {turns}{why}"
    if shown.drawn:
        return f"A draw after {turns}: {DRAWN.get(shown.reason, 'nobody is left')}"
    return f"Closed before its end, after {turns}"


def _player(state: Match, shown: MatchView, player: SeenPlayer, names: Names) -> Figure:
    name, savior = names.get(player.seat, player.seat), player.savior
    void = Bar(name="Void", now=len(player.void), most=VOID_LIMIT, harms=True)
    spirits = _spirits_of(player)
    bars = [void, Bar(name="Spirits", now=player.spirits, most=max(1, spirits))]
    if savior is None:
        return Figure(name=name, says="no savior", bars=tuple(bars), out=bool(player.lost))
    printed = pool_of(state).printed[savior.card]
    power = "" if savior.pwr is None else f", PWR {savior.pwr}"
    return Figure(
        name=printed.name, says=f"{name}{power}, {counted(player.deck, 'card')} left", won=player.seat == shown.winner,
        out=bool(player.lost), bars=tuple(bars), art=art_of(printed),
    )  # fmt: skip


def _spirits_of(player: SeenPlayer) -> int:
    """Return the number of a player's spirits that are in the spirit deck, in the void, or under the savior."""
    under = 0 if player.savior is None else len(player.savior.under)
    return player.spirits + len(player.void) + under


# ---------------------------------------------------------------- art

WIDE: Final = 120
HIGH: Final = 56
HORIZON: Final = 40
HILLS: Final = 6
COLOUR: Final = "#8a6413"
"""The colour of saviors on the page."""
EMBLEMS: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (frozenset({"draw", "look_top", "search", "reveal", "shuffle", "put_in_deck"}), "M5 4h9v13H5ZM10 7h9v13h-9Z"),
    (
        frozenset({"discard", "sacrifice", "destroy", "damage", "lose_game"}),
        "M12 2l2 6 6-3-3 6 5 3-6 1 1 6-5-4-5 4 1-6-6-1 5-3-3-6 6 3Z",
    ),
    (frozenset({"modify_pwr", "set_pwr", "extra_attack", "win_game", "put_counter"}), "M12 2l8 9h-5v10H9V11H4Z"),
    (frozenset({"end_attack", "prevent_damage", "negate", "restrict"}), "M4 3h16v9q0 7-8 10q-8-3-8-10Z"),
    (
        frozenset({"return_to_hand", "gain_control", "move_spirits", "attach_spirit"}),
        "M3 12a9 9 0 1 1 4 7l2-3a5 5 0 1 0-2-4h3l-5 6-5-6Z",
    ),
    (
        frozenset({"invoke", "rescue", "spiritualize", "despiritualize", "devour", "spirit_to_void"}),
        "M12 1q1 5 5 9q4 7-1 11q-4 3-8 0q-5-4-1-11q4-4 5-9Z",
    ),
    (
        frozenset({"play_form", "play_command", "set_command", "flip_savior", "grant"}),
        "M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z",
    ),
)
OTHER: Final = "M12 2l10 10-10 10L2 12Z"
WORD: Final = 0xFFFFFFFF


def art_of(printed: Printed) -> tuple[Shape, ...]:
    """Return the art of a savior, the same as on the page."""
    effects = tuple(_operations(msgspec.to_builtins(printed.card)))
    draw = _numbers_from(f"{printed.kind} {printed.name} {' '.join(effects)}")
    x, sun = 34 + 26 * draw(), 78 + 26 * draw()
    figure = _savior(draw, x)
    low, radius = 15 + 6 * draw(), 5 + 6 * draw()
    emblem = next((path for one in effects for names, path in EMBLEMS if one in names), OTHER)
    return (
        Shape(path=f"M0 0H{WIDE}V{HIGH}H0Z", colour=COLOUR, opacity=0.13),
        Shape(path=_disc(sun, low, radius), colour=COLOUR, opacity=0.3),
        Shape(path=_hills(draw, 22), colour=COLOUR, opacity=0.2),
        Shape(path=_hills(draw, 10), colour=COLOUR, opacity=0.25),
        Shape(path=figure, colour=COLOUR, opacity=0.85),
        Shape(path=_disc(104, 34, 11.75), colour=COLOUR),
        Shape(path=_disc(104, 34, 10.25), colour="#ffffff"),
        Shape(path=emblem, colour=COLOUR, at=(97, 27), scale=0.583),
    )


def _operations(part: Any) -> Iterator[str]:  # noqa: ANN401 a part of a card
    """Yield the operations of a card's effects in the order in which they are printed."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key in {"do", "static"} and isinstance(value, str):
                yield value
            else:
                yield from _operations(value)
    elif isinstance(part, list | tuple):
        for one in part:
            yield from _operations(one)


def _numbers_from(text: str) -> Callable[[], float]:
    """Return a function that returns numbers from 0 up to 1 that follow from a text."""
    state = hash_of(text)

    def draw() -> float:
        nonlocal state
        state = ((state ^ (state >> 15)) * 0x2C1B3C6D + 0x9E3779B9) & WORD
        return (state ^ (state >> 13)) / 2**32

    return draw


def _savior(draw: Callable[[], float], x: float) -> str:
    """Return a figure with a gown and a crown."""
    wide, points = 11 + 6 * draw(), 3 + int(draw() * 4)
    half, gown = _short(wide / 2), HIGH - 20
    crown = _star((x, 19), points, (8, 4 + 2 * draw()), -math.pi / 2)
    return (
        f"M{_short(x)} 20q{half} 4 {_short(wide)} {gown}"
        f"H{_short(x - wide)}q{half} {24 - HIGH} {_short(wide)} {-gown}Z{crown}"
    )


def _star(middle: tuple[float, float], points: int, radii: tuple[float, float], turn: float) -> str:
    """Return a star: a polygon with alternating radii around a point."""
    corners = []
    for place in range(2 * points):
        angle, radius = turn + place * math.pi / points, radii[place % 2]
        corners.append(f"{_short(middle[0] + radius * math.cos(angle))} {_short(middle[1] + radius * math.sin(angle))}")
    return f"M{'L'.join(corners)}Z"


def _hills(draw: Callable[[], float], high: float) -> str:
    tops = "L".join(f"{_short(place * WIDE / HILLS)} {_short(HORIZON - high * draw())}" for place in range(HILLS + 1))
    return f"M0 {HIGH}L{tops}L{WIDE} {HIGH}Z"


def _disc(x: float, y: float, radius: float) -> str:
    left, wide, radius = _short(x - radius), _short(2 * radius), _short(radius)
    return f"M{left} {_short(y)}a{radius} {radius} 0 1 1 {wide} 0a{radius} {radius} 0 1 1 {-wide} 0Z"


def _short(number: float) -> float:
    return round(number, 2)
