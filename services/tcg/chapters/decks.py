"""What is wrong with a deck: every violation at once, each with the rule it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import CardPool, MatchContext, Printed
from services.tcg.state.match import Match
from services.tcg.words import DeckList
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class DeckIllegal(Refusal, rule="TC-DECK-01"):
    """The deck breaks rules of deck building; `has` names each."""


class DeckGivenAlready(Refusal, rule="TC-SETUP-15"):
    """This player has handed in a deck, and the match has begun."""


# ---------------------------------------------------------------- commands


class SubmitDeck(Command, frozen=True, kw_only=True):
    """Hand in a deck; until the match starts it may be handed in anew."""

    counts_as = "move"
    hides = ("deck",)
    deck: DeckList


# ---------------------------------------------------------------- events


class DeckAccepted(Event, frozen=True, kw_only=True):
    """A player handed in a legal deck."""

    seat: Seat
    deck: Secret[DeckList]


# ---------------------------------------------------------------- judgement


MAIN: Final = 30
"""Rule: TC-DECK-01."""
SPIRITS: Final = 15
"""Rule: TC-DECK-05, TC-SPI-13."""
COPIES: Final = 4
"""So many cards of one name, whatever their set, number or rarity. Rule: TC-DECK-03, TC-RUL-097."""
SPIRIT_LIMITS: Final[Mapping[str, tuple[int, str]]] = MappingProxyType(
    {"Rescue Spirit": (4, "TC-SPI-14"), "Perfect Spirit": (1, "TC-SPI-15")}
)
"""At most so many spirits of a name, with the rule; all others as many as fit. Names are compared by the pool.

Rule: TC-DECK-06, TC-SPI-16 to TC-SPI-18, TC-RUL-098 to TC-RUL-100
"""


class DeckFault(Struct, frozen=True, kw_only=True):
    """A rule that a deck breaks, and how."""

    rule: str
    reason: str

    def __str__(self) -> str:
        """Return it on one line."""
        return f"{self.rule}: {self.reason}"


def faults(pool: CardPool, deck: DeckList) -> tuple[DeckFault, ...]:
    """Name everything that keeps a deck from being played.

    Rule: TC-DECK-01 to TC-DECK-03, TC-DECK-05, TC-DECK-08, TC-DECK-09, TC-SPI-13 to TC-SPI-18
    """
    return tuple(fault for check in CHECKS for fault in check(pool, deck))


def _unknown(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Rule: TC-CARD-12."""
    for card in sorted({deck.savior, *deck.main, *deck.spirits} - pool.printed.keys()):
        yield DeckFault(rule="TC-CARD-12", reason=f"no card of this match is {card}")


