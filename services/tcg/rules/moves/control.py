"""Control of forms: it is gained for a time or for good, and given back."""

from __future__ import annotations

from collections.abc import Callable

from services.tcg.agenda import Change
from services.tcg.events import ControlChanged
from services.tcg.rules.terms import Game
from services.tcg.state.match import Card
from shared.kernel.messages import Seat


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


def return_control(game: Game, *lasted: str) -> None:
    """Give back the forms whose control lasted until now; who has no open form zone does not get them back."""
    _give_all_back(game, lambda held: held.lasts in lasted)


def return_for_turn(game: Game, seat: Seat) -> None:
    """Give back what was held until this player's next turn, or until that of one who has no turn any more."""
    players = game.match.players
    _give_all_back(
        game, lambda held: held.lasts == "your_next_turn" and (held.seat == seat or bool(players[held.seat].lost))
    )  # fmt: skip


def release(game: Game, lasts: str, *, source: int) -> None:
    """Give back the forms that were held for as long as a card was in play."""
    _give_all_back(game, lambda held: held.lasts == lasts and held.source == source)


def _give_all_back(game: Game, over: Callable[[Change], bool]) -> None:
    table = game.match.table
    for player in game.match.players.values():
        for number in player.forms:
            if number and table[number].changes:
                _give_back(game, table[number], over)


def _give_back(game: Game, card: Card, over: Callable[[Change], bool]) -> None:
    for change in card.changes:
        if change.kind == "control" and over(change):
            before = game.match.players.get(change.part)
            if before is not None and not before.lost and 0 in before.forms:
                game.tell(ControlChanged(thing=card.id, seat=change.part, zone=before.forms.index(0)))
            else:
                game.tell(ControlChanged(thing=card.id, seat=card.seat, zone=card.slot))
            return
