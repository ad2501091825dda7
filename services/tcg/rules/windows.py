"""Priority windows: who is asked whether to respond, in which order, and when a window closes."""

from __future__ import annotations

from services.tcg.agenda import Go, Happening, Window
from services.tcg.events import Asked, Passed, WindowClosed, WindowOpened
from services.tcg.rules import standing
from services.tcg.rules.game import Game
from services.tcg.rules.responding import usable
from services.tcg.state.match import Card, Player
from services.tcg.words import WindowKind
from shared.messages import Seat

ANSWERING = ("W1", "W2")
"""The windows in which there is an action or a declared effect to answer."""


def ask(game: Game, window: Window) -> None:
    """Ask the next seat that could respond; close the window when all have passed in a row.

    Rule: TC-ETI-13, TC-ETI-14, TC-READ-12, TC-RUL-056
    """
    match = game.match
    for seat in _order(game, window):
        if seat in window.passed:
            continue
        if _asked(game, window, seat):
            if not window.opened:
                game.tell(WindowOpened(kind=window.kind))
                window.opened = True
            game.ask(seat, "respond", Asked())
            return
        window.passed = (*window.passed, seat)
    match.agenda.pop()
    if window.opened:
        game.tell(WindowClosed(kind=window.kind))
    if match.chain:
        game.later(Go(to="settle"), Go(to="resolve"))


def passes(game: Game, seat: Seat) -> None:
    """Let a seat pass."""
    game.tell(Passed(seat=seat))
    window = game.match.agenda[-1]
    if isinstance(window, Window):
        window.passed = (*window.passed, seat)


def _order(game: Game, window: Window) -> list[Seat]:
    """Rule: TC-RUL-056."""
    match = game.match
    if match.settings.priority_start == "left_of_actor" and window.by in match.players:
        around = match.clockwise(window.by)
        return [*around[1:], *around[:1]] if around and around[0] == window.by else around
    return match.clockwise(match.active)


def answered(game: Game, seat: Seat, *happenings: Happening, waive: bool) -> None:
    """Let what was declared be answered: in the window that is open, or in a new one.

    Rule: TC-RUL-055, TC-RUL-056, TC-RUL-133
    """
    window = game.match.agenda[-1] if game.match.agenda else None
    waived = (seat,) if waive else ()
    if not isinstance(window, Window):
        game.later(Window(kind="W2", answers=happenings, by=seat, waived=waived))
        return
    window.answers = (*window.answers, *happenings)
    window.kind = "W2"
    window.by = seat
    window.passed = ()
    window.waived = waived


def _asked(game: Game, window: Window, seat: Seat) -> bool:
    """Tell whether a seat is asked: by what all can see, and by its own choice in private.

    Rule: TC-RUL-066
    """
    player = game.player(seat)
    if seat in window.waived or (player.stops is not None and window.kind not in player.stops):
        return False
    mode = game.match.settings.auto_pass
    if mode == "public_possibility":
        return could_respond(game, window, seat)
    return mode == "never" or bool(usable(game, seat, window))


def could_respond(game: Game, window: Window, seat: Seat) -> bool:
    """Tell whether a seat could respond, by public information alone.

    Rule: TC-RUL-066
    """
    player = game.player(seat)
    match = game.match
    kinds = _kinds(game, window)
    if _main_backed(game, player) and (
        (seat == match.active and game.pool.swift_commands and 0 in player.commands) or kinds & game.pool.hand_kinds
    ):
        return True
    return _ready(game, window, player) or _in_play(game, player, window, kinds) or _in_drop(game, player, kinds)


def _kinds(game: Game, window: Window) -> frozenset[str]:
    """Give the indicators whose effects the window admits."""
    if window.kind in ANSWERING or any(one.event in game.pool.answered for one in window.answers):
        return _BOTH
    return _SWIFT


_BOTH = frozenset({"swift", "interrupt"})
_SWIFT = frozenset({"swift"})


def _main_backed(game: Game, player: Player) -> bool:
    table, printed = game.match.table, game.pool.printed
    return any(printed[table[number].card].back == "main" for number in player.hand)


def _ready(game: Game, window: Window, player: Player) -> bool:
    """Rule: TC-CMD-43, TC-RUL-068."""
    match = game.match
    if window.kind not in ANSWERING and not any(one.event in game.pool.answered for one in window.answers):
        return False
    cards = (match.table.get(number) for number in player.commands if number)
    return any(card is not None and not card.up and card.since < match.turn for card in cards)


def _in_play(game: Game, player: Player, window: Window, kinds: frozenset[str]) -> bool:
    points = points_of(game, window.kind)
    table = game.match.table
    for number in (player.savior, *player.forms, *player.commands):
        card = table.get(number)
        if card is not None and card.up and _could(game, card, kinds, points):
            return True
    return False


def _could(game: Game, card: Card, kinds: frozenset[str], points: frozenset[str]) -> bool:
    for _, ability in standing.abilities_of(game, card):
        fits = ability.eti in kinds or (ability.eti == "none" and not ability.main and ability.timing & points)
        if fits and (card.place != "form" or ability.independent or card.under):
            return True
    return False


def _in_drop(game: Game, player: Player, kinds: frozenset[str]) -> bool:
    if not game.pool.drop_kinds & kinds:
        return False
    table, printed = game.match.table, game.pool.printed
    return any(printed[table[number].card].drop_kinds & kinds for number in player.drop)


def points_of(game: Game, kind: WindowKind | str) -> frozenset[str]:
    """Name the step and the phase whose own effects may be used in a window with nothing waiting. Rule: TC-RUL-069."""
    match = game.match
    if kind not in {"W3", "W4", "W5"} or match.chain:
        return frozenset()
    return frozenset({match.step, f"combat.{match.phase}"} if match.phase else {match.step})
