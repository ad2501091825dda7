"""The nursery of `arbiter up`: a process that forks the others.

Forked processes are independent. A process that the nursery cannot fork is executed.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.gateway.test_cli import Up
from tests.support.disturbed_jobs import eventually
from tests.support.processes import children_of, words_of

pytestmark = [
    pytest.mark.store,
    pytest.mark.faults,
    pytest.mark.execs,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every process is executed"),
]
ROOT: Final = Path(__file__).parents[2]


def answer_to(question: str) -> Any:  # noqa: ANN401 JSON
    """Return the output of a program that runs with a nursery, after asserting that the nursery ended with it."""
    words = [sys.executable, "-m", "tests.support.nursed", question]
    reader, writer = os.pipe()  # no process of the nursery may inherit them
    with open(reader, "rb"), open(writer, "wb"):  # noqa: PTH123 numbers
        run = subprocess.run(
            words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300, pass_fds=[reader]
        )
    assert 0 == run.returncode, run.stderr
    answer, left = json.loads(run.stdout.splitlines()[-1])
    assert [] == left
    return answer


def test_two_forked_processes_draw_nothing_alike() -> None:
    """Random numbers, ids, secrets, keys and node names differ between two forked processes and their parent."""
    lucks = answer_to("two_lucks")
    for kind in lucks[0]:
        drawn = [value for one in lucks for value in one[kind]]
        assert len(drawn) == len({*drawn}), kind


def test_a_forked_process_is_a_plain_child() -> None:
    """A forked process has its own session, files, signals and environment, one thread, and no nursery."""
    code, found, asker, children = answer_to("a_state")

    assert 0 == code
    assert ["0", "1", "2"] == sorted(found["files"])
    assert found["files"]["0"].startswith("pipe:")
    assert str(signal.default_int_handler) == found["signals"]["SIGINT"]
    assert str(signal.SIG_DFL) == found["signals"]["SIGTERM"]
    assert (True, asker, 1, "forked") == (
        found["session"], found["parent"], found["threads"], found["environment"]["MARK"]
    )  # fmt: skip
    assert ["arbiter", "state"] == found["words"][:2]
    assert [True, True] == found["nursery"]
    assert 1 == len(children)


def test_statuses_and_signals_come_back() -> None:
    """A process that waits for its forked child gets the exit status, or the signal that stopped or killed it."""
    assert [7, -signal.SIGTERM, -signal.SIGKILL] == answer_to("endings")


def test_without_its_nursery_a_process_executes_what_it_starts() -> None:
    """After the nursery was killed, the next process is executed instead of forked."""
    assert [True, True, True] == answer_to("without_a_nursery")


def test_a_forked_pool_has_the_limits_of_an_executed_one() -> None:
    """A forked process pool limits time and memory, passes on refusals, and replaces dead workers.

    It does so on both kinds of event loop.
    """
    for found in answer_to("results_of_pool"):
        left = found.pop("left")
        assert [["arbiter", "nursery"]] == [[word for word in words if word] for words in left]
        assert {
            "child": True, "words": ["arbiter", "pool"], "same": True, "refused": "TooCostly False",
            "long": "TookTooLong True", "large": "WorkerDied True", "again": True, "killed": True,
        } == found | {"words": [word for word in found["words"] if word]}  # fmt: skip


def test_a_process_with_threads_forks_nothing() -> None:
    """A process with threads executes the processes that it starts.

    In a forked process, a lock held by another thread would stay locked for ever.
    """
    assert [True, False] == answer_to("threaded")


def of_role(pid: int, role: str) -> list[int]:
    """Return the process ids of a process's children with this role."""
    return [child for child in children_of(pid) if role in words_of(child)]


@pytest.fixture
def up(tmp_path: Path) -> Any:  # noqa: ANN401 a generator
    """Run `arbiter up` with two servers."""
    running = Up(tmp_path / "var", ARBITER_SERVERS="2")
    try:
        yield running
    finally:
        if running.process.poll() is None:
            assert 0 == running.stop()


def test_up_forks_all_its_processes_and_each_that_dies(up: Up) -> None:
    """The nursery forks servers, workers, and their replacements. Without the nursery, these are executed."""
    up.roll(up.key())
    pid = up.process.pid
    (nursery,) = of_role(pid, "nursery")
    for role, number in (("server", 2), ("dispatcher", 1), ("worker", 1), ("clock", 1)):
        assert ["arbiter"] * number == [words_of(child)[0] for child in of_role(pid, role)]

    (worker,) = of_role(pid, "worker")
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: [worker] != of_role(pid, "worker") != [])
    assert "arbiter" == words_of(of_role(pid, "worker")[0])[0]

    os.kill(nursery, signal.SIGKILL)
    (worker,) = of_role(pid, "worker")
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: [worker] != of_role(pid, "worker") != [])
    assert sys.executable == words_of(of_role(pid, "worker")[0])[0]
    assert "nursery_gone" in up.out.read_text("utf-8")
    assert 0 == up.stop()


def test_a_stop_reaches_no_nursery(up: Up) -> None:
    """A nursery ignores Ctrl-C and SIGTERM, which reach a whole process group, and ends only with `arbiter up`."""
    up.roll(up.key())
    (nursery,) = of_role(up.process.pid, "nursery")
    servers = of_role(up.process.pid, "server")
    inner = [child for server in servers for child in of_role(server, "nursery")]
    assert 2 == len(inner)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(nursery, number)
        os.kill(inner[0], number)
    assert [nursery, *inner] == [one for one in (nursery, *inner) if words_of(one)]
    assert 0 == up.stop()
    assert [] == [one for one in (nursery, *inner, *servers) if words_of(one)]
