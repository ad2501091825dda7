"""A temporary Arbiter, with a store and a server process, for the demo, the benchmarks and the tests."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

import httpx

from services.gateway.processes.up import fresh_key
from shared.platform.embedded_store.store import EmbeddedStore

PROGRAM: Final = "services.gateway.cli"
READY_SECONDS: Final = 300.0
STOP_SECONDS: Final = 120.0
"""Maximum seconds for a start or stop, even on a busy machine. A longer wait means that something is wrong."""
NO_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""A TLS context for clients of these servers, which use no TLS.

Loading certificates would take 20 ms of processor time for each client.
"""
SLOWED: Final = 5
"""Factor by which everything may take longer under a profiler."""


class Running:
    """One or more server processes on a store. `kill` simulates a crash.

    The server processes end when the process that started them ends, because that closes their standard input.
    """

    def __init__(  # noqa: PLR0913 each argument by its name
        self, store: EmbeddedStore, folder: Path, environment: dict[str, str], *, words: Sequence[str] = (),
        under: Sequence[str] = (), program: str = PROGRAM,
    ) -> None:  # fmt: skip
        """Set the store, the folder of the key file and the log, additional arguments, and the program to run."""
        self.store, self.folder, self._words = store, folder, words
        self.port = free_port()
        self.key = fresh_key(store.url, tenant="demo", label="for a while").text
        self._environment = environment
        self._under, self._program = under, program
        self._patience = SLOWED if under else 1
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Return the process id of the server."""
        if self._process is None:
            raise RuntimeError("the server does not run")
        return self._process.pid

    @property
    def log(self) -> Path:
        """Return the path of the server's log."""
        return self.folder / "server.log"

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of the server, for other processes that run with it."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ARBITER_")}
        return (
            environment
            | {
                "ARBITER_REDIS_URL": self.store.url,
                "ARBITER_DATA_FOLDER": str(self.folder),
                "ARBITER_PORT": str(self.port),
                "ARBITER_SERVERS": "1",
                "ARBITER_LOG_FORMAT": "json",
            }
            | self._environment
        )

    def start(self) -> None:
        """Start the server and wait until it is ready."""
        environment = self.environment
        command = [*self._under, sys.executable, "-m", self._program, "serve", *self._words, "--lifeline"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 our own command line
                command, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log
            )
        self._await_ready()

    def stop(self) -> int:
        """Stop the server as an operator would, and return its exit code."""
        if self._process is None:
            return 0
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(STOP_SECONDS * self._patience)
        self._let_go(self._process)
        return code

    def kill(self) -> None:
        """Kill the server without warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._let_go(self._process)

    def _let_go(self, process: subprocess.Popen[bytes]) -> None:
        if process.stdin is not None:
            process.stdin.close()
        self._process = None

    def client(self, token: str | None = None) -> httpx.Client:
        """Return an HTTP client that sends this token or, by default, the app's key."""
        headers = {"Authorization": f"Bearer {token or self.key}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=120, verify=NO_TLS)

    def _await_ready(self) -> None:
        until = time.monotonic() + READY_SECONDS * self._patience
        with self.client() as client:
            while time.monotonic() < until:
                if self._process is not None and self._process.poll() is not None:
                    break
                if _is_ready(client):
                    return
                time.sleep(0.05)
        raise RuntimeError(f"the server did not start: {self.log.read_text('utf-8')[-2000:]}")


def _is_ready(client: httpx.Client) -> bool:
    try:
        answer = client.get("/health/ready", timeout=2)
    except httpx.TransportError:
        return False
    return answer.status_code == httpx.codes.OK and _all_up(answer.json())


def _all_up(health: dict[str, Any]) -> bool:
    servers = health.get("servers", {"up": 1, "of": 1})
    return bool(servers["up"] == servers["of"])


@contextmanager
def running(
    folder: Path,
    *words: str,
    durability: Literal["durable", "relaxed"] = "durable",
    under: Sequence[str] = (),
    program: str = PROGRAM,
    **environment: str,
) -> Iterator[Running]:
    """Run a store and `arbiter serve` with these arguments in a folder, until the end of the block.

    `under` is a command that runs the server, such as a profiler. `program` is the module to run, which has the
    commands of `arbiter`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    fsync: Literal["always", "everysec"] = "always" if durability == "durable" else "everysec"
    with EmbeddedStore(folder / "store", durability=fsync) as store:
        settings = {"ARBITER_DURABILITY": durability, **environment}
        server = Running(store, folder, settings, words=words, under=under, program=program)
        try:
            server.start()
            yield server
        finally:
            server.stop()


def free_port() -> int:
    """Return a port that is currently free."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
