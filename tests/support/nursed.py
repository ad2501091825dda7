"""Processes that a nursery forks, for tests. `python -m tests.support.nursed QUESTION` prints the result as JSON.

A nursery is a process that has imported everything, and forks processes on request.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import signal
import sys
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvloop
from celery.utils.nodenames import anon_nodename
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from kombu.common import oid_from

from shared.platform.processes import Limits, PoolRefusal, ProcessPool
from shared.platform.processes.forked import ForkedProcess, fork_process
from shared.platform.processes.nursery import HERE, forks_safely, nursery
from tests.support.processes import children_of, words_of

TASKS: Final = "tests.shared.platform.pool_tasks"
ME: Final = "tests.support.nursed"
MEGABYTES: Final = 1024 * 1024


def luck() -> dict[str, Any]:
    """Return random values that must differ between processes.

    Two processes with the same values would share secrets.
    """
    key = Ed25519PrivateKey.generate()
    return {
        "random": [random.random(), random.Random().random(), random.SystemRandom().random()],
        "uuid": [uuid.uuid4().hex, uuid.uuid1().hex],
        "secret": [secrets.token_hex(16), os.urandom(16).hex()],
        "key": [key.private_bytes_raw().hex()],
        "node": [anon_nodename(), oid_from(ME)],
        "loops": [asyncio.run(token()), uvloop.run(token())],
    }


async def token() -> str:
    """Draw a random token on an event loop."""
    await asyncio.sleep(0)
    return secrets.token_hex(16)


def state() -> dict[str, Any]:
    """Return a process's inherited resources, such as open files, signal handlers, threads and environment."""
    return {
        "files": {number: str(Path(f"/proc/self/fd/{number}").readlink()) for number in files()},
        "signals": {number.name: str(signal.getsignal(number)).partition(" at ")[0] for number in signal.Signals},
        "session": os.getsid(0) == os.getpid(),
        "parent": os.getppid(),
        "threads": threading.active_count(),
        "words": words_of(os.getpid()),
        "environment": dict(os.environ),
        "nursery": [HERE.nursery is None, HERE.forked],
    }


def files() -> list[int]:
    """List the numbers of the open file descriptors."""
    found = []
    for number in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208 names
        with suppress(OSError):
            os.fstat(number)
            found.append(number)
    return found


def write(words: Sequence[str]) -> None:
    """Write the result of a question into a file."""
    what, file = words
    Path(file).write_text(json.dumps({"luck": luck, "state": state}[what]()), "utf-8")


def sleep(_: Sequence[str]) -> None:
    """Sleep until a signal."""
    time.sleep(600)


def end(words: Sequence[str]) -> None:
    """Exit with a status."""
    sys.exit(int(words[0]))


def fork_here(function: str, *words: str, **environment: str) -> ForkedProcess:
    """Fork a process that calls a function of this module."""
    found = fork_process(f"{ME}:{function}", words, {**os.environ, **environment}, out=None, fds=())
    assert found is not None
    return found


def result_of(what: str) -> Any:  # noqa: ANN401 JSON
    """Return a forked process's exit code, and its result for a question."""
    with TemporaryDirectory() as folder:
        process = fork_here("write", what, f"{folder}/answer", MARK="forked")
        code = process.wait(120)
        return code, json.loads(Path(folder, "answer").read_text("utf-8"))


# ------------------------------------------------------------------ questions


def two_lucks() -> list[Any]:
    """Draw random values in this process and in two forked ones."""
    return [luck(), *(result_of("luck")[1] for _ in range(2))]


def a_state() -> Any:  # noqa: ANN401 JSON
    """Return the exit code and state of a forked process, the id of this process, and the ids of its children."""
    code, found = result_of("state")
    return [code, found, os.getpid(), children_of(os.getpid())]


def endings() -> list[int]:
    """Return the exit statuses of forked processes."""
    sleeping = [fork_here("sleep") for _ in range(2)]
    sleeping[0].send_signal(signal.SIGTERM)
    sleeping[1].kill()
    return [fork_here("end", "7").wait(60), *(one.wait(60) for one in sleeping)]


def without_a_nursery() -> list[Any]:
    """Kill the nursery; return whether it refuses to fork, whether it is gone, and whether the pool still works."""
    found = HERE.nursery
    assert found is not None
    assert found.pid is not None
    os.kill(found.pid, signal.SIGKILL)
    refused = fork_process(f"{ME}:sleep", (), dict(os.environ), out=None, fds=())
    return [refused is None, HERE.nursery is None, asyncio.run(_pid()) > 0]


async def _pid() -> int:
    pool = ProcessPool(Limits(workers=1))
    try:
        return int(await pool.run(f"{TASKS}:who"))
    finally:
        await pool.close()


def results_of_pool() -> list[Any]:
    """Return the results of tasks in a forked pool, on both kinds of event loop."""
    return [asyncio.run(_tasks()), uvloop.run(_tasks())]


async def _tasks() -> dict[str, Any]:
    pool = ProcessPool(Limits(workers=1, seconds=0.5, memory=1024 * MEGABYTES))
    try:
        pid = int(await pool.run(f"{TASKS}:who"))
        found = {
            "child": pid in children_of(os.getpid()), "words": words_of(pid),
            "same": pid == int(await pool.run(f"{TASKS}:who")), "refused": await _refusal(pool, "refuse", 7),
            "long": await _refusal(pool, "spin"), "large": await _refusal(pool, "swell"),
            "again": int(await pool.run(f"{TASKS}:who")) != pid,
        }  # fmt: skip
        os.kill(pool.pids[0], signal.SIGKILL)
        await asyncio.sleep(0.2)
        found["killed"] = int(await pool.run(f"{TASKS}:who")) > 0
    finally:
        await pool.close()
    return {**found, "left": [words_of(child) for child in children_of(os.getpid())]}


async def _refusal(pool: ProcessPool, task: str, *more: int) -> str:
    try:
        await pool.run(f"{TASKS}:{task}", *more)
    except Exception as error:  # noqa: BLE001 any
        return f"{type(error).__name__} {isinstance(error, PoolRefusal)}"
    return ""


def forks_with_threads() -> list[bool]:
    """Return whether a process forks safely before it has a second thread and while it has one."""
    over = threading.Event()
    before = forks_safely()
    thread = threading.Thread(target=over.wait)
    thread.start()
    during = forks_safely()
    over.set()
    thread.join()
    return [before, during]


QUESTIONS: Final[dict[str, Callable[[], Any]]] = {
    one.__name__: one for one in (two_lucks, a_state, endings, without_a_nursery, results_of_pool)
}

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell ignores for what it runs in the background
    if sys.argv[1] == "threaded":
        answer: Any = forks_with_threads()
    else:
        with nursery(lambda: None):
            answer = QUESTIONS[sys.argv[1]]()
    print(json.dumps([answer, children_of(os.getpid())]))  # noqa: T201 its output
