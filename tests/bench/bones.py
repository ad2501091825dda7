"""BONES in this process: commands of a fight and a task, whole fights, and odds compared with icepool."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any, Final

import icepool  # type: ignore[import-untyped]

from services.bones.chapters.people.creatures import BuildCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.simulations import SIMULATION
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.jobs.chunk import Chunk, run_chunk, variant_of
from shared.kernel.messages import Command
from shared.kernel.pools.task_sides import TaskDie, TaskSide, Way
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.stream import Stream, settle
from tests.bones.tables import MASTER, Journal

from .rows import Bar, Row, row
from .turns import best_ms, in_turn, rate

ASKED: Final = next(iter(SIMULATION.examples.values()))["simulate"]
"""The roll whose odds are compared: two armed fighters against a bear."""
TRIALS: Final = 20
TIMES: Final = 5
WARM: Final = Bar("at most", 2, aim=True)
"""The bar for the ratio of warm odds to the peer's.

Ours also include caps, losses, harm and choices, while the peer's are odds of the totals alone.
"""


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure every row."""
    contenders: dict[str, Callable[[], float]] = {
        "commands of a fight": partial(_fights, seconds / 4),
        "an opposed task": partial(rate, _task(), seconds / 4),
        "simulated fights": partial(_trials, seconds),
    }
    notes = {
        "commands of a fight": "decide and fold; declared, rolled, allotted and taken, with the policy that picks them",
        "an opposed task": "decide and fold; five dice against five, from the roll to what it came to",
        "simulated fights": "two armed fighters against a bear, one core, as jobs play them",
    }
    taken = in_turn(contenders, 3 * rounds)
    return [row(f"bones: {name}", "1/s", taken[name], note=notes[name]) for name in contenders] + _odds(rounds)


def _settle(stream: Stream[Any], command: Command, seat: str, number: int) -> Stream[Any]:
    intent = Intent(id="move", seat=seat, role="gm", at=0, by="key:bench", command=command)
    tape = SeedTape(seed=number.to_bytes(32, "big"), digest=bytes(32), version=stream.version)
    settled = settle(SIMULATION.game, stream, intent, tape)
    assert settled.fault is None
    return settled.after


def _fights(seconds: float) -> float:
    """Return the number of commands decided per second in successive fights, each with new dice."""
    variant, done, begun = variant_of(SIMULATION, ASKED), 0, time.perf_counter()
    for number in count():
        stream = variant.start
        while (move := SIMULATION.policy(variant.request, stream)) is not None:
            stream, done = _settle(stream, move.command, move.seat, number), done + 1
        if (taken := time.perf_counter() - begun) > seconds:
            return done / taken
    raise AssertionError


def _trials(seconds: float) -> float:
    """Return the number of simulated fights that one core plays per second."""
    variant, trials, begun = variant_of(SIMULATION, ASKED), 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        run_chunk(SIMULATION, (variant,), Chunk(job_seed=bytes(32), number=trials // TRIALS, trials=TRIALS))
        trials += TRIALS
    return trials / taken


def _task() -> Callable[[], None]:
    """Return a function that rolls an opposed task, with new dice each time."""
    journal = Journal()
    for _ in range(2):
        journal.send(BuildCreature(creature=MASTER))
    one, other = in_order(journal.state.characters)
    terms = Terms(skill="Melee", opponents=(Opponent(creature=other, skill="Melee"),))
    journal.send(CallTask(creature=one, aim="wrestle", terms=terms))
    (task,) = journal.state.tasks
    numbers = count()

    def once() -> None:
        after = _settle(journal.stream, RollTask(task=task), "gm", next(numbers))
        assert not after.game.tasks

    return once


# ---------------------------------------------------------------- odds


def _ours() -> dict[int, Fraction]:
    shows: tuple[tuple[Way, ...], ...] = ((Way(successes=1),),) * 3 + ((Way(successes=2),),) + ((),) * 2
    sides = [TaskSide(dice=(TaskDie(faces=shows),) * dice) for dice in (8, 6)]
    odds = TaskDice(ours=sides[0], theirs=(sides[1],)).odds()
    return {int(one.total): Fraction(one.chance.exact) for one in odds.outcomes}


def _theirs() -> dict[int, Fraction]:
    die = icepool.Die([1, 1, 1, 2, 0, 0])
    margin = (8 @ die) - (6 @ die)
    return {int(total): Fraction(ways, margin.denominator()) for total, ways in margin.items()}


def _odds(rounds: int) -> list[Row]:
    assert _ours() == _theirs(), "the odds of a task are not icepool's"
    taken = in_turn({"ours": partial(best_ms, _ours, TIMES), "icepool": partial(best_ms, _theirs, TIMES)}, 3 * rounds)
    name = "bones: odds of an opposed task, 8 dice against 6"
    return [row(name, "ms", taken["ours"], peer="icepool", theirs=taken["icepool"], bar=WARM)]
