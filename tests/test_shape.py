"""The shape of the project: readable sizes, and references to things that exist."""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from services.gateway.games import GAMES
from shared.kernel.chapter import PART
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from shared.platform.processes.games import game_of
from shared.platform.settings import ServerSettings, describe

ROOT: Final = Path(__file__).resolve().parent.parent
MOST_LINES: Final = 400
MOST_LINES_A_FUNCTION: Final = 30
MOST_MODULES: Final = 15
FLAT: Final = "Flat because"
NAMED: Final = re.compile(r"""["']((?:services|shared)\.[a-z_.]+):([a-z_]+)["']""")
LONGER_WITH_REASON: Final = {
    "shared/platform/embedded_store/store.py": (
        "one server's whole life, whose steps undo one another; half of it is error texts"
    ),
}


def sources() -> Iterator[Path]:
    """Return every source file of the product."""
    for folder in ("services", "shared"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    """A source file has at most 400 lines, unless the list of longer files has it, with a reason."""
    sizes = {path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines()) for path in sources()}
    long = {name for name, lines in sizes.items() if lines > MOST_LINES}

    assert set(LONGER_WITH_REASON) == long


def test_a_folder_has_few_modules_or_says_why_it_is_flat() -> None:
    """A folder has at most 15 modules, or its `__init__` has a sentence that begins with "Flat because"."""
    modules = Counter(path.parent for path in sources() if path.name != "__init__.py")
    crowded = [folder for folder, count in modules.items() if count > MOST_MODULES]
    unexplained = [folder for folder in crowded if FLAT not in folder.joinpath("__init__.py").read_text("utf-8")]

    assert [] == [folder.relative_to(ROOT).as_posix() for folder in unexplained]


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of lines of a function's body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


@pytest.mark.parametrize("path", [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in sources()])
def test_no_function_is_longer_than_a_screen(path: Path) -> None:
    """A function has at most 30 lines besides its docstring."""
    functions = _functions(ast.parse(path.read_text("utf-8")))

    assert [] == [f.name for f in functions if _length(f) > MOST_LINES_A_FUNCTION]


# ---------------------------------------------------------------- games of chapters


SECTIONS: Final = ("refusals", "commands", "events", "judgement", "fold", "samples")
OF_BASE: Final[Mapping[type, str]] = {Refusal: "refusals", Command: "commands", Event: "events"}
OF_MARK: Final[Mapping[str, str]] = {"judge": "judgement", "fold": "fold", "samples": "samples"}


def chapters() -> list[Any]:
    """Return the chapters of all games that have chapters."""
    games = [game_of(name) for name in GAMES]
    found = [chapter for game in games for chapter in getattr(game, "chapters", ())]
    return [pytest.param(chapter, id=chapter.__name__) for chapter in found]


def sections_of(chapter: ModuleType) -> list[str]:
    """Return the section of each part of a chapter, in file order; helper functions have none."""
    own = {name: part for name, part in vars(chapter).items() if getattr(part, "__module__", "") == chapter.__name__}
    tree = ast.parse(Path(chapter.__file__ or "").read_text("utf-8"))
    declared = [
        own[node.name] for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name in own
    ]
    return [section for part in declared if (section := section_of(part)) is not None]


def section_of(part: Any) -> str | None:  # noqa: ANN401 a class or a function
    """Return the section to which a part of a chapter belongs, or None for a helper."""
    if isinstance(part, type):
        return next((section for base, section in OF_BASE.items() if issubclass(part, base)), None)
    return OF_MARK.get(getattr(part, PART, ""))


@pytest.mark.parametrize("chapter", chapters())
def test_a_chapter_has_its_parts_in_order(chapter: ModuleType) -> None:
    """Every chapter has its refusals, commands, events, judges, folds and samples in this order."""
    found = sections_of(chapter)

    assert sorted(found, key=SECTIONS.index) == found


@pytest.mark.parametrize("name", GAMES)
def test_every_chapter_is_listed(name: str) -> None:
    """Every module of a game that declares or judges a command, an event or a refusal is listed as a chapter."""
    game = game_of(name)
    folder = ROOT / "services" / name / "chapters"
    listed = {chapter.__name__ for chapter in getattr(game, "chapters", ())}
    there = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in folder.rglob("*.py")}
    modules = {one: importlib.import_module(one) for one in there if not one.endswith("__init__")}

    assert set() == {one for one, module in modules.items() if sections_of(module)} - listed


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "deploy/README.md"])
def test_the_paths_a_page_names_are_there(page: str) -> None:
    """Every path in backquotes on a page that begins with a folder of the project exists."""
    text = (ROOT / page).read_text("utf-8")
    named = re.findall(r"`((?:services|shared|contracts|deploy|tests)/[\w./-]*)`", text)

    assert [] == [name for name in named if not (ROOT / name).exists()]


def test_every_line_of_the_threat_model_is_held() -> None:
    """Each row of SECURITY.md names an existing rule of the ledger, or a file of tests."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    ledger = (ROOT / "contracts/arbiter/rules.toml").read_text("utf-8")
    rows = re.findall(r"^\| (?!tries to|---)(.+) \|$", text, re.MULTILINE)
    named = re.findall(r"AR-[A-Z]+-[0-9]+", text)

    assert rows
    assert [] == [row for row in rows if not re.search(r"AR-[A-Z]+-[0-9]+|`tests/", row.rpartition(" | ")[2])]
    assert [] == [rule for rule in named if f'id = "{rule}"' not in ledger]


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "deploy/README.md"])
def test_the_make_targets_a_page_names_are_there(page: str) -> None:
    """Every `make` target that a page names is in the Makefile."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = re.findall(r"(?:^|`)make ([a-z]+)", (ROOT / page).read_text("utf-8"), re.MULTILINE)

    assert [] == [name for name in named if name not in targets]


@pytest.mark.parametrize(
    "page", ["README.md", "deploy/README.md", "docker-compose.yml", "deploy/Dockerfile", "Makefile"]
)
def test_the_settings_a_file_names_are_settings(page: str) -> None:
    """Every `ARBITER_…` name on a page is a setting, the shell's `ARBITER_KEY`, or a variable for tests only."""
    known = {line.name for line in describe(ServerSettings())} | {"ARBITER_KEY"}
    named = set(re.findall(r"ARBITER_[A-Z_]+", (ROOT / page).read_text("utf-8")))

    assert set() == {name for name in named - known if not name.startswith("ARBITER_TEST_")}


def test_the_services_that_are_deployed_are_there() -> None:
    """Every service that docker-compose.yml starts by name exists."""
    started = re.findall(r"--service, (\w+)", (ROOT / "docker-compose.yml").read_text("utf-8"))

    assert set(started) <= set(GAMES)


def test_the_functions_named_in_texts_are_there() -> None:
    """A text like `shared.kernel.audit:audit`, which a process pool or a server imports, names an existing function."""
    named = {found for path in sources() for found in NAMED.findall(path.read_text("utf-8"))}

    assert named
    assert [] == [
        f"{module}:{name}" for module, name in sorted(named) if not hasattr(importlib.import_module(module), name)
    ]


def test_no_two_modules_of_the_platform_share_a_name() -> None:
    """No two modules of the platform have the same name, so a traceback or an import is unambiguous.

    Only a folder may share its name with a module.
    """
    names = Counter(path.name for path in (ROOT / "shared/platform").rglob("*.py") if path.name != "__init__.py")

    assert [] == [name for name, count in names.items() if count > 1]
