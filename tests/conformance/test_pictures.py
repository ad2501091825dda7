"""The picture of a link in every game: it shows facts that every spectator sees, in any state."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image

from services.page.pictures.composing import MOST_DICE, MOST_FIGURES, MOST_SEATS, Pictured, draw
from services.page.pictures.drawing import draw_stream, pictured
from shared.kernel.pictures import Bar, Figure, PictureDie
from shared.kernel.stream import Stream

from .fixture import Fixture
from .playing import plays_of

FEW: Final = 12
"""Number of states of each random stream whose pictures are tried."""
LONG: Final = "Wolfeschlegelsteinhausenbergerdorff æøå ÄÖÜ 日本 \N{GRINNING FACE}" * 4


def size_of(png: bytes) -> tuple[int, int]:
    """Return the size of a picture, which must be a readable image."""
    with Image.open(BytesIO(png)) as image:
        image.load()
        return image.size


@pytest.mark.rule("AR-PAGE-66")
def test_a_picture_does_not_depend_on_a_secret(fixture: Fixture) -> None:
    """Streams that differ only in a secret of some seat have the same picture."""
    for twins in () if fixture.twins is None else fixture.twins():
        assert twins.first != twins.second
        one, other = (pictured(replace(stream, id=twins.first.id)) for stream in (twins.first, twins.second))
        assert one == other


@pytest.mark.rule("AR-PAGE-66")
def test_every_state_has_a_picture(fixture: Fixture) -> None:
    """In every state of random streams, the picture has the stream's seats and entries, and can be stored."""
    for play in plays_of(fixture.service):
        for stream in play.moments[:: len(play.moments) // FEW or 1]:
            shown = pictured(stream)
            assert stream.version == shown.entries
            assert shown == msgspec.msgpack.decode(msgspec.msgpack.encode(shown), type=Pictured)
        assert (1200, 630) == size_of(_drawn(fixture, play.moments[-1]))


def _drawn(fixture: Fixture, stream: Stream[object]) -> bytes:
    return draw_stream(fixture.game.name, msgspec.msgpack.encode(stream))


@pytest.mark.rule("AR-PAGE-66")
def test_more_than_there_is_room_for_is_left_out(fixture: Fixture) -> None:
    """With many seats, figures, bars and dice and the longest texts, the picture has the same size and stays small.

    If more are added than fit in the picture, only the drawn number of omitted ones changes.
    """
    stream = plays_of(fixture.service)[0].moments[-1]
    shown = pictured(stream)
    bars = tuple(Bar(name=LONG, now=now, most=9) for now in (-10_000, 0, 9, 10_000))
    dice = tuple(PictureDie(face=face, sides=6, mark="dropped") for face in range(1, 41))
    figures = tuple(Figure(name=LONG, says=LONG, bars=bars, dice=dice, won=True, out=True) for _ in range(200))
    crowd = replace(shown, seats=(LONG,) * 64, entries=10**12)
    full = replace(shown.picture, title=LONG, says=LONG, figures=figures, dice=())
    rolled = replace(full, figures=(), dice=dice * 25, rolled=LONG, result=LONG)

    for picture in (full, rolled):
        png = draw(replace(crowd, picture=picture))
        assert (1200, 630) == size_of(png)
        assert len(png) < 400_000
    assert (8, 8, 24) == (MOST_SEATS, MOST_FIGURES, MOST_DICE)
    other = replace(figures[-1], name="Another player", bars=(), dice=())
    assert draw(replace(crowd, picture=full)) == draw(
        replace(crowd, picture=replace(full, figures=(*figures[:-1], other)))
    )
    assert draw(crowd) == draw(replace(crowd, seats=(*crowd.seats[:-1], "Another player")))
