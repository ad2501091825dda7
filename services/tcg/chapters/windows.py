"""Priority windows, in which seats are asked to respond: which seats are asked, in which order, and for how long."""

from __future__ import annotations

from services.tcg.chapters import continuous, decisions, sources
from services.tcg.chapters.course import Passed, WindowClosed, WindowOpened
from services.tcg.chapters.decisions import decision_of
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.timing import points_of, usable
from services.tcg.state.match import Match, Player
from services.tcg.state.tasks import RESOLVE, SETTLE, TriggerEvent, Window
from services.tcg.words import Question
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples

# ---------------------------------------------------------------- refusals


class NothingToPass(Refusal, rule="TC-READ-12"):
    """This seat is not being asked to respond now: wait until it is."""


# ---------------------------------------------------------------- commands


class Pass(Command, frozen=True, kw_only=True):
    """Pass in the window in which this seat is asked to respond."""

    counts_as = "answer"

    decision: Question | None = None


# ---------------------------------------------------------------- judgement


@judge
def pass_priority(ctx: MatchContext, command: Pass) -> None:
    """Pass for the seat that sent the command. Rule: TC-READ-12. Refuses: NothingToPass."""
    decision = decision_of(ctx, command.decision)
    if decision.kind != "respond":
        raise NothingToPass(needs="respond", has=decision.kind)
    decisions.record_answer(ctx, decision)
    pass_for(ctx, ctx.seat)


def give_priority(ctx: MatchContext, window: Window) -> None:
    """Ask the next seat that could respond, or close the window after all seats have passed in a row.

    A seat's stops are the windows in which it wants to be asked. If a player's concession interrupts the window, the
    window opens again after the effects that the concession triggers.

    Rule: TC-ETI-13, TC-ETI-14, TC-READ-12, TC-RUL-056, TC-RUL-093
    """
    match = ctx.state
    skipped: list[Seat] = []
    from_actor = match.settings.priority_start == "left_of_actor" and window.by in match.players
    for seat in match.to_the_left(window.by) if from_actor else match.clockwise(match.active):
        if seat in window.passed:
            continue
        stops = match.players[seat].stops
        if (stops is None or window.kind in stops) and _is_asked(ctx, window, seat):
            if skipped:
                window.passed = (*window.passed, *skipped)
            if not window.opened or match.window != window.kind:
                ctx.emit(WindowOpened(kind=window.kind))
                window.opened = True
            decisions.ask(ctx, seat, "respond")
            return
        skipped.append(seat)
    match.pending.pop()
    if window.opened:
        ctx.emit(WindowClosed(kind=window.kind))
    if match.chain:
        match.pending.extend((SETTLE, RESOLVE))


def pass_for(ctx: MatchContext, seat: Seat) -> None:
    """Record that a seat passes."""
    ctx.emit(Passed(seat=seat))
    window = ctx.state.pending[-1]
    if type(window) is Window:
        window.passed = (*window.passed, seat)


