"""The routes of a stream's seats, the same for each game: add a seat, rotate its token, appoint a computer player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from litestar import Controller, Response, delete, post
from litestar.params import PathParameter

from shared.kernel.game import Game
from shared.kernel.stream import AppointPlayer, DismissPlayer, OpenSeat, RotateToken
from shared.platform import eventlog
from shared.platform.http.answers import Reply, encode, seat_view
from shared.platform.http.commands.commands import ask_for, conditions_of, headers_after, streams_path, submit_ask
from shared.platform.http.hosting import GameHost
from shared.platform.http.requests import AnyRequest, known_form, read_body
from shared.platform.http.streams import specs
from shared.platform.http.streams.stream_routes import IdPath, ask_of, enter, seat_token

SeatPath = Annotated[str, PathParameter(description="the name of the seat")]


class SeatRoutes(Controller):
    """The routes for the seats of streams of one kind."""

    game: ClassVar[Game[Any]]

    @post("/{id:str}/seats", opt={"spec": specs.ADD_SEAT})
    async def add_seat(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Add a seat.

        Returns the token of the new seat.
        """
        host, caller, name = await enter(request, self.game, id)
        body = await read_body(request, host.seating)
        command = OpenSeat(seat=body.seat, role=body.role, name=body.name)
        ask = ask_of(request, caller, command)
        done = await submit_ask(host, name, ask)
        return _token(host, done, body.seat)

    @post("/{id:str}/seats/{seat:str}/token", opt={"spec": specs.ROTATE_TOKEN})
    async def rotate_token(self, request: AnyRequest, id: IdPath, seat: SeatPath) -> Response[bytes]:  # noqa: A002
        """Rotate a seat's token.

        Returns a new token; the old ones no longer work.
        """
        host, caller, name = await enter(request, self.game, id)
        ask = ask_of(request, caller, RotateToken(seat=known_form(seat, what="seat")))
        done = await submit_ask(host, name, ask)
        return _token(host, done, seat)


class HouseRoutes(Controller):
    """The routes that appoint and dismiss computer players, for streams of one kind."""

    game: ClassVar[Game[Any]]

    @post("/{id:str}/seats/{seat:str}/player", opt={"spec": specs.appoint_player_spec})
    async def appoint_player(self, request: AnyRequest, id: IdPath, seat: SeatPath) -> Response[bytes]:  # noqa: A002
        """Appoint a computer player.

        From now on the computer player acts for the seat, until it is dismissed. An app's key acts as this seat, unless
        the request names another seat.
        """
        host, caller, name = await enter(request, self.game, id)
        body = await read_body(request, host.appointing)
        command = AppointPlayer(seat=known_form(seat, what="seat"), player=body.player, strength=body.strength)
        ask = ask_for(caller, command, conditions_of(request), seat=seat)
        return _seat(await submit_ask(host, name, ask), seat)

    @delete("/{id:str}/seats/{seat:str}/player", status_code=200, opt={"spec": specs.DISMISS_PLAYER})
    async def dismiss_player(self, request: AnyRequest, id: IdPath, seat: SeatPath) -> Response[bytes]:  # noqa: A002
        """Dismiss a computer player.

        The holder of the seat acts for it again.
        """
        host, caller, name = await enter(request, self.game, id)
        command = DismissPlayer(seat=known_form(seat, what="seat"))
        ask = ask_for(caller, command, conditions_of(request), seat=seat)
        return _seat(await submit_ask(host, name, ask), seat)


def seat_routes_of(game: Game[Any]) -> Iterator[type[Controller]]:
    """Yield the routes for the seats of a game's streams.

    Computer players have routes only if the game has such players.
    """
    facts = {"path": streams_path(game), "game": game, "tags": [game.service], "opt": {"game": game}}
    yield type(f"{game.kind.title()}SeatRoutes", (SeatRoutes,), facts)
    if game.house.players:
        yield type(f"{game.kind.title()}HouseRoutes", (HouseRoutes,), facts)


def _token(host: GameHost[Any], done: eventlog.Appended[Any], seat: str) -> Response[bytes]:
    return Reply(encode(seat_token(host, done.stream_after, seat)), status=201, headers=headers_after(done))


def _seat(done: eventlog.Appended[Any], seat: str) -> Response[bytes]:
    return Reply(encode(seat_view(seat, done.stream_after.seats[seat])), headers=headers_after(done))
