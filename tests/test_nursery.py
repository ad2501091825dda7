"""Forked processes, which behave like executed processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support import nursery
from tests.support.nursery import ForkedPopen, executed

pytestmark = [
    pytest.mark.store,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt its orphans"),
]
ENDS: Final = """not flushed
a thread was awaited
an exit handler was called
something was left over
"""
"""What a process writes at its end."""
FOUND: Final = (sys.executable, "-m", "tests.support.found", "--word", "a b")


def run(
    *, forks: bool, **more: Any  # noqa: ANN401 as subprocess has it
) -> tuple[dict[str, Any], subprocess.CompletedProcess[bytes]]:  # fmt: skip
    """Start a program that prints its environment, by forking or executing it.

    Return its output and the finished process.
    """
    before = ForkedPopen.forked
    with nullcontext() if forks else executed():
        done = subprocess.run(FOUND, stdout=subprocess.PIPE, check=False, **more)
    assert forks == (ForkedPopen.forked > before)
    return json.loads(done.stdout.splitlines()[0]), done


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"stderr": subprocess.PIPE, "input": b"words"},
        {"stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL, "start_new_session": True},
        {"env": os.environ | {"ARBITER_PORT": "1", "COLUMNS": "33"}},
    ],
    ids=["alone", "input", "session", "environment"],
)
def test_a_forked_process_finds_what_an_executed_one_finds(more: dict[str, Any]) -> None:
    """Forked and executed processes have the same arguments, environment, files, signals, limits, logs and exit code.

    Only random values differ. Both end in the same way: threads are awaited and exit handlers called.
    """
    more = {"stdin": subprocess.DEVNULL} | more
    if "input" in more:
        del more["stdin"]
    forked, done = run(forks=True, **more)
    plain, expected = run(forks=False, **more)

    assert forked["found"].pop("environment") == plain["found"].pop("environment")
    assert forked["found"] == plain["found"]
    assert os.getpid() == forked["found"]["parent"]
    assert not {*map(str, forked["luck"])} & {*map(str, plain["luck"])}
    assert 7 == done.returncode == expected.returncode
    assert done.stderr == expected.stderr
    if more.get("stderr") == subprocess.PIPE:
        assert ENDS == done.stderr.decode()


def test_two_forked_processes_draw_differently() -> None:
    """Each forked process seeds its random number generators again."""
    first, second = (run(forks=True, stdin=subprocess.DEVNULL)[0]["luck"] for _ in range(2))
    assert not {*map(str, first)} & {*map(str, second)}


def test_files_are_passed_under_their_numbers(tmp_path: Path) -> None:
    """A file that is passed on keeps its number, because a command line names an inherited socket by its number."""
    with (tmp_path / "passed").open("wb") as file:
        forked, _ = run(forks=True, stdin=subprocess.DEVNULL, pass_fds=[file.fileno()])
        assert str(tmp_path / "passed") == forked["found"]["files"][str(file.fileno())]


def test_a_forked_process_is_killed_and_waited_for_like_any_other() -> None:
    """A forked process is a child of this process; if a signal kills it, its exit code is that signal."""
    words = [*FOUND[:2], nursery.PROGRAM, "worker", "--help"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE) as process:
        os.kill(process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED)
        process.kill()
        assert -signal.SIGKILL == process.wait(60)


@pytest.mark.parametrize(
    "more",
    [
        {"env": os.environ | {"PYTHONHASHSEED": "1"}},
        {"env": os.environ | {"ARBITER_COMPILED": "yes"}},
        {"cwd": "tests"},
    ],
    ids=["variable", "compiled", "folder"],
)
def test_a_process_that_would_import_something_else_is_executed(more: dict[str, Any]) -> None:
    """A process is executed if an environment variable or the working directory differs, or rules are compiled."""
    before = ForkedPopen.forked
    subprocess.run(FOUND, capture_output=True, check=False, stdin=subprocess.DEVNULL, **more)
    assert before == ForkedPopen.forked
