"""Cards that act from the hand: all are shown them, and they go by new numbers from then on."""

from __future__ import annotations

from services.tcg.events import Revealed
from services.tcg.rules.terms import Game
from shared.messages import Secret


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
