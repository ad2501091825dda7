"""The vocabulary of fights.

The vocabulary depends on the settings, and on the numbers of heroes, enemies and Items in a scenario. It is therefore
the same for every fight of an environment and for all its seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arbiter_env.rpg_boundless.scenarios import Scenario
from arbiter_env.vocabulary import DONE, Vocabulary, placed
from services.rpg_boundless.catalogue import ATTRIBUTES

COMMANDS: Final = ("EndTurn", "Attack", "HelpDying", "Save", "Accept", "CriticalSave")
"""The words with which a command can begin."""
HERO: Final = (
    "unhurt", "wounded", "dying", "dead", "hp", "max_hp", "stamina", "strength", "dexterity", "willpower", "armor",
    "acted", "done", "turn",
)  # fmt: skip
"""The numbers of a hero: the status, the scores, the HP of the worn Armor, and the hero's turn in this round."""
ENEMY: Final = ("stands", "hp", "max_hp", "armor", "damage", "acted", "done", "turn")
"""The numbers of an enemy. HP, Armor and the highest Damage Rating are 0 unless the enemy is revealed."""
QUESTIONS: Final = ("turn", "save", "critical_save")
"""The kinds of questions that a seat may be asked."""


def vocabulary(scenario: Scenario) -> Vocabulary:
    """Return the vocabulary of a scenario."""
    words = tuple(_words(scenario))
    return Vocabulary(words=words, numbers=placed(_sizes(scenario, len(words))))


def heroes(scenario: Scenario) -> tuple[str, ...]:
    """Return the words for the heroes as a seat sees them: first its own hero, then those of the following seats."""
    return ("me", *(f"ally{place}" for place in range(1, len(scenario.heroes))))


def enemies(scenario: Scenario) -> tuple[str, ...]:
    """Return the words for the enemies."""
    return tuple(f"enemy{place}" for place in range(len(scenario.enemies)))


def _most_items(scenario: Scenario) -> int:
    return max(len(hero.items) for hero in scenario.heroes)


def _words(scenario: Scenario) -> Iterator[str]:
    yield from (DONE, *COMMANDS, *heroes(scenario)[1:], *enemies(scenario), *ATTRIBUTES)
    yield from (f"item{place}" for place in range(_most_items(scenario)))
    yield from (f"stamina{spent}" for spent in range(scenario.settings.stamina.maximum + 1))


def _sizes(scenario: Scenario, words: int) -> Iterator[tuple[str, int]]:
    """Yield the named parts of an observation, each with the number of its values."""
    yield "round", 1
    yield from ((hero, len(HERO)) for hero in heroes(scenario))
    yield "me.weapons", _most_items(scenario)
    yield from ((enemy, len(ENEMY)) for enemy in enemies(scenario))
    yield from (("question", len(QUESTIONS)), ("question.damage", 1), ("said", words))
