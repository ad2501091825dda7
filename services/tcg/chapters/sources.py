"""The board: an index of all sources (cards with abilities that work without being activated).

The board finds its sources when they are first needed, and then updates them after each event (`following`). Its
content always equals the result of a new search for all sources. The board lists the triggers of an event, or the
continuous effects of a kind. The oldest source, which has the lowest instance id, comes first, and granted abilities
come after printed ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from msgspec import Struct

from services.tcg.chapters.terms import NOTHING, Ability, Holds, MatchContext, StaticForm, Works
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import Change, Running
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

T = TypeVar("T")
Make = TypeVar("Make", bound=Callable[..., Any])

# ---------------------------------------------------------------- events


class PwrChanged(Event, frozen=True, kw_only=True):
    """A card's PWR was changed for a limited time."""

    thing: int
    change: Change


class EffectGranted(Event, frozen=True, kw_only=True):
    """A card received an ability for a limited time. Rule: TC-RUL-078."""

    thing: int
    change: Change


class Restricted(Event, frozen=True, kw_only=True):
    """A continuous effect was put on a card for a limited time. Rule: TC-RUL-078."""

    thing: int
    change: Change


class ShieldRaised(Event, frozen=True, kw_only=True):
    """A card received a shield that prevents its next damage."""

    thing: int
    change: Change


class CounterChanged(Event, frozen=True, kw_only=True):
    """The number of a card's counters with this name changed to `n`. Rule: TC-RUL-138."""

    thing: int
    name: str
    n: int


# ---------------------------------------------------------------- judgement


PRINTED: Final = frozenset({"savior", "form", "command"})
"""The zones where a card's own abilities work."""
OF_WHOLE_HAND: Final[list[Callable[..., Any]]] = []
"""The functions that were marked with `reads_whole_hand`."""


class Lasting(Struct, frozen=True, gc=False):
    """The condition on which a temporary change depends, with the context for checking it."""

    holds: Holds
    running: Running


class Held(Struct, frozen=True, gc=False):
    """An active continuous effect.

    `on` is the instance id of the one card to which it applies, or 0 if its selector decides which cards are affected.
    """

    on: int
    running: Running
    form: StaticForm
    when: Holds | None = None
    lasting: Lasting | None = None


class Heard(Struct, frozen=True, gc=False):
    """An [AUTO] effect in play that waits for an event, or a replacement that waits for an event to replace."""

    running: Running
    ability: Ability
    lasting: Lasting | None = None


class Piece:
    """One source on the board: a card in a zone, or a change that an effect made to a card."""

    __slots__ = ("holding", "host", "lasting", "listening", "replacing", "running", "works")

    def __init__(self, running: Running, works: Works, *, host: int = 0, lasting: Lasting | None = None) -> None:
        """Set up the source, with its abilities grouped into triggers, continuous effects and replacements."""
        self.running, self.works, self.host, self.lasting = running, works, host, lasting
        self.listening: dict[str, list[Heard]] = {}
        self.holding: dict[str, list[Held]] = {}
        self.replacing: dict[str, list[Heard]] = {}
        for event, ability in works.listening:
            self.listening.setdefault(event, []).append(Heard(running, ability, lasting))
        for ability, form in works.statics:
            on = running.card if form.on == "this" else host if form.on == "host" else 0
            self.holding.setdefault(form.name, []).append(Held(on, running, form, ability.when, lasting))
        for ability in works.replacing:
            if ability.replacement is not None:
                self.replacing.setdefault(ability.replacement.event, []).append(Heard(running, ability, lasting))


def context(card: Card) -> Running:
    """Return the context in which a card's own abilities run."""
    return Running(seat=card.seat, card=card.id, printed=card.card, effect="")


def name_of(ctx: MatchContext, source: Running) -> str:
    """Return the name of the card whose effect is running, unless the card is hidden in a hand."""
    card, printed = ctx.card(source.card), ctx.pool.printed.get(source.printed or source.effect.partition("#")[0])
    if printed is None or (card is not None and card.place == "hand" and not card.known):
        return "an effect"
    return f"an effect of {printed.name}"


def made_by(change: Change) -> Running:
    """Return the context of the effect that made a temporary change."""
    return Running(seat=change.seat, card=change.source, printed="", effect=change.part)


def lasting(ctx: MatchContext, change: Change) -> Lasting | None:
    """Return the condition that a temporary change depends on, or None. Rule: TC-RUL-078."""
    return Lasting(ctx.pool.conditions[change.condition], made_by(change)) if change.condition else None


def works_below(match: Match, card: Card) -> bool:
    """Return whether a card has the abilities of the spirits under it. Rule: TC-FORM-14, TC-RUL-013."""
    return card.place == "form" or (card.place == "savior" and match.settings.spirit_abilities_on_saviors)


