"""Deliver events to one webhook: in order within each stream, and from several streams at once.

After a failure, the events of only one stream at a time are delivered.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

import structlog
from msgspec import Struct
from msgspec.structs import replace

from shared.platform.eventlog import ArchiveAway, KeyNotHeld, LogRefusal, NewerRelease, StoreAway, now_ms
from shared.platform.extras.webhooks.endpoints import Delivered, Endpoint, Endpoints, Parked, ParkedFor, Standing
from shared.platform.extras.webhooks.outbox import Outbox, Span
from shared.platform.extras.webhooks.posting import Attempt, Poster
from shared.platform.extras.webhooks.signing import message_id, signed_headers
from shared.platform.processes import PoolRefusal, acting_for

log = structlog.get_logger("shared.platform.webhooks")

CONTENT: Final = {"Content-Type": "application/cloudevents-batch+json", "User-Agent": "Arbiter-Webhooks"}
PAUSE: Final = 1.0
LONG_PAUSE: Final = 30.0
JITTER: Final = 0.2
"""Maximum share of a pause that is randomly added to it, so that retries are spread over time."""
GONE: Final = 410
LATER: Final = (StoreAway, ArchiveAway, KeyNotHeld, NewerRelease)
"""Errors of reading a stream that may not occur again in a later attempt."""


class PublicCommit(Struct, frozen=True):
    """The public part of a commit: the stream's version after it, and the type and the CloudEvent of each event."""

    version: int
    events: Sequence[tuple[str, bytes]]


class PublicLog(Protocol):
    """A reader of the public part of streams."""

    async def tenant_of(self, stream: str) -> str:
        """Return the app that owns a stream; return an empty string if the stream is unknown.

        Refuses: StoreAway
        """
        ...

    async def commits(self, stream: str, after: int, last: int) -> Sequence[PublicCommit]:
        """Return the commits after one version, up to and including another, in order.

        Refuses: all refusals of reading the log; PoolRefusal
        """
        ...


class EventTexts(Protocol):
    """A writer of sentences that describe the events of streams."""

    async def add_to(self, stream: str, commit: PublicCommit) -> PublicCommit:
        """Return a commit in which each event has a `text`, a sentence that describes the public parts of the event.

        Refuses: all refusals of reading the log; PoolRefusal
        """
        ...


class Pace(Struct, frozen=True):
    """The pauses before retries, and the number of streams to deliver at once. Units: retries in seconds."""

    retries: Sequence[float]
    at_once: int


class Parts(Struct, frozen=True, kw_only=True):
    """The objects that deliveries need: webhooks, outbox, log, texts, sender, and pace."""

    endpoints: Endpoints
    outbox: Outbox
    log: PublicLog
    texts: EventTexts
    poster: Poster
    pace: Pace
    revoked: Callable[[str], Awaitable[bool]]
    """A function that returns whether an API key is revoked."""


