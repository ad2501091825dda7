"""Cards that move between decks, hands and drop zones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from services.tcg.chapters import triggers, winning
from services.tcg.chapters.departures import CardReturned
from services.tcg.chapters.replacing import replace_event, reverse_pending_from
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card, Match
from services.tcg.state.places import lift, off_the_top, show, to_hand
from services.tcg.state.tasks import TriggerEvent
from services.tcg.words import DeckName
from shared.kernel.chapter import fold
from shared.kernel.messages import NOBODY, Event, Seat, Secret

# ---------------------------------------------------------------- events


class Shown(Struct, frozen=True, kw_only=True, gc=False):
    """A revealed card: its card id, and its new instance id."""

    card: str
    thing: int


class CardsDrawn(Event, frozen=True, kw_only=True):
    """A player drew cards from the main deck."""

    seat: Seat
    n: int
    first: int
    cards: Secret[tuple[str, ...]]


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck was shuffled. The card now at position i, counted from the bottom, was at position `order[i]`."""

    seat: Seat
    deck: DeckName
    order: Secret[tuple[int, ...]]


class SpiritsInvoked(Event, frozen=True, kw_only=True):
    """A player moved spirits from the top of the spirit deck to the hand."""

    seat: Seat
    n: int
    first: int
    cards: Secret[tuple[str, ...]]


class Discarded(Event, frozen=True, kw_only=True):
    """A player discarded cards from the hand."""

    seat: Seat
    cards: tuple[Shown, ...]
    hand: Secret[tuple[int, ...]]


class Rescued(Event, frozen=True, kw_only=True):
    """A player moved spirits of their choice from the void to the hand. Each spirit has a new instance id there."""

    seat: Seat
    spirits: tuple[int, ...]
    cards: tuple[str, ...]
    first: int


class CardPutBack(Event, frozen=True, kw_only=True):
    """A player put cards from the hand on the top or the bottom of the main deck, one by one.

    Rule: TC-RUL-091, TC-RUL-092
    """

    seat: Seat
    n: int
    to: Literal["deck_top", "deck_bottom"]
    hand: Secret[tuple[int, ...]]


# ---------------------------------------------------------------- judgement


DeckEnd = Literal["deck_top", "deck_bottom"]


def draw(ctx: MatchContext, seats: Sequence[Seat], count: int) -> None:
    """Make several players draw at the same time: `count` cards each, or as many as their main deck still has.

    A replacement effect replaces the whole draw, even a draw of several cards. All replacements apply before any player
    draws.

    Rule: TC-KEY-02 to TC-KEY-04, TC-RUL-035, TC-RUL-142
    """
    able = [seat for seat in seats if count > 0 and not ctx.state.players[seat].lost]
    at = len(ctx.state.pending)
    left = [seat for seat in able if not replace_event(ctx, "would_draw", seat=seat)]
    reverse_pending_from(ctx, at)
    triggers.happen_together(ctx, [one for seat in left for one in _draw(ctx, seat, count)])


def draw_for_step(ctx: MatchContext, seat: Seat) -> None:
    """Draw a card for the draw step. A player whose main deck is empty loses, unless an effect replaces the draw.

    Rule:    TC-WIN-02, TC-RUL-118
    """
    if replace_event(ctx, "would_draw", seat=seat):
        return
    if ctx.state.players[seat].deck:
        triggers.happen_together(ctx, _draw(ctx, seat, 1))
    else:
        winning.lose(ctx, [seat], "deck")


def _draw(ctx: MatchContext, seat: Seat, count: int) -> list[TriggerEvent]:
    deck = ctx.state.players[seat].deck
    cards = tuple(deck[: -count - 1 : -1])
    if not cards:
        return []
    secret = Secret(audience=(seat,), value=cards)
    ctx.emit(CardsDrawn(seat=seat, n=len(cards), first=ctx.state.made + 1, cards=secret))
    return [TriggerEvent(event="drawn", by=seat, n=len(cards))]


def invoke(ctx: MatchContext, seats: Sequence[Seat], count: int) -> None:
    """Move spirits from the spirit decks to several players' hands at the same time.

    Each player moves `count` spirits, or as many as the spirit deck still has.

    Rule: TC-KEY-12, TC-RUL-037, TC-RUL-101, TC-RUL-142
    """
    events: list[TriggerEvent] = []
    for seat in seats:
        events += _emit_invocation(ctx, seat, count)
    triggers.happen_together(ctx, events)


def _emit_invocation(ctx: MatchContext, seat: Seat, count: int) -> list[TriggerEvent]:
    player = ctx.state.players[seat]
    cards = tuple(player.spirits[: -count - 1 : -1]) if count > 0 and not player.lost else ()
    if not cards:
        return []
    secret = Secret(audience=(seat,), value=cards)
    ctx.emit(SpiritsInvoked(seat=seat, n=len(cards), first=ctx.state.made + 1, cards=secret))
    return [TriggerEvent(event="invoked", by=seat, n=len(cards))]


def rescue(ctx: MatchContext, taken: Iterable[tuple[Seat, Sequence[int]]]) -> None:
    """Move each player's picked spirits from the void to the hand, for several players at the same time.

    Rule: TC-KEY-07, TC-RUL-038, TC-RUL-142
    """
    triggers.happen_together(ctx, [one for seat, spirits in taken for one in _emit_rescue(ctx, seat, spirits)])


