"""`make compiled`: compile the rules with mypyc, into a folder that is named by a digest of their sources.

The command compiles a copy of the sources, so that it changes no source and writes no compiled file beside one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from services.gateway.authoring.compiling.splitting import DECLARED, split
from services.gateway.compiled import FOLDER, ROOT, RULES, SUFFIX, digest_of

BESIDE: Final = (
    "services/tcg/state/places.py", "services/tcg/state/tasks.py", "services/tcg/playing/entries.py",
    "services/tcg/playing/moves.py", "services/tcg/playing/outlook.py", "services/tcg/playing/worth.py",
    "shared/kernel/context.py",
)  # fmt: skip
"""Modules compiled in addition to the game's chapters, because every decision or every computer player calls them."""
MYPY: Final = """[mypy]
strict = True
explicit_package_bases = True
local_partial_types = True
follow_imports = silent
"""


def main() -> None:
    """Compile the rules unless they are already compiled. If they cannot be compiled, exit with the reason."""
    folder = ROOT / FOLDER / digest_of(ROOT)
    if folder.is_dir():
        sys.stdout.write(f"compiled already: {folder}\n")
        return
    if lacks := "; ".join(_find_missing()):
        sys.exit(f"{RULES} cannot be compiled: {lacks}. Everything also works without it, in plain Python.")
    (ROOT / FOLDER).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / FOLDER, prefix="making-") as made:
        digest = compile_into(Path(made))
        for other in (ROOT / FOLDER).iterdir():
            if not other.name.startswith("making-"):
                shutil.rmtree(other)
        (Path(made) / "compiled").rename(ROOT / FOLDER / digest)
    sys.stdout.write(f"compiled: {ROOT / FOLDER / digest}; ARBITER_COMPILED=yes plays it\n")


def _find_missing() -> Iterator[str]:
    """Yield each tool or condition that is needed for compiling and is missing on this machine."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        yield f"no C compiler ({compiler}; Debian has it in gcc)"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        yield "Python's headers are missing (Python.h; Debian has them in python3-dev)"


def compile_into(made: Path) -> str:
    """Compile a copy of the sources into the folder `compiled` inside `made`. Return the digest of the sources."""
    copied, compiled = made / "sources", made / "compiled"
    for folder in ("services", "shared"):
        shutil.copytree(ROOT / folder, copied / folder, ignore=shutil.ignore_patterns("__pycache__"))
    digest = digest_of(copied)
    files = list(_split(copied))
    (copied / "mypy.ini").write_text(MYPY, "utf-8")
    words = [sys.executable, "-m", "mypyc", "--config-file", "mypy.ini", *files]
    environment = os.environ | {"MYPYC_OPT_LEVEL": "2", "MYPYC_DEBUG_LEVEL": "0"}
    with (made.parent / "making.log").open("wb") as log:
        done = subprocess.run(words, cwd=copied, env=environment, stdout=log, stderr=log, check=False)  # noqa: S603 ours
    if done.returncode:
        sys.exit(f"mypyc failed:\n{(made.parent / 'making.log').read_text('utf-8')[-4000:]}")
    (made.parent / "making.log").unlink()
    shutil.rmtree(copied / "build")
    for path in (*copied.rglob(f"*{SUFFIX}"), *copied.rglob(f"*{DECLARED}.py")):
        place = compiled / path.relative_to(copied)
        place.parent.mkdir(parents=True, exist_ok=True)
        path.rename(place)
    return digest


def _split(copied: Path) -> Iterator[str]:
    """Split, in place, each module that will be compiled. Yield the resulting files."""
    chapters = Path(*RULES.split("."))
    paths = sorted((copied / chapters).rglob("*.py"))
    for path in (*paths, *(copied / one for one in BESIDE)):
        file = path.relative_to(copied)
        if file == chapters / "__init__.py":
            continue
        halves = split(path.read_text("utf-8"), ".".join(file.with_suffix("").parts).removesuffix(".__init__"))
        path.write_text(halves.compiled, "utf-8")
        if halves.declared:
            path.with_name(f"{path.stem}{DECLARED}.py").write_text(halves.declared, "utf-8")
        yield file.as_posix()


if __name__ == "__main__":
    main()
