"""Workers that are forked after the collection: they run each test once, and report as a single process would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.support.distribution import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux only")

CONFTEST: Final = """
import os
from pathlib import Path
import pytest
from tests.support.side_by_side import SideBySide, takes_over

PIDS = Path(__file__).with_name("pids")
PIDS.write_text(f"collected {os.getpid()}\\n")

def pytest_configure(config):
    if takes_over(config):
        config.pluginmanager.register(SideBySide(config), "side_by_side")

@pytest.fixture(scope="session", autouse=True)
def process():
    yield
    with PIDS.open("a") as pids:
        pids.write(f"ended {os.getpid()}\\n")
"""
MEETING: Final = """
import time

@pytest.fixture(scope="session", autouse=True)
def both(process):
    folder = Path(__file__).parent
    (folder / f"began{os.getpid()}").touch()
    while len([*folder.glob("began*")]) < 2:
        time.sleep(0.01)
"""
"""Tests in which each worker first waits for the other, so that neither runs all tests alone."""
NAMING: Final = """
from tests.support.left_open import name_openers, remember

@pytest.fixture(autouse=True)
def remembered(request):
    with remember(request.node.nodeid):
        yield

@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_unconfigure():
    with name_openers():
        return (yield)
"""
PASSING: Final = """
import os
import pytest

@pytest.mark.parametrize("number", range(3))
def test_that_passes(number):
    pass

@pytest.fixture(scope="module")
def module():
    yield os.getpid()

@pytest.mark.parametrize("number", range(2))
def test_with_a_fixture_of_its_file(module, number):
    assert os.getpid() == module
"""
FAILING: Final = """
import pytest

def test_that_fails():
    print("what it printed")
    assert "one" == "other"

@pytest.mark.skip(reason="for a reason")
def test_that_is_skipped():
    pass
"""
DYING: Final = """
import os

def test_before():
    pass

def test_that_ends_its_process():
    os._exit(3)

def test_after():
    pass
"""


LEAKING: Final = """
import socket

def test_that_leaves_a_socket_open():
    left = [socket.socket()]
    left.append(left)
"""


def run(folder: Path, *words: str, **files: str) -> tuple[int, str]:
    """Run test files in two workers; return pytest's exit code and output."""
    for name, text in {"conftest": CONFTEST, **files}.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-n2", "-p", "xdist", "-p", "no:cacheprovider", *words, str(folder)]
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_tests_are_collected_once_and_run_once_each(tmp_path: Path) -> None:
    """Both workers are forked from the process that collected the tests, and complete all tests that they begin."""
    code, said = run(tmp_path, conftest=CONFTEST + MEETING, test_one=PASSING, test_other=PASSING, test_third=PASSING)
    lines = (tmp_path / "pids").read_text("utf-8").split()
    (collected, *ended) = lines[1::2]

    assert (0, ["collected", "ended", "ended"]) == (code, lines[::2]), said
    assert 3 == len({collected, *ended})
    assert "15 passed" in said


def test_reports_are_those_of_one_process(tmp_path: Path) -> None:
    """The report of a failure shows the difference and the test's output.

    The report of a skipped test shows the reason.
    """
    code, said = run(tmp_path, "-ra", test_one=PASSING, test_other=FAILING)

    assert 1 == code
    assert "1 failed, 5 passed, 1 skipped" in said
    assert "AssertionError: assert 'one' == 'other'" in said
    assert "what it printed" in said
    assert "for a reason" in said


def test_a_worker_that_dies_fails_its_test_alone(tmp_path: Path) -> None:
    """If a worker dies, only its current test fails, and another worker runs the remaining tests."""
    code, said = run(tmp_path, test_one=PASSING, test_other=DYING)

    assert 1 == code
    assert "1 failed, 7 passed" in said
    assert "the worker that ran this test ended with status 3" in said


def test_a_worker_that_ends_with_a_fault_fails_the_run(tmp_path: Path) -> None:
    """Errors that pytest finds when a worker ends, such as an open socket, are reported after all tests have run."""
    code, said = run(tmp_path, "-W", "error", test_one=PASSING, test_other=LEAKING)

    assert pytest.ExitCode.INTERNAL_ERROR == code, said
    assert "6 passed" in said
    assert "unclosed <socket.socket" in said


def test_a_fault_names_the_test_that_opened_a_socket(tmp_path: Path) -> None:
    """The error names the test that opened a socket, even if pytest finds the socket many tests later."""
    _, said = run(tmp_path, "-W", "error", conftest=CONFTEST + NAMING, test_one=PASSING, test_other=LEAKING + PASSING)

    assert "opened in test_other.py::test_that_leaves_a_socket_open " in said


def test_a_first_failure_ends_the_run_if_asked(tmp_path: Path) -> None:
    """With `-x`, no test begins after a failure."""
    more = "".join(f"\ndef test_later_{number}():\n    pass\n" for number in range(9))
    code, said = run(tmp_path, "-x", test_one=FAILING + more)

    assert 1 == code
    assert "stopping after 1 failures" in said
    assert "passed" not in said


def test_a_file_that_cannot_be_collected_ends_the_run(tmp_path: Path) -> None:
    """If a file cannot be collected, no worker starts, and the exit code is pytest's own."""
    code, said = run(tmp_path, test_one=PASSING, test_other="import nothing_like_this\n")

    assert pytest.ExitCode.INTERRUPTED == code
    assert "error" in said
