"""Connections to the servers of a store: one server, the primary that Sentinel names, or a node of a cluster."""

from __future__ import annotations

import contextlib
from typing import Any, Final, TypeAlias

from redis.asyncio.connection import AbstractConnection, ConnectionPool, SSLConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from shared.platform.addresses import StoreAddress, sentinel_of

Place: TypeAlias = tuple[str, int]


def address_of(connection: AbstractConnection) -> Place:
    """Return the address of the server that a connection is open to, or was last open to."""
    return getattr(connection, "host", ""), getattr(connection, "port", 0)


class Servers:
    """The servers of a store, and a factory of connections to them.

    These connections have no time limit for replies.
    """

    def __init__(self, address: StoreAddress, *, connect_within: float) -> None:
        """Set up access to the store at this address. Units: connect_within in seconds."""
        self._options: Final[dict[str, Any]] = address.options | {
            "protocol": 2, "decode_responses": False, "retry": Retry(NoBackoff(), 0), "driver_info": None,
            "socket_timeout": None, "socket_connect_timeout": connect_within,
        }  # fmt: skip
        self._primary: Final = address.primary
        self._sentinel: Final = sentinel_of(address) if address.kind == "sentinel" else None
        self._pool: Final = self._new_pool()

    def _new_pool(self) -> ConnectionPool:
        if self._sentinel is None:
            return ConnectionPool(**self._options)
        options = self._options | {"ssl": self._options.get("connection_class") is SSLConnection}
        options.pop("connection_class", None)
        return SentinelConnectionPool(self._primary, self._sentinel, **options)  # type: ignore[no-untyped-call]

    def connection(self, place: Place | None = None) -> AbstractConnection:
        """Open a connection to the server at `place`. Without a place, connect to the only server or to the primary."""
        pool = self._pool
        if place is not None:
            pool = ConnectionPool(**self._options | {"host": place[0], "port": place[1]})
        made: AbstractConnection = pool.make_connection()  # type: ignore[no-untyped-call]
        return made

    async def primary(self) -> Place | None:
        """Return the address of the primary that Sentinel names; return None without Sentinel.

        Refuses: redis.RedisError
        """
        if self._sentinel is None:
            return None
        host, port = await self._sentinel.discover_master(self._primary)
        return str(host), int(port)

    async def replicas(self) -> list[Place]:
        """Return the addresses of the replicas that Sentinel reports as healthy; an empty list without Sentinel."""
        if self._sentinel is None:
            return []
        found = await self._sentinel.discover_slaves(self._primary)
        return [(str(host), int(port)) for host, port in found]

    async def close(self) -> None:
        """Disconnect from the sentinels."""
        if self._sentinel is not None:
            with contextlib.suppress(RedisError, OSError):
                await self._sentinel.aclose()
