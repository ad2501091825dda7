"""Traces: one span per request and one for its append, both in the caller's trace and sent to a collector."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from services.gateway.processes.running import running
from tests.support.http import COLD, Table, open_table, roll

pytestmark = pytest.mark.store

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACED = {"traceparent": f"00-{TRACE}-{PARENT}-01"}


@contextmanager
def collecting(spans: list[Any]) -> Iterator[str]:
    """Collect spans during the block; yield the collector's address."""

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Accept spans."""
            sent = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
            spans.extend(span for one in sent.resource_spans for scope in one.scope_spans for span in scope.spans)
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


@pytest.mark.rule("AR-CAUSE-06")
def test_a_command_is_traced_from_its_request_to_its_append(tmp_path: Path) -> None:
    """The append's span is inside the request's span, which is in the caller's trace. A refusal is recorded by kind."""
    spans: list[Any] = []
    with (
        collecting(spans) as address,
        running(tmp_path, durability="relaxed", ARBITER_TRACES_URL=address, **COLD) as server,
    ):
        with server.client() as app:
            table: Table = open_table(server, app)
            done = table.done(roll("2d6"), headers=TRACED)
            because = TRACED | {"Arbiter-Cause": f"{table.opened['stream']}/{done['version']}"}
            refused = table.send({"type": "VoidRoll", "roll": 99, "reason": "no such roll"}, headers=because)
        server.stop()
    ours = [span for span in spans if span.trace_id.hex() == TRACE]
    requests = {span.span_id: span for span in ours if span.name == "POST /dice"}
    appends = [span for span in ours if span.name == "append"]

    assert refused.status_code == 409
    assert {span.parent_span_id.hex() for span in requests.values()} == {PARENT}
    assert [span.parent_span_id in requests for span in appends] == [True, True]
    assert [attributes_of(span)["arbiter.outcome"] for span in appends] == ["ok", "refused"]
    assert attributes_of(appends[0])["arbiter.last"] == done["version"]
    assert attributes_of(appends[0])["arbiter.correlation"] == TRACE
    assert "arbiter.cause" not in attributes_of(appends[0])
    assert attributes_of(appends[1])["arbiter.cause"] == f"{table.opened['stream']}/{done['version']}"
    assert "no such roll" not in str(spans)


def attributes_of(span: Any) -> dict[str, Any]:  # noqa: ANN401 a message of OpenTelemetry
    """Return the attributes of a span."""
    return {one.key: one.value.int_value or one.value.string_value for one in span.attributes}
