"""Refusals about causes: which events a request may not name as its cause, and who may not read a chain."""

from __future__ import annotations

import secrets
from typing import Any

import httpx
import pytest

from services.gateway.operations.erase import erase
from services.gateway.processes.running import Running
from shared.platform.settings import ServerSettings
from tests.support.causes import CAUSES, commits_of_chain, last_chain, why
from tests.support.http import Table, assert_problem, key_of, open_table, roll

UNKNOWN = "urn:arbiter:cause-unknown"


@pytest.fixture
def other(server: Running, app: httpx.Client) -> Table:
    """Open another table of the same app."""
    return open_table(server, app)


def fresh() -> str:
    """Return the id of a chain that has no commits yet."""
    return f"turn-{secrets.token_hex(6)}"


def without_ids(problem: dict[str, Any]) -> dict[str, Any]:
    """Return a problem without the id of its request."""
    return {name: value for name, value in problem.items() if name != "instance"}


def erase_table(table: Table) -> str:
    """Erase a table while the server is running; return its name."""
    server, stream = table.server, str(table.opened["stream"])
    erase(ServerSettings(data_folder=server.folder, durability="relaxed", redis_url=server.store.url), stream)
    return stream


@pytest.mark.rule("AR-CAUSE-02")
@pytest.mark.parametrize(
    "headers",
    [
        why(""), why("-x"), why("a b"), why("x" * 65), why(None, ""), why(None, "dice.table:x"),
        why(None, "dice.table:x@1"), why(None, "dice.table:x/0"), why(None, "dice.table:x/1/"), why(None, "x/1"),
    ],
)  # fmt: skip
def test_a_malformed_header_is_named(table: Table, headers: dict[str, str]) -> None:
    """Every route that reads the headers refuses a malformed one, names it, and writes nothing."""
    before = table.version
    (field,) = headers
    for path, body in ((f"{table.path}/commands", {"command": roll("1d6")}), ("/dice/v1/rolls", roll("1d6"))):
        body.pop("type", None)
        assert assert_problem(table.app.post(path, json=body, headers=headers), 400)["field"] == field

    assert table.version == before


@pytest.mark.rule("AR-CAUSE-02")
def test_forbidden_causes_look_like_unknown_ones(server: Running, table: Table, other: Table) -> None:
    """Future versions, unknown or erased streams, and other apps' streams get the same refusal when named as causes.

    A seat gets this refusal for every stream but its own.
    """
    stream, version = table.opened["stream"], table.version
    with server.client(key_of(server, tenant=f"app-{secrets.token_hex(4)}")) as another:
        foreign = open_table(server, another).opened["stream"]
    wrong = [
        f"{stream}/{version + 1}", "dice.table:nothing/1", "no.kind:x/1", f"{foreign}/1",
        f"{erase_table(open_table(server, table.app))}/1",
    ]  # fmt: skip
    problems = [assert_problem(table.send(roll("1d6"), headers=why(None, cause)), 409) for cause in wrong]
    problems += [
        assert_problem(table.send(roll("1d6"), seat="ann", headers=why(None, cause)), 409)
        for cause in (*wrong, f"{other.opened['stream']}/1")
    ]

    assert {(problem["type"], problem["rule"], problem["field"]) for problem in problems} == {
        (UNKNOWN, "AR-CAUSE-02", "Arbiter-Cause")
    }
    assert [without_ids(problem) for problem in problems] == [without_ids(problems[0])] * len(problems)
    assert table.version == version
    assert table.send(roll("1d6"), headers=why(None, f"{other.opened['stream']}/1")).status_code == 200
    assert table.send(roll("1d6"), seat="ann", headers=why(None, f"{stream}/1")).status_code == 200


@pytest.mark.rule("AR-CAUSE-09")
def test_a_dry_run_refuses_a_cause_as_the_command_does(server: Running, table: Table, other: Table) -> None:
    """For each cause that a command may not name, its dry run gets the same problem.

    A dry run accepts a known cause.
    """
    stream, version, dry = table.opened["stream"], table.version, {"dry_run": "true"}
    with server.client(key_of(server, tenant=f"app-{secrets.token_hex(4)}")) as another:
        foreign = open_table(server, another).opened["stream"]
    wrong = [(None, f"{stream}/{version + 1}"), (None, "dice.table:nothing/1"), (None, f"{foreign}/1")]
    for seat, cause in (*wrong, ("ann", f"{other.opened['stream']}/1")):
        headers = why(None, cause)
        refused = assert_problem(table.send(roll("1d6"), seat=seat, headers=headers), 409)
        tried = assert_problem(table.send(roll("1d6"), seat=seat, headers=headers, params=dry), 409)
        assert without_ids(tried) == without_ids(refused)
        assert tried["rule"] == "AR-CAUSE-02"
    for seat, cause in ((None, f"{other.opened['stream']}/1"), ("ann", f"{stream}/1")):
        allowed = table.send(roll("1d6"), seat=seat, headers=why(fresh(), cause), params=dry)
        assert (allowed.status_code, allowed.json()["allowed"]) == (200, True)
    assert table.version == version


