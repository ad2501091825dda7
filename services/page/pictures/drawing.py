"""Draw a stream's picture. Only pool processes import this module, because it imports Pillow."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from services.page.describing import NOTHING, kind_of, seats_of
from services.page.pictures.composing import Pictured, draw, draw_neutral
from shared.kernel.pictures import Figure, Picture
from shared.kernel.stream import Stream
from shared.platform.eventlog import stream_codec
from shared.platform.processes.games import game_named, module_of


def draw_stream(game: str, stream: bytes) -> bytes:
    """Return the picture of a stream whose log is open to all, as a PNG."""
    return draw(pictured(stream_codec(game_named(game)).decode(stream)))


def pictured(stream: Stream[Any]) -> Pictured:
    """Return the facts that the picture of a stream shows.

    If the game has no module `picture`, or its module returns neither figures nor dice, the picture shows the seats as
    figures.
    """
    game = game_named(stream.id.partition(":")[0])
    module, seats = module_of(game.service, "picture"), seats_of(stream)
    picture: Picture = Picture() if module is None else module.picture_of(stream.game, seats)
    if not (picture.figures or picture.dice):
        picture = replace(picture, figures=tuple(Figure(name=name) for name in seats.values()))
    return Pictured(game=kind_of(game), seats=tuple(seats.values()), entries=stream.version, picture=picture)


def draw_nothing() -> bytes:
    """Return the picture for streams that may not be shown, as a PNG."""
    return draw_neutral(*NOTHING)
