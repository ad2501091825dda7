"""Name lookups in fair shares: a name whose servers are silent holds up the app that registered it and no other."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ipaddress import ip_address
from typing import Final, TypeAlias

from shared.platform.processes import tenant_now

LOOKUPS: Final = 128
"""Threads that wait for name servers, apart from the threads that everything else shares."""
LOOKUPS_EACH: Final = 4
"""Lookups of one app at once. A lookup counts until its thread ends, which may be long after the delivery gave up."""
LOOKUP_SECONDS: Final = 5.0

Ask: TypeAlias = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a name, and blocks until the name servers have answered; raises OSError for no address."""


class Lookups:
    """Looks names up for the app that a task acts for, a few at a time."""

    def __init__(self, ask: Ask | None = None) -> None:
        """Take what asks the name servers: by default the system."""
        self._ask: Final = ask or asked_of_system
        self._threads: Final = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookup")
        self._shares: Final[dict[str, asyncio.Semaphore]] = {}

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """Return the addresses of a host; of an address, itself.

        Refuses: OSError, UnicodeError where the host can be no name, TimeoutError
        """
        with suppress(ValueError):
            return [str(ip_address(host))]
        async with asyncio.timeout(LOOKUP_SECONDS):
            return await self._looked_up(host, port)

    def close(self) -> None:
        """Stop waiting for name servers."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _looked_up(self, host: str, port: int) -> Sequence[str]:
        share = self._shares.setdefault(tenant_now(), asyncio.Semaphore(LOOKUPS_EACH))
        await share.acquire()
        asking = asyncio.get_running_loop().run_in_executor(self._threads, self._ask, host, port)
        asking.add_done_callback(lambda done: _release(share, done))
        return await asyncio.shield(asking)


def _release(share: asyncio.Semaphore, done: asyncio.Future[Sequence[str]]) -> None:
    """Let the app's next lookup begin; the error of a lookup that no delivery waits for any more is dropped."""
    share.release()
    if not done.cancelled():
        done.exception()


def asked_of_system(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a name as the system resolves it, each once, in its order.

    Refuses: OSError, UnicodeError
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))
