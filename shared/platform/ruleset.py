"""The name of a game's rules: a release, and a digest of all code and data that decide commands.

Two releases with the same digest decide every command in the same way. An audit compares digests to distinguish a
changed rule from a wrong decision. The digest covers everything that the game and the kernel's stream import. It
leaves out code that only shows or offers something (views, routes, simulations), and docstrings, comments and blank
lines. It also leaves out the tables of a catalogue, because a stream names the catalogue version that decides it
(`shared/kernel/catalogue.py`). Only the digest of a simulation includes the tables, because simulations use the
current ones.

Computing the digest takes a second of processor time, which every process would need at its start. Therefore it is
cached in `build/rulesets.json` with a digest of every source byte, and reused while no source has changed.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from shared.kernel.catalogue import INDEX, read_index

ROOT: Final = Path(__file__).resolve().parents[2]
OURS: Final = ("services", "shared")
KERNEL: Final = ("shared.kernel.stream",)
JOBS: Final = ("shared.kernel.jobs.chunk", "shared.kernel.jobs.game")
SHOWS: Final = frozenset({"views", "routes", "simulations"})
"""The names of a game's modules that decide no command."""
DATA: Final = (".lark", ".toml")
DIGITS: Final = 16
KEPT: Final = Path("build", "rulesets.json")

_LITERAL: Final = re.compile(r"""(?s)(\"{3}|'{3}|"|')(?:\\.|(?!\1).)*\1|#[^\n]*""")


class ModuleSource(NamedTuple):
    """The source of a module: its code, without docstrings, comments and blank lines, and its imports."""

    code: str
    imports: frozenset[str]


def release() -> str:
    """Return the version number of this release."""
    return version("arbiter")


@cache
def ruleset_of(service: str) -> str:
    """Return the name of a service's rules: this release's version, and a digest of the rules."""
    return f"{release()}+{known_digest(ROOT, service, KERNEL)}"


@cache
def simulation_ruleset_of(service: str) -> str:
    """Return the name of the rules for a service's simulations.

    This name also changes with the policies and with the code that plays trials.
    """
    return f"{release()}+{known_digest(ROOT, service, simulated_with(service))}"


def simulated_with(service: str) -> tuple[str, ...]:
    """Return the modules on which a game's simulations depend, in addition to those of the game itself."""
    return (*KERNEL, *JOBS, f"services.{service}.simulations")


class KeptDigests(Struct, frozen=True):
    """The content of the cache file: each digest by the modules that it covers, and a digest of all sources."""

    sources: str
    rules: dict[str, str] = {}


def known_digest(root: Path, service: str, beside: Sequence[str]) -> str:
    """Return the digest of a game's rules from the cache. If it is not there, compute and cache it."""
    file, sources, name = root / KEPT, sources_digest(root), " ".join((service, *beside))
    kept = _read_cache(file, sources)
    if name in kept.rules:
        return kept.rules[name]
    digest = rules_digest(root, service, beside)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        draft.write_bytes(msgspec.json.encode(KeptDigests(sources, _read_cache(file, sources).rules | {name: digest})))
        draft.replace(file)
    return digest


def _read_cache(file: Path, sources: str) -> KeptDigests:
    """Return the cached digests for these sources. They are empty if there are none or the cache is unreadable."""
    with suppress(OSError, msgspec.DecodeError):
        kept = msgspec.json.decode(file.read_bytes(), type=KeptDigests)
        if kept.sources == sources:
            return kept
    return KeptDigests(sources)


@cache
def sources_digest(root: Path) -> str:
    """Return one digest of all files that may contain rules, and of the Python version."""
    digest = hashlib.sha256(sys.version.encode())
    for top in OURS:
        for path in sorted((root / top).rglob("*")):
            if path.suffix in {".py", *DATA}:
                text = path.read_bytes()
                digest.update(f"\0{path.relative_to(root).as_posix()} {len(text)}\0".encode() + text)
    return digest.hexdigest()


def rules_digest(root: Path, service: str, beside: Sequence[str]) -> str:
    """Compute the digest of everything that a game and the modules `beside` it import, in the source tree at `root`."""
    digest = hashlib.sha256()
    simulated = f"services.{service}.simulations" in beside
    for name, text in (*_code(root, service, beside), *_data(root, service, catalogue=simulated)):
        digest.update(name.encode() + b"\0" + text.encode() + b"\0")
    return digest.hexdigest()[:DIGITS]