def works_of(ctx: MatchContext, card: Card) -> Works:
    """Return the abilities of a card that work in its current zone without being activated.

    Rule: TC-ETI-03, TC-ETI-05, TC-ETI-06, TC-SAV-10, TC-RUL-013, TC-RUL-019, TC-RUL-116
    """
    face, place = ctx.pool.printed[card.card].faces[card.boundless], card.place
    if place in PRINTED:
        return face.play if card.up else NOTHING
    if place == "under":
        host = ctx.state.table.get(card.host)
        return face.play if host is not None and works_below(ctx.state, host) else NOTHING
    if place == "hand":
        return face.hand
    return face.drop if place == "drop" else NOTHING


class Board:
    """The index of all sources in the current match."""

    __slots__ = (
        "busy", "current", "deep", "extras", "fresh", "held", "older", "ordered", "parted", "pieces", "powers", "read",
        "readings", "sorted", "steady",
    )  # fmt: skip

    def __init__(self) -> None:
        """Create a board without sources. They are found when first needed."""
        self.current = False
        """Whether everything on the board is up to date: the index of sources and the granted abilities in `extras`."""
        self.fresh = False
        """Whether the index of sources is up to date."""
        self.pieces: dict[int, Piece] = {}
        self.extras: list[Piece] = []
        """Abilities and continuous effects that other effects have granted to cards."""
        self.steady = True
        """Whether no granted ability depends on a condition. The result of a condition could change at any event."""
        self.ordered: list[Piece] | None = None
        """The sources in the order of their age, or None if it is not known."""
        self.sorted: dict[str, list[Heard]] = {}
        self.held: dict[str, list[Held]] = {}
        self.powers: dict[int, tuple[tuple[Any, ...], Any]] = {}
        """The cached abilities of cards (`continuous.Powers`), each with the facts on which they depend."""
        self.readings: defaultdict[Seat, dict[Callable[..., Any], Any]] = defaultdict(dict)
        """The cached facts about each seat's cards (see `recall`)."""
        self.busy: set[tuple[int, int]] = set()
        """The effects on PWR that are being computed, each with a depth (see `applying`)."""
        self.read: dict[tuple[int, int, int, frozenset[tuple[int, int]]], Any] = {}
        """The cached PWR that was computed in the course of another computation (see `applying`)."""
        self.parted: dict[int, Any] = {}
        """The cards that have left play during this decision, as they were before (see `last_seen`)."""
        self.older: int | None = None
        """How many of the effects on levels count now, the oldest first, or None if all do (see `continuous.level`)."""
        self.deep = 0
        """How many computations of values are currently nested, because one value needs another."""

    def listening(self, event: str) -> list[Heard]:
        """Return the [AUTO] effects that wait for this event."""
        found = self.sorted.get(event)
        if found is None:
            found = self.sorted[event] = []
            for piece in self._oldest_first():
                found += piece.listening.get(event, ())
        return found

    def replacing(self, event: str) -> list[Heard]:
        """Return the replacements of this event."""
        found = self.sorted.get(event)
        if found is None:
            found = self.sorted[event] = []
            for piece in self._oldest_first():
                found += piece.replacing.get(event, ())
        return found

    def holding(self, name: str) -> list[Held]:
        """Return the active continuous effects of this kind."""
        found = self.held.get(name)
        if found is None:
            found = self.held[name] = []
            for piece in self._oldest_first():
                found += piece.holding.get(name, ())
        return found

    def _oldest_first(self) -> list[Piece]:
        if self.ordered is None:
            self.ordered = [*map(self.pieces.__getitem__, sorted(self.pieces)), *self.extras]
        return self.ordered

    def find(self, ctx: MatchContext) -> None:
        """Find all sources, except those of players who have lost."""
        self.readings.clear()
        if not self.fresh:
            self.pieces.clear()
            self._forget()
            for player in ctx.state.players.values():
                if not player.lost:
                    below = [n for host in (player.savior, *player.forms) if host for n in spirits_under(ctx, host)]
                    there = (player.savior, *player.forms, *player.commands, *below)
                    for number in (*there, *player.hand, *player.drop) if ctx.pool.elsewhere else there:
                        self.look(ctx, number)
            self.fresh = True
        self._find_extras(ctx)
        self.current = True

    def look(self, ctx: MatchContext, number: int) -> None:
        """Update the board for one card, which may have become a source, changed, or stopped being a source."""
        self.drop(number)
        card = ctx.state.table.get(number)
        if card is None:
            return
        works = works_of(ctx, card)
        if not works.idle:
            self.pieces[number] = piece = Piece(context(card), works, host=card.host)
            self._forget_of(piece)

    def drop(self, number: int) -> None:
        """Remove a source from the board."""
        piece = self.pieces.pop(number, None)
        if piece is not None:
            self._forget_of(piece)

    def drop_with_spirits(self, number: int) -> None:
        """Remove a card that has left play, and the spirits under it, from the board."""
        self.drop(number)
        for below, piece in [*self.pieces.items()]:
            if piece.host == number:
                self.drop(below)
        self.unsettle()

    def unsettle(self) -> None:
        """Mark all granted abilities as outdated, because they may have ended or their controllers may have changed."""
        if self.extras:
            self.current = False

    def forget(self, seat: Seat) -> None:
        """Drop all cached facts about a seat's cards."""
        self.readings.pop(seat, None)

    def forget_hand(self, seat: Seat) -> None:
        """Drop the cached facts that depend on every card in a seat's hand, whether or not the card is usable there."""
        for make in OF_WHOLE_HAND:
            self.readings[seat].pop(make, None)

    def _find_extras(self, ctx: MatchContext) -> None:
        for piece in self.extras:
            self._forget_of(piece)
        self.extras = []
        table = ctx.state.table
        for player in ctx.state.players.values():
            for number in (player.savior, *player.forms, *player.commands):
                card = table.get(number) if number and not player.lost else None
                if card is not None and card.changes and card.up:
                    self.extras += _extras(ctx, card)
        self.extras.sort(key=lambda piece: piece.running.card)
        self.steady = all(piece.lasting is None for piece in self.extras)
        for piece in self.extras:
            self._forget_of(piece)

    def _forget(self) -> None:
        self.ordered = None
        self.sorted.clear()
        self.held.clear()

    def _forget_of(self, piece: Piece) -> None:
        self.ordered = None
        for event in (*piece.listening, *piece.replacing):
            self.sorted.pop(event, None)
        for name in piece.holding:
            self.held.pop(name, None)


