"""Losing and winning: who has lost, where a loser's cards go, and when the match ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from services.tcg.chapters import last_seen, triggers
from services.tcg.chapters.control import release_all
from services.tcg.chapters.course import AttackEnded, WindowClosed
from services.tcg.chapters.departures import CardSentToDrop, Gone, SpiritsSentToVoid
from services.tcg.chapters.terms import MatchContext
from services.tcg.settings import VOID_LIMIT
from services.tcg.state.match import Card, Match
from services.tcg.state.places import leave, record_number
from services.tcg.state.tasks import (
    RESOLVE,
    SETTLE,
    Declaring,
    Finish,
    Go,
    Paying,
    Running,
    Settling,
    Task,
    TriggerEvent,
    Window,
)
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

# ---------------------------------------------------------------- events


class PlayerLost(Event, frozen=True, kw_only=True):
    """A player lost. Rule: TC-WIN-01, TC-WIN-02, TC-RUL-042."""

    removes_player = True
    seat: Seat
    reason: Literal["void", "deck", "effect", "concession", "damage"]


class PlayerRemoved(Event, frozen=True, kw_only=True):
    """A player who lost left the match, and all the player's cards were removed. Rule: TC-RUL-046."""

    seat: Seat


class MatchFinished(Event, frozen=True, kw_only=True):
    """The match ended with one winner, or as a draw between the named seats."""

    winner: Seat | None
    reason: Literal["last_standing", "effect", "simultaneous", "agreement", "stall", "turns"]
    drawn: tuple[Seat, ...] = ()


# ---------------------------------------------------------------- judgement


Reason = Literal["void", "deck", "effect", "concession", "damage"]
LONGEST: Final = 10_000
"""The maximum number of events after one decision. Beyond that number, no further effect starts.

Rule: TC-RUL-095
"""
RESOLVING: Final = (Running, Declaring, Paying, Settling, Finish)
"""The kinds of other players' tasks that are still completed after the turn player has lost. Rule: TC-RUL-135."""


def check(ctx: MatchContext, *, complete: bool = False, unable: Sequence[Seat] = ()) -> None:
    """Check for players who lose because their void is full.

    They lose at once if `loss_check` is `immediate`, and otherwise only after a complete action, cost, damage or
    effect. Players in `unable`, who cannot pay for damage, lose at the same time.

    Rule: TC-WIN-01, TC-ZONE-20, TC-RUL-041, TC-RUL-042, TC-RUL-131, TC-RUL-134
    """
    match = ctx.state
    reasons: dict[Seat, Reason] = dict.fromkeys(unable, "damage") if unable else {}
    if complete or match.settings.loss_check == "immediate":
        for player in match.players.values():
            if len(player.void) >= VOID_LIMIT:
                reasons[player.seat] = "void"
    if reasons:
        _lose_together(ctx, reasons)


def check_complete(ctx: MatchContext) -> None:
    """Check for players who lose because their void is full, after a complete action, cost, damage or effect.

    Rule: TC-WIN-01, TC-ZONE-20, TC-RUL-041, TC-RUL-134
    """
    for player in ctx.state.players.values():
        if len(player.void) >= VOID_LIMIT:
            check(ctx, complete=True)
            return


def lose(ctx: MatchContext, seats: Sequence[Seat], reason: Reason) -> None:
    """Make players lose at the same time, all for one reason. Rule: TC-WIN-05, TC-RUL-042, TC-RUL-046."""
    _lose_together(ctx, dict.fromkeys(seats, reason))


def _lose_together(ctx: MatchContext, reasons: Mapping[Seat, Reason]) -> None:
    """Make players lose at the same time, each for their own reason.

    If at most one player is left, the match ends. Otherwise the losers are removed.

    Rule: TC-WIN-05, TC-RUL-042, TC-RUL-046
    """
    match = ctx.state
    lost = [seat for seat in reasons if not match.players[seat].lost]
    if ctx.over or not lost:
        return
    for seat in lost:
        ctx.emit(PlayerLost(seat=seat, reason=reasons[seat]))
    left = [seat for seat in match.order if not match.players[seat].lost]
    if not left:
        ctx.emit(MatchFinished(winner=None, reason="simultaneous", drawn=tuple(lost)))
    elif len(left) == 1:
        ctx.emit(MatchFinished(winner=left[0], reason="last_standing"))
    else:
        _go_on_without(ctx, lost)


