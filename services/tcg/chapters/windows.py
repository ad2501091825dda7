"""Priority windows: which seats are asked to respond, in which order, and when a window closes."""

from __future__ import annotations

from services.tcg.chapters import continuous, decisions
from services.tcg.chapters.course import Passed, WindowClosed, WindowOpened
from services.tcg.chapters.decisions import decision_of
from services.tcg.chapters.terms import Ability, MatchContext
from services.tcg.chapters.timing import points_of, usable
from services.tcg.state.match import Asked, Card, Match, Player
from services.tcg.state.tasks import Go, TriggerEvent, Window
from services.tcg.words import Question
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples

# ---------------------------------------------------------------- refusals


class NothingToPass(Refusal, rule="TC-READ-12"):
    """This seat has nothing to pass: wait until it is asked to respond in a window."""


# ---------------------------------------------------------------- commands


class Pass(Command, frozen=True, kw_only=True):
    """Pass in the window in which this seat is asked to respond."""

    counts_as = "answer"

    decision: Question | None = None


# ---------------------------------------------------------------- judgement


@judge
def pass_priority(ctx: MatchContext, command: Pass) -> None:
    """Pass for the sender's seat. Rule: TC-READ-12. Refuses: NothingToPass."""
    decision = decision_of(ctx, command.decision)
    if decision.kind != "respond":
        raise NothingToPass(needs="respond", has=decision.kind)
    decisions.record_answer(ctx, decision)
    pass_for(ctx, ctx.seat)


def give_priority(ctx: MatchContext, window: Window) -> None:
    """Ask the next seat that could respond; close the window when all have passed in a row.

    A window that was interrupted by the effects of a concession is reopened after them.

    Rule: TC-ETI-13, TC-ETI-14, TC-READ-12, TC-RUL-056, TC-RUL-093
    """
    match = ctx.state
    for seat in _order(ctx, window):
        if seat in window.passed:
            continue
        if _is_asked(ctx, window, seat):
            if not window.opened or match.window != window.kind:
                ctx.emit(WindowOpened(kind=window.kind))
                window.opened = True
            decisions.ask(ctx, seat, "respond", Asked())
            return
        window.passed = (*window.passed, seat)
    match.pending.pop()
    if window.opened:
        ctx.emit(WindowClosed(kind=window.kind))
    if match.chain:
        ctx.push(Go(to="settle"), Go(to="resolve"))


def pass_for(ctx: MatchContext, seat: Seat) -> None:
    """Record that a seat passes."""
    ctx.emit(Passed(seat=seat))
    window = ctx.state.pending[-1]
    if isinstance(window, Window):
        window.passed = (*window.passed, seat)


def _order(ctx: MatchContext, window: Window) -> list[Seat]:
    """Return the seats in the order of asking. Rule: TC-RUL-056."""
    match = ctx.state
    if match.settings.priority_start == "left_of_actor" and window.by in match.players:
        around = match.clockwise(window.by)
        return [*around[1:], *around[:1]] if around and around[0] == window.by else around
    return match.clockwise(match.active)


def let_respond(ctx: MatchContext, seat: Seat, *events: TriggerEvent, at: int, waive: bool) -> None:
    """Let players respond to a declared effect, in the open window or in a new one.

    `at` is the declaration's position in the pending tasks. Steps that the payment has caused come before the
    responses.

    Rule: TC-RUL-055, TC-RUL-056, TC-RUL-133
    """
    pending = ctx.state.pending
    window = pending[at - 1] if at else None
    waived = (seat,) if waive else ()
    if not isinstance(window, Window):
        pending.insert(at, Window(kind="W2", answers=events, by=seat, waived=waived))
        return
    if window.opened and window.kind != "W2":
        ctx.emit(WindowOpened(kind="W2"))
    window.answers = (*window.answers, *events)
    window.kind = "W2"
    window.by = seat
    window.passed = ()
    window.waived = waived


def _is_asked(ctx: MatchContext, window: Window, seat: Seat) -> bool:
    """Whether a seat is asked to respond; this depends on public facts and on the seat's own stops.

    Rule: TC-RUL-066
    """
    player = ctx.player(seat)
    if seat in window.waived or (player.stops is not None and window.kind not in player.stops):
        return False
    mode = ctx.state.settings.auto_pass
    if mode in ("public_possibility", "nothing_else"):
        return could_respond(ctx, window, seat)
    return mode == "never" or bool(usable(ctx, seat, window))


