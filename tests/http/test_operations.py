"""Operation of the server: health, metrics, logs, and the shutdown."""

import json
import re
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.gateway.processes.running import Running, running
from tests.support.http import CLOSE, COLD, SSE, TABLES, Table, assert_problem, open_table, roll
from tests.support.wire_log import IDS, lines_of


def test_health_probes_answer(app: httpx.Client) -> None:
    """Both health probes respond 200 without a key."""
    answers = [httpx.get(f"{app.base_url}{path}") for path in ("/health/live", "/health/ready")]

    assert [(answer.status_code, answer.json()) for answer in answers] == [
        (200, {"status": "alive"}), (200, {"status": "ready"})
    ]  # fmt: skip


def test_metrics_name_outcomes_and_no_caller(table: Table) -> None:
    """The metrics count commands by outcome, requests by route, commits and folds; no id, key or seat is a label."""
    table.done(roll())
    table.send(roll("wat"))
    table.send(roll(), headers={"If-Match": '"1"'})
    answer = table.app.get("/metrics")
    names = {line.split(" ")[2] for line in answer.text.splitlines() if line.startswith("# TYPE")}

    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert names >= {
        "arbiter_commands_total", "arbiter_append_seconds", "arbiter_commits_total", "arbiter_conflicts_total",
        "arbiter_cache_hits_total", "arbiter_fold_commits", "arbiter_http_request_seconds", "arbiter_store_up",
        "arbiter_rate_limit_refusals_total", "arbiter_sse_subscribers",
    }  # fmt: skip
    for command, outcome in (("Roll", "ok"), ("other", "stale"), ("other", "refused")):
        assert f'arbiter_commands_total{{command="{command}",outcome="{outcome}",service="dice"}}' in answer.text
    assert 'route="/dice/v1/tables/{id}/commands"' in answer.text
    assert table.opened["id"] not in answer.text
    assert table.server.key.split("_")[1] not in answer.text


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("my-id_1.2", True), ("x" * 64, True), ("x" * 65, False), ("two words", False), ('"}', False), ("", False)],
)
def test_a_request_has_an_id(app: httpx.Client, sent: str, kept: bool) -> None:  # noqa: FBT001 a parameter of a test
    """The server keeps a harmless request id from the caller, and replaces any other.

    The response and the problem contain the id.
    """
    answer = app.get(f"{TABLES}/nothing-here", headers={"X-Request-ID": sent})
    problem = assert_problem(answer, 404)
    given = answer.headers["x-request-id"]

    assert (given == sent) is kept
    assert problem["instance"].endswith(given)


def test_answers_are_not_cached_by_proxies(table: Table) -> None:
    """Each response has headers that keep it out of shared caches."""
    assert table.get().headers["cache-control"] == "no-store"


def line_of(log: Path, request: str) -> dict[str, Any]:
    """Wait for a request's log line, which is written after the response is sent."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        found = next((line for line in lines_of(log) if line["request"] == request), None)
        if found is not None:
            return found
        time.sleep(0.01)
    raise AssertionError(log.read_text("utf-8")[-2000:])


def test_a_log_line_has_the_ids_of_its_command(table: Table) -> None:
    """A command's log line has its own id, its request's, its stream's and the version, but nothing of its body."""
    salt = "5e" * 32
    table.done({"type": "AddSalt", "salt": salt}, seat="ann", headers={"X-Request-ID": "find-me"})
    line = line_of(table.server.log, "find-me")

    assert line["stream"] == table.opened["stream"]
    assert line["version"] == table.version
    assert re.fullmatch("[0-9a-f]{32}", line["command"])
    assert (line["method"], line["status"]) == ("POST", 200)
    assert salt not in table.server.log.read_text("utf-8")


