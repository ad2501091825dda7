"""A Celery consumer that waits while the broker is read-only, instead of fetching tasks or ending."""

from __future__ import annotations

import time
from typing import Any, Final

import structlog
from celery import Celery
from celery.worker.consumer import Consumer
from celery.worker.state import maybe_shutdown
from kombu.exceptions import OperationalError
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

log = structlog.get_logger("shared.platform.queue")

TRIED: Final = "arbiter:broker:tried"
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 8.0


class PatientConsumer(Consumer):
    """A Celery consumer that connects only when the broker accepts writes."""

    def connect(self) -> Any:  # noqa: ANN401 Celery's signature
        """Wait until the broker accepts writes, connect, and return the connection. A stop signal ends the wait.

        Rule:    AR-STORE-06
        """
        pause = FIRST_PAUSE
        while said := refused_by(self.app):
            log.warning("broker_refuses", said=said, again_in_seconds=pause)
            self._wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return super().connect()

    def _wait(self, seconds: float) -> None:
        """Wait in short intervals, so that the process handles signals meanwhile."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            maybe_shutdown()
            time.sleep(FIRST_PAUSE / 5)


def refused_by(app: Celery) -> str:
    """Return the error with which a broker refuses writes, or "" if it accepts them or is unreachable."""
    try:
        with app.connection_for_write() as connection:
            connection.connect()
            channel: Any = connection.default_channel
            channel.client.set(TRIED, "", ex=1)
    except (ResponseError, BusyLoadingError) as error:
        return str(error)
    except (RedisError, OSError, OperationalError):
        return ""
    return ""
