"""Ended streams move to files and back: readers notice nothing, whatever fails meanwhile."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct

from shared.kernel.audit import audit
from shared.kernel.record import export_line
from shared.kernel.replay import LogReader
from shared.kernel.stream import Close
from shared.platform.eventlog import (
    ArchiveAway,
    Bounds,
    NotArchived,
    NotToArchive,
    StoreConnection,
    Stored,
    StreamErased,
    Wanted,
)
from shared.platform.eventlog.archived_streams import ArchiveStub
from shared.platform.eventlog.indexing import index_streams
from shared.platform.eventlog.redis.key_names import StreamKeys, index_key
from shared.platform.extras.archive.archive_files import Archive
from shared.platform.extras.archive.archive_form import export_in
from shared.platform.extras.archive.archiving import StreamArchiver
from tests.support.logs import RULESET, SEALER, ToyLog, ask, everything, opened, toy_log, verified
from tests.support.toy import OPENING, TOY, Roll, Write

BOUNDS: Final = Bounds(page_commits=20, page_bytes=2_000, snapshot_every=10)
"""Small pages, so that a stream of a hundred commits has many."""
SOUND: Final = partial(audit, reader_for=lambda _: LogReader(TOY), ruleset=RULESET)


class Interrupted(BaseException):
    """The simulated crash of a process."""


class Here(Struct):
    """A unique stream of the toy game, a log that has cached it, and its archive."""

    name: str
    connection: StoreConnection
    archiver: StreamArchiver
    log: ToyLog

    @property
    def archive(self) -> Archive:
        """Return the folder."""
        return self.archiver._archive

    @property
    def path(self) -> Path:
        """Return the path of the stream's file."""
        return self.archive.path_of(self.name)

    @property
    def keys(self) -> StreamKeys:
        """Return the stream's keys in the store."""
        return self.connection.keys(self.name)

    def cold(self) -> ToyLog:
        """Return a log with an empty cache, as another replica has it."""
        return toy_log(self.connection, bounds=BOUNDS)

    async def played(self, *, rolls: int = 20) -> list[Stored]:
        """Play the stream to its end: rolls, some secret, and a decision of several commits; return its log."""
        log, name = self.cold(), self.name
        await opened(log, name)
        for number in range(rolls):
            await log.submit(name, ask(Roll(dice=3, secret=number % 3 == 0), key=f"roll {number}"))
        await log.submit(name, ask(Write(text="so be it", copies=150)))
        await log.submit(name, ask(Close(), seat="gm"))
        await log.close()
        return await everything(self.log, name)

    async def moved(self) -> ArchiveStub:
        """Archive the stream."""
        return await self.archiver.archive(self.name, SOUND)

    async def raw(self) -> list[Any]:
        """Return the raw log in the store."""
        found: list[Any] = await self.connection.send("XRANGE", self.keys.events, "-", "+")
        return found

    async def fields(self) -> dict[bytes, bytes]:
        """Return the store's other fields of the stream."""
        found = await self.connection.send("HGETALL", self.keys.meta)
        return dict(zip(found[::2], found[1::2], strict=True))

    async def read_again(self, log: ToyLog, before: Sequence[Stored]) -> None:
        """Assert that a log reads what was read before."""
        assert await everything(log, self.name) == before
        assert (await log.load(self.name)).head == verified(before)


@pytest.fixture
async def here(store_url: str, tmp_path: Path, name: str) -> AsyncIterator[Here]:
    """Connect to the shared server, with a folder for archived streams."""
    connection = await StoreConnection.open(store_url, durability="relaxed", archive=tmp_path / "archive")
    assert isinstance(connection.archive, Archive)
    yield Here(name, connection, StreamArchiver(connection, SEALER, connection.archive), toy_log(connection))
    await connection.close()


# ---------------------------------------------------------------- archiving


