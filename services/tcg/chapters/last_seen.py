"""The last state of cards before they leave play, for the effects that react when these cards leave.

A card that leaves play loses its spirits, counters and changes at once. Effects that react to this still read what the
card had. These effects may be the card's own, be granted to it, or belong to the spirits under it.

Rule: TC-RUL-116, TC-RUL-177, TC-RUL-178
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from msgspec.structs import replace

from services.tcg.chapters import continuous
from services.tcg.chapters.sources import Heard, board_of
from services.tcg.chapters.terms import MatchContext
from services.tcg.forms import REVISED
from services.tcg.state.match import Card
from services.tcg.state.tasks import LastSeen, Running, TriggerEvent

DEPARTURES: Final = ("left_play", "form_sacrificed")
"""The events of a card that leaves play."""
TAKEN: Final = "despiritualized"
"""The event that records that spirits were removed from under a card."""
KNOWN: Final = frozenset((*DEPARTURES, TAKEN))
"""The events whose cards are remembered."""


class Parted(NamedTuple):
    """A card, its spirits and their [AUTO] effects, as they were before the card or the spirits left."""

    card: Card
    spirits: tuple[Card, ...]
    effects: tuple[Heard, ...]
    seen: LastSeen | None = None


def remember(ctx: MatchContext, cards: Sequence[Card]) -> None:
    """Remember cards that leave play now, if an effect may react. Call this before their spirits are removed.

    Rule: TC-RUL-177, TC-RUL-178
    """
    heard = ctx.pool.heard
    if ctx.state.form < REVISED or (DEPARTURES[0] not in heard and DEPARTURES[1] not in heard):
        return
    board = ctx.board  # every departure runs this: it reads known facts directly, without `board_of` and `listening`
    if board is None or not board.current:
        board = board_of(ctx)
    listening: list[Heard] = []
    for event in DEPARTURES:
        if event in heard:
            found = board.sorted.get(event)
            listening += board.listening(event) if found is None else found
    if listening or ctx.state.delayed:
        for card in cards:
            effects = _effects_of(ctx, listening, (card.id, *card.under))
            board.parted[card.id] = Parted(replace(card), _below(ctx, card), effects, _see(ctx, card))


def remember_spirits(ctx: MatchContext, host: int, spirits: Sequence[int]) -> None:
    """Remember spirits that are removed from under a card, which stays in play. Rule: TC-RUL-177."""
    if ctx.state.revised:
        board, card = board_of(ctx), ctx.state.table[host]
        effects = _effects_of(ctx, board.listening(TAKEN), spirits)
        board.parted[host] = Parted(replace(card), _below(ctx, card), effects)


def _effects_of(ctx: MatchContext, listening: Sequence[Heard], numbers: Sequence[int]) -> tuple[Heard, ...]:
    """Return those of the waiting [AUTO] effects that these cards have now, printed or granted."""
    return tuple(
        Heard(heard.running, heard.ability)
        for heard in listening
        if heard.running.card in numbers
        and (heard.lasting is None or heard.lasting.holds(ctx, heard.lasting.running, 0))
    )


def _below(ctx: MatchContext, card: Card) -> tuple[Card, ...]:
    """Return copies of the spirits under a card."""
    return tuple(replace(ctx.state.table[spirit]) for spirit in card.under)


def _see(ctx: MatchContext, card: Card) -> LastSeen | None:
    """Return the properties of a card in play, or None for a face-down card, which is hidden."""
    if not card.up:
        return None
    return LastSeen(
        card=card.card, pwr=continuous.pwr(ctx, card), level=continuous.level(ctx, card),
        spirits=tuple(ctx.state.table[spirit].card for spirit in card.under),
        counters=tuple(sorted(card.counters.items())), attacks=card.attacks,
    )  # fmt: skip


@contextmanager
def as_it_was(ctx: MatchContext, event: TriggerEvent) -> Iterator[tuple[Parted, TriggerEvent]]:
    """Put the remembered card of an event back where it was, with its spirits, while effects are matched.

    Yield the remembered card, and the event with the properties that the card had when it was last in play.
    """
    parted: Parted = ctx.board.parted[event.card]
    table, before = ctx.state.table, parted.spirits if event.event == TAKEN else (parted.card, *parted.spirits)
    now = {card.id: table.get(card.id) for card in before}
    table.update({card.id: replace(card) for card in before})
    try:
        yield parted, event if parted.seen is None else replace(event, seen=parted.seen)
    finally:
        for number, card in now.items():
            if card is None:
                del table[number]
            else:
                table[number] = card


def seen_of(running: Running, number: int) -> LastSeen | None:
    """Return the properties that a card had when it was last in play, if the effect reacts to this card leaving play.

    Rule: TC-RUL-178
    """
    event = running.event
    return None if event is None or event.card != number else event.seen


def card_of(ctx: MatchContext, running: Running, number: int) -> Card | None:
    """Return a visible card, or the card of the event that the effect reacts to, even if it is hidden by now."""
    card = ctx.state.table.get(number)
    seen = seen_of(running, number) if card is None else None
    if seen is None or running.event is None:
        return card
    return Card(number, seen.card, running.event.by, running.event.by, "removed")


def pwr(ctx: MatchContext, running: Running, card: Card) -> int | None:
    """Return a card's current PWR, or the PWR that it had when it was last in play. Rule: TC-RUL-178."""
    seen = seen_of(running, card.id)
    return continuous.pwr(ctx, card) if seen is None else seen.pwr


def level(ctx: MatchContext, running: Running, card: Card) -> int:
    """Return a card's current level, or the level that it had when it was last in play. Rule: TC-RUL-178."""
    seen = seen_of(running, card.id)
    return continuous.level(ctx, card) if seen is None else seen.level


def spirits(ctx: MatchContext, running: Running, card: Card) -> tuple[str, ...]:
    """Return the ids of the spirits under a card, or of those under it when it was last in play. Rule: TC-RUL-178."""
    seen = seen_of(running, card.id)
    return tuple(ctx.state.table[spirit].card for spirit in card.under) if seen is None else seen.spirits


def counters(_ctx: MatchContext, running: Running, card: Card, name: str) -> int:
    """Return the number of a card's counters, or the number that it had when it was last in play. Rule: TC-RUL-178."""
    seen = seen_of(running, card.id)
    return (card.counters if seen is None else dict(seen.counters)).get(name, 0)


def attacks(running: Running, card: Card) -> int:
    """Return how often a card has attacked, or had attacked when it was last in play. Rule: TC-RUL-178."""
    seen = seen_of(running, card.id)
    return card.attacks if seen is None else seen.attacks
