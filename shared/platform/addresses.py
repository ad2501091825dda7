"""Addresses of stores, and the redis-py client for each kind of store.

redis://user:password@host:6379/0                   one server; also rediss:// (TLS) and unix:///path/to/socket
redis://host:7000,host:7001,host:7002               a cluster: list some nodes, or one node and `?cluster=true`
redis+sentinel://host:26379,host:26379/name/0       the primary that sentinels call `name`; or rediss+sentinel://

User, password and options apply to the servers. `sentinel_username` and `sentinel_password` apply to the sentinels.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final, Literal, cast
from urllib.parse import SplitResult, parse_qsl, quote, urlencode, urlsplit, urlunsplit

from msgspec import Struct
from redis import Redis as BlockingRedis
from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisClusterException
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry as BlockingRetry
from redis.sentinel import Sentinel as BlockingSentinel
from redis.sentinel import SentinelConnectionPool as BlockingSentinelPool

from shared.platform.checked_connections import NodeConnection, SecureNodeConnection

SERVER_PORT: Final = 6379
SENTINEL_PORT: Final = 26379
SENTINEL_SECONDS: Final = 0.5
"""Seconds to wait for a connection to one sentinel, and for its response, before asking the next one."""
CLUSTER_ANSWERS: Final = 2
"""The time limit of a command to a cluster, including all retries, as a multiple of the time limit of one response."""
CLOSED: Final = "the connections to the cluster are closed"
ASK_ONCE: Final = BlockingRetry(NoBackoff(), 0)
YES: Final = ("true", "yes", "1")


class StoreAddress(Struct, frozen=True, kw_only=True):
    """A parsed address of a store.

    `url` is an address that redis-py can read: the address of the only server, or of the first host.
    """

    kind: Literal["server", "sentinel", "cluster"]
    url: str
    hosts: tuple[tuple[str, int], ...] = ()
    primary: str = ""
    sentinel_login: tuple[tuple[str, str], ...] = ()

    @property
    def options(self) -> dict[str, Any]:
        """Return the options for connections to the store's servers, without host and port."""
        found: dict[str, Any] = dict(parse_url(self.url))
        return found if self.kind == "server" else {key: found[key] for key in found if key not in {"host", "port"}}


@lru_cache(maxsize=16)
def parse_address(text: str) -> StoreAddress:
    """Parse an address.

    Refuses: ValueError; its message never repeats the address
    """
    parts = urlsplit(text)
    query = dict(parse_qsl(parts.query))
    wants_cluster = query.pop("cluster", "").lower() in YES
    _, _, hosts = parts.netloc.rpartition("@")
    if parts.scheme in {"redis+sentinel", "rediss+sentinel"}:
        return _sentinel(parts, query, _hosts(hosts, SENTINEL_PORT))
    if not wants_cluster and "," not in hosts:
        url = urlunsplit(parts._replace(query=urlencode(query))) if "cluster=" in parts.query else text
        parse_url(url)
        return StoreAddress(kind="server", url=url)
    if parts.scheme not in {"redis", "rediss"}:
        raise ValueError("a cluster needs an address with redis:// or rediss://")
    if parts.path.strip("/") not in {"", "0"} or query.get("db", "0") != "0":
        raise ValueError("a cluster has database 0 only; leave the database out")
    found = _hosts(hosts, SERVER_PORT)
    return StoreAddress(kind="cluster", url=_url(parts, found[0], "", query), hosts=found)


def _sentinel(parts: SplitResult, query: dict[str, str], hosts: tuple[tuple[str, int], ...]) -> StoreAddress:
    name, _, database = parts.path.strip("/").partition("/")
    if not name:
        raise ValueError("an address of sentinels ends with the name of the primary, for example /mymaster/0")
    login = tuple((key, query.pop(f"sentinel_{key}")) for key in ("username", "password") if f"sentinel_{key}" in query)
    url = _url(parts, hosts[0], database, query)
    return StoreAddress(kind="sentinel", url=url, hosts=hosts, primary=name, sentinel_login=login)


def _hosts(text: str, port: int) -> tuple[tuple[str, int], ...]:
    found = [urlsplit(f"//{host}") for host in text.split(",")]
    if not all(host.hostname for host in found):
        raise ValueError("the address names no host, or an empty one between two commas")
    return tuple((host.hostname or "", host.port or port) for host in found)


def _url(parts: SplitResult, host: tuple[str, int], database: str, query: dict[str, str]) -> str:
    scheme = parts.scheme.partition("+")[0]
    user, at, _ = parts.netloc.rpartition("@")
    name = f"[{host[0]}]" if ":" in host[0] else host[0]
    url = urlunsplit((scheme, f"{user}{at}{name}:{host[1]}", f"/{quote(database)}", urlencode(query), ""))
    parse_url(url)
    return url


def with_database(text: str, database: int) -> str:
    """Return the address of another database on the same server or primary."""
    parts = urlsplit(text)
    name = f"/{parse_address(text).primary}" if "+sentinel" in parts.scheme else ""
    return urlunsplit(parts._replace(path=f"{name}/{database}"))


