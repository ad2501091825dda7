"""Moving closed streams to files and back, listing archived streams, missing files, and erasure."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from shared.kernel.record import export_line
from shared.kernel.stream import Close
from shared.platform.eventlog import (
    ArchiveAway,
    NotArchived,
    NotToArchive,
    StoreConnection,
    StreamErased,
    Wanted,
)
from shared.platform.eventlog.indexing import index_streams
from shared.platform.eventlog.redis.key_names import index_key
from shared.platform.extras.archive.archive_form import export_in
from tests.shared.platform.eventlog.archives import SOUND, Here
from tests.support.logs import ask, open_stream, toy_log
from tests.support.toy import OPENING

# ---------------------------------------------------------------- archiving


@pytest.mark.rule("AR-ARCH-01", "AR-ARCH-03")
async def test_an_archived_stream_is_read_as_before(here: Here) -> None:
    """An archived stream can be read as a whole, from any cursor and at any version, although the store lacks it."""
    before, keys = await here.play(), here.keys
    states = {each.version: await here.log.at(here.name, each.version) for each in before}
    news = await here.connection.send("GET", keys.counter)
    stub = await here.archive_stream()
    after = here.cold()

    assert await here.connection.send("EXISTS", keys.events, keys.snapshot) == 0
    assert await here.connection.send("GET", keys.counter) == news
    assert stub.commits == len(before)
    await here.read_again(after, before)
    for each in (*before[:3], before[-2]):
        assert (await after.at(here.name, each.version)) == states[each.version]
        page = await after.read(here.name, each.version, limit=4)
        assert page.commits == tuple(one for one in before if one.version > each.version)[: len(page.commits)]
    assert await here.archive_stream() == stub
    await after.close()
    assert await here.connection.send("EXISTS", keys.snapshot) == 0


@pytest.mark.rule("AR-ARCH-01")
async def test_an_open_stream_is_not_archived(here: Here) -> None:
    """The archiver refuses an open stream, which continues unchanged."""
    await open_stream(here.log, here.name)
    with pytest.raises(NotToArchive, match="is still open"):
        await here.archive_stream()
    await here.log.submit(here.name, ask())

    assert not here.path.exists()
    assert len(await here.raw()) == 2


@pytest.mark.rule("AR-ARCH-03")
async def test_commands_are_refused_as_after_the_end_of_any_stream(here: Here) -> None:
    """Every log refuses commands to an archived stream, whether its cache has the stream closed, open, or not at all.

    A used idempotency key still gets its response.
    """
    behind = here.cold()
    await open_stream(here.log, here.name)
    first = await here.log.submit(here.name, ask(key="once"))
    await behind.load(here.name)
    await here.log.submit(here.name, ask(Close(), seat="gm"))
    with pytest.raises(Exception) as closed:  # noqa: PT011 any error, which the next block repeats
        await here.log.submit(here.name, ask())
    await here.archive_stream()

    for each in (here.log, behind, here.cold()):
        with pytest.raises(type(closed.value)) as refused:
            await each.submit(here.name, ask())
        assert vars(refused.value) == vars(closed.value)
        again = await each.submit(here.name, ask(key="once"))
        assert (again.head, again.events, again.replayed) == (first.head, first.events, True)


@pytest.mark.rule("AR-ARCH-03")
async def test_an_archived_stream_is_listed_as_before(here: Here, store_url: str) -> None:
    """The list entry of an archived stream is unchanged, even if the list is rebuilt from the archive."""
    await here.log.open(here.name, here.name, ask(OPENING, seat="gm"))
    await here.log.submit(here.name, ask(Close(), seat="gm"))
    before = await here.log.list(here.name, wanted=Wanted(status="closed"), limit=9)
    await here.archive_stream()
    after = await here.log.list(here.name, wanted=Wanted(status="closed"), limit=9)
    await here.connection.send("DEL", index_key(0, "toy.table", here.name))
    await index_streams(here.connection, store_url, {"toy.table": here.cold()}, everything=True)

    assert len(before.streams) == 1
    assert before == after == await here.log.list(here.name, wanted=Wanted(status="closed"), limit=9)


@pytest.mark.rule("AR-ARCH-02")
@pytest.mark.parametrize("field", [b"h", b"p", b"s"])
async def test_a_broken_log_is_not_archived(here: Here, field: bytes) -> None:
    """If a field of the log was changed, the archiver raises an error, leaves no file, and changes nothing."""
    await here.play(rolls=1)
    entries, keys = await here.raw(), here.keys
    await here.connection.send("DEL", keys.events)
    for entry, fields in entries:
        if field in fields:
            place = fields.index(field) + 1
            fields[place] = fields[place][:-2] + bytes([fields[place][-2] ^ 1]) + fields[place][-1:]
        await here.connection.send("XADD", keys.events, entry, *fields)
    before = await here.raw()
    with pytest.raises(NotToArchive, match=here.name):
        await here.archive_stream()

    assert await here.raw() == before
    assert list(here.path.parent.glob("*")) == []


async def test_an_archive_file_is_an_export_with_sealed_secrets(here: Here) -> None:
    """An archive file is an export: to an outsider one with sealed secrets, and with the key file the app's.

    The file contains no secret in plain text.
    """
    before = await here.play()
    await here.archive_stream()
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
    """A restored stream has the same entries and fields as before.

    The file stays, and archiving again writes an equal file.
    """
    before, entries, fields = await here.play(), await here.raw(), await here.fields()
    stub = await here.archive_stream()
    written = here.path.read_bytes()
    assert await here.archiver.bring_back(here.name) == stub

    assert await here.raw() == entries
    assert {key: value for key, value in (await here.fields()).items() if key != b"f"} == fields
    await here.read_again(here.cold(), before)
    with pytest.raises(NotArchived):
        await here.archiver.bring_back(here.name)
    assert await here.archive_stream() == stub
    assert here.path.read_bytes() == written


# ---------------------------------------------------------------- missing files


def away(path: Path) -> None:
    """Move the archive file to another folder."""
    path.rename(path.with_suffix(".away"))


def shorter(path: Path) -> None:
    """Truncate the archive file."""
    path.write_bytes(path.read_bytes()[:-100])


def other(path: Path) -> None:
    """Change a byte of the archive file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def a_folder(path: Path) -> None:
    """Replace the archive file with a folder."""
    path.unlink()
    path.mkdir()


