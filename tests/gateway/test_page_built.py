"""The build of the page: the committed page is current, and the build finds the part of each game."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from services.gateway.authoring.page_building import WEB, build, bundle, bundle_client, bundle_translations, install
from services.gateway.games import GAMES
from services.page.foundry_module import CLIENT
from services.page.serving import FOLDER

ROOT: Final = Path(__file__).resolve().parents[2]
DEFINED: Final = re.compile(r"customElements\.define\('([^']+)'")
MANY: Final = 50
PART: Final = """import type { GamePart } from '../../page/web/src/games.js';

const part: GamePart = { name: 'Heads or tails', sentences: { CoinTossed: '{seat} tosses a coin' } };

export default part;
"""


@pytest.fixture(scope="module")
def installed() -> None:
    """Install the build tools; skip the test if npm cannot install them."""
    try:
        install()
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"npm cannot install the tools that build the page: {error}")


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """Create a tree with the page's sources and without any game; return its folder `services`."""
    left_out = shutil.ignore_patterns("node_modules", "served")
    shutil.copytree(WEB, tmp_path / "services/page/web", ignore=left_out)
    (tmp_path / "services/page/web/node_modules").symlink_to(WEB / "node_modules")
    (tmp_path / "contracts").symlink_to(ROOT / "contracts")
    return tmp_path / "services"


@pytest.mark.usefixtures("installed")
@pytest.mark.rule("AR-PAGE-05")
@pytest.mark.long
def test_the_built_page_is_current(tmp_path: Path) -> None:
    """The sources pass the type checker, and a build gives the committed files, byte for byte.

    `make web` writes these files.
    """
    build(tmp_path / "served")
    committed, made = (
        {path.name: path.read_bytes() for path in folder.iterdir()} for folder in (FOLDER, tmp_path / "served")
    )

    assert made.keys() == committed.keys()
    assert [] == [name for name in made if made[name] != committed[name]]


@pytest.mark.usefixtures("installed")
@pytest.mark.long
@pytest.mark.rule("AR-PAGE-05", "AR-PAGE-63")
def test_the_built_languages_are_current(tmp_path: Path) -> None:
    """A build in each language gives exactly the committed files, byte for byte."""
    bundle_translations(tmp_path / "translated")
    committed, made = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (FOLDER.parent / "translated", tmp_path / "translated")
    )

    assert made
    assert made.keys() == committed.keys()
    assert [] == [name for name in made if made[name] != committed[name]]


@pytest.mark.usefixtures("installed")
@pytest.mark.rule("AR-DESK-15")
def test_the_client_of_the_module_for_foundry_is_current(tmp_path: Path) -> None:
    """A build of the TypeScript client gives exactly the committed files, byte for byte."""
    bundle_client(tmp_path / "client")
    committed, made = (
        {path.name: path.read_bytes() for path in folder.iterdir()} for folder in (CLIENT, tmp_path / "client")
    )

    assert made == committed


@pytest.mark.usefixtures("installed")
@pytest.mark.long
def test_the_page_has_the_part_of_a_game_that_has_one(alone: Path, tmp_path: Path) -> None:
    """A folder `page` in a game is enough to add its part to the page. A game without such a folder changes nothing."""
    (alone / "coin/page").mkdir(parents=True)
    (alone / "coin/page/part.ts").write_text(PART, "utf-8")
    (alone / "plain").mkdir()
    bundle(tmp_path / "served", alone / "page/web")
    built = (tmp_path / "served/arbiter.js").read_text("utf-8")

    assert "Heads or tails" in built
    assert "tosses a coin" in built
    assert "Boundless TCG" not in built


@pytest.mark.usefixtures("installed")
@pytest.mark.long
def test_the_page_is_built_without_any_game(alone: Path, tmp_path: Path) -> None:
    """The page's own sources import no code from a game."""
    bundle(tmp_path / "served", alone / "page/web")

    assert (tmp_path / "served/arbiter.js").exists()


def test_the_pages_own_folder_names_no_game() -> None:
    """Outside comments, the page's own folder names no game, except for the word "dice"."""
    code = {
        path: [line for line in path.read_text("utf-8").splitlines() if not line.lstrip().startswith(("*", "/", "`"))]
        for path in (WEB / "src").rglob("*.ts")
    }
    found = [
        f"{path.relative_to(WEB)}: {line.strip()}"
        for path, lines in code.items()
        for line in lines
        if any(f"/{game}/page" in line or (game != "dice" and f"'{game}'" in line) for game in GAMES)
    ]

    assert [] == found


@pytest.mark.rule("AR-PAGE-05")
def test_each_element_has_a_name_of_its_own() -> None:
    """No two parts of the page define the same element, because the part loaded second would not work."""
    sources = chain((WEB / "src").rglob("*.ts"), *((ROOT / "services" / game / "page").rglob("*.ts") for game in GAMES))
    names = Counter(name for path in sources for name in DEFINED.findall(path.read_text("utf-8")))

    assert [] == [name for name, count in names.items() if count > 1]
    assert len(names) > MANY
