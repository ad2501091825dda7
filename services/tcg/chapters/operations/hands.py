"""Steps by which players draw, invoke, rescue and discard cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from services.tcg.catalogue.faults import Fault, Place
from services.tcg.catalogue.language.conditions import Condition
from services.tcg.catalogue.language.operations import ByPlayer
from services.tcg.catalogue.lints.selectors import asks_for_spirits
from services.tcg.catalogue.text.phrases import PICKED
from services.tcg.catalogue.text.speech import filter_words, words_for
from services.tcg.chapters import hands, replacing, revealing
from services.tcg.chapters.operations.questions import Question, Questions, Whom, named_seats
from services.tcg.chapters.operations.reader import Number, Reader, after, by_chance, keep, reads
from services.tcg.chapters.terms import Holds, MatchContext, Operation
from services.tcg.state.tasks import Running
from shared.kernel.messages import Seat

Counted = Callable[[MatchContext, Sequence[Seat], int], None]

PickerOf = Callable[[MatchContext, Running, Seat], Seat]
"""A function that returns the seat that picks cards for a discarding player."""


class Draw(ByPlayer, frozen=True, kw_only=True, tag="draw"):
    """A step in which players draw cards from the main deck."""

    phrase = "{who:draw} {n}"


@reads
def draw(reader: Reader, step: Draw) -> None:
    """Make each player that the step names draw cards."""
    _count(reader, step, hands.draw)


class Invoke(ByPlayer, frozen=True, kw_only=True, tag="invoke"):
    """A step in which players take spirits from the top of their spirit deck to the hand."""

    phrase = "{who:invoke} {n}"


@reads
def invoke(reader: Reader, step: Invoke) -> None:
    """Make each player that the step names invoke spirits."""
    _count(reader, step, hands.invoke)


def _count(reader: Reader, step: Draw | Invoke, move: Counted) -> None:
    seats, amount = reader.seats(step.who), reader.amount(step.n)

    def operation(ctx: MatchContext, running: Running) -> int:
        count = amount(ctx, running)
        move(ctx, seats(ctx, running), count)
        return after(ctx, running)

    reader.emit(operation)


class Rescue(ByPlayer, frozen=True, kw_only=True, tag="rescue"):
    """A step in which players take spirits from their void to the hand."""

    phrase = "{who:rescue} {n}"


@reads
def rescue(reader: Reader, step: Rescue) -> None:
    """Ask each player that the step names to pick spirits in their own void.

    If there are fewer spirits than the step asks for, the player takes all of them.

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
    """Group cards by the players who hold or control them. Cards that have left are omitted."""
    table = ctx.state.table
    sorted_: dict[Seat, list[int]] = {}
    for number in numbers:
        if number in table:
            sorted_.setdefault(table[number].seat, []).append(number)
    return list(sorted_.items())


class Discard(ByPlayer, frozen=True, kw_only=True, tag="discard"):
    """A step in which players discard cards from the hand."""

    phrase = "{who:discard} {number}{filter}{picked}{reckoned}"
    filter: Condition | None = None
    by: Literal["you", "controller", "opponent", "random"] = "controller"

    def say_number(self) -> str:
        """Return the words for the number of cards, which is X if both this number and the cards have a description."""
        if self._is_described():
            return "X"
        return words_for(self.n) if self.filter is None else f"{self.n} {'card' if self.n == 1 else 'cards'}"

    def say_filter(self) -> str:
        """Return the words for the properties of the cards."""
        return filter_words(self.filter, "are" if isinstance(self.n, int) and self.n != 1 else "is")

    def say_reckoned(self) -> str:
        """Return the words that say what X is. Rule: TC-RUL-201."""
        return f", where X is {words_for(self.n)}" if self._is_described() else ""

    def _is_described(self) -> bool:
        return self.filter is not None and not isinstance(self.n, int)

    def say_picked(self) -> str:
        """Return the words for the player who picks the cards, if another player discards them.

        Rule: TC-RUL-039
        """
        if self.by == "you":
            return "" if self.who == "you" else ", picked by you"
        if self.by == "opponent" and self.who != "you":
            return ", yours picked by an opponent"
        return "" if self.by == "controller" else PICKED[self.by]

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if the step would discard spirits, or lets one opponent pick from another opponent's hand.

        Rule: TC-KEY-06, TC-RUL-039, TC-RUL-144
        """
        if self.by == "opponent" and self.who in ("opponent", "each_opponent"):
            reason = "only that opponent or you can pick from an opponent's hand: write controller or you"
            yield place.fault("by", reason, "TC-RUL-039", "TC-RUL-144")
        if asks_for_spirits(self.filter):
            yield place.fault("filter", "spirits can never be discarded: name other cards", "TC-KEY-06")


@reads
def discard(reader: Reader, step: Discard) -> None:
    """Make each player that the step names discard cards. A player with too few cards discards all of them.

    These players pick the cards themselves, unless the step names another player who picks. A player who picks from
    another player's hand sees that hand first. A replacement effect replaces the whole discard before cards are picked,
    but not if the player has no cards to discard.

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
        left = [seat for seat in able if not replacing.replace_event(ctx, "would_discard", seat=seat)]
        replacing.reverse_pending_from(ctx, at)
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
    """Return an operation that answers the questions at random instead of asking a player.

    Rule: TC-RUL-039, TC-RUL-082
    """

    def operation(ctx: MatchContext, running: Running) -> int:
        asked = questions(ctx, running)
        keep(running, key, tuple(one for ask in asked for one in by_chance(ctx, ask.options, ask.most)))
        return running.at + 1

    return operation


def discardable(ctx: MatchContext, running: Running, seat: Seat, filtered: Holds | None) -> list[int]:
    """Return the cards of a hand that may be discarded: all cards except spirits. Rule: TC-KEY-06."""
    table, printed = ctx.state.table, ctx.pool.printed
    found = [one for one in ctx.state.players[seat].hand if printed[table[one].card].kind != "spirit"]
    return found if filtered is None else [one for one in found if filtered(ctx, running, one)]


def _picker_of(reader: Reader, key: str, by: str, seats: Whom) -> PickerOf:
    """Return a function that finds the seat that picks from a hand. Rule: TC-RUL-039."""
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
    """Return whether the effect's player has a card to discard. This is public, since all see the cards' backs."""
    return bool(discardable(ctx, running, running.seat, None))


def _show(ctx: MatchContext, running: Running, seat: Seat, picker: Seat) -> None:
    if picker != seat:
        table = ctx.state.table
        cards = [table[number].card for number in discardable(ctx, running, seat, None)]
        revealing.reveal(ctx, seat, cards, origin="hand", to=picker)
