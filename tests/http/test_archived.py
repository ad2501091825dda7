"""The server serves an archived stream to its app and its seats as before.

If the archive file is missing, the response reports this.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.gateway.operations.archive import ArchiveRequest, archive, unarchive
from services.gateway.operations.erase import erase
from services.gateway.operations.verify import NotOpened, verify_file
from services.gateway.processes.running import Running
from shared.platform.embedded_store.rewrite import FilesKept
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings
from tests.support.http import CLOSE, NDJSON, SSE, Table, assert_problem, key_of, open_table, roll
from tests.support.undo_campaign import campaign, take

SEATS = (None, "gm", "ann", "eve")


def settings(server: Running) -> ServerSettings:
    """Return the settings for a command that runs while the server is running."""
    return ServerSettings(data_folder=server.folder, durability="relaxed", redis_url=server.store.url)


def file_of(table: Table) -> Path:
    """Return the path of a table's archive file, whether or not the file exists."""
    return Archive(settings(table.server).archive_at).path_of(table.opened["stream"])


def archive_table(table: Table) -> None:
    """Archive a table while the server is running."""
    stream = table.opened["stream"]
    moved = archive(settings(table.server), ArchiveRequest(streams=[stream]))
    assert moved.done == [stream], moved.stay


@pytest.fixture
def over(table: Table) -> Table:
    """Return an ended table with some secret rolls."""
    for number in range(4):
        table.done(roll("2d6", secret=number % 2 == 0))
    table.done(CLOSE)
    return table


def everything_read(table: Table, seat: str | None, command: Mapping[str, Any] | None = None) -> list[bytes]:
    """Read everything about a table as a seat, then send a command (by default a roll); return all responses."""
    last = table.version
    answers = [
        table.get(seat=seat),
        *(table.get("", params={"at": version}, seat=seat) for version in range(1, last)),
        *(table.get("/events", params={"after": after, "limit": 3}, seat=seat) for after in (0, 4, last)),
        table.get("/events", headers=NDJSON, seat=seat),
        table.get("/events", headers=SSE | {"Last-Event-ID": "3"}, seat=seat),
        table.get("/audit", seat=seat),
        table.get("/receipt", seat=seat),
        table.get("/legal", seat=seat),
    ]
    refused = table.send(dict(command or roll("2d6")), seat=seat)
    assert {answer.status_code for answer in answers} <= {200, 404}, [answer.text for answer in answers]
    assert refused.status_code in {403, 409}
    return [answer.content for answer in answers] + [without_id(refused)]


def without_id(answer: httpx.Response) -> bytes:
    """Return the body of a problem response without its request id."""
    return answer.content.replace(answer.headers["x-request-id"].encode(), b"")


def entry_of(table: Table) -> list[object]:
    """Return a table's entry in the app's list."""
    items = table.app.get("/dice/v1/tables", params={"status": "closed", "limit": 100}).json()["items"]
    return [item for item in items if item["stream"] == table.opened["stream"]]


@pytest.mark.rule("AR-ARCH-03", "AR-ARCH-04")
def test_an_archived_table_reads_as_before(over: Table) -> None:
    """Every route sends the same bytes while the log is in its archive file and after it is restored."""
    before, item = {seat: everything_read(over, seat) for seat in SEATS}, entry_of(over)
    archive_table(over)
    while_away, item_away = {seat: everything_read(over, seat) for seat in SEATS}, entry_of(over)
    commits = unarchive(settings(over.server), over.opened["stream"])
    back = {seat: everything_read(over, seat) for seat in SEATS}

    assert before == while_away == back
    assert len(item) == 1
    assert item == item_away
    assert commits == 6
    assert before[None] != before["ann"] != before["gm"]