def _emit_rescue(ctx: MatchContext, seat: Seat, spirits: Sequence[int]) -> list[TriggerEvent]:
    void, table = ctx.state.players[seat].void, ctx.state.table
    found = tuple(number for number in spirits if number in void)
    if not found:
        return []
    cards = tuple(table[number].card for number in found)
    ctx.emit(Rescued(seat=seat, spirits=found, cards=cards, first=ctx.state.made + 1))
    return [TriggerEvent(event="rescued", by=seat, n=len(found))]


def discard(ctx: MatchContext, discarded: Iterable[tuple[Seat, Sequence[int]]]) -> None:
    """Discard several players' cards at the same time. The cards are never spirits.

    Rule: TC-KEY-05, TC-KEY-06, TC-ZONE-16, TC-RUL-142
    """
    triggers.happen_together(ctx, [one for seat, hand in discarded for one in _emit_discard(ctx, seat, hand)])


def _emit_discard(ctx: MatchContext, seat: Seat, hand: Sequence[int]) -> list[TriggerEvent]:
    table, printed = ctx.state.table, ctx.pool.printed
    own = tuple(one for one in hand if _is_held(table.get(one), seat) and printed[table[one].card].kind != "spirit")
    if not own:
        return []
    cards = tuple(Shown(card=table[number].card, thing=fresh) for fresh, number in enumerate(own, ctx.state.made + 1))
    ctx.emit(Discarded(seat=seat, cards=cards, hand=Secret(audience=(seat,), value=own)))
    return [TriggerEvent(event="discarded", by=seat, card=shown.thing) for shown in cards]


def _is_held(card: Card | None, seat: Seat) -> bool:
    return card is not None and card.place == "hand" and card.seat == seat


def put_back(ctx: MatchContext, seat: Seat, hand: Sequence[int], to: DeckEnd) -> None:
    """Put cards from the hand on the top or the bottom of the main deck."""
    table, printed = ctx.state.table, ctx.pool.printed
    own = tuple(one for one in hand if _is_held(table.get(one), seat) and printed[table[one].card].back == "main")
    if own:
        ctx.emit(CardPutBack(seat=seat, n=len(own), to=to, hand=Secret(audience=(seat,), value=own)))


def take_back(ctx: MatchContext, card: Card, to: Literal["hand"] | DeckEnd) -> None:
    """Move a card from a drop zone to its owner's hand or main deck. Rule: TC-RUL-091."""
    if card.place == "drop":
        first = ctx.state.made + 1 if to == "hand" else 0
        ctx.emit(CardReturned(thing=card.id, card=card.card, owner=card.owner, to=to, first=first))


def shuffle(ctx: MatchContext, seat: Seat, deck: DeckName) -> None:
    """Shuffle a deck. The new order is hidden from all seats. Rule: TC-ZONE-13, TC-ZONE-18."""
    player = ctx.state.players[seat]
    size = len(player.deck if deck == "main" else player.spirits)
    order = ctx.chance.shuffle(f"{deck} deck", size, audience=NOBODY)
    ctx.emit(DeckShuffled(seat=seat, deck=deck, order=Secret(audience=NOBODY, value=order)))


# ---------------------------------------------------------------- fold


def deck_of(match: Match, seat: Seat, deck: DeckName) -> list[str]:
    """Return a player's deck, whose top card is the last element."""
    player = match.players[seat]
    return player.deck if deck == "main" else player.spirits


@fold
def _cards_drawn(match: Match, event: CardsDrawn) -> None:
    to_hand(match, event.seat, event.first, off_the_top(match.players[event.seat].deck, event.n))


@fold
def _deck_shuffled(match: Match, event: DeckShuffled) -> None:
    deck, order = deck_of(match, event.seat, event.deck), event.order.open()
    if len(order) == len(deck):
        deck[:] = [deck[place] for place in order]


@fold
def _spirits_invoked(match: Match, event: SpiritsInvoked) -> None:
    to_hand(match, event.seat, event.first, off_the_top(match.players[event.seat].spirits, event.n))


@fold
def _cards_discarded(match: Match, event: Discarded) -> None:
    """Move the discarded cards to the drop zone. Rule: TC-KEY-05."""
    _out_of_hand(match, event.hand)
    drop = match.players[event.seat].drop
    for shown in event.cards:
        show(match, Card(shown.thing, shown.card, event.seat, event.seat, "drop"), drop)


def _out_of_hand(match: Match, hand: Secret[tuple[int, ...]]) -> None:
    for number in hand.open():
        lift(match, number)


@fold
def _spirits_rescued(match: Match, event: Rescued) -> None:
    """Move the rescued spirits to the player's hand. Rule: TC-KEY-07."""
    for number in event.spirits:
        lift(match, number)
    to_hand(match, event.seat, event.first, event.cards)


@fold
def _card_put_back(match: Match, event: CardPutBack) -> None:
    deck = match.players[event.seat].deck
    for number in event.hand.open():
        card = lift(match, number)
        if card is not None:
            deck.insert(len(deck) if event.to == "deck_top" else 0, card.card)
