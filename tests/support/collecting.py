"""A collector of traces, which receives OTLP over HTTP as real collectors do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class Collected(NamedTuple):
    """A span, and the name of the service that sent it."""

    service: str
    span: Any

    @property
    def id(self) -> str:
        """Return the span's id, in hex."""
        found: str = self.span.span_id.hex()
        return found

    @property
    def parent(self) -> str:
        """Return the id of the span's parent, or an empty string if the span has no parent."""
        found: str = self.span.parent_span_id.hex()
        return found

    @property
    def attributes(self) -> dict[str, Any]:
        """Return the span's attributes."""
        return attributes_of(self.span)


@contextmanager
def collecting(found: list[Collected]) -> Iterator[str]:
    """Collect spans during the block; yield the collector's address."""

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Accept spans."""
            sent = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
            for one in sent.resource_spans:
                service = attributes_of(one.resource)["service.name"]
                found.extend(Collected(service, span) for scope in one.scope_spans for span in scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/traces"
        finally:
            server.shutdown()
            thread.join()


def attributes_of(one: Any) -> dict[str, Any]:  # noqa: ANN401 a message of OpenTelemetry
    """Return the attributes of a span, or of the resource that sent it."""
    return {each.key: each.value.int_value or each.value.string_value for each in one.attributes}
