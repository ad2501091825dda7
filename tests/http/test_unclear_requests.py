"""Requests that two parsers could read differently.

The server refuses them, and counts them under the status of the response.
"""

from __future__ import annotations

import json
import re
import secrets
import select
import socket
import time
from typing import Any

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import Table, roll
from tests.support.wire_log import lines_of


def send_bytes(server: Running, request: bytes) -> tuple[int, dict[str, Any]]:
    """Send raw bytes; return the response's status and problem. The server then closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as wire:
        wire.sendall(request)
        found = b""
        while part := wire.recv(65_536):
            found += part
    head, _, body = found.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    problem: dict[str, Any] = json.loads(body)
    return int(head.split(b" ")[1]), problem


def head_of(server: Running, line: str, *headers: str, name: str = "") -> bytes:
    """Return the head of a request by the app."""
    usual = ("Host: x", f"Authorization: Bearer {server.key}", "Connection: close", f"X-Request-Id: {name or 'x'}")
    return "\r\n".join([line, *usual, *headers, "", ""]).encode()


def logged_statuses(server: Running, name: str) -> list[int]:
    """Return the statuses that the log has for a request.

    The server writes the log line after the response, so this function waits for it.
    """
    until = time.monotonic() + 60
    while name not in server.log.read_text("utf-8") and time.monotonic() < until:
        time.sleep(0.01)
    found = [line for line in lines_of(server.log) if line.get("request") == name and line["event"] == "request"]
    return [line["status"] for line in found]


def commands_with_status(app: httpx.Client, status: int) -> float:
    """Return the number of commands that got this status."""
    line = rf'^arbiter_requests_total{{[^}}]*status="{status}"[^}}]*}} (\S+)$'
    return sum(map(float, re.findall(line, app.get("/metrics").text, re.MULTILINE)))


@pytest.mark.parametrize("chunk", [b"zz\r\n", b"5\r\nabcde?\r\n", b"-1\r\n", b"5;\x00\r\n"])
def test_a_malformed_chunk_is_400_for_all(server: Running, app: httpx.Client, table: Table, chunk: bytes) -> None:
    """A malformed chunk is a 400 in the response, the log and the metrics, and is not counted as a server error."""
    name, before = secrets.token_hex(8), commands_with_status(app, 500)
    head = head_of(
        server, f"POST {table.path}/commands HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked",
        name=name,
    )  # fmt: skip
    status, problem = send_bytes(server, head + chunk)

    assert (status, problem["type"]) == (400, "urn:arbiter:malformed")
    assert logged_statuses(server, name) == [400]
    assert commands_with_status(app, 500) == before
    assert table.get().json()["version"] == table.opened["version"]


def test_a_caller_that_still_sends_can_read_why_it_was_refused(server: Running, table: Table) -> None:
    """A refused caller that still sends its body can read the response.

    The server keeps the connection open for a moment, because a reset would discard the response.
    """
    head = head_of(server, f"POST {table.path}/commands HTTP/1.1", "Arbiter-Seat: gm\0", "Content-Length: 100000")
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as wire:
        wire.sendall(head)
        select.select([wire], [], [])
        for _ in range(100):
            wire.sendall(b" " * 1000)
        found = b""
        while part := wire.recv(65_536):
            found += part

    assert found.startswith(b"HTTP/1.1 400 ")


def _send_for_ever(wire: socket.socket) -> None:
    """Send one byte after another until the connection is closed."""
    while True:
        wire.sendall(b"x")
        time.sleep(0.01)


def test_a_refused_caller_that_never_hangs_up_is_disconnected(server: Running) -> None:
    """The server closes the connection of a refused request, even if the caller keeps its own side open."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as wire:
        wire.sendall(b"\0\r\n\r\n")
        while wire.recv(65_536):
            pass
        with pytest.raises(ConnectionError):
            _send_for_ever(wire)


def test_a_caller_that_hangs_up_in_its_body_is_no_fault_of_ours(
    server: Running, app: httpx.Client, table: Table
) -> None:
    """If a caller hangs up while sending the body, the server counts and logs a 499."""
    name, before = secrets.token_hex(8), commands_with_status(app, 500)
    head = head_of(
        server, f"POST {table.path}/commands HTTP/1.1", "Content-Type: application/json", "Content-Length: 100",
        name=name,
    )  # fmt: skip
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as wire:
        wire.sendall(head + b"{")

    assert logged_statuses(server, name) == [499]
    assert commands_with_status(app, 500) == before


@pytest.mark.parametrize(
    "path",
    [
        "/dice/v1/tables/{id}%2flegal", "/dice/v1/tables%2F{id}", "/dice/v1//tables/{id}", "//dice/v1/tables/{id}",
        "/dice/v1/tables/{id}#legal", "/dice/v1/tables/{id}?at=1#x", "/%2f/x", "//", "/..%2f..%2fetc",
        "http://x/dice//v1",
    ],
)  # fmt: skip
def test_a_path_that_can_be_read_in_two_ways_is_400(server: Running, table: Table, path: str) -> None:
    """A path with %2f, a double slash or a fragment gets a 400."""
    whole = path.format(id=table.opened["id"])
    status, problem = send_bytes(server, head_of(server, f"GET {whole} HTTP/1.1"))

    assert (status, problem["type"], problem["field"]) == (400, "urn:arbiter:malformed", "path")


def test_an_absolute_url_is_accepted_as_a_path(server: Running, table: Table) -> None:
    """The server accepts an absolute URL, as HTTP requires.

    The two slashes after its scheme are not part of the path.
    """
    status, problem = send_bytes(server, head_of(server, f"GET http://x{table.path}/nothing HTTP/1.1"))

    assert (status, problem["type"]) == (404, "urn:arbiter:not-found")


def test_a_slash_in_a_query_is_a_value(app: httpx.Client) -> None:
    """Slashes that the server refuses in a path are allowed in a query."""
    assert app.get("/dice/v1/tables?cursor=a//b%2fc").json()["field"] == "cursor"


@pytest.mark.parametrize("coding", ["chunked", "identity", "gzip, chunked"])
def test_a_transfer_encoding_in_http_1_0_is_refused(server: Running, table: Table, coding: str) -> None:
    """An HTTP/1.0 request with a transfer encoding gets a 400.

    A reader that follows HTTP/1.0 would see a body of another length.
    """
    body = json.dumps({"command": roll()}).encode()
    head = head_of(
        server, f"POST {table.path}/commands HTTP/1.0", "Content-Type: application/json",
        f"Transfer-Encoding: {coding}",
    )  # fmt: skip
    status, problem = send_bytes(server, head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))

    assert (status, problem["type"]) == (400, "urn:arbiter:malformed")
    assert table.get().json()["version"] == table.opened["version"]


def test_http_1_0_is_answered(server: Running, table: Table) -> None:
    """An HTTP/1.0 request that is clear gets a response like any other."""
    status, _ = send_bytes(server, head_of(server, f"GET {table.path}/nothing HTTP/1.0"))

    assert status == 404
