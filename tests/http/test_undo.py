"""Undo over HTTP: lists offer it, dry runs try it, it happens once, every seat sees it, and an audit proves it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import Table, assert_problem, open_table, roll
from tests.support.undo_campaign import campaign, take, view


def entry(table: Table, seat: str, command: str) -> dict[str, Any] | None:
    """Return the entry of a command in a seat's list."""
    allowed = table.get("/legal", seat=seat).json()["legal"]["allowed"]
    return next((one for one in allowed if one["command"] == command), None)


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-04")
def test_a_seat_undoes_its_own_decision(server: Running, app: httpx.Client) -> None:
    """The list has the versions that a seat can undo to, and a dry run shows the effect.

    The undo then happens at once, and every seat sees it.
    """
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


@pytest.mark.rule("AR-UNDO-15")
def test_a_view_names_the_seats_that_an_undo_asks(server: Running, app: httpx.Client) -> None:
    """A seat's view offers undos of its own decisions without consent; for others it names the seats that must consent.

    The view lists redos separately. The view of a spectator or the app offers none, and no view offers any during a
    proposal.
    """
    table = campaign(server, app)
    opened = view(table, "ann")["version"] - 1
    made, bread = view(table, "ann")["version"], take(table, "bread")["version"]
    take(table, "salt")
    setting = "own until known"
    free = [{"to": to, "asks": []} for to in (bread, made, opened)]
    assert view(table, "ann")["undo"] == {"setting": setting, "back": free}
    assert view(table, "bob")["undo"]["back"] == [{**one, "asks": ["ann", "gm"]} for one in free]
    assert (view(table, "eve")["undo"], table.get().json()["undo"]) == ({"setting": setting}, {"setting": setting})

    after = table.done({"type": "ProposeUndo", "to": made}, seat="ann")["view"]
    assert after["undo"] == {
        "setting": setting, "back": free[2:], "redo": [{"to": to, "asks": []} for to in (bread, bread + 1)],
    }  # fmt: skip
    table.done({"type": "ProposeUndo", "to": bread}, seat="bob")
    assert {*view(table, "ann")["undo"]} == {"setting", "proposal"}


@pytest.mark.rule("AR-UNDO-15")
def test_a_dry_run_of_an_undo_shows_its_events_despite_secrets(server: Running, app: httpx.Client) -> None:
    """A dry run of an undo shows its events even if the table has a hidden die, because they depend on public facts."""
    table = open_table(server, app, undo="by consent")
    table.done(roll("1d6", secret=True), seat="gm")
    to = table.version
    table.done({"type": "OpenSeat", "seat": "zoe"}, seat="gm")
    dry = table.send({"type": "ProposeUndo", "to": to}, seat="gm", params={"dry_run": "true"}).json()
    asked = {"type": "UndoProposed", "proposal": to + 2, "to": to, "by": "gm", "asked": ["ann", "bob", "zoe"]}
    assert dry == {"allowed": True, "version": to + 1, "events": [asked]}


@pytest.mark.rule("AR-UNDO-08")
def test_an_undo_with_consent(server: Running, app: httpx.Client) -> None:
    """The view names a proposed undo, and the seats that must consent respond to it.

    A retried consent gets the same response.
    """
    table = campaign(server, app, undo="by consent")
    before = take(table, "bread")
    take(table, "salt")
    table.done({"type": "ProposeUndo", "to": before["version"]}, seat="ann")
    proposal = view(table, "bob")["undo"]["proposal"]
    assert (proposal["by"], proposal["asked"], proposal["agreed"]) == ("ann", ["bob", "gm"], [])
    problem = assert_problem(table.send({"type": "ProposeUndo", "to": before["version"]}, seat="bob"), 409)
    assert problem["rule"] == "AR-UNDO-08"

    agreed = {"type": "AgreeToUndo", "proposal": proposal["proposal"]}
    table.done(agreed, seat="gm")
    first = table.send(agreed, seat="bob", headers={"Idempotency-Key": "once"})
    again = table.send(agreed, seat="bob", headers={"Idempotency-Key": "once"})
    assert (first.status_code, first.json(), again.headers["Idempotency-Replayed"]) == (200, again.json(), "true")
    assert "proposal" not in view(table, "bob")["undo"]
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
    """After all have agreed to undo a check, the repeated check rolls the same dice, and the audit proves it."""
    table = campaign(server, app)
    before = take(table, "bread")
    hero = before["game"]["characters"][0]["id"]
    check = {"type": "Check", "character": hero, "attribute": "strength"}
    rolled = table.done(check, seat="gm")["events"]
    table.done({"type": "ProposeUndo", "to": before["version"]}, seat="ann")
    proposal = view(table, "bob")["undo"]["proposal"]
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
    """A dice table offers no undo; its players can void a roll instead."""
    problem = assert_problem(table.send({"type": "ProposeUndo", "to": 5}, seat="gm"), 409)
    assert (problem["rule"], problem["needs"], problem["has"]) == ("AR-UNDO-02", ["by consent"], "never")
    assert table.get(seat="ann").json()["undo"] == {"setting": "never"}
