"""The page's translations: each language has every text of the sources, and no other text."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from typing import Final

import pytest

from services.gateway.authoring.page_building import WEB, Texts, install, languages, list_texts
from services.gateway.games import GAMES
from services.page.languages import ENGLISH

SERVICES: Final = WEB.parents[1]
HOLE: Final = re.compile(r"\{([\w.]*)([#?!@]?)([^}]*)\}")
COUNTED: Final = re.compile(r"\{[\w.]+#([^}]*)\}")
FORMS: Final = re.compile(r"[^{}|]+\|[^{}|]+")
TAGS: Final = re.compile(r"</?\w+>")
CODES: Final = {"on with reduced motion", "points over the deck"}
"""Literals that look like text but are not shown to users: a stored choice and the header of a CSV file."""
PURPOSES: Final = {"scene", "foes", "world", "characters", "game master", "corrections", "endings"}
JOBS: Final = ("Job", "Chunk")
MANY: Final = 2000
KNOWN: Final = ("en", "de")

each_language = pytest.mark.parametrize("language", [one for one in KNOWN if one != ENGLISH])


@pytest.fixture(scope="module")
def listed() -> Texts:
    """Return the texts in the page's sources; skip the test if npm cannot install the build tools."""
    try:
        install()
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"npm cannot install the tools that build the page: {error}")
    return list_texts()


@pytest.fixture(scope="module")
def texts(listed: Texts) -> Mapping[str, Mapping[str, str]]:
    """Return the position of each text in the sources, by owner: the page or a game."""
    return {owner: {one["text"]: one["at"] for one in found} for owner, found in listed.texts.items()}


def translations(owner: str, language: str) -> Mapping[str, str]:
    """Read the translations of the page or of a game."""
    folder = WEB / "texts" if owner == "page" else SERVICES / owner / "page"
    path = folder / f"{language}.json"
    found: Mapping[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def pairs(texts: Mapping[str, object], language: str) -> list[tuple[str, str]]:
    """Return each text with its translation."""
    return [pair for owner in texts for pair in translations(owner, language).items()]


def holes(text: str) -> list[tuple[str, str, str]]:
    """Return the placeholders of a text, each as its path, its mark and, after `@`, its format.

    Words inside may differ.
    """
    return sorted((path, mark, rest if mark == "@" else "") for path, mark, rest in HOLE.findall(text))


@pytest.mark.rule("AR-PAGE-62")
@each_language
def test_a_language_has_every_text_and_nothing_else(texts: Mapping[str, Mapping[str, str]], language: str) -> None:
    """Every text has a translation, and no translation belongs to a text that the sources no longer have."""
    known = {owner: translations(owner, language) for owner in texts}
    all_texts = [(owner, text, at) for owner, found in texts.items() for text, at in found.items()]

    assert [] == [f"{at}: {text}" for owner, text, at in all_texts if not known[owner].get(text, "").strip()]
    assert [] == [f"{owner}: {text}" for owner, found in known.items() for text in found if text not in texts[owner]]
    assert len(all_texts) > MANY


@pytest.mark.rule("AR-PAGE-62")
@each_language
def test_a_translation_has_the_holes_of_its_text(texts: Mapping[str, Mapping[str, str]], language: str) -> None:
    """A translation has the placeholders of its text, in any order, and keeps the elements inside a sentence."""
    all_pairs = pairs(texts, language)

    assert [] == [text for text, says in all_pairs if holes(text) != holes(says)]
    assert [] == [text for text, says in all_pairs if sorted(TAGS.findall(text)) != sorted(TAGS.findall(says))]
    assert [] == [says for _, says in all_pairs if "`" in says or "${" in says]


@pytest.mark.rule("AR-PAGE-62")
@each_language
def test_a_counted_word_names_its_forms(texts: Mapping[str, Mapping[str, str]], language: str) -> None:
    """The page forms the English plural of `{n#card}` itself. A translation states all forms, as in `card|cards`."""
    all_pairs = pairs(texts, language)
    forms = [word for _, says in all_pairs for word in COUNTED.findall(says)]

    assert forms
    assert [] == [word for word in forms if "|" not in word]
    assert [] == [text for text, says in all_pairs if FORMS.fullmatch(text) and "|" not in says]


@pytest.mark.rule("AR-PAGE-62")
@each_language
def test_each_command_has_a_name(language: str) -> None:
    """A language has a name for every command of the contracts, and for every group of commands on the page.

    It has no other names.
    """
    names: Mapping[str, str] = json.loads((WEB / "texts/names" / f"{language}.json").read_text("utf-8"))
    served = {name for game in GAMES for name in commands_of(game)}

    assert names.keys() == served | PURPOSES
    assert all(name.strip() for name in names.values())


def commands_of(game: str) -> set[str]:
    """Return the commands in a game's contract: the schemas with their own name as `type` that are not events."""
    folder = WEB.parents[2] / "contracts" / game
    schemas = json.loads((folder / "openapi.json").read_bytes())["components"]["schemas"]
    events = json.loads((folder / "events.json").read_bytes())["events"]
    typed = {name for name, one in schemas.items() if one.get("properties", {}).get("type", {}).get("const") == name}
    return {name for name in typed - set(events) if not name.startswith(JOBS)}


@pytest.mark.rule("AR-PAGE-62")
def test_every_language_is_built_and_offered() -> None:
    """The page's footer offers English, and each language that has a file of texts."""
    source = (WEB / "src/language.ts").read_text("utf-8")
    offered = re.findall(r"(\w+): '", source[source.index("LANGUAGES") :].partition(";")[0])

    assert [ENGLISH, *languages()] == offered
    assert set(KNOWN) == set(offered)


@pytest.mark.rule("AR-PAGE-62")
def test_no_sentence_of_the_sources_is_unmarked(listed: Texts) -> None:
    """Each literal in the sources that reads like a sentence is marked as a text to translate.

    Literals that only programs read are exempt.
    """
    assert {one for found in listed.unmarked.values() for one in found} == CODES