def change_byte_keep_mtime(path: Path) -> None:
    """Change a byte of the archive file in place, and restore the file's modification time."""
    before = path.stat()
    other(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_ino, after.st_size, after.st_mtime_ns) == (before.st_ino, before.st_size, before.st_mtime_ns)


@pytest.mark.rule("AR-ARCH-04", "AR-ARCH-06")
@pytest.mark.parametrize("harm", [away, shorter, other, change_byte_keep_mtime, a_folder])
async def test_another_file_is_not_read(here: Here, harm: Callable[[Path], None]) -> None:
    """The log neither reads nor restores a changed file, even if the stream is cached.

    With the right file it works again.
    """
    before = await here.play(rolls=3)
    await here.archive_stream()
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
    """A process without an archive folder reports that it cannot reach the archive of the stream."""
    await here.play(rolls=1)
    await here.archive_stream()
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
    """Erasing an archived or restored stream leaves only a tombstone, and erasing it again changes nothing."""
    await here.play(rolls=3)
    await here.archive_stream()
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
        await here.archive_stream()


@pytest.mark.rule("AR-ARCH-07")
@pytest.mark.parametrize("where", ["in a file", "back"])
async def test_an_erasure_reports_a_missing_archive_file(here: Here, where: str) -> None:
    """If the archive file is missing, erasing the stream reports this, but removes the stream and its list entry."""
    await here.log.open(here.name, here.name, ask(OPENING, seat="gm"))
    await here.log.submit(here.name, ask(Close(), seat="gm"))
    await here.archive_stream()
    if where == "back":
        await here.archiver.bring_back(here.name)
    away(here.path)
    stone = await here.log.erase(here.name)

    assert stone.file_elsewhere
    assert (await here.log.list(here.name, wanted=Wanted(), limit=9)).streams == ()


async def test_a_stream_that_is_erased_meanwhile_leaves_no_file(here: Here) -> None:
    """If a stream is erased while it is being archived, the store refuses to archive it. The new file is removed."""
    await here.play(rolls=1)
    standing = await here.archiver.read_standing(here.name)
    draft = await here.archiver.write(here.name)
    stub, data = here.archiver.hold(here.name, draft, standing, SOUND), draft.read_bytes()
    await here.log.erase(here.name)
    here.path.write_bytes(data)
    with pytest.raises(StreamErased):
        await here.archiver.let_go(here.name, standing, stub)

    assert list(here.path.parent.iterdir()) == []
