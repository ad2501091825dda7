"""The words for names of fields and values.

Each language has a word for every name that the page shows, and no other.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Final

import pytest

from services.gateway.authoring.page_building import WEB, languages
from services.gateway.games import GAMES
from tests.support.page_fields import by_owner, lists_of, names_of, singular

SERVICES: Final = WEB.parents[1]
MANY: Final = 1000

each_language = pytest.mark.parametrize("language", languages())


def words(owner: str, language: str) -> Mapping[str, str]:
    """Read the file of words of the page or of a game."""
    folder = WEB / "texts" if owner == "page" else SERVICES / owner / "page"
    path = folder / "fields" / f"{language}.json"
    found: Mapping[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def commands(language: str) -> Mapping[str, str]:
    """Read the file of the names of commands."""
    found: Mapping[str, str] = json.loads((WEB / "texts/names" / f"{language}.json").read_text("utf-8"))
    return found


def shown() -> Mapping[str, Mapping[str, str]]:
    """Return the names that each game shows.

    They are the names in its contract, and the name of one item of each of its lists.
    """
    games = {game: names_of(game) for game in GAMES}
    single = {game: {singular(name): f"one of {name}" for name in lists_of(game)} for game in GAMES}
    return by_owner({game: {**single[game], **games[game]} for game in GAMES})


@pytest.mark.rule("AR-PAGE-62")
@each_language
def test_each_name_of_a_field_or_a_value_has_a_word(language: str) -> None:
    """Every name except those of commands has a word in its game's file, or in the page's if several games have it."""
    known = {owner: words(owner, language) for owner in ("page", *GAMES)}
    found, named = shown(), commands(language)
    missing = [
        f"{owner}: {name} ({at})"
        for owner, names in found.items()
        for name, at in names.items()
        if name not in named and not known[owner].get(name, "").strip()
    ]

    assert [] == missing
    assert sum(map(len, found.values())) > MANY


@pytest.mark.rule("AR-PAGE-62")
@each_language
def test_each_word_belongs_to_a_name_of_a_field_or_a_value(language: str) -> None:
    """No word belongs to a name that the contracts no longer have, or that another file has.

    A word may belong to a value in only one field, as in `cover_rounding=up`, or to a name that means something else in
    one game, as in `tcg:drop`.
    """
    found, named = shown(), commands(language)
    anywhere = {name for names in found.values() for name in names}
    anywhere |= {f"{game}:{name}" for game in GAMES for name in names_of(game) if name in found["page"]}
    stale = [
        f"{owner}: {name}"
        for owner in ("page", *GAMES)
        for name in words(owner, language)
        if not is_current(name, found.get(owner, {}), anywhere) or name in named
    ]

    assert [] == stale


def is_current(name: str, own: Collection[str], anywhere: Collection[str]) -> bool:
    """Return whether a word's name is among its file's names, or is a value in one field or a name in one game."""
    field, _, value = name.partition("=")
    if ":" in name:
        return name in anywhere
    return field in anywhere and value in anywhere if value else name in own
