"""A chain of causes across the streams of several services.

The tests find the chain in records, in events, in webhooks and in the chain's own list of commits.
"""

from __future__ import annotations

import json
import secrets
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from arbiter_client import verify
from services.gateway.processes.running import running
from tests.support.causes import TRACE, TRACEPARENT, chain_of, commits_of_chain, intents, last_chain, why
from tests.support.http import COLD, NDJSON, SSE, Table, open_table, roll, sse_events
from tests.support.receiver import receiving
from tests.support.second_verifier import compare_reports
from tests.support.wire_log import lines_of

WAIT_SECONDS = 60
"""How long to wait for a log line, which the server writes after the response."""


def fresh() -> str:
    """Return the id of a chain that has no commits yet."""
    return f"turn-{secrets.token_hex(6)}"


def opened_match(app: httpx.Client, **headers: str) -> dict[str, Any]:
    """Open a card match with these headers, and return the body of the response."""
    seats = [{"seat": "ann"}, {"seat": "bob"}]
    answer = app.post("/tcg/v1/matches", json={"seats": seats}, headers=headers)
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


# ------------------------------------------------------------------ records


@pytest.mark.rule("AR-CAUSE-01")
def test_a_commit_names_its_chain_and_its_cause(table: Table) -> None:
    """A command's record names its chain and its cause, and every seat can read both.

    Without the headers, the record names neither.
    """
    name, stream = fresh(), table.opened["stream"]
    table.done(roll("1d6"))
    done = table.done(roll("1d6"), headers=why(name))
    table.done(roll("1d6"), seat="ann", headers=why(name, f"{stream}/{done['version']}"))
    plain, first, second = intents(table, seat="bob")[-3:]

    assert "correlation" not in plain
    assert "cause" not in plain
    assert (first["correlation"], first.get("cause")) == (name, None)
    assert chain_of(second) == (name, f"{stream}/{done['version']}")


@pytest.mark.rule("AR-CAUSE-01")
def test_the_chain_is_that_of_the_cause_else_of_the_trace(table: Table) -> None:
    """A commit's chain is the one that the request names, or else the cause's, or else the trace's.

    If there is only a cause, which is in no chain, the commit starts a chain whose id is derived from the cause.
    """
    name, stream = fresh(), table.opened["stream"]
    outside = table.done(roll("1d6"))["version"]
    inside = table.done(roll("1d6"), headers=why(name))["version"]
    cases = {
        (name, f"{stream}/{inside}"): why(None, f"{stream}/{inside}", TRACEPARENT),
        (TRACE, f"{stream}/{outside}"): why(None, f"{stream}/{outside}", TRACEPARENT),
        (TRACE, None): why(None, None, TRACEPARENT),
        ("other", f"{stream}/{inside}"): why("other", f"{stream}/{inside}", TRACEPARENT),
    }
    for expected, headers in cases.items():
        table.done(roll("1d6"), headers=headers)
        assert last_chain(table) == expected

    begun = []
    for _ in range(2):
        table.done(roll("1d6"), headers=why(None, f"{stream}/{outside}"))
        begun.append(last_chain(table))
    assert begun[0] == begun[1]
    assert len(begun[0][0] or "") == 32


@pytest.mark.rule("AR-CAUSE-01")
@pytest.mark.parametrize(
    "trace", ["", "00", f"ff{TRACEPARENT[2:]}", TRACEPARENT.replace(TRACE, "0" * 32), TRACEPARENT.upper(), "é"]
)
def test_a_malformed_trace_is_passed_over(table: Table, trace: str) -> None:
    """The server ignores a malformed trace, as the W3C specification demands."""
    headers = {b"traceparent": trace.encode()}
    answer = table.app.post(f"{table.path}/commands", json={"command": roll("1d6")}, headers=headers)

    assert answer.status_code == 200
    assert last_chain(table) == (None, None)


