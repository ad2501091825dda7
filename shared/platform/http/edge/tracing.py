"""Traces, if the settings name a receiver: a span for each request, and inside it a span for its command.

Only this module uses OpenTelemetry, which the optional dependency `otel` installs. It is imported only if traces are
configured.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from litestar.types import ASGIApp
from msgspec import UNSET

from shared.platform.eventlog import Appended, Ask, CannotStart, EventLog
from shared.platform.metrics import outcome_of
from shared.platform.settings import ServerSettings

MISSING: Final = "ARBITER_TRACES_URL needs the extra `otel`: uv sync --extra otel, or pip install '.[otel]'"
UNTRACED: Final = "health/live,health/ready,metrics"


class Tracing:
    """The traces of one process, exported in the background."""

    def __init__(self, settings: ServerSettings) -> None:
        """Set up the exporter that the settings describe.

        Refuses: CannotStart
        """
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as error:
            raise CannotStart(MISSING) from error
        self._provider: Final = TracerProvider(resource=Resource.create({"service.name": "arbiter"}))
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=settings.traces_url)))
        self._tracer: Final = self._provider.get_tracer("arbiter")

    def around(self, app: ASGIApp) -> ASGIApp:
        """Wrap an app so that each request gets a span, which continues the `traceparent` of the caller."""
        from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware

        traced: Any = OpenTelemetryMiddleware(
            app, excluded_urls=UNTRACED, tracer_provider=self._provider, default_span_details=_span_name,
            exclude_spans=["receive", "send"],
        )  # fmt: skip
        return traced  # type: ignore[no-any-return]

    async def trace_submit(self, stream: str, ask: Ask, work: Awaitable[Appended[Any]]) -> Appended[Any]:
        """Await a command's response within a span. If the command fails, the span records the type of the error."""
        with self._tracer.start_as_current_span(
            "append", record_exception=False, set_status_on_exception=False
        ) as span:
            span.set_attribute("arbiter.stream", stream)
            if ask.chain is not None:
                span.set_attribute("arbiter.correlation", ask.chain.correlation)
                if ask.chain.cause is not UNSET:
                    span.set_attribute("arbiter.cause", ask.chain.cause.event)
            try:
                done = await work
            except Exception as error:
                span.set_attribute("arbiter.outcome", outcome_of(error))
                raise
            span.set_attributes({"arbiter.outcome": "ok", "arbiter.first": done.first, "arbiter.last": done.last})
            return done

    def close(self) -> None:
        """Export the remaining spans."""
        self._provider.shutdown()


def _span_name(scope: Any) -> tuple[str, dict[str, Any]]:  # noqa: ANN401 an ASGI scope
    """Return the name and attributes of a request's span: its method and service, without the ids of streams."""
    service = scope["path"].split("/", 2)[1]
    return f"{scope['method']} /{service}", {}


class TracedLog(EventLog[Any]):
    """An event log that creates a span for each command."""

    def __init__(self, *args: Any, tracing: Tracing, **kwargs: Any) -> None:  # noqa: ANN401 those of an event log
        """Create the log from the arguments of an `EventLog`; `tracing` gets its spans."""
        super().__init__(*args, **kwargs)
        self._tracing: Final = tracing

    async def submit(self, stream: str, ask: Ask) -> Appended[Any]:
        """Decide a command and append its events, as `EventLog.submit` does."""
        ask = await self.join(ask)
        return await self._tracing.trace_submit(stream, ask, super().submit(stream, ask))
