"""Checks of decks. They report every rule of deck building that a deck breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import CardPool, MatchContext, Printed
from services.tcg.state.match import Match
from services.tcg.words import DeckList, DeckName
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class DeckIllegal(Refusal, rule="TC-DECK-01"):
    """This deck breaks the rules of deck building: correct each fault listed in `has`."""


class DeckGivenAlready(Refusal, rule="TC-SETUP-15"):
    """The match has already started, with the decks submitted before: play on, or open a new match for another deck."""


# ---------------------------------------------------------------- commands


class SubmitDeck(Command, frozen=True, kw_only=True):
    """Submit a deck. You can replace it until the match starts."""

    counts_as = "move"
    hides = ("deck",)
    deck: DeckList


# ---------------------------------------------------------------- events


class DeckAccepted(Event, frozen=True, kw_only=True):
    """A player submitted a legal deck."""

    seat: Seat
    deck: Secret[DeckList]


# ---------------------------------------------------------------- judgement


MAIN: Final = 30
"""The number of cards in a main deck. Rule: TC-DECK-01."""
SPIRITS: Final = 15
"""The number of cards in a spirit deck. Rule: TC-DECK-05, TC-SPI-13."""
COPIES: Final = 4
"""The maximum number of copies of a card name, over all sets, numbers and rarities. Rule: TC-DECK-03, TC-RUL-097."""
SPIRIT_LIMITS: Final[Mapping[str, tuple[int, str]]] = MappingProxyType(
    {"Rescue Spirit": (4, "TC-SPI-14"), "Perfect Spirit": (1, "TC-SPI-15")}
)
"""The maximum number of spirits of each name, with the rule's id. Other spirits have no limit.

The card pool decides which names count as the same name.

Rule:    TC-DECK-06, TC-SPI-16 to TC-SPI-18, TC-RUL-098 to TC-RUL-100
"""


BACKS: Final[tuple[DeckName, ...]] = ("main", "spirit")
"""The card backs, each named after the deck whose cards have it."""
SIZES: Final[Mapping[DeckName, int]] = MappingProxyType({"main": MAIN, "spirit": SPIRITS})
EMPTY: Final[Mapping[str, int]] = MappingProxyType({})


class DeckFault(Struct, frozen=True, kw_only=True):
    """A rule that a deck breaks, with the reason."""

    rule: str
    reason: str

    def __str__(self) -> str:
        """Return the fault on one line."""
        return f"{self.rule}: {self.reason}"


def faults(pool: CardPool, deck: DeckList) -> tuple[DeckFault, ...]:
    """Return every fault of a deck.

    Rule: TC-DECK-01 to TC-DECK-03, TC-DECK-05, TC-DECK-08, TC-DECK-09, TC-SPI-13 to TC-SPI-18
    """
    return _faults_of(pool, deck.savior, tuple(deck.main.items()), tuple(deck.spirits.items()))


@lru_cache(maxsize=64)
def _faults_of(
    pool: CardPool, savior: str, main: tuple[tuple[str, int], ...], spirits: tuple[tuple[str, int], ...]
) -> tuple[DeckFault, ...]:  # fmt: skip
    """Return the faults of a deck with this savior and these piles. The result is cached for simulations."""
    deck = DeckList(savior=savior, main=dict(main), spirits=dict(spirits))
    return tuple(fault for check in CHECKS for fault in check(pool, deck))


def _unknown(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Yield a fault for cards that are not in the card set. Rule: TC-CARD-12."""
    for card in sorted({deck.savior, *deck.main, *deck.spirits} - pool.printed.keys()):
        yield DeckFault(rule="TC-CARD-12", reason=f"this match has no card {card}")