@pytest.mark.rule("AR-CAUSE-01")
@pytest.mark.parametrize("path", ["/dice/v1/rolls", "/dice/v1/tables", "/tcg/v1/matches", "/dice/v1/jobs"])
def test_every_opening_and_the_roll_in_one_call_read_the_headers(app: httpx.Client, path: str) -> None:
    """Every kind of opening and a one-call roll, sent with the headers, are in the chain's list of commits."""
    name = fresh()
    seats = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]
    bodies: dict[str, Any] = {
        "/dice/v1/rolls": {"rolls": roll("1d6")["rolls"]},
        "/dice/v1/tables": {"seats": seats},
        "/tcg/v1/matches": {"seats": [*seats[1:], {"seat": "bob"}]},
        "/dice/v1/jobs": {"simulate": {"what": {"throw": "Notation", "text": "2d6"}}, "trials": 10},
    }
    answer = app.post(path, json=bodies[path], headers=why(name))
    (commit,) = commits_of_chain(app, name)

    assert answer.status_code in {201, 202}, answer.text
    assert commit["version"] <= answer.json().get("version", commit["version"])
    assert commit["cause"] is None


@pytest.mark.rule("AR-CAUSE-01")
def test_one_chain_leads_through_two_services_and_is_proven(app: httpx.Client, table: Table, node: str) -> None:
    """A match can be caused by a roll. Both exports name the chain, and every verifier accepts them."""
    name = fresh()
    rolled = table.done(roll("1d6"), headers=why(name))
    event = f"{table.opened['stream']}/{rolled['version']}"
    match = opened_match(app, **why(None, event))
    path = f"/tcg/v1/matches/{match['id']}"
    exports = [app.get(f"{place}/events", headers=NDJSON).content for place in (table.path, path)]

    assert chain_of(json.loads(exports[1].splitlines()[0])["public"]["intent"]) == (name, event)
    assert [report["failure"] for report in compare_reports(node, exports)] == [None, None]
    assert [verify(export).failure for export in exports] == [None, None]
    assert app.get(f"{path}/audit").json()["failure"] is None
    assert [(one["stream"], one["version"]) for one in commits_of_chain(app, name)] == [
        (table.opened["stream"], rolled["version"]), (match["stream"], match["version"]),
    ]  # fmt: skip


@pytest.mark.rule("AR-CAUSE-03")
def test_a_fork_follows_from_the_event_that_it_begins_with(app: httpx.Client, table: Table) -> None:
    """A fork joins the chain of the event after which it starts, unless the request names another chain or cause."""
    name, stream = fresh(), table.opened["stream"]
    outside = table.done(roll("1d6"))["version"]
    inside = table.done(roll("1d6"), headers=why(name))["version"]
    cases = {
        (None, None): (outside, why()),
        (name, f"{stream}/{inside}"): (inside, why()),
        ("other", f"{stream}/{outside}"): (outside, why("other")),
        ("another", f"{stream}/1"): (inside, why("another", f"{stream}/1")),
    }
    for expected, (version, headers) in cases.items():
        answer = app.post(f"{table.path}/forks", json={"at": version}, headers=headers)
        assert answer.status_code == 201, answer.text
        fork = Table(server=table.server, app=app, path=answer.headers["Location"], opened=answer.json())
        assert chain_of(intents(fork)[0]) == expected
        assert fork.get("/audit").json()["failure"] is None


# ------------------------------------------------------------------ the list of a chain