def test_credentials_stay_out_of_the_log_wherever_they_were_sent(table: Table) -> None:
    """No line of the log contains a key or token that was sent in a path, query, body, seat's name or wrong header."""
    key, token = table.server.key, table.tokens["ann"]
    for secret in (key, token):
        table.app.get(f"{TABLES}/{secret}")
        table.app.get(f"{TABLES}/x?at={secret}")
        table.app.get(f"/{secret}")
        table.send({"type": "Roll", "secret": secret})
        table.get(headers={"Arbiter-Seat": secret})
        table.get(headers={"X-Request-ID": secret})
        table.get(headers={"Authorization": f"Basic {secret}"})
        table.app.post(TABLES, json={"seats": [{"seat": "gm", "role": secret}]})
    text = table.server.log.read_text("utf-8")

    assert key.split("_")[2] not in text
    assert token.split(".")[2] not in text


# ---------------------------------------------------------------- the end


def test_a_request_in_flight_is_finished_before_the_end(tmp_path: Path) -> None:
    """If the server must stop while a body is arriving, it reads the whole body, responds 200, and exits with 0."""
    with running(tmp_path / "arbiter", **COLD) as server, server.client() as app:
        table = open_table(server, app)
        app.close()
        body = json.dumps({"command": roll("7d7")}).encode()
        with socket.create_connection(("127.0.0.1", server.port)) as wire:
            head = _head(server, f"{table.path}/commands", len(body))
            wire.sendall(head.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
            assert wire.recv(65_536).startswith(b"HTTP/1.1 100 ")  # the request is accepted, and waits for its body
            wire.sendall(body[:10])
            stopped: list[int] = []
            stop = threading.Thread(target=lambda: stopped.append(server.stop()))
            stop.start()
            _await_closed(server.port)
            wire.sendall(body[10:])
            answer = _all(wire)
            stop.join()
        server.start()
        with server.client() as again:
            version = again.get(table.path).json()["version"]

    assert stopped == [0]
    assert answer.startswith(b"HTTP/1.1 200")
    assert b'"DiceRolled"' in answer
    assert version == table.opened["version"] + 1


def _await_closed(port: int) -> None:
    """Wait until the server accepts no more connections."""
    with suppress(OSError):
        while True:
            socket.create_connection(("127.0.0.1", port)).close()


def test_event_streams_end_at_once_on_shutdown(tmp_path: Path) -> None:
    """The server closes open event streams first, because they would delay the shutdown."""
    patient = {"ARBITER_SHUTDOWN_SECONDS": "3600"}
    with running(tmp_path / "arbiter", durability="relaxed", **patient, **COLD) as server, server.client() as app:
        table = open_table(server, app)
        with app.stream("GET", f"{table.path}/events", headers=SSE) as said:
            lines = said.iter_lines()
            assert next(lines).startswith("retry:")
            stop = threading.Thread(target=server.stop)
            stop.start()
            rest = list(lines)
            stop.join()

    assert [line for line in rest if line.startswith("id: ")]
    assert all(set(line) >= IDS for line in lines_of(server.log))


def _head(server: Running, path: str, length: int) -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.key}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


def _all(wire: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    wire.settimeout(120)
    found = b""
    while part := wire.recv(65_536):
        found += part
    return found


def test_one_event_stream_too_many_is_503_with_retry_after(tmp_path: Path) -> None:
    """An event stream above the limit gets a 503 with `Retry-After`.

    When an open one ends, the next one is accepted.
    """
    with (
        running(tmp_path / "arbiter", durability="relaxed", ARBITER_SUBSCRIBERS="1", **COLD) as server,
        server.client() as app,
    ):
        table = open_table(server, app)
        with app.stream("GET", f"{table.path}/events", headers=SSE) as said:
            lines = said.iter_lines()  # releasing the response would hang up
            assert any(line.startswith("id: ") for line in lines)
            refused = table.get("/events", headers=SSE)
        table.done(CLOSE)
        later = refused
        for _ in range(1200):
            if (later := table.get("/events", headers=SSE)).status_code == 200:
                break
            time.sleep(0.1)

    assert assert_problem(refused, 503)["type"] == "urn:arbiter:too-many-subscribers"
    assert int(refused.headers["Retry-After"]) > 0
    assert later.status_code == 200
