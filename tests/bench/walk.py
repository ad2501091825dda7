"""A game of the same shape as the peer's aggregate: somebody walks, step by step. For the rows on replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chance import Chance
from shared.kernel.context import Intent
from shared.kernel.game import Decider, Opening, SeatAsk
from shared.kernel.legal import Legal
from shared.kernel.messages import Command, Event


class Begin(Opening, frozen=True, kw_only=True):
    """Begin a walk."""


class Step(Command, frozen=True, kw_only=True):
    """Go some paces, several times in a row."""

    by: int
    times: int = 1


class Stepped(Event, frozen=True, kw_only=True):
    """Somebody went some paces."""

    by: int


class Place(Struct, frozen=True, kw_only=True):
    """Where somebody is."""

    steps: int = 0
    place: int = 0


def _decide(intent: Intent, state: Place, chance: Chance) -> Sequence[Event]:  # noqa: ARG001 nothing forbids a step
    command = intent.command
    return tuple(Stepped(by=command.by) for _ in range(command.times)) if isinstance(command, Step) else ()


def _stepped(state: Place, event: Stepped) -> Place:
    return replace(state, steps=state.steps + 1, place=state.place + event.by)


WALK: Final = Decider[Place](
    service="walk",
    kind="walk",
    opening=Begin,
    commands=(Step,),
    events=(Stepped,),
    state=Place,
    initial=Place(),
    decides=_decide,
    folds={Stepped: _stepped},
    view=lambda state, _: state,
    legal=lambda *_: Legal(),
)
BEGIN: Final = Begin(seats=(SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")))
