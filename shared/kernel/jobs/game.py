"""Simulation jobs as a game of the kernel: its commands are a job's commands, and its view shows the job's progress."""

from __future__ import annotations

from functools import partial
from typing import Final

from shared.kernel.game import Deciding, Documentation, Game
from shared.kernel.game_parts import NEVER, Timing, Undoing
from shared.kernel.jobs import commands, events, judgement, refusals
from shared.kernel.jobs import state as folds
from shared.kernel.jobs.analysis import JobKinds
from shared.kernel.jobs.judgement import JobContext
from shared.kernel.jobs.state import JobState, over
from shared.kernel.messages import Seat

KIND: Final = "job"
CHAPTERS: Final = (refusals, commands, events, folds, judgement)


def view(state: JobState, seat: Seat | None) -> JobState:  # noqa: ARG001 a job has no secrets
    """Return the whole state of a job."""
    return state


def job_of(kinds: JobKinds) -> Game[JobState]:
    """Return the kernel game whose streams are a game's jobs of all kinds."""
    return Game(
        service=kinds.service, kind=KIND, state=JobState, chapters=CHAPTERS, view=view,
        deciding=Deciding(context=partial(JobContext, kinds)), timing=Timing(over=over),
        undoing=Undoing(settings=NEVER), has_chat=False,
        documentation=Documentation(about=f"Long simulations of {kinds.service}."),
    )  # fmt: skip
