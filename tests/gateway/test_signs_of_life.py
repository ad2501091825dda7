"""The signs of life of processes without a port: the file that each process touches."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from services.gateway.processes import alive
from services.gateway.processes.alive import show_life
from shared.platform.processes.ending import cancel_fully

PAUSE = 0.01


async def test_a_sign_of_life_that_failed_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the folder cannot be used for a time, as on a full disk, the process shows signs of life again afterwards."""
    monkeypatch.setattr(alive, "EVERY_SECONDS", PAUSE)
    folder = tmp_path / "alive"
    folder.write_text("a file in the place of the folder", "utf-8")
    living = asyncio.ensure_future(show_life(folder, "dispatcher"))
    await asyncio.sleep(5 * PAUSE)
    folder.unlink()
    async with asyncio.timeout(60):
        while not (folder / "dispatcher").exists():  # noqa: ASYNC110 there is no event to wait for
            await asyncio.sleep(PAUSE)
    await cancel_fully(living)
