"""The supervision of child processes: when a dead process is restarted, and when a suspended one is replaced."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from services.gateway.processes import supervisor
from services.gateway.processes.supervisor import SupervisedProcess, Supervisor
from tests.support.nodes import eventually

pytestmark = [pytest.mark.faults, pytest.mark.execs]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make processes end as soon as they start."""
    monkeypatch.setattr(SupervisedProcess, "module", "tests.support.processes")


@pytest.mark.usefixtures("ending")
def test_a_server_that_keeps_dying_is_restarted_ever_less_often() -> None:
    """The first restart is immediate. Before each later restart, the time since the last start must be longer."""
    ending = SupervisedProcess((), dict(os.environ), pauses=(0.0, 3600.0))
    revived = []
    for _ in range(2):
        ending.process.wait()
        revived.append(ending.revive())
    ending.end()

    assert [True, False] == revived


class One(Supervisor):
    """A supervisor of one process that waits for its standard input to end, and that is restarted without a pause."""

    def start_all(self) -> list[SupervisedProcess]:
        """Start the process."""
        return [SupervisedProcess((), dict(os.environ), pauses=(0.0,))]


def test_a_process_that_the_system_cannot_start_is_tried_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After a failed restart the supervisor keeps watching, and restarts the process when the system can start it."""
    monkeypatch.setattr(SupervisedProcess, "module", "tests.support.waiting")
    with capture_logs() as said, One({}) as group:
        (member,), python = group.members, sys.executable
        dead = member.pid
        monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
        member.process.kill()
        eventually(lambda: "process_not_started" in {line["event"] for line in said})
        monkeypatch.setattr(sys, "executable", python)
        eventually(lambda: member.pid != dead)

        assert member.process.poll() is None


class Looks:
    """A supervised process that the supervisor checks at times set by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **more: Any) -> None:  # noqa: ANN401 of a process
        """Start a process that waits for its standard input to end."""
        self.now = time.monotonic()
        monkeypatch.setattr(SupervisedProcess, "module", "tests.support.waiting")
        monkeypatch.setattr(supervisor, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.member = SupervisedProcess((), dict(os.environ), pauses=(0.0,), **more)
        self.pid = self.member.pid

    def wait_until_stopped(self) -> None:
        """Suspend the process, and wait until the system reports it as stopped."""
        os.kill(self.pid, signal.SIGSTOP)
        eventually(self.member.is_stopped)

    def after(self, seconds: float) -> bool:
        """Make the supervisor check the process after some seconds; return whether it restarted the process."""
        self.now += seconds
        return self.member.revive()


def test_a_briefly_stopped_server_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the time since a process was last suspended counts, however often it was suspended before."""
    looks = Looks(monkeypatch, frozen_seconds=3.0)
    for _ in range(2):
        looks.wait_until_stopped()
        assert [False, False] == [looks.after(0.0), looks.after(2.9)]
        os.kill(looks.pid, signal.SIGCONT)
        eventually(lambda: not looks.member.is_stopped())
        assert not looks.after(5.0)
    pid = looks.member.pid
    looks.member.end()

    assert looks.pid == pid


def test_a_frozen_server_is_killed_and_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGKILL ends a suspended server, and the next check starts its successor."""
    looks = Looks(monkeypatch, frozen_seconds=3.0)
    looks.wait_until_stopped()
    assert [False, False] == [looks.after(0.0), looks.after(3.1)]
    looks.member.process.wait()
    assert looks.after(1.0)
    looks.member.end()


def test_a_frozen_process_without_a_port_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A suspended worker or clock is not replaced, because another process takes over its work."""
    looks = Looks(monkeypatch)
    looks.wait_until_stopped()
    assert [False, False] == [looks.after(0.0), looks.after(3600.0)]
    os.kill(looks.pid, signal.SIGCONT)
    looks.member.end()
