"""Parsers of the grammar. One process builds a parser, and every later process loads it from a file.

Building a parser takes a tenth of a second of processor time. Loading one takes a hundredth. Parsers are saved in
`build/grammars` under a name that depends on the grammar and on the versions of Lark and Python. If the folder cannot
be created or written to, each process builds its own parsers.
"""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import lark
from lark import Lark

KEPT: Final = Path(__file__).resolve().parents[3] / "build" / "grammars"
DIGITS: Final = 16
READABLE: Final = 0o644
"""The file mode 644 of a saved parser, because the user who builds a container image may not be the one who runs it."""
SAMPLES: Final = ("4d6kh3 + 2 [strength]", "(8d10 - 1d%) * 2", "{2d6r<2, 4dF}kl1")


@lru_cache(maxsize=8)
def parser_of(text: str, folder: Path = KEPT) -> Lark:
    """Return the parser of a grammar. Load it from its file or, if there is none, build and save it."""
    file = folder / name_of(text)
    found = _load(file) or _build(text, file)
    for sample in SAMPLES:
        found.parse(sample)  # Lark prepares its tables at the first use, which takes 5 ms
    return found


def name_of(text: str) -> str:
    """Return the file name for the parser of a grammar."""
    return hashlib.sha256(f"{lark.__version__}\0{sys.version}\0{text}".encode()).hexdigest()[:DIGITS]


def _load(file: Path) -> Lark | None:
    """Load a saved parser. Return None if there is none, or if the file cannot be read."""
    with suppress(Exception):  # a damaged pickle may raise any error, and the parser can be built instead
        return Lark.load(BytesIO(file.read_bytes()))
    return None


def _build(text: str, file: Path) -> Lark:
    """Build a parser, and save it if the folder is writable."""
    built = Lark(text, parser="lalr", propagate_positions=True)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, delete=False) as draft:
            built.save(draft)
        Path(draft.name).chmod(READABLE)
        Path(draft.name).replace(file)
    return built
