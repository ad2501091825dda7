"""The translations of texts that the server itself writes, as files of the page.

The refusals of all services and the meanings of commands and fields are English in every response. A page in another
language loads the translations of one game: `/web/de/refusals-dice.json` and `/web/de/help-dice.json` map English texts
to German ones. `/web/de/fields.json` maps the names of fields and of values of choices in all contracts to words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

SERVICES: Final = Path(__file__).resolve().parents[1]
SHARED: Final = SERVICES / "page/web/texts"
KINDS: Final = ("refusals", "help", "purposes")
PLATFORM: Final = "arbiter"
"""The name in place of a game's for responses that belong to no game."""


def translation_files(language: str, services: Path = SERVICES) -> Mapping[str, bytes]:
    """Return the files of translations for a language by their names, for the platform and for each game.

    The texts that several games have are in each of the files. A game without translations has only those. The words
    for the names of fields are one file, because a browser keeps it for finished games of any kind.
    """
    games = {path.parent.name: path.parent / "page" for path in services.glob("*/game.py")}
    fields = {name: word for folder in (None, *games.values()) for name, word in _texts("fields", language, folder)}
    return {"fields.json": msgspec.json.encode(fields, order="sorted")} | {
        f"{kind}-{name}.json": msgspec.json.encode(dict(_texts(kind, language, folder)), order="sorted")
        for kind in KINDS
        for name, folder in {PLATFORM: None, **games}.items()
    }


def _texts(kind: str, language: str, folder: Path | None) -> Iterator[tuple[str, str]]:
    """Yield the translations that all games share, then those of one game."""
    for one in (SHARED, folder):
        path = None if one is None else one / kind / f"{language}.json"
        if path is not None and path.exists():
            yield from msgspec.json.decode(path.read_bytes(), type=dict[str, str]).items()
