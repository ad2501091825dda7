"""The Python client as callers get it: packed, and installed from the package into its own environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from shared.platform.ledger import CONTRACTS

CLIENT: Final = CONTRACTS / "clients/python"
SECONDS: Final = 300


def uv() -> str:
    """Find uv, next to the running Python or on PATH."""
    beside = Path(sys.executable).parent
    found = shutil.which("uv", path=beside) or shutil.which("uv")
    assert found is not None, "uv is not here: `make` installs it into .venv"
    return found


def run(command: Sequence[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in isolation: without a path to our sources, and without our settings."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("ARBITER_", "PYTHON", "VIRTUAL_ENV"))
    }
    return subprocess.run(
        command, env=kept | environment, cwd="/", capture_output=True, text=True, timeout=SECONDS, check=False
    )


class Installed:
    """An environment that contains only the client, installed from its wheel, and its dependencies."""

    def __init__(self, folder: Path) -> None:
        """Build a source distribution of the client, and a wheel from it."""
        built = run([uv(), "build", "--quiet", "--out-dir", str(folder), str(CLIENT)])
        assert built.returncode == 0, built.stderr
        (self.source,) = folder.glob("*.tar.gz")
        (self.wheel,) = folder.glob("*.whl")
        self.python = folder / "environment/bin/python"
        self._folder = folder

    def install(self) -> str:
        """Install the wheel, from uv's cache if possible; return why that failed, or ""."""
        made = run([uv(), "venv", "--quiet", "--python", sys.executable, str(self._folder / "environment")])
        assert made.returncode == 0, made.stderr
        words = [uv(), "pip", "install", "--quiet", "--python", str(self.python), str(self.wheel)]
        if run([*words, "--offline"]).returncode == 0:
            return ""
        tried = run(words)
        if tried.returncode != 0:  # again with the system's certificates, for networks that inspect TLS
            tried = run(words, UV_SYSTEM_CERTS="1")
        return tried.stderr if tried.returncode != 0 else ""

    def files(self) -> list[str]:
        """List the files of the wheel."""
        with zipfile.ZipFile(self.wheel) as wheel:
            return wheel.namelist()

    def play(self, script: str, **environment: str) -> str:
        """Run a script in the environment; return its output.

        Refuses: AssertionError (it failed; with its output)
        """
        done = run([str(self.python), "-W", "error", "-c", script], **environment)
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout
