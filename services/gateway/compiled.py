"""Rules that were compiled to machine code by `make compiled`: the same rules, played faster.

They lie in `build/compiled/<digest>`, under a digest of every source they were made from and of the Python they were
made for. A process that is asked to (ARBITER_COMPILED=yes) takes its modules from there; where the digest is another,
because a source or the Python has changed, there is no such folder, and it plays what the sources say.
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
"""The rules that are compiled: those that play matches by the hundred thousand."""
SOURCES: Final = ("services/tcg", "shared/kernel", "services/gateway/authoring/compiling")
"""The folders whose sources they are made from."""
DIGITS: Final = 16
SUFFIX: Final = EXTENSION_SUFFIXES[0]


class CompiledModules(MetaPathFinder):
    """Finds the modules of a folder, before they are looked for among the sources."""

    def __init__(self, folder: Path) -> None:
        """Look what is there."""
        self.files: Final = {
            _name_of(path.relative_to(folder)): path for path in sorted(folder.rglob("*.*")) if _is_module(path)
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None  # noqa: ARG002 its interface
    ) -> ModuleSpec | None:  # fmt: skip
        """Return where a module is, if it is one of these."""
        file = self.files.get(fullname)
        if file is None:
            return None
        package = [str(ROOT.joinpath(*fullname.split(".")))] if file.name == f"__init__{SUFFIX}" else None
        return spec_from_file_location(fullname, file, submodule_search_locations=package)


def _is_module(path: Path) -> bool:
    return path.name.endswith((SUFFIX, ".py"))


def _name_of(path: Path) -> str:
    """Return the name of the module in a file."""
    return ".".join((*path.parent.parts, path.name.partition(".")[0])).removesuffix(".__init__")


def digest_of(root: Path) -> str:
    """Digest the sources below a folder, their names, and the Python that would load what is made of them."""
    digest = hashlib.sha256(f"{sys.version} {SUFFIX} {platform.machine()}".encode())
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_bytes()
            digest.update(f"\0{path.relative_to(root).as_posix()} {len(text)}\0".encode() + text)
    return digest.hexdigest()[:DIGITS]


def use(environment: Mapping[str, str] = os.environ, root: Path = ROOT) -> None:
    """Play compiled rules in this process, where that is asked for and what is compiled is of these very sources.

    Refuses: RuntimeError (rules are loaded already, and would be played beside the compiled ones)
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
    """Say whether this process plays compiled rules, and if it does not though it was asked to, why."""
    if _finder() is not None:
        return "yes"
    if environment.get(ASKED) != "yes":
        return "no"
    if (root / FOLDER).is_dir():
        return "no: a source or the Python is another than it was compiled from, run make compiled"
    return "no: nothing is compiled, run make compiled"