# ---------------------------------------------------------------- redis-py's clients


_RUNNING: ContextVar[RedisCluster | None] = ContextVar("_RUNNING", default=None)
"""The cluster client that is running a command in this context, or None."""


class ClusterClient(RedisCluster):
    """A redis-py client for a cluster, changed in six ways.

    - If the cluster is unreachable, it raises redis-py's usual connection error.
    - Closing it closes every connection. redis-py's client leaves all of them open if the last command failed, and
      commands that are still running open new ones.
    - After the client was closed, no command is sent again.
    - A command that makes it discover the cluster again does not interrupt other commands, even if it is cancelled.
    - A command waits no longer than twice the time limit of one response. redis-py waits eleven times as long for a
      silent node.
    - A command whose connection was closed just before it was written uses another one (`checked_connections.py`).
    """

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 redis-py's signature
        """Set up the client, which connects when the first command is sent."""
        super().__init__(*args, **options)
        kind = SecureNodeConnection if options.get("ssl") else NodeConnection
        self.nodes_manager.connection_kwargs["connection_class"] = kind
        for node in self.nodes_manager.startup_nodes.values():
            node.connection_class = kind
        self._commands = 0
        self._closed = False

    async def initialize(self, *args: Any, **options: Any) -> RedisCluster:  # noqa: ANN401 redis-py's signature
        """Discover the cluster.

        If discovery fails or is cancelled, close all connections, unless a command is using them.

        Refuses: redis.RedisError
        """
        if self._closed:
            raise RedisConnectionError(CLOSED)
        if not self._initialize:
            return self
        self._lock = self._lock or asyncio.Lock()
        try:
            async with self._lock:
                if self._initialize:
                    await self.nodes_manager.initialize(*args, **options)
                    await self.commands_parser.initialize(self.nodes_manager.default_node)
                    self._initialize = False
        except BaseException as error:
            if not self._commands:
                await asyncio.shield(self._disconnect())
            if isinstance(error, RedisClusterException):
                raise RedisConnectionError(str(error)) from error
            raise
        return self

    async def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 redis-py's signature
        """Send a command to the cluster node that stores its key.

        Refuses: redis.RedisError
        """
        within = self.get_connection_kwargs()["socket_timeout"]
        self._commands += 1
        running = _RUNNING.set(self)
        try:
            async with asyncio.timeout(within and CLUSTER_ANSWERS * within):
                return await super().execute_command(*args, **options)
        except RedisClusterException as error:
            raise RedisConnectionError(str(error)) from error
        except TimeoutError as error:
            raise RedisTimeoutError("the cluster does not answer") from error
        finally:
            _RUNNING.reset(running)
            self._commands -= 1
            if self._closed and not self._commands:
                await asyncio.shield(self._disconnect())

    async def aclose(self) -> None:
        """Close every connection. Commands that are still running may fail.

        redis-py also calls this method while a command is running, to discover the cluster again. In that case, each
        connection is replaced only when a command uses it next.
        """
        if _RUNNING.get() is self:
            self._initialize = True
            return
        self._closed = True
        await super().aclose()
        await self._disconnect()

    async def _disconnect(self) -> None:
        self._initialize = True
        await asyncio.gather(*(node.disconnect() for node in self._known_nodes()), return_exceptions=True)

    def _known_nodes(self) -> list[ClusterNode]:
        return [*self.nodes_manager.nodes_cache.values(), *self.nodes_manager.startup_nodes.values()]


def cluster_of(address: StoreAddress, **options: Any) -> ClusterClient:  # noqa: ANN401 arguments of a connection
    """Return a redis-py client for a cluster."""
    nodes = [ClusterNode(host, port) for host, port in address.hosts]
    return ClusterClient(startup_nodes=nodes, **node_options(address, **options))


def node_options(address: StoreAddress, **options: Any) -> dict[str, Any]:  # noqa: ANN401 arguments of a connection
    """Return the options for connections to one node of a cluster."""
    given = _with_tls_option(address.options | options)
    given.pop("db", None)
    return given


class SentinelClient(Sentinel):
    """A redis-py client for the sentinels, changed so that concurrent lookups lose no sentinel.

    In redis-py, a lookup moves the sentinel that replied to the front of the list, by the index that it had when the
    lookup began. If another lookup has reordered the list meanwhile, one sentinel is then in the list twice and
    another one is missing: it is never asked again, and its connections stay open.
    """

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 redis-py's signature
        """Set up the client, with a second list of all sentinels that no lookup changes."""
        super().__init__(*args, **options)  # type: ignore[no-untyped-call]
        self._all: Final = tuple(self.sentinels)

    async def discover_master(self, service_name: str) -> tuple[str, int]:
        """Ask the sentinels for the primary, starting with the one that replied last. Then restore missing sentinels.

        Refuses: redis.ConnectionError
        """
        try:
            found: tuple[str, int] = await super().discover_master(service_name)
        finally:
            self.sentinels = list(dict.fromkeys((*self.sentinels, *self._all)))
        return found


