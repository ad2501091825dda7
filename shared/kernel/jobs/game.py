"""Simulation jobs as a game of the kernel: its commands are those of a job, and its view shows the job's progress."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from shared.kernel.game import Deciding, Documentation, Game
from shared.kernel.game_parts import Timing
from shared.kernel.jobs import commands, events, judgement, refusals
from shared.kernel.jobs import state as folds
from shared.kernel.jobs.analysis import NO_ANALYSES, Analysis, JobKinds
from shared.kernel.jobs.judgement import JobContext
from shared.kernel.jobs.simulation import Simulation
from shared.kernel.jobs.state import JobState, over
from shared.kernel.messages import Seat

KIND: Final = "job"
CHAPTERS: Final = (refusals, commands, events, folds, judgement)


def view(state: JobState, seat: Seat | None) -> JobState:  # noqa: ARG001 nothing of a job is secret
    """Return the whole state of a job."""
    return state


def job_of(
    simulation: Simulation[Any, Any], analyses: Mapping[str, Analysis[Any, Any]] = NO_ANALYSES
) -> Game[JobState]:  # fmt: skip
    """Return the game whose streams are the jobs of a game: its simulation, and its analyses by name."""
    return Game(
        service=simulation.service, kind=KIND, state=JobState, chapters=CHAPTERS, view=view,
        deciding=Deciding(context=partial(JobContext, JobKinds(simulation, analyses))), timing=Timing(over=over),
        documentation=Documentation(about=f"Long simulations of {simulation.service}."),
    )  # fmt: skip
