"""Steps with hands and decks: drawing, invoking, discarding, searching, looking, shuffling, showing, putting back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from services.tcg.catalogue.language.conditions import Selector
from services.tcg.catalogue.language.operations import (
    Discard,
    Draw,
    Invoke,
    LookTop,
    PutInDeck,
    Rescue,
    Reveal,
    Shuffle,
)
from services.tcg.chapters import hands, leaving, replacing, revealing
from services.tcg.chapters.hands import deck_of
from services.tcg.chapters.operations.reader import (
    Number,
    Question,
    Questions,
    Reader,
    Whom,
    after,
    by_chance,
    keep,
    named_seats,
    zones_of,
)
from services.tcg.chapters.terms import Holds, MatchContext, Operation
from services.tcg.state.match import Card, Match
from services.tcg.state.places import off_the_top
from services.tcg.state.tasks import Running
from services.tcg.words import DeckName
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat, Secret

Counted = Callable[[MatchContext, Sequence[Seat], int], None]
PickerOf = Callable[[MatchContext, Running, Seat], Seat]
"""Who picks what a player discards."""


def _counted(move: Counted) -> Callable[[Reader, Any], None]:
    """Read a step in which players take so many cards."""

    def read(reader: Reader, step: Draw | Invoke) -> None:
        seats, amount = reader.seats(step.who), reader.amount(step.n)

        def operation(ctx: MatchContext, running: Running) -> int:
            count = amount(ctx, running)
            move(ctx, seats(ctx, running), count)
            return after(ctx, running)

        reader.emit(operation)

    return read


def rescue(reader: Reader, step: Rescue) -> None:
    """Each player meant picks among the spirits of their own void, as many as there are.

    Rule: TC-KEY-07, TC-KEY-08, TC-RUL-038
    """
    seats, amount, key = reader.seats(step.who), reader.amount(step.n), reader.key()

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        count, match = max(amount(ctx, running), 0), ctx.state
        return [
            Question(match.order.index(seat), seat, match.players[seat].void, count, count)
            for seat in seats(ctx, running)
        ]

    def operation(ctx: MatchContext, running: Running) -> int:
        hands.rescue(ctx, by_seat(ctx, running.names[key]))
        return running.at + 1

    reader.ask(key, "choose_cards", questions)
    reader.emit(operation)


def by_seat(ctx: MatchContext, numbers: Sequence[int]) -> list[tuple[Seat, list[int]]]:
    """Sort cards by the players who hold or control them; what is gone is left out."""
    table = ctx.state.table
    sorted_: dict[Seat, list[int]] = {}
    for number in numbers:
        if number in table:
            sorted_.setdefault(table[number].seat, []).append(number)
    return list(sorted_.items())


# ---------------------------------------------------------------- discard


def discard(reader: Reader, step: Discard) -> None:
    """Each player meant discards, as much as there is. Whose hand it is picks, unless the step says otherwise.

    Who picks from another's hand is shown it first. A discard that is replaced is replaced as a whole, before anything
    is picked; with nothing to discard there is nothing to replace.

    Rule: TC-KEY-05, TC-KEY-06, TC-ZONE-16, TC-RUL-039
    """
    seats, amount = reader.seats(step.who), reader.amount(step.n)
    key = reader.key()
    whose, by = key + "whose", step.by
    picker = _picker_of(reader, key, by, seats)

    def begin(ctx: MatchContext, running: Running) -> int:
        meant = seats(ctx, running) if amount(ctx, running) > 0 else ()
        able = [seat for seat in meant if discardable(ctx, running, seat, None)]
        at = len(ctx.state.pending)
        left = [seat for seat in able if not replacing.replaced(ctx, "would_discard", seat=seat)]
        replacing.first_is_first(ctx, at)
        for seat in left:
            _show(ctx, running, seat, picker(ctx, running, seat))
        keep(running, whose, tuple(ctx.state.order.index(seat) for seat in left))
        return after(ctx, running)

    def operation(ctx: MatchContext, running: Running) -> int:
        hands.discard(ctx, by_seat(ctx, running.names[key]))
        return running.at + 1

    reader.emit(begin)
    questions = _discards(whose, picker, amount, reader.filter(step.filter))
    if by == "random":
        reader.emit(_at_random(key, questions))
    else:
        reader.ask(key, "choose_cards", questions)
    reader.emit(operation)


def _discards(whose: str, picker_of: PickerOf, amount: Number, filtered: Holds | None) -> Questions:
    always = filtered is not None

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        count, table, order = max(amount(ctx, running), 0), ctx.state.table, ctx.state.order
        asked = []
        for seat in named_seats(ctx, running, whose):
            options, picker = discardable(ctx, running, seat, filtered), picker_of(ctx, running, seat)
            words = () if picker == seat else tuple(table[number].card for number in options)
            asked.append(Question(order.index(seat), picker, options, count, count, always, words))
        return asked

    return questions


def _at_random(key: str, questions: Questions) -> Operation:
    """Let luck pick instead of asking. Rule: TC-RUL-039, TC-RUL-082."""

    def operation(ctx: MatchContext, running: Running) -> int:
        asked = questions(ctx, running)
        keep(running, key, tuple(one for ask in asked for one in by_chance(ctx, ask.options, ask.most)))
        return running.at + 1

    return operation


def discardable(ctx: MatchContext, running: Running, seat: Seat, filtered: Holds | None) -> list[int]:
    """List the cards of a hand that may be discarded: never spirits. Rule: TC-KEY-06."""
    table, printed = ctx.state.table, ctx.pool.printed
    found = [one for one in ctx.state.players[seat].hand if printed[table[one].card].kind != "spirit"]
    return found if filtered is None else [one for one in found if filtered(ctx, running, one)]


def _picker_of(reader: Reader, key: str, by: str, seats: Whom) -> PickerOf:
    """Read who picks of a hand: its player, the effect's, or for that player an opponent. Rule: TC-RUL-039."""
    if by == "you":
        return lambda _ctx, running, _seat: running.seat
    if by != "opponent":
        return lambda _ctx, _running, seat: seat
    named = reader.opponent(key, lambda ctx, running: running.seat in seats(ctx, running) and _holds(ctx, running))

    def picker(ctx: MatchContext, running: Running, seat: Seat) -> Seat:
        if seat != running.seat:
            return seat
        return (named(ctx, running) if named else ctx.state.opponents(seat))[0]

    return picker


