"""`make game NAME=coin` writes a small game that runs, is tested and is served. `make remove NAME=coin` removes it.

The template beside this file is also an example to read. The command copies the template to the game's folder, to the
game's ledger in the contracts, and to its tests. A line in `games.py` makes the gateway serve the game.
"""

from __future__ import annotations

import keyword
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_lowercase
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
TEMPLATE: Final = Path(__file__).with_name("template")
GAMES: Final = ROOT / "services/gateway/games.py"
PLACES: Final[Mapping[str, str]] = {
    "game.py": "services/NAME/game.py",
    "state.py": "services/NAME/state.py",
    "chapters/tosses.py": "services/NAME/chapters/tosses.py",
    "rules.toml": "contracts/NAME/rules.toml",
    "conformance.py": "tests/NAME/conformance.py",
}
"""The path to which each template file is written."""
PACKAGES: Final[Mapping[str, str]] = {
    "services/NAME": "The game `NAME`.",
    "services/NAME/chapters": "The chapters of its rules.",
    "tests/NAME": "Its tests.",
}
FOLDERS: Final = ("services", "contracts", "tests")
PATTERN: Final = re.compile(r"[a-z][a-z0-9_]{1,30}")
NO_NAMES: Final = frozenset({"schema", "health", "metrics"})
"""The names that no game may have, because the server uses them as first path segments."""


class NoSuchGame(ValueError):
    """Raised when a game with this name cannot be written or removed. The message says why."""


def write(name: str) -> list[Path]:
    """Write the template as a game with this name, and return the files. Refuses: NoSuchGame."""
    check_name(name)
    for folder in FOLDERS:
        if (ROOT / folder / name).exists():
            raise NoSuchGame(f"{folder}/{name} exists already: choose another name, or `make remove NAME={name}`")
    prefix = free_prefix(name, prefixes_in_use())
    texts = {place: (TEMPLATE / of).read_text("utf-8") for of, place in PLACES.items()}
    texts |= {f"{package}/__init__.py": f'"""{says}"""\n' for package, says in PACKAGES.items()}
    written: list[Path] = []
    for place, text in texts.items():
        path = ROOT / place.replace("NAME", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("NAME", name).replace("ID-", f"{prefix}-"), "utf-8")
        written.append(path)
    _serve([*_games(), name])
    return written


def remove(name: str) -> list[Path]:
    """Remove the folders of a game that was never committed, and its line in `games.py`. Return the removed paths.

    Refuses: NoSuchGame
    """
    check_name(name)
    folders = [path for folder in FOLDERS if (path := ROOT / folder / name).exists()]
    if not folders and name not in _games():
        raise NoSuchGame(f"no game has the name {name}")
    if _is_committed(folders):
        raise NoSuchGame(f"{name} is under version control: remove it with git, so that it can be restored")
    for folder in folders:
        shutil.rmtree(folder)
    _serve([one for one in _games() if one != name])
    return folders


def check_name(name: str) -> None:
    """Check that a new game may have this name.

    Refuses: NoSuchGame
    """
    if not PATTERN.fullmatch(name) or keyword.iskeyword(name):
        raise NoSuchGame(
            f"{name!r} cannot name a game: 2 to 31 small letters, digits and _, a letter first, and no word of Python"
        )
    if name in NO_NAMES:
        raise NoSuchGame(f"/{name} is a path of the gateway: choose another name")


def free_prefix(name: str, others: frozenset[str]) -> str:
    """Return a two-letter prefix for the ids of a game's rules that no other ledger uses.

    Refuses: NoSuchGame
    """
    words = [word for word in name.split("_") if word]
    letters = ("".join(word[0] for word in words) if len(words) > 1 else "") + "".join(words)
    every = [(first + second).upper() for first in letters for second in letters[1:] + ascii_lowercase]
    free = next((pair for pair in every if pair.isalpha() and pair not in others), None)
    if free is None:
        raise NoSuchGame(f"every prefix with the first letter of {name} is taken: choose another name")
    return free


def prefixes_in_use() -> frozenset[str]:
    """Return the prefixes of the rule ids in the ledgers of all games."""
    found = (path.read_text("utf-8") for path in ROOT.glob("contracts/*/rules.toml"))
    return frozenset(prefix for text in found for prefix in re.findall(r'^id = "([A-Z]+)-', text, re.MULTILINE))


def _games() -> list[str]:
    names: list[str] = re.findall(r'^    "(\w+)",$', GAMES.read_text("utf-8"), re.MULTILINE)
    return names


def _serve(names: Sequence[str]) -> None:
    """Rewrite the list of served games in `games.py`."""
    text = GAMES.read_text("utf-8")
    lines = "".join(f'    "{name}",\n' for name in names)
    GAMES.write_text(re.sub(r'(?<=^GAMES: Final = \(\n)(    "\w+",\n)*', lines, text, flags=re.MULTILINE), "utf-8")


def _is_committed(folders: Sequence[Path]) -> bool:
    """Return whether git tracks a file in one of these folders. If git fails, return True."""
    asked = subprocess.run(  # noqa: S603 names that `check_name` allows
        ["git", "ls-files", "--", *folders],  # noqa: S607 git as it is found
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return asked.returncode != 0 or bool(asked.stdout.strip())


def _run(words: Sequence[str]) -> Iterator[str]:
    """Write or remove a game, as the command line says. Yield one line of output for each path."""
    match words:
        case ["--remove", name]:
            yield from (f"removed {path.relative_to(ROOT)}" for path in remove(name))
        case [name]:
            yield from (f"wrote {path.relative_to(ROOT)}" for path in write(name))
        case _:
            raise NoSuchGame("the name is missing: make game NAME=coin, or make remove NAME=coin")


def main() -> None:
    """Run the command line that writes or removes a game."""
    try:
        for line in _run([word for word in sys.argv[1:] if word]):
            sys.stdout.write(line + "\n")
    except NoSuchGame as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    main()
