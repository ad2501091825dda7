"""Refusals that say what is wrong with a request, where the decoder or the framework would say something else."""

from __future__ import annotations

import gzip
import json
from typing import Any, Final

import httpx
import pytest

from shared.kernel.messages import MAX_NUMBER
from tests.support.http import JSON, NDJSON, SSE, Table, assert_problem, roll, sse_events
from tests.support.jobs import roll_to_simulate

A_ROLL: Final = "the number of a roll on its table"
WHAT: Final = '{"throw":"Notation","text":"1d6"}'
BEYOND: Final = (1, 500, 999_999_999_999_999)
BODIES: Final = {
    "a name twice": (
        '{"command":{"type":"Roll","type":"AddSalt","rolls":[{"what":' + WHAT + "}]}}",
        'the body: an object has the name "type" twice; send it once',
    ),
    "a number too large for a count": (
        '{"command":{"type":"Roll","rolls":[{"what":{"throw":"Pool","count":1e400,"sides":6}}]}}',
        'command.rolls[0].what.throw: there is no "Pool"; did you mean LuckPool?',
    ),
    "a number too large where a number is": (
        '{"command":{"type":"VoidRoll","roll":1e400,"reason":"x"}}',
        f"command.roll: expected a whole number from 1 to {MAX_NUMBER} ({A_ROLL}); got a larger number",
    ),
    "a number of too many digits where a number is": (
        '{"command":{"type":"VoidRoll","roll":1' + "0" * 5000 + ',"reason":"x"}}',
        f"command.roll: expected a whole number from 1 to {MAX_NUMBER} ({A_ROLL}); got a larger number",
    ),
    "a field that is not there, with as many digits": (
        '{"command":{"type":"Roll","rolls":[{"what":' + WHAT + '}],"dc":1' + "0" * 5000 + "}}",
        'command: there is no field "dc"; there are rolls, secret',
    ),
    "half of a surrogate pair before as many digits": (
        '{"command":{"type":"VoidRoll","reason":"\\ud800","roll":1' + "0" * 5000 + "}}",
        "the body is not JSON: it has half of a surrogate pair, such as \\ud800, which is not a character",
    ),
    "a field that is not there, with such a number": (
        '{"command":{"type":"Roll","rolls":[{"what":' + WHAT + '}],"dc":1e400}}',
        'command: there is no field "dc"; there are rolls, secret',
    ),
    "a field that is not there, with NaN": (
        '{"command":{"type":"Roll","rolls":[{"what":' + WHAT + '}],"dc":NaN}}',
        'command: there is no field "dc"; there are rolls, secret',
    ),
    "half of a surrogate pair at the end": (
        '{"command":{"type":"VoidRoll","roll":1,"reason":"\\ud800"}}',
        "the body is not JSON: it has half of a surrogate pair, such as \\ud800, which is not a character",
    ),
    "NaN where a number is": (
        '{"command":{"type":"VoidRoll","roll":NaN,"reason":"x"}}',
        "the body is not JSON: JSON is malformed: invalid character (byte 37)",
    ),
    "a text that is not whole": (
        '{"command":{"type":"VoidRoll","roll":1,"reason":"x',
        "the body is not JSON: Input data was truncated",
    ),
    "too deep": ("[" * 100_000, "the body is nested too deeply"),
}


@pytest.mark.rule("AR-HTTP-01")
@pytest.mark.parametrize(("body", "says"), BODIES.values(), ids=BODIES.keys())
def test_a_refusal_names_what_is_wrong_with_a_body(table: Table, body: str, says: str) -> None:
    """The problem names the repeated name, the number, the half of a character or the depth, and nothing is written."""
    before = table.version
    problem = assert_problem(table.app.post(f"{table.path}/commands", content=body, headers=JSON), 400)

    assert problem["detail"] == says
    assert table.version == before


@pytest.mark.rule("AR-HTTP-01")
def test_an_encoded_body_is_refused_as_such(table: Table) -> None:
    """A compressed body gets a 415, which says that bodies are sent as they are; `identity` is no encoding."""
    path, body = f"{table.path}/commands", json.dumps({"command": roll()}).encode()
    answer = table.app.post(path, content=gzip.compress(body), headers=JSON | {"Content-Encoding": "gzip"})
    problem = assert_problem(answer, 415)
    plain = table.app.post(path, content=body, headers=JSON | {"Content-Encoding": "Identity"})

    assert problem["detail"] == "send the body as it is, without Content-Encoding"
    assert (problem["field"], problem["needs"], problem["has"]) == ("Content-Encoding", "identity", "gzip")
    assert answer.headers["Accept-Encoding"] == "identity"
    assert plain.status_code == 200


@pytest.mark.rule("AR-HTTP-01")
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large_is_refused_with_the_limit(table: Table, chunked: bool) -> None:  # noqa: FBT001 a case
    """The problem of a body above the limit names the limit."""
    size = 400_000
    content: Any = (b" " * 100_000 for _ in range(4)) if chunked else b" " * size
    problem = assert_problem(table.app.post(f"{table.path}/commands", content=content, headers=JSON), 413)

    assert problem["needs"] == "at most 262144 bytes"
    assert problem["detail"] == "the body is too large: at most 262144 bytes"


