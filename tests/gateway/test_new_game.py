"""`make game`: what it refuses, what it writes, and how to undo it.

CI tests the written game.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from services.gateway.authoring import new_game
from services.gateway.authoring.new_game import (
    FOLDERS,
    PLACES,
    TEMPLATE,
    NoSuchGame,
    check_name,
    free_prefix,
    remove,
    write,
)

MOST_FILES: Final = 5
MOST_LINES: Final = 100


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a checkout that has only the folders and the list of games."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    for folder in (*FOLDERS, "services/gateway", "contracts/tcg"):
        (tmp_path / folder).mkdir(exist_ok=True)
    games = tmp_path / "services" / "gateway" / "games.py"
    games.write_text('"""Games."""\n\nGAMES: Final = (\n    "dice",\n    "tcg",\n)\n', "utf-8")
    (tmp_path / "contracts" / "tcg" / "rules.toml").write_text('[[rule]]\nid = "CO-DECK-01"\n', "utf-8")
    monkeypatch.setattr(new_game, "ROOT", tmp_path)
    monkeypatch.setattr(new_game, "GAMES", games)
    return tmp_path


def test_the_template_is_read_in_a_minute() -> None:
    """The template of a game has at most 100 lines in at most 5 files, and `make game` writes all of them."""
    files = {
        path.relative_to(TEMPLATE).as_posix(): path for path in TEMPLATE.rglob("*") if path.suffix in {".py", ".toml"}
    }

    assert set(PLACES) == set(files)
    assert len(files) <= MOST_FILES
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files.values()) <= MOST_LINES


def test_a_game_is_written_and_served(checkout: Path) -> None:
    """`make game` writes the folder, ledger and fixture, lists the game, and gives its rule ids their own prefix."""
    before = new_game.GAMES.read_text("utf-8")
    write("coin")

    assert before.replace('    "tcg",\n', '    "tcg",\n    "coin",\n') == new_game.GAMES.read_text("utf-8")
    assert 'id = "CI-TOSS-01"' in (checkout / "contracts/coin/rules.toml").read_text("utf-8")
    assert 'service="coin"' in (checkout / "services/coin/game.py").read_text("utf-8")
    written = "".join(path.read_text("utf-8") for path in checkout.rglob("coin/**/*.py"))
    assert not re.search(r"NAME|\bID-", written)


def test_a_removed_game_leaves_no_file(checkout: Path) -> None:
    """After `make remove`, the tree is the same as before `make game`."""
    before = {path: path.read_bytes() for path in checkout.rglob("*") if path.is_file()}
    write("coin")
    remove("coin")

    assert before == {path: path.read_bytes() for path in checkout.rglob("*") if path.is_file()}


def test_a_committed_game_is_not_removed(checkout: Path) -> None:
    """`make remove` refuses a game that git tracks, and every game if git cannot report a status."""
    write("coin")
    subprocess.run(["git", "-C", checkout, "add", "services/coin"], check=True)
    with pytest.raises(NoSuchGame, match="under version control"):
        remove("coin")
    shutil.rmtree(checkout / ".git")
    with pytest.raises(NoSuchGame, match="under version control"):
        remove("coin")


@pytest.mark.parametrize("name", ["Coin", "1st", "c", "", "co-in", "../x", "a" * 32, "class", "münze", "coin\n"])
def test_an_invalid_name_is_refused(name: str) -> None:
    """`make game` refuses an invalid name, and shows the form of a valid one."""
    with pytest.raises(NoSuchGame, match="small letters, digits and _"):
        check_name(name)


def test_a_path_of_the_gateway_is_refused_as_a_name() -> None:
    """`make game` refuses a name that is a path of the gateway, because the game's URLs would collide with it."""
    with pytest.raises(NoSuchGame, match="path of the gateway"):
        check_name("schema")


@pytest.mark.parametrize("folder", FOLDERS)
def test_existing_files_are_not_overwritten(checkout: Path, folder: str) -> None:
    """If the game's folder exists, `make game` names the folder, refuses, and writes nothing."""
    (checkout / folder / "coin").mkdir()
    with pytest.raises(NoSuchGame, match=f"{folder}/coin exists already"):
        write("coin")
    assert "coin" not in new_game.GAMES.read_text("utf-8")


@pytest.mark.usefixtures("checkout")
def test_a_game_that_does_not_exist_cannot_be_removed() -> None:
    """`make remove` refuses an unknown game."""
    with pytest.raises(NoSuchGame, match="no game has the name coin"):
        remove("coin")


@pytest.mark.parametrize(
    ("name", "others", "prefix"),
    [
        ("coin", (), "CO"),
        ("coin", ("CO", "CI"), "CN"),
        ("deep_sea", (), "DS"),
        ("deep_sea", ("DS",), "DD"),
        ("x9", (), "XA"),
    ],
)
def test_rule_ids_get_an_unused_prefix(name: str, others: tuple[str, ...], prefix: str) -> None:
    """A new game's prefix consists of letters of its name, and no other ledger uses it."""
    assert prefix == free_prefix(name, frozenset(others))
