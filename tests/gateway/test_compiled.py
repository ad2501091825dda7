"""Compiled rules: they give the same bytes as the sources, and are not used once a source has changed."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from services.gateway import compiled
from services.gateway.authoring.compiling.splitting import split
from services.gateway.compiled import ASKED, FOLDER, ROOT, SOURCES, SUFFIX, CompiledModules, digest_of
from services.tcg.game import match
from shared.kernel.chapter import COMPILED, PART


def output_of(**environment: str) -> dict[str, Any]:
    """Run the comparison in a separate process; return its output."""
    words = [sys.executable, "-m", "tests.tcg.both_ways"]
    done = subprocess.run(words, cwd=ROOT, env=os.environ | environment, capture_output=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_compiled_rules_lead_to_the_same_bytes() -> None:
    """Compiled rules and sources give the same matches, legal lists, views, golden logs and rulesets."""
    if not (ROOT / FOLDER / digest_of(ROOT)).is_dir():
        pytest.skip("nothing is compiled of these sources: `make compiled`")
    plain, fast = output_of(**{ASKED: "no"}), output_of(**{ASKED: "yes"})

    assert (".py", SUFFIX) == (Path(plain.pop("file")).suffix, Path(fast.pop("file")).name.removeprefix("timing"))
    assert plain == fast


def a_tree(root: Path) -> Path:
    """Create a folder of sources; return it."""
    for folder in SOURCES:
        (root / folder).mkdir(parents=True)
        (root / folder / "rules.py").write_text("LIMIT = 7\n", "utf-8")
    return root


@pytest.mark.parametrize("folder", SOURCES)
def test_compiled_rules_are_not_used_after_a_source_changed(tmp_path: Path, folder: str) -> None:
    """After any change of a source, even of a comment, a process uses no compiled rules, and logs why."""
    root = a_tree(tmp_path)
    (root / FOLDER / digest_of(root)).mkdir(parents=True)
    (root / folder / "rules.py").write_text("LIMIT = 7 #\n", "utf-8")
    finders = [*sys.meta_path]

    compiled.use({ASKED: "yes"}, root)

    assert finders == sys.meta_path
    assert not (root / FOLDER / digest_of(root)).exists()
    assert compiled.describe({ASKED: "yes"}, root).startswith("no: a source or the Python is another")


def test_an_added_or_renamed_source_changes_the_digest(tmp_path: Path) -> None:
    """The digest of the sources covers the name and the content of every file."""
    root = a_tree(tmp_path)
    first = digest_of(root)
    (root / SOURCES[0] / "rules.py").rename(root / SOURCES[0] / "laws.py")
    second = digest_of(root)
    (root / SOURCES[0] / "more.py").touch()

    assert 3 == len({first, second, digest_of(root)})


def test_compiled_rules_need_the_setting(tmp_path: Path) -> None:
    """If ARBITER_COMPILED is not set, a process ignores compiled rules."""
    root = a_tree(tmp_path)
    (root / FOLDER / digest_of(root)).mkdir(parents=True)
    finders = [*sys.meta_path]

    compiled.use({}, root)

    assert finders == sys.meta_path
    assert "no" == compiled.describe({}, root)
    assert "no: nothing is compiled, run make compiled" == compiled.describe({ASKED: "yes"}, tmp_path / "elsewhere")


def test_loaded_sources_are_not_mixed_with_compiled_rules(tmp_path: Path) -> None:
    """A process that has already imported sources gets an error when it asks for compiled rules."""
    root = a_tree(tmp_path)
    (root / FOLDER / digest_of(root)).mkdir(parents=True)

    with pytest.raises(RuntimeError, match="loaded already"):
        compiled.use({ASKED: "yes"}, root)


def test_compiled_modules_are_found_in_their_folder_only(tmp_path: Path) -> None:
    """A compiled module is found by its path. Within a compiled package, other modules are found among the sources."""
    chapters = tmp_path / "services" / "tcg" / "chapters"
    (chapters / "reading").mkdir(parents=True)
    for name in (f"chain{SUFFIX}", "chain_declared.py", f"reading/__init__{SUFFIX}"):
        (chapters / name).touch()
    finder = CompiledModules(tmp_path)
    package = finder.find_spec("services.tcg.chapters.reading", None)

    assert {"chain", "chain_declared", "reading"} == {name.rpartition(".")[2] for name in finder.files}
    assert finder.find_spec("services.tcg.chapters.turn", None) is None
    assert package is not None
    assert [str(ROOT / "services/tcg/chapters/reading")] == package.submodule_search_locations


ALLOWED = ("from mypy_extensions import mypyc_attr", "@mypyc_attr(allow_interpreted_subclasses=True)")


def test_a_compiled_context_can_be_subclassed() -> None:
    """Although the context of decisions is compiled, a class in plain Python may inherit from it."""
    marked = split("\n\nclass Context:\n    pass\n\n\nclass Board:\n    pass\n", "cards").compiled
    derived = split("\n\nclass MatchContext(Context[Match]):\n    pass\n", "cards").compiled

    assert (*ALLOWED, "class Context:", "    pass", "", "", "class Board:", "    pass") == tuple(marked.splitlines())
    assert (*ALLOWED, "class MatchContext(Context[Match]):", "    pass") == tuple(derived.splitlines())


def test_a_module_is_split_without_loss() -> None:
    """Splitting a module for compilation keeps every decorator and class, and every line keeps its number."""
    for chapter in match.chapters:
        source = Path(str(chapter.__file__)).read_text("utf-8")
        halves = split(source, chapter.__name__)
        tables: dict[str, Any] = {}
        if COMPILED in halves.compiled:
            tables = ast.literal_eval(halves.compiled.rpartition(f"{COMPILED} = ")[2])
        marked = {name: getattr(value, PART) for name, value in vars(chapter).items() if _is_marked(value, chapter)}
        names = [one.name for half in halves for one in ast.parse(half).body if isinstance(one, ast.ClassDef)]

        assert marked == {name: part for name, (part, _) in tables.items()}
        assert sorted(names) == sorted(one.name for one in ast.parse(source).body if isinstance(one, ast.ClassDef))
        for line, half in zip(source.splitlines(), halves.compiled.splitlines(), strict=False):
            assert half in (line, "") or half.startswith(f"from {chapter.__name__}_declared import ") or half in ALLOWED


def _is_marked(value: object, chapter: Any) -> bool:  # noqa: ANN401 a module
    return hasattr(value, PART) and getattr(value, "__module__", "") == chapter.__name__
