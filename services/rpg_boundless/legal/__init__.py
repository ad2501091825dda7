"""What a seat may send to a campaign now, and why not the rest.

Each entry begins as a sample that fits the state; judgement itself then says, without any dice, whether it stands, and
which values of its fields do. So the list and the judgement can never differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.commands import COMMANDS, GM_ONLY
from services.rpg_boundless.decide import decide
from services.rpg_boundless.legal import characters, combat, overrides, rolls, scenes, table
from services.rpg_boundless.legal.sample import Sample
from services.rpg_boundless.refusals import OnlyTheGameMaster, OnlyWatches
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.context import Intent
from shared.kernel.legal import Allowed, Blocked, Legal, block, body_of
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field

PLAYING: Final = frozenset({"gm", "player"})
SAMPLES: Final[Mapping[type[Command], Callable[[CampaignState, str], Iterable[Sample]]]] = {
    **characters.SAMPLES,
    **rolls.SAMPLES,
    **combat.SAMPLES,
    **scenes.SAMPLES,
    **overrides.SAMPLES,
    **table.SAMPLES,
}


class Asking(Struct, frozen=True):
    """A seat that asks what it may do."""

    state: CampaignState
    seat: str
    role: Role

    def refused(self, command: Command) -> Refusal | None:
        """Tell why a command is refused, if it is."""
        by = f"seat:{self.seat}@0"
        intent = Intent(id="legal", seat=self.seat, role=self.role, at=0, by=by, command=command)
        try:
            decide(intent, self.state, ProbeTape())
        except Refusal as refusal:
            return refusal
        except FirstDraw:
            return None
        return None


def allowed_of(state: CampaignState, seat: Seat, role: Role, kind: type[Command]) -> list[Allowed]:
    """List what a seat may send of one kind."""
    return _entries(Asking(state, seat, role), kind)[0]


def legal(state: CampaignState, seat: Seat, role: Role) -> Legal:
    """Tell what a seat may send."""
    asking = Asking(state, seat, role)
    allowed: list[Allowed] = []
    blocked: list[Blocked] = []
    for kind in COMMANDS:
        if role not in PLAYING:
            blocked.append(block(kind, OnlyWatches(needs="gm or player", has=role)))
            continue
        if kind in GM_ONLY and role != "gm":
            blocked.append(block(kind, OnlyTheGameMaster(needs="gm", has=role)))
            continue
        entries, refusals = _entries(asking, kind)
        allowed += entries
        if not entries:
            blocked.append(block(kind, refusals[0]))
    return Legal(allowed=tuple(allowed), blocked=tuple(blocked))


def _entries(asking: Asking, kind: type[Command]) -> tuple[list[Allowed], list[Refusal]]:
    allowed: list[Allowed] = []
    refusals: list[Refusal] = []
    for sample in SAMPLES[kind](asking.state, asking.seat):
        refusal = asking.refused(sample.command)
        if refusal is None:
            allowed.append(_entry(asking, sample))
        else:
            refusals.append(refusal)
    return allowed, refusals


def _entry(asking: Asking, sample: Sample) -> Allowed:
    fields = dict(sample.fields)
    for name, values in sample.tries.items():
        stands = [value for value in values if asking.refused(replace(sample.command, **{name: value})) is None]
        if stands:
            fields[name] = Field(options=tuple(_plain(value) for value in stands))
    return Allowed(command=type(sample.command).__name__, body=body_of(sample.command), fields=fields)


def _plain(value: Any) -> Any:  # noqa: ANN401 a value of a field
    return msgspec.to_builtins(value)
