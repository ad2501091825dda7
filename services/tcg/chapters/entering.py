"""Cards that enter play, saviors that flip, and spirits that are put under cards: their events and functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from services.tcg.chapters import continuous, last_seen, triggers
from services.tcg.chapters.control import release_all
from services.tcg.chapters.departures import FormSacrificed
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card, Match
from services.tcg.state.places import enter, lift, out_of_deck, record_number, under
from services.tcg.state.tasks import TriggerEvent
from services.tcg.words import Place
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat, Secret

# ---------------------------------------------------------------- events


class FormPlayed(Event, frozen=True, kw_only=True):
    """A form entered a form zone.

    `hand` is the instance id that the card had in the hand, and `was` the one that it had in the drop zone.
    """

    seat: Seat
    card: str
    thing: int
    zone: int
    origin: Literal["hand", "drop", "main_deck"]
    hand: Secret[int] | None = None
    was: int = 0


class SpiritsMoved(Event, frozen=True, kw_only=True):
    """Spirits that were under one card were put under another card, in the same order."""

    spirits: tuple[int, ...]
    to: int


class CommandPlayed(Event, frozen=True, kw_only=True):
    """A command was put face-up in a command zone and is being activated."""

    seat: Seat
    card: str
    thing: int
    zone: int
    origin: Literal["hand", "drop"]
    hand: Secret[int] | None = None
    was: int = 0


class CommandSet(Event, frozen=True, kw_only=True):
    """A command was set face-down in a command zone. Only its player sees which command it is."""

    seat: Seat
    thing: int
    zone: int
    card: Secret[str]
    hand: Secret[int] | None = None
    was: int = 0
    origin: Literal["hand", "drop"] = "hand"


class CommandFlipped(Event, frozen=True, kw_only=True):
    """A face-down command was turned face-up for activation."""

    seat: Seat
    thing: int
    card: str


class Spiritualized(Event, frozen=True, kw_only=True):
    """A spirit from the hand was put under a card.

    `counted` is false if an effect let the player ignore the turn limit.
    """

    seat: Seat
    thing: int
    spirit: int
    card: str
    hand: Secret[int]
    counted: bool = True


class SpiritAttached(Event, frozen=True, kw_only=True):
    """A spirit from a void or a spirit deck was put under a card. This does not count as spiritualizing."""

    thing: int
    spirit: int
    card: str
    owner: Seat
    origin: Literal["void", "spirit_deck"]
    was: int = 0


class SaviorFlipped(Event, frozen=True, kw_only=True):
    """A savior flipped to its boundless side."""

    seat: Seat
    thing: int


# ---------------------------------------------------------------- judgement


HOSTS = ("form", "savior")


def put_form(ctx: MatchContext, seat: Seat, number: int, *, zone: int, sacrifice: int = 0) -> int:
    """Put a form from the hand or a drop zone into a form zone, and return its new instance id.

    If a form is sacrificed, it leaves its zone first, and its spirits move under the new form. Triggered effects follow
    afterwards.

    Rule: TC-FORM-10, TC-FORM-19, TC-ZONE-08, TC-ZONE-09, TC-RUL-021, TC-RUL-025, TC-RUL-115, TC-RUL-138
    """
    card, thing = ctx.state.table[number], ctx.state.made + 1
    events, spirits = _given_up(ctx, seat, sacrifice) if sacrifice else ([], ())
    if card.place == "hand":
        origin = "hand"
        hand = Secret(audience=(seat,), value=number)
        ctx.emit(FormPlayed(seat=seat, card=card.card, thing=thing, zone=zone, origin="hand", hand=hand))
    else:
        origin = "drop"
        ctx.emit(FormPlayed(seat=seat, card=card.card, thing=thing, zone=zone, origin="drop", was=number))
    if spirits:
        ctx.emit(SpiritsMoved(spirits=spirits, to=thing))
    if sacrifice:
        release_all(ctx, (sacrifice,))
    played = TriggerEvent(event="form_played", by=seat, card=thing, target=sacrifice, origin=origin)
    triggers.happen_together(ctx, (*events, played))
    return thing


def _given_up(ctx: MatchContext, seat: Seat, number: int) -> tuple[list[TriggerEvent], tuple[int, ...]]:
    card = ctx.state.table[number]
    spirits = card.under
    last_seen.remember(ctx, (card,))
    ctx.emit(FormSacrificed(seat=seat, thing=number, card=card.card, cause="play"))
    events = [
        TriggerEvent(event="form_sacrificed", by=seat, card=number, cause="play"),
        TriggerEvent(event="left_play", by=seat, card=number, to="drop", cause="sacrifice"),
    ]
    return events, spirits


def put_form_from_deck(ctx: MatchContext, seat: Seat, printed: str, zone: int) -> None:
    """Put a form that was found in the main deck into a form zone, without a sacrifice. Rule: TC-RUL-027."""
    thing = ctx.state.made + 1
    ctx.emit(FormPlayed(seat=seat, card=printed, thing=thing, zone=zone, origin="main_deck"))
    triggers.happen(ctx, TriggerEvent(event="form_played", by=seat, card=thing, origin="main_deck"))


def put_command(ctx: MatchContext, seat: Seat, number: int, zone: int) -> int:
    """Put a command face-up in a command zone, and return its new instance id.

    Rule: TC-CMD-11, TC-ZONE-10, TC-ZONE-11, TC-RUL-138
    """
    card, thing = ctx.state.table[number], ctx.state.made + 1
    if card.place == "hand":
        hand = Secret(audience=(seat,), value=number)
        ctx.emit(CommandPlayed(seat=seat, card=card.card, thing=thing, zone=zone, origin="hand", hand=hand))
    else:
        ctx.emit(CommandPlayed(seat=seat, card=card.card, thing=thing, zone=zone, origin="drop", was=number))
    triggers.happen(ctx, TriggerEvent(event="command_played", by=seat, card=thing))
    return thing


def set_command(ctx: MatchContext, seat: Seat, number: int, zone: int) -> int:
    """Set a command face-down in a command zone, and return its new instance id.

    Rule: TC-CMD-46, TC-ZONE-11, TC-RUL-086
    """
    card, thing = ctx.state.table[number], ctx.state.made + 1
    printed = Secret(audience=(seat,), value=card.card)
    if card.place == "hand":
        hand = Secret(audience=(seat,), value=number)
        ctx.emit(CommandSet(seat=seat, thing=thing, zone=zone, card=printed, hand=hand))
    else:
        ctx.emit(CommandSet(seat=seat, thing=thing, zone=zone, card=printed, was=number, origin="drop"))
    triggers.happen(ctx, TriggerEvent(event="command_set", by=seat, card=thing))
    return thing


def flip(ctx: MatchContext, *seats: Seat) -> None:
    """Flip bound saviors at the same time. Each savior flips once per game, and keeps its zone and its spirits.

    Rule: TC-SAV-07, TC-SAV-11, TC-SAV-12, TC-ZONE-06, TC-RUL-014, TC-RUL-015, TC-RUL-122, TC-RUL-142
    """
    players = [ctx.state.players[seat] for seat in seats]
    flipped = [player for player in players if not player.flipped and not player.lost and player.savior]
    for player in flipped:
        ctx.emit(SaviorFlipped(seat=player.seat, thing=player.savior))
    events = [TriggerEvent(event="savior_flipped", by=player.seat, card=player.savior) for player in flipped]
    triggers.happen_together(ctx, events)


def open_to(ctx: MatchContext, host: Card, spirit: str, *, ignore_limit: bool = False) -> bool:
    """Return whether this spirit may be put under a card now.

    Rule: TC-KEY-10, TC-FORM-16, TC-FORM-18, TC-ACT-01, TC-ACT-02, TC-RUL-020, TC-RUL-023, TC-RUL-111
    """
    if host.place not in HOSTS or continuous.closed_to_spirits(ctx, host):
        return False
    if host.under and host.place == "form" and ctx.state.settings.perfect_needs_empty_form:
        return not ctx.pool.printed[spirit].exclusive and (ignore_limit or _has_spiritualizing_left(ctx, host))
    return ignore_limit or _has_spiritualizing_left(ctx, host)


def takes_spirits(ctx: MatchContext, host: Card, *, ignore_limit: bool) -> bool:
    """Return whether any spirit may be put under a card now. Rule: TC-FORM-16, TC-FORM-18, TC-RUL-023."""
    return not continuous.closed_to_spirits(ctx, host) and (ignore_limit or _has_spiritualizing_left(ctx, host))


def _has_spiritualizing_left(ctx: MatchContext, host: Card) -> bool:
    return host.spiritualized < 1 + continuous.more_spiritualizing(ctx, host)


def spiritualize(ctx: MatchContext, seat: Seat, target: int, spirit: int, *, counted: bool = True) -> int:
    """Put a spirit from the hand face-up under a card, and return its new instance id.

    Rule: TC-KEY-09, TC-KEY-11, TC-FORM-15, TC-FORM-17, TC-RUL-110, TC-RUL-130
    """
    thing, card = ctx.state.made + 1, ctx.state.table[spirit].card
    hand = Secret(audience=(seat,), value=spirit)
    ctx.emit(Spiritualized(seat=seat, thing=target, spirit=thing, card=card, hand=hand, counted=counted))
    triggers.happen(ctx, TriggerEvent(event="spiritualized", by=seat, card=target, spirit=thing))
    return thing


def attach(ctx: MatchContext, target: int, spirit: int) -> int:
    """Put a spirit from a void under a card, and return its new instance id. This does not count as spiritualizing.

    Rule: TC-FORM-17, TC-RUL-138
    """
    card, thing = ctx.state.table[spirit], ctx.state.made + 1
    ctx.emit(
        SpiritAttached(thing=target, spirit=thing, card=card.card, owner=card.owner, origin="void", was=spirit)
    )  # fmt: skip
    return thing


def attach_from_deck(ctx: MatchContext, target: int, seat: Seat) -> None:
    """Put the top card of a spirit deck under a card, if there is one.

    This does not count as spiritualizing. Rule: TC-FORM-17
    """
    spirits = ctx.state.players[seat].spirits
    if spirits:
        thing = ctx.state.made + 1
        ctx.emit(SpiritAttached(thing=target, spirit=thing, card=spirits[-1], owner=seat, origin="spirit_deck"))


def move_spirits(ctx: MatchContext, spirits: Sequence[int], to: int) -> None:
    """Take spirits from under some cards, and put them under another card. This does not count as spiritualizing.

    Rule: TC-RUL-021
    """
    table, host = ctx.state.table, ctx.state.table.get(to)
    if host is None or host.place not in HOSTS:
        return
    moved = tuple(one for one in spirits if one in table and table[one].place == "under" and table[one].host != to)
    if moved:
        ctx.emit(SpiritsMoved(spirits=moved, to=to))


# ---------------------------------------------------------------- fold


def _coming(match: Match, event: FormPlayed | CommandPlayed | CommandSet, printed: str) -> Card:
    """Remove the entering card from its old zone, and return the new card for the zone that it enters."""
    was = lift(match, event.hand.open() if event.hand is not None else event.was)
    owner = event.seat if was is None else was.owner
    place: Place = "form" if isinstance(event, FormPlayed) else "command"
    return Card(event.thing, printed, owner, event.seat, place, slot=event.zone, since=match.turn)


@fold
def _form_played(match: Match, event: FormPlayed) -> None:
    """Put the played form into its zone. Rule: TC-ZONE-08, TC-ZONE-09, TC-RUL-024."""
    card, player = _coming(match, event, event.card), match.players[event.seat]
    if event.origin == "main_deck":
        out_of_deck(player.deck, event.card)
    card.spiritualized, player.inherited = player.inherited, 0
    card.spiritualized_in = match.turn if card.spiritualized else 0
    enter(match, card)


@fold
def _spirits_moved(match: Match, event: SpiritsMoved) -> None:
    """Put the moved spirits under their new card. Rule: TC-FORM-19, TC-RUL-021."""
    host = match.table.get(event.to)
    for number in event.spirits:
        spirit = lift(match, number) if host is not None else None
        if host is not None and spirit is not None:
            since = spirit.since
            under(match, spirit, host)
            spirit.since = since


@fold
def _command_played(match: Match, event: CommandPlayed) -> None:
    """Put the played command into its zone. Rule: TC-ZONE-10, TC-ZONE-11."""
    enter(match, _coming(match, event, event.card))


@fold
def _command_set(match: Match, event: CommandSet) -> None:
    """Put a set command face-down into its zone. Rule: TC-ZONE-11, TC-RUL-086."""
    card = _coming(match, event, event.card.open())
    card.up = False
    enter(match, card)


@fold
def _command_flipped(match: Match, event: CommandFlipped) -> None:
    """Turn a face-down command face-up. Rule: TC-CMD-44."""
    card = match.table.get(event.thing)
    if card is not None:
        card.up = True


@fold
def _spiritualized(match: Match, event: Spiritualized) -> None:
    """Put a spirit from the hand under its card. Rule: TC-KEY-09, TC-RUL-023, TC-RUL-130."""
    lift(match, event.hand.open())
    host = match.table.get(event.thing)
    record_number(match, event.spirit)
    if host is not None:
        host.spiritualized += event.counted
        host.spiritualized_in = match.turn if event.counted else host.spiritualized_in
        host.spirited_in = match.turn
        under(match, Card(event.spirit, event.card, event.seat, event.seat, "under"), host)


@fold
def _spirit_attached(match: Match, event: SpiritAttached) -> None:
    lift(match, event.was)
    host = match.table.get(event.thing)
    record_number(match, event.spirit)
    if event.origin == "spirit_deck":
        out_of_deck(match.players[event.owner].spirits, event.card)
    if host is not None:
        under(match, Card(event.spirit, event.card, event.owner, event.owner, "under"), host)


@fold
def _savior_flipped(match: Match, event: SaviorFlipped) -> None:
    """Turn a savior to its boundless side. Rule: TC-SAV-11, TC-ZONE-06."""
    match.players[event.seat].flipped = True
    card = match.table.get(event.thing)
    if card is not None:
        card.boundless = True
