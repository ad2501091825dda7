"""Revealing cards, in particular cards whose abilities work from the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Match
from services.tcg.state.places import lift, show
from services.tcg.state.tasks import Running
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat, Secret

# ---------------------------------------------------------------- events


class Revealed(Event, frozen=True, kw_only=True):
    """Cards were revealed to all players or to one seat.

    If a card was revealed because its ability works from the hand, it stays visible to all players. Its new instance id
    `thing` does not reveal when the card came to the hand. A spirit from a spirit deck is one that an effect has
    kept there.
    """

    seat: Seat
    n: int
    origin: Literal["hand", "main_deck", "command", "spirit_deck"]
    cards: tuple[str, ...] | None = None
    to: Secret[tuple[str, ...]] | None = None
    hand: Secret[int] | None = None
    thing: int = 0


# ---------------------------------------------------------------- judgement


def uncover(ctx: MatchContext, number: int) -> int:
    """Reveal a card in a hand to all players, and return its new instance id.

    A card that is already revealed keeps its id.

    Rule: TC-ETI-12, TC-RUL-074, TC-RUL-085
    """
    card = ctx.state.table[number]
    if card.known:
        ctx.emit(Revealed(seat=card.seat, n=1, origin="hand", cards=(card.card,)))
        return number
    hand, thing = Secret(audience=(card.seat,), value=number), ctx.state.made + 1
    ctx.emit(Revealed(seat=card.seat, n=1, origin="hand", cards=(card.card,), hand=hand, thing=thing))
    return thing


def uncover_source(ctx: MatchContext, running: Running) -> None:
    """Reveal the source of an effect if that card's ability works by itself from a hand.

    Rule: TC-RUL-085, TC-RUL-116
    """
    card = ctx.state.table.get(running.card)
    if card is not None and card.place == "hand" and not card.known:
        running.card = uncover(ctx, running.card)


def reveal(
    ctx: MatchContext, seat: Seat, cards: Sequence[str], *,
    origin: Literal["hand", "main_deck", "command", "spirit_deck"], to: Seat = "",
) -> None:  # fmt: skip
    """Reveal a player's cards to all players, or only to the seat `to`."""
    shown = tuple(cards)
    if not shown:
        return
    if to:
        ctx.emit(Revealed(seat=seat, n=len(shown), origin=origin, to=Secret(audience=(to,), value=shown)))
    else:
        ctx.emit(Revealed(seat=seat, n=len(shown), origin=origin, cards=shown))


# ---------------------------------------------------------------- fold


@fold
def _revealed(match: Match, event: Revealed) -> None:
    """Assign a new instance id to a card whose ability works from the hand.

    This hides when the card came to the hand.
    """
    card = lift(match, event.hand.open()) if event.hand is not None else None
    if card is not None:
        card.id, card.known = event.thing, True
        show(match, card, match.players[event.seat].hand)
