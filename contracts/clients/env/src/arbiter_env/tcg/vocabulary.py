"""The vocabulary of matches.

The vocabulary depends only on the card set and the settings. It is therefore the same for every match of an environment
and for both seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, get_args

from arbiter_env.vocabulary import DONE, Vocabulary, placed
from services.tcg.catalogue.starter import SetName, our_set
from services.tcg.chapters.decisions import CHOOSING
from services.tcg.chapters.pool import pool_of_text
from services.tcg.chapters.terms import CardPool, mode_keys
from services.tcg.settings import MatchSettings
from services.tcg.state.match import DecisionKind
from services.tcg.words import PHASES, STEPS, WINDOWS

COMMANDS: Final = (
    "EndStep", "Pass", "FlipSavior", "PlayForm", "PlayCommand", "SetCommand", "SpiritualizeCard", "Activate",
    "DeclareAttack", "ChooseFirst", "CutDeck", "Mulligan",
)  # fmt: skip
"""The words with which a command can begin.

An answer to a question begins with the kind of the question instead.
"""
OPTIONS: Final = 12
"""The number of words for options without a name, `#0` to `#11`. The last word is used for all further options."""
KINDS: Final[tuple[str, ...]] = get_args(DecisionKind)
"""The kinds of questions, in the order that observations use."""
SIDES: Final = ("me", "op")
COUNTS: Final = ("deck", "spirits", "hand_main", "hand_spirits", "turns", "sacrifices_left", "flipped", "active")
"""The numbers that an observation has for each side."""
FIGHTER: Final = ("there", "pwr", "level", "boundless", "attacks_left", "spirits_left", "damaged", "spirits")
"""The numbers that an observation has for a savior or form."""


@dataclass(frozen=True)
class Cards:
    """The ids of a card set: its cards by kind, and the keys of those effects that can be named."""

    saviors: tuple[str, ...]
    forms: tuple[str, ...]
    commands: tuple[str, ...]
    spirits: tuple[str, ...]
    effects: tuple[str, ...]

    @property
    def main(self) -> tuple[str, ...]:
        """Return the cards that may be in main decks."""
        return self.forms + self.commands

    @property
    def fighters(self) -> tuple[str, ...]:
        """Return the cards that can attack or be attacked."""
        return self.saviors + self.forms


@dataclass(frozen=True, kw_only=True)
class CardVocabulary(Vocabulary):
    """The words and numbers of a card set under some settings."""

    cards: Cards


@lru_cache(maxsize=8)
def vocabulary(settings: MatchSettings | None = None, cards_of: SetName = "starter") -> CardVocabulary:
    """Return the vocabulary of a card set under some settings.

    By default, this is the vocabulary of the starter set under the default settings.
    """
    settings = settings or MatchSettings()
    cards = _cards(pool_of_text(our_set(settings.spirit_set, cards=cards_of).text))
    words = tuple(_words(cards, settings))
    return CardVocabulary(cards=cards, words=words, numbers=placed(_sizes(cards, settings, len(words))))


def places(settings: MatchSettings) -> list[str]:
    """Return the words for the places of cards in play."""
    zones = ["savior"]
    zones += [f"form{zone}" for zone in range(settings.form_zones)]
    zones += [f"command{zone}" for zone in range(settings.command_zones)]
    return [f"{side}.{zone}" for side in SIDES for zone in zones]


def _cards(pool: CardPool) -> Cards:
    by_kind = {kind: tuple(sorted(one.id for one in pool.printed.values() if one.kind == kind)) for kind in (
        "savior", "form", "command", "spirit")}  # fmt: skip
    flips = [f"{savior}#flip" for savior in by_kind["savior"]]
    modes = [key for one in pool.abilities.values() for modes in one.modes for key in mode_keys(one.key, modes)]
    effects = tuple(sorted({*pool.abilities, *flips, *modes}))
    return Cards(by_kind["savior"], by_kind["form"], by_kind["command"], by_kind["spirit"], effects)


def _words(cards: Cards, settings: MatchSettings) -> Iterator[str]:
    yield from (DONE, *COMMANDS, *sorted(CHOOSING), *SIDES, "first", "defer", "yes")
    yield from (f"#{option}" for option in range(OPTIONS))
    yield from places(settings)
    yield from (f"hand:{card}" for card in cards.main + cards.spirits)
    yield from (f"deck:{card}" for card in cards.main + cards.spirits)
    yield from (f"under:{card}" for card in cards.spirits)
    for side in SIDES:
        yield from (f"{side}.drop:{card}" for card in cards.main)
        yield from (f"{side}.void:{card}" for card in cards.spirits)
    yield from (f"effect:{effect}" for effect in cards.effects)


def _sizes(cards: Cards, settings: MatchSettings, words: int) -> Iterator[tuple[str, int]]:
    """Yield the named parts of an observation, each with the number of its values."""
    yield "hand", len(cards.main + cards.spirits)
    for side in SIDES:
        yield f"{side}.counts", len(COUNTS)
        yield f"{side}.drop", len(cards.main)
        yield f"{side}.void", len(cards.spirits)
    for place in places(settings):
        if "command" in place:
            yield place, 2 + len(cards.commands)
        else:
            yield place, len(FIGHTER) + len(cards.fighters) + len(cards.spirits)
    yield from (("turn", 1), ("step", len(STEPS)), ("phase", len(PHASES)), ("window", len(WINDOWS)))
    yield from (("attack.by", len(places(settings))), ("attack.on", len(places(settings))))
    yield from (("chain", 2), ("chain.top", len(cards.effects)))
    yield from (("question", len(KINDS)), ("question.effect", len(cards.effects)))
    yield "said", words
