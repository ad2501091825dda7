"""Reading a table: as a view, in pages, as an export to verify, and as live events."""

import json
import re
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.gateway.operations.verify import read_receipt, verify_file
from services.gateway.processes.running import Running
from shared.kernel.messages import canonical
from shared.platform.seal import signed_by
from tests.support.http import CLOSE, NDJSON, SSE, Table, assert_problem, open_table, roll, sse_events


@pytest.fixture
def played(table: Table) -> Table:
    """Return a table with some events, including secret ones."""
    table.done({"type": "AddSalt", "salt": "ab" * 32}, seat="ann")
    table.done(roll("4d6kh3", "1d20"), seat="ann")
    table.done(roll("1d100", secret=True), seat="bob")
    table.done(roll("2d6"), seat="gm", faces=[2, 5])
    return table


# ---------------------------------------------------------------- the view


def test_an_earlier_version_can_be_read(played: Table) -> None:
    """With `?at=`, a reader gets an earlier version under the ETag of that version.

    A version inside a commit shows the state before the commit, and a future version gets a 404.
    """
    now = played.get(seat="ann").json()
    rolled = played.get("?at=8", seat="ann")

    assert played.get(f"?at={now['version']}", seat="ann").json() == now
    assert (rolled.json()["version"], rolled.headers["ETag"]) == (8, '"8"')
    assert len(rolled.json()["game"]["recent"]) < len(now["game"]["recent"])
    assert played.get("?at=3").json()["version"] == 0
    assert_problem(played.get(f"?at={now['version'] + 1}"), 404)


