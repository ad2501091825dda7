"""Open the port that several server processes share."""

from __future__ import annotations

import socket
import sys
from typing import Final

PORT_IS_SHARED: Final = sys.platform == "linux" and hasattr(socket, "SO_REUSEPORT")
"""Whether each process may bind its own socket to the port, so that the system distributes connections evenly.

Otherwise all processes inherit one socket, and the first process to accept gets the connection.
"""


def bind_all(host: str, port: int, *, shared: bool) -> list[socket.socket]:
    """Bind sockets to a port on every address of a host, without listening yet. Port 0 chooses a free port.

    With `shared`, other sockets may be bound to the same port.
    Refuses: OSError
    """
    found: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            here = socket.socket(family, kind, protocol)
            found.append(here)
            _prepare(here, shared=shared)
            here.bind((address[0], port, *address[2:]))
            port = here.getsockname()[1]
    except OSError:
        close(found)
        raise
    return found


def reserve_port(host: str, port: int) -> list[socket.socket]:
    """Reserve a port for processes that start later, so that no other program can take it.

    Refuse a port that is in use.

    Refuses: OSError
    """
    if not PORT_IS_SHARED:
        return bind_all(host, port, shared=False)
    close(bind_all(host, port, shared=False))  # a process that shares its port would let this one bind it too
    return bind_all(host, port, shared=True)


def close(sockets: list[socket.socket]) -> None:
    """Close the sockets."""
    for one in sockets:
        one.close()


def _prepare(here: socket.socket, *, shared: bool) -> None:
    here.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if here.family == socket.AF_INET6:
        here.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    if shared:
        here.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
