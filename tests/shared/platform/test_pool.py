"""The pool of processes: fair shares, limits of size and time, and no process that outlives the server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from services.dice.notation.refusals import NotationUnclear
from shared.kernel.refusals import TooCostly
from shared.platform.processes import (
    FairQueue,
    Limits,
    PoolClosed,
    ProcessPool,
    QueueFull,
    ShareFull,
    TaskFailed,
    TookTooLong,
    WorkerDied,
    acting_for,
)
from shared.platform.processes.child import pickle_error
from shared.platform.processes.pool import _Worker

ROOT = Path(__file__).parents[3]
HERE = "tests.shared.platform.pool_tasks"


def queue_of(**bounds: int) -> FairQueue[str]:
    """Return a queue. Limits that are not given are infinite."""
    return FairQueue(**{"most": 99, "share": 99, "at_once": 99, "most_bytes": 99} | bounds)


@asynccontextmanager
async def pool_of(**limits: float) -> AsyncIterator[ProcessPool]:
    """Run a pool during the block."""
    pool = ProcessPool(Limits(**limits))  # type: ignore[arg-type]
    try:
        yield pool
    finally:
        await pool.close()


# ---------------------------------------------------------------- sharing


def test_tenants_take_turns() -> None:
    """However many tasks one tenant has in the queue, another tenant's first task is at most second in line."""
    queue = queue_of()
    for item in "abc":
        queue.put("many", item)
    queue.put("one", "x")

    assert [queue.take() for _ in range(5)] == [("many", "a"), ("one", "x"), ("many", "b"), ("many", "c"), None]


def test_a_tenant_has_a_limited_share() -> None:
    """A tenant's waiting and running tasks count together towards its limit.

    Other tenants' tasks are still accepted.
    """
    queue = queue_of(share=2)
    queue.put("many", "a")
    queue.put("many", "b")
    with pytest.raises(ShareFull):
        queue.put("many", "c")
    queue.put("one", "x")
    queue.take()
    with pytest.raises(ShareFull):
        queue.put("many", "c")
    queue.done("many")
    queue.put("many", "c")

    assert len(queue) == 3


def test_the_queue_is_bounded_in_tasks_and_bytes() -> None:
    """A task that does not fit is refused, but an empty queue accepts a task of any size."""
    few, light = queue_of(most=1), queue_of(most_bytes=10)
    few.put("one", "a")
    light.put("one", "a", size=100)
    for queue in (few, light):
        with pytest.raises(QueueFull):
            queue.put("two", "b", size=1)


def test_a_tenant_leaves_a_process_to_others() -> None:
    """With a limit of one running task, a tenant's second task waits and another tenant's task runs first."""
    queue = queue_of(at_once=1)
    queue.put("many", "a")
    queue.put("many", "b")
    queue.put("one", "x")

    assert [queue.take(), queue.take(), queue.take()] == [("many", "a"), ("one", "x"), None]
    queue.done("many")
    assert queue.take() == ("many", "b")


def test_an_abandoned_task_is_dropped() -> None:
    """An abandoned task frees its place in the queue, and tenants without tasks leave no trace."""
    queue = queue_of(most=1)
    queue.put("one", "a")

    assert queue.drop("one", "a")
    assert not queue.drop("one", "a")
    queue.put("two", "b")
    assert queue.drain() == ["b"]
    assert queue._shares == {}


# ---------------------------------------------------------------- processes


async def test_a_task_is_done_in_another_process() -> None:
    """A task runs in another process and returns bytes, and the process is used again."""
    async with pool_of() as pool:
        first = await pool.run(f"{HERE}:who")
        second = await pool.run(f"{HERE}:who")

    assert int(first) != os.getpid()
    assert first == second


