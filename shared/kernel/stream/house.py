"""Seats played by a computer player ("the house"): who may appoint one, and who may act for such a seat.

The module also names the seat for which the server's clock acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import UNSET

from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.messages import Event
from shared.kernel.refusals import (
    CannotKnowTheStart,
    NoStrength,
    NoSuchPlayer,
    NothingToPlay,
    NotPlayedByTheHouse,
    PlayedByTheHouse,
    RemembersTooMuch,
)
from shared.kernel.stream.messages import USUAL_STRENGTH, AppointPlayer, PlayerAppointed
from shared.kernel.stream.state import SeatState, Stream

S = TypeVar("S")


def appoint_player(game: Game[S], stream: Stream[S], command: AppointPlayer, seat: SeatState) -> Sequence[Event]:
    """Appoint a computer player to a seat. Rule: AR-HOUSE-01, AR-HOUSE-08, AR-UNDO-09, AR-FORK-08."""
    house, player = game.house, command.player
    if player not in house.players:
        raise NoSuchPlayer(needs=house.players, has=player, field="player")
    if player not in house.thinkers and command.strength is not UNSET:
        raise NoStrength(needs="no strength", has=command.strength, field="strength")
    if seat.role != "player":
        raise NothingToPlay(needs="player", has=seat.role, field="seat")
    if not house.with_undo and game.undoing.is_kept(stream.undo):
        raise RemembersTooMuch(needs="never", has=game.undoing.setting(stream.undo))
    if not house.on_forks and stream.fork is not None:
        raise CannotKnowTheStart(needs="a stream that was opened anew", has=stream.fork.says)
    house.check_ready(stream.game, command.seat)
    if player not in house.thinkers:
        return (PlayerAppointed(seat=command.seat, player=player),)
    house.check_thinker(stream.game)
    strength = USUAL_STRENGTH if command.strength is UNSET else command.strength
    return (PlayerAppointed(seat=command.seat, player=player, strength=strength),)


def hold_player(stream: Stream[S], intent: Intent, *, is_holders: bool) -> None:
    """Check that only the computer player of a seat sends the seat's moves.

    The seat's holder still controls its tokens and salts, appoints or dismisses the computer player, and answers undo
    proposals.

    Rule:    AR-HOUSE-02, AR-UNDO-17
    """
    player = stream.seats[intent.seat].player if intent.seat in stream.seats else ""
    if intent.by_house:
        if not player or player != intent.by.removeprefix("player:").partition("@")[0]:
            raise NotPlayedByTheHouse(
                needs="a seat that this computer player plays", has=player or "no computer player"
            )
    elif player and not is_holders:
        raise PlayedByTheHouse(needs="a seat that no computer player plays", has=intent.seat)


def seat_of_the_clock(stream: Stream[Any]) -> str:
    """Return a name for the clock that no seat of the stream has: `clock`, unless a seat has that name."""
    names = ("clock", *(f"clock-{number}" for number in range(len(stream.seats))))
    return next(name for name in names if name not in stream.seats or stream.seats[name].role == "clock")