@pytest.mark.rule("AR-HTTP-02")
@pytest.mark.parametrize("place", ["", "/legal"])
def test_if_none_match_with_a_star_matches_every_version(table: Table, place: str) -> None:
    """`If-None-Match: *` gets a 304, as the current ETag does; another version gets the response."""
    now = table.get(place).headers["ETag"]
    status = {
        value: table.get(place, headers={"If-None-Match": value}).status_code for value in ("*", now, '"1"')
    }  # fmt: skip

    assert status == {"*": 304, now: 304, '"1"': 200}
    assert table.app.get("/schema/openapi.json", headers={"If-None-Match": "*"}).status_code == 304


@pytest.mark.rule("AR-HTTP-02")
def test_if_none_match_with_a_star_matches_every_version_of_a_job(app: httpx.Client) -> None:
    """A job that is there gets a 304 for `*` and for its current ETag, and the response for another version."""
    asked = {"simulate": roll_to_simulate("3d8"), "trials": 18, "seed": "18" * 32}
    place = app.post("/dice/v1/jobs", json=asked).headers["Location"]
    now = app.post(f"{place}/cancellation").headers["ETag"]
    status = {value: app.get(place, headers={"If-None-Match": value}).status_code for value in ("*", now, '"1"')}

    assert status == {"*": 304, now: 304, '"1"': 200}


READ: Final = ("", "/events", "/legal", "/digest", "/chances", "/audit", "/receipt", "/luck")


@pytest.mark.rule("AR-SEAT-01")
def test_an_app_reads_only_as_a_seat_of_the_stream(table: Table) -> None:
    """Each way to read a table as a seat that it does not have is refused as a command is, and names the seats."""
    table.done(roll("1d6"), seat="ann")
    named = {"Arbiter-Seat": "an"}
    answers = [table.app.get(f"{table.path}{place}", headers=named) for place in READ]
    answers += [table.app.get(f"{table.path}/events", headers=named | form) for form in (SSE, NDJSON)]
    answers.append(table.app.post(f"{table.path}/forks", json={"at": table.version}, headers=named))

    for problem in (assert_problem(answer, 409) for answer in answers):
        assert (problem["title"], problem["rule"], problem["has"]) == ("SeatUnknown", "AR-SEAT-01", "an")
        assert problem["needs"] == ["gm", "ann", "bob", "eve"]
    found = [table.app.get(f"{table.path}{place}", headers={"Arbiter-Seat": "ann"}).status_code for place in READ]
    assert set(found) == {200}
    preview = table.path.replace("/dice/v1/tables", "/watch/dice")
    assert table.app.get(preview).content == table.app.get(preview, headers=named).content


@pytest.mark.rule("AR-STORE-17")
@pytest.mark.parametrize("beyond", BEYOND)
def test_a_reader_cannot_continue_after_a_version_that_is_not_there(table: Table, beyond: int) -> None:
    """Pages and live streams refuse a version beyond the end, as views and forks do, and accept the last one."""
    here = table.version
    last, after = {"Last-Event-ID": str(here + beyond)}, f"?after={min(here + beyond, 2**53 - 1)}"
    answers = [
        table.get("/events", headers=SSE | last), table.get("/events", headers=last), table.get(f"/events{after}"),
        table.get(f"/events{after}", headers=SSE), table.get(f"{after.replace('after', 'at')}"),
    ]  # fmt: skip

    assert {assert_problem(answer, 404)["type"] for answer in answers} == {"urn:arbiter:version-unknown"}
    assert table.get(f"/events?after={here}").json() == {"items": [], "next": None}


@pytest.mark.rule("AR-STORE-17")
def test_a_reader_of_a_job_cannot_continue_after_a_version_that_is_not_there(app: httpx.Client) -> None:
    """The events of a job, as pages and live, have no version beyond the end to continue after, and one that is last.

    The header takes precedence over the query, as for the events of a stream.
    """
    asked = {"simulate": roll_to_simulate("3d8"), "trials": 17, "seed": "17" * 32}
    place = app.post("/dice/v1/jobs", json=asked).headers["Location"]
    last = int(app.post(f"{place}/cancellation").headers["ETag"].strip('"'))
    job = f"{place}/events"
    for beyond in (last + 1, last + 500, MAX_NUMBER):
        header = {"Last-Event-ID": str(beyond)}
        answers = [app.get(job, headers=header), app.get(job, headers=SSE | header)]
        answers += [app.get(f"{job}?after={beyond}", headers=form) for form in ({}, SSE)]
        assert {assert_problem(answer, 404)["type"] for answer in answers} == {"urn:arbiter:version-unknown"}

    nothing: dict[str, Any] = {"items": [], "next": None}
    assert [app.get(f"{job}?after={last}").json(), app.get(job, headers={"Last-Event-ID": str(last)}).json()] == (
        [nothing] * 2
    )
    assert app.get(f"{job}?after={MAX_NUMBER}", headers={"Last-Event-ID": str(last)}).json() == nothing
    assert len(app.get(f"{job}?after={last}", headers={"Last-Event-ID": "0"}).json()["items"]) == last
    ended = app.get(job, headers=SSE | {"Last-Event-ID": str(last)})
    assert (ended.status_code, list(sse_events(ended))) == (200, [])
