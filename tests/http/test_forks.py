"""Forks over HTTP: who may fork which stream, the initial state of a fork, and how it is marked and proven."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from services.gateway.games import GAMES
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from shared.platform.processes.games import game_of
from tests.support.http import Table, assert_problem, key_of, open_table, refusal, roll, write_export
from tests.support.matches import acting, hand_in, open_match, over, play_on, view_of
from tests.support.undo_campaign import campaign, take, view

HELPED: Final[dict[str, Any]] = {"allow_analysis": True}


def request_fork(
    table: Table, at: int, *, seat: str | None = None, by: str | None = None, key: str = ""
) -> httpx.Response:
    """Request a fork of the stream at a version, as the app or (with `by`) with a seat's token.

    With `seat`, hidden cards are dealt again from what that seat knows.
    """
    headers = (table.as_seat(by) if by else {}) | ({"Idempotency-Key": key} if key else {})
    return table.app.post(f"{table.path}/forks", json={"at": at} | ({"seat": seat} if seat else {}), headers=headers)


def fork_of(table: Table, at: int, **more: Any) -> Table:  # noqa: ANN401 as `asked` has it
    """Open a fork."""
    answer = request_fork(table, at, **more)
    assert answer.status_code == 201, answer.text
    return Table(server=table.server, app=table.app, path=answer.headers["Location"], opened=answer.json())


def running(server: Running, app: httpx.Client, **fields: Any) -> Table:  # noqa: ANN401 fields of the opening
    """Return a match in ann's turn."""
    match = open_match(server, app, **fields)
    hand_in(match)
    play_on(match, acting("ann", 2))
    return match


@pytest.mark.rule("AR-FORK-01", "AR-FORK-02", "AR-FORK-06", "AR-FORK-08")
def test_an_app_forks_a_campaign(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """An app's fork starts with the campaign's state, is marked as a fork, and has its own tokens and seed.

    The parent does not change.
    """
    table = campaign(server, app)
    before = take(table, "bread")
    after = take(table, "salt")
    fork = fork_of(table, before["version"])
    begun = view(fork, "ann")

    assert begun["game"] == before["game"]
    assert begun["fork"] == {
        "stream": before["stream"], "version": before["version"], "head": before["head"], "dealt": False, "seat": None,
    }  # fmt: skip
    assert begun["seats"] == before["seats"]
    assert begun["seed"]["commitment"] != before["seed"]["commitment"]
    assert_problem(fork.app.get(fork.path, headers=table.as_seat("ann")), 403)

    take(fork, "rope")
    assert view(table, "ann")["game"] == after["game"]
    assert "fork" not in view(table, "ann")
    undo = fork.send({"type": "ProposeUndo", "to": begun["version"] - 1}, seat="ann")
    assert refusal(undo, 409) == "no-such-moment"

    listed = app.get("/rpg_boundless/v1/campaigns").json()["items"]
    assert next(one for one in listed if one["id"] == fork.opened["id"])["fork"] == begun["fork"]
    (tmp_path / "receipt.json").write_bytes(fork.get("/receipt").content)
    says = json.loads((tmp_path / "receipt.json").read_bytes())["fork"]
    assert says == f"a fork of {before['stream']} at version {before['version']}"

    file = write_export(fork, tmp_path / "fork.ndjson")
    first = json.loads(file.read_bytes().splitlines()[0])
    assert ["salt" in part for part in first["parts"]] == [False, False]  # the seed, and the state
    assert verify_file(file, tmp_path / "receipt.json", None).honest
    assert fork.get("/audit").json()["fork"]["verdict"] == "same"

    for one in (fork, table):
        one.done({"type": "Close"})
    parent = write_export(table, tmp_path / "parent.ndjson")
    file = write_export(fork, tmp_path / "fork.ndjson")
    assert verify_file(file, None, None).conclusion == "nothing wrong found"
    report = verify_file(file, None, None, parent=parent)
    assert (report.conclusion, report.fork and report.fork.verdict) == ("proven", "same")
    assert verify_file(file, None, None, parent=file).conclusion == "nothing wrong found"


@pytest.mark.rule("AR-FORK-03", "AR-FORK-04", "TC-RUL-161")
def test_a_seat_forks_a_running_match(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """If `allow_analysis` is true, a seat can fork a running match from what it knows.

    In the fork the seat sees the same cards, and all cards hidden from it are dealt again.
    """
    match = running(server, app, settings=HELPED)
    before = match.get(seat="ann").json()
    fork = fork_of(match, before["version"], by="ann", seat="ann")
    begun = fork.get(seat="ann").json()

    assert (begun["fork"]["dealt"], begun["fork"]["seat"]) == (True, "ann")
    assert begun["game"]["players"] == before["game"]["players"]
    assert (
        len(view_of(fork, "bob")["players"]["bob"]["hand"])
        == before["game"]["players"]["bob"]["hand_main"] + (before["game"]["players"]["bob"]["hand_spirits"])
    )
    audit = fork.get("/audit").json()
    assert (audit["fork"]["verdict"], audit["failure"]) == ("same", None)
    assert fork.get("/audit", seat="ann").json()["fork"]["verdict"] == "not shown"

    appointed = app.post(f"{fork.path}/seats/bob/player", json={"player": "greedy"}, headers=fork.as_seat("bob"))
    assert appointed.status_code == 200, appointed.text
    fork.done({"type": "Concede"}, seat="ann")
    match.done({"type": "Concede"}, seat="ann")
    report = verify_file(
        write_export(fork, tmp_path / "fork.ndjson"), None, None, parent=write_export(match, tmp_path / "match.ndjson")
    )
    assert report.conclusion == "proven", report
    assert report.fork is not None
    assert report.fork.note.endswith("dealt again")


@pytest.mark.rule("AR-FORK-03", "AR-FORK-04", "AR-FORK-05")
def test_a_refused_fork_names_its_rule(server: Running, app: httpx.Client) -> None:
    """The server refuses a fork and names the rule that forbids it.

    Reasons are: no consent, another seat, no seat to deal for, an unknown version or seat, and another app's
    stream.
    """
    match, table = running(server, app), campaign(server, app)
    refusals = [
        request_fork(match, 3, by="ann", seat="ann"),
        request_fork(table, table.version, by="ann", seat="ann"),
        request_fork(match, match.version, seat="nobody"),
    ]
    assert [refusal(one, 409) for one in refusals] == ["not-forked-by-seats", "not-forked-by-seats", "seat-unknown"]
    helped = running(server, app, settings=HELPED)
    others = [
        request_fork(helped, helped.version, by="ann", seat="bob"),
        request_fork(helped, helped.version, by="ann"),
    ]
    assert [refusal(one, 403) for one in others] == ["fork-for-another"] * 2
    assert refusal(request_fork(helped, helped.opened["version"], by="ann", seat="ann"), 409) == "not-dealt-now"
    assert_problem(request_fork(table, 10_000), 404)
    assert request_fork(table, 1).json()["view"]["fork"]["version"] == table.opened["version"]  # within its opening
    assert_problem(request_fork(table, 0), 400)
    with server.client() as stranger:
        key = key_of(server, tenant="stranger")
        assert_problem(
            stranger.post(f"{table.path}/forks", json={"at": 1}, headers={"Authorization": f"Bearer {key}"}), 404
        )


@pytest.mark.rule("AR-FORK-05")
def test_a_repeated_request_gives_the_same_fork(server: Running, app: httpx.Client) -> None:
    """A retry with the same key returns the same fork.

    The server refuses the key for another version of the stream. For another stream, the key opens another fork.
    """
    table, other = campaign(server, app), campaign(server, app)
    first, again = (request_fork(table, table.version, key="once") for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.json()["id"], again.json()["head"]) == (first.json()["id"], first.json()["head"])
    assert_problem(request_fork(table, table.version - 1, key="once"), 422)
    assert request_fork(other, other.version, key="once").json()["id"] != first.json()["id"]


@pytest.mark.rule("AR-FORK-02", "AR-FORK-05", "TC-RUL-088")
def test_a_seat_forks_a_match_that_is_over(server: Running, app: httpx.Client) -> None:
    """After a match has ended, its log is open, so a seat's fork has the true hands.

    The server refuses a fork at the last version, where the match is already over.
    """
    match = running(server, app)
    at = match.version
    hands = {seat: player["hand"] for seat, player in view_of(match)["players"].items()}
    ahead = fork_of(match, at)
    assert ahead.get().json()["fork"]["dealt"]
    play_on(match, over)

    fork = fork_of(match, at, by="bob")
    begun = fork.get().json()
    assert (begun["fork"]["dealt"], begun["fork"]["seat"]) == (False, None)
    assert {seat: player["hand"] for seat, player in begun["game"]["players"].items()} == hands
    assert refusal(request_fork(match, match.version, by="bob"), 409) == "nothing-to-play-on"
    dealt = fork_of(match, at, by="bob", seat="bob").get().json()
    assert (dealt["fork"]["dealt"], dealt["fork"]["seat"]) == (True, "bob")


@pytest.mark.rule("AR-FORK-02")
def test_a_fork_of_a_fork(server: Running, app: httpx.Client) -> None:
    """An app can fork a table of dice, and then fork that fork. Each fork names its parent."""
    table = open_table(server, app)
    table.done(roll("2d6"), seat="ann")
    table.done(roll("1d20", secret=True), seat="ann")
    fork = fork_of(table, table.version)
    assert fork.get(seat="ann").json()["game"] == table.get(seat="ann").json()["game"]
    fork.done(roll("1d4"), seat="bob")
    again = fork_of(fork, fork.version)
    assert again.get().json()["fork"]["stream"] == fork.opened["stream"]
    assert [event["data"]["type"] for event in again.get("/events").json()["items"]][-1] == "Forked"
    assert again.get("/audit").json()["failure"] is None


@pytest.mark.rule("AR-FORK-02", "AR-FORK-03", "AR-FORK-04")
@pytest.mark.parametrize("service", [one for one in GAMES if one != "tcg"])
def test_a_seat_forks_a_campaign_or_table_once_it_is_over(
    server: Running, app: httpx.Client, service: str
) -> None:  # fmt: skip
    """While a campaign or table runs, no seat may fork it, but the app may fork it from what a seat knows.

    After the end, a seat may fork its true state, or what it knew.
    """
    game = game_of(service)
    seats = [{"seat": "ann"}, {"seat": "bob"}, {"seat": "gm", "role": "gm"}]
    opened = app.post(f"/{service}/v1/{game.plural}", json={"type": game.opening.__name__, "seats": seats})
    assert opened.status_code == 201, opened.text
    table = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    at, before = table.version, view(table, "ann")
    for seat in (None, "ann"):
        assert refusal(request_fork(table, at, by="ann", seat=seat), 409) == "not-forked-by-seats"
    dealt = view(fork_of(table, at, seat="ann"), "ann")
    assert (dealt["fork"]["dealt"], dealt["fork"]["seat"], dealt["game"]) == (True, "ann", before["game"])
    table.done({"type": "Close"})

    fork = fork_of(table, at, by="ann")
    begun = view(fork, "ann")
    assert (begun["fork"]["dealt"], begun["game"]) == (False, before["game"])
    assert begun["seed"]["commitment"] != before["seed"]["commitment"]
    assert view(fork_of(table, at, by="ann", seat="ann"), "ann")["fork"]["dealt"]


@pytest.mark.rule("AR-FORK-12", "AR-FORK-13", "AR-FORK-14")
def test_an_app_forks_a_campaign_from_what_a_player_knows(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """What the game master has stored stays closed on the fork, and its event names it. The audit repeats the deal."""
    table = campaign(server, app)
    sheet = {"name": "hidden dragon", "hp": 9, "attacks": [{"name": "flame", "damage": 3}]}
    table.done({"type": "StoreEnemy", "sheet": sheet}, seat="gm")
    at, before = table.version, view(table, "ann")
    (stored,) = (one["id"] for one in before["game"]["stored"])
    fork = fork_of(table, at, seat="ann")
    begun = fork.get("/events").json()["items"][-1]["data"]

    assert (begun["type"], begun["closed"], "made_up" in begun) == ("Forked", [stored], False)
    assert view(fork, "ann")["game"] == before["game"]
    assert "dragon" not in json.dumps(view(fork, "gm"))
    assert refusal(fork.send({"type": "BringEnemy", "stored": stored}, seat="gm"), 409) == "closed-on-this-fork"
    assert fork.get("/audit").json()["fork"]["verdict"] == "same"
    assert view(fork_of(table, at), "gm")["game"] == view(table, "gm")["game"]

    for one in (fork, table):
        one.done({"type": "Close"})
    file, parent = write_export(fork, tmp_path / "fork.ndjson"), write_export(table, tmp_path / "parent.ndjson")
    assert b"dragon" not in file.read_bytes()
    report = verify_file(file, None, None, parent=parent)
    assert (report.conclusion, report.fork and report.fork.note.endswith("dealt again")) == ("proven", True)


@pytest.mark.rule("AR-FORK-16")
def test_a_refused_deal_names_what_is_hidden(server: Running, app: httpx.Client) -> None:
    """An app cannot fork a campaign of BONES for a player while the terms of a task are hidden from them."""
    seats = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]
    opened = app.post("/bones/v1/campaigns", json={"type": "OpenCampaign", "seats": seats})
    table = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    table.done({"type": "SpawnSample", "sample": "Wolf"}, seat="gm")
    call = {
        "type": "CallTask",
        "creature": view(table, "gm")["game"]["characters"][0]["id"],
        "aim": "track",
        "hidden": True,
    }
    table.done(call | {"terms": {"skill": "Physical", "difficulty": "Easy"}}, seat="gm")

    refused = request_fork(table, table.version, seat="ann")
    assert refusal(refused, 409) == "not-dealt-now"
    assert refused.json()["has"].startswith("the hidden terms of task-")
    assert fork_of(table, table.version, seat="gm").get().json()["fork"]["dealt"]
