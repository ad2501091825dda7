"""The seven actions of the act step. Each is carried out at once; then its [AUTO] effects, then responses.

Rule: TC-ACT-11, TC-RUL-059, TC-RUL-133
"""

from __future__ import annotations

from services.tcg.chapters.terms import MatchContext, Printed
from services.tcg.state.tasks import Go, Running, TriggerEvent, Window
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class NotInHand(Refusal, rule="TC-ZONE-04"):
    """There is no such card in this player's hand."""


# ---------------------------------------------------------------- judgement


def done(ctx: MatchContext, seat: Seat, event: TriggerEvent, *, waive: bool) -> None:
    """Let an action that was carried out be answered, once its [AUTO] effects have resolved.

    What it has brought about by itself, instead of something else, comes first.

    Rule: TC-RUL-133
    """
    pending, waived = ctx.state.pending, (seat,) if waive else ()
    at = len(pending)
    while at and isinstance(pending[at - 1], Running):
        at -= 1
    pending[at:at] = [Window(kind="W1", answers=(event,), by=seat, waived=waived), Go(to="settle")]


def in_hand(ctx: MatchContext, seat: Seat, number: int) -> Printed | None:
    """Return the printed card that a seat holds under a number."""
    card = ctx.card(number)
    if card is None or card.place != "hand" or card.seat != seat:
        return None
    return ctx.pool.printed[card.card]


def zone_for(zones: list[int], wanted: int | None, vacated: int | None) -> int | None:
    """Return the zone a card enters: the one wanted, else the vacated one, else the first open; None without one.

    Rule: TC-RUL-025
    """
    open_zones = [at for at, card in enumerate(zones) if not card or (vacated and card == vacated)]
    if wanted is not None:
        return wanted if wanted in open_zones else None
    if vacated:
        return zones.index(vacated)
    return open_zones[0] if open_zones else None


def hold(refusal: Refusal | None) -> None:
    """Raise a refusal, if there is one."""
    if refusal is not None:
        raise refusal