@pytest.mark.rule("AR-ARCH-01", "AR-ARCH-03")
async def test_an_archived_stream_is_read_as_before(here: Here) -> None:
    """Whole, from any cursor, and at any version; the store has neither log nor snapshot, nor a feed entry."""
    before, keys = await here.played(), here.keys
    states = {each.version: await here.log.at(here.name, each.version) for each in before}
    news = await here.connection.send("GET", keys.counter)
    stub = await here.moved()
    after = here.cold()

    assert await here.connection.send("EXISTS", keys.events, keys.snapshot) == 0
    assert await here.connection.send("GET", keys.counter) == news
    assert stub.commits == len(before)
    await here.read_again(after, before)
    for each in (*before[:3], before[-2]):
        assert (await after.at(here.name, each.version)) == states[each.version]
        page = await after.read(here.name, each.version, limit=4)
        assert page.commits == tuple(one for one in before if one.version > each.version)[: len(page.commits)]
    assert await here.moved() == stub
    await after.close()
    assert await here.connection.send("EXISTS", keys.snapshot) == 0


@pytest.mark.rule("AR-ARCH-01")
async def test_an_open_stream_is_not_archived(here: Here) -> None:
    """Archiving it is refused, and it continues."""
    await opened(here.log, here.name)
    with pytest.raises(NotToArchive, match="is still open"):
        await here.moved()
    await here.log.submit(here.name, ask())

    assert not here.path.exists()
    assert len(await here.raw()) == 2


@pytest.mark.rule("AR-ARCH-03")
async def test_commands_are_refused_as_after_the_end_of_any_stream(here: Here) -> None:
    """By logs that saw it end, saw it open, or never saw it; an earlier key gets its earlier answer."""
    behind = here.cold()
    await opened(here.log, here.name)
    first = await here.log.submit(here.name, ask(key="once"))
    await behind.load(here.name)
    await here.log.submit(here.name, ask(Close(), seat="gm"))
    with pytest.raises(Exception) as closed:  # noqa: PT011 the error must stay the same
        await here.log.submit(here.name, ask())
    await here.moved()

    for each in (here.log, behind, here.cold()):
        with pytest.raises(type(closed.value)) as refused:
            await each.submit(here.name, ask())
        assert vars(refused.value) == vars(closed.value)
        again = await each.submit(here.name, ask(key="once"))
        assert (again.head, again.events, again.replayed) == (first.head, first.events, True)


@pytest.mark.rule("AR-ARCH-03")
async def test_an_archived_stream_is_listed_as_before(here: Here, store_url: str) -> None:
    """Even where the list is rebuilt from the archive."""
    await here.log.open(here.name, here.name, ask(OPENING, seat="gm"))
    await here.log.submit(here.name, ask(Close(), seat="gm"))
    before = await here.log.list(here.name, wanted=Wanted(status="closed"), limit=9)
    await here.moved()
    after = await here.log.list(here.name, wanted=Wanted(status="closed"), limit=9)
    await here.connection.send("DEL", index_key(0, "toy.table", here.name))
    await index_streams(here.connection, store_url, {"toy.table": here.cold()}, everything=True)

    assert len(before.streams) == 1
    assert before == after == await here.log.list(here.name, wanted=Wanted(status="closed"), limit=9)


@pytest.mark.rule("AR-ARCH-02")
@pytest.mark.parametrize("field", [b"h", b"p", b"s"])
async def test_a_broken_log_is_not_archived(here: Here, field: bytes) -> None:
    """Whatever was changed in it: an error is raised, no file is left, and the store is unchanged."""
    await here.played(rolls=1)
    entries, keys = await here.raw(), here.keys
    await here.connection.send("DEL", keys.events)
    for entry, fields in entries:
        if field in fields:
            place = fields.index(field) + 1
            fields[place] = fields[place][:-2] + bytes([fields[place][-2] ^ 1]) + fields[place][-1:]
        await here.connection.send("XADD", keys.events, entry, *fields)
    before = await here.raw()
    with pytest.raises(NotToArchive, match=here.name):
        await here.moved()

    assert await here.raw() == before
    assert list(here.path.parent.glob("*")) == []


async def test_an_archive_file_is_an_export_with_sealed_secrets(here: Here) -> None:
    """Without the key its lines are a stranger's export, and with it the app's; the file has no plain secret."""
    before = await here.played()
    await here.moved()
    lines = here.path.read_bytes().splitlines()
    stranger = [export_line(each.record, each.head, "nobody", opened=False) for each in before]
    whole = [export_line(each.record, each.head, None, opened=True) for each in before]

    assert [export_in(line) for line in lines] == stranger
    assert [export_in(line, here.archiver._open_parts) for line in lines] == whole
    assert not any(part.salt.hex().encode() in b"".join(lines) for each in before for part in each.record.parts)
    assert [export_in(line) for line in whole] == whole


