"""Cards that leave play, spirits that go to the void, and the losses that result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from services.tcg.chapters import last_seen, triggers, winning
from services.tcg.chapters.control import release, release_all
from services.tcg.chapters.departures import (
    CardReturned,
    CardSentToDrop,
    FormSacrificed,
    Gone,
    SpiritsReturned,
    SpiritsSentToVoid,
)
from services.tcg.chapters.replacing import kept_in_deck, replace_event, reverse_pending_from
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import TriggerEvent
from services.tcg.words import Cause
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat, Secret

# ---------------------------------------------------------------- events


class Devoured(Event, frozen=True, kw_only=True):
    """Spirits from the top of an opponent's spirit deck were devoured. A later event moves them to the void."""

    by: Seat
    seat: Seat
    n: int


class Despiritualized(Event, frozen=True, kw_only=True):
    """Spirits were removed from under a card. A later event moves them."""

    by: Seat
    thing: int
    n: int


# ---------------------------------------------------------------- judgement


Decked = tuple[Seat, str]
"""A spirit in a spirit deck: its owner and its card id."""


def top_of(ctx: MatchContext, seat: Seat, count: int) -> list[Decked]:
    """Return up to `count` cards from the top of a spirit deck."""
    spirits = ctx.state.players[seat].spirits
    return [(seat, printed) for printed in spirits[: -count - 1 : -1]] if count > 0 else []


def send(
    ctx: MatchContext, cause: Cause, *, under: Sequence[int] = (), hand: Sequence[int] = (), deck: Sequence[Decked] = ()
) -> list[TriggerEvent]:  # fmt: skip
    """Send spirits to their owners' voids in one step, and return the events. The caller must check who loses.

    Spirits that a replacement keeps stay in their zones. Since version 3 of the decision rules, the steps of these
    replacements run in table order.

    Rule: TC-SPI-06, TC-ZONE-19, TC-RUL-042, TC-RUL-124, TC-RUL-131, TC-RUL-142
    """
    at = len(ctx.state.pending)
    deck = _not_kept_in_decks(ctx, deck, cause)
    events = _in_sight(ctx, cause, _not_kept(ctx, under, cause) if under else (), deck)
    hidden = _not_kept(ctx, hand, cause) if hand else ()
    if len(ctx.state.pending) > at + 1 and ctx.state.revised:
        reverse_pending_from(ctx, at)
    return [*events, *_from_hands(ctx, hidden, cause)] if hidden else events


def strip(ctx: MatchContext, cause: Cause, under: Sequence[int]) -> list[TriggerEvent]:
    """Send the spirits under a card that leaves play to their owners' voids. No replacement can keep these spirits.

    Rule: TC-FORM-20, TC-FORM-23, TC-SPI-06
    """
    return _in_sight(ctx, cause, under, ())


def _not_kept_in_decks(ctx: MatchContext, deck: Sequence[Decked], cause: Cause) -> Sequence[Decked]:
    """Return those spirits that no replacement effect keeps in their decks.

    For each player, the deepest spirits are tested first, but the steps for the topmost spirit run first.

    Rule: TC-RUL-131, TC-RUL-141
    """
    if "would_go_to_void" not in ctx.pool.holding:
        return deck
    kept: set[int] = set()
    for owner in dict.fromkeys(owner for owner, _ in deck):
        at = len(ctx.state.pending)
        own = [place for place, one in enumerate(deck) if one[0] == owner]
        kept.update(place for place in reversed(own) if kept_in_deck(ctx, owner, deck[place][1], cause))
        if len(ctx.state.pending) > at + 1 and ctx.state.revised:
            reverse_pending_from(ctx, at)
    return [one for place, one in enumerate(deck) if place not in kept]


def _in_sight(ctx: MatchContext, cause: Cause, under: Sequence[int], deck: Sequence[Decked]) -> list[TriggerEvent]:
    table = ctx.state.table
    gone: list[Gone] = []
    for number in under:
        card = table[number]
        gone.append(Gone(owner=card.owner, card=card.card, thing=number, origin="under", was=number))
    for fresh, (owner, printed) in enumerate(deck, ctx.state.made + 1):
        gone.append(Gone(owner=owner, card=printed, thing=fresh, origin="spirit_deck"))
    if gone:
        ctx.emit(SpiritsSentToVoid(cause=cause, spirits=tuple(gone)))
    return _arrivals(gone, cause)


def _arrivals(gone: Sequence[Gone], cause: Cause) -> list[TriggerEvent]:
    return [TriggerEvent(event="spirit_to_void", by=one.owner, spirit=one.thing, cause=cause) for one in gone]


def _not_kept(ctx: MatchContext, numbers: Sequence[int], cause: Cause) -> list[int]:
    table = ctx.state.table
    return [
        number
        for number in numbers
        if number in table
        and not replace_event(ctx, "would_go_to_void", seat=table[number].owner, card=number, cause=cause)
    ]