def modules_of(root: Path, service: str, beside: Sequence[str]) -> dict[str, Path]:
    """Return the files that a game and the modules `beside` it import, directly or indirectly, by module name.

    Refuses: LookupError if one of these modules is missing
    """
    missing = [name for name in beside if file_of(root, name) is None]
    if missing:
        raise LookupError(f"no such module: {', '.join(missing)}")
    shows = {f"services.{service}.{name}" for name in SHOWS} - {*beside}
    found: dict[str, Path] = {}
    left = [f"services.{service}.game", *beside]
    while left:
        name = left.pop()
        path = file_of(root, name)
        if path is None or name in found or any(name == one or name.startswith(f"{one}.") for one in shows):
            continue
        found[name] = path
        left += source_at(path, name).imports
    return dict(sorted(found.items()))


def _code(root: Path, service: str, beside: Sequence[str]) -> Iterator[tuple[str, str]]:
    for name, path in modules_of(root, service, beside).items():
        yield name, source_at(path, name).code


def _data(root: Path, service: str, *, catalogue: bool) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each data file on which a game's decisions depend.

    The text of a TOML file is its parsed content, so that its layout does not matter.
    """
    folder = root / "services" / service
    named: frozenset[Path] = frozenset() if catalogue else _tables_of(folder / "catalogue")
    for path in sorted(folder.rglob("*")):
        if path.suffix in DATA:
            text = path.read_text("utf-8")
            yield (
                path.relative_to(root).as_posix(),
                repr(_rules_in(path, text, named)) if path.suffix == ".toml" else text,
            )


def _tables_of(folder: Path) -> frozenset[Path]:
    """Return the paths of the tables that belong to a released catalogue.

    A table may be a whole file or a part of one.
    """
    if not folder.joinpath(INDEX).is_file():
        return frozenset()
    return frozenset(folder.joinpath(*table.split(".")) for table in read_index(folder).tables)


def _rules_in(path: Path, text: str, named: frozenset[Path]) -> dict[str, Any]:
    """Return the content of a data file, without the tables that belong to a released catalogue."""
    file = path.with_suffix("")
    if file in named:
        return {}
    return {table: rows for table, rows in tomllib.loads(text).items() if file / table not in named}


@cache
def source_at(path: Path, name: str) -> ModuleSource:
    """Read the source of a module."""
    text = path.read_text("utf-8")
    lines: list[bytes | None] = [*text.encode().splitlines()]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    imports = {name.rpartition(".")[0]}
    for statement in _statements(ast.parse(text).body):
        match statement:
            case ast.Import():
                imports |= {alias.name for alias in statement.names}
            case ast.ImportFrom():
                imports |= set(_named_modules(statement, package))
            case ast.Expr(value=ast.Constant(value=str())):
                last = statement.end_lineno or statement.lineno
                lines[statement.lineno - 1 : last] = [None] * (last - statement.lineno + 1)
            case _:
                pass
    code = b"\n".join(line for line in lines if line is not None).decode()
    bare = _LITERAL.sub(lambda found: "" if found[0].startswith("#") else found[0], code)
    return ModuleSource("\n".join(filter(None, map(str.rstrip, bare.split("\n")))), frozenset(imports))


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield all statements of a body, including those in nested bodies."""
    for statement in body:
        yield statement
        for name in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, name, ()))
        for branch in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield from _statements(branch.body)


def _named_modules(statement: ast.ImportFrom, package: str) -> Iterator[str]:
    """Yield the modules that a `from … import …` may import: the named module and its submodules."""
    above = package.split(".")[: len(package.split(".")) - statement.level + 1] if statement.level else []
    base = ".".join([*above, *filter(None, [statement.module])])
    yield base
    yield from (f"{base}.{alias.name}" for alias in statement.names)


@cache
def file_of(root: Path, name: str) -> Path | None:
    """Return the file of a module, or None if this project has no such module."""
    if name.partition(".")[0] not in OURS:
        return None
    path = root.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def keep_all(root: Path = ROOT) -> None:
    """Cache the digests of all games at build time, for container images that cannot write files later."""
    for game in sorted((root / "services").glob("*/game.py")):
        service = game.parent.name
        known_digest(root, service, KERNEL)
        if game.with_name("simulations.py").exists():
            known_digest(root, service, simulated_with(service))


if __name__ == "__main__":
    keep_all()
