"""Prints the results of runs, with the same bytes for the same seeds."""

from __future__ import annotations

from collections.abc import Sequence

from tests.simulation.logged import REAL
from tests.simulation.plan import Plan, plan_of
from tests.simulation.playing import Result
from tests.simulation.running import Image
from tests.simulation.shrinking import shrunk


def say(line: str) -> None:
    """Print a line."""
    REAL.write(f"{line}\n")
    REAL.flush()


def run_seeds(image: Image, seeds: Sequence[int], *, quiet: bool = False) -> int:
    """Run seeds, and print a line for each unless `quiet`.

    Shrink the plan of the first seed that fails. Return 1 if any seed fails, else 0.
    """
    results = list[Result]()
    for plan, result in image.run_seeds(seeds):
        if result.violations and not any(one.violations for one in results):
            show(*shrunk(image, plan))
        results.append(result)
        if result.violations or not quiet:
            say(_line(result))
    say(summary(results))
    say(speed(results))
    return int(any(result.violations for result in results))


def find_bugs(image: Image, names: Sequence[str], *, most: int, shrink: bool) -> int:
    """Run seeds with each planted bug until one seed finds it; print that seed and its shrunk plan.

    Return how many of the bugs no seed found.
    """
    missed = 0
    for name in names:
        found = next((seed for seed in range(1, most + 1) if image.run(plan_of(seed), bug=name).violations), None)
        if found is None:
            missed += 1
            say(f"{name}: not found in {most} seeds")
            continue
        if not shrink:
            say(f"{name}: seed {found}")
            continue
        plan, result = shrunk(image, plan_of(found), bug=name)
        say(f"{name}: seed {found}, {len(plan.faults)} faults and {len(plan.asks)} asks: {result.violations[0]}")
        for fault in plan.faults:
            say(f"    {fault}")
    say(f"{len(names) - missed} of {len(names)} planted bugs found")
    return missed


def run_seed(image: Image, seed: int) -> int:
    """Run one seed, and print its plan and its trace; return 1 if there is a violation, else 0."""
    plan = plan_of(seed)
    result = image.run(plan, traced=True)
    show(plan, result)
    return int(bool(result.violations))


def show(plan: Plan, result: Result) -> None:
    """Print a plan, its trace and its violations."""
    for ask in plan.asks:
        say(f"ask    {ask}")
    for fault in plan.faults:
        say(f"fault  {fault}")
    for fact in result.trace:
        say(f"       {fact}")
    for sentence in result.violations:
        say(f"WRONG  {sentence}")
    say(_line(result))


def _line(result: Result) -> str:
    said = "; ".join(result.violations) or "holds"
    return (
        f"seed {result.seed}: digest {result.digest:08x}, {result.acknowledged} rolls, {result.deaths} deaths, "
        f"{result.callbacks} callbacks, {result.seconds:.3f} s simulated: {said}"
    )


def summary(results: Sequence[Result]) -> str:
    """Return a summary of all runs."""
    return (
        f"{len(results)} seeds, {sum(bool(one.violations) for one in results)} failed; "
        f"{sum(one.acknowledged for one in results)} rolls, {sum(one.deaths for one in results)} deaths, "
        f"{sum(one.callbacks for one in results)} callbacks, {sum(one.seconds for one in results):.1f} s simulated"
    )


def speed(results: Sequence[Result]) -> str:
    """Return a line with the speed of the runs, the only line that differs each time."""
    processor = sum(one.processor for one in results)
    rolls, seconds = sum(one.acknowledged for one in results), sum(one.seconds for one in results)
    per_second = f"{rolls / processor:.0f} rolls and {seconds / processor:.1f} s simulated a second"
    return f"{processor:.1f} s of processor: {per_second}"
