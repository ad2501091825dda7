"""Runs `arbiter` with servers that kill themselves after a dice table has rolled for a command, before its decision.

usage: python -m tests.support.killed_after_lending serve
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from typing import Any

from services.gateway import cli
from shared.kernel.stream import LentRoll
from shared.platform.eventlog.writing.borrowing import Borrowing

borrow = Borrowing._borrow


async def borrow_and_die(self: Borrowing[Any], *asked: Any) -> Sequence[LentRoll]:  # noqa: ANN401 as the method has it
    """Let the table roll, and kill this process as soon as it has rolled."""
    if await borrow(self, *asked):
        os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("the table rolled nothing")


if __name__ == "__main__":
    Borrowing._borrow = borrow_and_die  # type: ignore[assignment, method-assign]
    cli.main()
