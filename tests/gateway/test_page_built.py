"""The committed page equals a build of its sources."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from services.gateway.authoring.page_building import build, install
from services.page.serving import FOLDER


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Build the page into its own folder; skip the test where npm cannot install the build tools."""
    try:
        install()
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"what builds the page cannot be installed: {error}")
    build(tmp_path / "served")
    return tmp_path / "served"


@pytest.mark.rule("AR-PAGE-05")
def test_the_built_page_is_current(built: Path) -> None:
    """The same files with the same bytes; `make web` writes them."""
    committed, made = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (FOLDER, built))

    assert made.keys() == committed.keys()
    assert [] == [name for name in made if made[name] != committed[name]]
