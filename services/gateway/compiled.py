"""Load rules that `make compiled` has compiled to machine code. They decide the same as the sources, but faster.

The compiled rules are in `build/compiled/<digest>`. The digest covers every source and the Python version. A process
with ARBITER_COMPILED=yes loads its modules from there. If a source or the Python version has changed, no folder has the
new digest as its name, and the process runs the sources.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = Path("build", "compiled")
ASKED: Final = "ARBITER_COMPILED"
RULES: Final = "services.tcg.chapters"
"""The package whose rules are compiled, because its simulations play many matches."""
SOURCES: Final = ("services/tcg", "shared/kernel", "services/gateway/authoring/compiling")
"""The folders whose files the digest covers."""
DIGITS: Final = 16
SUFFIX: Final = EXTENSION_SUFFIXES[0]


class CompiledModules(MetaPathFinder):
    """An import finder for the compiled modules in a folder. Python asks it before it searches the sources."""

    def __init__(self, folder: Path) -> None:
        """List the compiled modules in the folder."""
        self.files: Final = {
            _name_of(path.relative_to(folder)): path for path in sorted(folder.rglob("*.*")) if _is_module(path)
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None  # noqa: ARG002 its interface
    ) -> ModuleSpec | None:  # fmt: skip
        """Return the spec of a compiled module, or None if the module is not compiled."""
        file = self.files.get(fullname)
        if file is None:
            return None
        package = [str(ROOT.joinpath(*fullname.split(".")))] if file.name == f"__init__{SUFFIX}" else None
        return spec_from_file_location(fullname, file, submodule_search_locations=package)


def _is_module(path: Path) -> bool:
    return path.name.endswith((SUFFIX, ".py"))


def _name_of(path: Path) -> str:
    """Return the name of the module that a file contains."""
    return ".".join((*path.parent.parts, path.name.partition(".")[0])).removesuffix(".__init__")


def digest_of(root: Path) -> str:
    """Return a digest of all sources under a folder, with their names, and of the Python version."""
    digest = hashlib.sha256(f"{sys.version} {SUFFIX} {platform.machine()}".encode())
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_bytes()
            digest.update(f"\0{path.relative_to(root).as_posix()} {len(text)}\0".encode() + text)
    return digest.hexdigest()[:DIGITS]


def use(environment: Mapping[str, str] = os.environ, root: Path = ROOT) -> None:
    """Make this process import compiled rules, if `ARBITER_COMPILED` is `yes` and the sources are unchanged.

    Refuses: RuntimeError if rules are loaded already, because both versions would then run side by side
    """
    if environment.get(ASKED) != "yes" or _finder() is not None:
        return
    folder = root / FOLDER / digest_of(root)
    if not folder.is_dir():
        return
    if any(name.startswith(f"{RULES}.") for name in sys.modules):
        raise RuntimeError(f"{RULES} is loaded already")
    sys.meta_path.insert(0, CompiledModules(folder))


def _finder() -> CompiledModules | None:
    return next((one for one in sys.meta_path if isinstance(one, CompiledModules)), None)


def describe(environment: Mapping[str, str] = os.environ, root: Path = ROOT) -> str:
    """Return a sentence that says whether this process runs compiled rules.

    If the settings ask for compiled rules but the process does not run them, the sentence also says why.
    """
    if _finder() is not None:
        return "yes"
    if environment.get(ASKED) != "yes":
        return "no"
    if (root / FOLDER).is_dir():
        return "no: a source or the Python is another than it was compiled from, run make compiled"
    return "no: nothing is compiled, run make compiled"
