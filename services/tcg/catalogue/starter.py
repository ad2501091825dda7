"""The built-in card sets in every release: original cards, and decks made from them.

The starter set has two decks for learning the game. The core set has four, which use every word of the card language.

Rule: TC-RUL-104 (only original cards are shipped)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.sets import CardSet, SpiritSet, compose
from services.tcg.words import DeckList
from shared.kernel.catalogue import Catalogue, CatalogueUnknown, Tables

SetName: TypeAlias = Literal["starter", "core"]
SET_NAMES: Final[tuple[SetName, ...]] = get_args(SetName)
FILES: Final[Mapping[SetName, tuple[str, ...]]] = {
    "starter": ("saviors", "lantern", "tide"),
    "core": ("core/saviors", "core/spirits", "core/kiln", "core/kite", "core/bastion", "core/loom"),
}
"""The names of the data files that contain the cards of each set."""
DECK_FILES: Final[Mapping[SetName, str]] = {"starter": "decks", "core": "core/decks"}
TITLES: Final[Mapping[SetName, str]] = {"starter": "First Light", "core": "Four Roads"}


BEGINNING: Final[Mapping[str, Mapping[str, str]]] = {
    "lantern": {
        "plan": "steady",
        "about": "The deck to begin with. Play forms, make them stronger with spirits, and attack what is weaker.",
    },
    "tide": {
        "plan": "patient",
        "about": "Weaken their forms and send them away, until yours are the stronger ones.",
    },
}
"""What the decks of the starter set are for. Their releases have no words for it, and a release never changes."""


class DeckAbout(Struct, frozen=True, kw_only=True):
    """The description of a ready-made deck: its card set, its strategy in one word, and how to play it."""

    cards: SetName
    plan: str = ""
    about: str = ""


class OurSet(Struct, frozen=True, kw_only=True):
    """A built-in card set, without the built-in spirits, and its ready-made decks with their descriptions."""

    cards: Cards
    decks: dict[str, DeckList]
    about: dict[str, DeckAbout]


class Release(Struct, frozen=True, kw_only=True):
    """A release of the built-in card sets and of the built-in spirits.

    Releases that are older than the core set have only the starter set.
    """

    house: Cards
    sets: dict[str, OurSet]


def _read_tables(tables: Tables) -> Release:
    sets: dict[str, OurSet] = {name: _read_set(tables, name) for name in SET_NAMES if DECK_FILES[name] in tables}
    return Release(house=msgspec.convert(tables["house"], Cards), sets=sets)


def _read_set(tables: Tables, name: SetName) -> OurSet:
    cards = [card for file in FILES[name] for card in tables[file]["cards"]]
    about, decks = {}, {}
    for deck, table in tables[DECK_FILES[name]].items():
        written = dict(table)
        words = {word: written.pop(word) for word in ("plan", "about") if word in written} or BEGINNING.get(deck, {})
        about[deck], decks[deck] = DeckAbout(cards=name, **words), msgspec.convert(written, DeckList)
    return OurSet(cards=msgspec.convert({"name": TITLES[name], "cards": cards}, Cards), decks=decks, about=about)


SETS: Final = Catalogue(Path(__file__).parent, _read_tables)
"""Every release of the built-in sets. A match uses the release with which it was opened."""
STARTER: Final = SETS.today.sets["starter"].cards
"""The starter set's cards: two saviors, and the forms and commands of both decks, without the built-in spirits."""
STARTER_DECKS: Final[Mapping[str, DeckList]] = MappingProxyType(SETS.today.sets["starter"].decks)
CORE: Final = SETS.today.sets["core"].cards
"""The core set's cards: saviors, forms, commands and spirits, without the built-in spirits."""
CORE_DECKS: Final[Mapping[str, DeckList]] = MappingProxyType(SETS.today.sets["core"].decks)
DECKS: Final[Mapping[str, DeckList]] = MappingProxyType({**STARTER_DECKS, **CORE_DECKS})
"""The ready-made decks of all built-in sets, by name. A match accepts only decks made from its own cards."""


@lru_cache
def our_set(spirits: SpiritSet, release: str = SETS.name, *, cards: str = "starter") -> CardSet:
    """Return a built-in card set with the chosen spirits, by default the current release of the starter set.

    Refuses: CatalogueUnknown if that release has no such set
    """
    found = SETS.set_named(release)
    if cards not in found.sets:
        raise CatalogueUnknown(f"{release} has no set {cards}")
    return compose(found.sets[cards].cards, spirits, found.house)


def set_with(decks: Iterable[DeckList]) -> SetName:
    """Return the name of the built-in set to which all these decks belong.

    If the decks come from several sets, or from none, return the name of the starter set.
    """
    found: set[SetName] = {name for deck in decks if (name := set_of(deck)) is not None}
    return found.pop() if len(found) == 1 else "starter"


def set_of(deck: DeckList) -> SetName | None:
    """Return the name of the built-in set that contains a deck's savior, or None if no set does."""
    return next((name for name in SET_NAMES if deck.savior in _ids(name)), None)


@lru_cache
def _ids(name: SetName) -> frozenset[str]:
    return frozenset(card.id for card in SETS.today.sets[name].cards.cards)
