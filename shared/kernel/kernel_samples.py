"""Samples of the kernel's own commands, on any stream, and which commands of an undo a seat may send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.messages import Command
from shared.kernel.samples import TEXT, Field, Sample
from shared.kernel.stream import (
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
    Stream,
    moments,
    undoable,
)

ROLES: Final = ("gm", "player", "spectator", "clock")
SAMPLE_SALT: Final = "5a" * 32


def kernel_samples(game: Game[Any], stream: Stream[Any], intent: Intent) -> Iterator[Sample[Any]]:
    """Yield a body of the kernel command that an intent names by its class, and the other values of its fields."""
    kind: Any = intent.command
    if kind in UNDO_COMMANDS:
        yield _undo_sample(game, stream, intent, kind)
        return
    seat = intent.seat
    free = next(name for number in range(len(stream.seats) + 1) if (name := f"seat-{number}") not in stream.seats)
    players, held = game.house.players or ("",), stream.seats.get(seat)
    led = tuple(stream.seats) if held is None or held.role == "gm" else (seat,)
    playable = next((one for one in led if one in stream.seats and stream.seats[one].role == "player"), seat)
    played = tuple(one for one in led if one in stream.seats and stream.seats[one].player) or (playable,)
    every: Mapping[type[Command], Sample[Any]] = {
        AddSalt: Sample(command=AddSalt(salt=SAMPLE_SALT), fields={"salt": Field(schema="Hex32")}),
        OpenSeat: Sample(command=OpenSeat(seat=free), fields={"seat": Field(schema="Seat"), "role": ROLES}),
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


def _undo_sample(game: Game[Any], stream: Stream[Any], intent: Intent, kind: type[Command]) -> Sample[Any]:
    """Return a body of a command of an undo: of the versions that it may lead to, no other is accepted."""
    if kind is not ProposeUndo:
        proposed: Any = kind
        return Sample(command=proposed(proposal=1 if stream.proposal is None else stream.proposal.number))
    found = undoable(game, stream, intent)
    if found:
        return Sample(command=ProposeUndo(to=found[0]), fields={"to": Field(options=found)})
    return Sample(command=ProposeUndo(to=next(iter(moments(stream.trail)), stream.version)))
