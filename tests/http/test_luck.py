"""Campaigns that draw their dice from a dice table of the same app, over HTTP. One audit proves both logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct

from services.gateway.operations.archive import ArchiveRequest, archive
from services.gateway.operations.erase import erase
from services.gateway.operations.impact import ImpactRequest, impact
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from shared.platform.settings import ServerSettings
from tests.support.http import (
    CLOSE,
    NDJSON,
    ROTATE_SEED,
    Table,
    assert_problem,
    key_of,
    open_table,
    refusal,
    write_export,
)
from tests.support.undo_campaign import SEATS, campaign

ASKED: Final = {"type": "AskFortune", "question": "is the ferryman lying", "odds": {"likelihood": "even"}}


class Evening(Struct, frozen=True):
    """A dice table, and a Boundless campaign that draws its dice from the table."""

    table: Table
    campaign: Table


def on_a_table(server: Running, app: httpx.Client) -> Evening:
    """Open a table, and a campaign that draws its dice from it, with chat on both."""
    at = open_table(server, app, chat="on")
    return Evening(at, campaign(server, app, luck={"table": at.opened["stream"]}, chat="on"))


def settings_of(server: Running) -> ServerSettings:
    """Return the settings for a command that runs while the server is running."""
    return ServerSettings(data_folder=server.folder, durability="relaxed", redis_url=server.store.url)


def events(table: Table, kind: str) -> list[dict[str, Any]]:
    """Return a stream's events of one type."""
    items = table.get("/events?limit=1000").json()["items"]
    return [item["data"] for item in items if item["data"]["type"] == kind]


def draws(table: Table) -> list[dict[str, Any]]:
    """Return all public draws of a stream."""
    lines = table.get("/events", headers=NDJSON).text.splitlines()
    return [draw for line in lines for draw in json.loads(line)["public"]["draws"] if "source" in draw]


