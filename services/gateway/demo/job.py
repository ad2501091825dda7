"""The demo's simulation: a roll whose exact odds would be too expensive, and an audit of its luckiest trial."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arbiter_client import Arbiter
from arbiter_client.session import Job
from arbiter_client.types.dice import DiceJobAsk, ExtremeTrial, JobAnswer, Notation, Precision, Result, SimulateThrow

THROW: Final = "20d20kh10!"
TRIALS: Final = 60_000
ASKED: Final = DiceJobAsk(
    simulate=SimulateThrow(what=Notation(text=THROW), at_least=[190]),
    trials=TRIALS,
    precision=Precision(measure="total", half_width="0.5"),
)


def simulate(console: Console, app: Arbiter) -> bool:
    """Run a simulation, and audit one of its trials. Return whether the audit passes."""
    console.print(f"\nsimulating {THROW}, whose exact odds would cost too much, until its mean is known to 0.5:")
    job = app.dice.jobs.open(ASKED)
    _watch(console, job)
    found = job.look()
    if found.result is None:
        raise RuntimeError(f"the simulation has no result: {found.progress}")
    _tell(console, found, found.result)
    return _open(console, app, job, found.result.highest[0])


def _watch(console: Console, job: Job[JobAnswer]) -> None:
    """Show the job's progress as a bar until the job is done."""
    columns = (TextColumn("  {task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("trials", total=TRIALS)
        for progress in job.follow():
            total = progress.trials + (progress.remaining.trials if progress.remaining else 0)
            bar.update(task, completed=progress.trials, total=total)


def _tell(console: Console, job: JobAnswer, result: Result) -> None:
    for name, measure in result.ours.items():
        mean = measure.mean
        console.print(
            f"  {name}: {mean.value:.3f}, {result.confidence} % sure between {mean.low:.3f} and {mean.high:.3f} "
            f"(holds {mean.holds}, however often one looks)", highlight=False, soft_wrap=True,
        )  # fmt: skip
    said = "precise enough" if job.progress.why == "precision" else "all made"
    console.print(f"  {job.progress.trials} trials in {job.progress.chunks} chunks: {said}", highlight=False)


def _open(console: Console, app: Arbiter, job: Job[JobAnswer], extreme: ExtremeTrial) -> bool:
    trial = job.trial(extreme.chunk, extreme.trial)
    audit = app.dice.table(trial.id).audit()
    verdicts = [level.verdict for level in (audit.chain, audit.draws, audit.decisions)]
    console.print(
        f"  the luckiest trial came to {extreme.value}; opened as {trial.stream} it comes to "
        f"{trial.measured['total']}; chain, draws and decisions: {', '.join(verdicts)}",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
    return verdicts == ["same"] * 3 and trial.measured["total"] == extreme.value
