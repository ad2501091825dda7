"""The check of `arbiter doctor` on the sentinels or cluster nodes that the store's address lists."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from services.gateway.operations.doctor.finding import Finding, fine, warning
from shared.platform.addresses import StoreAddress, node_options, sentinel_options

WORDS: Final = {"sentinel": "sentinel", "cluster": "node"}
"""The word for a host in each kind of address."""
REMEDY: Final = "take it out of the address, or start it: processes wait for it before they ask the next one"


async def examine_hosts(address: StoreAddress, *, within: float) -> list[Finding]:
    """Query each sentinel or node that an address lists. For the address of a single server, return no results.

    Rule:  AR-DOCTOR-03
    Units: within in seconds
    """
    if address.kind == "server":
        return []
    what, options = WORDS[address.kind], _options(address, within)
    reasons = await asyncio.gather(*(_why_silent(host, port, options) for host, port in address.hosts))
    found = [
        warning(what, f"the {what} {host}:{port} cannot be asked: {why}", REMEDY)
        for (host, port), why in zip(address.hosts, reasons, strict=True)
        if why
    ]
    return found or [fine(what, f"each {what} of the address answers ({len(reasons)})")]


def _options(address: StoreAddress, within: float) -> dict[str, Any]:
    once = Retry(NoBackoff(), 0)
    if address.kind == "sentinel":
        return sentinel_options(address, once)
    return node_options(address, retry=once, socket_timeout=within, socket_connect_timeout=within)


async def _why_silent(host: str, port: int, options: dict[str, Any]) -> str:
    """Return the reason why a server does not answer, or "" if it answers."""
    try:
        async with Redis(host=host, port=port, **options) as server:
            await server.ping()
    except AuthenticationError as error:
        return str(error)
    except ResponseError:
        return ""
    except (RedisError, OSError) as error:
        return str(error) or type(error).__name__
    return ""