def let_respond(ctx: MatchContext, seat: Seat, *events: TriggerEvent, at: int, waive: bool) -> None:
    """Ask players to respond to a declared effect, in the open window or in a new one.

    `at` is the declaration's position in the pending tasks. Steps that the payment has caused run before the responses.

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
    """Return whether a seat is asked to respond in a window that its stops do not exclude.

    Only public facts count, unless the match is casual.

    Rule: TC-RUL-066
    """
    if seat in window.waived:
        return False
    mode = ctx.state.settings.auto_pass
    if mode in PUBLICLY:
        return could_respond(ctx, window, seat)
    return mode == "never" or bool(usable(ctx, seat, window))


PUBLICLY = frozenset({"public_possibility", "nothing_else"})
"""The `auto_pass` modes in which only public facts decide whether a seat is asked."""


def could_respond(ctx: MatchContext, window: Window, seat: Seat) -> bool:
    """Return whether a seat could respond, judged by public facts only.

    In most cases, the number of cards in the hand decides, so the cards in play and in the drop zone are examined last.
    Interrupts respond only to other players' events. Under version 1 of the decision rules, they also responded to the
    seat's own events.

    Rule: TC-RUL-066, TC-RUL-125
    """
    match = ctx.state
    player, own = match.players[seat], seat == match.active
    hidden = _holds_main_back(ctx, player)
    if hidden and _may_hold_swift(ctx, player):
        return True
    if _ready(ctx, player):
        anyone = match.settings.interrupt_command_answers == "any"
        if _answering(ctx, window, seat, anyone=anyone):
            return True
    times = points_of(ctx, seat, window)
    times.update(_BOTH if _answering(ctx, window, seat, anyone=not match.amended) else _SWIFT)
    return (hidden and _holds_one_for(ctx, times, own=own)) or not (
        times.isdisjoint(sources.recall(ctx, _from_play, seat))
        and times.isdisjoint(sources.recall(ctx, _from_drop, seat))
    )


def _may_hold_swift(ctx: MatchContext, player: Player) -> bool:
    """Return whether a hidden card in a hand may be a playable swift command, or may have a swift effect.

    Rule: TC-CMD-20
    """
    pool = ctx.pool
    if pool.swift_commands and player.seat == ctx.state.active and 0 in player.commands:
        return True
    for ability in pool.in_hand:  # noqa: SIM110 a generator is slower for so few
        if ability.eti == "swift":
            return True
    return False


def _holds_one_for(ctx: MatchContext, times: set[str], *, own: bool) -> bool:
    """Return whether a hidden card in a hand may have an effect that can be used at one of these timings."""
    return any(not times.isdisjoint(ability.times[own]) for ability in ctx.pool.in_hand)


def _answering(ctx: MatchContext, window: Window, seat: Seat, *, anyone: bool) -> bool:
    """Return whether a window has an event that allows responses.

    Such an event is an action, a declaration, or an event named by an interrupt. Only other players' events count,
    unless `anyone` allows responses to a player's own events.

    Rule: TC-ETI-07, TC-RUL-066, TC-RUL-125
    """
    named = ctx.pool.answered
    for one in window.answers:  # noqa: SIM110 a generator is slower for so few
        if (anyone or one.by != seat) and (one.kind or one.event in named):
            return True
    return False


_BOTH = frozenset({"swift", "interrupt"})
_SWIFT = frozenset({"swift"})


def _holds_main_back(ctx: MatchContext, player: Player) -> bool:
    """Return whether a hand has a card with the main deck's back, which is all that other players know about it."""
    table, printed = ctx.state.table, ctx.pool.printed
    for number in player.hand:  # noqa: SIM110 a generator is slower for so few
        if printed[table[number].card].back == "main":
            return True
    return False


def _ready(ctx: MatchContext, player: Player) -> bool:
    """Return whether the player has a face-down command that was set in an earlier turn.

    Rule: TC-CMD-43, TC-RUL-068
    """
    match = ctx.state
    for number in player.commands:
        if number:
            card = match.table.get(number)
            if card is not None and not card.up and card.since < match.turn:
                return True
    return False


def _from_play(ctx: MatchContext, seat: Seat) -> frozenset[str]:
    """Return the timings at which a seat may use effects of its cards in play. Rule: TC-FORM-24."""
    match, player = ctx.state, ctx.state.players[seat]
    own = seat == match.active
    times: set[str] = set()
    for number in filter(None, (player.savior, *player.forms, *player.commands)):
        card = match.table.get(number)
        if card is not None and card.up:
            bare = card.place == "form" and not card.under
            for _, ability in continuous.powers_of(ctx, card).abilities:
                if ability.independent or not bare:
                    times |= ability.times[own]
    return frozenset(times)


def _from_drop(ctx: MatchContext, seat: Seat) -> frozenset[str]:
    """Return the timings at which a seat may use effects from its drop zone."""
    match, printed = ctx.state, ctx.pool.printed
    own = seat == match.active
    times: set[str] = set()
    for number in match.players[seat].drop if ctx.pool.in_drop else ():
        for ability in printed[match.table[number].card].in_drop:
            times |= ability.times[own]
    return frozenset(times)


# ---------------------------------------------------------------- samples


@samples
def passing(_match: Match, _seat: Seat) -> Samples[Pass]:
    """Yield a sample pass."""
    yield Sample(command=Pass())