def test_an_unchanged_view_is_304(played: Table) -> None:
    """A reader who sends the ETag of the current view gets a 304 without a body.

    A reader who sends another ETag, or asks for another version, gets the view.
    """
    etag = played.get().headers["ETag"]
    same = played.get(headers={"If-None-Match": etag})

    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", etag)
    assert played.get(headers={"If-None-Match": '"1"'}).status_code == 200
    assert played.get("?at=1", headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("query", ["", "?command=Roll"])
def test_an_unchanged_legal_list_is_304(played: Table, query: str) -> None:
    """A reader who has this version's legal list gets a 304. After a command, the reader gets the list again."""
    first = played.get(f"/legal{query}", seat="ann")
    known = {"If-None-Match": first.headers["ETag"]}
    same = played.get(f"/legal{query}", seat="ann", headers=known)
    played.done(roll())
    after = played.get(f"/legal{query}", seat="ann", headers=known)

    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert after.status_code == 200
    assert after.headers["ETag"] != first.headers["ETag"]


def test_a_caller_without_access_learns_no_version(played: Table) -> None:
    """The server checks the credential and the seat before the version, so a known ETag gets no 304 without access."""
    known = {"If-None-Match": played.get("/legal", seat="ann").headers["ETag"]}

    assert_problem(played.get("/legal", headers=known | {"Arbiter-Seat": "nobody"}), 409)
    assert_problem(httpx.get(f"{played.server.address}{played.path}/legal", headers=known), 401)


def test_repeated_reads_agree_and_never_mix_seats(played: Table) -> None:
    """At two versions, each seat and the app get the same view and list again after other seats have read theirs."""
    seats = ("gm", "ann", "bob", "eve", None)

    def read_all() -> dict[tuple[str, str | None], bytes]:
        """Return the responses to all reads of the table."""
        rest = ("", "/legal", "/legal?command=Roll")
        headers = {"Arbiter-Seat": "gm"}
        return {(path, seat): played.get(path, seat=seat, headers=headers if path and not seat else {}).content
                for path in rest for seat in seats}  # fmt: skip

    first = read_all()
    assert first == read_all()
    assert b'"secret":true' in first["", "ann"]
    assert b"1d100: (" in first["", "bob"]
    assert all(b"1d100: (" not in first["", seat] for seat in ("ann", "eve"))
    played.done({"type": "VoidRoll", "roll": 1, "reason": "cocked"}, seat="gm")
    second = read_all()
    assert all(b'"cocked"' in second["", seat] for seat in seats)
    assert all(first[name] != second[name] for name in first)
    assert second["", "ann"] == played.get(f"?at={played.version}", seat="ann").content


# ---------------------------------------------------------------- pages


def test_pages_follow_each_other_without_a_gap(played: Table) -> None:
    """Every event appears once and in order, whatever the page size. A page may begin inside a commit."""
    whole = played.get("/events").json()
    after: int | None = 0
    items: list[Any] = []
    while after is not None:
        page = played.get("/events", params={"after": after, "limit": 1}).json()
        items += page["items"]
        after = page["next"]
    inside = played.get("/events", params={"after": 2}).json()["items"]

    assert items == whole["items"]
    assert [int(item["sequence"]) for item in items] == list(range(1, played.version + 1))
    assert inside == whole["items"][2:]
    assert whole["next"] is None


@pytest.mark.parametrize("form", [{}, SSE, NDJSON], ids=["json", "sse", "ndjson"])
def test_an_invalid_limit_is_400_in_every_form(played: Table, form: dict[str, str]) -> None:
    """The server refuses an invalid limit even if it would ignore the limit for the requested form of the events."""
    assert assert_problem(played.get("/events", params={"limit": 1001}, headers=form), 400)["field"] == "limit"


def test_an_event_is_a_cloud_event(played: Table) -> None:
    """An event's envelope follows CloudEvents 1.0, and has an id that is unique over all streams."""
    item = played.get("/events").json()["items"][-1]

    assert item["specversion"] == "1.0"
    assert item["id"] == f"{played.opened['stream']}/{item['sequence']}"
    assert item["type"] == f"arbiter.dice.{item['data']['type']}"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", item["time"])


# ---------------------------------------------------------------- the export


def test_an_export_verifies_without_the_server(played: Table, tmp_path: Path) -> None:
    """The app's export of an open table, and anyone's export of a closed one, verify against a signed receipt."""
    reports = [_verify(played, tmp_path, seat) for seat in (None, "ann")]
    played.done(CLOSE)
    closed = [_verify(played, tmp_path, seat) for seat in (None, "ann", "eve")]

    assert [report.honest for report in (*reports, *closed)] == [True] * 5
    assert [report.draws.verdict for report in closed] == ["same"] * 3
    assert [report.decisions.verdict for report in closed] == ["same"] * 3
    assert [report.table_faces for report in closed] == [2] * 3


def _verify(table: Table, folder: Path, seat: str | None) -> Any:  # noqa: ANN401 a report
    export, receipt = folder / "export.ndjson", folder / "receipt.json"
    export.write_bytes(table.get("/events", seat=seat, headers=NDJSON).content)
    receipt.write_bytes(table.get("/receipt", seat=seat).content)
    return verify_file(export, receipt, None)


def test_every_flipped_byte_of_an_export_is_noticed(played: Table, tmp_path: Path) -> None:
    """A log in which any single byte was changed does not pass verification."""
    played.done(CLOSE)
    honest = played.get("/events", headers=NDJSON).content
    forged = tmp_path / "forged.ndjson"
    receipt = tmp_path / "receipt.json"
    receipt.write_bytes(played.get("/receipt").content)
    for place in range(0, len(honest), 97):
        forged.write_bytes(honest[:place] + bytes([honest[place] ^ 1]) + honest[place + 1 :])
        assert not _honest(forged, receipt), place


def _honest(export: Path, receipt: Path) -> bool:
    try:
        return verify_file(export, receipt, None).honest
    except ValueError:
        return False


def test_a_receipt_is_signed(played: Table) -> None:
    """The receipt's Ed25519 signature covers its version and head, and is not valid for another version."""
    body = played.get("/receipt").json()
    signed = {name: body[name] for name in ("at", "head", "stream", "version")}
    raised = canonical(signed | {"version": body["version"] + 1})

    assert (body["version"], body["head"]) == tuple(played.get().json()[name] for name in ("version", "head"))
    assert signed_by(body["public_key"], canonical(signed), bytes.fromhex(body["signature"]))
    assert not signed_by(body["public_key"], raised, bytes.fromhex(body["signature"]))
    assert read_receipt(json.dumps(body).encode(), body["public_key"]).version == body["version"]


def test_the_audit_over_http_depends_on_the_reader(played: Table) -> None:
    """While the table is open, only the app's audit decides commands again.

    After the table is closed, every seat gets all three levels of the audit.
    """
    app, ann = played.get("/audit").json(), played.get("/audit", seat="ann").json()
    played.done(CLOSE)
    closed = played.get("/audit", seat="ann").json()

    assert (app["chain"]["verdict"], app["decisions"]["verdict"], app["failure"]) == ("same", "same", None)
    assert (ann["chain"]["verdict"], ann["failure"]) == ("same", None)
    assert [closed[level]["verdict"] for level in ("chain", "draws", "decisions")] == ["same"] * 3


# ---------------------------------------------------------------- live events


def test_events_come_as_they_happen_and_end_with_the_table(played: Table) -> None:
    """The event stream sends past events, then live ones, and ends when the table is closed."""
    before = played.get("/events", seat="ann").json()["items"]
    with _listening(played, "ann") as heard:
        events = [next(heard) for _ in before]
        played.done(roll("3d6"))
        events.append(next(heard))
        played.done(CLOSE)
        events += list(heard)

    assert [event["data"] for event in events[: len(before)]] == before
    assert [event["event"] for event in events[len(before) :]] == [
        "arbiter.dice.DiceRolled", "arbiter.dice.SeedRevealed", "arbiter.dice.StreamClosed"
    ]  # fmt: skip
    assert [event["id"] for event in events] == [str(number) for number in range(1, len(events) + 1)]


class _Listening:
    """A reader of a table's events, with its own connection."""

    def __init__(self, table: Table, seat: str, headers: dict[str, str]) -> None:
        self._client = table.server.client(table.tokens[seat])
        self._stream = self._client.stream("GET", f"{table.path}/events", headers=SSE | headers)

    def __enter__(self) -> Any:  # noqa: ANN401 an iterator of events
        answer = self._stream.__enter__()
        assert answer.headers["content-type"].startswith("text/event-stream")
        return sse_events(answer)

    def __exit__(self, *_: object) -> None:
        self._stream.__exit__(None, None, None)
        self._client.close()


def _listening(table: Table, seat: str, **headers: str) -> _Listening:
    return _Listening(table, seat, {name.replace("_", "-"): value for name, value in headers.items()})


def test_an_event_stream_resumes_where_it_was_cut(played: Table) -> None:
    """`Last-Event-ID` resumes after that version, even inside a commit, and takes precedence over `after`."""
    with _listening(played, "ann", Last_Event_ID="3") as heard:
        first = next(heard)
    paged = played.get("/events?after=6", headers={"Last-Event-ID": "3"}).json()["items"]

    assert first["id"] == "4"
    assert paged[0]["sequence"] == "4"


def test_a_seats_event_stream_has_only_what_it_may_read(played: Table) -> None:
    """Bob's stream has the outcome of his secret roll; ann's stream has it only after the table ends."""
    items = played.get("/events").json()["items"]
    secret = next(place for place, item in enumerate(items, 1) if "audience" in item["data"].get("outcomes", ()))
    heard = {}
    for seat in ("ann", "bob"):
        with _listening(played, seat, Last_Event_ID=str(secret - 1)) as listening:
            heard[seat] = next(listening)["data"]["data"]["outcomes"]
    played.done(CLOSE)
    with _listening(played, "ann", Last_Event_ID=str(secret - 1)) as listening:
        opened = next(listening)["data"]["data"]["outcomes"]

    assert heard["ann"] == {"audience": ["bob", "gm"]}
    assert heard["bob"]["value"] == opened["value"] == heard["bob"]["value"]


def test_an_event_stream_ends_when_its_token_is_replaced(played: Table) -> None:
    """After ann's token is replaced, the old token's event stream gets no more events, and ends at the next one."""
    with _listening(played, "ann", Last_Event_ID=str(played.version)) as heard:
        rotated = played.app.post(f"{played.path}/seats/ann/token")
        played.done(roll("1d6"))
        rest = list(heard)

    assert rotated.status_code == 201
    assert [event["event"] for event in rest] == []


def test_a_closed_event_stream_is_no_longer_counted(server: Running, played: Table) -> None:
    """The metric of open subscriptions falls when a listener's connection is gone."""
    with _listening(played, "ann") as heard:
        next(heard)
        assert _subscribers(played.app) >= 1
    gone = threading.Event()
    for _ in range(100):
        if _subscribers(played.app) == 0:
            gone.set()
            break
        played.done(roll("1d4"))

    assert gone.is_set()
    assert server.pid


def _subscribers(app: httpx.Client) -> float:
    found = re.search(r"^arbiter_sse_subscribers (\S+)$", app.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_an_unsupported_form_is_406(table: Table) -> None:
    """An unsupported media type gets a 406.

    If a request names several types, the server uses the first that it supports.
    """
    assert_problem(table.get("/events", headers={"Accept": "image/png"}), 406)
    mixed = table.get("/events", headers={"Accept": "image/png, application/x-ndjson;q=0.5, application/json;q=0.1"})

    assert mixed.headers["content-type"].startswith("application/x-ndjson")


def test_an_event_stream_of_a_closed_table_ends(server: Running, app: httpx.Client) -> None:
    """A stream of a closed table sends all events and ends at once."""
    over = open_table(server, app)
    over.done(CLOSE)
    with _listening(over, "ann") as heard:
        events = list(heard)

    assert len(events) == over.version