class Line:
    """The delivery loop of one webhook, which runs while the webhook exists."""

    def __init__(self, endpoint: Endpoint, parts: Parts) -> None:
        """Set up the loop for a webhook. The loop reads the webhook's status from the store later."""
        self.endpoint = endpoint
        self.standing = Standing()
        self.oldest: int | None = None
        """The time since which the oldest pending stream waits; None if no stream is pending.

        Units: milliseconds UTC.
        """
        self._parts: Final = parts
        self._woken: Final = asyncio.Event()
        self._known = False

    def wake(self) -> None:
        """Make the delivery loop check for pending deliveries now."""
        self._woken.set()

    def change(self, endpoint: Endpoint) -> None:
        """Use new settings of the webhook from now on, and read its status from the store again."""
        self.endpoint, self._known = endpoint, False
        self._woken.set()

    async def run(self) -> None:
        """Deliver events until the task is cancelled, which happens when the webhook is deleted."""
        acting_for(self.endpoint.tenant)
        while True:
            self._woken.clear()
            try:
                await self._turn()
            except (*LATER, PoolRefusal) as error:
                log.info("webhook_waits", webhook=self.endpoint.id, said=type(error).__name__)
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("webhook_failed_here", webhook=self.endpoint.id)
                await asyncio.sleep(LONG_PAUSE)

    async def _turn(self) -> None:
        """Deliver the streams that have waited longest.

        If no delivery is due, wait until one is due or `wake` is called.
        """
        if not self._known:
            self.standing, self._known = await self._parts.endpoints.standing(self.endpoint.id), True
        seconds = self._pause()
        spans = () if seconds is None or seconds > 0 else await self._next()
        if spans:
            await self._round(spans)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds or None):
                await self._woken.wait()

    def _pause(self) -> float | None:
        """Return how long to wait before the next attempt; return None while the webhook is suspended.

        Units: seconds.
        """
        return None if self.standing.parked else max(0.0, (self.standing.next_try - now_ms()) / 1000)

    async def _next(self) -> Sequence[Span]:
        """Return the streams to deliver next.

        After a failure, return only one, the stream that failed if it is still pending.
        """
        outbox, failing = self._parts.outbox, self.standing.failing
        spans = await outbox.of_stream(self.endpoint, failing) if failing else ()
        spans = spans or await outbox.next(self.endpoint, 1 if failing else self._parts.pace.at_once)
        self.oldest = min((span.at for span in spans), default=None)
        return spans

    async def _round(self, spans: Sequence[Span]) -> None:
        """Deliver several streams at the same time. If any of them fails, record one failure."""
        if await self._parts.revoked(self.endpoint.by):
            await self._park("key-revoked")
            return
        done = await asyncio.gather(*(self._stream(span) for span in spans), return_exceptions=True)
        failed = [(span, attempt) for span, attempt in zip(spans, done, strict=True) if isinstance(attempt, Attempt)]
        for span, attempt in failed[:1]:
            await self._fail(span, attempt)
        for error in done:
            if isinstance(error, BaseException):
                raise error

    async def _stream(self, span: Span) -> Attempt | None:
        """Deliver the pending commits of a stream in order.

        Return the attempt that failed; return None if all succeeded.
        """
        try:
            commits = await self._commits(span)
        except LATER:
            raise
        except LogRefusal as refusal:  # the stream is erased or unreadable, so it cannot be delivered
            log.warning("webhook_stream_not_readable", stream=span.stream, said=type(refusal).__name__)
            commits = ()
        for commit in commits:
            events = [event for kind, event in commit.events if self.endpoint.wants_event(kind)]
            if events:
                attempt = await self._send(span.stream, commit.version, events)
                if not attempt.good:
                    return attempt
                self._note_delivery(span.stream, commit.version, attempt)
            await self._settle(span, commit.version, delivered=int(bool(events)))
        if not commits:
            await self._settle(span, span.last, delivered=0)
        return None

    async def _commits(self, span: Span) -> Sequence[PublicCommit]:
        """Read the pending commits of a stream. Add texts to their events if the webhook's settings ask for texts."""
        commits = await self._parts.log.commits(span.stream, span.after, span.last)
        if self.endpoint.text is not True:
            return commits
        return [await self._parts.texts.add_to(span.stream, commit) for commit in commits]

    async def _settle(self, span: Span, upto: int, *, delivered: int) -> None:
        await self._parts.outbox.settle(self.endpoint, span, upto, self.standing, delivered=delivered)

    async def _send(self, stream: str, version: int, events: Sequence[bytes]) -> Attempt:
        body = b"[" + b",".join(events) + b"]"
        secrets = self._parts.endpoints.secrets_now(self.endpoint)
        headers = signed_headers(message_id(stream, version), body, secrets, at_ms=now_ms())
        return await self._parts.poster.post(self.endpoint.url, CONTENT | headers, body)

    def _note_delivery(self, stream: str, version: int, attempt: Attempt) -> None:
        delivered = Delivered(stream=stream, version=version, at=now_ms())
        self.standing = Standing(delivered=delivered, status=attempt.status)

    async def _fail(self, span: Span, attempt: Attempt) -> None:
        """Schedule a retry. After the last retry, or if the receiver responds with 410, suspend the webhook."""
        failures, retries = self.standing.failures + 1, self._parts.pace.retries
        self.standing = replace(
            self.standing, failures=failures, failing=span.stream, status=attempt.status, error=attempt.error
        )
        if attempt.status == GONE or failures > len(retries):
            await self._park("gone" if attempt.status == GONE else "failures", failed=1)
            return
        seconds = max(retries[failures - 1] * (1 + JITTER * random.random()), attempt.retry_after)  # noqa: S311 no secret
        self.standing = replace(self.standing, next_try=now_ms() + int(seconds * 1000))
        await self._parts.outbox.stand(self.endpoint, self.standing, failed=1)
        self._tell("webhook_failed", span.stream, attempt)

    async def _park(self, why: ParkedFor, *, failed: int = 0) -> None:
        """Suspend the webhook until its app resumes it."""
        self.standing = replace(self.standing, next_try=0, parked=Parked(since=now_ms(), why=why))
        await self._parts.outbox.stand(self.endpoint, self.standing, failed=failed)
        log.warning("webhook_parked", webhook=self.endpoint.id, why=why, failures=self.standing.failures)

    def _tell(self, event: str, stream: str, attempt: Attempt) -> None:
        """Log a failed delivery. The URL is left out, because its path or query may contain the receiver's secret."""
        log.info(
            event, webhook=self.endpoint.id, stream=stream, failures=self.standing.failures,
            status=attempt.status, said=attempt.error,
        )  # fmt: skip
