"""Requests that could stop the server, but do not.

Long work runs in the pool, of which each app has a fair share, and connections and streams are limited.
"""

from __future__ import annotations

import gzip
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from services.dice.chapters.rolls import Roll
from services.dice.game import prepare
from services.gateway.processes.running import Running, running
from services.tcg.catalogue.starter import STARTER
from shared.kernel.stream import Close
from shared.platform.processes import acting_for, tenant_now
from tests.support.disturbed_jobs import eventually
from tests.support.http import COLD, SSE, Table, assert_problem, key_of, open_table, roll
from tests.support.matches import MATCHES, WATCHED
from tests.support.nursery import EXECUTED_POOL
from tests.support.processes import children_of

UNFINISHED = (
    b"POST /dice/v1/odds HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer KEY\r\n"
    b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
)
SHORT = {
    "ARBITER_HEADER_SECONDS": "0.3", "ARBITER_BODY_SECONDS": "0.3", "ARBITER_HEADER_BYTES": "4096",
    "ARBITER_REQUEST_SECONDS": "3",
}  # fmt: skip


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server with low limits on time, event streams and connections."""
    few = {"ARBITER_TENANT_SUBSCRIBERS": "3", "ARBITER_SEAT_SUBSCRIBERS": "1", "ARBITER_PEER_CONNECTIONS": "20"}
    patient = {"ARBITER_APPEND_SECONDS": "60", "ARBITER_ANSWER_SECONDS": "60", "ARBITER_KEY_SECONDS": "3600"}
    with running(tmp_path_factory.mktemp("small"), durability="relaxed", **SHORT, **few, **patient, **COLD) as server:
        yield server


def send_bytes(server: Running, *parts: bytes) -> bytes:
    """Send raw bytes, and return everything that the server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port)) as wire:
        wire.settimeout(60)
        for part in parts:
            wire.sendall(part)
        found = b""
        while part := wire.recv(65_536):
            found += part
    return found


# ---------------------------------------------------------------- slow callers