@pytest.mark.rule("AR-CAUSE-04")
def test_a_chain_is_listed_in_pages_oldest_first(app: httpx.Client, table: Table) -> None:
    """The list shows each commit once, with its command, events and cause. The caller chooses the page size."""
    name, stream = fresh(), table.opened["stream"]
    other = open_table(table.server, app)
    versions = [table.done(roll("1d6"), headers=why(name))["version"]]
    for where in (table, other, table, other):
        versions.append(where.done(roll("1d6"), headers=why(name, f"{stream}/{versions[0]}"))["version"])
    whole = commits_of_chain(app, name)

    assert len(whole) == 5
    assert [one["at"] for one in whole] == sorted(one["at"] for one in whole)
    assert whole[0] == {
        "stream": stream, "first": versions[0], "version": versions[0], "at": whole[0]["at"], "seat": "gm",
        "role": "gm", "command": "Roll", "events": ["DiceRolled"], "cause": None,
    }  # fmt: skip
    assert [one["cause"] for one in whole[1:]] == [{"stream": stream, "version": versions[0]}] * 4
    assert {1: whole, 2: whole, 5: whole} == {limit: commits_of_chain(app, name, limit=limit) for limit in (1, 2, 5)}


# ------------------------------------------------------------------ events, logs


@pytest.mark.rule("AR-CAUSE-06")
def test_events_have_their_chain_in_pages_and_live(table: Table) -> None:
    """Events name their chain both in pages and in live streams.

    If the chain is a trace, the event has a `traceparent` that a reader can continue. An event in no chain is
    unchanged.
    """
    stream = table.opened["stream"]
    before = table.done(roll("1d6"))["version"]
    done = table.done(roll("1d6"), headers=why(None, f"{stream}/{before}", TRACEPARENT))["version"]
    page = table.get("/events", params={"after": before - 1}, seat="bob").json()["items"]
    with table.app.stream("GET", f"{table.path}/events", headers=SSE | {"Last-Event-ID": str(before)}) as live:
        message = next(sse_events(live))

    plain, event = page
    assert {"correlationid", "causationid", "traceparent"}.isdisjoint(plain)
    assert (event["correlationid"], event["causationid"]) == (TRACE, f"{stream}/{before}")
    assert event["traceparent"].startswith(f"00-{TRACE}-")
    assert message["data"] == event
    assert event["id"] == f"{stream}/{done}"


@pytest.mark.rule("AR-CAUSE-06")
def test_the_line_of_a_request_names_its_chain(table: Table) -> None:
    """The log line of a request in a chain names the chain and the cause. Other log lines have neither field."""
    name, stream = fresh(), table.opened["stream"]
    done = table.done(roll("1d6"))["version"]
    table.done(roll("1d6"), headers=why(name, f"{stream}/{done}"))
    until = time.monotonic() + WAIT_SECONDS
    while name not in table.server.log.read_text("utf-8") and time.monotonic() < until:
        time.sleep(0.01)
    lines = [line for line in lines_of(table.server.log) if line.get("correlation") == name]

    assert [(line["cause"], line["stream"]) for line in lines] == [(f"{stream}/{done}", stream)]


@pytest.mark.rule("AR-CAUSE-06")
def test_a_receiver_continues_the_chain_in_another_service(tmp_path: Path) -> None:
    """A webhook delivers a roll, and its receiver opens a match that the roll caused.

    The match continues the roll's chain.
    """
    name = fresh()
    settings = {"ARBITER_WEBHOOKS_PRIVATE": "yes", **COLD}
    with (
        running(tmp_path, "--dispatcher", durability="relaxed", **settings) as server,
        receiving() as hook,
        server.client() as app,
    ):
        table = open_table(server, app)
        answer = app.post("/arbiter/v1/webhooks", json={"url": hook.url, "types": ["arbiter.dice.DiceRolled"]})
        assert answer.status_code == 201, answer.text
        table.done(roll("1d6"), headers=why(name))
        (event,) = hook.next().verify(answer.json()["secret"])
        match = opened_match(app, **why(event["correlationid"], event["id"]))
        first, second = commits_of_chain(app, name)
        page = table.get("/events", params={"after": int(event["sequence"]) - 1}).json()["items"]

    assert page == [event]
    assert (first["stream"], first["cause"]) == (table.opened["stream"], None)
    assert (second["stream"], second["command"]) == (match["stream"], "OpenMatch")
    assert second["cause"] == {"stream": first["stream"], "version": first["version"]}
