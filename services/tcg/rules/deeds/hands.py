"""Steps with hands and decks: drawing, invoking, discarding, searching, looking, shuffling, showing, putting back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from services.tcg.agenda import Running
from services.tcg.cards.language import (
    Discard,
    Draw,
    Invoke,
    LookTop,
    PutInDeck,
    Rescue,
    Reveal,
    Selector,
    Shuffle,
)
from services.tcg.events import DeckArranged, DeckLooked
from services.tcg.rules import moves
from services.tcg.rules.terms import Deed, Game, Holds
from services.tcg.state.match import Card
from shared.kernel.messages import Seat, Secret

from .reader import (
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

Counted = Callable[[Game, Sequence[Seat], int], None]


def _counted(move: Counted) -> Callable[[Reader, Any], None]:
    """Read a step in which players take so many cards."""

    def read(reader: Reader, step: Draw | Invoke) -> None:
        seats, amount = reader.seats(step.who), reader.amount(step.n)

        def deed(game: Game, running: Running) -> int:
            count = amount(game, running)
            move(game, seats(game, running), count)
            return after(game, running)

        reader.emit(deed)

    return read


def rescue(reader: Reader, step: Rescue) -> None:
    """Each player meant picks among the spirits of the own void, as many as there are.

    Rule: TC-KEY-07, TC-KEY-08, TC-RUL-038
    """
    seats, amount, key = reader.seats(step.who), reader.amount(step.n), reader.key()

    def questions(game: Game, running: Running) -> list[Question]:
        count, match = max(amount(game, running), 0), game.match
        return [
            Question(match.order.index(seat), seat, match.players[seat].void, count, count)
            for seat in seats(game, running)
        ]

    def deed(game: Game, running: Running) -> int:
        moves.rescue(game, by_seat(game, running.names[key]))
        return running.at + 1

    reader.ask(key, "choose_cards", questions)
    reader.emit(deed)


def by_seat(game: Game, numbers: Sequence[int]) -> list[tuple[Seat, list[int]]]:
    """Sort cards by the players who hold or control them; what is gone is left out."""
    table = game.match.table
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

    def begin(game: Game, running: Running) -> int:
        meant = seats(game, running) if amount(game, running) > 0 else ()
        able = [seat for seat in meant if discardable(game, running, seat, None)]
        at = len(game.match.agenda)
        left = [seat for seat in able if not moves.replaced(game, "would_discard", seat=seat)]
        moves.first_is_first(game, at)
        for seat in left:
            _show(game, running, seat, by)
        keep(running, whose, tuple(game.match.order.index(seat) for seat in left))
        return after(game, running)

    def deed(game: Game, running: Running) -> int:
        moves.discard(game, by_seat(game, running.names[key]))
        return running.at + 1

    reader.emit(begin)
    questions = _discards(whose, by, amount, reader.filter(step.filter))
    if by == "random":
        reader.emit(_at_random(key, questions))
    else:
        reader.ask(key, "choose_cards", questions)
    reader.emit(deed)


def _discards(whose: str, by: str, amount: Number, filtered: Holds | None) -> Questions:
    always = filtered is not None

    def questions(game: Game, running: Running) -> list[Question]:
        count, table, order = max(amount(game, running), 0), game.match.table, game.match.order
        asked = []
        for seat in named_seats(game, running, whose):
            options, picker = discardable(game, running, seat, filtered), _picker(game, running, seat, by)
            words = () if picker == seat else tuple(table[number].card for number in options)
            asked.append(Question(order.index(seat), picker, options, count, count, always, words))
        return asked

    return questions


def _at_random(key: str, questions: Questions) -> Deed:
    """Let luck pick instead of asking. Rule: TC-RUL-039, TC-RUL-082."""

    def deed(game: Game, running: Running) -> int:
        asked = questions(game, running)
        keep(running, key, tuple(one for ask in asked for one in by_chance(game, ask.options, ask.most)))
        return running.at + 1

    return deed


def discardable(game: Game, running: Running, seat: Seat, filtered: Holds | None) -> list[int]:
    """List the cards of a hand that may be discarded: never spirits. Rule: TC-KEY-06."""
    table, printed = game.match.table, game.pool.printed
    found = [one for one in game.match.players[seat].hand if printed[table[one].card].kind != "spirit"]
    return found if filtered is None else [one for one in found if filtered(game, running, one)]


def _picker(game: Game, running: Running, seat: Seat, by: str) -> Seat:
    if by == "you":
        return running.seat
    if by == "opponent" and seat == running.seat:
        return game.match.opponents(seat)[0]
    return seat


def _show(game: Game, running: Running, seat: Seat, by: str) -> None:
    picker = _picker(game, running, seat, by)
    if picker != seat and by != "random":
        table = game.match.table
        cards = [table[number].card for number in discardable(game, running, seat, None)]
        moves.reveal(game, seat, cards, origin="hand", to=picker)


# ---------------------------------------------------------------- decks


def look_top(reader: Reader, step: LookTop) -> None:
    """Look at the top of an own deck without shuffling it; then it stays, is put in an order, or goes beneath.

    Rule: TC-RUL-083
    """
    amount, key = reader.amount(step.n), reader.key()

    def look(game: Game, running: Running) -> int:
        player = game.match.players[running.seat]
        deck = player.deck if step.deck == "main" else player.spirits
        cards = tuple(deck[: -max(amount(game, running), 0) - 1 : -1])
        keep(running, key, (len(cards),))
        if cards:
            seen = Secret(audience=(running.seat,), value=cards)
            game.tell(DeckLooked(seat=running.seat, deck=step.deck, n=len(cards), cards=seen))
        return running.at + 1

    reader.emit(look)
    if step.then == "reorder":
        _reorder(reader, step, key)
    elif step.then == "bottom":
        reader.emit(lambda game, running: _arrange(game, running, step, range(running.names[key][0])))


def _reorder(reader: Reader, step: LookTop, looked: str) -> None:
    key = reader.key()

    def questions(game: Game, running: Running) -> list[Question]:
        count, player = running.names[looked][0], game.match.players[running.seat]
        deck = player.deck if step.deck == "main" else player.spirits
        words = tuple(deck[: -count - 1 : -1])
        return [Question(0, running.seat, range(count), count, count, always=count > 1, words=words)]

    reader.ask(key, "order_cards", questions)
    reader.emit(lambda game, running: _arrange(game, running, step, running.names[key]))


def _arrange(game: Game, running: Running, step: LookTop, order: Sequence[int]) -> int:
    if order:
        secret = Secret(audience=(running.seat,), value=tuple(order))
        bottom = step.then == "bottom"
        game.tell(DeckArranged(seat=running.seat, deck=step.deck, n=len(order), bottom=bottom, order=secret))
    return running.at + 1


def shuffle(reader: Reader, step: Shuffle) -> None:
    """Shuffle decks."""
    seats = reader.seats(step.who)

    def deed(game: Game, running: Running) -> int:
        for seat in seats(game, running):
            moves.shuffle(game, seat, step.deck)
        return running.at + 1

    reader.emit(deed)


def reveal(reader: Reader, step: Reveal) -> None:
    """Show cards of hands, commands that lie face-down, or the top of a main deck (one card where no number is said).

    Rule: TC-RUL-086, TC-RUL-087
    """
    if "main_deck" in zones_of(step.of):
        _reveal_top(reader, step.of, to_all=step.to == "all")
        return
    find = reader.cards(step.of, fit=_unseen)
    alone = step.to != "all"

    def deed(game: Game, running: Running) -> int:
        table, to = game.match.table, running.seat if alone else ""
        for seat, numbers in by_seat(game, find(game, running)):
            held = [table[number].card for number in numbers if table[number].place == "hand"]
            down = [table[number].card for number in numbers if table[number].place == "command"]
            moves.reveal(game, seat, held, origin="hand", to=to)
            moves.reveal(game, seat, down, origin="command", to=to)
        return running.at + 1

    reader.emit(deed)


def _unseen(_game: Game, _running: Running, card: Card) -> bool:
    return card.place == "hand" or (card.place == "command" and not card.up)


def _reveal_top(reader: Reader, of: Selector, *, to_all: bool) -> None:
    seats: Whom = reader.seats(of.who or "you")
    count = of.n if isinstance(of.n, int) else 1

    def deed(game: Game, running: Running) -> int:
        for seat in seats(game, running):
            cards = game.match.players[seat].deck[: -count - 1 : -1]
            moves.reveal(game, seat, cards, origin="main_deck", to="" if to_all else running.seat)
        return running.at + 1

    reader.emit(deed)


def put_in_deck(reader: Reader, step: PutInDeck) -> None:
    """Return cards to their owners' main decks; spirits and saviors never are.

    Rule: TC-SAV-02, TC-ZONE-13, TC-RUL-026, TC-RUL-091, TC-RUL-092
    """
    find = reader.cards(step.of, fit=_main_backed)
    to: moves.DeckEnd = "deck_top" if step.at == "top" else "deck_bottom"

    def deed(game: Game, running: Running) -> int:
        table = game.match.table
        found = [table[number] for number in find(game, running)]
        owners = dict.fromkeys(card.owner for card in found)
        for card in found:
            if card.place == "hand":
                moves.put_back(game, card.seat, (card.id,), to)
            elif card.place == "drop":
                moves.take_back(game, card, to)
        moves.leave_together(game, found, to=to, cause="effect")
        for owner in owners if step.at == "shuffle" else ():
            if not game.over and not game.match.players[owner].lost:
                moves.shuffle(game, owner, "main")
        return after(game, running)

    reader.emit(deed)


def _main_backed(game: Game, _running: Running, card: Card) -> bool:
    return game.pool.printed[card.card].kind in ("form", "command")


READERS: Final[Mapping[type, Callable[[Reader, Any], None]]] = {
    Draw: _counted(moves.draw),
    Invoke: _counted(moves.invoke),
    Rescue: rescue,
    Discard: discard,
    LookTop: look_top,
    Shuffle: shuffle,
    Reveal: reveal,
    PutInDeck: put_in_deck,
}
