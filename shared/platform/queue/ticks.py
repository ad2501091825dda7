"""Beat: sends the ticks at which it is looked what is due. It keeps its times in memory alone."""

from __future__ import annotations

from typing import Any

import structlog
from celery.beat import ScheduleEntry, Scheduler, SchedulingError

log = structlog.get_logger("shared.platform.queue")


class TickScheduler(Scheduler):
    """Sends each tick once; one that cannot be sent is told in a line, since the next one comes soon."""

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:  # noqa: ANN401 as Celery has it
        """Send a tick."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            log.warning("tick_not_sent", task=entry.task, said=type(error.__cause__ or error).__name__)
