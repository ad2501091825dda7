"""Control of forms: players take control permanently or for a limited time, and return control when it ends.

Control for a limited time is recorded as a change of the form. The change's `part` is the player who controlled the
form before. Since version 3 of the decision rules, earlier changes remain when another player takes the form
(TC-RUL-169).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card, Match
from services.tcg.state.places import enter, lift
from services.tcg.state.tasks import Change
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

# ---------------------------------------------------------------- events


class ControlChanged(Event, frozen=True, kw_only=True):
    """A form moved to a form zone of another player, or its player's control received a new duration."""

    thing: int
    seat: Seat
    zone: int
    change: Change | None = None
    earlier: tuple[Change, ...] | UnsetType = UNSET
    """The earlier changes of control that have not ended yet, oldest first. The field is absent if there are none."""


# ---------------------------------------------------------------- judgement


def take_control(ctx: MatchContext, card: Card, seat: Seat, zone: int, *, change: Change | None = None) -> bool:
    """Move a form with its spirits to an open form zone of another player, and return whether such a zone was open.

    Rule: TC-KEY-16, TC-SAV-02, TC-RUL-089, TC-RUL-090, TC-RUL-169
    """
    player = ctx.state.players[seat]
    opened = 0 <= zone < len(player.forms) and not player.forms[zone]
    if card.place != "form" or card.seat == seat or player.lost or not opened:
        return False
    _change_control(ctx, card, seat, zone, change=change)
    return True


def keep_control(ctx: MatchContext, card: Card, seat: Seat, *, change: Change | None = None) -> None:
    """Record a further duration for a player who already controls a form for a limited time. Rule: TC-RUL-169."""
    if ctx.state.revised and card.place == "form" and card.seat == seat and _controls(card):
        _change_control(ctx, card, seat, card.slot, change=change)


def _change_control(ctx: MatchContext, card: Card, seat: Seat, zone: int, *, change: Change | None) -> None:
    """Emit a change of control. Earlier changes still count after it, unless the new control is permanent.

    Rule: TC-RUL-169
    """
    earlier = _controls(card) if ctx.state.revised and change is not None else ()
    ctx.emit(ControlChanged(thing=card.id, seat=seat, zone=zone, change=change, earlier=earlier or UNSET))


def _controls(card: Card) -> tuple[Change, ...]:
    return tuple(change for change in card.changes if change.kind == "control")


def return_control(ctx: MatchContext, *lasted: str) -> None:
    """Give the forms that were taken for these durations back to their former controllers.

    A form stays if its former controller has no open form zone.
    """
    if ctx.state.changes:
        _give_all_back(ctx, lambda held: held.lasts in lasted)


def return_for_turn(ctx: MatchContext, seat: Seat) -> None:
    """Give back the forms that were taken until this player's next turn.

    This includes forms taken until the turn of a player who has left the match.
    """
    players = ctx.state.players
    if ctx.state.changes:
        _give_all_back(
            ctx, lambda held: held.lasts == "your_next_turn" and (held.seat == seat or bool(players[held.seat].lost))
        )  # fmt: skip


def release(ctx: MatchContext, lasts: str, *, source: int) -> None:
    """Give back the forms that were taken for as long as this source was in play."""
    if ctx.state.changes:
        _give_all_back(ctx, lambda held: held.lasts == lasts and held.source == source)


def release_all(ctx: MatchContext, sources: Collection[int]) -> None:
    """Give back the forms that were taken for as long as one of these sources was in play.

    The sources have left play.

    Rule: TC-RUL-169
    """
    if ctx.state.changes and sources and ctx.state.revised:
        _give_all_back(ctx, lambda held: held.lasts == "while_in_play" and held.source in sources)


def _give_all_back(ctx: MatchContext, over: Callable[[Change], bool]) -> None:
    table = ctx.state.table
    for player in ctx.state.players.values():
        for number in player.forms:
            if number and table[number].changes:
                _give_back(ctx, table[number], over)


def _give_back(ctx: MatchContext, card: Card, over: Callable[[Change], bool]) -> None:
    controls = _controls(card)
    if not any(over(change) for change in controls):
        return
    lost = [seat for seat, player in ctx.state.players.items() if player.lost]
    earlier: tuple[Change, ...] = ()
    if ctx.state.revised:
        seat, earlier = _heir(card, controls, over, lost)
    else:
        seat = next(change.part for change in controls if over(change))
    before = ctx.state.players.get(seat)
    zone = card.slot
    if seat == card.seat or before is None or before.lost or 0 not in before.forms:
        seat = card.seat
    else:
        zone = before.forms.index(0)
    ctx.emit(ControlChanged(thing=card.id, seat=seat, zone=zone, earlier=earlier or UNSET))


def _heir(
    card: Card, controls: tuple[Change, ...], over: Callable[[Change], bool], lost: Collection[Seat]
) -> tuple[Seat, tuple[Change, ...]]:  # fmt: skip
    """Return who controls a form after some changes of control have ended, and the changes that have not ended.

    The controller is the last player who took the form and whose control has not ended. If all control has ended, it is
    the player who controlled the form originally, or the owner if that player has lost.

    Rule: TC-RUL-169
    """
    first = controls[0].part
    seat = card.owner if first in lost else first
    left: list[Change] = []
    takers = [*(change.part for change in controls[1:]), card.seat]
    for change, taker in zip(controls, takers, strict=True):
        if not over(change) and taker not in lost:
            left.append(replace(change, part=seat))
            seat = taker
    return seat, tuple(left)


# ---------------------------------------------------------------- fold


@fold
def _control_changed(match: Match, event: ControlChanged) -> None:
    """Move a form to the zone of its new controller. Rule: TC-RUL-089, TC-RUL-090, TC-RUL-139, TC-RUL-169."""
    card = lift(match, event.thing)
    if card is None:
        return
    earlier = card.spiritualized_in < match.turn
    if card.seat != event.seat and earlier and match.settings.spiritualize_reset == "controller_turn":
        card.spiritualized = 0
    card.seat, card.slot = event.seat, event.zone
    enter(match, card)
    for number in card.under:
        if number in match.table:
            match.table[number].seat = event.seat
    card.changes = (*(change for change in card.changes if change.kind != "control"), *(event.earlier or ()))
    if event.change is not None:
        card.changes = (*card.changes, event.change)
        match.changes = max(match.changes, event.change.number)
