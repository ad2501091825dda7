"""Samples of the kernel's own commands on any stream, and the undo commands that a seat may send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.messages import Command
from shared.kernel.samples import TEXT, Field, Sample
from shared.kernel.stream import (
    PHRASES,
    STRENGTHS,
    UNDO_COMMANDS,
    USUAL_STRENGTH,
    AddSalt,
    AppointPlayer,
    Close,
    DismissPlayer,
    OpenSeat,
    ProposeUndo,
    RotateSeed,
    RotateToken,
    SendChat,
    Stream,
    Way,
    moments,
    ways_back,
)

ROLES: Final = ("gm", "player", "spectator", "clock")
SAMPLE_SALT: Final = "5a" * 32


def kernel_samples(game: Game[Any], stream: Stream[Any], intent: Intent) -> Iterator[Sample[Any]]:
    """Yield sample bodies of a kernel command. `intent` contains the class of the command, not a body."""
    kind: Any = intent.command
    if kind in UNDO_COMMANDS:
        yield from _undo_samples(game, stream, intent, kind)
    elif kind is SendChat:
        yield from _chat_samples(stream)
    else:
        yield from _stream_samples(game, stream, intent.seat, kind)


def _stream_samples(game: Game[Any], stream: Stream[Any], seat: str, kind: Any) -> Iterator[Sample[Any]]:  # noqa: ANN401 a class
    """Yield sample bodies of a command about seats, the seed or the end of a stream."""
    free = next(name for number in range(len(stream.seats) + 1) if (name := f"seat-{number}") not in stream.seats)
    players, held = game.house.players or ("",), stream.seats.get(seat)
    led = tuple(stream.seats) if held is None or held.role == "gm" else (seat,)
    playable = next((one for one in led if one in stream.seats and stream.seats[one].role == "player"), seat)
    played = tuple(one for one in led if one in stream.seats and stream.seats[one].player) or (playable,)
    every: Mapping[type[Command], Sample[Any]] = {
        AddSalt: Sample(command=AddSalt(salt=SAMPLE_SALT), fields={"salt": Field(schema="Hex32")}),
        OpenSeat: Sample(
            command=OpenSeat(seat=free),
            fields={"seat": Field(schema="Seat"), "role": ROLES, "name": Field(schema="SeatName")},
        ),
        RotateToken: Sample(command=RotateToken(seat=seat), fields={"seat": led}),
        AppointPlayer: Sample(
            command=AppointPlayer(seat=playable, player=players[0]), fields={"seat": led, "player": players}
        ),
        DismissPlayer: Sample(command=DismissPlayer(seat=played[0]), fields={"seat": played}),
        RotateSeed: Sample(command=RotateSeed()),
        Close: Sample(command=Close(), fields={"reason": TEXT}),
    }
    yield every[kind]
    if kind is AppointPlayer and game.house.thinkers:
        thinkers = game.house.thinkers
        thinker = AppointPlayer(seat=playable, player=thinkers[0], strength=USUAL_STRENGTH)
        yield Sample(command=thinker, fields={"seat": led, "player": thinkers, "strength": Field(options=STRENGTHS)})


def _chat_samples(stream: Stream[Any]) -> Iterator[Sample[SendChat]]:
    """Yield a sample that lists the phrases, and one with free text if the stream allows it."""
    phrases = Field(options=tuple(PHRASES), words=tuple(PHRASES.values()))
    yield Sample(command=SendChat(phrase=next(iter(PHRASES))), fields={"phrase": phrases})
    if stream.chat == "on":
        yield Sample(command=SendChat(text=next(iter(PHRASES.values()))), fields={"text": TEXT})


def _undo_samples(
    game: Game[Any], stream: Stream[Any], intent: Intent, kind: type[Command]
) -> Iterator[Sample[Any]]:  # fmt: skip
    """Yield sample bodies of an undo command.

    For the proposal of an undo, one sample lists the versions to which the stream can go back, and one lists the
    versions to redo.
    """
    if kind is not ProposeUndo:
        proposed: Any = kind
        yield Sample(command=proposed(proposal=1 if stream.proposal is None else stream.proposal.number))
        return
    ways = ways_back(game, stream, intent)
    for found in ([one for one in ways if not one.redo], [one for one in ways if one.redo]):
        if found:
            options, words = tuple([one.to for one in found]), tuple(map(_words_of, found))
            yield Sample(command=ProposeUndo(to=options[0]), fields={"to": Field(options=options, words=words)})
    if not ways:
        yield Sample(command=ProposeUndo(to=next(iter(moments(stream.trail)), stream.version)))


def _words_of(way: Way) -> str:
    """Describe an undo: whether it is a redo, and which seats must consent."""
    asks = f"asks {', '.join(way.asks)}" if way.asks else "free"
    return f"redo, {asks}" if way.redo else asks