def _savior(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Yield a fault if the card named as the deck's savior is not a savior. Rule: TC-DECK-08."""
    if kind := _not_of(pool, deck.savior, "savior"):
        yield DeckFault(rule="TC-DECK-08", reason=f"{deck.savior} is a {kind}, not a savior")


def _not_of(pool: CardPool, card: str, *kinds: str) -> str:
    """Return the card's kind if it is not one of `kinds`, or an empty string if it is, and for an unknown card."""
    printed = pool.printed.get(card)
    return "" if printed is None or printed.kind in kinds else printed.kind


def _main_size(_pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Yield a fault if the main deck, without the savior, has a wrong size. Rule: TC-DECK-01, TC-DECK-09."""
    if (size := sum(deck.main.values())) != MAIN:
        yield DeckFault(rule="TC-DECK-01", reason=f"the main deck has {size} cards, not {MAIN}")


def _main_kinds(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Yield a fault for cards in the main deck that are not forms or commands. Rule: TC-DECK-02."""
    for card in sorted(deck.main):
        if kind := _not_of(pool, card, "form", "command"):
            yield DeckFault(rule="TC-DECK-02", reason=f"{card} in the main deck is a {kind}")


def _copies(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Yield a fault for each name with too many copies in the main deck. Rule: TC-DECK-03, TC-RUL-097."""
    for name, count in _by_name(pool, deck.main):
        if count > COPIES:
            yield DeckFault(rule="TC-DECK-03", reason=_too_many(count, name, COPIES))


def _by_name(pool: CardPool, pile: Mapping[str, int]) -> list[tuple[str, int]]:
    """Count cards by name. Each name is spelled as on the first card that has it. Rule: TC-RUL-152."""
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for card, count in pile.items():
        if card in pool.printed:
            printed = pool.printed[card]
            counts[names.setdefault(printed.key, printed.name)] += count
    return sorted(counts.items())


def _too_many(count: int, name: str, most: int) -> str:
    """Return the reason of a fault. It shows the name without spaces that make no difference."""
    return f"{count} cards named {' '.join(name.split())}, the maximum is {most}"


def _limits(pool: CardPool) -> dict[str, tuple[int, str]]:
    """Return the limit of each limited spirit, by normalized name."""
    return {pool.compared(name): limit for name, limit in SPIRIT_LIMITS.items()}


def _spirits_size(_pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Yield a fault if the spirit deck has a wrong size. Rule: TC-DECK-05, TC-SPI-13."""
    if (size := sum(deck.spirits.values())) != SPIRITS:
        yield DeckFault(rule="TC-SPI-13", reason=f"the spirit deck has {size} cards, not {SPIRITS}")


def _spirits_kinds(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Yield a fault for cards in the spirit deck that are not spirits. Rule: TC-SPI-13."""
    for card in sorted(deck.spirits):
        if kind := _not_of(pool, card, "spirit"):
            yield DeckFault(rule="TC-SPI-13", reason=f"{card} in the spirit deck is a {kind}")


def _spirits_limits(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Yield a fault for each spirit with too many copies.

    Rule: TC-SPI-14, TC-SPI-15, TC-RUL-098, TC-RUL-100, TC-RUL-152
    """
    limits = _limits(pool)
    for name, count in _by_name(pool, deck.spirits):
        most, rule = limits.get(pool.compared(name), (SPIRITS, ""))
        if rule and count > most:
            yield DeckFault(rule=rule, reason=_too_many(count, name, most))


CHECKS: Final[tuple[Callable[[CardPool, DeckList], Iterator[DeckFault]], ...]] = (
    _unknown, _savior, _main_size, _main_kinds, _copies, _spirits_size, _spirits_kinds, _spirits_limits,
)  # fmt: skip


@lru_cache(maxsize=32)
def some_deck(pool: CardPool) -> DeckList:
    """Return a legal deck from a card set: the set's first cards, each with as many copies as are allowed."""
    savior = next((card.id for card in pool.printed.values() if card.kind == "savior"), "none")
    main, spirits = (fill_up(pool, back, cards_with_back(pool, back), size=SIZES[back]) for back in BACKS)
    return DeckList(savior=savior, main=main, spirits=spirits)


def cards_with_back(pool: CardPool, back: DeckName) -> list[Printed]:
    """Return the cards that may be in the deck with this back: spirits, or forms and commands.

    Rule: TC-DECK-02, TC-SPI-13
    """
    kinds = {"spirit"} if back == "spirit" else {"form", "command"}
    return [card for card in pool.printed.values() if card.kind in kinds]


def fill_up(
    pool: CardPool, back: DeckName, cards: Iterable[Printed], *, size: int, given: Mapping[str, int] = EMPTY
) -> dict[str, int]:
    """Add cards to a pile until it has `size` cards.

    The function takes each card in turn, with as many copies as the card's limit allows.

    Rule:    TC-DECK-03, TC-SPI-14 to TC-SPI-18
    """
    limits = _limits(pool) if back == "spirit" else {}
    pile, names = {**given}, Counter[str]()
    for named, count in given.items():
        names[pool.printed[named].key] += count
    for card in cards:
        most = limits[card.key][0] if card.key in limits else size if back == "spirit" else COPIES
        copies = min(most - names[card.key], size - sum(pile.values()))
        if copies > 0:
            pile[card.id] = pile.get(card.id, 0) + copies
            names[card.key] += copies
    return pile


@judge
def submit_deck(ctx: MatchContext, command: SubmitDeck) -> None:
    """Accept a deck. The match starts when every player has submitted one.

    Rule:    TC-DECK-01, TC-SETUP-15
    Refuses: DeckGivenAlready, DeckIllegal
    """
    if ctx.state.stage != "lobby":
        raise DeckGivenAlready(needs="a match that has not started", has=ctx.state.stage, field="deck")
    if wrong := faults(ctx.pool, command.deck):
        raise DeckIllegal(needs="a legal deck", has=tuple(map(str, wrong)), field="deck")
    ctx.emit(DeckAccepted(seat=ctx.seat, deck=ctx.secret(command.deck)))


# ---------------------------------------------------------------- fold


@fold
def _deck_accepted(match: Match, event: DeckAccepted) -> None:
    player = match.players[event.seat]
    player.deck_list, player.ready = event.deck.open(), True


# ---------------------------------------------------------------- samples


@samples
def decks(match: Match, _seat: Seat) -> Samples[SubmitDeck]:
    """Yield a sample that submits a legal deck made from the match's cards."""
    yield Sample(command=SubmitDeck(deck=some_deck(pool_of(match))), fields={"deck": Field(schema="DeckList")})
