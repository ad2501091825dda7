"""The steps of a turn in order, and the automatic events in each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from services.tcg.chapters import combat, control, hands, triggers, winning
from services.tcg.chapters.course import StepEnded
from services.tcg.chapters.decisions import WAIVING, ask, decision_to_act, record_answer
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Match
from services.tcg.state.places import end_changes, fighters
from services.tcg.state.tasks import OPEN, SETTLE, Change, Go, TriggerEvent, Window
from services.tcg.words import Act, Step
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Seat
from shared.kernel.samples import Sample, Samples

# ---------------------------------------------------------------- commands


class EndStep(Act, frozen=True, kw_only=True):
    """End the act step or the combat step."""

    hides = ("waive",)


# ---------------------------------------------------------------- events


class TurnStarted(Event, frozen=True, kw_only=True):
    """A turn began."""

    turn: int
    seat: Seat


class StepEntered(Event, frozen=True, kw_only=True):
    """A step began. Rule: TC-TURN-01."""

    step: Step


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn ended, together with the changes that lasted until its end."""

    turn: int


# ---------------------------------------------------------------- judgement


def begin(ctx: MatchContext) -> None:
    """Begin the first turn. Rule: TC-SETUP-12."""
    match = ctx.state
    match.pending.pop()
    _begin_turn(ctx, match.active)


def next_turn(ctx: MatchContext) -> None:
    """Start the turn of the next player to the left, and end the changes that lasted until the end of the old turn.

    Changes that last until the end of a combat step or an attack also end, since neither can follow in this turn.

    Rule: TC-TURN-11, TC-TURN-13, TC-RUL-004, TC-RUL-112
    """
    match = ctx.state
    match.pending.pop()
    control.return_control(ctx, "end_of_turn", "end_of_combat_step", "this_attack")
    ctx.emit(TurnEnded(turn=match.turn))
    _begin_turn(ctx, match.left_of(match.active))


def _begin_turn(ctx: MatchContext, seat: str) -> None:
    """Start a turn and draw immediately. A player with an empty main deck loses.

    Rule: TC-TURN-01, TC-TURN-02, TC-WIN-02, TC-RUL-118
    """
    match = ctx.state
    if winning.out_of_turns(ctx):
        return
    control.return_for_turn(ctx, seat)
    ctx.emit(TurnStarted(turn=match.turn + 1, seat=seat))
    triggers.happen(ctx, TriggerEvent(event="turn_started", by=seat))
    entered = _enter(ctx, "draw")
    ctx.state.pending.extend((Go(to="invoke"), Window(kind="W3", answers=(entered,), by=seat), SETTLE))
    hands.draw_for_step(ctx, seat)


def _enter(ctx: MatchContext, step: Step) -> TriggerEvent:
    """Enter a step, and return the event to which effects may respond."""
    ctx.emit(StepEntered(step=step))
    entered = TriggerEvent(event="step_entered", by=ctx.state.active, step=step)
    triggers.happen(ctx, entered)
    return entered


def invoke(ctx: MatchContext) -> None:
    """Run the invoke step. Rule: TC-TURN-03, TC-RUL-037, TC-RUL-101."""
    match = ctx.state
    match.pending.pop()
    entered = _enter(ctx, "invoke")
    match.pending.extend((Go(to="act1"), Window(kind="W3", answers=(entered,), by=match.active), SETTLE))
    hands.invoke(ctx, (match.active,), 1)


def act1(ctx: MatchContext) -> None:
    """Enter act step 1. Rule: TC-TURN-04, TC-TURN-06."""
    _act(ctx, "act1")


def act2(ctx: MatchContext) -> None:
    """Enter act step 2. Rule: TC-TURN-10."""
    _act(ctx, "act2")


def _act(ctx: MatchContext, step: Step) -> None:
    ctx.state.pending.pop()
    _enter(ctx, step)
    ctx.state.pending.extend((OPEN, SETTLE))


def open_step(ctx: MatchContext) -> None:
    """Ask the turn player to take an action, to attack, or to end the step. Rule: TC-TURN-14, TC-RUL-096."""
    match = ctx.state
    if match.hurried == match.turn:
        end_step(ctx)
        return
    ask(ctx, match.active, "combat" if match.step == "combat" else "act")


