"""Connections to the nodes of a cluster, which several tasks share, and which any of them may close."""

from __future__ import annotations

from collections.abc import Iterable

from redis.asyncio.connection import AbstractConnection, Connection, SSLConnection
from redis.exceptions import ConnectionError as RedisConnectionError


class CheckedConnection(AbstractConnection):
    """A connection that raises redis-py's connection error if another task closes it before a command is written.

    After an error, redis-py closes the idle connections of a node, and a command may take one meanwhile. It would
    then fail with an AttributeError, or with uvloop's RuntimeError.

    Rule:    AR-STORE-16
    """

    async def _send_packed_command(self, command: Iterable[bytes]) -> None:
        if self._writer is None or self._writer.is_closing():
            raise RedisConnectionError("the connection was closed before the command was written")
        await super()._send_packed_command(command)


class NodeConnection(CheckedConnection, Connection):
    """A connection to a node of a cluster."""


class SecureNodeConnection(CheckedConnection, SSLConnection):
    """A connection to a node of a cluster with TLS."""
