"""One delivery: a POST to an address that was checked, within a time limit, without following anything."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias, cast

import httpcore
from msgspec import Struct

from .addresses import AddressRefused, Target, UrlRefused, is_public, target_of

READ_BYTES: Final = 16 * 1024
"""So much of an answer is read, so that the connection can be used again; what is longer is cut off."""
KEPT_SECONDS: Final = 30.0
KEPT: Final = 64
MOST_RETRY_AFTER: Final = 86_400
GOOD: Final = range(200, 300)
DIGITS: Final = re.compile(rb"[0-9]{1,9}")
RESOLVING: Final = 32
"""Threads that wait for name servers, apart from those that everything else shares."""

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a name; raises OSError where it has none."""


class Attempt(Struct, frozen=True, kw_only=True):
    """What became of a delivery: the status of the answer, or 0 and why there was none.

    Units: retry_after in seconds, as the receiver asks for them
    """

    status: int = 0
    error: str = ""
    retry_after: int = 0

    @property
    def good(self) -> bool:
        """Whether it was taken."""
        return self.status in GOOD


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only."""

    def __init__(self, *, private: bool, resolve: Resolve | None = None) -> None:
        """Take whether private addresses are allowed too, and what resolves names."""
        self._private: Final = private
        self._threads: Final = ThreadPoolExecutor(RESOLVING, thread_name_prefix="resolve")
        self._resolve: Final = resolve or self._resolved_by_system
        self._inner: Final = cast("httpcore.AsyncNetworkBackend", httpcore.AnyIOBackend())

    async def connect_tcp(  # noqa: PLR0917 the form of httpcore
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,  # noqa: ASYNC109
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:  # fmt: skip
        """Connect to the first address of a host that answers, if all of its addresses may be connected to.

        Refuses: AddressRefused, OSError, httpcore.NetworkError, httpcore.TimeoutException
        """
        addresses = await self._resolve(host, port)
        if not self._private and not all(map(is_public, addresses)):
            raise AddressRefused
        failed: Exception = OSError("the name has no address")
        for address in addresses:
            try:
                return await self._inner.connect_tcp(
                    address, port, timeout=timeout, local_address=local_address, socket_options=socket_options
                )
            except (httpcore.NetworkError, httpcore.TimeoutException) as error:
                failed = error
        raise failed

    async def sleep(self, seconds: float) -> None:
        """Sleep, as httpcore asks its network to."""
        await asyncio.sleep(seconds)

    def close(self) -> None:
        """Wait for no name server any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _resolved_by_system(self, host: str, port: int) -> Sequence[str]:
        def ask() -> Sequence[str]:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            return list(dict.fromkeys(str(each[4][0]) for each in found))

        return await asyncio.get_running_loop().run_in_executor(self._threads, ask)


class Poster:
    """Sends deliveries."""

    def __init__(
        self, *, seconds: float, private: bool, resolve: Resolve | None = None, context: ssl.SSLContext | None = None
    ) -> None:  # fmt: skip
        """Take how long a delivery may take and whether private addresses are allowed, and whose certificates hold."""
        self._seconds: Final = seconds
        self._private: Final = private
        self._network: Final = CheckedNetwork(private=private, resolve=resolve)
        self._pool: Final = httpcore.AsyncConnectionPool(
            ssl_context=context or httpcore.default_ssl_context(), max_connections=None, max_keepalive_connections=KEPT,
            keepalive_expiry=KEPT_SECONDS, network_backend=self._network,
        )  # fmt: skip

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Attempt:
        """Send a body, and return what became of it; it never raises for what the receiver does."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._post(target_of(url, private=self._private), headers, body)
        except (TimeoutError, httpcore.TimeoutException):
            return Attempt(error="timeout")
        except (AddressRefused, UrlRefused):
            return Attempt(error="address-refused")
        except (httpcore.NetworkError, OSError):
            return Attempt(error="no-connection")
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol):
            return Attempt(error="no-http")

    async def _post(self, target: Target, headers: Mapping[str, str], body: bytes) -> Attempt:
        url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
        lines = {"Host": target.authority, "Content-Length": str(len(body)), **headers}
        sent = [(name.encode(), value.encode()) for name, value in lines.items()]
        async with self._pool.stream("POST", url, headers=sent, content=body) as answer:
            size = 0
            async for part in answer.aiter_stream():
                size += len(part)
                if size > READ_BYTES:
                    break
            return Attempt(status=answer.status, retry_after=_retry_after(answer))

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()
        self._network.close()


def _retry_after(answer: httpcore.Response) -> int:
    sent = next((value for name, value in answer.headers if name.lower() == b"retry-after"), b"")
    return min(int(sent), MOST_RETRY_AFTER) if DIGITS.fullmatch(sent) else 0
