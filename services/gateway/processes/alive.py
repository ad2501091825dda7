"""Signs of life of processes without a port: each process touches a file while it makes progress."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

import structlog
from celery import Celery, bootsteps

log = structlog.get_logger("gateway")

EVERY_SECONDS: Final = 5.0


def touch(folder: Path, role: str) -> None:
    """Touch the file of a role, such as `worker`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / role).touch()


async def show_life(folder: Path | None, role: str) -> None:
    """Touch the file of a role periodically, on the event loop that does the work. Without a folder, do nothing.

    If that fails, try again after the usual pause, as the timer of a Celery worker does.
    """
    while folder is not None:
        try:
            touch(folder, role)
        except OSError as error:  # such as a full disk
            log.warning("no_sign_of_life", said=str(error))
        await asyncio.sleep(EVERY_SECONDS)


def show_life_of(app: Celery, folder: Path | None, role: str) -> None:
    """Make the main loop of a Celery worker touch the file of its role. A hanging worker stops touching it."""
    if folder is not None:
        app.steps["worker"].add(_signs_of_life(folder, role))


def _signs_of_life(folder: Path, role: str) -> type[bootsteps.StartStopStep]:
    class SignsOfLife(bootsteps.StartStopStep):
        requires = ("celery.worker.components:Timer",)

        def start(self, parent: Any) -> None:  # noqa: ANN401 as Celery has it
            parent.timer.call_repeatedly(EVERY_SECONDS, touch, (folder, role))
            touch(folder, role)

    return SignsOfLife
