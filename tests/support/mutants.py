"""Breaks one chapter in many small ways and lists the mutants that no test notices: `make mutants SERVICE= CHAPTER=`.

mutmut skips decorated functions, and a chapter consists of them. Therefore it mutates a copy of the chapter in
which `@judge` above a function is replaced with `f = judge(f)` at the end of the file.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
COPIED: Final = ("services", "shared", "contracts", "tests")
SUITE: Final = tuple(f"tests/conformance/test_{part}.py" for part in ("legal", "logs", "replay"))
SECONDS: Final = 900
"""The time limit. Mutants that were not tried before it are reported as untried. Units: seconds."""
PARTS: Final = re.compile(r"^@(judge|fold|samples|hides|follows)\n(?=def (\w+))", re.MULTILINE)
NOT_NOTICED: Final = ("survived", "no tests", "timeout", "suspicious")


class NoSuchChapter(ValueError):
    """There is no chapter with this name; the message lists the chapters that exist."""


def sources_of(service: str, chapter: str) -> list[Path]:
    """Return the files of a chapter: one, or those in its folder.

    Refuses: NoSuchChapter
    """
    game = ROOT / "services" / service
    found = sorted({*game.rglob(f"{chapter}.py"), *game.rglob(f"{chapter}/*.py")})
    if not service or not chapter or not found:
        there = ", ".join(sorted(path.stem for path in (game / "chapters").glob("[!_]*"))) if service else "?"
        raise NoSuchChapter(f"which one? make mutants SERVICE=coin CHAPTER=tosses; the chapters there: {there}")
    return [path.relative_to(ROOT) for path in found]


def prepare(folder: Path, service: str, sources: list[Path]) -> None:
    """Copy the files that a game's tests need into a folder, with settings for mutmut and without decorators."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    added = {
        "only_mutate": [path.as_posix() for path in sources],
        "pytest_add_cli_args_test_selection": [f"tests/{service}", *SUITE],
    }
    lines = "".join(f"{name} = {json.dumps(values)}\n" for name, values in added.items())
    settings = re.sub(r"(?m)^\[tool\.mutmut\].*\n", lambda found: found[0] + lines, settings)
    (folder / "pyproject.toml").write_text(settings, "utf-8")
    for path in sources:
        text = (ROOT / path).read_text("utf-8")
        marks = "".join(f"{name} = {part}({name})\n" for part, name in PARTS.findall(text))
        (folder / path).write_text(PARTS.sub("", text) + marks, "utf-8")


def run(folder: Path, service: str, words: list[str]) -> bool:
    """Run mutmut on the mutants; return whether it finished."""
    only = {**os.environ, "ARBITER_TEST_GAMES": service}
    command = [*MUTMUT, "run", "--max-children", "2", *words]
    try:
        done = subprocess.run(
            command, cwd=folder, env=only, check=False, timeout=SECONDS,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False
    if done.returncode:
        raise SystemExit(done.stdout.decode(errors="replace").rpartition("\r")[2])
    return True


def surviving_mutants(folder: Path) -> Iterator[tuple[str, str]]:
    """Return each mutant that no test noticed, with its status."""
    output = subprocess.run([*MUTMUT, "results"], cwd=folder, check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        name, _, outcome = line.strip().partition(": ")
        if outcome in NOT_NOTICED:
            yield name, outcome


def lines_of_mutant(folder: Path, name: str) -> str:
    """Return the changed lines of a mutant."""
    output = subprocess.run([*MUTMUT, "show", name], cwd=folder, check=True, capture_output=True, text=True).stdout
    return "\n".join(line for line in output.splitlines() if re.match(r"[-+](?![-+])", line))


def in_words_only(lines: str) -> bool:
    """Return whether a mutant changes only the text in a refusal's `needs`."""
    before, _, after = lines.replace("XX", "").lower().partition("\n")
    return "needs=" in before and before[1:] == after[1:]


MUTMUT: Final = (sys.executable, "-m", "mutmut")


def main(service: str, chapter: str, *words: str) -> str:
    """Break a chapter and print the mutants that no test noticed.

    Refuses: NoSuchChapter
    """
    sources = sources_of(service, chapter)
    folder = ROOT / "build" / "mutants" / f"{service}-{chapter}"
    prepare(folder, service, sources)
    whole = run(folder, service, list(words))
    found = [(f"{name} {outcome}", lines_of_mutant(folder, name)) for name, outcome in surviving_mutants(folder)]
    found = [(what, lines) for what, lines in found if not in_words_only(lines)]
    lines = [f"\n{what}\n{lines}" for what, lines in found]
    end = "" if whole else f" in {SECONDS} s; the rest was not tried"
    return "\n".join((*lines, f"\n{len(found)} of {service} {chapter} noticed by no test{end}"))


if __name__ == "__main__":
    try:
        sys.stdout.write(main(*(sys.argv[1:] if len(sys.argv) > 2 else ("", ""))) + "\n")
    except NoSuchChapter as wrong:
        sys.exit(str(wrong))