@pytest.mark.rule("AR-ARCH-03", "AR-UNDO-16")
def test_an_archived_campaign_keeps_its_undos(server: Running, app: httpx.Client) -> None:
    """The routes show the same undos and redos while a campaign is archived and after it is restored."""
    table = campaign(server, app)
    made, bread = table.version, take(table, "bread")["version"]
    table.done({"type": "ProposeUndo", "to": made}, seat="ann")
    table.done({"type": "ProposeUndo", "to": bread}, seat="ann")
    table.done(CLOSE, seat="gm")
    before = {seat: everything_read(table, seat, CLOSE) for seat in SEATS}
    archive_table(table)
    while_away = {seat: everything_read(table, seat, CLOSE) for seat in SEATS}
    unarchive(settings(server), table.opened["stream"])

    assert before == while_away == {seat: everything_read(table, seat, CLOSE) for seat in SEATS}
    assert table.get("/audit").json()["conclusion"] == "proven"


@pytest.mark.rule("AR-ARCH-06")
def test_a_table_whose_archive_file_is_missing_is_503(over: Table) -> None:
    """While the archive file is missing, every read of the log gets a 503; another app still gets a 404.

    Once the file is back, every read works again.
    """
    before = everything_read(over, "ann")
    archive_table(over)
    path = file_of(over)
    path.rename(path.with_suffix(".away"))
    reads = [("/events", {}), ("/events", NDJSON), ("/audit", {}), ("?at=3", {})]
    problems = [assert_problem(over.get(rest, headers=headers, seat="ann"), 503) for rest, headers in reads]
    stranger = {"Authorization": f"Bearer {key_of(over.server, tenant='other')}"}
    none = [over.get(rest, headers=headers | stranger).status_code for rest, headers in reads]
    path.with_suffix(".away").rename(path)

    assert {problem["type"] for problem in problems} == {"urn:arbiter:archive-away"}
    assert none == [404] * 4
    assert all("its file is missing" in problem["detail"] for problem in problems)
    assert everything_read(over, "ann") == before


@pytest.mark.rule("AR-ARCH-02")
def test_the_verifier_accepts_an_archive_file(over: Table) -> None:
    """With the key file, `arbiter verify` accepts an archive file at every level.

    Without the key file, it checks as much as an outsider can.
    """
    archive_table(over)
    path = file_of(over)
    whole = verify_file(path, None, None, over.server.folder / "keys.json")
    stranger = verify_file(path, None, None)
    other = over.server.folder / "other.json"
    Keys.open(other)

    assert (whole.conclusion, stranger.conclusion) == ("proven", "nothing wrong found")
    assert whole.head == stranger.head
    with pytest.raises(NotOpened, match="which is not in"):
        verify_file(path, None, None, other)


@pytest.mark.rule("AR-ARCH-07")
def test_an_erased_table_has_no_file(server: Running, app: httpx.Client) -> None:
    """After a table is erased, its app gets a 410. If the archive file is missing, `arbiter erase` names its path."""
    tables = [open_table(server, app), open_table(server, app)]
    for table in tables:
        table.done(CLOSE)
        archive_table(table)
    paths = [file_of(table) for table in tables]
    paths[1].unlink()
    erase(settings(server), tables[0].opened["stream"])
    with pytest.raises(FilesKept, match=paths[1].name):
        erase(settings(server), tables[1].opened["stream"])

    assert not paths[0].exists()
    assert [table.get().status_code for table in tables] == [410, 410]


@pytest.mark.rule("AR-ARCH-01")
def test_only_streams_that_ended_long_ago_are_archived(over: Table, server: Running, app: httpx.Client) -> None:
    """`arbiter archive` skips open streams, streams that ended recently and archived ones. A dry run moves nothing."""
    running, name = open_table(server, app), over.opened["stream"]
    long_ago = archive(settings(server), ArchiveRequest(ended_for=3_600_000))
    would = archive(settings(server), ArchiveRequest(dry_run=True))
    still = file_of(over).exists()
    named: list[str] = []
    moved = archive(settings(server), ArchiveRequest(), named.append)
    again = archive(settings(server), ArchiveRequest())
    refused = archive(settings(server), ArchiveRequest(streams=[running.opened["stream"], "chess.match:1"]))

    assert name not in long_ago.done
    assert name in would.done
    assert not still
    assert name in moved.done == named
    assert name not in again.done
    assert running.opened["stream"] not in moved.done
    assert refused.done == []
    assert "is still open" in refused.stay[running.opened["stream"]]
    assert "no such stream" in refused.stay["chess.match:1"]
