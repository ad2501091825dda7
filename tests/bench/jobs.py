"""Jobs: trials per second on one core, the speed of two workers relative to one, and the slowest functions."""

from __future__ import annotations

import cProfile
import pstats
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from services.dice.simulations import SIMULATION
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.jobs.chunk import Chunk, run_chunk, variant_of
from shared.kernel.jobs.simulation import NO_SALTS
from shared.kernel.stream import settle
from tests.support.jobs import app_of, crewed, done, installation, roll_to_simulate

from .rows import Bar, Row, row

THROWS: Final = ("4d6kh3", "20d20kh10!")
GAIN: Final = Bar("at least", 1.8, of="ours")
JOB_TRIALS: Final = 60_000
HOTTEST: Final = 6


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure every row."""
    return [*(_trials(text, seconds, rounds) for text in THROWS), _measure_deciding(seconds, rounds), *_workers(rounds)]


def _trials(text: str, seconds: float, rounds: int) -> Row:
    return row(f"simulated trials of {text}, one core", "1/s", [_pace(text, seconds) for _ in range(rounds)])


def _pace(text: str, seconds: float) -> float:
    variant, trials, number = variant_of(SIMULATION, roll_to_simulate(text)), 0, 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        run_chunk(SIMULATION, (variant,), Chunk(job_seed=bytes(32), number=number, trials=500))
        trials, number = trials + 500, number + 1
    return trials / (time.perf_counter() - begun)


def _measure_deciding(seconds: float, rounds: int) -> Row:
    """Measure deciding and folding alone. The note lists the functions that take the most time."""
    once = _deciding()
    figures = []
    for _ in range(rounds):
        count, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds:
            for _ in range(200):
                once()
            count += 200
        figures.append(count / (time.perf_counter() - begun))
    return row("decide + fold in process (4d6kh3)", "1/s", figures, note=f"hottest: {hottest(once)}")


def _deciding() -> Callable[[], object]:
    variant = variant_of(SIMULATION, roll_to_simulate("4d6kh3"))
    move = SIMULATION.policy(variant.request, variant.start)
    assert move is not None
    intent = Intent(id="one", seat=move.seat, role=move.role, at=0, by="key:bench", command=move.command)
    stream = variant.start

    def once() -> object:
        tape = SeedTape(seed=bytes(32), digest=NO_SALTS, version=stream.version)
        return settle(SIMULATION.game, stream, intent, tape)

    return once


def hottest(once: Callable[[], object], times: int = 5_000) -> str:
    """Return the functions that take the most time, without the functions they call, and the share of each."""
    profile = cProfile.Profile()
    profile.enable()
    for _ in range(times):
        once()
    profile.disable()
    stats = pstats.Stats(profile)
    found = [(entry[2], where) for where, entry in stats.stats.items()]  # type: ignore[attr-defined]
    whole = sum(taken for taken, _ in found) or 1.0
    worst = sorted(found, reverse=True)[:HOTTEST]
    return ", ".join(f"{Path(where[0]).name}:{where[2]} {taken / whole:.0%}" for taken, where in worst)


def _workers(rounds: int) -> list[Row]:
    """Measure whole jobs with one and with two worker processes, in turn, without the time to start a worker."""
    one: list[float] = []
    two: list[float] = []
    with tempfile.TemporaryDirectory() as folder, installation(Path(folder) / "jobs") as server:
        for turn in range(rounds):
            for workers, figures in ((1, one), (2, two)):
                with (
                    crewed(server, ARBITER_WORKERS=str(workers)),
                    app_of(server, f"bench-{turn}-{workers}") as app,
                ):
                    done(app, {"simulate": roll_to_simulate("2d6"), "trials": 200})
                    begun = time.perf_counter()
                    done(app, {"simulate": roll_to_simulate("20d20kh10!"), "trials": JOB_TRIALS})
                    figures.append(JOB_TRIALS / (time.perf_counter() - begun))
    gains = [b / a for a, b in zip(one, two, strict=True)]
    note = "the server, the store, the dispatcher and the test share the same cores"
    return [
        row("trials in a job, 1 worker process", "1/s", one),
        row("trials in a job, 2 worker processes", "1/s", two),
        row("speed-up of 2 workers over 1", "x", gains, bar=GAIN, note=note),
    ]
