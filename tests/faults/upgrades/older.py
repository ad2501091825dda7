"""A server of an older release, taken from the repository's history, with its own environment."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from services.gateway.processes.running import NO_TLS, PROGRAM, READY_SECONDS, STOP_SECONDS, Running, free_port

ROOT: Final = Path(__file__).parents[3]
UV: Final = ROOT / ".venv" / "bin" / "uv"
OURS: Final = (
    "ARBITER_REDIS_URL",
    "ARBITER_DATA_FOLDER",
    "ARBITER_SERVERS",
    "ARBITER_LOG_FORMAT",
    "ARBITER_DURABILITY",
)
"""Settings that every release has."""


def install(release: str, folder: Path) -> Path:
    """Write the files of a tag or commit into a folder, and install its locked packages.

    Return the path of its Python.
    """
    folder.mkdir()
    archive = subprocess.run(
        ["git", "-C", ROOT, "archive", release],
        check=True, capture_output=True,
    )  # fmt: skip
    subprocess.run(["tar", "-x", "-C", folder], check=True, input=archive.stdout)
    python = folder / ".venv" / "bin" / "python"
    sync = ("sync", "--quiet", "--locked", "--all-extras", "--python", str(python))
    for words in (("venv", "--quiet", "--python", "3.11", str(python.parents[1])), sync):
        subprocess.run([UV, *words], check=True, cwd=folder, env=_bare(folder))
    return python


def _bare(folder: Path) -> dict[str, str]:
    """Return an environment for the older release's processes that has no path of the current source tree."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(Path.home()), "PYTHONPATH": str(folder),
        "UV_PYTHON_DOWNLOADS": "never", "UV_PROJECT_ENVIRONMENT": str(folder / ".venv"),
    }  # fmt: skip


class OlderServer:
    """A server of an older release, on the store and the data folder of a server of this release."""

    def __init__(self, python: Path, beside: Running) -> None:
        """Configure a server with the older release's Python and the server whose store it shares."""
        self._python, self._beside = python, beside
        self.port: Final = free_port()
        self.log: Final = beside.folder / "older.log"
        settings = {name: value for name, value in beside.environment.items() if name in OURS}
        self.environment: Final = _bare(python.parents[2]) | settings | {"ARBITER_PORT": str(self.port)}

    def client(self) -> httpx.Client:
        """Return a client of this server with the app's key."""
        headers = {"Authorization": f"Bearer {self._beside.key}"}
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", headers=headers, timeout=120, verify=NO_TLS)

    @contextmanager
    def run(self, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run a command of the older release during the block."""
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [self._python, "-m", PROGRAM, *words], cwd=self._python.parents[2], env=self.environment,
                stdout=log, stderr=log,
            )  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)

    @contextmanager
    def serve(self) -> Iterator[httpx.Client]:
        """Run the server during the block; yield a client with the app's key."""
        with self.run("serve") as process, self.client() as client:
            _await_ready(process, client, self.log)
            yield client


def _await_ready(process: subprocess.Popen[bytes], client: httpx.Client, log: Path) -> None:
    until = time.monotonic() + READY_SECONDS
    while process.poll() is None and time.monotonic() < until:
        try:
            if client.get("/health/ready", timeout=2).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise RuntimeError(f"the older server did not start: {log.read_text('utf-8')[-2000:]}")


def errors_in(logs: Sequence[Path]) -> list[str]:
    """Return the lines of JSON logs that record an error."""
    return [line for log in logs for line in log.read_text("utf-8").splitlines() if '"level":"error"' in line]
