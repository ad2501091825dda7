"""Catalogues of games: an addition changes no recorded stream, and a released set never changes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.gateway.games import GAMES
from shared.kernel.catalogue import INDEX, RELEASED, read_index
from shared.platform.releasing import release, release_all
from shared.platform.ruleset import KERNEL, ROOT, rules_digest, simulated_with

from .fixture import TESTS, fixture_of
from .playing import EFFORT

EVER_RELEASED: Final[Mapping[str, tuple[str, ...]]] = {
    "bones": ("printed@fccd46c8cba115d2",),
    "rpg_specialist_pool": ("house@d0506544c95758f1",),
    "rpg_specialist_total": ("house@51ba6bf5b31e676d",),
    "tcg": (
        "starter@96aeb4a0c5255776",
        "starter@bb4acebf145a5bf6",
        "starter@70c681cf2c01ba50",
        "starter@010da22f16d52cec",
        "starter@bb4cc5d56b2d0b13",
        "starter@f56a7030707b5355",
        "starter@ea165cf20cf75ce2",
    ),
}
"""Every set that was ever released, by game. Only append to it, because recorded streams depend on each set."""
RULES_ONLY: Final = {"rpg_boundless"}
"""Games whose tables are part of the rules. Their streams name no set; the ruleset's digest covers the tables."""
OWN: Final = {"id": "-more", "name": "More", "number": "0"}
"""Suffixes for the identifying values of a new row that otherwise copies another row."""
UNLIKE: Final[Mapping[str, Any]] = {"day": 6, "aliases": []}
"""Values of a copied row that must differ from the values of the original."""
AUDITOR: Final = Path(__file__).with_name("audited_elsewhere.py")
AUDITED: Final = 3 if EFFORT == 1 else 1
"""The number of logs from which the suite audits one with other catalogues; `make conformance` audits all of them."""


def folder_of(game: str, root: Path = ROOT) -> Path:
    """Return the folder of a game's catalogue."""
    return root / "services" / game / "catalogue"


# ---------------------------------------------------------------- released sets


def test_every_game_with_tables_names_its_sets() -> None:
    """Each game with tables declares them part of its rules, or has sets that its streams name by digest."""
    with_tables = {game for game in GAMES if any(folder_of(game).glob("*.toml"))}

    assert {*EVER_RELEASED} | RULES_ONLY == with_tables
    assert {*EVER_RELEASED} == {game for game in GAMES if folder_of(game).joinpath(INDEX).exists()}
    assert {*EVER_RELEASED} == {game for game in GAMES if fixture_of(game).game.storage.catalogue is not None}


@pytest.mark.parametrize("game", EVER_RELEASED)
def test_a_released_set_is_kept_as_it_was(game: str) -> None:
    """Each released set is stored under a name with the digest of its content, and can still be read."""
    files = {file.stem: file.read_bytes() for file in folder_of(game).joinpath(RELEASED).iterdir()}

    assert sorted(EVER_RELEASED[game]) == sorted(files), "name every released set in EVER_RELEASED; remove none"
    assert {name: name.rpartition("@")[2] for name in files} == {
        name: sha256(text).hexdigest()[:16] for name, text in files.items()
    }
    catalogue = fixture_of(game).game.storage.catalogue
    assert catalogue is not None
    assert all(catalogue.set_named(name) for name in files)
    assert catalogue.set_named("") == catalogue.set_named(EVER_RELEASED[game][0])


@pytest.mark.parametrize("game", EVER_RELEASED)
def test_today_s_set_is_released(game: str) -> None:
    """The current set, which new streams use, is among the stored sets. `make catalogue` stores a new one."""
    catalogue = fixture_of(game).game.storage.catalogue

    assert catalogue is not None
    assert catalogue.name in EVER_RELEASED[game], "make catalogue, and name the new set in EVER_RELEASED"


@pytest.mark.parametrize("game", EVER_RELEASED)
def test_a_stream_names_the_set_it_is_opened_with(game: str) -> None:
    """A stream's first event and its state name its set, whatever sets are released later."""
    fixture = fixture_of(game)
    assert fixture.game.storage.catalogue is not None
    opened = msgspec.json.decode(fixture.open_stream(seed=1).records[0].public)["events"][0]

    assert ("StreamOpened", fixture.game.storage.catalogue.name) == (opened["type"], opened["catalogue"])
    assert fixture.game.storage.catalogue.name == fixture.open_stream(seed=1).state.catalogue


