"""The page's glossaries and chapters of rules, compared with each game's ledger, texts and names."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from services.bones.catalogue import DIFFICULTIES, SKILLS
from services.gateway.authoring.page_building import WEB, languages
from services.gateway.games import GAMES
from services.rpg_boundless import catalogue as boundless
from services.rpg_boundless.chapters.conditions import AILMENTS
from services.rpg_specialist_pool import catalogue as pool
from services.rpg_specialist_total import catalogue as total
from services.tcg.catalogue import booklet
from services.tcg.words import Kind, Phase, Step

ROOT: Final = Path(__file__).resolve().parents[2]
STEPS: Final = {"act1": "act step", "act2": "act step"}
"""Steps of a turn whose name in the code differs from the game's name."""
SENTENCE: Final = re.compile(r"[A-ZÄÖÜ0-9\[].*[^.]\.")

NAMES: Final[dict[str, Iterable[str]]] = {
    "bones": (*(name.replace("_", " ") for name in DIFFICULTIES), *SKILLS),
    "dice": ("notation", "position pool", "luck pool", "flip total", "character dice", "symbol dice"),
    "rpg_boundless": (
        *get_args(boundless.Attribute), *get_args(boundless.Position), *AILMENTS, "petty", "bulky",
        *(name for name in get_args(boundless.Status) if name != "unhurt"),
    ),
    "rpg_specialist_pool": (
        *get_args(pool.Tier), *(name.replace("_", " ") for name in (*get_args(pool.Critical), "partial_success")),
        *(name.replace("_", " ") for name in get_args(pool.Consequence) if name != "narrative"),
    ),
    "rpg_specialist_total": (
        *(f"{name} armor" for name in get_args(total.Armor) if name != "none"), *get_args(total.Mode),
        *get_args(total.Drug), "evaded", "glancing", "hit", "unconscious", "dying",
    ),
    "tcg": (
        *get_args(Kind), *booklet.KEYWORDS, *(one.name for one in booklet.MAT), *booklet.COMMAND_TYPES,
        *(one.name for one in booklet.SPIRIT_TYPES.values()),
        *(name.rstrip(":") for name in booklet.INDICATORS.values() if name),
        *(STEPS.get(name, f"{name} step") for name in get_args(Step)), *(f"{name} phase" for name in get_args(Phase)),
    ),
}  # fmt: skip
"""Names in each game's own code, for example of conditions, positions, tiers, kinds of cards, zones and steps."""

each_game = pytest.mark.parametrize("game", sorted(GAMES))


def glossary(game: str) -> list[dict[str, Any]]:
    """Read the glossary of a game."""
    terms: list[dict[str, Any]] = json.loads((ROOT / "services" / game / "page/glossary.json").read_bytes())
    return terms


def forms(one: dict[str, Any]) -> set[str]:
    """Return all forms of a term, in lower case."""
    return {form.lower() for form in (one["term"], *one.get("also", ()))}


def ledger(game: str) -> dict[str, Any]:
    """Read the ledger of a game."""
    return tomllib.loads((ROOT / "contracts" / game / "rules.toml").read_text("utf-8"))


@pytest.mark.rule("AR-PAGE-50")
@each_game
def test_each_term_occurs_in_the_ledger_or_on_the_page_and_names_a_rule_that_exists(game: str) -> None:
    """Each term of a glossary is listed once, occurs in the ledger or on the page, and names an existing rule.

    Its explanation has one or two sentences.
    """
    rules = {rule["id"] for rule in ledger(game)["rule"]}
    ready = ROOT / "services" / game / "page/ready.json"
    pages = [*(ROOT / "services" / game / "page").rglob("*.ts"), *([ready] if ready.exists() else [])]
    texts = (ROOT / "contracts" / game / "rules.toml").read_text("utf-8") + "".join(map(Path.read_text, pages))
    terms = glossary(game)

    assert [] == [one["term"] for one in terms if not any(form in texts.lower() for form in forms(one))]
    assert [] == [one["term"] for one in terms if one.get("rule", next(iter(rules))) not in rules]
    assert [] == [one["term"] for one in terms if not SENTENCE.fullmatch(one["says"])]
    every = [form for one in terms for form in forms(one)]
    assert sorted(set(every)) == sorted(every)


@pytest.mark.rule("AR-PAGE-50")
@each_game
def test_each_name_of_the_games_own_vocabulary_has_an_entry(game: str) -> None:
    """The glossary explains conditions, positions, tiers, kinds of cards, zones and steps."""
    known = {form for one in glossary(game) for form in forms(one)}

    assert [] == [name for name in NAMES[game] if name.lower() not in known]


@pytest.mark.rule("AR-PAGE-86")
@each_game
@pytest.mark.parametrize("language", languages())
def test_a_language_explains_every_term_and_no_other(game: str, language: str) -> None:
    """Each language has a word and a sentence for every term of a game, and no word stands for two terms.

    The build in the language has these sentences and none in English.
    """
    terms = glossary(game)
    known: dict[str, dict[str, Any]] = json.loads(
        (ROOT / "services" / game / "page/glossary" / f"{language}.json").read_bytes()
    )
    built = (WEB / "translated" / language / "glossaries.js").read_text("utf-8")
    every = [form for one in known.values() for form in forms(one)]

    assert [one["term"] for one in terms] == list(known)
    assert [] == [one["term"] for one in known.values() if not SENTENCE.fullmatch(one["says"])]
    assert sorted(set(every)) == sorted(every)
    assert [] == [one["says"] for one in known.values() if one["says"] not in built]
    assert [] == [one["says"] for one in terms if one["says"] in built]


@pytest.mark.rule("AR-PAGE-51")
@each_game
def test_each_rule_is_in_one_chapter_for_players(game: str) -> None:
    """The chapters name every group of rules of the ledger exactly once, and no unknown group."""
    groups = {re.sub(r"-\d+$", "", rule["id"]) for rule in ledger(game)["rule"]}
    chapters = json.loads((ROOT / "services" / game / "page/chapters.json").read_bytes())
    named = [group for chapter in chapters for group in chapter["groups"]]

    assert sorted(groups) == sorted(named)
    assert len({chapter["title"] for chapter in chapters}) == len(chapters)
