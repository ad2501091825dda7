"""The clock sends the timed commands (steps) of streams when due, and acts for the seats of computer players.

A stream accepts a step only in a state in which the step is due (AR-CLOCK-01). It accepts a computer player's turn
only for the version for which the turn was chosen (AR-HOUSE-04). Therefore, if two processes try, only one takes the
step, and a process that replaces a dead one continues where it stopped. The rest of this module only orders the work
and saves effort.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, Final

import structlog
from celery import Celery
from kombu.exceptions import OperationalError
from msgspec import Struct

from shared.kernel.game import Game
from shared.kernel.game_parts import Due
from shared.kernel.messages import Seat
from shared.kernel.refusals import LentToEnough, NotDue, NotPlayedByTheHouse, StreamIsOver, TableIsGone
from shared.kernel.stream import Stream, seat_of_the_clock
from shared.platform.eventlog import (
    Ask,
    Bounds,
    EventLog,
    LogRefusal,
    StaleVersion,
    StoreAway,
    StoreConnection,
    StreamErased,
    StreamUnknown,
    now_ms,
)
from shared.platform.eventlog.seals import ByteSealer
from shared.platform.queue.broker_link import retry_while_away
from shared.platform.queue.caches import cache_bounds
from shared.platform.queue.celery_app import clock_task, send_clock, traced_link
from shared.platform.queue.due_streams import HELD_MS, DueStreams, Hold
from shared.platform.queue.house import House, seat_of_the_house
from shared.platform.queue.job_meters import count_steps
from shared.platform.settings import ServerSettings
from shared.platform.tracing import Tracing, log_maker, tracing_of

log = structlog.get_logger("shared.platform.queue")

SLICE_SECONDS: Final = 1.0
"""The maximum seconds that a process spends on one stream before it continues with other streams."""
HOUSE_SLICE_SECONDS: Final = 0.2
"""The maximum seconds on one stream in which a computer player acts, because people in other streams may be waiting."""


class StepStillDue(Exception):
    """A timed command was sent and is still due, so the clock would send it without end: the game has a bug."""


def due_on(game: Game[Any], stream: Stream[Any]) -> Due | None:
    """Return the next timed command of a stream. Return None if there is none or the stream is closed."""
    return None if stream.closed or not stream.opened else game.timing.due(stream.game)


class NextStep(Struct, frozen=True):
    """The clock's next task on a stream: send a timed command, act for a computer player's seat, or both."""

    due: Due | None
    seat: Seat | None

    @property
    def at(self) -> int:
        """Return when the clock has to act. Units: milliseconds UTC; 0 means at once."""
        return 0 if self.seat is not None or self.due is None else self.due.at


def next_on(game: Game[Any], stream: Stream[Any]) -> NextStep | None:
    """Return the clock's next task on a stream; None if it has no task there."""
    step = NextStep(due_on(game, stream), seat_of_the_house(game, stream))
    return None if step.due is None and step.seat is None else step


class ClockGame(Struct, frozen=True):
    """A game with timed commands or computer players, and the name of its rules."""

    game: Game[Any]
    ruleset: str

    def log(
        self, connection: StoreConnection, sealer: ByteSealer, tracing: Tracing | None = None, *,
        bounds: Bounds | None = None,
    ) -> EventLog[Any]:  # fmt: skip
        """Return an event log for the game's streams, with these limits on what is cached between two steps."""
        return log_maker(tracing)(connection, self.game, sealer, ruleset=self.ruleset, bounds=bounds)


class _Work(Struct):
    """The clock's work on one stream: its lease on the stream, and the number of steps taken so far."""

    hold: Hold
    steps: int = 0


