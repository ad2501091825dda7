"""The points of a turn: its steps in their order, and what each does by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from services.tcg.agenda import Go, Happening, Window
from services.tcg.events import Asked, StepEnded, StepEntered, TurnEnded, TurnStarted
from services.tcg.rules import combat, losing, moves, triggers
from services.tcg.rules.game import Game
from services.tcg.words import Step


def begin(game: Game) -> None:
    """Begin the first turn. Rule: TC-SETUP-12."""
    match = game.match
    match.agenda.pop()
    _begin_turn(game, match.active)


def next_turn(game: Game) -> None:
    """Let the turn pass to the left. Changes that lasted until its end are over.

    A combat step or an attack that does not come any more this turn has no end of its own.

    Rule: TC-TURN-11, TC-TURN-13, TC-RUL-004, TC-RUL-112
    """
    match = game.match
    match.agenda.pop()
    moves.return_control(game, "end_of_turn", "end_of_combat_step", "this_attack")
    game.tell(TurnEnded(turn=match.turn))
    _begin_turn(game, match.left_of(match.active))


def _begin_turn(game: Game, seat: str) -> None:
    """Draw before anything else; without a card to draw the player loses.

    Rule: TC-TURN-01, TC-TURN-02, TC-WIN-02, TC-RUL-118
    """
    match = game.match
    if losing.out_of_turns(game):
        return
    moves.return_for_turn(game, seat)
    game.tell(TurnStarted(turn=match.turn + 1, seat=seat))
    triggers.happen(game, Happening(event="turn_started", by=seat))
    _enter(game, "draw")
    game.later(Go(to="invoke"), Window(kind="W3", answers=(_entered(game),), by=seat), Go(to="settle"))
    moves.draw_for_step(game, seat)


def _enter(game: Game, step: Step) -> None:
    game.tell(StepEntered(step=step))
    triggers.happen(game, _entered(game))


def _entered(game: Game) -> Happening:
    match = game.match
    return Happening(event="step_entered", by=match.active, step=match.step)


def invoke(game: Game) -> None:
    """Rule: TC-TURN-03, TC-RUL-037, TC-RUL-101."""
    match = game.match
    match.agenda.pop()
    _enter(game, "invoke")
    game.later(Go(to="act1"), Window(kind="W3", answers=(_entered(game),), by=match.active), Go(to="settle"))
    moves.invoke(game, (match.active,), 1)


def act1(game: Game) -> None:
    """Rule: TC-TURN-04, TC-TURN-06."""
    _act(game, "act1")


def act2(game: Game) -> None:
    """Rule: TC-TURN-10."""
    _act(game, "act2")


def _act(game: Game, step: Step) -> None:
    game.match.agenda.pop()
    _enter(game, step)
    game.later(Go(to="open"), Go(to="settle"))


def open_step(game: Game) -> None:
    """Ask the turn player for an action, an attack, or the end of the step.

    Rule: TC-TURN-14, TC-RUL-096
    """
    match = game.match
    if match.hurried == match.turn:
        end_step(game)
        return
    game.ask(match.active, "combat" if match.step == "combat" else "act", Asked())


def end_step(game: Game) -> None:
    """End the act step once all players agree, or the combat step.

    Rule: TC-CBT-04, TC-RUL-049, TC-RUL-051
    """
    match = game.match
    step = match.step
    match.agenda.pop()
    if step == "combat":
        combat.leave(game)
        return
    game.tell(StepEnded(step="act1" if step == "act1" else "act2"))
    game.later(Go(to="combat" if step == "act1" else "end"), Window(kind="W6", by=match.active))


def enter_combat(game: Game) -> None:
    """Enter the combat step, or act step 2 where the first-turn rule skips it.

    Rule: TC-CBT-01, TC-CBT-02, TC-CBT-05, TC-RUL-047, TC-RUL-048, TC-RUL-136
    """
    match = game.match
    if combat.skipped(match):
        match.agenda[-1] = Go(to="act2")
        return
    match.agenda.pop()
    _enter(game, "combat")
    combat.start(game)


def end(game: Game) -> None:
    """Rule: TC-TURN-11 to TC-TURN-13, TC-SETUP-14."""
    match = game.match
    match.agenda.pop()
    _enter(game, "end")
    game.later(Go(to="next_turn"), Window(kind="W3", answers=(_entered(game),), by=match.active), Go(to="settle"))


POINTS: Final[Mapping[str, Callable[[Game], None]]] = {
    "begin": begin,
    "invoke": invoke,
    "act1": act1,
    "open": open_step,
    "combat": enter_combat,
    "act2": act2,
    "end": end,
    "next_turn": next_turn,
}