# ---------------------------------------------------------------- additions


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the games' files, and add a row to every table of every catalogue."""
    tree = tmp_path_factory.mktemp("grown")
    without = shutil.ignore_patterns("web", "compiled", "__pycache__", "node_modules")
    for top in ("services", "shared"):
        shutil.copytree(ROOT / top, tree / top, ignore=without)
    for game in EVER_RELEASED:
        for file in {table.partition(".")[0] for table in read_index(folder_of(game)).tables}:
            grow(folder_of(game, tree) / f"{file}.toml", only=set(read_index(folder_of(game)).tables))
    return tree


def grow(file: Path, *, only: set[str]) -> None:
    """Add a row to each of the given tables in a catalogue's file, as a later release would."""
    name = file.with_suffix("").as_posix().rpartition("/catalogue/")[2]
    whole = msgspec.toml.decode(file.read_bytes())
    for table, rows in [*whole.items()]:
        if only.isdisjoint({name, f"{name}.{table}"}):
            continue
        if isinstance(rows, list):
            rows.append(another(rows[-1]))
        elif isinstance(rows, dict) and "name" not in rows:
            whole[f"{table}-more"] = rows
    file.write_text("".join(toml_of(whole)), "utf-8")


def another(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of a row with another name and number."""
    own = {key: f"{row[key]}{more}" for key, more in OWN.items() if isinstance(row.get(key), str)}
    return {**row, **own, **{key: value for key, value in UNLIKE.items() if key in row}}


def toml_of(whole: Mapping[str, Any]) -> Iterator[str]:
    """Yield tables as lines of TOML: lists of rows, and tables of values."""
    for table, rows in whole.items():
        if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
            for row in rows:
                yield f"[[{table}]]\n" + "".join(f"{key} = {value_of(value)}\n" for key, value in row.items())
        elif isinstance(rows, dict):
            yield f"[{table}]\n" + "".join(f"{key} = {value_of(value)}\n" for key, value in rows.items())
        else:
            yield f"{table} = {value_of(rows)}\n"


def value_of(value: Any) -> str:  # noqa: ANN401 a value of TOML
    """Return a value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {value_of(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_of, value))}]"
    return json.dumps(value)


@cache
def audited_in(tree: Path) -> dict[str, Any]:
    """Audit the golden logs of all games with the rules and catalogues of a source tree, in a separate process."""
    finished = subprocess.run(
        [sys.executable, AUDITOR, TESTS, str(AUDITED), *EVER_RELEASED], cwd=tree, env={"PYTHONPATH": str(tree)},
        capture_output=True, check=True,
    )  # fmt: skip
    found: dict[str, Any] = msgspec.json.decode(finished.stdout)
    return found


@pytest.mark.golden
@pytest.mark.parametrize("game", EVER_RELEASED)
def test_an_addition_to_a_catalogue_changes_no_old_stream(game: str, grown: Path) -> None:
    """After rows are added to the catalogues, recorded streams audit as before. Only new streams use the new set."""
    found = audited_in(grown)[game]
    logs = sorted(log.stem for log in (TESTS / game / "golden").glob("*.ndjson"))[::AUDITED]

    assert found["set"] not in EVER_RELEASED[game]
    assert {log: ["honest", "same", "same", "same"] for log in logs} == found["logs"]
    assert rules_digest(ROOT, game, KERNEL) == found["ruleset"]


def test_simulations_have_another_ruleset_with_another_catalogue(grown: Path) -> None:
    """A simulation uses the current set without naming it, so another catalogue changes its ruleset's digest."""
    assert rules_digest(ROOT, "bones", simulated_with("bones")) != rules_digest(grown, "bones", simulated_with("bones"))


def test_a_released_set_is_written_once(tmp_path: Path) -> None:
    """A release without changes writes nothing. After an addition, it writes a new set and keeps the old files."""
    folder = tmp_path / "services/tcg/catalogue"
    shutil.copytree(folder_of("tcg"), folder)
    before = {file.name: file.read_bytes() for file in folder.joinpath(RELEASED).iterdir()}

    assert [] == [*release_all(tmp_path)]
    grow(folder / "lantern.toml", only={"lantern"})
    new = release(folder)

    assert new is not None
    assert before == {file.name: file.read_bytes() for file in folder.joinpath(RELEASED).iterdir() if file != new}
    assert release(folder) is None
