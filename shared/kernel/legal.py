"""What a seat may send now, the kernel's own commands included: each is tried against the very guards of `decide`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.game import Allowed, Blocked, Decider, Field, Intent, Legal, to_body
from shared.kernel.messages import Command, Role
from shared.kernel.refusals import Refusal, StreamIsOver
from shared.kernel.stream import KERNEL_COMMANDS, AddSalt, Close, OpenSeat, RotateSeed, RotateToken, Stream, decide

S = TypeVar("S")

ROLES: Final = ("gm", "player", "spectator", "clock")
SAMPLE_SALT: Final = "5a" * 32


def legal(decider: Decider[S], stream: Stream[S], seat: str, role: Role) -> Legal:
    """Tell what a seat may send on this stream now, and what it may not and why.

    Every body that follows from an entry, by taking one value of each field, is accepted at this version.
    """
    if stream.closed:
        over = StreamIsOver(needs="open", has="closed")
        return Legal(blocked=tuple(block(kind, over) for kind in (*decider.commands, *KERNEL_COMMANDS)))
    game = decider.legal(stream.game, seat, role)
    allowed: list[Allowed] = list(game.allowed)
    blocked: list[Blocked] = list(game.blocked)
    for command, fields in _samples(stream, seat):
        refusal = _tried(decider, stream, _intent(stream, seat, role, command))
        if refusal is None:
            allowed.append(Allowed(command=type(command).__name__, body=to_body(command), fields=fields))
        else:
            blocked.append(block(type(command), refusal))
    return Legal(allowed=tuple(allowed), blocked=tuple(blocked))


def block(kind: type[Command], refusal: Refusal) -> Blocked:
    """Tell why a command is blocked."""
    return Blocked(
        command=kind.__name__, rule=refusal.rule, says=refusal.says, needs=refusal.needs, has=refusal.has
    )  # fmt: skip


def _samples(stream: Stream[Any], seat: str) -> Sequence[tuple[Command, dict[str, Field]]]:
    """Give one body of each kernel command, and what else may stand in its fields."""
    free = next(name for number in range(len(stream.seats) + 1) if (name := f"seat-{number}") not in stream.seats)
    return (
        (AddSalt(salt=SAMPLE_SALT), {"salt": Field(schema="Hex32")}),
        (OpenSeat(seat=free), {"role": Field(options=ROLES, optional=True)}),
        (RotateToken(seat=seat), {}),
        (RotateSeed(), {}),
        (Close(), {"reason": Field(text=True, optional=True)}),
    )


def _intent(stream: Stream[Any], seat: str, role: Role, command: Command) -> Intent:
    return Intent(id="legal", seat=seat, role=role, at=stream.at, by=f"seat:{seat}@0", command=command)


def _tried(decider: Decider[S], stream: Stream[S], intent: Intent) -> Refusal | None:
    try:
        decide(decider, stream, intent, ProbeTape())
    except Refusal as refusal:
        return refusal
    except FirstDraw:
        return None
    return None