@pytest.mark.parametrize(
    ("sent", "what"),
    [
        (b"GET /health/live HTTP/1.1\r\nHost: x\r\n", b"the head of the request"),
        (
            UNFINISHED,
            b"the body of the request",
        ),
        (b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /health", b"the head of the request"),
    ],
)
def test_a_request_that_is_not_finished_is_ended(small: Running, sent: bytes, what: bytes) -> None:
    """A head or a body that does not arrive in time gets a 408, and the server closes the connection."""
    answer = send_bytes(small, sent.replace(b"KEY", small.key.encode()))

    assert b"HTTP/1.1 408 Request Timeout" in answer
    assert what in answer


def test_an_idle_new_connection_is_closed(small: Running) -> None:
    """The server closes an idle new connection without a response, because it sent no request."""
    assert send_bytes(small) == b""


def test_the_head_of_a_request_is_limited_in_size(small: Running) -> None:
    """A request with an endless head gets a 431, long before the head could fill the memory."""
    answer = send_bytes(small, b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"a" * 5000)

    assert answer.startswith(b"HTTP/1.1 431 ")


def test_an_address_has_a_limit_of_connections(small: Running) -> None:
    """A connection above an address's limit gets a 429 with `Retry-After`.

    When another connection of the address closes, the server accepts the next one.
    """
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(socket.create_connection(("127.0.0.1", small.port)))
        answer = send_bytes(small)
    assert answer.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 5" in answer


# ---------------------------------------------------------------- a hanging store


@pytest.mark.rule("AR-SERVER-03")
def test_a_request_has_a_time_limit_and_happens_whole_or_not_at_all(small: Running) -> None:
    """A request that arrives while the store hangs gets a 503, and an open event stream stays open.

    Once the store recovers, a retry with the same key causes no second roll, and the open stream shows the event.
    """
    with small.client() as app, ExitStack() as stack, ThreadPoolExecutor(3) as many:
        table = open_table(small, app)
        events = stack.enter_context(app.stream("GET", f"{table.path}/events", headers=SSE)).iter_lines()
        assert any(line.startswith("id: ") for line in events)
        once = {"Idempotency-Key": "slow"}
        asks = [lambda: table.send(roll(), headers=once), table.get, lambda: table.get("/events")]
        os.kill(small.store.pid, signal.SIGSTOP)
        try:
            refused = list(many.map(lambda ask: ask(), asks))
        finally:
            os.kill(small.store.pid, signal.SIGCONT)
        done = table.send(roll(), headers=once)
        assert any("DiceRolled" in line for line in events)

    for answer in refused:
        assert assert_problem(answer, 503)["type"] == "urn:arbiter:took-too-long"
        assert int(answer.headers["Retry-After"]) > 0
    assert (done.status_code, done.json()["view"]["game"]["rolls"]) == (200, 1)


# ---------------------------------------------------------------- event streams


def listening(stack: ExitStack, table: Table, **how: Any) -> httpx.Response:  # noqa: ANN401 as httpx has it
    """Listen to a table until the stack closes; if the stream opens, wait for its first event."""
    headers = SSE | (table.as_seat(how["seat"]) if "seat" in how else {})
    answer = stack.enter_context(table.app.stream("GET", f"{table.path}/events", headers=headers))
    if answer.status_code == 200:
        lines = answer.iter_lines()
        stack.callback(lambda: lines)
        assert any(line.startswith("id: ") for line in lines)
    else:
        answer.read()
    return answer


def test_a_seat_has_a_share_of_the_event_streams(small: Running) -> None:
    """A seat above its limit of event streams gets a 429 with `Retry-After`. Another seat can still listen."""
    with small.client() as app, ExitStack() as stack:
        table = open_table(small, app)
        first = listening(stack, table, seat="ann")
        again = listening(stack, table, seat="ann")
        other = listening(stack, table, seat="bob")

        assert (first.status_code, other.status_code) == (200, 200)
        assert assert_problem(again, 429)["type"] == "urn:arbiter:too-many-event-streams"
        assert int(again.headers["Retry-After"]) > 0


def test_an_app_has_a_share_of_the_event_streams(small: Running) -> None:
    """The event streams of an app's seats count towards the app's limit. Another app can still listen."""
    own, other = key_of(small, tenant="full"), key_of(small, tenant="other")
    with small.client(own) as app, small.client(other) as stranger, ExitStack() as stack:
        table, theirs = open_table(small, app), open_table(small, stranger)
        open_now = [listening(stack, table, seat=seat).status_code for seat in ("ann", "bob", "eve")]
        refused = listening(stack, table)

        assert open_now == [200, 200, 200]
        assert assert_problem(refused, 429)["type"] == "urn:arbiter:too-many-event-streams"
        assert listening(stack, theirs).status_code == 200


# ---------------------------------------------------------------- the contract


@pytest.mark.parametrize("path", ["/schema", "/schema/", "/schema/openapi.json", "/schema/dice.json"])
def test_the_contract_is_rendered_once(app: httpx.Client, path: str) -> None:
    """The server renders the contract once.

    The contract has an ETag, is compressed for clients that accept it, and gets a 304 for cached copies.
    """
    plain = app.get(path, headers={"Accept-Encoding": "identity"})
    packed = app.get(path, headers={"Accept-Encoding": "gzip"})
    again = app.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": f'W/"x", {packed.headers["ETag"]}'})

    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(gzip.compress(plain.content)) * 2
    assert plain.headers["ETag"] != packed.headers["ETag"]
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", packed.headers["ETag"])


# ---------------------------------------------------------------- long work


def cards(count: int) -> dict[str, Any]:
    """Return a card set with this many cards."""
    form = next(card for card in msgspec.to_builtins(STARTER)["cards"] if card["kind"] == "form")
    return {"name": "Mine", "cards": [form | {"id": f"card-{n}", "number": str(n)} for n in range(count)]}


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server where each app may run one task in the pool at a time."""
    folder = tmp_path_factory.mktemp("busy")
    with running(folder, durability="relaxed", ARBITER_POOL_SHARE="1") as server:
        yield server


def test_a_process_of_the_pool_starts_with_the_server_or_when_it_is_needed(tmp_path: Path) -> None:
    """By default a pool process starts before the first request.

    With `ARBITER_POOL_WARM=no`, the first long task starts it.
    """
    odds = {"what": {"throw": "Notation", "text": "30d20kh10"}}
    with running(tmp_path / "warm", durability="relaxed", **EXECUTED_POOL) as warm:
        eventually(lambda: bool(children_of(warm.pid)))
    with running(tmp_path / "cold", durability="relaxed", **EXECUTED_POOL, **COLD) as cold, cold.client() as app:
        before = children_of(cold.pid)
        answer = app.post("/dice/v1/odds", json=odds)
        after = children_of(cold.pid)

    assert (before, answer.status_code, len(after)) == ([], 200, 1)


def test_an_app_has_a_share_of_the_pool(busy: Running) -> None:
    """A request above an app's share of the pool gets a 429 with `Retry-After`. Another app's work still succeeds."""
    asked = {"cards": cards(200)}
    with busy.client() as app, busy.client(key_of(busy, tenant="other")) as other, ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: app.post("/tcg/v1/cards/check", json=asked), range(8)))
        theirs = other.post("/tcg/v1/cards/check", json=asked)
    refused = [answer for answer in answers if answer.status_code != 200]

    assert {answer.status_code for answer in answers} == {200, 429}
    assert assert_problem(refused[0], 429)["type"] == "urn:arbiter:share-full"
    assert int(refused[0].headers["Retry-After"]) > 0
    assert theirs.status_code == 200


def test_an_opening_that_brings_cards_is_decided_like_any_other(app: httpx.Client) -> None:
    """The pool decides an opening with a large card set. The match's log is like any other, and its audit is clean."""
    body = {"type": "OpenMatch", "seats": list(WATCHED), "cards": cards(60)}
    key = {"Idempotency-Key": "once"}
    opened = app.post(MATCHES, json=body, headers=key)
    again = app.post(MATCHES, json=body, headers=key)
    wrong = app.post(MATCHES, json=body | {"cards": {"name": "Mine", "cards": cards(60)["cards"] * 2}})
    audit = app.get(f"{opened.headers['Location']}/audit").json()

    assert opened.status_code == 201, opened.text
    assert (again.status_code, again.json()["id"]) == (201, opened.json()["id"])
    assert [audit[level]["verdict"] for level in ("chain", "decisions")] == ["same", "same"]
    assert wrong.status_code in {400, 409}
    assert wrong.json()["rule"].startswith("TC-")


def test_a_long_log_is_read_like_a_short_one(app: httpx.Client, server: Running) -> None:
    """For a log above the size limit, the pool produces pages, exports, past views and audits with the same content."""
    table = open_table(server, app)
    for _ in range(12):
        table.done(roll(*["60d6"] * 60), params={}, headers={"Prefer": "return=minimal"})
    page = table.get("/events", params={"limit": "1000"}).json()
    lines = table.get("/events", headers={"Accept": "application/x-ndjson"}).content.splitlines()
    past = table.get(params={"at": str(table.version - 1)}).json()
    luck = table.get("/luck").json()

    assert [int(item["sequence"]) for item in page["items"]] == list(range(1, table.version + 1))
    assert len(lines) == 13
    assert past["version"] == table.version - 1
    assert luck["seats"][0]["luck"]["counted"] + luck["seats"][0]["luck"]["beyond_bound"] == 720
    assert table.get("/audit").json()["failure"] is None


def test_slow_odds_have_the_form_of_fast_ones(app: httpx.Client) -> None:
    """Odds that take more than a millisecond come from the pool in the same form. Odds that cost too much get a 409."""

    def odds(text: str) -> httpx.Response:
        """Request the odds of a notation."""
        return app.post("/dice/v1/odds", json={"what": {"throw": "Notation", "text": text}})

    dear, cheap = odds("30d20kh10").json(), odds("2d6").json()
    refused = assert_problem(odds("1000d1000kh500"), 409)

    assert dear.keys() == cheap.keys()
    assert refused["rule"] == "AR-ODDS-01"
    assert refused["has"] > refused["needs"]


def test_dry_run_computes_slow_odds_in_the_pool(app: httpx.Client, server: Running) -> None:
    """A dry run has the same odds as `/odds`."""
    table = open_table(server, app)
    dry_run = table.done(roll("30d20kh10"), params={"dry_run": "true"})
    odds = app.post("/dice/v1/odds", json={"what": {"throw": "Notation", "text": "30d20kh10"}}).json()

    assert dry_run["odds"] == odds


ODD_ONES = ("{5}dl1", "{26}dl1dl1 + 1d6", "{78122}cs>3kl59", "20dFmi38/720d10ro<3", "(1d6)d6kh1", "$a=1d6/1d6; $a*$a")


@pytest.mark.rule("DI-LUCK-LEDGER-03")
@pytest.mark.parametrize("text", ODD_ONES)
def test_luck_and_dry_run_answer_for_every_notation(app: httpx.Client, server: Running, text: str) -> None:
    """The luck ledger and dry runs accept every notation. The ledger has no entry for a refused notation."""
    table = open_table(server, app)
    rolled = table.send(roll(text, "1d6"))
    tried = table.send(roll(text), params={"dry_run": "true"})
    luck = table.get("/luck")

    assert {rolled.status_code, tried.status_code, luck.status_code} <= {200, 201, 409}
    assert luck.status_code == 200, luck.text
    if rolled.status_code == 409:
        assert assert_problem(rolled, 409)["rule"].startswith("DI-")
        return
    assert tried.json()["allowed"] is True
    (seat,) = luck.json()["seats"]
    assert seat["luck"]["counted"] + seat["luck"]["without_odds"] + seat["luck"]["beyond_bound"] == 2


@pytest.mark.rule("DI-NOT-02", "DI-ERROR-01")
def test_refused_odds_name_the_roll(app: httpx.Client) -> None:
    """The problem names the field and the position of the refused roll, whether notations are short or long."""
    good = {"throw": "Notation", "text": "1d6"}
    for text in ("2d6 +", "1d6 + " * 20):
        bad = {"throw": "Notation", "text": text}
        for body, field in (
            ({"what": bad}, "what.text"),
            ({"what": bad, "against": good}, "what.text"),
            ({"what": good, "against": bad}, "against.text"),
        ):
            problem = assert_problem(app.post("/dice/v1/odds", json=body), 409)
            assert (problem["rule"], problem["field"]) == ("DI-NOT-02", field)
            assert "^" in problem["detail"]


def test_a_task_counts_for_the_app_that_started_it() -> None:
    """Work in the pool counts towards the share of the app whose request started it."""
    before = tenant_now()
    acting_for("an-app")
    assert tenant_now() == "an-app"
    acting_for(before)


def test_a_roll_of_many_long_notations_is_read_step_by_step() -> None:
    """The server lets other requests run after parsing each notation.

    It reports a refused notation only when it decides the roll.
    """
    texts = ["+".join([f"1d{sides}"] * 30) for sides in (6, 8, 10)]
    command = msgspec.convert(roll(*texts, "2d6", "(" * 99), Roll)

    assert list(prepare(command)) == [None, None, None, None]
    assert prepare(Close()) is not None


# ---------------------------------------------------------------- memory


def test_refused_odds_leave_nothing_behind(tmp_path: Path) -> None:
    """The server's memory does not grow when forty kinds of odds that cost too much are requested many times."""
    with running(tmp_path / "memory", durability="relaxed") as server, server.client() as app:

        def ask() -> None:
            """Request forty kinds of odds that cost too much."""
            for n in range(40):
                text = f"{900 + n}d1000kh500"
                app.post("/dice/v1/odds", json={"what": {"throw": "Notation", "text": text}})

        ask()
        before = _resident(server.pid)
        for _ in range(5):
            ask()
        grown = _resident(server.pid) - before

    assert grown < 64 * 1024 * 1024


def _resident(pid: int) -> int:
    """Return a process's resident memory. Units: bytes."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024
