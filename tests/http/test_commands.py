"""Opening streams and sending commands: what the server writes and returns, and that a retried command happens once."""

import secrets
from pathlib import Path

import httpx
import pytest

from services.gateway.processes.running import Running, running
from tests.support.http import CLOSE, COLD, TABLES, Table, assert_problem, open_table, roll


def test_opening_returns_an_address_a_version_and_a_token_for_each_seat(app: httpx.Client, server: Running) -> None:
    """An opening gets a 201 with `Location` and `ETag`. Each of its tokens reads the table as its own seat."""
    answer = app.post(TABLES, json={"type": "OpenTable", "title": "one", "seats": [{"seat": "gm", "role": "gm"}]})
    opened = answer.json()

    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{TABLES}/{opened['id']}"
    assert answer.headers["ETag"] == f'"{opened["version"]}"'
    assert opened["stream"] == f"dice.table:{opened['id']}"
    assert opened["view"]["version"] == opened["version"]
    assert [(seat["seat"], seat["role"]) for seat in opened["seats"]] == [("gm", "gm")]
    with server.client(opened["seats"][0]["token"]) as seat:
        assert seat.get(answer.headers["Location"]).json() == app.get(answer.headers["Location"]).json()


def test_opening_with_a_key_opens_one_table(app: httpx.Client) -> None:
    """Requests with the same key and body return the same table. The same key with another body gets a 422."""
    key = {"Idempotency-Key": secrets.token_hex(8)}
    first, again = (app.post(TABLES, json={"seats": [{"seat": "gm", "role": "gm"}]}, headers=key) for _ in range(2))
    other = app.post(TABLES, json={"seats": [{"seat": "gm"}]}, headers=key)

    assert first.json()["id"] == again.json()["id"]
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert_problem(other, 422)


def test_a_command_is_carried_out_and_its_events_returned(table: Table) -> None:
    """A command gets a 200 with the new versions, their events, and the view after them under its new ETag."""
    before = table.version
    answer = table.send(roll("2d6"), seat="ann")
    done = answer.json()

    assert answer.status_code == 200
    assert (done["first"], done["version"]) == (before + 1, before + 1)
    assert answer.headers["ETag"] == f'"{before + 1}"'
    assert [event["type"] for event in done["events"]] == ["DiceRolled"]
    assert done["events"][0]["rolls"][0]["who"] == "ann"
    assert done["view"] == table.get(seat="ann").json()


def test_the_view_can_be_omitted_from_a_response(table: Table) -> None:
    """`Prefer: return=minimal` omits the view and nothing else from the response."""
    minimal = table.done(roll(), headers={"Prefer": "return=minimal"})

    assert set(minimal) == {"stream", "first", "version", "head", "events"}


def test_retry_after_later_moves_gets_the_original_answer(table: Table) -> None:
    """A retry after later moves gets the original response, which the server rebuilds without rolling again."""
    key = {"Idempotency-Key": "once"}
    first = table.send(roll("5d20"), headers=key)
    table.done(roll("3d6"))
    again = table.send(roll("5d20"), headers=key)

    assert again.json() == first.json()
    assert again.headers["ETag"] == first.headers["ETag"]
    assert (first.headers.get("Idempotency-Replayed"), again.headers.get("Idempotency-Replayed")) == (None, "true")
    assert table.version == first.json()["version"] + 1


def test_a_key_is_quoted_or_not_and_is_the_same_key(table: Table) -> None:
    """An Idempotency-Key with quotes, which structured headers require, equals the same key without quotes."""
    bare = table.send(roll(), headers={"Idempotency-Key": "same"})
    quoted = table.send(roll(), headers={"Idempotency-Key": '"same"'})

    assert quoted.json() == bare.json()


def test_a_key_used_for_another_command_is_refused(table: Table) -> None:
    """Another command with a used key gets a 422, and nothing is rolled."""
    table.done(roll("1d6"), headers={"Idempotency-Key": "k"})
    before = table.version
    assert_problem(table.send(roll("1d8"), headers={"Idempotency-Key": "k"}), 422)

    assert table.version == before