def win(ctx: MatchContext, seat: Seat) -> None:
    """Make a player win at once because of a card effect. A player who has lost cannot win.

    Rule: TC-WIN-06, TC-WIN-07, TC-RUL-043
    """
    if not ctx.over and not ctx.state.players[seat].lost:
        ctx.emit(MatchFinished(winner=seat, reason="effect"))


def _go_on_without(ctx: MatchContext, lost: Sequence[Seat]) -> None:
    """Continue the match without these players. Rule: TC-RUL-042, TC-RUL-046."""
    events = [TriggerEvent(event="player_lost", by=seat) for seat in lost]
    there = _in_play(ctx.state)
    for seat in lost:
        events += _remove(ctx, seat)
    release_all(ctx, there - _in_play(ctx.state))
    check(ctx)
    if not ctx.over:
        triggers.happen_together(ctx, events)


def _in_play(match: Match) -> set[int]:
    return {card.id for card in match.table.values() if card.place in ("savior", "form", "command", "under")}


def _remove(ctx: MatchContext, seat: Seat) -> list[TriggerEvent]:
    """Remove a player from the match.

    The player's own cards are removed, and other players' cards return to their owners.

    Rule: TC-SPI-06, TC-RUL-046, TC-RUL-135
    """
    match = ctx.state
    attack = match.attack
    if attack is not None and seat in (attack.seat, attack.of):
        ctx.emit(AttackEnded(reason="gone"))
    if seat == match.active:
        _close_window(ctx)
    cards = list(match.table.values())
    spirits = [card for card in cards if card.place == "under" and card.owner != seat and _beneath(match, card, seat)]
    borrowed = [one for one in cards if one.seat == seat and one.owner != seat and one.place in ("form", "command")]
    last_seen.remember(ctx, borrowed)
    events = _set_free(ctx, spirits)
    for card in borrowed:
        events.append(TriggerEvent(event="left_play", by=seat, card=card.id, to="drop", cause="elimination"))
        ctx.emit(CardSentToDrop(thing=card.id, card=card.card, owner=card.owner, cause="elimination"))
    ctx.emit(PlayerRemoved(seat=seat))
    _drop_tasks(match, seat)
    return events


def _close_window(ctx: MatchContext) -> None:
    for task in tuple(ctx.state.pending):
        if isinstance(task, Window) and task.opened:
            ctx.emit(WindowClosed(kind=task.kind))


def _beneath(match: Match, spirit: Card, seat: Seat) -> bool:
    return spirit.seat == seat or match.table[spirit.host].owner == seat


def _set_free(ctx: MatchContext, spirits: Sequence[Card]) -> list[TriggerEvent]:
    gone = tuple(Gone(owner=card.owner, card=card.card, thing=card.id, origin="under", was=card.id) for card in spirits)
    if gone:
        ctx.emit(SpiritsSentToVoid(cause="elimination", spirits=gone))
    return [TriggerEvent(event="spirit_to_void", by=one.owner, spirit=one.thing, cause="elimination") for one in gone]


def _drop_tasks(match: Match, seat: Seat) -> None:
    """Remove a player's pending tasks.

    In this player's own turn, only effects that other players have declared are still completed.

    Rule: TC-RUL-046, TC-RUL-135
    """
    pending: list[Task] = [task for task in match.pending if getattr(task, "seat", "") != seat]
    for task in pending:
        if isinstance(task, Window):
            task.answers = tuple(one for one in task.answers if one.by != seat or not vanishes(one))
    if seat == match.active and match.stage == "turns":
        pending = _ending(match, pending)
    match.pending[:] = pending