class Clock:
    """The clock of one game: it sends the timed commands of the game's streams, and takes computer players' turns."""

    def __init__(self, event_log: EventLog[Any]) -> None:
        """Set up the clock for the streams of this log."""
        self._log: Final = event_log
        self._game: Final = event_log.game
        self._house: Final = House(event_log)
        self.streams: Final = DueStreams(event_log.connection, event_log.game.service)

    async def advance(self, stream: str) -> str:
        """Send a stream's due commands for a limited time. Return the outcome in words; `more` if some are left.

        Refuses: StoreAway
        """
        hold = await retry_while_away(lambda: self.streams.take(stream))
        if hold is None:
            return "held"
        work = _Work(hold)
        try:
            said, at = await self._run(work)
        except (StreamUnknown, StreamErased):
            said, at = "gone", None
        except (TableIsGone, LentToEnough) as refusal:  # until the game master enters faces; each commit tries again
            log.info("step_waits_for_faces", stream=stream, said=refusal.says)
            said, at = "waits for faces", None
        except StoreAway:
            raise
        except Exception as error:  # noqa: BLE001 a game's bug delays one stream and no other
            return await self._put_off(work.hold, error)
        await retry_while_away(lambda: self.streams.let_go(work.hold, at))
        if work.steps:
            await self._count("steps", work.steps)
        return said

    async def _run(self, work: _Work) -> tuple[str, int | None]:
        """Send due commands until the time is up. Return the outcome in words, and when to check the stream again."""
        began = held = time.monotonic()
        now = (await retry_while_away(lambda: self._log.load(work.hold.stream))).stream
        while (step := next_on(self._game, now)) is not None:
            if step.at > now_ms():
                return "later", step.at
            slice_seconds = SLICE_SECONDS if step.seat is None else HOUSE_SLICE_SECONDS
            if (moment := time.monotonic()) - began > slice_seconds and work.steps:
                return "more", now_ms()
            if moment - held > HELD_MS / 3000:
                held = moment
                renewed = await retry_while_away(lambda: self.streams.renew(work.hold))
                if renewed is None:  # this lease has expired, and another clock continues
                    return "held", now_ms()
                work.hold = renewed
            now = await self._act(now, step)
            work.steps += 1
        return "done", None

    async def _act(self, stream: Stream[Any], step: NextStep) -> Stream[Any]:
        """Send the timed command if it is due; otherwise take the computer player's turn. Return the new state."""
        if step.due is not None and step.due.at <= now_ms():
            return await self._take_step(stream, step.due)
        return stream if step.seat is None else await self._take_turn(stream, step.seat)

    async def _take_turn(self, stream: Stream[Any], seat: Seat) -> Stream[Any]:
        """Act for a computer player's seat.

        Return the state after the turn, or the newest state if the turn came too late.
        """
        ask = await self._house.turn(stream, seat)
        try:
            after: Stream[Any] = (await retry_while_away(lambda: self._log.submit(stream.id, ask))).stream_after
        except (StaleVersion, StreamIsOver, NotPlayedByTheHouse):
            return (await retry_while_away(lambda: self._log.load(stream.id))).stream
        return after

    async def _take_step(self, stream: Stream[Any], due: Due) -> Stream[Any]:
        """Send a timed command. Return the state after it, or the newest state if another process was faster.

        The cause of the command is the last event that is not a chat message.

        Rule:    AR-CAUSE-03
        """
        name = stream.id
        chain = await retry_while_away(lambda: self._log.chains.after(name, stream.version - stream.chatted))
        ask = Ask(
            command=due.command, seat=seat_of_the_clock(stream), by="clock", role="clock",
            id=f"clock:{name}:{stream.version}", chain=chain,
        )  # fmt: skip
        try:
            after: Stream[Any] = (await retry_while_away(lambda: self._log.submit(name, ask))).stream_after
        except (NotDue, StreamIsOver):
            return (await retry_while_away(lambda: self._log.load(name))).stream
        if due_on(self._game, after) == due:
            raise StepStillDue(type(due.command).__name__)
        return after

    async def _put_off(self, hold: Hold, error: Exception) -> str:
        """Log the error of a timed command or turn, and delay the next attempt on this stream."""
        pause = await retry_while_away(lambda: self.streams.put_off(hold))
        said = f"{type(error).__name__} {error}"
        log.error("step_not_taken", stream=hold.stream, said=said, again_in_ms=pause, exc_info=error)
        await self._count("refused", 1)
        return "put off"

    async def _count(self, name: str, times: int) -> None:
        """Add to a count in the metrics. Ignore errors of the store."""
        with suppress(LogRefusal):
            await count_steps(self._log.connection, self._game.service, name, times)


class ClockWorker:
    """The worker that sends the timed commands of several games in one process."""

    def __init__(self, settings: ServerSettings, store: str, games: Sequence[ClockGame], app: Celery) -> None:
        """Connect to the store, and prepare a clock for each game."""
        self._app: Final = app
        tracing = tracing_of(settings, "-clock")
        self._link: Final = traced_link(settings, store, partial(_clocks, settings, games, tracing), tracing)
        self._thread: Final = self._link.thread
        self._clocks: Final = self._link.made

    def advance(self, stream: str) -> str:
        """Send the due commands of a stream. If time runs out, add the stream to the end of the queue again."""
        service = stream.partition(".")[0]
        said = self._thread.call(self._clocks[service].advance(stream))
        if said == "more":
            self._send(service, stream)
        return said

    def _send(self, service: str, stream: str) -> None:
        """Queue a stream for the clock. If that fails, the dispatcher finds the stream later."""
        with suppress(OperationalError):
            self._thread.call(self._clocks[service].streams.note_sent(stream))
            send_clock(self._app, stream)

    def close(self) -> None:
        """Disconnect from the store."""
        self._link.close()


async def _clocks(
    settings: ServerSettings, games: Sequence[ClockGame], tracing: Tracing | None, connection: StoreConnection
) -> dict[str, Clock]:  # fmt: skip
    sealer = (await retry_while_away(lambda: connection.open_keys(settings.keys_at))).sealer
    bounds = cache_bounds(settings)
    return {one.game.service: Clock(one.log(connection, sealer, tracing, bounds=bounds)) for one in games}


def register_clock(app: Celery, settings: ServerSettings, store: str, games: Sequence[ClockGame]) -> None:
    """Register a Celery task for each game that uses the clock."""
    worker: Callable[[], ClockWorker] = lru_cache(maxsize=1)(lambda: ClockWorker(settings, store, games, app))

    def advance(*, stream: str, **_: object) -> str:
        return worker().advance(stream)

    for service in (one.game.service for one in games):
        app.task(name=clock_task(service))(advance)
