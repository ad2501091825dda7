"""Cards that act from the hand: all are shown them, and they go by new numbers from then on."""

from __future__ import annotations

from services.tcg.agenda import Running
from services.tcg.events import Revealed
from services.tcg.rules.terms import Game
from shared.kernel.messages import Secret


def uncover(game: Game, number: int) -> int:
    """Show a card of a hand to all, and give the number it goes by now; what all know keeps its number.

    Rule: TC-ETI-12, TC-RUL-074, TC-RUL-085
    """
    card = game.match.table[number]
    if card.known:
        game.tell(Revealed(seat=card.seat, n=1, origin="hand", cards=(card.card,)))
        return number
    hand, thing = Secret(audience=(card.seat,), value=number), game.match.made + 1
    game.tell(Revealed(seat=card.seat, n=1, origin="hand", cards=(card.card,), hand=hand, thing=thing))
    return thing


def uncover_source(game: Game, ctx: Running) -> None:
    """Show the card of an effect that works by itself, if it does so from a hand. Rule: TC-RUL-085, TC-RUL-116."""
    card = game.match.table.get(ctx.card)
    if card is not None and card.place == "hand" and not card.known:
        ctx.card = uncover(game, ctx.card)
