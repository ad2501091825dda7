"""The translations of texts that the server writes: refusals, meanings, and purposes of draws."""

from __future__ import annotations

import functools
import gzip
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from services.gateway.authoring.page_building import WEB, languages
from services.gateway.games import GAMES
from services.page.serving import page_files
from services.page.translations import KINDS, translation_files
from tests.support.server_texts import Texts, facts, meanings, purposes, refusals, translations

OWNERS: Final = ("page", *GAMES)
HOLE: Final = re.compile(r"\{\d\}")
CODE: Final = re.compile(r"`([^`]+)`")
QUOTED: Final = re.compile("„([^“]+)“")
PROBLEM: Final = {"needs": "needs", "has": "has"}
MOST_BYTES: Final = 32_000
"""The maximum size of a compressed file of translations: a page loads two of them for a game."""
MANY: Final = {"refusals": 1000, "help": 500, "purposes": 60}

each_language = pytest.mark.parametrize("language", languages())
each_kind = pytest.mark.parametrize("kind", KINDS)


def refusals_and_facts() -> Mapping[str, Texts]:
    """Return the sentences of refusals and the phrases in their facts, by owner."""
    sentences, phrases = refusals(), facts()
    return {owner: {**phrases.get(owner, {}), **sentences.get(owner, {})} for owner in {*sentences, *phrases}}


TEXTS: Final[Mapping[str, Callable[[], Mapping[str, Texts]]]] = {
    "refusals": refusals_and_facts,
    "help": meanings,
    "purposes": purposes,
}
"""What lists the English texts of each kind of file, by owner."""


@functools.cache
def texts_of(kind: str) -> Mapping[str, Texts]:
    """Return the English texts of a kind by owner, each with its place."""
    return TEXTS[kind]()


def pairs(kind: str, language: str) -> list[tuple[str, str]]:
    """Return all texts of a kind, each with its translation."""
    return [pair for owner in OWNERS for pair in translations(kind, owner, language).items()]


def words_of(language: str) -> set[str]:
    """Return the words of a language for the names of commands, fields and values, and for the facts of a problem."""
    page: Mapping[str, str] = json.loads((WEB / "texts" / f"{language}.json").read_text("utf-8"))
    files = [WEB / "texts/names", WEB / "texts/fields", *WEB.parents[1].glob("*/page/fields")]
    named = [json.loads((folder / f"{language}.json").read_text("utf-8")) for folder in files]
    return {word for words in named for word in words.values()} | {page[name] for name in PROBLEM}


@pytest.mark.rule("AR-PAGE-62")
@each_language
@each_kind
def test_each_text_of_the_server_has_a_translation(kind: str, language: str) -> None:
    """Every refusal, phrase in a fact, meaning, and purpose of a draw has a translation in its owner's file.

    The files map English texts, so a text that changes loses its translation, and this test names it.
    """
    found = texts_of(kind)
    known = {owner: translations(kind, owner, language) for owner in OWNERS}
    missing = [
        f"{owner}: {text} ({at})"
        for owner, texts in found.items()
        for text, at in texts.items()
        if not known[owner].get(text, "").strip()
    ]

    assert [] == missing
    assert sum(map(len, found.values())) > MANY[kind]


@pytest.mark.rule("AR-PAGE-62")
@each_language
@each_kind
def test_no_translation_belongs_to_another_text(kind: str, language: str) -> None:
    """No file has a translation of a text that the server no longer writes, or that another file has."""
    found = texts_of(kind)
    stale = [
        f"{owner}: {text}"
        for owner in OWNERS
        for text in translations(kind, owner, language)
        if text not in found.get(owner, {})
    ]

    assert [] == stale


@pytest.mark.rule("AR-PAGE-62")
@each_language
@each_kind
def test_a_translation_has_the_holes_of_its_text(kind: str, language: str) -> None:
    """A translation has the holes of its text, in any order, and no piece of code that its text lacks."""
    all_pairs = pairs(kind, language)

    assert [] == [text for text, says in all_pairs if sorted(HOLE.findall(text)) != sorted(HOLE.findall(says))]
    assert [] == [says for text, says in all_pairs if not set(CODE.findall(says)) <= set(CODE.findall(text))]


@pytest.mark.rule("AR-PAGE-62")
@each_language
@pytest.mark.parametrize("kind", ["refusals", "help"])
def test_a_quoted_name_is_one_that_the_page_shows(kind: str, language: str) -> None:
    """A name in quotation marks is the word that forms and problems show for a command, a field, a value or a fact."""
    words = words_of(language)
    quoted = {name: text for text, says in pairs(kind, language) for name in QUOTED.findall(says)}

    assert [] == [f"{name}: {text}" for name, text in quoted.items() if name not in words]
    assert quoted


@pytest.mark.rule("AR-PAGE-62")
@each_language
def test_a_refusal_says_under_which_fact_to_look(language: str) -> None:
    """A translation names the same facts as its text, by the words that the page shows for them."""
    page: Mapping[str, str] = json.loads((WEB / "texts" / f"{language}.json").read_text("utf-8"))
    wrong = [
        text
        for text, says in pairs("refusals", language)
        for fact in PROBLEM
        if (f"`{fact}`" in text) != (page[fact] in QUOTED.findall(says))
    ]

    assert [] == wrong


@pytest.mark.rule("AR-PAGE-63")
@each_language
@each_kind
def test_each_game_has_one_small_file_of_each_kind(kind: str, language: str) -> None:
    """The server serves one file of each kind for every game, with the texts of all games in each of them."""
    files, shared = page_files(), translations(kind, "page", language)
    for game in ("arbiter", *GAMES):
        own = {} if game == "arbiter" else translations(kind, game, language)
        file = files[f"/web/{language}/{kind}-{game}.json"]

        assert json.loads(file.body) == {**shared, **own}
        assert len(gzip.compress(file.body, 6)) <= MOST_BYTES


@pytest.mark.rule("AR-PAGE-63")
@each_language
def test_the_words_for_fields_are_one_small_file(language: str) -> None:
    """The server serves the words for the names of fields of all games as one file, which no build contains."""
    file = page_files()[f"/web/{language}/fields.json"]
    own = {name: word for owner in OWNERS for name, word in translations("fields", owner, language).items()}

    assert json.loads(file.body) == own
    assert len(gzip.compress(file.body, 6)) <= MOST_BYTES
    assert [] == [path for path in (WEB / "translated" / language).iterdir() if path.stem == "fields"]


@pytest.mark.rule("AR-PAGE-62")
def test_a_game_without_translations_has_the_shared_texts(tmp_path: Path) -> None:
    """A new game needs no translations of its own: its files have the texts of the platform."""
    (tmp_path / "coin").mkdir()
    (tmp_path / "coin/game.py").touch()
    files = translation_files("de", tmp_path)

    assert json.loads(files["refusals-coin.json"]) == translations("refusals", "page", "de")
    assert json.loads(files["help-coin.json"]) == translations("help", "page", "de")
