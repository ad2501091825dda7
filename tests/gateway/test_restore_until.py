"""`arbiter restore --until` restores a backup to a moment before it was made, and games continue from there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct

from services.gateway.operations.archive import ArchiveRequest, archive
from services.gateway.operations.backup import LOG, back_up, check, connect_plainly
from services.gateway.operations.point_in_time import made_at, point_in, restore_until
from services.gateway.processes.running import Running, running
from shared.platform.embedded_store.store import EmbeddedStore, StoreError
from shared.platform.feed import Feed
from shared.platform.settings import ServerSettings
from tests.gateway.test_cli import arbiter
from tests.support.http import CLOSE, COLD, NDJSON, TABLES, Table, open_table, roll, with_store

pytestmark = [pytest.mark.store, pytest.mark.rule("AR-BACKUP-01", "AR-BACKUP-02")]

COPY: Final = "copy.rdb"
CONSUMER: Final = "webhooks"


class Played(Struct, frozen=True, kw_only=True):
    """A server, a moment to which the copy of its store is restored, and the responses served at that moment.

    Shape: version: the version of `going` at the moment; going: a table that is open at the moment and now; ended:
    a table closed and archived after the moment; gone: a table archived before the moment; new: a table opened
    after the moment; then: the responses
    """

    server: Running
    moment: str
    version: int
    going: Table
    ended: Table
    gone: Table
    new: Table
    then: list[Any]

    @property
    def settings(self) -> ServerSettings:
        """Return the server's settings."""
        return settings_in(self.server, self.server.folder)


class Restored(Struct, frozen=True):
    """A client of a server on the restored copy, and the first lines of the server's output."""

    app: httpx.Client
    first: list[Any]


def settings_in(server: Running, folder: Path) -> ServerSettings:
    """Return settings for a data folder, with a server's key file and archive."""
    return ServerSettings(
        data_folder=folder, key_file=server.folder / "keys.json", archive_folder=server.folder / "archive"
    )


def commits(table: Table) -> list[str]:
    """Return the commit times of a table's events."""
    return [event["time"] for event in table.get("/events", params={"limit": 1000}).json()["items"]]


def responses_about(app: httpx.Client, *tables: Table) -> list[Any]:
    """Return a server's responses about tables: the view, the log and the list entry of each."""
    listed = {item["id"]: item for item in app.get(TABLES).json()["items"]}
    return [
        (app.get(table.path).json(), app.get(f"{table.path}/events", headers=NDJSON).text, listed[table.opened["id"]])
        for table in tables
    ]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Play on four tables before and after a moment, and copy the store."""
    with running(tmp_path_factory.mktemp("played"), durability="relaxed", **COLD) as server, server.client() as app:
        going, ended, gone = (open_table(server, app) for _ in range(3))
        settings = settings_in(server, server.folder)
        for table in (going, ended, gone):
            table.done(roll("2d6"), headers={"Idempotency-Key": "before"})
            table.done(roll("2d6", secret=True))
        gone.done(CLOSE)
        with_store(server, lambda redis: redis.hset("{p0}:ck", CONSUMER, 2))
        archive_of(server, gone)
        going.done(roll("2d6"))
        then, moment, version = responses_about(app, going, ended, gone), commits(going)[-1], going.version
        await_another_moment(app, going)
        new = open_table(server, app)
        for table in (going, ended, new):
            table.done(roll("3d6"), headers={"Idempotency-Key": "after"})
        ended.done(CLOSE)
        archive_of(server, ended)
        going.done(CLOSE)
        back_up(settings, server.folder / COPY)
        yield Played(
            server=server, moment=moment, version=version, going=going, ended=ended, gone=gone, new=new, then=then
        )


def archive_of(server: Running, table: Table) -> None:
    """Archive a closed table."""
    settings = ServerSettings(redis_url=server.store.url, data_folder=server.folder, durability="relaxed")
    assert {} == archive(settings, ArchiveRequest(streams=[table.opened["stream"]])).stay


def await_another_moment(app: httpx.Client, table: Table) -> None:
    """Wait until a new commit would have a later time than the table's last commit, whose time is the moment."""
    last = commits(table)[-1]
    while datetime.now(UTC) < datetime.fromisoformat(last) + timedelta(milliseconds=2):
        time.sleep(0.001)
    assert app.get("/health/live").status_code == 200