def test_a_key_belongs_to_the_credential_that_used_it(table: Table) -> None:
    """Two seats may use the same key for different commands."""
    headers = {"Idempotency-Key": "shared"}
    ann, bob = (table.done(roll("1d6"), seat=seat, headers=headers) for seat in ("ann", "bob"))

    assert ann["version"] + 1 == bob["version"]


def test_a_stale_version_is_refused_with_the_current_one(table: Table) -> None:
    """The 412 for a stale version shows the current version and head.

    A command for the current version, quoted or not, is accepted.
    """
    now = table.get().json()
    table.done(roll(), headers={"If-Match": f'"{now["version"]}"'})
    problem = assert_problem(stale := table.send(roll(), headers={"If-Match": f'"{now["version"]}"'}), 412)
    after = table.get().json()

    assert (problem["version"], problem["head"]) == (after["version"], after["head"])
    assert stale.headers["ETag"] == f'"{after["version"]}"'
    assert after["version"] == now["version"] + 1
    assert table.send(roll(), headers={"If-Match": str(after["version"])}).status_code == 200
    assert table.send(roll(), headers={"If-Match": "*"}).status_code == 200


def test_a_retry_with_a_key_is_answered_though_its_version_is_stale_by_then(table: Table) -> None:
    """A retry gets its response even though its `If-Match` is stale, because the server checks the key first.

    It was the first request that changed the stream's version.
    """
    headers = {"Idempotency-Key": "twice", "If-Match": f'"{table.version}"'}
    first, again = table.send(roll(), headers=headers), table.send(roll(), headers=headers)

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()


@pytest.mark.rule("AR-FACES-04")
def test_a_face_of_0_is_refused_by_its_rule(table: Table) -> None:
    """The game refuses an entered face of 0 by its rule, like any other face that the die does not have."""
    refused = assert_problem(table.send(roll("2d10"), seat="gm", faces=[0, 3]), 409)

    assert ("urn:arbiter:refusal:face-impossible", 0) == (refused["type"], refused["has"])
    assert refused["needs"] == "1 to 10; a die that shows 0 for its highest face shows 10"


def test_a_rule_that_forbids_is_named_and_can_be_read(table: Table) -> None:
    """A command that a rule forbids gets a 409, or a 403 if another role may send it.

    The problem has the rule's id and a working `rule_url`.
    """
    table.done(roll(), seat="ann")
    problems = [
        assert_problem(table.send({"type": "RevealRoll", "roll": 99}), 409),
        assert_problem(table.send(roll("wat")), 409),
        assert_problem(table.send(CLOSE, seat="ann"), 403),
        assert_problem(table.send(roll(), seat="eve"), 403),
        assert_problem(table.send(roll(), seat="ann", faces=[1, 2]), 403),
    ]

    assert all(table.app.get(problem["rule_url"]).json()["rule"]["id"] == problem["rule"] for problem in problems)


def test_a_closed_table_can_only_be_read(table: Table) -> None:
    """After a table is closed, every command gets a 409. The view and the log can still be read."""
    table.done(CLOSE)
    problem = assert_problem(table.send(roll()), 409)

    assert problem["rule"] == "AR-STREAM-03"
    assert table.get().json()["status"] == "closed"
    assert len(table.get("/events").json()["items"]) == table.version


def test_an_app_acts_as_the_seat_it_names(table: Table) -> None:
    """An app that sends the header `Arbiter-Seat` acts as that seat; without the header it acts as the game master."""
    named = table.done(roll(), headers={"Arbiter-Seat": "bob"})
    unnamed = table.done(roll())

    assert (named["events"][0]["rolls"][0]["who"], unnamed["events"][0]["rolls"][0]["who"]) == ("bob", "gm")


