"""Round response times up, so that a seat cannot learn from them how much hidden data was processed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from shared.platform.access import SeatCredential
from shared.platform.http.callers import Caller
from shared.platform.queue.house import PACE


@asynccontextmanager
async def paced(caller: Caller) -> AsyncIterator[None]:
    """Delay a response to a seat until the time since the request began is a multiple of a fixed period.

    Rule: AR-JOB-15, AR-FORK-03, AR-ODDS-08
    """
    began = time.monotonic()
    try:
        yield
    finally:
        if isinstance(caller.credential, SeatCredential):
            await asyncio.sleep(PACE - (time.monotonic() - began) % PACE)