def _from_hands(ctx: MatchContext, numbers: Sequence[int], cause: Cause) -> list[TriggerEvent]:
    """Emit one event for each hand, because only a hand's owner may know the instance ids of the spirits in it."""
    table = ctx.state.table
    arrived: list[TriggerEvent] = []
    for owner in dict.fromkeys(table[number].owner for number in numbers):
        own = tuple(number for number in numbers if number in table and table[number].owner == owner)
        gone = tuple(
            Gone(owner=owner, card=table[number].card, thing=fresh, origin="hand")
            for fresh, number in enumerate(own, ctx.state.made + 1)
        )
        ctx.emit(SpiritsSentToVoid(cause=cause, spirits=gone, hand=Secret(audience=(owner,), value=own)))
        arrived += _arrivals(gone, cause)
    return arrived


def arrive(ctx: MatchContext, events: Sequence[TriggerEvent], *, unable: Sequence[Seat] = ()) -> None:
    """Check which players lose after spirits have gone to the voids, then trigger effects.

    Rule: TC-RUL-041, TC-RUL-042
    """
    if events or unable:
        if ctx.state.changes:
            release_all(ctx, [one.spirit for one in events if one.event == "spirit_to_void"])
        winning.check(ctx, unable=unable)
        if not ctx.over:
            triggers.happen_together(ctx, events)


def to_void(
    ctx: MatchContext, cause: Cause, *, under: Sequence[int] = (), hand: Sequence[int] = (), deck: Sequence[Decked] = ()
) -> None:  # fmt: skip
    """Send spirits to their owners' voids in one step. Rule: TC-WIN-01, TC-ZONE-20, TC-RUL-041, TC-RUL-131."""
    arrive(ctx, send(ctx, cause, under=under, hand=hand, deck=deck))


def despiritualize(ctx: MatchContext, by: Seat, taken: Sequence[tuple[int, Sequence[int]]], cause: Cause) -> None:
    """Remove the picked spirits from under each card, all in one step.

    Effects are triggered only by the spirits that no replacement keeps.

    Rule: TC-KEY-13, TC-RUL-042, TC-RUL-122, TC-RUL-181
    """
    spirits: list[int] = []
    for host, under in taken:
        if under:
            if last_seen.TAKEN in ctx.pool.heard:
                last_seen.remember_spirits(ctx, host, under)
            ctx.emit(Despiritualized(by=by, thing=host, n=len(under)))
            spirits += under
    if not spirits:
        return
    events = send(ctx, cause, under=spirits)
    kept = len(events) < len(spirits) and ctx.state.revised
    moved = {event.spirit for event in events} if kept else {*spirits}
    for host, under in taken:
        n = len(moved.intersection(under))
        if n:
            events.append(TriggerEvent(event="despiritualized", by=by, card=host, n=n, cause=cause))
    arrive(ctx, events)


def devour(ctx: MatchContext, by: Seat, seats: Sequence[Seat], count: int) -> None:
    """Devour up to `count` cards of each given player's spirit deck, all in one step.

    Effects are triggered only by the spirits that no replacement keeps.

    Rule: TC-KEY-14, TC-KEY-15, TC-RUL-036, TC-RUL-042, TC-RUL-181
    """
    devoured: list[Decked] = []
    counts: dict[Seat, int] = {}
    for seat in seats:
        deck = top_of(ctx, seat, count)
        if deck:
            ctx.emit(Devoured(by=by, seat=seat, n=len(deck)))
            counts[seat] = len(deck)
            devoured += deck
    if not devoured:
        return
    sent = send(ctx, "devour", deck=devoured)
    if len(sent) < len(devoured) and ctx.state.revised:
        moved = [event.by for event in sent]
        counts = {seat: moved.count(seat) for seat in counts}
    arrive(ctx, [*sent, *[TriggerEvent(event="devoured", by=by, n=n) for n in counts.values() if n]])


Away = Literal["drop", "hand", "deck_top", "deck_bottom"]
OF_PLAY: Final = frozenset({"form", "command"})
"""The zones from which a card can leave play. A savior never leaves play. Rule: TC-SAV-02, TC-ZONE-07."""
REPLACED_AS: Final = {"damage": "damage", "effect": "effect", "cost": "effect", "sacrifice": "sacrifice"}
"""For each cause of leaving play, the cause that a replacement effect sees.

Since version 2 of the decision rules, replacements also see causes without an entry here, such as `resolved`.
"""

RETURNING: Final = frozenset({"effect", "cost"})
"""The causes for which the setting `spirits_on_return` may send spirits to the hand. Rule: TC-RUL-026."""


def leave(ctx: MatchContext, card: Card, *, to: Away = "drop", cause: Cause) -> bool:
    """Move a form or command from play to its owner's drop zone, hand or deck, and return whether it left.

    Its spirits go to their owners' voids. All of this is one step, so losses are checked after the card has left.

    Rule: TC-FORM-23, TC-SAV-02, TC-ZONE-07, TC-CBT-13, TC-CBT-14, TC-RUL-026, TC-RUL-042, TC-RUL-091
    """
    if not _goes(ctx, card, cause):
        return False
    arrive(ctx, let_go(ctx, (card,), to=to, cause=cause))
    return True


