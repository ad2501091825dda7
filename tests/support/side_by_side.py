"""Runs tests side by side: this process collects them once, and forks the workers.

Each worker runs whole scopes of tests (tests/support/distribution.py). A worker requests its next scope when it
begins the last test of its current one, because the teardown after a test depends on the next test. A worker
sends its reports to the first process, which reports them as its own. If processes cannot be forked, xdist
starts the workers.
"""

from __future__ import annotations

import mmap
import os
import sys
import traceback
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, pairwise
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Final, NoReturn

import pytest

from tests.support.distribution import scope_of

NOT_HERE: Final = ("terminalreporter", "side_by_side")
"""Plugins that only the first process may load."""


def takes_over(config: pytest.Config) -> bool:
    """Return whether to fork the workers that the command line asks for. If so, xdist starts no workers."""
    asked = config.getoption("numprocesses", None) and config.getoption("dist", "no") == "load"
    return bool(asked) and sys.platform == "linux" and not config.getoption("collectonly")


class SideBySide:
    """A pytest plugin that runs the collected tests in forked workers."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the number of workers from the command line, and set xdist's to zero."""
        self._count: int = config.option.numprocesses
        config.option.dist = "no"
        self._stopped = mmap.mmap(-1, 1)
        """One byte of memory that all processes share: nonzero if workers must start no more tests."""
        self._scopes: deque[list[int]] = deque()
        self._workers: dict[Connection, Worker] = {}
        self._started = 0
        self._faults: list[str] = []
        """Errors in workers outside of their tests, such as a file left open."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run all tests in the workers, unless a file could not be collected."""
        if session.testsfailed and not session.config.option.continue_on_collection_errors:
            return None  # pytest says so
        terminal: Any = session.config.pluginmanager.getplugin("terminalreporter")
        if terminal is not None:
            terminal.showfspath = False  # neighbouring letters are of different files
        self._scopes.extend(scopes_of(session.items))
        try:
            self._run(session)
        finally:
            self._stopped[0] = 1
            for worker in self._workers.values():
                worker.close()
        if self._faults:
            pytest.exit("\n".join(self._faults), returncode=pytest.ExitCode.INTERNAL_ERROR)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
        return True

    def _run(self, session: pytest.Session) -> None:
        for _ in range(min(self._count, len(self._scopes))):
            self._start(session)
        while self._workers:
            for line in wait([*self._workers]):
                assert isinstance(line, Connection)
                self._answer(session, line, self._workers[line])
            if session.shouldfail or session.shouldstop:
                self._stopped[0] = 1

    def _start(self, session: pytest.Session) -> None:
        """Fork a worker."""
        ours, theirs = Pipe()
        self._started += 1
        sys.stdout.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads that libraries keep; no test runs here
            pid = os.fork()
        if pid == 0:
            for line in (ours, *self._workers):
                line.close()
            work(session, theirs, self._stopped)
        theirs.close()
        self._workers[ours] = Worker(ours, pid, f"worker{self._started}")

    def _answer(self, session: pytest.Session, line: Connection, worker: Worker) -> None:
        """Handle a message from a worker, or the worker's end."""
        try:
            kind, said = line.recv()
        except (EOFError, ConnectionResetError):
            self._end(session, line, worker)
            return
        if kind == "next":
            scope = self._scopes.popleft() if self._scopes and not self._stopped[0] else []
            worker.left.extend(scope)
            worker.send(scope)
        elif kind == "begun":
            worker.left.remove(said)
            worker.running = said
        elif kind == "report":
            report = session.config.hook.pytest_report_from_serializable(config=session.config, data=said)
            session.config.hook.pytest_runtest_logreport(report=report)
        elif kind == "finished":
            worker.running = None
        else:
            self._faults.append(f"{worker.name}:\n{said}")

    def _end(self, session: pytest.Session, line: Connection, worker: Worker) -> None:
        """Remove a worker that has ended. If it died, report its test as failed and fork another for the rest."""
        del self._workers[line]
        status = worker.close()
        if worker.running is None and not worker.left:
            return
        if worker.running is not None:
            item = session.items[worker.running]
            died = f"the worker that ran this test ended with status {status}"
            report = pytest.TestReport(item.nodeid, item.location, {}, "failed", died, "call")
            session.config.hook.pytest_runtest_logreport(report=report)
        if worker.left and not self._stopped[0]:
            self._scopes.appendleft([*worker.left])
            self._start(session)


class Worker:
    """The first process's handle for a forked worker process."""

    def __init__(self, line: Connection, pid: int, name: str) -> None:
        """Wrap the connection to a process, with its id and its name."""
        self.name = name
        self.running: int | None = None
        self.left: list[int] = []
        """The tests of the worker's scopes that it has not started yet."""
        self._line, self._pid = line, pid

    def send(self, scope: list[int]) -> None:
        """Send the worker a scope. An empty one ends it."""
        with suppress(BrokenPipeError):  # it has died, and its connection says so too
            self._line.send(scope)

    def close(self) -> int:
        """Wait until the worker has ended; return its exit status, negative if it was killed."""
        self._line.close()
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])


def scopes_of(items: Iterable[pytest.Item]) -> Iterable[list[int]]:
    """Group a worker's tests, given by their indices, into scopes. Groups and tests stay in order."""
    found: dict[str, list[int]] = {}
    for index, item in enumerate(items):
        found.setdefault(scope_of(item.nodeid), []).append(index)
    return found.values()


# ------------------------------------------------------------------ in a worker


class Reports:
    """A pytest plugin that sends reports of tests to the first process."""

    def __init__(self, config: pytest.Config, line: Connection) -> None:
        """Send reports over this connection."""
        self._config, self._line = config, line

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Send a report."""
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._line.send(("report", data))


def work(session: pytest.Session, line: Connection, stopped: mmap.mmap) -> NoReturn:
    """Run scopes of tests until none are left, and exit."""
    status = 1
    try:
        _prepare(session.config, line)
        _run_tests(session, line, stopped)
        session.config.hook.pytest_unconfigure(config=session.config)
        status = 0
    except (EOFError, KeyboardInterrupt):
        pass  # the first process has ended, or all are interrupted: servers end as their lifelines close
    except BaseException:  # noqa: BLE001 the first process raises it
        with suppress(OSError):
            line.send(("failed", traceback.format_exc()))
    finally:
        os._exit(status)


def _prepare(config: pytest.Config, line: Connection) -> None:
    for name in NOT_HERE:
        config.pluginmanager.unregister(name=name)
    config.pluginmanager.register(Reports(config, line))
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    capture.read_global_capture()  # the first process has this, too; and the file in which it is captured
    capture.stop_global_capturing()
    capture.start_global_capturing()


def _run_tests(session: pytest.Session, line: Connection, stopped: mmap.mmap) -> None:
    for index, following in pairwise(chain(_indices(line), [None])):
        assert index is not None
        if stopped[0] or session.shouldfail or session.shouldstop:
            return
        line.send(("begun", index))
        session.config.hook.pytest_runtest_protocol(
            item=session.items[index], nextitem=None if following is None else session.items[following]
        )
        line.send(("finished", index))


def _indices(line: Connection) -> Iterator[int]:
    """Yield the indices of tests. Request the next scope when the current one is used up."""
    while True:
        line.send(("next", None))
        scope: list[int] = line.recv()
        if not scope:
            return
        yield from scope