def _ending(match: Match, pending: Sequence[Task]) -> list[Task]:
    """Return the tasks that are still completed in a turn whose player has left.

    If an effect has declared other effects, the windows for responding to them are removed. The other effects still
    resolve first, and then the first effect continues.

    Rule: TC-RUL-135
    """
    ending: list[Task] = [Go(to="next_turn"), SETTLE]
    if match.chain:
        ending.append(RESOLVE)
    for task in pending:
        if isinstance(task, RESOLVING) or task == Go(to="next_link"):
            ending.append(task)
        elif isinstance(task, Window) and any(one.link == link.number for one in task.answers for link in match.chain):
            ending.append(RESOLVE)
    return ending


def has_left(ctx: MatchContext, number: int) -> bool:
    """Return whether a card left the match with its owner.

    Returns false under version 1 of the decision rules, in which such a card's effects continue.

    Rule: TC-RUL-046
    """
    return ctx.state.amended and ctx.state.table[number].place == "removed"


def vanishes(answered: TriggerEvent) -> bool:
    """Return whether an event declares an effect, or flips the command whose effect is then declared."""
    return bool(answered.link) or answered.kind == "activate"


def out_of_turns(ctx: MatchContext) -> bool:
    """End the match as a draw after its last allowed turn. Return whether the match is over. Rule: TC-RUL-095."""
    most = ctx.state.settings.stall_guard.max_turns
    if most and ctx.state.turn >= most:
        _draw_match(ctx, "turns")
    return ctx.over


def end_if_stalled(ctx: MatchContext) -> bool:
    """End a match in an endless loop as a draw, and return whether the match is over.

    The setting `stall_guard` limits the effects queued since a player last decided something, the effects queued at the
    same time, and the links of the chain. Putting effects in order does not count as a decision here. The match also
    ends if a single decision has led to more than `LONGEST` events.

    Rule: TC-RUL-095
    """
    match, guard = ctx.state, ctx.state.settings.stall_guard
    queued, links = guard.queued, guard.links
    circling = (queued and (match.idle > queued or len(match.queue) > queued)) or (links and len(match.chain) > links)
    if circling or len(ctx.events) > LONGEST:
        end_as_stalled(ctx)
    return match.stage == "finished"


def end_as_stalled(ctx: MatchContext) -> None:
    """End the match as a draw, because its effects do not come to an end. Rule: TC-RUL-095, TC-RUL-180, TC-RUL-231."""
    _draw_match(ctx, "stall")


def _draw_match(ctx: MatchContext, reason: Literal["stall", "turns"]) -> None:
    left = tuple(seat for seat in ctx.state.order if not ctx.state.players[seat].lost)
    ctx.emit(MatchFinished(winner=None, reason=reason, drawn=left))


# ---------------------------------------------------------------- fold


@fold
def _player_lost(match: Match, event: PlayerLost) -> None:
    match.players[event.seat].lost = event.reason
    match.out += 1


@fold
def _player_removed(match: Match, event: PlayerRemoved) -> None:
    """Remove a player from the match.

    The player's cards leave the game and become public, and all the player's open decisions are dropped. Other players'
    open decisions may depend on these cards, so these players are asked again, except for a mulligan.

    Rule: TC-RUL-046
    """
    seat, player = event.seat, match.players[event.seat]
    for number in [number for number, card in match.table.items() if card.owner == seat]:
        card = leave(match, number)
        if card is not None:
            _remove_player(match, card)
    for printed in (*player.deck, *player.spirits):
        _remove_player(match, Card(match.made + 1, printed, seat, seat, "removed"))
    player.deck, player.spirits = [], []
    match.chain = [link for link in match.chain if link.seat != seat]
    match.queue = [waiting for waiting in match.queue if waiting.seat != seat]
    match.delayed = [delayed for delayed in match.delayed if delayed.seat != seat]
    match.decisions = {of: one for of, one in match.decisions.items() if of != seat and one.kind == "mulligan"}
    match.offer = None


def _remove_player(match: Match, card: Card) -> None:
    card.place, card.seat = "removed", card.owner
    match.table[card.id] = card
    record_number(match, card.id)


@fold
def _match_finished(match: Match, event: MatchFinished) -> None:
    match.stage, match.winner, match.reason, match.drawn = "finished", event.winner or "", event.reason, event.drawn
    match.decisions, match.pending, match.queue, match.chain = {}, [], [], []
    match.window, match.attack, match.offer = "", None, None