@pytest.mark.rule("AR-CAUSE-02")
def test_no_stream_is_opened_for_an_unknown_cause(app: httpx.Client, table: Table) -> None:
    """If the cause is unknown, the server opens no match, no fork and no job."""
    bodies: dict[str, Any] = {
        "/tcg/v1/matches": {"seats": [{"seat": "ann"}, {"seat": "bob"}]},
        f"{table.path}/forks": {"at": 1},
        "/dice/v1/jobs": {"simulate": {"what": {"throw": "Notation", "text": "2d6"}}, "trials": 11, "seed": "0" * 64},
        "/dice/v1/rolls": {"rolls": roll("1d6")["rolls"]},
    }
    for path, body in bodies.items():
        answer = app.post(path, json=body, headers=why(fresh(), "dice.table:nothing/1"))
        assert assert_problem(answer, 409)["type"] == UNKNOWN, path


@pytest.mark.rule("AR-CAUSE-02")
def test_a_repeat_gets_its_answer_whatever_it_names(table: Table, other: Table) -> None:
    """A retried request gets its original response even if it names another chain, another trace or an erased cause."""
    name, key = fresh(), {"Idempotency-Key": secrets.token_hex(8)}
    cause = f"{other.opened['stream']}/1"
    said = (why(name, cause), why(fresh(), cause), why(), why(None, None, f"00-{'1' * 32}-{'2' * 16}-01"))
    calls = (f"{table.path}/commands", {"command": roll("1d6")}), ("/dice/v1/tables", {"seats": [{"seat": "ann"}]})
    first = [table.app.post(path, json=body, headers=key | said[0]) for path, body in calls]
    erase_table(other)
    for headers in said:
        for before, (path, body) in zip(first, calls, strict=True):
            again = table.app.post(path, json=body, headers=key | headers)
            assert (again.status_code, again.headers["Idempotency-Replayed"]) == (before.status_code, "true")
            assert again.json()["head"] == before.json()["head"]

    assert last_chain(table) == (name, cause)
    assert len(commits_of_chain(table.app, name)) == 2


@pytest.mark.rule("AR-CAUSE-05")
def test_a_chain_looks_unknown_to_callers_who_may_not_read_it(server: Running, table: Table, other: Table) -> None:
    """Another app, and a seat of another stream, get the same response as for an unknown chain.

    A caller without a credential gets a 401.
    """
    name, unknown = fresh(), fresh()
    table.done(roll("1d6", secret=True), headers=why(name))
    with server.client(key_of(server, tenant=f"app-{secrets.token_hex(4)}")) as another:
        found = [another.get(f"{CAUSES}/{one}") for one in (name, unknown)]
    found += [table.app.get(f"{CAUSES}/{one}", headers=other.as_seat("ann")) for one in (name, unknown)]
    with httpx.Client(base_url=server.address) as stranger:
        assert_problem(stranger.get(f"{CAUSES}/{name}"), 401)

    assert {answer.status_code for answer in found} == {200}
    assert {answer.text.replace(name, unknown) for answer in found} == {found[1].text}
    assert found[1].json() == {"correlation": unknown, "items": [], "next": None}
    assert len(commits_of_chain(table.app, name)) == 1


@pytest.mark.rule("AR-CAUSE-05")
def test_a_seat_lists_a_chain_in_its_own_stream(table: Table, other: Table) -> None:
    """Every seat gets the same list, although one roll is hidden from most seats. A replaced token gets a 401."""
    name = fresh()
    for where in (table, other, table):
        where.done(roll("1d6", secret=True), headers=why(name))
    lists = [commits_of_chain(table.app, name, headers=table.as_seat(seat), limit=1) for seat in ("gm", "ann", "eve")]
    old = table.as_seat("eve")
    table.app.post(f"{table.path}/seats/eve/token")

    assert [one["stream"] for one in lists[0]] == [table.opened["stream"]] * 2
    assert lists[0] == lists[1] == lists[2]
    assert_problem(table.app.get(f"{CAUSES}/{name}", headers=old), 401)


@pytest.mark.rule("AR-CAUSE-04")
def test_a_malformed_chain_query_is_named(app: httpx.Client) -> None:
    """The problem names an invalid cursor, a limit out of bounds, or an unknown parameter.

    A malformed id gets a 404.
    """
    for query in ({"cursor": "x"}, {"limit": "0"}, {"limit": "101"}, {"at": "1"}):
        assert_problem(app.get(f"{CAUSES}/{fresh()}", params=query), 400)
    for strange in ("-x", "a b", "x" * 65, "%C3%A9"):
        assert_problem(app.get(f"{CAUSES}/{strange}"), 404)


@pytest.mark.rule("AR-CAUSE-04")
def test_an_erased_stream_is_in_no_list(table: Table, other: Table) -> None:
    """The list omits the commits of an erased stream.

    Commits that they caused stay in the list, and still name their cause.
    """
    name = fresh()
    version = other.done(roll("1d6"), headers=why(name))["version"]
    cause = f"{other.opened['stream']}/{version}"
    table.done(roll("1d6"), headers=why(name, cause))
    stream = erase_table(other)
    (left,) = commits_of_chain(table.app, name)

    assert (left["stream"], left["cause"]) == (table.opened["stream"], {"stream": stream, "version": version})
