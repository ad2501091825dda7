"""Traces: if the settings name a receiver, each decision that is appended has a span, in the trace that caused it.

A server also has a span for each request (`http/edge/traced_requests`). Workers and clocks get no requests: their spans
belong to the trace that the chain of causes names, and follow from the span of the event that caused them.

Only these two modules use OpenTelemetry, which the optional dependency `otel` installs. It is imported only if
traces are configured.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, Literal, TypeAlias

from msgspec import UNSET

from shared.kernel.causes import Chain
from shared.platform.eventlog import Appended, Ask, CannotStart, EventLog
from shared.platform.metrics import outcome_of
from shared.platform.settings import ServerSettings

MISSING: Final = "ARBITER_TRACES_URL needs the extra `otel`: uv sync --extra otel, or pip install '.[otel]'"
TRACE: Final = re.compile(r"(?!0{32})[0-9a-f]{32}")
"""The pattern of a trace id, as in a `traceparent` header."""
SPAN_DIGITS: Final = 16

Process: TypeAlias = Literal["", "-worker", "-clock"]
LogMaker: TypeAlias = Callable[..., EventLog[Any]]
_GIVEN: Final[ContextVar[str | None]] = ContextVar("_GIVEN", default=None)
"""The id for the next span that begins; None for a random id."""


def span_of(event: str) -> str:
    """Return the id of an event's span. It is derived from the event's id: the stream and the version after it."""
    return hashlib.sha256(event.encode()).hexdigest()[:SPAN_DIGITS]


class Tracing:
    """The exporter of one process's traces, which exports in the background."""

    def __init__(self, settings: ServerSettings, process: Process = "") -> None:
        """Set up the exporter that the settings describe. `process` is added to the name of the service.

        Refuses: CannotStart
        """
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as error:
            raise CannotStart(MISSING) from error
        resource = Resource.create({"service.name": f"arbiter{process}"})
        self.provider: Final = TracerProvider(resource=resource, id_generator=_ids())
        self.provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=settings.traces_url)))
        self._tracer: Final = self.provider.get_tracer("arbiter")

    async def trace(self, name: str, stream: str, ask: Ask, work: Awaitable[Appended[Any]]) -> Appended[Any]:
        """Await a decision, and record a span for it. If the decision fails, the span records the type of the error.

        If the decision belongs to a trace, its span gets an id that is derived from its event. Later spans that the
        event causes refer to that id.

        Rule:    AR-CAUSE-08
        """
        began = time.time_ns()
        try:
            done = await work
        except Exception as error:
            self.record(name, ask.chain, began, {"stream": stream, "outcome": outcome_of(error)})
            raise
        event = None if done.replayed else f"{stream}/{done.first if name == 'open' else done.last}"
        facts: dict[str, str | int] = {"stream": stream, "outcome": "ok", "first": done.first, "last": done.last}
        self.record(name, ask.chain, began, facts, event=event)
        return done

    def record(
        self, name: str, chain: Chain | None, began: int, facts: dict[str, str | int], *, event: str | None = None
    ) -> None:  # fmt: skip
        """Record a span that ends now.

        The span is inside the span of the current request. Outside a request, it belongs to the trace that its chain
        names. `event` is the id of the event that later spans refer to as their cause.

        Units:   began in nanoseconds UTC
        """
        from opentelemetry import trace

        attributes: dict[str, Any] = {f"arbiter.{key}": value for key, value in facts.items()}
        within, traced = None, chain is not None and TRACE.fullmatch(chain.correlation) is not None
        if chain is not None:
            attributes["arbiter.correlation"] = chain.correlation
            if chain.cause is not UNSET:
                attributes["arbiter.cause"] = chain.cause.event
            if traced and not trace.get_current_span().get_span_context().is_valid:
                within = _context_of(chain)
        given = _GIVEN.set(span_of(event) if traced and event is not None else None)
        span = self._tracer.start_span(name, within, start_time=began, attributes=attributes)
        _GIVEN.reset(given)
        span.end()

    def close(self) -> None:
        """Export the remaining spans."""
        self.provider.shutdown()


def _context_of(chain: Chain) -> Any:  # noqa: ANN401 a context of OpenTelemetry
    """Return the OpenTelemetry context of a chain of causes whose id is a trace id.

    The parent of new spans is the span of the chain's cause.
    """
    from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, set_span_in_context

    cause = chain.correlation if chain.cause is UNSET else chain.cause.event
    caused_by = SpanContext(
        trace_id=int(chain.correlation, 16), span_id=int(span_of(cause), 16), is_remote=True,
        trace_flags=TraceFlags(TraceFlags.SAMPLED),
    )  # fmt: skip
    return set_span_in_context(NonRecordingSpan(caused_by))


def _ids() -> Any:  # noqa: ANN401 a generator of ids of OpenTelemetry
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

    class Ids(RandomIdGenerator):
        """A generator of random ids that uses a given id for a span if there is one."""

        def generate_span_id(self) -> int:
            """Return the id for the next span."""
            given = _GIVEN.get()
            return super().generate_span_id() if given is None else int(given, 16)

    return Ids()


class TracedLog(EventLog[Any]):
    """An event log that creates a span for each command."""

    def __init__(self, *args: Any, tracing: Tracing, **kwargs: Any) -> None:  # noqa: ANN401 those of an event log
        """Set up the log with the arguments of an `EventLog`; `tracing` records its spans."""
        super().__init__(*args, **kwargs)
        self._tracing: Final = tracing

    async def open(self, stream: str, tenant: str, ask: Ask, **more: Any) -> Appended[Any]:  # noqa: ANN401
        """Create a stream, as `EventLog.open` does."""
        ask = await self.join(ask)
        return await self._tracing.trace("open", stream, ask, super().open(stream, tenant, ask, **more))

    async def submit(self, stream: str, ask: Ask) -> Appended[Any]:
        """Decide a command and append its events, as `EventLog.submit` does."""
        ask = await self.join(ask)
        return await self._tracing.trace("append", stream, ask, super().submit(stream, ask))


def log_maker(tracing: Tracing | None) -> LogMaker:
    """Return the function that creates an event log; the log is traced if `tracing` is given."""
    return EventLog if tracing is None else partial(TracedLog, tracing=tracing)


def tracing_of(settings: ServerSettings, process: Process = "") -> Tracing | None:
    """Return the traces of this process; None if the settings name no receiver.

    Refuses: CannotStart
    """
    return None if settings.traces_url is None else Tracing(settings, process)