def _savior(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Rule: TC-DECK-08."""
    if kind := _not_of(pool, deck.savior, "savior"):
        yield DeckFault(rule="TC-DECK-08", reason=f"{deck.savior} is a {kind}, no savior")


def _not_of(pool: CardPool, card: str, *kinds: str) -> str:
    """Return the kind of a card where it is none of these; nothing for a card nobody knows."""
    printed = pool.printed.get(card)
    return "" if printed is None or printed.kind in kinds else printed.kind


def _main_size(_pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """The savior does not count. Rule: TC-DECK-01, TC-DECK-09."""
    if (size := sum(deck.main.values())) != MAIN:
        yield DeckFault(rule="TC-DECK-01", reason=f"the main deck has {size} cards, not {MAIN}")


def _main_kinds(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Rule: TC-DECK-02."""
    for card in sorted(deck.main):
        if kind := _not_of(pool, card, "form", "command"):
            yield DeckFault(rule="TC-DECK-02", reason=f"{card} in the main deck is a {kind}")


def _copies(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Rule: TC-DECK-03, TC-RUL-097."""
    for name, count in _by_name(pool, deck.main):
        if count > COPIES:
            yield DeckFault(rule="TC-DECK-03", reason=f"{count} cards named {name}, {COPIES} at most")


def _by_name(pool: CardPool, pile: Mapping[str, int]) -> list[tuple[str, int]]:
    """Count the cards of a pile by their names, each as the first of its cards prints it. Rule: TC-RUL-152."""
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for card, count in pile.items():
        if card in pool.printed:
            printed = pool.printed[card]
            counts[names.setdefault(printed.key, printed.name)] += count
    return sorted(counts.items())


def _limits(pool: CardPool) -> dict[str, tuple[int, str]]:
    """Return the limits of spirits, by what their names are compared by."""
    return {pool.compared(name): limit for name, limit in SPIRIT_LIMITS.items()}


def _spirits_size(_pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Rule: TC-DECK-05, TC-SPI-13."""
    if (size := sum(deck.spirits.values())) != SPIRITS:
        yield DeckFault(rule="TC-SPI-13", reason=f"the spirit deck has {size} cards, not {SPIRITS}")


def _spirits_kinds(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Rule: TC-SPI-13."""
    for card in sorted(deck.spirits):
        if kind := _not_of(pool, card, "spirit"):
            yield DeckFault(rule="TC-SPI-13", reason=f"{card} in the spirit deck is a {kind}")


def _spirits_limits(pool: CardPool, deck: DeckList) -> Iterator[DeckFault]:
    """Rule: TC-SPI-14, TC-SPI-15, TC-RUL-098, TC-RUL-100, TC-RUL-152."""
    limits = _limits(pool)
    for name, count in _by_name(pool, deck.spirits):
        most, rule = limits.get(pool.compared(name), (SPIRITS, ""))
        if rule and count > most:
            yield DeckFault(rule=rule, reason=f"{count} cards named {name}, {most} at most")


CHECKS: Final[tuple[Callable[[CardPool, DeckList], Iterator[DeckFault]], ...]] = (
    _unknown, _savior, _main_size, _main_kinds, _copies, _spirits_size, _spirits_kinds, _spirits_limits,
)  # fmt: skip


def some_deck(pool: CardPool) -> DeckList:
    """Return the first deck of a card set: as many copies as may be of each card in turn."""
    cards = list(pool.printed.values())
    savior = next((card.id for card in cards if card.kind == "savior"), "none")
    main = _filled((card for card in cards if card.kind in {"form", "command"}), MAIN, {})
    spirits = _filled((card for card in cards if card.kind == "spirit"), SPIRITS, _limits(pool))
    return DeckList(savior=savior, main=main, spirits=spirits)


def _filled(cards: Iterable[Printed], size: int, limits: Mapping[str, tuple[int, str]]) -> dict[str, int]:
    """Fill a pile to its size; spirits without a limit of their own come as many as fit."""
    pile: dict[str, int] = {}
    names: Counter[str] = Counter()
    for card in cards:
        most = limits[card.key][0] if card.key in limits else (size if limits else COPIES)
        copies = min(most - names[card.key], size - sum(pile.values()))
        if copies > 0:
            pile[card.id] = copies
            names[card.key] += copies
    return pile


@judge
def submit_deck(ctx: MatchContext, command: SubmitDeck) -> None:
    """Take a deck; once everybody in the match has handed one in, it starts.

    Rule:    TC-DECK-01, TC-SETUP-15
    Refuses: DeckGivenAlready, DeckIllegal
    """
    if ctx.state.stage != "lobby":
        raise DeckGivenAlready(needs="a match that has not started", has=ctx.state.stage, field="deck")
    if wrong := faults(ctx.pool, command.deck):
        raise DeckIllegal(needs="a deck by the rules", has=tuple(map(str, wrong)), field="deck")
    ctx.emit(DeckAccepted(seat=ctx.seat, deck=ctx.secret(command.deck)))


# ---------------------------------------------------------------- fold


@fold
def _deck_accepted(match: Match, event: DeckAccepted) -> None:
    player = match.players[event.seat]
    player.deck_list, player.ready = event.deck.open(), True


# ---------------------------------------------------------------- samples


@samples
def decks(match: Match, _seat: Seat) -> Samples[SubmitDeck]:
    """Offer some deck of the match's cards."""
    yield Sample(command=SubmitDeck(deck=some_deck(pool_of(match))), fields={"deck": Field(schema="DeckList")})