@pytest.fixture(scope="module")
def there(played: Played, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restored]:
    """Run a server on the copy, restored to the moment.

    Only the store's address differs from the original settings.
    """
    folder = tmp_path_factory.mktemp("there")
    keys = {"ARBITER_KEY_FILE": str(played.settings.keys_at), "ARBITER_ARCHIVE_FOLDER": str(played.settings.archive_at)}
    elsewhere = {"ARBITER_REDIS_URL": played.server.store.url, "ARBITER_DURABILITY": "relaxed"}
    words = ("restore", str(played.server.folder / COPY), "--until", played.moment)
    done = arbiter(folder, *words, **keys, **elsewhere)
    assert 0 == done.returncode, done.stderr
    assert "3 streams, 11 commits hold" in " ".join(done.stdout.split())
    with EmbeddedStore(folder / "store", durability="everysec") as store:
        checked = check(settings_in(played.server, folder), store.url)
        assert (3, {}, {}) == (checked.streams, checked.broken, checked.closed)
        asyncio.run(the_feed_covers(store, played))
        server = Running(store, folder, keys | COLD | {"ARBITER_DURABILITY": "relaxed"})
        try:
            server.start()
            with server.client(played.server.key) as app:
                yield Restored(app, responses_about(app, played.going, played.ended, played.gone))
        finally:
            server.stop()


async def the_feed_covers(store: EmbeddedStore, played: Played) -> None:
    """Assert that the feed has all remaining commits, without a gap.

    Each consumer of the feed still finds the earlier entries that it had not handled.
    """
    connection = await connect_plainly(settings_in(played.server, played.server.folder), store.url)
    feed = Feed(connection)
    oldest, newest = await feed.oldest(), await feed.newest()
    pointers = await feed.after(oldest - 1)
    left = await feed.after(await feed.checkpoint_of(CONSUMER))
    await connection.close()
    reached = dict[str, int]()
    for pointer in pointers:
        assert pointer.first == reached.get(pointer.stream, 0) + 1
        reached[pointer.stream] = pointer.last

    assert list(range(oldest, newest + 1)) == [pointer.number for pointer in pointers]
    assert {played.going.opened["stream"]: played.version} == {
        stream: last for stream, last in reached.items() if stream == played.going.opened["stream"]
    }
    assert played.new.opened["stream"] not in reached
    assert pointers[2:] == left


def test_every_stream_is_as_it_was(there: Restored, played: Played) -> None:
    """After the restore, views, logs and lists are the same as at the chosen moment.

    This also applies to streams that were archived before or after that moment.
    """
    assert played.then == there.first


def test_streams_opened_after_the_moment_are_gone(there: Restored, played: Played) -> None:
    """A stream opened after the moment is unknown, and in no list."""
    assert 404 == there.app.get(played.new.path).status_code
    assert played.new.opened["id"] not in {item["id"] for item in there.app.get(TABLES).json()["items"]}


def test_games_are_played_on(there: Restored, played: Played) -> None:
    """An idempotency key used before the moment gets its old response. One used after it counts as new.

    A game continues, ends and is proven.
    """
    before = played.going.done(roll("2d6"), headers={"Idempotency-Key": "before"})
    for table, (view, _, _) in zip((played.going, played.ended), played.then, strict=False):
        url = f"{table.path}/commands"
        old = there.app.post(url, json={"command": roll("2d6")}, headers={"Idempotency-Key": "before"}).json()
        new = there.app.post(url, json={"command": roll("3d6")}, headers={"Idempotency-Key": "after"})
        assert (view["version"] + 1, None) == (new.json()["first"], new.headers.get("idempotency-replayed"))
        assert old["first"] == before["first"]
        assert 200 == there.app.post(url, json={"command": CLOSE}).status_code
        assert "proven" == there.app.get(f"{table.path}/audit").json()["conclusion"]


