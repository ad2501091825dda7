"""The Specialist games in this process: deciding and folding a blow, and its exact odds compared with icepool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any, Final

import icepool  # type: ignore[import-untyped]

from services.rpg_specialist_pool.opposed import OpposedRolls
from services.rpg_specialist_pool.simulations import SIMULATION as POOLS
from services.rpg_specialist_total.defended import DefendedAttack
from services.rpg_specialist_total.simulations import SIMULATION as TOTALS
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.jobs.chunk import variant_of
from shared.kernel.jobs.simulation import Simulation
from shared.kernel.odds.report import Odds
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.successes import SuccessPool
from shared.kernel.stream import Stream, settle

from .rows import Bar, Row, row
from .turns import best_ms, in_turn, rate

SEED: Final = b"\x5e" * 32
MANY_LIVES: Final = {"vitality": 10_000}
TIMES: Final = 5
WARM: Final = Bar("at most", 2)
"""The bar for the ratio of warm odds to the peer's.

Ours also include the criticals of both sides, while the peer's are odds of the totals alone.
"""


def rows(*, rounds: int) -> list[Row]:
    """Measure every row."""
    blows = {"pools": _blow(POOLS, {}), "totals": _blow(TOTALS, {"critical": {"source": "off"}})}
    taken = in_turn({name: partial(rate, blow, 0.2) for name, blow in blows.items()}, 3 * rounds)
    note = "decide and fold; every command of it, to the damage"
    return [row(f"blows of {name}", "1/s", taken[name], note=note) for name in blows] + _odds(rounds)


def _blow(simulation: Simulation[Any, Any], settings: Mapping[str, Any]) -> Callable[[], None]:
    """Return a function that plays one blow in a fight, from declaration to effects, with new dice each time."""
    asked: dict[str, Any] = next(iter(simulation.examples.values()))["simulate"]
    lasting = {side: [_lasting(one) for one in asked[side][:1]] for side in ("party", "enemies")}
    kept = {"damage": {"applies_to": "vitality"}} if simulation is POOLS else {}
    variant = variant_of(simulation, {**lasting, "settings": {**kept, **settings}})
    stream = variant.start
    while stream.game.turn is None:
        stream = _move(simulation, variant.request, stream, 0)
    numbers = count()

    def blow() -> None:
        after, number = stream, next(numbers)
        while after is stream or after.game.waiting:
            after = _move(simulation, variant.request, after, number)
        assert after.version > stream.version

    return blow


def _lasting(one: dict[str, Any]) -> dict[str, Any]:
    return one | {"sheet": one["sheet"] | MANY_LIVES}


def _move(simulation: Simulation[Any, Any], request: Any, stream: Stream[Any], number: int) -> Stream[Any]:  # noqa: ANN401 any game's
    move = simulation.policy(request, stream)
    assert move is not None
    intent = Intent(id="move", seat=move.seat, role=move.role, at=0, by="key:bench", command=move.command)
    tape = SeedTape(seed=number.to_bytes(32, "big"), digest=bytes(32), version=stream.version)
    return settle(simulation.game, stream, intent, tape).after


# ---------------------------------------------------------------- odds


def _margins(odds: Odds) -> dict[int, Fraction]:
    return {int(one.total): Fraction(one.chance.exact) for one in odds.outcomes}


def _our_pools() -> dict[int, Fraction]:
    rolls = OpposedRolls(ours=SuccessPool(dice=12, luck=3, tier="basic"), theirs=SuccessPool(dice=10, luck=2))
    return _margins(rolls.odds().margin)


def _their_pools() -> dict[int, Fraction]:
    hit, luck = icepool.Die([0, 1]), icepool.Die([-1, 1])
    margin = (12 @ hit) + (3 @ luck) - (10 @ hit) - (2 @ luck)
    return {int(total): Fraction(ways, margin.denominator()) for total, ways in margin.items()}


def _our_totals() -> dict[int, Fraction]:
    to_hit, evasion, block = FlipTotal(dice=6, luck=2), FlipTotal(dice=4, luck=1), FlipTotal(dice=4)
    damage, armor = FlipTotal(dice=4), FlipTotal(dice=3)
    attack = DefendedAttack(
        to_hit=to_hit, evasion=evasion, block=block, damage=damage, mitigation=armor, criticals="off"
    )
    odds = attack.odds()
    return _margins(odds.damage) | {-1: Fraction(odds.hit.exact)}


def _their_totals() -> dict[int, Fraction]:
    luck = icepool.Die([2 @ icepool.d10, -(2 @ icepool.d10)])
    ahead = (6 @ icepool.d10) + luck - (4 @ icepool.d10) - icepool.Die([icepool.d10, -icepool.d10])
    hit: Any = icepool.map(lambda over, block: over >= 0 and over >= block, ahead, 4 @ icepool.d10)
    over: Any = (4 @ icepool.d10) - (3 @ icepool.d10)
    left = over.map(lambda more: max(more, 0))
    found = {int(total): Fraction(ways, left.denominator()) for total, ways in left.items()}
    return found | {-1: Fraction(hit.quantity(True), hit.denominator())}


ODDS: Final[Mapping[str, tuple[Callable[[], dict[int, Fraction]], Callable[[], dict[int, Fraction]]]]] = {
    "a blow of pools, 12 + 3 Luck dice against 10 + 2": (_our_pools, _their_pools),
    "a blow of totals, 6 + 2 Luck dice against 4 + 1 and 4": (_our_totals, _their_totals),
}


def _odds(rounds: int) -> list[Row]:
    found: list[Row] = []
    for name, (ours, theirs) in ODDS.items():
        assert ours() == theirs(), f"the odds of {name} are not icepool's"
        taken = in_turn({"ours": partial(best_ms, ours, TIMES), "icepool": partial(best_ms, theirs, TIMES)}, 3 * rounds)
        found.append(row(f"odds of {name}", "ms", taken["ours"], peer="icepool", theirs=taken["icepool"], bar=WARM))
    return found
