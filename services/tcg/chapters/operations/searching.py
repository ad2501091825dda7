"""The step in which a player searches a deck: the player looks through it, takes cards, and shuffles it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from services.tcg.catalogue.faults import Fault, Place
from services.tcg.catalogue.language.conditions import Amount, Condition
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.catalogue.text.joining import is_compound
from services.tcg.catalogue.text.speech import filter_words, words_for
from services.tcg.chapters import entering, hands, leaving, triggers
from services.tcg.chapters.operations.questions import Question
from services.tcg.chapters.operations.reader import Reader, after, reads
from services.tcg.chapters.terms import Follow, Holds, MatchContext, mark_outdated_if_hand_or_drop
from services.tcg.state.match import Card, Match
from services.tcg.state.places import show, to_hand
from services.tcg.state.tasks import Running, TriggerEvent
from services.tcg.words import DeckName
from shared.kernel.chapter import fold
from shared.kernel.messages import NOBODY, Event, Seat, Secret

PROBE: Final = -1
"""The temporary instance id of a card in a deck while a filter tests it.

Otherwise, cards in decks have no instance ids.
"""


class Search(Step, frozen=True, kw_only=True, tag="search"):
    """A step in which a player looks through their deck, takes cards, and then shuffles the deck."""

    phrase = "search your {deck} deck for up to {found}{filter}{reckoned}, put {them} into {into} and shuffle the deck"
    deck: DeckName
    n: Amount
    to: Literal["hand", "drop", "void", "play"]
    filter: Condition | None = None

    def say_found(self) -> str:
        """Return the words for the number of cards to take, and whether they are spirits."""
        if not isinstance(self.n, int):
            return f"X {'cards' if self.deck == 'main' else 'spirits'}" if self._is_described() else words_for(self.n)
        return f"{self.n} {'card' if self.deck == 'main' else 'spirit'}{'s' * (self.n != 1)}"

    def say_filter(self) -> str:
        """Return the words for the filter of the cards to take."""
        return filter_words(self.filter, "is" if self.n == 1 else "are")

    def say_reckoned(self) -> str:
        """Return the words that say what X is, if both the number of cards and the cards have a description."""
        return f", where X is {words_for(self.n)}" if self._is_described() else ""

    def _is_described(self) -> bool:
        """Return whether the number of cards needs words of its own."""
        return not isinstance(self.n, int) and (self.filter is not None or is_compound(self.n))

    def say_them(self) -> str:
        """Return the pronoun for the cards: "it" or "them"."""
        return "it" if self.n == 1 else "them"

    def say_into(self) -> str:
        """Return the words for the zone to which the cards go."""
        return words_for(self.to, "to").replace("the ", "your ")

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if the step would put spirits into a zone for other cards, or other cards into one for spirits.

        Rule: TC-ZONE-04, TC-ZONE-19
        """
        if self.deck == "main" and self.to == "void":
            yield place.fault("to", "only spirits can go to the void: write hand, drop or play", "TC-ZONE-19")
        if self.deck == "spirit" and self.to in ("drop", "play"):
            reason = "a spirit cannot be played or go to the drop zone: write hand or void"
            yield place.fault("to", reason, "TC-ZONE-04")


@reads
def search(reader: Reader, step: Search) -> None:
    """Ask the player to take up to `n` cards from a deck, then shuffle it. Cards found by a filter are revealed.

    The player is always asked and may take nothing, since no other player knows the deck. Options are positions in the
    sorted list of matching cards, so that they do not reveal the order of the deck. Only forms can be put into play.
    They need an open form zone, but no sacrifice. For a single form, the player picks its zone. Since version 3 of the
    decision rules, a search for 0 cards does nothing.

    Rule: TC-ZONE-13, TC-ZONE-18, TC-RUL-027, TC-RUL-083, TC-RUL-087, TC-RUL-145
    """
    amount, gap = reader.amount(step.n), reader.gap() if reader.revised else None
    filtered, key = reader.filter(step.filter), reader.key()
    zone = key + "zone"

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        places, deck = fitting(ctx, running, step, filtered), deck_of(ctx, running, step)
        zones = ctx.state.players[running.seat].forms.count(0)
        most = min(amount(ctx, running), zones) if step.to == "play" else amount(ctx, running)
        words = tuple(deck[place] for place in places)
        return [Question(0, running.seat, range(len(places)), 0, max(most, 0), always=bool(deck), words=words)]

    def zones(ctx: MatchContext, running: Running) -> list[Question]:
        forms = ctx.state.players[running.seat].forms
        open_zones = [at for at, number in enumerate(forms) if not number]
        return [Question(0, running.seat, open_zones, 1, 1)] if len(running.names[key]) == 1 else []

    def operation(ctx: MatchContext, running: Running) -> int:
        places = fitting(ctx, running, step, filtered)
        cards = _take(ctx, running, step, [places[one] for one in running.names[key]])
        _go_on(ctx, running, step, cards, *running.names.get(zone, ()))
        return after(ctx, running)

    reader.ask(key, "choose_cards", questions)
    if step.to == "play":
        reader.ask(zone, "choose_zone", zones)
    reader.emit(operation)
    end = reader.here
    if gap is not None:
        reader.fill(gap, lambda ctx, running: running.at + 1 if amount(ctx, running) > 0 else end)


