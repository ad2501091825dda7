"""Pytest, which finds an unclosed resource while the test that left it runs, and fails only that test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LEAVING = '''
import socket
import pytest

@pytest.mark.faults
def test_one_that_leaves_a_socket_open():
    """In a ring, so that only the collector finds it."""
    ring = [socket.socket()]
    ring.append(ring)

def test_one_that_looks_for_nothing():
    """It makes no such thing, and is not to blame."""

@pytest.mark.faults
def test_another_that_closes_what_it_opens():
    """As it should be."""
    with socket.socket():
        pass
'''


def test_an_open_socket_fails_the_test_that_left_it(tmp_path: Path) -> None:
    """If the first of three tests leaves a socket open, it gets an error at its end, and the next two pass."""
    (tmp_path / "test_leaving.py").write_text(LEAVING, "utf-8")
    words = ("-c", "pyproject.toml", "-p", "tests.conftest", "-p", "no:randomly", "-n", "0", "--tb=no", "-q")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "--rootdir", str(tmp_path), str(tmp_path / "test_leaving.py")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "ERROR" in done.stdout, done.stdout + done.stderr
    (blamed,) = (line for line in done.stdout.splitlines() if line.startswith("ERROR"))
    assert "test_one_that_leaves_a_socket_open" in blamed
    assert "3 passed, 1 error" in done.stdout
