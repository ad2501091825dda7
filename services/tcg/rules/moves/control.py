"""Control of forms: it is gained for a time or for good, and given back."""

from __future__ import annotations

from services.tcg.agenda import Change
from services.tcg.events import ControlChanged
from services.tcg.rules.terms import Game
from services.tcg.state.match import Card
from shared.messages import Seat


def take_control(game: Game, card: Card, seat: Seat, zone: int, *, change: Change | None = None) -> bool:
    """Move a form to an open form zone of another player, with its spirits; without one it does not happen.

    Rule: TC-KEY-16, TC-SAV-02, TC-RUL-089, TC-RUL-090
    """
    player = game.match.players[seat]
    opened = 0 <= zone < len(player.forms) and not player.forms[zone]
    if card.place != "form" or card.seat == seat or player.lost or not opened:
        return False
    game.tell(ControlChanged(thing=card.id, seat=seat, zone=zone, change=change))
    return True


def return_control(game: Game, lasts: str) -> None:
    """Give back the forms whose control lasted until now; who has no open form zone does not get them back."""
    release(game, lasts)


def release(game: Game, lasts: str, *, source: int = 0) -> None:
    """Give back the forms that were held for so long, or for as long as a card was in play."""
    table = game.match.table
    for player in game.match.players.values():
        for number in player.forms:
            if number and table[number].changes:
                _give_back(game, table[number], lasts, source)


def _give_back(game: Game, card: Card, lasts: str, source: int) -> None:
    for change in card.changes:
        if change.kind == "control" and change.lasts == lasts and source in (0, change.source):
            before = game.match.players.get(change.part)
            if before is not None and not before.lost and 0 in before.forms:
                game.tell(ControlChanged(thing=card.id, seat=change.part, zone=before.forms.index(0)))
            else:
                game.tell(ControlChanged(thing=card.id, seat=card.seat, zone=card.slot))
            return
