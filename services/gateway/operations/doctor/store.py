"""The checks of `arbiter doctor` on the store: its servers, its partitions, its key file, and its clock."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final, cast

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, NoPermissionError, RedisError, ResponseError

from services.gateway.operations.doctor.finding import Finding, fault, fine, warning
from services.gateway.operations.doctor.hosts import examine_hosts
from services.gateway.operations.doctor.machine import open_key_file
from shared.platform.addresses import client_of, each_primary, parse_address
from shared.platform.embedded_store.store import OLDEST
from shared.platform.eventlog.redis.checks import DURABLE
from shared.platform.eventlog.redis.key_check import checks_by_key, opened_checks
from shared.platform.eventlog.redis.key_names import PARTITIONS, SEALED_CHECKS, confirmation_key
from shared.platform.seal import KeyFileBroken
from shared.platform.settings import ServerSettings, without_passwords

FENCE: Final = "min-replicas-to-write"
"""The setting that makes a primary refuse writes while it has no replica."""
FULL: Final = 0.9
"""The share of its memory limit above which a store is reported as nearly full."""
LOGIN: Final = "AUTH"
"""A word in the errors of a server that needs a password. redis-py has no exception class for some of these errors."""
SKEW_SECONDS: Final = 2.0
"""The difference between two clocks, in seconds, above which the deadlines of games are noticeably wrong."""


async def examine_store(settings: ServerSettings, url: str) -> list[Finding]:
    """Check a store that should be running. If it stops answering, return the results found until then."""
    found = list[Finding]()
    patience = settings.answer_seconds
    options = {
        "socket_timeout": patience, "socket_connect_timeout": patience, "retry": Retry(NoBackoff(), 0),
    }  # fmt: skip
    try:
        found += await examine_hosts(parse_address(url), within=patience)
        async with each_primary(url, **options) as servers:
            for server in servers:
                found += [one async for one in _examine_server(settings, server)]
                found += await _examine_failover(settings, url, server)
        async with client_of(url, **options) as redis:
            found += [one async for one in _examine_contents(settings, redis)]
    except (RedisError, OSError, ValueError) as error:
        found.append(unreachable("store", url, error))
    return found


def unreachable(about: str, url: str, error: Exception) -> Finding:
    """Return the result for a server that cannot be reached, with the reason."""
    place = without_passwords(url)
    if isinstance(error, AuthenticationError | NoPermissionError) or LOGIN in str(error):
        return fault(about, f"{place} refuses this user: {error}", "correct the user and password in the address")
    if isinstance(error, ResponseError):
        return fault(about, f"{place} refuses to answer: {error}", "see the log of that server")
    said = str(error) or type(error).__name__
    return fault(about, f"{place} cannot be reached: {said}", "start the server, or correct the address and firewall")


# ---------------------------------------------------------------- one server of the store


async def _examine_server(settings: ServerSettings, server: Redis) -> AsyncIterator[Finding]:
    yield await _examine_time(server)
    try:
        facts: Mapping[str, Any] = await server.info("everything")
    except NoPermissionError:
        yield warning(
            "store", "it does not show its state (INFO) to this user, so version and memory are not examined",
            "allow INFO, or ask its operator",
        )  # fmt: skip
    else:
        for found in examine_facts(facts):
            yield found
    async for found in _examine_durability(settings, server):
        yield found


async def _examine_time(server: Redis) -> Finding:
    before = time.time()
    seconds, micros = await server.time()
    return examine_skew(seconds + micros / 1e6, before=before, after=time.time())


def examine_skew(theirs: float, *, before: float, after: float) -> Finding:
    """Check whether the store's clock agrees with this machine's clock.

    `theirs` is the time of the store's clock. `before` and `after` are the times of this machine's clock before and
    after the store was asked.

    Units: seconds
    """
    off = max(before - theirs, theirs - after, 0.0)
    if off < SKEW_SECONDS:
        return fine("clock", "the clocks of the store and of this machine agree")
    return warning(
        "clock", f"the clocks of the store and of this machine differ by {off:.1f} s",
        "synchronise both (NTP): deadlines of games follow the clock of the server that takes a command",
    )  # fmt: skip


def examine_facts(facts: Mapping[str, Any]) -> list[Finding]:
    """Check the facts that a server reports about itself (INFO)."""
    version = str(facts.get("valkey_version") or facts["redis_version"])
    if tuple(map(int, version.split(".")[:2])) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        found = [fault("store", f"its version is {version}", f"use Redis or Valkey {oldest} or newer")]
    else:
        found = [fine("store", f"it answers, and its version is {version}")]
    if facts.get("role") == "slave":
        found.append(fault("store", "it is a replica and takes no writes", "name the primary, or the sentinels"))
    limit, used = facts.get("maxmemory", 0), facts.get("used_memory", 0)
    if limit and used >= FULL * limit:
        found.append(
            warning(
                "store", f"it uses {used} of at most {limit} bytes of memory",
                "raise `maxmemory`, or archive closed streams (`arbiter archive`): a full store refuses commands",
            )
        )  # fmt: skip
    for name in ("aof_last_write_status", "aof_last_bgrewrite_status", "rdb_last_bgsave_status"):
        if facts.get(name, "ok") != "ok":
            found.append(fault("store", f"it could not write its files (`{name}`)", "look at its disk and its log"))
    return found


async def _examine_durability(settings: ServerSettings, server: Redis) -> AsyncIterator[Finding]:
    if settings.durability == "relaxed":
        yield warning(
            "durability", "relaxed: a crash may lose the last second of play", "set ARBITER_DURABILITY=durable"
        )
        return
    try:
        read = {name: (await server.config_get(name)).get(name) for name in DURABLE}
    except ResponseError:  # forbidden, or no such command
        read = dict.fromkeys(DURABLE)
    hidden = sorted(name for name, value in read.items() if value is None)
    if hidden and settings.durability_asserted == "no":
        yield fault(
            "durability", f"the store hides {', '.join(hidden)}",
            "allow CONFIG GET, or set ARBITER_DURABILITY_ASSERTED=yes if every write is on disk before it is answered",
        )  # fmt: skip
    for name, wanted in DURABLE.items():
        if read[name] not in (None, wanted):
            yield fault(
                "durability", f"the store has `{name} {read[name]}`",
                f"set `{name} {wanted}` in its configuration, or choose ARBITER_DURABILITY=relaxed",
            )  # fmt: skip
    if not hidden and read == DURABLE:
        yield fine("durability", f"{settings.durability}: writes are on disk before they are answered")


async def _examine_failover(settings: ServerSettings, url: str, server: Redis) -> list[Finding]:
    """Warn that a failover may lose commands, if another server can take over from this one."""
    if settings.durability == "replicated" or parse_address(url).kind == "server":
        return []
    helps = "set ARBITER_DURABILITY=replicated, and ARBITER_COPIES to the number of replicas of each primary"
    try:
        fenced = (await server.config_get(FENCE)).get(FENCE)
    except ResponseError:  # forbidden, or no such command
        fenced = None
    if fenced == "0":
        helps += f"; or bound it: set `{FENCE} 1` in each server's configuration"
    return [
        warning(
            "durability",
            f"{settings.durability}: when a replica takes the place of a primary, the last commands may be lost, and "
            "those that the old primary takes until it has stopped",
            helps,
        )
    ]


# ---------------------------------------------------------------- the store's content


async def _examine_contents(settings: ServerSettings, redis: Redis) -> AsyncIterator[Finding]:
    found = await redis.get(PARTITIONS)
    if found is None:
        yield fine("store", "it is new: the first start prepares it")
        return
    if int(found) != settings.partitions:
        yield fault(
            "partitions", f"the store was created with {int(found)} partitions, and {settings.partitions} are set",
            f"set ARBITER_PARTITIONS={int(found)}",
        )  # fmt: skip
    yield await _examine_key(settings, redis)
    yield await _try_a_write(redis)


async def _examine_key(settings: ServerSettings, redis: Redis) -> Finding:
    checks = checks_by_key(cast("dict[bytes, bytes]", await redis.hgetall(SEALED_CHECKS)).values())
    wanted = f"put the file there that has the key {', '.join(sorted(checks)[:3])}, or name it by ARBITER_KEY_FILE"
    try:
        keys = open_key_file(settings.keys_at)
    except (KeyFileBroken, OSError):
        return fault("key file", "it cannot be compared with the store", wanted)
    if not checks:
        return fine("key file", "the store does not know its key file yet: the first start makes them known")
    if keys is None:
        return fault("key file", f"{settings.keys_at} does not exist, and this store has one", wanted)
    opened = opened_checks(keys.sealer, checks)
    if not opened:
        return fault("key file", f"{settings.keys_at} is the key file of another store", wanted)
    if lacking := sorted(checks.keys() - opened):
        return warning(
            "key file", f"{settings.keys_at} lacks the keys {', '.join(lacking)}: streams that need them answer 503",
            "put the newest copy of the key file there",
        )  # fmt: skip
    return fine("key file", "it is the one of this store")


async def _try_a_write(redis: Redis) -> Finding:
    """Check that the store accepts the write that `/health/ready` makes."""
    try:
        await redis.set(confirmation_key(0), b"")
    except ResponseError as error:
        return fault("store", f"it takes no writes: {error}", "see its log; games can be read, and commands get 503")
    return fine("store", "it takes writes")