def leave_together(ctx: MatchContext, cards: Sequence[Card], *, to: Away = "drop", cause: Cause) -> None:
    """Move cards out of play in one step, so that all players who lose because of it lose at the same time.

    Rule: TC-RUL-042
    """
    arrive(ctx, let_go(ctx, cards_that_leave(ctx, cards, cause), to=to, cause=cause))


def cards_that_leave(ctx: MatchContext, cards: Sequence[Card], cause: Cause) -> list[Card]:
    """Return the cards that no replacement keeps in play."""
    at = len(ctx.state.pending)
    left = [card for card in cards if _goes(ctx, card, cause)]
    reverse_pending_from(ctx, at)
    return left


def let_go(ctx: MatchContext, cards: Sequence[Card], *, to: Away = "drop", cause: Cause) -> list[TriggerEvent]:
    """Move cards out of play in one step, and return the resulting events. The caller must check who loses.

    The abilities of each card do not react when the others leave.

    Rule: TC-RUL-042, TC-RUL-116
    """
    under: tuple[int, ...] = ()
    for card in cards:
        under += card.under
    last_seen.remember(ctx, cards)
    events = _strip(ctx, under, cause)
    if to != "drop":
        triggers.leave(ctx, [_leaving(card, to, cause) for card in cards])
    events += [one for card in cards for one in _leave(ctx, card, to, cause)]
    if under:
        release_all(ctx, under)
    return events


def _leaving(card: Card, to: Away, cause: Cause) -> TriggerEvent:
    return TriggerEvent(event="left_play", by=card.seat, card=card.id, to=to, cause=cause)


def _leave(ctx: MatchContext, card: Card, to: Away, cause: Cause) -> Sequence[TriggerEvent]:
    number, owner = card.id, card.owner
    events: Sequence[TriggerEvent] = ()
    if to == "drop":
        events = (_leaving(card, to, cause),)
        ctx.emit(CardSentToDrop(thing=number, card=card.card, owner=owner, cause=cause))
    else:
        seen = card.card if card.up else ""
        first = ctx.state.made + 1 if to == "hand" else 0
        ctx.emit(CardReturned(thing=number, card=seen, owner=owner, to=to, first=first))
    release(ctx, "while_in_play", source=number)
    return events


def _goes(ctx: MatchContext, card: Card, cause: Cause) -> bool:
    if card.place not in OF_PLAY:
        return False
    counts = REPLACED_AS.get(cause, cause if ctx.state.amended else "")
    return not counts or not replace_event(ctx, "would_leave", seat=card.seat, card=card.id, cause=counts)


def _strip(ctx: MatchContext, under: tuple[int, ...], cause: Cause) -> list[TriggerEvent]:
    """Remove the spirits under all cards that leave, in one step.

    Rule: TC-FORM-20, TC-FORM-23, TC-SPI-06, TC-RUL-026, TC-RUL-042
    """
    if not under:
        return []
    if ctx.state.settings.spirits_on_return == "owner_hand" and cause in RETURNING:
        _to_hands(ctx, under)
        return []
    return strip(ctx, cause, under)


def _to_hands(ctx: MatchContext, spirits: tuple[int, ...]) -> None:
    table = ctx.state.table
    for owner in dict.fromkeys(table[number].owner for number in spirits):
        own = tuple(number for number in spirits if number in table and table[number].owner == owner)
        cards = tuple(table[number].card for number in own)
        ctx.emit(SpiritsReturned(owner=owner, spirits=own, cards=cards, first=ctx.state.made + 1))


def sacrifice(ctx: MatchContext, cards: Sequence[Card]) -> None:
    """Sacrifice forms for an effect or a cost. Their spirits go to the voids.

    This does not count against the sacrifice limit.

    Rule: TC-FORM-20, TC-ACT-04, TC-RUL-042
    """
    given = cards_that_leave(ctx, [card for card in cards if card.place == "form"], "sacrifice")
    under = tuple(spirit for card in given for spirit in card.under)
    last_seen.remember(ctx, given)
    stripped = _strip(ctx, under, "sacrifice")
    arrive(ctx, [*stripped, *(one for card in given for one in _emit_sacrifice(ctx, card))])


def _emit_sacrifice(ctx: MatchContext, card: Card) -> Sequence[TriggerEvent]:
    number, seat = card.id, card.seat
    ctx.emit(FormSacrificed(seat=seat, thing=number, card=card.card, cause="effect"))
    release(ctx, "while_in_play", source=number)
    given = TriggerEvent(event="form_sacrificed", by=seat, card=number, cause="effect")
    return given, TriggerEvent(event="left_play", by=seat, card=number, to="drop", cause="sacrifice")


@fold
def _devoured(_match: Match, _event: Devoured) -> None:
    """Change nothing, since other events move the spirits."""


@fold
def _despiritualized(_match: Match, _event: Despiritualized) -> None:
    """Change nothing, since other events move the spirits."""