def could_respond(ctx: MatchContext, window: Window, seat: Seat) -> bool:
    """Whether a seat could respond, judged by public facts only.

    Rule: TC-RUL-066, TC-RUL-125
    """
    player, pool = ctx.player(seat), ctx.pool
    own = seat == ctx.state.active
    answering = _answering(ctx, window, seat)
    kinds = _BOTH if answering else _SWIFT
    points = points_of(ctx, window, own=own)
    in_hand = (own and pool.swift_commands and 0 in player.commands) or any(
        _admits(ability, kinds, points, own=own) for ability in pool.in_hand
    )
    if (in_hand and _main_backed(ctx, player)) or (_answering_command(ctx, window, seat) and _ready(ctx, player)):
        return True
    return _in_play(ctx, player, kinds, points) or _in_drop(ctx, player, kinds, points)


def _answering(ctx: MatchContext, window: Window, seat: Seat) -> bool:
    """Whether interrupts of a seat have an event to answer: an action, a declared effect, or an event that they name.

    Only other players' events count; before version 2 of the decision rules the seat's own events counted as well.

    Rule: TC-ETI-07, TC-RUL-066
    """
    own, answered_by_name = not ctx.state.amended, ctx.pool.answered
    return any((one.kind or one.event in answered_by_name) and (own or one.by != seat) for one in window.answers)


def _answering_command(ctx: MatchContext, window: Window, seat: Seat) -> bool:
    """Whether a face-down command of a seat has an event to answer. Rule: TC-RUL-125."""
    anyone, answered_by_name = ctx.state.settings.interrupt_command_answers == "any", ctx.pool.answered
    return any((one.kind or one.event in answered_by_name) and (anyone or one.by != seat) for one in window.answers)


_BOTH = frozenset({"swift", "interrupt"})
_SWIFT = frozenset({"swift"})


def _main_backed(ctx: MatchContext, player: Player) -> bool:
    table, printed = ctx.state.table, ctx.pool.printed
    return any(printed[table[number].card].back == "main" for number in player.hand)


def _ready(ctx: MatchContext, player: Player) -> bool:
    """Whether the player has a face-down command that was set in an earlier turn. Rule: TC-CMD-43, TC-RUL-068."""
    match = ctx.state
    cards = (match.table.get(number) for number in player.commands if number)
    return any(card is not None and not card.up and card.since < match.turn for card in cards)


def _in_play(ctx: MatchContext, player: Player, kinds: frozenset[str], points: set[str]) -> bool:
    table = ctx.state.table
    for number in (player.savior, *player.forms, *player.commands):
        card = table.get(number)
        if card is not None and card.up and _could(ctx, card, kinds, points):
            return True
    return False


def _could(ctx: MatchContext, card: Card, kinds: frozenset[str], points: set[str]) -> bool:
    bare, own = card.place == "form" and not card.under, card.seat == ctx.state.active
    return any(
        _admits(ability, kinds, points, own=own) and not (bare and not ability.independent)
        for _, ability in continuous.abilities_of(ctx, card)
    )


def _admits(ability: Ability, kinds: frozenset[str], points: set[str], *, own: bool) -> bool:
    """Whether an effect's timing permits it in a window; `own` means that the seat is the turn player."""
    if ability.eti != "none":
        return ability.eti in kinds
    return not ability.main and (own or ability.any_turn) and not points.isdisjoint(ability.timing)


def _in_drop(ctx: MatchContext, player: Player, kinds: frozenset[str], points: set[str]) -> bool:
    table, printed, own = ctx.state.table, ctx.pool.printed, player.seat == ctx.state.active
    if not ctx.pool.in_drop:
        return False
    return any(
        _admits(ability, kinds, points, own=own)
        for number in player.drop
        for ability in printed[table[number].card].in_drop
    )


# ---------------------------------------------------------------- samples


@samples
def passing(_match: Match, _seat: Seat) -> Samples[Pass]:
    """List the command that passes."""
    yield Sample(command=Pass())
