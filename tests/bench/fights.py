"""Simulated fights of the four campaigns: the processor time of a command in each, and of a view."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import mean
from typing import Any, Final

import msgspec

from services.bones.simulations import SIMULATION as BONES
from services.rpg_boundless.simulations import SIMULATION as BOUNDLESS
from services.rpg_specialist_pool.simulations import SIMULATION as POOLS
from services.rpg_specialist_total.simulations import SIMULATION as TOTALS
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.jobs.chunk import Variant, variant_of
from shared.kernel.jobs.simulation import Simulation
from shared.kernel.stream import Stream, settle

from .rows import Bar, Row, row
from .turns import in_turn

OTHERS: Final[dict[str, Simulation[Any, Any]]] = {"Boundless": BOUNDLESS, "pools": POOLS, "totals": TOTALS}
FIGHTS: Final = 10
BESIDE_OTHERS: Final = Bar("at most", 3)
BESIDE_A_COMMAND: Final = Bar("at most", 1)

_encode: Final = msgspec.json.Encoder().encode


def rows(*, rounds: int) -> list[Row]:
    """Measure every row."""
    games: dict[str, Simulation[Any, Any]] = {"BONES": BONES, **OTHERS}
    contenders: dict[str, Callable[[], tuple[float, float]]] = {
        name: partial(_costs, one, variant_of(one, next(iter(one.examples.values()))["simulate"]))
        for name, one in games.items()
    }
    taken = in_turn(contenders, 3 * rounds)
    commands = {name: [command for command, _ in found] for name, found in taken.items()}
    others = [mean(together) for together in zip(*(commands[name] for name in OTHERS), strict=True)]
    return [
        *(row(f"a command of a simulated fight, {name}", "µs", commands[name]) for name in OTHERS),
        row(
            "a command of a simulated fight, BONES", "µs", commands["BONES"],
            peer="the other campaigns", theirs=others, bar=BESIDE_OTHERS, note="processor time, with the policy",
        ),
        *(
            row(
                f"a view in a simulated fight, {name}", "µs", [view for _, view in found],
                peer="a command there", theirs=commands[name], bar=BESIDE_A_COMMAND if name == "BONES" else None,
            )
            for name, found in taken.items()
        ),
    ]  # fmt: skip


def _costs(simulation: Simulation[Any, Any], variant: Variant[Any]) -> tuple[float, float]:
    """Return the cost of a command in some fights, and of a view after it. Units: microseconds of processor time."""
    deciding = viewing = commands = 0
    for number in range(FIGHTS):
        stream, begun = variant.start, time.process_time_ns()
        while (after := _after(simulation, variant, stream, number.to_bytes(32, "big"))) is not None:
            decided = time.process_time_ns()
            _encode(simulation.game.view(after.game, "gm"))
            seen = time.process_time_ns()
            deciding, viewing, commands = deciding + decided - begun, viewing + seen - decided, commands + 1
            stream, begun = after, time.process_time_ns()
    return deciding / commands / 1000, viewing / commands / 1000


def _after(
    simulation: Simulation[Any, Any], variant: Variant[Any], stream: Stream[Any], seed: bytes
) -> Stream[Any] | None:
    """Return the stream after the next command that the simulation's policy chooses, or None once the fight is over."""
    move = None if stream.closed else simulation.policy(variant.request, stream)
    if move is None:
        return None
    intent = Intent(id="move", seat=move.seat, role=move.role, at=0, by="key:bench", command=move.command)
    return settle(simulation.game, stream, intent, SeedTape(seed=seed, digest=bytes(32), version=stream.version)).after