def sentinel_of(address: StoreAddress, **options: Any) -> SentinelClient:  # noqa: ANN401 arguments of a connection
    """Return a redis-py client for the sentinels.

    `options` apply to connections to the servers that the sentinels name.
    """
    asked = sentinel_options(address, Retry(NoBackoff(), 0))
    return SentinelClient(list(address.hosts), sentinel_kwargs=asked, **address.options | options)


def sentinel_options(address: StoreAddress, retry: Retry | BlockingRetry = ASK_ONCE) -> dict[str, Any]:
    """Return the options for connections to one of the sentinels. Without `retry`, they are for a blocking client.

    Each sentinel is asked only once before the next one is asked. redis-py's clients would ask a silent sentinel
    eleven times, which takes longer than a server waits for the whole lookup.

    Rule:    AR-STORE-14
    """
    asked = {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS, "retry": retry}
    secured = {"ssl": True} if address.options.get("connection_class") is SSLConnection else {}
    return dict(address.sentinel_login) | asked | secured


class _SentinelPool(SentinelConnectionPool):
    """A pool of connections to a primary that sentinels name.

    Disconnecting all of them also disconnects from the sentinels.
    """

    async def disconnect(self, inuse_connections: bool = True) -> None:  # noqa: FBT001, FBT002 as redis-py has it
        """Disconnect from the primary; also disconnect from the sentinels if all connections are to be closed."""
        await super().disconnect(inuse_connections)
        if inuse_connections:
            await self.sentinel_manager.aclose()


class _BlockingSentinelClient(BlockingSentinel):
    """A blocking redis-py client for the sentinels, changed like `SentinelClient`, for lookups in several threads."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 redis-py's signature
        """Set up the client, with a second list of all sentinels that no lookup changes."""
        super().__init__(*args, **options)  # type: ignore[no-untyped-call]
        self._all: Final = tuple(self.sentinels)

    def discover_master(self, service_name: str) -> tuple[str, int]:
        """Ask the sentinels for the primary, starting with the one that replied last.

        Refuses: redis.ConnectionError
        """
        try:
            found: tuple[str, int] = super().discover_master(service_name)  # type: ignore[no-untyped-call]
        finally:
            self.sentinels = list(dict.fromkeys((*self.sentinels, *self._all)))
        return found


class _BlockingSentinelPool(BlockingSentinelPool):
    """A pool of blocking connections to a primary.

    As in `_SentinelPool`, the connections to the sentinels end with them.
    """

    def disconnect(self, inuse_connections: bool = True) -> None:  # noqa: FBT001, FBT002 as redis-py has it
        """Disconnect from the primary; also disconnect from the sentinels if all connections are to be closed."""
        super().disconnect(inuse_connections)
        if inuse_connections:
            self.sentinel_manager.close()


def client_of(url: str, **options: Any) -> Redis:  # noqa: ANN401 arguments of a connection
    """Return a redis-py client for any kind of store. In a cluster, each command must have exactly one key."""
    address = parse_address(url)
    if address.kind == "cluster":
        return cast("Redis", cluster_of(address, **options))
    if address.kind == "sentinel":
        more = _with_tls_option(address.options | options)
        client: Redis = sentinel_of(address).master_for(address.primary, connection_pool_class=_SentinelPool, **more)
        return client
    return Redis.from_url(address.url, **options)


@asynccontextmanager
async def each_primary(url: str, **options: Any) -> AsyncIterator[list[Redis]]:  # noqa: ANN401 arguments of a connection
    """Yield a client for each server that holds a part of the store: every primary of a cluster, or the only server.

    Refuses: redis.RedisError
    """
    address = parse_address(url)
    async with AsyncExitStack() as stack:
        if address.kind != "cluster":
            yield [await stack.enter_async_context(client_of(url, **options))]
            return
        cluster = await stack.enter_async_context(cluster_of(address, **options))
        given = node_options(address, **options)
        places = [{"host": node.host, "port": node.port} for node in cluster.get_primaries()]
        yield [await stack.enter_async_context(Redis(**given | place)) for place in places]


def blocking_client_of(url: str, **options: Any) -> BlockingRedis:  # noqa: ANN401 arguments of a connection
    """Return a blocking redis-py client for one server or primary, for use in threads.

    Refuses: ValueError for a cluster
    """
    address = parse_address(url)
    if address.kind == "cluster":
        raise ValueError("a cluster has no blocking client; name a single server")
    if address.kind == "server":
        return BlockingRedis.from_url(address.url, **options)
    sentinel: Any = _BlockingSentinelClient(list(address.hosts), sentinel_kwargs=sentinel_options(address))
    more = _with_tls_option(address.options | options)
    client: BlockingRedis = sentinel.master_for(address.primary, connection_pool_class=_BlockingSentinelPool, **more)
    return client


def _with_tls_option(options: dict[str, Any]) -> dict[str, Any]:
    """Replace the TLS connection class in the options by the option that clients accept."""
    secured = {"ssl": True} if options.pop("connection_class", None) is SSLConnection else {}
    return options | secured
