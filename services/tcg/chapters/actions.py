"""The seven actions of the act step. An action takes effect at once.

Its [AUTO] effects follow, and then other players respond.

Rule: TC-ACT-11, TC-RUL-059, TC-RUL-133
"""

from __future__ import annotations

from services.tcg.chapters.terms import MatchContext, Printed
from services.tcg.state.places import OPEN
from services.tcg.state.tasks import SETTLE, Running, TriggerEvent, Window
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class NotInHand(Refusal, rule="TC-ZONE-04"):
    """This card is not in your hand: name a card in your hand."""


# ---------------------------------------------------------------- judgement


def open_responses(ctx: MatchContext, seat: Seat, event: TriggerEvent, *, waive: bool) -> None:
    """Open the window in which players respond to an action, after the action's [AUTO] effects.

    Pending replacements that the action caused run first.

    Rule: TC-RUL-133
    """
    pending, waived = ctx.state.pending, (seat,) if waive else ()
    at = len(pending)
    while at and isinstance(pending[at - 1], Running):
        at -= 1
    pending[at:at] = [Window(kind="W1", answers=(event,), by=seat, waived=waived), SETTLE]


def in_hand(ctx: MatchContext, seat: Seat, number: int) -> Printed | None:
    """Return the printed card with this instance id if it is in the seat's hand, or else None."""
    card = ctx.state.table.get(number)
    if card is None or card.place != "hand" or card.seat != seat:
        return None
    return ctx.pool.printed[card.card]


def zone_for(zones: list[int], wanted: int | None, vacated: int | None) -> int | None:
    """Return the zone that a card enters, or None if it can enter none.

    It is the wanted zone if that is open. If no zone is wanted, it is the vacated zone, or else the first open one.

    Rule: TC-RUL-025
    """
    if wanted is not None:
        return wanted if 0 <= wanted < len(zones) and zones[wanted] in (OPEN, vacated) else None
    if vacated:
        return zones.index(vacated)
    return zones.index(OPEN) if OPEN in zones else None


def raise_refusal(refusal: Refusal | None) -> None:
    """Raise the given refusal, if there is one."""
    if refusal is not None:
        raise refusal