@pytest.mark.rule("AR-LUCK-01", "AR-LUCK-02", "AR-LUCK-04")
def test_a_campaign_rolls_on_a_table(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """The table's log has the campaign's roll, the campaign's view names the table, and one audit covers both."""
    evening = on_a_table(server, app)
    at, game = evening.table, evening.campaign
    version = game.version
    game.done(ASKED, seat="gm")
    (lent,) = events(at, "DiceLent")
    assert (lent["stream"], lent["version"]) == (game.opened["stream"], version)
    assert [tuple(roll["faces"]) for roll in lent["rolls"]] == [tuple(draw["faces"]) for draw in draws(game)]
    assert {draw["source"] for draw in draws(game)} == {"lent"}
    assert game.get(seat="ann").json()["luck"] == at.opened["stream"]
    assert "luck" not in at.get().json()

    count = len(events(at, "DiceLent"))
    game.done(ASKED | {"hidden": True}, seat="gm")
    assert_problem(game.send(ASKED, seat="eve"), 403)
    assert len(events(at, "DiceLent")) == count

    running = game.get("/audit", seat="ann").json()
    assert (running["failure"], running["luck"]["verdict"]) == (None, "not shown")
    for one in (game, at):
        one.done(CLOSE)
    proven = game.get("/audit").json()
    assert (proven["conclusion"], proven["luck"]["verdict"], proven["luck"]["unshown"]) == ("proven", "same", 0)
    assert game.get("/audit", seat="ann").json()["conclusion"] == "proven"

    file, table = write_export(game, tmp_path / "game.ndjson"), write_export(at, tmp_path / "table.ndjson")
    assert verify_file(file, None, None).conclusion == "nothing wrong found"
    assert verify_file(file, None, None, luck=table).conclusion == "proven"
    assert verify_file(table, None, None).conclusion == "proven"


@pytest.mark.rule("AR-LUCK-02")
def test_a_roll_on_the_table_is_in_the_chain_of_its_command(server: Running, app: httpx.Client) -> None:
    """The table's commit names the campaign's last event before the command as its cause.

    If the command is in no chain, the table's commit names no cause.
    """
    evening = on_a_table(server, app)
    at, game = evening.table, evening.campaign
    version = game.version
    game.done(ASKED, seat="gm", headers={"Arbiter-Correlation": "the-ferryman"})
    chain = app.get("/arbiter/v1/causes/the-ferryman").json()["items"]
    assert [(one["stream"], one["command"], one["cause"]) for one in chain] == [
        (at.opened["stream"], "LendDice", {"stream": game.opened["stream"], "version": version}),
        (game.opened["stream"], "AskFortune", None),
    ]  # fmt: skip
    game.done(ASKED, seat="gm")
    last = at.get("/events", headers=NDJSON).text.splitlines()[-1]
    assert not {"cause", "correlation"} & set(json.loads(last)["public"]["intent"])


@pytest.mark.rule("AR-LUCK-01")
def test_a_large_opening_names_a_table(server: Running, app: httpx.Client) -> None:
    """A pool process decides a large opening, and still checks the table that it names."""
    at = open_table(server, app)
    seats = [*SEATS, *({"seat": f"{number:060d}"} for number in range(55))]
    body = {"type": "OpenCampaign", "seats": seats}
    known = app.post("/rpg_boundless/v1/campaigns", json=body | {"luck": {"table": at.opened["stream"]}})
    assert (known.status_code, known.json()["view"]["luck"]) == (201, at.opened["stream"])
    unknown = app.post("/rpg_boundless/v1/campaigns", json=body | {"luck": {"table": "dice.table:none"}})
    assert refusal(unknown, 409) == "no-table-for-dice"


@pytest.mark.rule("AR-LUCK-03")
def test_an_undo_repeats_the_tables_dice(server: Running, app: httpx.Client) -> None:
    """After all seats agree to an undo and the same command is sent again, the table rolls no new dice."""
    evening = on_a_table(server, app)
    at, game = evening.table, evening.campaign
    version = game.version
    game.done(ASKED, seat="gm")
    proposed = game.done({"type": "ProposeUndo", "to": version}, seat="gm")["events"][0]
    for seat in proposed["asked"]:
        game.done({"type": "AgreeToUndo", "proposal": proposed["proposal"]}, seat=seat)
    rolled = len(events(at, "DiceLent"))
    game.done(ASKED, seat="gm")
    first, again = draws(game)
    assert (again["source"], again["faces"]) == ("kept", first["faces"])
    assert len(events(at, "DiceLent")) == rolled
    assert game.get("/audit").json()["failure"] is None


@pytest.mark.rule("AR-LUCK-02")
def test_two_campaigns_share_a_table(server: Running, app: httpx.Client) -> None:
    """Each campaign has its own rolls on the shared table; the table's log proves both."""
    evening = on_a_table(server, app)
    body = {"type": "OpenCampaign", "seats": SEATS, "luck": {"table": evening.table.opened["stream"]}}
    opened = app.post("/rpg_boundless/v1/campaigns", json=body)
    assert opened.status_code == 201, opened.text
    other = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    for game in (evening.campaign, other, evening.campaign):
        game.done(ASKED, seat="gm")
    assert [event["first"] for event in events(evening.table, "DiceLent")] == [0, 0, len(draws(other))]
    for game in (evening.campaign, other, evening.table):
        game.done(CLOSE)
    assert [game.get("/audit").json()["conclusion"] for game in (evening.campaign, other)] == ["proven"] * 2


@pytest.mark.rule("AR-LUCK-01")
@pytest.mark.parametrize("service", ["rpg_boundless", "rpg_specialist_pool", "rpg_specialist_total", "bones"])
def test_a_campaign_of_each_game_names_a_table(server: Running, app: httpx.Client, service: str) -> None:
    """In each game, a campaign's view names its table.

    The server refuses a missing table, or a campaign in its place.
    """
    at = open_table(server, app)
    path, body = f"/{service}/v1/campaigns", {"type": "OpenCampaign", "seats": SEATS}
    opened = app.post(path, json=body | {"luck": {"table": at.opened["stream"]}})
    assert opened.status_code == 201, opened.text
    assert opened.json()["view"]["luck"] == at.opened["stream"]
    limited = app.post("/dice/v1/tables", json={"seats": SEATS, "closes_after": {"rolls": 5}}).json()["stream"]
    for name in (
        opened.json()["stream"],
        limited,
        "dice.table:none",
        "tcg.match:none",
        "no.game:none",
        "dice.job:none",
    ):
        assert refusal(app.post(path, json=body | {"luck": {"table": name}}), 409) == "no-table-for-dice"
    assert_problem(app.post(path, json=body | {"luck": {"table": "none"}}), 400)


@pytest.mark.rule("AR-LUCK-01")
def test_no_other_apps_table_is_named(server: Running, app: httpx.Client) -> None:
    """The server refuses another app's table like a missing one.

    It also refuses matches and dice tables that name a table.
    """
    at = open_table(server, app)
    body = {"type": "OpenCampaign", "seats": SEATS, "luck": {"table": at.opened["stream"]}}
    with server.client() as stranger:
        headers = {"Authorization": f"Bearer {key_of(server, tenant='stranger')}"}
        answer = stranger.post("/rpg_boundless/v1/campaigns", json=body, headers=headers)
        assert refusal(answer, 409) == "no-table-for-dice"
    assert_problem(app.post("/dice/v1/tables", json={"seats": SEATS, "luck": body["luck"]}), 400)


@pytest.mark.rule("AR-LUCK-05")
def test_a_closed_table_rolls_no_more(server: Running, app: httpx.Client) -> None:
    """After the table is closed, the server refuses commands that need its dice.

    It still accepts entered faces, and a fork uses its own seed.
    """
    evening = on_a_table(server, app)
    game = evening.campaign
    game.done(ASKED, seat="gm")
    evening.table.done(CLOSE)
    assert refusal(game.send(ASKED, seat="gm"), 409) == "table-is-gone"
    dry = game.send(ASKED, seat="gm", params={"dry_run": "true"}).json()
    assert (dry["allowed"], dry["refusal"]["refusal"]) == (False, "TableIsGone")
    faces = draws(game)[-1]["faces"]
    game.done(ASKED, seat="gm", faces=faces)
    assert draws(game)[-1]["source"] == "table"

    forked = app.post(f"{game.path}/forks", json={"at": game.version})
    assert forked.status_code == 201, forked.text
    fork = Table(server=server, app=app, path=forked.headers["Location"], opened=forked.json())
    assert "luck" not in fork.get().json()
    fork.done(ASKED, seat="gm")
    assert draws(fork)[-1]["source"] == "seed"


@pytest.mark.rule("AR-LUCK-04", "AR-LUCK-05")
def test_the_audit_reads_an_archived_table_and_no_erased_one(server: Running, app: httpx.Client) -> None:
    """The audit returns the same bytes once the table is archived.

    Once the table is erased, it still finds nothing wrong.
    """
    evening = on_a_table(server, app)
    at, game = evening.table, evening.campaign
    for _ in range(2):
        game.done(ASKED, seat="gm")
        at.done(ROTATE_SEED)
        at.done({"type": "SendChat", "phrase": "yes"}, seat="ann")
    at.done(CLOSE)
    before, settings = game.get("/audit", seat="ann"), settings_of(server)
    assert (before.json()["luck"]["shown"], before.json()["failure"]) == (2, None)
    assert archive(settings, ArchiveRequest(streams=[at.opened["stream"]])).done
    assert game.get("/audit", seat="ann").content == before.content
    assert refusal(game.send(ASKED, seat="gm"), 409) == "table-is-gone"

    assert erase(settings, at.opened["stream"]) is not None
    after = game.get("/audit").json()
    assert (after["failure"], after["conclusion"]) == (None, "nothing wrong found")
    assert (after["luck"]["verdict"], after["luck"]["unshown"]) == ("not shown", 2)
    assert refusal(game.send(ASKED, seat="gm"), 409) == "table-is-gone"
    game.done(CLOSE)


@pytest.mark.rule("AR-IMPACT-01", "AR-LUCK-02")
def test_an_audit_decides_commands_on_lent_dice_again(server: Running, app: httpx.Client) -> None:
    """An audit decides the commands of table and campaign again with their recorded draws, and finds no difference."""
    evening = on_a_table(server, app)
    at, game = evening.table, evening.campaign
    for seat in ("gm", "ann"):
        at.done({"type": "SendChat", "phrase": "yes"}, seat=seat)
        game.done({"type": "SendChat", "text": "Ask it again."}, seat=seat)
        game.done(ASKED, seat="gm")
        at.done(ROTATE_SEED)
    names = [at.opened["stream"], game.opened["stream"]]
    found = impact(lambda: settings_of(server), ImpactRequest(streams=names))
    assert (found.streams, found.rows, found.stopped, found.same) == (2, (), {}, found.decisions)
