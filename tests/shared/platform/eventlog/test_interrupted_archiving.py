"""Archiving and restoring streams with crashes in between, and with readers at the same time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shared.platform.eventlog import (
    NotArchived,
)
from tests.shared.platform.eventlog.archives import Here
from tests.support.logs import verify_chain


class Interrupted(BaseException):
    """A simulated crash of a process."""


def interrupt(monkeypatch: pytest.MonkeyPatch, what: object, step: str, *, before: bool) -> None:
    """Make the process crash before or after a given step."""
    done: Callable[..., Any] = getattr(what, step)

    async def end(*args: Any) -> None:  # noqa: ANN401 arguments of any step
        """Run the step unless `before` is set, and then crash."""
        if not before:
            await done(*args)
        raise Interrupted

    def end_at_once(*args: Any) -> None:  # noqa: ANN401 arguments of any step
        """Do the same as `end` for a synchronous step."""
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
    """After a crash at any step of archiving, readers get the same commits, and a retry completes the archiving.

    No temporary file is left.
    """
    whole = await here.play(rolls=3)
    with monkeypatch.context() as patched:
        interrupt(
            patched, here.archiver._archive if step == "publish" else here.archiver, step, before=when == "before"
        )
        patched.setattr(Path, "unlink", lambda *_, **__: None)  # no cleanup runs
        with pytest.raises(Interrupted):
            await here.archive_stream()
    await here.read_again(here.cold(), whole)
    await here.archive_stream()

    assert await here.raw() == []
    await here.read_again(here.cold(), whole)
    folder = here.path.parent
    assert [here.path] == list(folder.iterdir())


@pytest.mark.rule("AR-ARCH-05")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", ["write_temporary", "rename_into_place"])
async def test_restoring_survives_a_crash_at_any_step(
    here: Here, step: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash at any step of restoring, readers get the same commits, and a retry completes the restoring.

    No temporary copy is left.
    """
    whole, entries = await here.play(rolls=3), await here.raw()
    await here.archive_stream()
    with monkeypatch.context() as patched:
        interrupt(patched, here.archiver, step, before=when == "before")
        with pytest.raises(Interrupted):
            await here.archiver.bring_back(here.name)
    await here.read_again(here.cold(), whole)
    if (step, when) != ("rename_into_place", "after"):
        await here.archiver.bring_back(here.name)

    assert await here.raw() == entries
    assert await here.connection.send("EXISTS", here.keys.coming_back) == 0
    await here.read_again(here.cold(), whole)


async def test_an_incomplete_copy_is_never_used(here: Here) -> None:
    """The store refuses to replace a log with an incomplete copy."""
    await here.play(rolls=3)
    stub = await here.archive_stream()
    await here.archiver.write_temporary(here.name, stub)
    beside = here.keys.coming_back
    ((last, _),) = await here.connection.send("XREVRANGE", beside, "+", "-", "COUNT", 1)
    await here.connection.send("XDEL", beside, last)
    with pytest.raises(NotArchived):
        await here.archiver.rename_into_place(here.name, stub)

    assert await here.raw() == []
    assert await here.connection.send("EXISTS", beside) == 0


async def test_a_reader_during_archiving_gets_the_whole_stream(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a stream is archived between a reader's first page and its second, the reader still gets the whole stream."""
    before, reader = await here.play(), here.cold()
    tails = reader._streams.tails
    more = tails.more

    async def archive_first(*args: Any) -> Any:  # noqa: ANN401 arguments of the replaced method
        """Archive the stream, and then let the reader continue."""
        await here.archive_stream()
        return await more(*args)

    monkeypatch.setattr(tails, "more", archive_first)

    assert (await reader.load(here.name)).head == verify_chain(before)
