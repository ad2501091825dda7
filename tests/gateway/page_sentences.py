"""The page's own code for sentences, built for node and run on a task."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from services.gateway.authoring.page_building import NODE, bundle_sentences, install


def install_tools() -> None:
    """Install the tools that build the page; skip the test if npm cannot install them."""
    try:
        install()
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"npm cannot install the tools that build the page: {error}")


def build_sentences(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the page's code for sentences; return the module's file."""
    install_tools()
    return bundle_sentences(tmp_path_factory.mktemp("sentences"))


def run_in_node(module: Path, folder: Path, driver: str, **task: object) -> Any:  # noqa: ANN401 what the driver prints
    """Run a driver in node, with UTC as its time zone, on a built module and a task; return the JSON that it prints."""
    (folder / "driver.mjs").write_text(driver, "utf-8")
    (folder / "task.json").write_text(json.dumps(task), "utf-8")
    words = [str(NODE / "bin/node"), str(folder / "driver.mjs"), str(module), str(folder / "task.json")]
    done = subprocess.run(words, check=True, capture_output=True, timeout=300, env=os.environ | {"TZ": "UTC"})
    return json.loads(done.stdout)
