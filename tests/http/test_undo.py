"""Undo over HTTP: it is listed, tried, carried out once, seen by all, and proven."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import Table, assert_problem

SEATS: Final = ({"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"})
MADE: Final = {
    "type": "CreateCharacter",
    "name": "Ash",
    "points": {"strength": 2, "dexterity": 1, "willpower": 1},
    "items": [{"name": "sword", "weapon": {"damage": 3}}, {"name": "rope"}, {"name": "lamp"}],
    "keepsake": "coin",
}


def campaign(server: Running, app: httpx.Client, **settings: str) -> Table:
    """Open a campaign with a character of ann's."""
    opened = app.post("/rpg_boundless/v1/campaigns", json={"type": "OpenCampaign", "seats": SEATS, **settings})
    assert opened.status_code == 201, opened.text
    found = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    found.done(MADE, seat="ann")
    return found


def view(table: Table, seat: str) -> dict[str, Any]:
    """Return the stream as a seat sees it."""
    seen: dict[str, Any] = table.get(seat=seat).json()
    return seen


def take(table: Table, thing: str) -> dict[str, Any]:
    """Take an item as ann; return the view after it."""
    hero = view(table, "ann")["game"]["characters"][0]["id"]
    table.done({"type": "TakeItem", "character": hero, "item": {"name": thing}}, seat="ann")
    return view(table, "ann")


def entry(table: Table, seat: str, command: str) -> dict[str, Any] | None:
    """Return the entry of a command in a seat's list."""
    allowed = table.get("/legal", seat=seat).json()["legal"]["allowed"]
    return next((one for one in allowed if one["command"] == command), None)


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-04")
def test_a_decision_of_one_s_own_is_taken_back(server: Running, app: httpx.Client) -> None:
    """It is listed with the versions that it may lead to, shown by a dry run, and done at once; all see it."""
    table = campaign(server, app)
    before = take(table, "bread")
    after = take(table, "salt")
    assert len(after["game"]["characters"][0]["items"]) > len(before["game"]["characters"][0]["items"])
    offered = entry(table, "ann", "ProposeUndo")
    assert offered is not None
    assert offered["fields"]["to"]["options"][0] == before["version"]

    command = {"type": "ProposeUndo", "to": before["version"]}
    dry = table.send(command, seat="ann", params={"dry_run": "true"}).json()
    assert (dry["allowed"], dry["version"], [one["type"] for one in dry["events"]]) == (
        True, after["version"], ["TakenBack"],
    )  # fmt: skip
    done = table.done(command, seat="ann")
    assert [event["type"] for event in done["events"]] == ["TakenBack"]
    assert done["view"]["game"] == before["game"]
    assert view(table, "bob")["game"]["characters"] == view(table, "ann")["game"]["characters"]
    assert view(table, "bob")["version"] == after["version"] + 1
    assert table.get(f"?at={after['version']}", seat="ann").json()["game"] == after["game"]


@pytest.mark.rule("AR-UNDO-08")
def test_an_undo_with_consent(server: Running, app: httpx.Client) -> None:
    """The view names the proposal, those who are asked answer it, and a repeated answer is answered as then."""
    table = campaign(server, app, undo="by consent")
    before = take(table, "bread")
    take(table, "salt")
    table.done({"type": "ProposeUndo", "to": before["version"]}, seat="ann")
    proposal = view(table, "bob")["undo"]
    assert (proposal["by"], proposal["asked"], proposal["agreed"]) == ("ann", ["bob", "gm"], [])
    problem = assert_problem(table.send({"type": "ProposeUndo", "to": before["version"]}, seat="bob"), 409)
    assert problem["rule"] == "AR-UNDO-08"

    agreed = {"type": "AgreeToUndo", "proposal": proposal["proposal"]}
    table.done(agreed, seat="gm")
    first = table.send(agreed, seat="bob", headers={"Idempotency-Key": "once"})
    again = table.send(agreed, seat="bob", headers={"Idempotency-Key": "once"})
    assert (first.status_code, first.json(), again.headers["Idempotency-Replayed"]) == (200, again.json(), "true")
    assert "undo" not in view(table, "bob")
    assert view(table, "ann")["game"]["characters"] == before["game"]["characters"]

    events = table.get("/events?limit=200", seat="bob").json()["items"]
    assert [one["type"].rpartition(".")[2] for one in events[-4:]] == [
        "UndoProposed", "UndoAgreed", "UndoAgreed", "TakenBack",
    ]  # fmt: skip
    table.done({"type": "Close", "reason": "done"}, seat="gm")
    report = table.get("/audit", seat="gm").json()
    assert report["conclusion"] == "proven", report


@pytest.mark.rule("AR-UNDO-05", "AR-UNDO-10")
def test_a_roll_is_taken_back_by_consent_and_comes_again(server: Running, app: httpx.Client) -> None:
    """All who lead or play are asked; the same check then shows the same dice, and the audit proves it."""
    table = campaign(server, app)
    before = take(table, "bread")
    hero = before["game"]["characters"][0]["id"]
    check = {"type": "Check", "character": hero, "attribute": "strength"}
    rolled = table.done(check, seat="gm")["events"]
    table.done({"type": "ProposeUndo", "to": before["version"]}, seat="ann")
    proposal = view(table, "bob")["undo"]
    assert proposal["asked"] == ["bob", "gm"]
    agreed = {"type": "AgreeToUndo", "proposal": proposal["proposal"]}
    table.done(agreed, seat="bob")
    done = table.done(agreed, seat="gm")
    assert [event["type"] for event in done["events"]] == ["UndoAgreed", "DrawsKept", "TakenBack"]
    assert view(table, "ann")["game"]["characters"] == before["game"]["characters"]
    again = table.done(check, seat="gm")["events"]
    assert [one["type"] for one in again] == [one["type"] for one in rolled]
    assert again[0]["roll"]["faces"] == rolled[0]["roll"]["faces"]
    table.done({"type": "Close", "reason": "done"}, seat="gm")
    report = table.get("/audit", seat="gm").json()
    assert report["conclusion"] == "proven", report


@pytest.mark.rule("AR-UNDO-02")
def test_a_table_of_dice_takes_nothing_back(table: Table) -> None:
    """A roll is voided instead."""
    problem = assert_problem(table.send({"type": "ProposeUndo", "to": 5}, seat="gm"), 409)
    assert (problem["rule"], problem["has"]) == ("AR-UNDO-02", "never")