def end_step(ctx: MatchContext) -> None:
    """End the combat step, or open the window in which players may respond before the act step ends.

    Rule: TC-CBT-04, TC-RUL-049, TC-RUL-051
    """
    match = ctx.state
    step = match.step
    match.pending.pop()
    if step == "combat":
        combat.leave(ctx)
        return
    ctx.emit(StepEnded(step="act1" if step == "act1" else "act2"))
    match.pending.extend((Go(to="combat" if step == "act1" else "end"), Window(kind="W6", by=match.active)))


@judge
def end_step_at_will(ctx: MatchContext, command: EndStep) -> None:
    """End the act step or the combat step when the turn player asks for it. Rule: TC-CBT-04, TC-TURN-05."""
    record_answer(ctx, decision_to_act(ctx, command.decision, frozenset({"act", "combat"})))
    end_step(ctx)


def enter_combat(ctx: MatchContext) -> None:
    """Enter the combat step, or act step 2 if this turn has no combat step.

    Rule: TC-CBT-01, TC-CBT-02, TC-CBT-05, TC-RUL-047, TC-RUL-048, TC-RUL-136
    """
    match = ctx.state
    if match.is_combat_skipped:
        match.pending[-1] = Go(to="act2")
        return
    match.pending.pop()
    _enter(ctx, "combat")
    combat.start(ctx)


def end(ctx: MatchContext) -> None:
    """Enter the end step. Rule: TC-TURN-11 to TC-TURN-13, TC-SETUP-14."""
    match = ctx.state
    match.pending.pop()
    entered = _enter(ctx, "end")
    match.pending.extend((Go(to="next_turn"), Window(kind="W3", answers=(entered,), by=match.active), SETTLE))


POINTS: Final[Mapping[str, Callable[[MatchContext], None]]] = {
    "begin": begin,
    "invoke": invoke,
    "act1": act1,
    "open": open_step,
    "combat": enter_combat,
    "act2": act2,
    "end": end,
    "next_turn": next_turn,
}


# ---------------------------------------------------------------- fold


UNTIL_TURN_ENDS: Final = frozenset({"end_of_turn", "end_of_combat_step", "this_attack"})
"""The durations of changes that end with the turn at the latest, even if it had no combat step or attack."""


@fold
def _turn_started(match: Match, event: TurnStarted) -> None:
    """Reset the limits per turn. A card's spiritualize limit is reset on its controller's turn.

    Rule: TC-ACT-10, TC-RUL-023, TC-RUL-112
    """
    seat = event.seat
    match.stage, match.turn, match.active, match.step, match.phase = "turns", event.turn, seat, "", ""
    _forget_uses(match, "turn|")
    every = match.settings.spiritualize_reset == "every_turn"
    for player in match.players.values():
        player.sacrifices = 0
        for card in fighters(match, player):
            card.attacks = card.extra = 0
            if every or player.seat == seat:
                card.spiritualized = 0
    player = match.players[seat]
    player.turns += 1
    if player.stops_until == "my_turn":
        player.stops, player.stops_until = None, ""
    if match.changes:
        waited = {seat, *(one.seat for one in match.players.values() if one.lost)}
        end_changes(match, lambda change: change.lasts == "your_next_turn" and change.seat in waited)


def _forget_uses(match: Match, period: str) -> None:
    if match.used:
        match.used = {key: count for key, count in match.used.items() if not key.startswith(period)}


@fold
def _step_entered(match: Match, event: StepEntered) -> None:
    """Enter a step of the turn. Attacks given up or granted before the combat step still count in that step."""
    match.step, match.phase = event.step, ""
    if event.step == "combat":
        _forget_uses(match, "combat|")
        for player in match.players.values():
            for card in fighters(match, player):
                card.attacks = 0


@fold
def _turn_ended(match: Match, _event: TurnEnded) -> None:
    """End the current turn, and the changes that last until its end. Rule: TC-TURN-13, TC-RUL-096, TC-RUL-112."""
    if match.hurried != match.turn:
        match.players[match.active].missed = 0
    end_changes(match, _ends_with_turn)


def _ends_with_turn(change: Change) -> bool:
    return change.lasts in UNTIL_TURN_ENDS


# ---------------------------------------------------------------- samples


@samples
def ends(_match: Match, _seat: Seat) -> Samples[EndStep]:
    """Yield a sample of the command that ends the step."""
    yield Sample(command=EndStep(), fields=WAIVING)
