"""Steps that look at the top of a deck, shuffle it, or show cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from services.tcg.catalogue.language.conditions import Amount, Selector, Who
from services.tcg.catalogue.language.operations import OnCards
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.catalogue.language.reach import reaching
from services.tcg.catalogue.text.phrases import PICKED
from services.tcg.catalogue.text.players import player
from services.tcg.catalogue.text.speech import cards_meant
from services.tcg.chapters import hands, revealing
from services.tcg.chapters.operations.hands import by_seat
from services.tcg.chapters.operations.questions import Question, Whom
from services.tcg.chapters.operations.reader import Reader, keep, reads, zones_of
from services.tcg.chapters.reading.of_cards import SHOWN
from services.tcg.chapters.terms import Follow, MatchContext
from services.tcg.state.match import Card, Match
from services.tcg.state.places import off_the_top
from services.tcg.state.tasks import Running
from services.tcg.words import DeckName
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat, Secret


class LookTop(Step, frozen=True, kw_only=True, tag="look_top"):
    """A step in which a player looks at a deck's top cards without shuffling the deck."""

    phrase = "look at the top {n} of your {deck} deck and {then}"
    deck: DeckName
    n: Amount
    then: Literal["keep_order", "reorder", "bottom"] = "keep_order"


@reads
def look_top(reader: Reader, step: LookTop) -> None:
    """Show a deck's top cards to a player.

    The cards then stay in order, go to the bottom in order, or are put in the order that the player picks.

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


class Shuffle(Step, frozen=True, kw_only=True, tag="shuffle"):
    """A step that shuffles a deck."""

    phrase = "shuffle {deck_of} {deck} deck"
    deck: DeckName
    who: Who = "you"

    def say_deck_of(self) -> str:
        """Return the words that name the player whose deck is shuffled."""
        return "each player's" if self.who == "any" else player(self.who)[1]


@reads
def shuffle(reader: Reader, step: Shuffle) -> None:
    """Shuffle the decks of the players that the step names."""
    seats = reader.seats(step.who)

    def operation(ctx: MatchContext, running: Running) -> int:
        for seat in seats(ctx, running):
            hands.shuffle(ctx, seat, step.deck)
        return running.at + 1

    reader.emit(operation)


class Reveal(OnCards, frozen=True, kw_only=True, tag="reveal"):
    """A step that reveals cards to all players, or only to the effect's player."""

    phrase = "reveal {of} to {to}"
    reach = reaching()
    to: Literal["all", "you"] = "all"

    def say_of(self) -> str:
        """Return the words for the cards. For a main deck, the words mean its top cards. Rule: TC-RUL-162."""
        of = self.of
        if zones_of(of) != ("main_deck",):
            return cards_meant(of, "each") + ("," if of.by in PICKED else "")
        top = f"top {of.n} cards" if isinstance(of.n, int) and of.n != 1 else "top card"
        whose = "each player's" if of.who == "any" else player(of.who or "you")[1]
        return f"the {top} of {whose} main deck"


@reads
def reveal(reader: Reader, step: Reveal) -> None:
    """Reveal cards in hands, face-down commands, or the top of a main deck.

    Without a number, the step reveals one card. The effect remembers the commands that it has revealed to all.

    Rule: TC-RUL-086, TC-RUL-087, TC-RUL-208
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
            if down and not alone and reader.revised:
                shown = (one for one in numbers if table[one].place == "command")
                keep(running, SHOWN, (*running.names.get(SHOWN, ()), *shown))
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


class DeckLooked(Event, frozen=True, kw_only=True):
    """A player looked at the top of a deck. `cards` begins with the top card."""

    seat: Seat
    deck: DeckName
    n: int
    cards: Secret[tuple[str, ...]]


class DeckArranged(Event, frozen=True, kw_only=True):
    """A player put a deck's top cards back in a new order, or at the bottom of the deck.

    `order` lists the cards from the new top down, each by its old position, counted from 0 at the old top.
    """

    seat: Seat
    deck: DeckName
    n: int
    bottom: bool
    order: Secret[tuple[int, ...]]


@fold
def _deck_arranged(match: Match, event: DeckArranged) -> None:
    deck = hands.deck_of(match, event.seat, event.deck)
    looked = off_the_top(deck, event.n)
    upwards = [looked[place] for place in reversed(event.order.open()) if place < len(looked)]
    if event.bottom:
        deck[:0] = upwards
    else:
        deck.extend(upwards)


@fold
def _deck_looked(_match: Match, _event: DeckLooked) -> None:
    """Change nothing, since `DeckArranged` moves the cards."""


BOARD: Final[Mapping[type[Event], Follow | None]] = {DeckLooked: None, DeckArranged: None}
"""The update of the board after each event: none, since these events change no source and no source's abilities."""
