"""A toy game for the kernel's own tests: a counter with dice, secrets, notes of any length and an end."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from shared.kernel.chance import Chance
from shared.kernel.context import Intent
from shared.kernel.game import Decider, Opening, SeatAsk
from shared.kernel.legal import Legal
from shared.kernel.messages import Command, Event, Secret
from shared.kernel.refusals import Refusal

STREAM: Final = "toy.table:"


class OpenToy(Opening, frozen=True, kw_only=True):
    """Open a toy table."""


class Roll(Command, frozen=True, kw_only=True):
    """Roll some six-sided dice."""

    dice: Annotated[int, Meta(ge=1, le=100)] = 1
    secret: bool = False


class Write(Command, frozen=True, kw_only=True):
    """Write a note on the table, `copies` times."""

    text: str
    copies: int = 1


class TakeTurn(Command, frozen=True, kw_only=True):
    """Take the turn with this number."""

    turn: int


class PassOver(Command, frozen=True, kw_only=True):
    """Do nothing at all."""


class Rolled(Event, frozen=True, kw_only=True):
    """Dice were rolled."""

    faces: tuple[int, ...] | Secret[tuple[int, ...]]


class Written(Event, frozen=True, kw_only=True):
    """A note was written."""

    text: str


class TurnTaken(Event, frozen=True, kw_only=True):
    """A turn was taken."""

    turn: int


class ToyState(Struct, frozen=True, kw_only=True):
    """What is on the table."""

    rolls: int = 0
    pips: int = 0
    notes: tuple[str, ...] = ()
    turn: int = 0
    hidden: tuple[Secret[tuple[int, ...]], ...] = ()


class NotThatTurn(Refusal):
    """Turns are taken in order."""

    rule = "TOY-TURN-01"


def _decide(intent: Intent, state: ToyState, chance: Chance) -> Sequence[Event]:
    match intent.command:
        case Roll(dice=dice, secret=secret):
            faces = chance.roll("toy", 6, dice, audience=("gm",) if secret else None)
            return (Rolled(faces=Secret(audience=("gm",), value=faces) if secret else faces),)
        case Write(text=text, copies=copies):
            return tuple(Written(text=text) for _ in range(copies))
        case TakeTurn(turn=turn):
            if turn != state.turn + 1:
                raise NotThatTurn(needs=state.turn + 1, has=turn)
            return (TurnTaken(turn=turn),)
        case _:
            return ()


def _rolled(state: ToyState, event: Rolled) -> ToyState:
    if isinstance(event.faces, Secret):
        return replace(state, rolls=state.rolls + 1, hidden=(*state.hidden, event.faces))
    return replace(state, rolls=state.rolls + 1, pips=state.pips + sum(event.faces))


def _written(state: ToyState, event: Written) -> ToyState:
    return replace(state, notes=(*state.notes, event.text[:20])[-5:])


def _turn_taken(state: ToyState, event: TurnTaken) -> ToyState:
    return replace(state, turn=event.turn)


TOY: Final = Decider(
    service="toy",
    kind="table",
    opening=OpenToy,
    commands=(Roll, Write, TakeTurn, PassOver),
    events=(Rolled, Written, TurnTaken),
    state=ToyState,
    initial=ToyState(),
    decides=_decide,
    folds={Rolled: _rolled, Written: _written, TurnTaken: _turn_taken},
    view=lambda state, _: state,
    legal=lambda *_: Legal(),
)

OPENING: Final = OpenToy(seats=(SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")))
