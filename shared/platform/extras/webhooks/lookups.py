"""DNS look-ups with a fair share for each app: a name server that does not respond delays only the app that uses it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ipaddress import ip_address
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from shared.platform.processes import tenant_now

LOOKUPS: Final = 128
"""Number of threads that are reserved for DNS look-ups."""
LOOKUPS_EACH: Final = 4
"""Maximum number of concurrent look-ups of one app.

A look-up counts until its thread ends, which may be long after its delivery has timed out.
"""
LOOKUP_SECONDS: Final = 5.0

Ask: TypeAlias = Callable[[str, int], Sequence[str]]
"""A blocking function that returns the addresses of a host name; it raises OSError if the name has none."""


class Lookups:
    """A resolver of host names, which limits the concurrent look-ups of each app.

    A look-up counts for the app whose events the current task delivers.
    """

    def __init__(self, ask: Ask | None = None) -> None:
        """Set up the look-ups with the resolver `ask`; the default is the system's resolver."""
        self._ask: Final = ask or asked_of_system
        self._threads: Final = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookup")
        # Only an app's running look-ups refer to its semaphore, so it is freed with the last of them.
        self._shares: Final[WeakValueDictionary[str, asyncio.Semaphore]] = WeakValueDictionary()

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """Return the addresses of a host. If the host is an address already, return it unchanged.

        Refuses: OSError, UnicodeError if the host is not a valid name, TimeoutError
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
    """Start the app's next look-up. Ignore the error of a look-up that no delivery waits for any more."""
    share.release()
    if not done.cancelled():
        done.exception()


def asked_of_system(host: str, port: int) -> Sequence[str]:
    """Ask the system's resolver for the addresses of a host name. Return them in its order, without duplicates.

    Refuses: OSError, UnicodeError
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))
