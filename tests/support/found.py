"""Prints the environment of a process at its start: `python -m tests.support.found …`."""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import logging
import os
import random
import resource
import signal
import sys
import threading
import uuid
import warnings
from pathlib import Path
from typing import Any

import structlog
from prometheus_client import REGISTRY

from tests.support.processes import children_of, words_of


def facts_of_process() -> dict[str, Any]:
    """Return everything about a process that should not depend on how it was started."""
    return {
        "words": [sys.argv, words_of(os.getpid()), sys.executable, __name__, sys.path],
        "environment": dict(os.environ),
        "parent": os.getppid(),
        "leads": os.getsid(0) == os.getpid() == os.getpgrp(),
        "folder": str(Path.cwd()),
        "input": sys.stdin.read(),
        "files": {number: _file(number) for number in sorted(map(int, os.listdir("/proc/self/fd"))) if _file(number)},  # noqa: PTH208 names
        "inherited": [os.get_inheritable(number) for number in (0, 1, 2)],
        "buffered": [sys.stdout.line_buffering, sys.stderr.line_buffering, sys.stdout.encoding, sys.stdin.encoding],
        "signals": {number.name: str(signal.getsignal(number)).partition(" at ")[0] for number in signal.Signals},
        "masked": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
        "limits": {name: resource.getrlimit(getattr(resource, name)) for name in dir(resource) if "RLIMIT" in name},
        "rights": [os.umask(0o22), os.nice(0), os.getuid()],
        "threads": [one.name for one in threading.enumerate()],
        "children": children_of(os.getpid()),
        "loop": [type(asyncio.get_event_loop_policy()).__name__, asyncio._get_running_loop()],
        "logs": [structlog.is_configured(), [str(one) for one in logging.getLogger().handlers], logging.root.level],
        "collects": [gc.isenabled(), gc.get_threshold()],
        "warned": len(warnings.filters),
        "counted": [one.name for kind in REGISTRY.collect() for one in kind.samples if _counts(one.name, one.value)],
        "flags": str(sys.flags),
    }


def _file(number: int) -> str | None:
    """Return the kind of an open file, or None for a file that only this function opens."""
    try:
        target = os.readlink(f"/proc/self/fd/{number}")  # noqa: PTH115 it may be no path
    except OSError:
        return None
    return None if target.startswith("/proc/") else target.partition(":")[0]


def _counts(name: str, value: float) -> bool:
    return bool(value) and name.startswith("arbiter_") and not name.endswith(("_created", "_info"))


def luck() -> list[Any]:
    """Return random values, which differ in every process."""
    return [random.random(), uuid.uuid4().hex, os.urandom(8).hex(), os.getpid()]


class LeftOver:
    """An object in a circle that nobody holds any more."""

    def __init__(self) -> None:
        """Close the circle."""
        self.circle = self

    def __del__(self) -> None:
        """Write that the object has been found."""
        sys.stderr.write("something was left over\n")


def leave_something() -> None:
    """Leave a thread, an exit handler and an object to the end of the process. Each writes a line."""
    threading.Timer(0.1, sys.stderr.write, ("a thread was awaited\n",)).start()
    atexit.register(sys.stderr.write, "an exit handler was called\n")
    LeftOver()
    sys.stderr.write("not flushed\n")


if __name__ == "__main__":
    print(json.dumps({"found": facts_of_process(), "luck": luck()}), flush=True)  # noqa: T201 its output
    leave_something()
    sys.exit(7)