async def test_a_refusal_comes_back_as_it_was_raised() -> None:
    """The pool passes on a refusal with its facts. An error that cannot be pickled becomes a failure with its trace."""
    async with pool_of() as pool:
        with pytest.raises(TooCostly) as refused:
            await pool.run(f"{HERE}:refuse", 7)
        with pytest.raises(TaskFailed, match="ValueError"):
            await pool.run(f"{HERE}:fail_strangely")

    assert (refused.value.needs, refused.value.has) == (5, 7)
    assert b"TaskFailed" in pickle_error(type("Odd", (Exception,), {})())


async def test_an_exception_with_a_constructor_of_its_own_comes_back_too() -> None:
    """The pool passes on an exception with its fields, whatever arguments its constructor needs."""
    async with pool_of() as pool:
        with pytest.raises(NotationUnclear) as refused:
            await pool.run("services.dice.routes:worked_out", b'{"what":{"throw":"Notation","text":"d"}}')

    assert ("what.text", 1) == (refused.value.field, refused.value.line)


async def test_a_task_without_end_is_ended() -> None:
    """A task that exceeds its processor time is killed with its process, and the next task gets a new one."""
    async with pool_of(seconds=0.2) as pool:
        with pytest.raises(TookTooLong):
            await pool.run(f"{HERE}:spin")
        assert await pool.run(f"{HERE}:who")


async def test_a_process_that_dies_is_replaced() -> None:
    """If a process dies, the waiting caller gets an error, and the next task gets a new process."""
    async with pool_of() as pool:
        with pytest.raises(WorkerDied):
            await pool.run("os:_exit", 1)
        assert await pool.run(f"{HERE}:who")


async def test_memory_is_bounded() -> None:
    """A task that exceeds the memory limit is ended with its process, and no other task is affected."""
    async with pool_of(memory=512 * 1024 * 1024) as pool:
        with pytest.raises(WorkerDied):
            await pool.run(f"{HERE}:swell")
        assert await pool.run(f"{HERE}:who")


async def test_an_abandoned_task_is_stopped() -> None:
    """When the caller of a task leaves, the pool's only process is free at once."""
    async with pool_of(workers=1) as pool:
        leaving = asyncio.create_task(pool.run(f"{HERE}:spin"))
        while not pool._busy:  # noqa: ASYNC110 there is no event to wait for
            await asyncio.sleep(0.01)
        leaving.cancel()

        assert await pool.run(f"{HERE}:who")


async def test_a_tenant_that_fills_its_share_is_refused_and_others_are_served() -> None:
    """While one tenant uses all of its share, its next task is refused and another tenant's task still runs."""
    async with pool_of(workers=2, share=2) as pool:
        acting_for("many")
        spinning = [asyncio.create_task(pool.run(f"{HERE}:spin")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ShareFull):
            await pool.run(f"{HERE}:who")
        acting_for("one")
        served = await pool.run(f"{HERE}:who")
        for task in spinning:
            task.cancel()

    assert served


async def test_the_end_leaves_no_process() -> None:
    """When the pool stops, waiting callers get an error with this reason, and every process ends."""
    async with pool_of(workers=1) as pool:
        pid = int(await pool.run(f"{HERE}:who"))
        waiting = [asyncio.create_task(pool.run(f"{HERE}:spin")) for _ in range(2)]
        await asyncio.sleep(0)
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)

    assert [type(each) for each in outcomes] == [PoolClosed, PoolClosed]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_cancelled_end_of_a_process_still_waits_for_it() -> None:
    """If a pool closes while it ends the process of an abandoned task, it first waits until that process has ended."""
    worker = await _Worker.start(Limits())
    ending = asyncio.ensure_future(worker.end())
    await asyncio.sleep(0)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending

    assert not worker.alive


def test_a_killed_server_leaves_no_process() -> None:
    """When its parent process is killed, a pool process ends, even in the middle of a task."""
    code = f"import asyncio; from {HERE} import spin_in_a_pool; asyncio.run(spin_in_a_pool({HERE!r}))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    while Path(f"/proc/{child}").exists():
        if Path(f"/proc/{child}/stat").read_text("utf-8").split()[2] == "Z":
            break
