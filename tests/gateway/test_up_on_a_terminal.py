"""The output of `arbiter up` on a terminal.

Three lines say where it serves and how to stop it. Requests are shown only with `--verbose`.
"""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import httpx
import pytest

from services.gateway.operations.doctor.examining import examine
from services.gateway.processes.running import free_port
from tests.support.http import COLD

pytestmark = pytest.mark.store

SECONDS: Final = 300.0
COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """An `arbiter up` command on its own terminal."""

    def __init__(self, folder: Path, *words: str, **more: str) -> None:
        """Prepare the command with a data folder, options and settings."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("ARBITER_")}
        self.port, self.text = free_port(), ""
        self._environment = kept | COLD | more | {
            "ARBITER_DATA_FOLDER": str(folder), "ARBITER_PORT": str(self.port), "ARBITER_SERVERS": "1",
            "ARBITER_DURABILITY": "relaxed", "COLUMNS": "300",
        }  # fmt: skip
        self._words = [sys.executable, "-m", "services.gateway.cli", "up", *words]

    def __enter__(self) -> Self:
        """Start the command, and wait until it is ready."""
        self._screen, own = pty.openpty()
        self._process = subprocess.Popen(
            self._words, stdin=own, stdout=own, stderr=own, env=self._environment, start_new_session=True
        )
        os.close(own)
        self.read_until("games are kept")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Press Ctrl-C, and read to the end."""
        self._process.send_signal(signal.SIGINT)
        while self._process.poll() is None:
            self._read()
        self._process.wait(SECONDS)
        os.close(self._screen)

    def await_workers(self) -> None:
        """Wait until the worker and the clock are ready for work."""
        names = ("ARBITER_DATA_FOLDER", "ARBITER_PORT", "ARBITER_DURABILITY")
        environment = {name: self._environment[name] for name in names}
        until = time.monotonic() + SECONDS
        while {"worker", "clock"} & {one.about for one in examine(environment) if one.level != "fine"}:
            assert time.monotonic() < until, self.text
            self._read()

    def read_until(self, words: str) -> None:
        """Read the terminal until it shows these words."""
        until = time.monotonic() + SECONDS
        while words not in self.text:
            assert time.monotonic() < until, self.text
            assert self._process.poll() is None, self.text
            self._read()

    def _read(self) -> None:
        ready, _, _ = select.select([self._screen], [], [], 0.2)
        if ready:
            try:
                self.text += COLOURS.sub("", os.read(self._screen, 65_536).decode()).replace("\r", "")
            except OSError:  # the terminal has ended with its last process
                time.sleep(0.05)

    @property
    def lines(self) -> list[str]:
        """Return the lines that the terminal shows."""
        return [line for line in self.text.splitlines() if line.strip()]

    def get(self, path: str) -> int:
        """Send a request, and return the status of the response."""
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", timeout=120).status_code


def test_three_lines_say_where_it_is_and_how_to_stop(tmp_path: Path) -> None:
    """`arbiter up` prints three lines, which say where it serves and how to stop it.

    Until it stops, it prints nothing more, whether requests arrive, even refused ones, or processes end.
    """
    with Terminal(tmp_path / "var") as terminal:
        assert [200, 404, 401] == [terminal.get(path) for path in ("/", "/nothing", "/dice/v1/tables")]
        first, second, third = terminal.lines
        terminal.await_workers()

    (last,) = terminal.lines[3:]
    assert last.startswith("stopped")
    assert f"http://127.0.0.1:{terminal.port}/#/?key=ak_" in first
    assert "export ARBITER_KEY=ak_" in second
    assert "Ctrl-C stops it" in third
    assert "/nothing" not in terminal.text


def test_requests_are_shown_if_asked_for(tmp_path: Path) -> None:
    """With `--verbose`, `arbiter up` prints a line for every request."""
    with Terminal(tmp_path / "var", "--verbose") as terminal:
        assert 404 == terminal.get("/nothing")
        terminal.read_until("/nothing")


def test_a_browser_is_opened_if_asked_for(tmp_path: Path) -> None:
    """With `--open`, `arbiter up` opens the page's address, with its key, in the browser named by the environment."""
    opened = tmp_path / "opened"
    with Terminal(tmp_path / "var", "--open", BROWSER=f"sh -c 'echo \"$0\" > {opened}' %s") as terminal:
        until = time.monotonic() + SECONDS
        while not (opened.exists() and opened.read_text("utf-8")):
            assert time.monotonic() < until
            time.sleep(0.05)

    assert opened.read_text("utf-8").startswith(f"http://127.0.0.1:{terminal.port}/#/?key=ak_")
