"""The demo's simulation: a throw past exact odds, watched as it grows, and its luckiest trial opened and audited."""

from __future__ import annotations

import json
from typing import Any, Final

import httpx
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

THROW: Final = "20d20kh10!"
ASKED: Final = {
    "simulate": {"what": {"throw": "Notation", "text": THROW}, "at_least": [190]},
    "trials": 60_000,
    "precision": {"measure": "total", "half_width": "0.5"},
}


def simulate(console: Console, app: httpx.Client) -> bool:
    """Show a simulation from the request to a trial's proof; return whether the trial is honest."""
    console.print(f"\nsimulating {THROW}, whose exact odds would cost too much, until its mean is known to 0.5:")
    place = app.post("/dice/v1/jobs", json=ASKED).headers["Location"]
    _watch(console, app, place)
    job: dict[str, Any] = app.get(place).json()
    _tell(console, job)
    return _open(console, app, place, job["result"]["highest"][0])


def _watch(console: Console, app: httpx.Client, place: str) -> None:
    """Draw the job's event stream as a progress bar."""
    columns = (TextColumn("  {task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    headers = {"Accept": "text/event-stream"}
    with (
        Progress(*columns, console=console) as bar,
        app.stream("GET", f"{place}/events", headers=headers, timeout=None) as answer,
    ):
        task = bar.add_task("trials", total=ASKED["trials"])  # type: ignore[arg-type]
        for line in answer.iter_lines():
            if line.startswith("data: "):
                told = json.loads(line.removeprefix("data: "))
                remaining = told["remaining"]
                total = told["trials"] + remaining["trials"] if remaining else told["trials"]
                bar.update(task, completed=told["trials"], total=total)


def _tell(console: Console, job: dict[str, Any]) -> None:
    ours, progress = job["result"]["ours"], job["progress"]
    for name, measure in ours.items():
        mean = measure["mean"]
        console.print(
            f"  {name}: {mean['value']:.3f}, {job['result']['confidence']} % sure between {mean['low']:.3f} and "
            f"{mean['high']:.3f} (holds {mean['holds']}, however often one looks)", highlight=False, soft_wrap=True,
        )  # fmt: skip
    said = "precise enough" if progress["why"] == "precision" else "all made"
    console.print(f"  {progress['trials']} trials in {progress['chunks']} chunks: {said}", highlight=False)


def _open(console: Console, app: httpx.Client, place: str, extreme: dict[str, Any]) -> bool:
    which = {"chunk": extreme["chunk"], "trial": extreme["trial"]}
    answer = app.post(f"{place}/trials", json=which)
    audit = app.get(f"{answer.headers['Location']}/audit").json()
    verdicts = [audit[level]["verdict"] for level in ("chain", "draws", "decisions")]
    console.print(
        f"  the luckiest trial came to {extreme['value']}; opened as {answer.json()['stream']} it comes to "
        f"{answer.json()['measured']['total']}; chain, draws and decisions: {', '.join(verdicts)}",
        highlight=False, soft_wrap=True,
    )  # fmt: skip
    return verdicts == ["same"] * 3 and answer.json()["measured"]["total"] == extreme["value"]