def test_a_version_of_a_stream_is_a_moment_too(played: Played, tmp_path: Path) -> None:
    """The moment may be given as a version of a stream.

    That stream then ends at the version, and other streams lack all later commits.
    """
    keys = {"ARBITER_KEY_FILE": str(played.settings.keys_at), "ARBITER_ARCHIVE_FOLDER": str(played.settings.archive_at)}
    until = f"{played.going.opened['stream']}@{played.version}"
    done = arbiter(tmp_path, "restore", str(played.server.folder / COPY), "--until", until, **keys)

    assert 0 == done.returncode, done.stderr
    words = " ".join(done.stdout.split())
    assert "1 streams are whole, 2 are cut, 1 were opened later and are gone" in words
    assert "3 streams, 11 commits hold" in words


@pytest.mark.parametrize(
    ("until", "says"),
    [
        ("2000-01-01T00:00:00Z", "is before everything in the copy: its first commit is of 20"),
        ("2999-01-01T00:00:00Z", "is in the future: it is 20"),
        ("yesterday", "is neither a time, such as 2026-11-29T18:30:00Z, nor a version, such as dice.table:ID@17"),
        ("0001-01-01T00:00:00+14:00", "is neither a time, such as 2026-11-29T18:30:00Z, nor a version"),
        ("9999-12-31T23:59:59-14:00", "is neither a time, such as 2026-11-29T18:30:00Z, nor a version"),
        ("2026-01-01T00:00:00", "has no time zone; add Z for UTC"),
        ("dice.table:none@3", "dice.table:none is not in the copy"),
        ("{going}@999", "in the copy, before version 999"),
        ("{going}@3", "version 3 is in the middle of the opening of"),
    ],
)
def test_a_moment_that_the_copy_lacks_is_refused(played: Played, tmp_path: Path, until: str, says: str) -> None:
    """If the copy does not contain the moment, `arbiter restore` refuses in one sentence and leaves no store."""
    words = until.format(going=played.going.opened["stream"])
    with pytest.raises(StoreError) as refused:
        restore_until(settings_in(played.server, tmp_path), played.server.folder / COPY, words)

    assert says in str(refused.value)
    assert not (tmp_path / "store" / LOG).exists()


def test_a_moment_after_the_copy_is_refused(played: Played, tmp_path: Path) -> None:
    """`arbiter restore` refuses a moment after the copy's end, even if it is not in the future."""
    made = made_at(played.server.folder / COPY)
    assert made is not None
    after = datetime.fromtimestamp((made + 1) / 1000, UTC)
    while datetime.now(UTC) < after:
        time.sleep(0.01)
    with pytest.raises(StoreError, match="is after the copy was made, at 20"):
        restore_until(settings_in(played.server, tmp_path), played.server.folder / COPY, after.isoformat())


def test_an_archived_stream_without_its_file_is_named(played: Played, tmp_path: Path) -> None:
    """If the file of an archived stream is missing, `arbiter restore` names the stream and restores nothing."""
    settings = ServerSettings(data_folder=tmp_path, key_file=played.settings.keys_at)
    with pytest.raises(
        StoreError, match=r"an archived stream cannot be read: .*dice\.table\..*belongs in the archive folder"
    ):
        restore_until(settings, played.server.folder / COPY, played.moment)

    assert not (tmp_path / "store" / LOG).exists()


def test_a_time_may_have_an_offset() -> None:
    """A time with an offset from UTC names the same moment as the time in UTC."""
    assert point_in("2026-11-29T19:30:00.250+01:00") == point_in("2026-11-29T18:30:00.250Z") == 1795977000250