def spirits_under(ctx: MatchContext, host: int) -> tuple[int, ...]:
    """Return the instance ids of the spirits under a card."""
    card = ctx.state.table.get(host)
    return () if card is None else card.under


def _extras(ctx: MatchContext, card: Card) -> Iterator[Piece]:
    """Yield the abilities and continuous effects granted to a card."""
    for change in card.changes:
        if change.kind == "grant":
            yield Piece(context(card), ctx.pool.abilities[change.part].works, lasting=lasting(ctx, change))
        elif change.kind == "restrict":
            form = ctx.pool.statics[change.part]
            piece = Piece(made_by(change), NOTHING)
            piece.holding[form.name] = [Held(card.id, piece.running, form, None, lasting(ctx, change))]
            yield piece


def board_of(ctx: MatchContext) -> Board:
    """Return the current board."""
    board: Board | None = ctx.board
    if board is None:
        board = ctx.board = Board()
    if not board.current:
        board.find(ctx)
    return board


def listeners(ctx: MatchContext, event: str) -> list[Heard]:
    """Return the [AUTO] effects that wait for this event."""
    board = ctx.board
    if board is None or not board.current:
        board = board_of(ctx)
    found: list[Heard] | None = board.sorted.get(event)
    return board.listening(event) if found is None else found


def reads_whole_hand(make: Make) -> Make:
    """Mark a function for `recall` that reads all cards of a hand, even those that have no usable effect there."""
    OF_WHOLE_HAND.append(make)
    return make


def recall(ctx: MatchContext, make: Callable[[MatchContext, Seat], T], seat: Seat) -> T:
    """Return `make(ctx, seat)`, cached until an event may change the result.

    `make` may read only the seat's cards in play, its drop zone, the cards of its hand that can be used from there,
    these cards' abilities, and whose turn it is. With `reads_whole_hand`, it may read all cards of the hand.
    `following` drops the cached result after each event that may change one of these. While any granted ability depends
    on a condition, nothing is cached. Callers must not change the result.
    """
    board = ctx.board
    if board is None or not board.current:
        board = board_of(ctx)
    readings = board.readings[seat]
    found: T | None = readings.get(make)
    if found is None:
        found = make(ctx, seat)
        if board.steady:
            readings[make] = found
    return found


# ---------------------------------------------------------------- fold


@fold
def _changed(match: Match, event: PwrChanged | EffectGranted | Restricted | ShieldRaised) -> None:
    """Add a temporary change to a card, or replace the change that has the same id."""
    card, change = match.table.get(event.thing), event.change
    match.changes = max(match.changes, change.number)
    if card is not None:
        card.changes = (*(one for one in card.changes if one.number != change.number), change)


@fold
def _counter_changed(match: Match, event: CounterChanged) -> None:
    card = match.table.get(event.thing)
    if card is not None:
        kept = {name: n for name, n in card.counters.items() if name != event.name}
        card.counters = {**kept, event.name: event.n} if event.n else kept
