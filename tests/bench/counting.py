"""Counts the instructions that a process executes in user space, whatever else the machine is doing.

callgrind starts the process without counting; `callgrind_control` switches the counting on for the measured work.
The kernel's work is not counted, and SHA-256 costs more than usual, because callgrind has no instruction for it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

TOOLS: Final = ("valgrind", "callgrind_control")
TOTALS: Final = ("totals:", "summary:")


class CannotCount(Exception):
    """Instructions cannot be counted on this machine; the message says why."""


def hold_countable() -> None:
    """Check that the tools are installed.

    Refuses: CannotCount
    """
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        raise CannotCount(f"{' and '.join(missing)} not on PATH (Debian: apt-get install valgrind)")


class Counter:
    """A counter of the instructions of one process."""

    def __init__(self, folder: Path) -> None:
        """Create a folder for callgrind's output."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder: Final = folder

    @property
    def under(self) -> tuple[str, ...]:
        """Return the prefix of a command line that runs a process under callgrind."""
        words = "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self._folder / 'out'}"
        return ("valgrind", *words, f"--log-file={self._folder / 'log'}")

    def count(self, pid: int, work: Callable[[], object]) -> int:
        """Return the number of instructions that the process executes during the work.

        Refuses: CannotCount
        """
        _control("--instr=on", pid)
        _control("--zero", pid)
        work()
        before = set(self._folder.iterdir())
        _control("--dump", pid)
        _control("--instr=off", pid)
        written = sorted(set(self._folder.iterdir()) - before)
        if not written:
            raise CannotCount("callgrind wrote nothing down")
        return total(written[-1].read_text("utf-8", "replace"))


def total(text: str) -> int:
    """Return the total number of instructions in callgrind's output.

    Refuses: CannotCount
    """
    for line in reversed(text.splitlines()):
        if line.startswith(TOTALS):
            return int(line.split()[1])
    raise CannotCount("callgrind wrote down no total")


def _control(word: str, pid: int) -> None:
    done = subprocess.run([TOOLS[1], word, str(pid)], capture_output=True, check=False, text=True)
    if done.returncode:
        raise CannotCount(f"callgrind_control {word}: {(done.stderr or done.stdout).strip()[-200:]}")
