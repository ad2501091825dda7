"""Starts the services' own processes in a simulated world.

Only the functions that interact with the world outside of Python are replaced.

Import this module after the clocks and the random sources are pinned. Its replacements last for the rest of the
process.
"""

from __future__ import annotations

import asyncio
import atexit
import importlib
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from msgspec.structs import replace

from services.gateway import app as gateway
from services.gateway import extras
from services.gateway.processes.index_beside import index_beside
from shared.platform.access import make_key
from shared.platform.addresses import client_of
from shared.platform.http import app as http_app
from shared.platform.processes import Limits
from shared.platform.seal import Keys
from shared.platform.settings import ServerSettings
from tests.simulation import pins
from tests.simulation.failing_over import PRIMARY, SENTINEL
from tests.simulation.store_process import ADDRESS
from tests.simulation.world import Process, World

STORE: Final = (
    f"unix://{ADDRESS}" if not pins.Chosen.durability else "redis+sentinel://{}:{}/{}/0".format(*SENTINEL, PRIMARY)
)
DURABILITY: Final[Any] = pins.Chosen.durability or "durable"
HOST: Final = "127.0.0.1"
PORT: Final = 9000
GAME: Final = "dice"
POOL_SECONDS: Final = 0.001
STALL_SECONDS: Final = 6.0
RETRIES: Final = ",".join(["1"] * 40)
"""Seconds before each retry of a webhook: enough retries that the sender never gives up."""
SNAPSHOT_EVERY: Final = 7
"""The number of versions between two snapshots, small enough that short runs have snapshots."""


class CallingPool:
    """A pool that calls its functions in this process, without other processes."""

    def __init__(self, limits: Limits) -> None:
        """Accept the same limits as a real pool, and ignore them."""
        self.limits = limits

    async def run(self, task: str, *arguments: Any) -> Any:  # noqa: ANN401 as the pool has it
        """Call the function of a task."""
        await asyncio.sleep(POOL_SECONDS)
        module, _, name = task.partition(":")
        return getattr(importlib.import_module(module), name)(*arguments)

    async def close(self) -> None:
        """Do nothing, because there are no processes to end."""


class Image:
    """Objects shared by all worlds of this process: the folder of the key file, and servers to start later."""

    folder: Path
    made: list[tuple[Any, Any]]
    spare: dict[int, list[tuple[Any, Any]]]


def prepare() -> None:
    """Replace the functions that interact with the world outside of Python, and create the key file."""
    extras.register()
    Image.folder = Path(tempfile.mkdtemp(prefix="arbiter-simulation-"))
    Image.made, Image.spare = [], defaultdict(list)
    atexit.register(_remove_folder, os.getpid())
    real_bounds: Any = vars(http_app)["_bounds"]
    pins.replace_names(
        http_app,
        _bounds=lambda settings: replace(real_bounds(settings), snapshot_every=SNAPSHOT_EVERY),
        pool_of=lambda settings: CallingPool(Limits(workers=settings.pool_workers)),
    )
    pins.replace_names(
        gateway, gc=SimpleNamespace(collect=lambda: 0, freeze=lambda: None, set_threshold=lambda *_: None)
    )
    pins.replace_names(gateway.Server, run=lambda server, sockets=None: Image.made.append((server, sockets)))
    pins.hold_logs()
    before, pins.Pinned.source = pins.Pinned.source, pins.FixedSource()
    Keys.open(Image.folder / "keys.json")
    pins.Pinned.source = before


def _remove_folder(owner: int) -> None:
    """Remove the folder when the process that created it ends, but not when one of its forks ends."""
    if os.getpid() == owner:
        shutil.rmtree(Image.folder, ignore_errors=True)


def settings() -> ServerSettings:
    """Return the settings of all processes.

    They are those of production, except for settings that would start other processes.
    """
    return ServerSettings(
        data_folder=Image.folder, redis_url=STORE, durability=DURABILITY, pool_warm="no", servers=1,
        log_format="json", log_level="info", job_stall_seconds=STALL_SECONDS, webhooks_private="yes",
        webhooks_retries=RETRIES, webhooks_seconds=3.0,
    )  # fmt: skip


def start_server(world: World, number: int) -> Process:
    """Start a server of the service `dice`."""
    process = Process(world, f"server-{number}")
    server, sockets = Image.spare[number].pop() if Image.spare[number] else _make_server(number)
    process.main = process.spawn(server._serve(sockets))
    return process


def make_spare_servers(number: int, count: int) -> None:
    """Build servers that runs can start.

    Building a server takes longer than most runs. It makes no random choice, so the runs stay the same.
    """
    Image.spare[number] += [_make_server(number) for _ in range(count)]


def _make_server(number: int) -> tuple[Any, Any]:
    own = replace(settings(), port=PORT + number)
    gateway.serve(own, store=STORE, service=GAME, beside=[index_beside(STORE)])
    return Image.made.pop()


def serves(world: World, number: int) -> bool:
    """Return whether a server's port is open."""
    return (HOST, PORT + number) in world.listeners


def ports(count: int) -> Sequence[int]:
    """Return the ports of the first servers."""
    return range(PORT, PORT + count)


async def make_a_key(tenant: str) -> str:
    """Create a key for the callers of an app."""
    redis = client_of(STORE)
    made = await make_key(redis, tenant=tenant, label="simulation")
    await redis.aclose()
    return made.text