def deck_of(ctx: MatchContext, running: Running, step: Search) -> list[str]:
    """Return the deck of the effect's player that the step searches."""
    player = ctx.state.players[running.seat]
    return player.deck if step.deck == "main" else player.spirits


def fitting(ctx: MatchContext, running: Running, step: Search, filtered: Holds | None) -> list[int]:
    """Return the deck positions of the cards that may be taken, sorted by card id."""
    deck, printed = deck_of(ctx, running, step), ctx.pool.printed
    names = {name for name in deck if step.to != "play" or printed[name].kind == "form"}
    if filtered is not None:
        names = {name for name in names if _passes(ctx, running, name, filtered)}
    return sorted((place for place, name in enumerate(deck) if name in names), key=lambda place: (deck[place], place))


def _passes(ctx: MatchContext, running: Running, printed: str, filtered: Holds) -> bool:
    """Return whether a card in a deck passes a filter. The card has an instance id only during the test."""
    table = ctx.state.table
    table[PROBE] = Card(PROBE, printed, running.seat, running.seat, "removed")
    try:
        return filtered(ctx, running, PROBE)
    finally:
        del table[PROBE]


def _take(ctx: MatchContext, running: Running, step: Search, places: Sequence[int]) -> tuple[str, ...]:
    """Record the search, and return the cards that were taken. Cards found by a filter are shown to all.

    Rule: TC-RUL-087
    """
    seat, deck = running.seat, deck_of(ctx, running, step)
    cards = tuple(deck[place] for place in places)
    shown = cards if cards and (step.filter is not None or step.to != "hand") else None
    first = ctx.state.made + 1 if cards and step.to in ("hand", "drop") else 0
    ctx.emit(
        Searched(
            seat=seat, deck=step.deck, n=len(cards), to=step.to, places=Secret(audience=NOBODY, value=tuple(places)),
            cards=Secret(audience=(seat,), value=cards), revealed=shown, first=first,
        )
    )  # fmt: skip
    return cards


def _go_on(ctx: MatchContext, running: Running, step: Search, cards: Sequence[str], *zones: int) -> None:
    """Put the found cards into play or into the void, as the step states, and then shuffle the deck.

    Rule:    TC-ZONE-13, TC-ZONE-18, TC-RUL-027
    """
    seat = running.seat
    player = ctx.state.players[seat]
    for printed in cards if step.to == "play" else ():
        entering.put_form_from_deck(ctx, seat, printed, zones[0] if zones else player.forms.index(0))
    if step.to == "void" and cards:
        leaving.to_void(ctx, "effect", deck=[(seat, printed) for printed in cards])
    if not ctx.over and not player.lost:
        hands.shuffle(ctx, seat, step.deck)
        triggers.happen(ctx, TriggerEvent(event="searched", by=seat))


class Searched(Event, frozen=True, kw_only=True):
    """A player looked through a deck and took `n` cards.

    If the cards go to the hand or the drop zone, this event moves them there, and `first` is the first of their new,
    consecutive instance ids. If they go into play or into a void, later events move them.
    """

    seat: Seat
    deck: DeckName
    n: int
    to: Literal["hand", "drop", "void", "play"]
    places: Secret[tuple[int, ...]]
    """The deck positions of the taken cards, counted from the bottom."""
    cards: Secret[tuple[str, ...]]
    revealed: tuple[str, ...] | None = None
    first: int = 0


@fold
def _searched(match: Match, event: Searched) -> None:
    """Move the found cards to the hand or the drop zone. Later events move cards that go elsewhere."""
    if event.to not in ("hand", "drop"):
        return
    deck, cards = hands.deck_of(match, event.seat, event.deck), event.cards.open()
    for place in sorted(event.places.open(), reverse=True):
        del deck[place : place + 1]
    if event.to == "hand":
        to_hand(match, event.seat, event.first, cards)
        return
    for number, printed in enumerate(cards, event.first):
        show(match, Card(number, printed, event.seat, event.seat, "drop"), match.players[event.seat].drop)


BOARD: Final[Mapping[type[Event], Follow | None]] = {Searched: mark_outdated_if_hand_or_drop}
"""The update of the board after a search: a found card may have abilities that work from the hand or drop zone."""