def _holds(ctx: MatchContext, running: Running) -> bool:
    """Whether the effect's player has a card to discard; all can see it by the backs."""
    return bool(discardable(ctx, running, running.seat, None))


def _show(ctx: MatchContext, running: Running, seat: Seat, picker: Seat) -> None:
    if picker != seat:
        table = ctx.state.table
        cards = [table[number].card for number in discardable(ctx, running, seat, None)]
        revealing.reveal(ctx, seat, cards, origin="hand", to=picker)


# ---------------------------------------------------------------- decks


def look_top(reader: Reader, step: LookTop) -> None:
    """Look at the top of an own deck without shuffling it; then it stays, is put in an order, or goes beneath.

    Rule: TC-RUL-083
    """
    amount, key = reader.amount(step.n), reader.key()

    def look(ctx: MatchContext, running: Running) -> int:
        player = ctx.state.players[running.seat]
        deck = player.deck if step.deck == "main" else player.spirits
        cards = tuple(deck[: -max(amount(ctx, running), 0) - 1 : -1])
        keep(running, key, (len(cards),))
        if cards:
            seen = Secret(audience=(running.seat,), value=cards)
            ctx.emit(DeckLooked(seat=running.seat, deck=step.deck, n=len(cards), cards=seen))
        return running.at + 1

    reader.emit(look)
    if step.then == "reorder":
        _reorder(reader, step, key)
    elif step.then == "bottom":
        reader.emit(lambda ctx, running: _arrange(ctx, running, step, range(running.names[key][0])))


def _reorder(reader: Reader, step: LookTop, looked: str) -> None:
    key = reader.key()

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        count, player = running.names[looked][0], ctx.state.players[running.seat]
        deck = player.deck if step.deck == "main" else player.spirits
        words = tuple(deck[: -count - 1 : -1])
        return [Question(0, running.seat, range(count), count, count, always=count > 1, words=words)]

    reader.ask(key, "order_cards", questions)
    reader.emit(lambda ctx, running: _arrange(ctx, running, step, running.names[key]))


def _arrange(ctx: MatchContext, running: Running, step: LookTop, order: Sequence[int]) -> int:
    if order:
        secret = Secret(audience=(running.seat,), value=tuple(order))
        bottom = step.then == "bottom"
        ctx.emit(DeckArranged(seat=running.seat, deck=step.deck, n=len(order), bottom=bottom, order=secret))
    return running.at + 1


