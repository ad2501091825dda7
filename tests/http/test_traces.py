"""Traces: a request and its append each have a span in the caller's trace, which the server sends to a collector."""

from __future__ import annotations

from pathlib import Path

import pytest

from services.gateway.processes.running import running
from tests.support.collecting import Collected, attributes_of, collecting
from tests.support.http import COLD, Table, open_table, roll

pytestmark = pytest.mark.store

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACED = {"traceparent": f"00-{TRACE}-{PARENT}-01"}


@pytest.mark.rule("AR-CAUSE-06")
def test_a_command_is_traced_from_its_request_to_its_append(tmp_path: Path) -> None:
    """The append's span is inside the request's span, which is in the caller's trace.

    If the command is refused, the trace names the refusal.
    """
    found: list[Collected] = []
    with (
        collecting(found) as address,
        running(tmp_path, durability="relaxed", ARBITER_TRACES_URL=address, **COLD) as server,
    ):
        with server.client() as app:
            table: Table = open_table(server, app)
            done = table.done(roll("2d6"), headers=TRACED)
            because = TRACED | {"Arbiter-Cause": f"{table.opened['stream']}/{done['version']}"}
            refused = table.send({"type": "VoidRoll", "roll": 99, "reason": "no such roll"}, headers=because)
        server.stop()
    spans = [one.span for one in found]
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
