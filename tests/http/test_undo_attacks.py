"""Attacks on undo over HTTP, with old tokens, reused keys, stale versions, subscribers, and causes."""

from __future__ import annotations

import json
import secrets
from typing import Any, Final

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.causes import commits_of_chain, why
from tests.support.http import CLOSE, NDJSON, SSE, Table, assert_problem, open_table, sse_events
from tests.support.undo_campaign import campaign, take, view

ASKED: Final = {"type": "AskFortune", "question": "is the ferryman lying", "odds": {"likelihood": "even"}}


def item(table: Table, thing: str) -> dict[str, Any]:
    """Return ann's command that takes an item."""
    hero = view(table, "ann")["game"]["characters"][0]["id"]
    return {"type": "TakeItem", "character": hero, "item": {"name": thing}}


def propose(table: Table, to: int, seat: str = "ann") -> dict[str, Any]:
    """Propose an undo that needs the consent of others; return the command that agrees to it."""
    (proposed,) = table.done({"type": "ProposeUndo", "to": to}, seat=seat)["events"]
    return {"type": "AgreeToUndo", "proposal": proposed["proposal"]}


def back(table: Table, to: int, *, asked: tuple[str, ...] = ("gm", "bob")) -> None:
    """Undo to a version, with the consent of these seats."""
    agree = propose(table, to)
    for seat in asked:
        table.done(agree, seat=seat)


@pytest.mark.rule("AR-UNDO-08")
def test_an_old_token_gives_no_consent(server: Running, app: httpx.Client) -> None:
    """If bob's token is replaced while his consent is awaited, the old token is refused and the new one can consent."""
    table = campaign(server, app, undo="by consent")
    kept = take(table, "bread")
    take(table, "salt")
    agree = propose(table, kept["version"])
    table.done(agree, seat="gm")
    renewed = app.post(f"{table.path}/seats/bob/token").json()
    before = table.version
    assert_problem(table.send(agree, seat="bob"), 401)
    assert table.version == before
    headers = {"Authorization": f"Bearer {renewed['token']}"}
    done = app.post(f"{table.path}/commands", json={"command": agree}, headers=headers)
    assert [event["type"] for event in done.json()["events"]] == ["UndoAgreed", "TakenBack"]
    assert view(table, "ann")["game"] == kept["game"]


@pytest.mark.rule("AR-UNDO-16")
def test_a_key_of_a_command_that_was_taken_back_is_used_up(server: Running, app: httpx.Client) -> None:
    """A retry of an undone command gets its original response, and does nothing.

    With another key, the same command is carried out again.
    """
    table = campaign(server, app)
    before = view(table, "ann")
    command, key = item(table, "bread"), {"Idempotency-Key": secrets.token_hex(8)}
    first = table.send(command, seat="ann", headers=key)
    table.done({"type": "ProposeUndo", "to": before["version"]}, seat="ann")
    version = table.version
    again = table.send(command, seat="ann", headers=key)
    assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "true")
    assert (table.version, view(table, "ann")["game"]) == (version, before["game"])
    stale = {"If-Match": f'"{before["version"]}"'}
    assert_problem(table.send(command, seat="ann", headers=stale), 412)
    done = table.send(command, seat="ann", headers={"If-Match": f'"{version}"'})
    assert done.status_code == 200
    items = [[*answer.json()["view"]["game"]["characters"][0]["items"]] for answer in (first, done)]
    assert items[0][:-1] == items[1][:-1]
    assert items[0][-1] != items[1][-1]


@pytest.mark.rule("AR-UNDO-16")
@pytest.mark.parametrize("missed", range(4))
def test_a_subscriber_resumes_within_an_undo(server: Running, app: httpx.Client, missed: int) -> None:
    """A subscriber that lost its connection during the events of the last consent gets each remaining event once."""
    table = campaign(server, app, undo="by consent")
    before = view(table, "ann")["version"]
    table.done(ASKED, seat="gm")
    back(table, before)
    version = table.version
    table.done(CLOSE, seat="gm")
    headers = SSE | {"Last-Event-ID": str(version - missed)} | table.as_seat("eve")
    with app.stream("GET", f"{table.path}/events", headers=headers) as answer:
        heard = list(sse_events(answer))
    undone = ["UndoAgreed", "DrawsKept", "TakenBack"]
    kinds = [event["data"]["type"].rpartition(".")[2] for event in heard]
    assert kinds[:missed] == undone[len(undone) - missed :]
    assert kinds[missed:] == ["SeedRevealed", "StreamClosed"]
    assert [int(event["id"]) for event in heard] == list(range(version - missed + 1, version + 3))


@pytest.mark.rule("AR-UNDO-01", "AR-CAUSE-01", "AR-CAUSE-04", "AR-LUCK-03")
def test_an_undo_is_a_branch_of_the_tree_of_causes(server: Running, app: httpx.Client) -> None:
    """An undone command stays in its chain, and a request may still name it as its cause.

    The dice that the table rolled for it stay in the chain, too.
    """
    at, name = open_table(server, app), f"turn-{secrets.token_hex(6)}"
    table = campaign(server, app, luck={"table": at.opened["stream"]})
    stream, before = table.opened["stream"], table.version
    rolled = table.done(ASKED, seat="gm", headers=why(name))["version"]
    agree = propose(table, before)
    table.done(agree, seat="gm", headers=why(None, f"{stream}/{rolled}"))
    table.done(agree, seat="bob", headers=why(None, f"{stream}/{rolled}"))
    table.done(ASKED, seat="gm", headers=why(None, f"{stream}/{rolled}"))

    chain = [
        (one["stream"] == stream, one["command"], (one["cause"] or {}).get("version"))
        for one in commits_of_chain(app, name)
    ]
    assert chain == [
        (False, "LendDice", before), (True, "AskFortune", None), (True, "AgreeToUndo", rolled),
        (True, "AgreeToUndo", rolled), (True, "AskFortune", rolled),
    ]  # fmt: skip
    draws = [
        (draw["source"], draw["faces"])
        for line in table.get("/events", headers=NDJSON).text.splitlines()
        for draw in json.loads(line)["public"]["draws"]
    ]
    assert [source for source, _ in draws] == ["lent", "kept"]
    assert draws[0][1] == draws[1][1]
    for one in (table, at):
        one.done(CLOSE)
    assert table.get("/audit").json()["conclusion"] == "proven"
