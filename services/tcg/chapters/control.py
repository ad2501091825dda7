"""Control of forms: players take control permanently or for a limited time, and return control when it ends."""

from __future__ import annotations

from collections.abc import Callable

from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card, Match
from services.tcg.state.places import enter, lift
from services.tcg.state.tasks import Change
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

# ---------------------------------------------------------------- events


class ControlChanged(Event, frozen=True, kw_only=True):
    """A form moved to a form zone of another player."""

    thing: int
    seat: Seat
    zone: int
    change: Change | None = None


# ---------------------------------------------------------------- judgement


def take_control(ctx: MatchContext, card: Card, seat: Seat, zone: int, *, change: Change | None = None) -> bool:
    """Move a form with its spirits to an open form zone of another player, and return whether such a zone was open.

    Rule: TC-KEY-16, TC-SAV-02, TC-RUL-089, TC-RUL-090
    """
    player = ctx.state.players[seat]
    opened = 0 <= zone < len(player.forms) and not player.forms[zone]
    if card.place != "form" or card.seat == seat or player.lost or not opened:
        return False
    ctx.emit(ControlChanged(thing=card.id, seat=seat, zone=zone, change=change))
    return True


def return_control(ctx: MatchContext, *lasted: str) -> None:
    """Give back the forms that were taken for these durations to their former controllers.

    A form stays if its former controller has no open form zone.
    """
    _give_all_back(ctx, lambda held: held.lasts in lasted)


def return_for_turn(ctx: MatchContext, seat: Seat) -> None:
    """Give back the forms that were taken until this player's next turn.

    This includes forms taken until the turn of a player who has left the match.
    """
    players = ctx.state.players
    _give_all_back(
        ctx, lambda held: held.lasts == "your_next_turn" and (held.seat == seat or bool(players[held.seat].lost))
    )  # fmt: skip


def release(ctx: MatchContext, lasts: str, *, source: int) -> None:
    """Give back the forms that were taken for as long as this source was in play."""
    _give_all_back(ctx, lambda held: held.lasts == lasts and held.source == source)


def _give_all_back(ctx: MatchContext, over: Callable[[Change], bool]) -> None:
    table = ctx.state.table
    for player in ctx.state.players.values():
        for number in player.forms:
            if number and table[number].changes:
                _give_back(ctx, table[number], over)


def _give_back(ctx: MatchContext, card: Card, over: Callable[[Change], bool]) -> None:
    for change in card.changes:
        if change.kind == "control" and over(change):
            before = ctx.state.players.get(change.part)
            if before is not None and not before.lost and 0 in before.forms:
                ctx.emit(ControlChanged(thing=card.id, seat=change.part, zone=before.forms.index(0)))
            else:
                ctx.emit(ControlChanged(thing=card.id, seat=card.seat, zone=card.slot))
            return


# ---------------------------------------------------------------- fold


@fold
def _control_changed(match: Match, event: ControlChanged) -> None:
    """Move the form to its new controller's zone. Rule: TC-RUL-089, TC-RUL-090, TC-RUL-139."""
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
    card.changes = tuple(change for change in card.changes if change.kind != "control")
    if event.change is not None:
        card.changes = (*card.changes, event.change)
        match.changes = max(match.changes, event.change.number)