@pytest.mark.rule("AR-SEAT-01")
def test_an_app_that_names_no_seat_needs_a_game_master(app: httpx.Client) -> None:
    """On a table without a game master, an app's request without a seat is refused.

    The problem names the header and the seats.
    """
    opened = app.post(TABLES, json={"seats": [{"seat": "ann"}, {"seat": "bob"}]}).json()
    path, spin = f"{TABLES}/{opened['id']}", {"command": roll()}
    answers = [
        app.post(f"{path}/commands", json=spin), app.post(f"{path}/commands?dry_run=true", json=spin),
        app.get(f"{path}/legal"), app.post(f"{path}/seats/ann/token"), app.post(f"{path}/seats", json={"seat": "cat"}),
    ]  # fmt: skip

    for problem in (assert_problem(answer, 409) for answer in answers):
        assert (problem["title"], problem["needs"], problem["has"]) == (
            "SeatNotNamed", ["ann", "bob"], "no header Arbiter-Seat"
        )  # fmt: skip
        assert "name one of its seats in the header Arbiter-Seat" in problem["detail"]
    named = assert_problem(app.post(f"{path}/commands", json=spin, headers={"Arbiter-Seat": "zoe"}), 409)
    assert (named["title"], named["needs"], named["has"]) == ("SeatUnknown", ["ann", "bob"], "zoe")
    assert app.post(f"{path}/commands", json=spin, headers={"Arbiter-Seat": "bob"}).status_code == 200


def test_a_whole_number_may_have_a_zero_fraction(table: Table) -> None:
    """The server accepts `3.0` as `3`, as JSON Schema does, and stores it as an integer."""
    written = table.done({"type": "Roll", "rolls": [{"what": {"throw": "PositionPool", "dice": 3.0}}]})

    assert written["events"][0]["rolls"][0]["what"]["dice"] == 3
    assert '"dice":3,' in table.get("/events").text


@pytest.mark.faults
def test_a_retry_is_answered_after_a_restart_of_the_server(tmp_path: Path) -> None:
    """After a restart, the same key gets the same response: for an opening, a command, a seat and a one-call roll."""
    with running(tmp_path / "arbiter", durability="relaxed", **COLD) as server:
        with server.client() as app:
            table = open_table(server, app)
        paths = (
            (TABLES, {"seats": [{"seat": "gm", "role": "gm"}]}),
            (f"{table.path}/commands", {"command": roll("9d9")}),
            (f"{table.path}/seats", {"seat": "new"}),
            ("/dice/v1/rolls", {"rolls": roll("7d7")["rolls"]}),
        )
        keys = [{"Idempotency-Key": f"call-{place}"} for place in range(len(paths))]
        with server.client() as app:
            before = [app.post(path, json=body, headers=key) for (path, body), key in zip(paths, keys, strict=True)]
        assert server.stop() == 0
        server.start()
        with server.client() as app:
            after = [app.post(path, json=body, headers=key) for (path, body), key in zip(paths, keys, strict=True)]

    assert [answer.status_code for answer in after] == [201, 200, 201, 201]
    assert [answer.headers["Idempotency-Replayed"] for answer in after] == ["true"] * 4
    assert [_without_tokens(answer) for answer in after] == [_without_tokens(answer) for answer in before]


def _without_tokens(answer: httpx.Response) -> object:
    """Return a response without its tokens, because the server signs them anew with a new expiry."""
    body = answer.json()
    for one in (body, *body.get("seats", ())):
        one.pop("token", None)
        one.pop("expires", None)
    return body


@pytest.mark.rule("AR-FACES-01", "AR-FACES-02")
def test_empty_faces_are_accepted_only_without_dice(table: Table) -> None:
    """The server accepts an empty list of faces for a command without dice, and refuses it for one with dice."""
    quiet = table.send({"type": "RotateSeed"}, seat="gm", faces=[])
    tried = table.send(roll("2d6"), seat="gm", faces=[])

    assert quiet.status_code == 200, quiet.text
    assert 0 == assert_problem(tried, 409)["has"]
    assert tried.json()["needs"].startswith("at least 2, 2 of them for ")
    assert_problem(table.send({"type": "RotateSeed"}, seat="ann", faces=[]), 403)
