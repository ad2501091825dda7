"""The cost of a start: the processor time of `arbiter up` until it prints its key, and the memory of all processes.

It is compared with the same code without a nursery, in which each process is executed and imports its own modules.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from services.gateway.processes.running import READY_SECONDS, STOP_SECONDS, free_port
from tests.support.processes import children_of

from .load import ROOT
from .rows import Bar, Row, row
from .turns import cpu_seconds, in_turn

ALONE: Final = "import sys; from services.gateway.cli import main; main(sys.argv[1:])"
EXECUTED: Final = f"from shared.platform.processes import nursery; nursery.forks_safely = lambda: False; {ALONE}"
"""A program that forks nothing: its `up` executes its processes, as it does where a fork is unsafe."""
SERVERS: Final = "2"
IDLE_SECONDS: Final = 8.0
KEY: Final = re.compile(r"ak_\w+")
FASTER: Final = Bar("at most", 0.4)
SMALL: Final = Bar("at most", 360, of="ours")
PEER: Final = "each process executed"


class Started(Struct, frozen=True):
    """The figures of a start.

    Units: seconds of processor time until the key; MiB, proportional, of all processes at rest.
    """

    seconds: float
    memory: float


def rows(*, rounds: int) -> list[Row]:
    """Measure starts with and without a nursery in turn, each with two servers and the default settings."""
    measure_start(ALONE)  # digests of rules and parsers are kept from here on, as they are in an image
    found = in_turn({"ours": lambda: measure_start(ALONE), "theirs": lambda: measure_start(EXECUTED)}, rounds)
    seconds = {name: [one.seconds for one in each] for name, each in found.items()}
    memory = {name: [one.memory for one in each] for name, each in found.items()}
    note = f"{SERVERS} servers, a dispatcher, a worker and a clock, with all that they start"
    return [
        row("a start, processor time to the key", "s", seconds["ours"], peer=PEER, theirs=seconds["theirs"],
            bar=FASTER, note=note),
        row("a start, memory (PSS) at rest", "MiB", memory["ours"], peer=PEER, theirs=memory["theirs"], bar=SMALL,
            note=f"{note}, {IDLE_SECONDS:g} s after the key"),
    ]  # fmt: skip


def measure_start(program: str) -> Started:
    """Start `arbiter up` with a program, measure it until it is at rest, and stop it."""
    with tempfile.TemporaryDirectory() as folder, _up(program, Path(folder)) as up:
        seconds = sum(cpu_seconds(pid) or 0 for pid in processes_of(up.pid))
        time.sleep(IDLE_SECONDS)
        return Started(seconds, sum(map(_memory, processes_of(up.pid))) / 1024)


@contextmanager
def _up(program: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run `arbiter up` in a folder. The block begins when the key is printed."""
    own = {"ARBITER_DATA_FOLDER": str(folder / "var"), "ARBITER_PORT": str(free_port()), "ARBITER_SERVERS": SERVERS}
    out = folder / "out"
    with out.open("wb") as file:
        up = subprocess.Popen(
            [sys.executable, "-c", program, "up"], cwd=ROOT, env={**os.environ, **own}, stdout=file, stderr=file
        )
    try:
        until = time.monotonic() + READY_SECONDS
        while KEY.search(out.read_text("utf-8")) is None:
            if up.poll() is not None or time.monotonic() > until:
                raise RuntimeError(out.read_text("utf-8"))
            time.sleep(0.05)
        yield up
    finally:
        up.send_signal(signal.SIGINT)
        up.wait(STOP_SECONDS)


def processes_of(pid: int) -> list[int]:
    """List a process and all its descendants."""
    return [pid, *(each for child in children_of(pid) for each in processes_of(child))]


def _memory(pid: int) -> int:
    """Return the memory of a process, with its proportional part of shared memory. Units: KiB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) if found else 0
