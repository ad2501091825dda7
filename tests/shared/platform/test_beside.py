"""Background tasks, which end when their process ends."""

import asyncio

import pytest

from shared.platform.processes import ending


async def test_a_task_that_loses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a connection mistakes the cancellation of its task for a timeout, the task is cancelled again, so it ends."""
    monkeypatch.setattr(ending, "AGAIN_SECONDS", 0.01)
    begun, lost = asyncio.Event(), 0

    async def losing() -> None:
        nonlocal lost
        while True:
            try:
                begun.set()
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                lost += 1
                if lost == 3:
                    raise

    task = asyncio.get_running_loop().create_task(losing())
    await begun.wait()
    await ending.cancel_fully(task)

    assert (task.cancelled(), lost) == (True, 3)
