"""Runs `arbiter` and kills it at a step of the archive: `python -m tests.support.killed_at STEP archive --stream …`.

Each call, return and resumption of a function of the archive is a step. Without a kill, as with STEP 0, the module
prints the number of steps.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from itertools import count
from types import FrameType
from typing import Final

from services.gateway.cli import main
from services.gateway.operations import archive
from shared.platform.extras.archive import archive_files, archiving

FILES: Final = {archive.__file__, archiving.__file__, archive_files.__file__}


def run(last: int, words: list[str]) -> None:
    """Run a command line and kill the process at step `last`."""
    steps = count(1)

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event in {"call", "return"} and frame.f_code.co_filename in FILES and next(steps) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        main(words)
    finally:
        sys.setprofile(None)
        sys.stderr.write(str(next(steps) - 1))


if __name__ == "__main__":
    run(int(sys.argv[1]), sys.argv[2:])