def shuffle(reader: Reader, step: Shuffle) -> None:
    """Shuffle decks."""
    seats = reader.seats(step.who)

    def operation(ctx: MatchContext, running: Running) -> int:
        for seat in seats(ctx, running):
            hands.shuffle(ctx, seat, step.deck)
        return running.at + 1

    reader.emit(operation)


def reveal(reader: Reader, step: Reveal) -> None:
    """Show cards of hands, commands that lie face-down, or the top of a main deck (one card where no number is said).

    Rule: TC-RUL-086, TC-RUL-087
    """
    if "main_deck" in zones_of(step.of):
        _reveal_top(reader, step.of, to_all=step.to == "all")
        return
    find = reader.cards(step.of, fit=_unseen)
    alone = step.to != "all"

    def operation(ctx: MatchContext, running: Running) -> int:
        table, to = ctx.state.table, running.seat if alone else ""
        for seat, numbers in by_seat(ctx, find(ctx, running)):
            held = [table[number].card for number in numbers if table[number].place == "hand"]
            down = [table[number].card for number in numbers if table[number].place == "command"]
            revealing.reveal(ctx, seat, held, origin="hand", to=to)
            revealing.reveal(ctx, seat, down, origin="command", to=to)
        return running.at + 1

    reader.emit(operation)


def _unseen(_ctx: MatchContext, _running: Running, card: Card) -> bool:
    return card.place == "hand" or (card.place == "command" and not card.up)


def _reveal_top(reader: Reader, of: Selector, *, to_all: bool) -> None:
    seats: Whom = reader.seats(of.who or "you")
    count = of.n if isinstance(of.n, int) else 1

    def operation(ctx: MatchContext, running: Running) -> int:
        for seat in seats(ctx, running):
            cards = ctx.state.players[seat].deck[: -count - 1 : -1]
            revealing.reveal(ctx, seat, cards, origin="main_deck", to="" if to_all else running.seat)
        return running.at + 1

    reader.emit(operation)


def put_in_deck(reader: Reader, step: PutInDeck) -> None:
    """Return cards to their owners' main decks; spirits and saviors never are.

    Rule: TC-SAV-02, TC-ZONE-13, TC-RUL-026, TC-RUL-091, TC-RUL-092
    """
    find = reader.cards(step.of, fit=_main_backed)
    to: hands.DeckEnd = "deck_top" if step.at == "top" else "deck_bottom"

    def operation(ctx: MatchContext, running: Running) -> int:
        table = ctx.state.table
        found = [table[number] for number in find(ctx, running)]
        owners = dict.fromkeys(card.owner for card in found)
        for card in found:
            if card.place == "hand":
                hands.put_back(ctx, card.seat, (card.id,), to)
            elif card.place == "drop":
                hands.take_back(ctx, card, to)
        leaving.leave_together(ctx, found, to=to, cause="effect")
        for owner in owners if step.at == "shuffle" else ():
            if not ctx.over and not ctx.state.players[owner].lost:
                hands.shuffle(ctx, owner, "main")
        return after(ctx, running)

    reader.emit(operation)


def _main_backed(ctx: MatchContext, _running: Running, card: Card) -> bool:
    return ctx.pool.printed[card.card].kind in ("form", "command")


READERS: Final[Mapping[type, Callable[[Reader, Any], None]]] = {
    Draw: _counted(hands.draw),
    Invoke: _counted(hands.invoke),
    Rescue: rescue,
    Discard: discard,
    LookTop: look_top,
    Shuffle: shuffle,
    Reveal: reveal,
    PutInDeck: put_in_deck,
}


class DeckLooked(Event, frozen=True, kw_only=True):
    """A player looked at the top of a deck. `cards` from the top."""

    seat: Seat
    deck: DeckName
    n: int
    cards: Secret[tuple[str, ...]]


class DeckArranged(Event, frozen=True, kw_only=True):
    """A player put the top of a deck back: in an order, or beneath the deck.

    `order` are the cards as they were, counted from 0 at the top, in their new order, the uppermost first.
    """

    seat: Seat
    deck: DeckName
    n: int
    bottom: bool
    order: Secret[tuple[int, ...]]


@fold
def _deck_arranged(match: Match, event: DeckArranged) -> None:
    deck = deck_of(match, event.seat, event.deck)
    looked = off_the_top(deck, event.n)
    upwards = [looked[place] for place in reversed(event.order.open()) if place < len(looked)]
    if event.bottom:
        deck[:0] = upwards
    else:
        deck.extend(upwards)


@fold
def _deck_looked(_match: Match, _event: DeckLooked) -> None:
    """Change nothing: the events beside it say what came of it."""
