"""A span for each request, if the server records traces; the span continues the `traceparent` of the caller."""

from __future__ import annotations

from typing import Any, Final

from litestar.types import ASGIApp

from shared.platform.tracing import Tracing

UNTRACED: Final = "health/live,health/ready,metrics"


def traced_requests(app: ASGIApp, tracing: Tracing) -> ASGIApp:
    """Wrap an app so that each request gets a span."""
    from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware

    traced: Any = OpenTelemetryMiddleware(
        app, excluded_urls=UNTRACED, tracer_provider=tracing.provider, default_span_details=_span_name,
        exclude_spans=["receive", "send"],
    )  # fmt: skip
    return traced  # type: ignore[no-any-return]


def _span_name(scope: Any) -> tuple[str, dict[str, Any]]:  # noqa: ANN401 an ASGI scope
    """Return the name and attributes of a request's span: its method and service, without the ids of streams."""
    service = scope["path"].split("/", 2)[1]
    return f"{scope['method']} /{service}", {}
