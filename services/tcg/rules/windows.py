"""Priority windows: who is asked whether to respond, in which order, and when a window closes."""

from __future__ import annotations

from services.tcg.agenda import Go, Happening, Window
from services.tcg.events import Asked, Passed, WindowClosed, WindowOpened
from services.tcg.rules import standing
from services.tcg.rules.game import Game
from services.tcg.rules.responding import points_of, usable
from services.tcg.rules.terms import Ability
from services.tcg.state.match import Card, Player
from shared.kernel.messages import Seat


def ask(game: Game, window: Window) -> None:
    """Ask the next seat that could respond; close the window when all have passed in a row.

    One that what came of a concession has set aside is open again after it.

    Rule: TC-ETI-13, TC-ETI-14, TC-READ-12, TC-RUL-056, TC-RUL-093
    """
    match = game.match
    for seat in _order(game, window):
        if seat in window.passed:
            continue
        if _asked(game, window, seat):
            if not window.opened or match.window != window.kind:
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


def answered(game: Game, seat: Seat, *happenings: Happening, at: int, waive: bool) -> None:
    """Let what was declared be answered: in the window that is open, or in a new one.

    `at` is where it was on the agenda; what paying for it has brought about comes before anybody is asked.

    Rule: TC-RUL-055, TC-RUL-056, TC-RUL-133
    """
    agenda = game.match.agenda
    window = agenda[at - 1] if at else None
    waived = (seat,) if waive else ()
    if not isinstance(window, Window):
        agenda.insert(at, Window(kind="W2", answers=happenings, by=seat, waived=waived))
        return
    if window.opened and window.kind != "W2":
        game.tell(WindowOpened(kind="W2"))
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

    Rule: TC-RUL-066, TC-RUL-125
    """
    player, pool = game.player(seat), game.pool
    own = seat == game.match.active
    answering = _answering(game, window)
    kinds = _BOTH if answering else _SWIFT
    points = points_of(game, window, own=own)
    in_hand = (own and pool.swift_commands and 0 in player.commands) or any(
        _admits(ability, kinds, points, own=own) for ability in pool.in_hand
    )
    if (in_hand and _main_backed(game, player)) or (_answering_command(game, window, seat) and _ready(game, player)):
        return True
    return _in_play(game, player, kinds, points) or _in_drop(game, player, kinds, points)


def _answering(game: Game, window: Window) -> bool:
    """Tell whether interrupts have something to answer: an action, a declared effect, or what one of them names."""
    return any(one.kind or one.event in game.pool.answered for one in window.answers)


def _answering_command(game: Game, window: Window, seat: Seat) -> bool:
    """Whether a face-down command of a seat would have something to answer. Rule: TC-RUL-125."""
    anyone, answered_by_name = game.match.settings.interrupt_command_answers == "any", game.pool.answered
    return any((one.kind or one.event in answered_by_name) and (anyone or one.by != seat) for one in window.answers)


_BOTH = frozenset({"swift", "interrupt"})
_SWIFT = frozenset({"swift"})


def _main_backed(game: Game, player: Player) -> bool:
    table, printed = game.match.table, game.pool.printed
    return any(printed[table[number].card].back == "main" for number in player.hand)


def _ready(game: Game, player: Player) -> bool:
    """Tell whether a face-down command lies there since an earlier turn. Rule: TC-CMD-43, TC-RUL-068."""
    match = game.match
    cards = (match.table.get(number) for number in player.commands if number)
    return any(card is not None and not card.up and card.since < match.turn for card in cards)


def _in_play(game: Game, player: Player, kinds: frozenset[str], points: set[str]) -> bool:
    table = game.match.table
    for number in (player.savior, *player.forms, *player.commands):
        card = table.get(number)
        if card is not None and card.up and _could(game, card, kinds, points):
            return True
    return False


def _could(game: Game, card: Card, kinds: frozenset[str], points: set[str]) -> bool:
    bare, own = card.place == "form" and not card.under, card.seat == game.match.active
    return any(
        _admits(ability, kinds, points, own=own) and not (bare and not ability.independent)
        for _, ability in standing.abilities_of(game, card)
    )


def _admits(ability: Ability, kinds: frozenset[str], points: set[str], *, own: bool) -> bool:
    """Tell whether the timing of an effect of the turn player, or of another, is such a window's."""
    if ability.eti != "none":
        return ability.eti in kinds
    return not ability.main and (own or ability.any_turn) and not points.isdisjoint(ability.timing)


def _in_drop(game: Game, player: Player, kinds: frozenset[str], points: set[str]) -> bool:
    table, printed, own = game.match.table, game.pool.printed, player.seat == game.match.active
    if not game.pool.in_drop:
        return False
    return any(
        _admits(ability, kinds, points, own=own)
        for number in player.drop
        for ability in printed[table[number].card].in_drop
    )
