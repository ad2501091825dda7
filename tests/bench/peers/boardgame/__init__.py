"""boardgame.io 0.50.2: its own tic-tac-toe example, kept in memory and played over socket.io."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from services.gateway.processes.running import free_port
from tests.bench.load import ROOT, Answered

HERE: Final = Path(__file__).parent
PLACE: Final = ROOT / "build" / "peers" / "boardgame"
FILES: Final = ("package.json", "server.js", "client.js")
INSTALL_SECONDS: Final = 180


class NotHere(Exception):
    """The peer cannot be run on this machine; the message says why."""


class Boardgame(Struct, frozen=True, kw_only=True):
    """A running server of boardgame.io."""

    port: int
    pid: int
    version: str

    def put(self, *, connections: int, seconds: float, warm: float) -> Answered:
        """Play; return the round trips (moves, and the opening of each match). The client checks each one."""
        words = [str(self.port), str(connections), str(seconds), str(warm)]
        done = subprocess.run(
            ["node", "client.js", *words], cwd=PLACE, env=_environment(), capture_output=True, check=True
        )
        return msgspec.json.decode(done.stdout, type=Answered)


def install() -> None:
    """Install the peer into build/peers, once.

    Refuses: NotHere
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NotHere("node and npm are not on PATH")
    PLACE.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copy(HERE / name, PLACE / name)
    if (PLACE / "node_modules" / "boardgame.io").exists():
        return
    words = ["npm", "install", "--no-audit", "--no-fund", "--omit=optional", "--ignore-scripts"]
    try:
        subprocess.run(words, cwd=PLACE, capture_output=True, check=True, timeout=INSTALL_SECONDS)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        shutil.rmtree(PLACE / "node_modules", ignore_errors=True)
        raise NotHere("npm could not install boardgame.io; is there a network?") from error


@contextmanager
def playing() -> Iterator[Boardgame]:
    """Run the peer's server during the block.

    Refuses: NotHere
    """
    install()
    package = msgspec.json.decode((PLACE / "node_modules" / "boardgame.io" / "package.json").read_bytes())
    port = free_port()
    words = ["node", "server.js", str(port)]
    with subprocess.Popen(words, cwd=PLACE, env=_environment(), stdout=subprocess.PIPE, stderr=sys.stderr) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield Boardgame(port=port, pid=process.pid, version=str(package["version"]))
        finally:
            process.terminate()


def _environment() -> dict[str, str]:
    """Return the environment variables of production, the peer's fastest mode."""
    return {**os.environ, "NODE_ENV": "production"}
