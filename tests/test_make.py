"""The targets of the Makefile that do more than call a single tool."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
TOOLS: Final = ("ruff", "mypy", "pyright", "lint-imports", "codespell")


def check(folder: Path, *failing: str) -> subprocess.CompletedProcess[str]:
    """Run `make check` with stand-ins for the tools, which only print their names; those in `failing` also fail."""
    for name in TOOLS:
        tool = folder / name
        tool.write_text(f"#!/bin/sh\necho {name} ran\nexit {int(name in failing)}\n", "utf-8")
        tool.chmod(0o755)
    words = ["make", "check", f"BIN={folder}", "READY="]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
@pytest.mark.parametrize("failing", [(), ("ruff",), ("mypy",), ("pyright", "codespell"), TOOLS])
def test_make_check_runs_every_tool_and_names_those_that_failed(tmp_path: Path, failing: tuple[str, ...]) -> None:
    """A failing tool does not stop the later ones, so one run names every failed tool."""
    done = check(tmp_path, *failing)
    failed = done.stdout.rpartition("failed: ")[2] if failing else ""

    assert [] == [name for name in TOOLS if f"{name} ran" not in done.stdout]
    assert (done.returncode != 0) == bool(failing)
    assert set(failing) == {name for name in TOOLS if name in failed}