# ---------------------------------------------------------------- restoring


@pytest.mark.rule("AR-ARCH-04")
async def test_an_archived_stream_comes_back_byte_for_byte(here: Here) -> None:
    """The same entries with the same fields; the file stays, and archiving again writes the same one."""
    before, entries, fields = await here.played(), await here.raw(), await here.fields()
    stub = await here.moved()
    written = here.path.read_bytes()
    assert await here.archiver.bring_back(here.name) == stub

    assert await here.raw() == entries
    assert {key: value for key, value in (await here.fields()).items() if key != b"f"} == fields
    await here.read_again(here.cold(), before)
    with pytest.raises(NotArchived):
        await here.archiver.bring_back(here.name)
    assert await here.moved() == stub
    assert here.path.read_bytes() == written


# ---------------------------------------------------------------- interrupted


def interrupted(monkeypatch: pytest.MonkeyPatch, what: object, step: str, *, before: bool) -> None:
    """Make a process crash before or after a step."""
    done: Callable[..., Any] = getattr(what, step)

    async def end(*args: Any) -> None:  # noqa: ANN401 as the step has them
        """Run the step or not, and crash."""
        if not before:
            await done(*args)
        raise Interrupted

    def end_at_once(*args: Any) -> None:  # noqa: ANN401 as the step has them
        """The same for a synchronous step."""
        if not before:
            done(*args)
        raise Interrupted

    sync = step in {"hold", "publish"}
    monkeypatch.setattr(what, step, end_at_once if sync else end)


@pytest.mark.rule("AR-ARCH-05")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", ["write", "hold", "publish", "let_go"])
async def test_archiving_survives_a_crash_at_any_step(
    here: Here, step: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers get the same; a second call completes it, and no draft is left."""
    whole = await here.played(rolls=3)
    with monkeypatch.context() as patched:
        interrupted(
            patched, here.archiver._archive if step == "publish" else here.archiver, step, before=when == "before"
        )
        patched.setattr(Path, "unlink", lambda *_, **__: None)  # no cleanup runs
        with pytest.raises(Interrupted):
            await here.moved()
    await here.read_again(here.cold(), whole)
    await here.moved()

    assert await here.raw() == []
    await here.read_again(here.cold(), whole)
    folder = here.path.parent
    assert [here.path] == list(folder.iterdir())


@pytest.mark.rule("AR-ARCH-05")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", ["put_beside", "put_in_place"])
async def test_restoring_survives_a_crash_at_any_step(
    here: Here, step: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers get the same; a second call completes it, and no copy is left."""
    whole, entries = await here.played(rolls=3), await here.raw()
    await here.moved()
    with monkeypatch.context() as patched:
        interrupted(patched, here.archiver, step, before=when == "before")
        with pytest.raises(Interrupted):
            await here.archiver.bring_back(here.name)
    await here.read_again(here.cold(), whole)
    if (step, when) != ("put_in_place", "after"):
        await here.archiver.bring_back(here.name)

    assert await here.raw() == entries
    assert await here.connection.send("EXISTS", here.keys.coming_back) == 0
    await here.read_again(here.cold(), whole)


async def test_an_incomplete_copy_is_never_used(here: Here) -> None:
    """An incomplete copy never replaces the log."""
    await here.played(rolls=3)
    stub = await here.moved()
    await here.archiver.put_beside(here.name, stub)
    beside = here.keys.coming_back
    ((last, _),) = await here.connection.send("XREVRANGE", beside, "+", "-", "COUNT", 1)
    await here.connection.send("XDEL", beside, last)
    with pytest.raises(NotArchived):
        await here.archiver.put_in_place(here.name, stub)

    assert await here.raw() == []
    assert await here.connection.send("EXISTS", beside) == 0


async def test_a_reader_during_archiving_gets_the_whole_stream(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is archived between the first page and the second."""
    before, reader = await here.played(), here.cold()
    tails = reader._streams.tails
    more = tails.more

    async def moved(*args: Any) -> Any:  # noqa: ANN401 as it is called
        """Archive it first."""
        await here.moved()
        return await more(*args)

    monkeypatch.setattr(tails, "more", moved)

    assert (await reader.load(here.name)).head == verified(before)


# ---------------------------------------------------------------- missing files


def away(path: Path) -> None:
    """Move the file away."""
    path.rename(path.with_suffix(".away"))


def shorter(path: Path) -> None:
    """Truncate it."""
    path.write_bytes(path.read_bytes()[:-100])


def other(path: Path) -> None:
    """Change a byte."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def a_folder(path: Path) -> None:
    """Replace it by a folder."""
    path.unlink()
    path.mkdir()


def other_in_disguise(path: Path) -> None:
    """Change a byte in the same file, and restore its modification time."""
    before = path.stat()
    other(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_ino, after.st_size, after.st_mtime_ns) == (before.st_ino, before.st_size, before.st_mtime_ns)


@pytest.mark.rule("AR-ARCH-04", "AR-ARCH-06")
@pytest.mark.parametrize("harm", [away, shorter, other, other_in_disguise, a_folder])
async def test_another_file_is_not_read(here: Here, harm: Callable[[Path], None]) -> None:
    """Neither with a cache nor without, and it is not restored; with the right file it is read again."""
    before = await here.played(rolls=3)
    await here.moved()
    known, path = here.cold(), here.path
    await here.read_again(known, before)
    data = path.read_bytes()
    harm(path)
    for reading in (
        known.read(here.name),
        here.cold().load(here.name),
        known.at(here.name, 4),
        here.archiver.bring_back(here.name),
    ):
        with pytest.raises(ArchiveAway):
            await reading
    assert await here.raw() == []
    if path.is_dir():
        path.rmdir()
    path.write_bytes(data)

    await here.read_again(here.cold(), before)


async def test_without_the_folder_an_archived_stream_is_away(here: Here, store_url: str) -> None:
    """A process without the folder's setting reports it."""
    await here.played(rolls=1)
    await here.moved()
    elsewhere = await StoreConnection.open(store_url, durability="relaxed")
    try:
        with pytest.raises(ArchiveAway):
            await toy_log(elsewhere).load(here.name)
    finally:
        await elsewhere.close()
    assert here.connection.archive is not None


# ---------------------------------------------------------------- erasing


@pytest.mark.rule("AR-ARCH-07")
@pytest.mark.parametrize("where", ["in a file", "back"])
async def test_an_erased_stream_has_no_file(here: Here, where: str) -> None:
    """Archived or restored: no file and no idempotency record, only the tombstone; a second call does nothing."""
    await here.played(rolls=3)
    await here.moved()
    if where == "back":
        await here.archiver.bring_back(here.name)
    stone = await here.log.erase(here.name)
    again = await here.log.erase(here.name)

    assert not here.path.exists()
    assert (stone.file_elsewhere, again.file_elsewhere) == (False, False)
    assert set(await here.fields()) == {b"v", b"h", b"st", b"o"}
    assert await here.connection.send("KEYS", f"*{here.name}*") == [here.keys.meta]
    with pytest.raises(StreamErased):
        await here.cold().load(here.name)
    with pytest.raises(StreamErased):
        await here.moved()


@pytest.mark.rule("AR-ARCH-07")
@pytest.mark.parametrize("where", ["in a file", "back"])
async def test_an_erasure_says_where_there_is_no_file(here: Here, where: str) -> None:
    """If the archive file is missing, the stream is still erased, and so is its entry in the store's list."""
    await here.log.open(here.name, here.name, ask(OPENING, seat="gm"))
    await here.log.submit(here.name, ask(Close(), seat="gm"))
    await here.moved()
    if where == "back":
        await here.archiver.bring_back(here.name)
    away(here.path)
    stone = await here.log.erase(here.name)

    assert stone.file_elsewhere
    assert (await here.log.list(here.name, wanted=Wanted(), limit=9)).streams == ()


async def test_a_stream_that_is_erased_meanwhile_leaves_no_file(here: Here) -> None:
    """The store refuses to release it, and the new file is removed."""
    await here.played(rolls=1)
    standing = await here.archiver.standing(here.name)
    draft = await here.archiver.write(here.name)
    stub, data = here.archiver.hold(here.name, draft, standing, SOUND), draft.read_bytes()
    await here.log.erase(here.name)
    here.path.write_bytes(data)
    with pytest.raises(StreamErased):
        await here.archiver.let_go(here.name, standing, stub)

    assert list(here.path.parent.iterdir()) == []
