"""Cards on their way from decks to hands and back, and between hands and the drop zone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from services.tcg.agenda import Happening
from services.tcg.events import (
    CardPutBack,
    CardReturned,
    CardsDrawn,
    DeckShuffled,
    Discarded,
    Rescued,
    Revealed,
    Shown,
    SpiritsInvoked,
)
from services.tcg.rules import losing, triggers
from services.tcg.rules.moves.replacing import first_is_first, replaced
from services.tcg.rules.terms import Game
from services.tcg.state.match import Card
from services.tcg.words import DeckName
from shared.kernel.messages import NOBODY, Seat, Secret

DeckEnd = Literal["deck_top", "deck_bottom"]


def draw(game: Game, seats: Sequence[Seat], count: int) -> None:
    """Let players draw from their main decks, all at once, as much as there is.

    One draw, of however many, is replaced as a whole; and all that is replaced is, before anybody draws.

    Rule: TC-KEY-02 to TC-KEY-04, TC-RUL-035, TC-RUL-142
    """
    able = [seat for seat in seats if count > 0 and not game.match.players[seat].lost]
    at = len(game.match.agenda)
    left = [seat for seat in able if not replaced(game, "would_draw", seat=seat)]
    first_is_first(game, at)
    triggers.happen(game, *(one for seat in left for one in _drawn(game, seat, count)))


def draw_for_step(game: Game, seat: Seat) -> None:
    """Draw for the draw step: who cannot loses, unless the draw is replaced. Rule: TC-WIN-02, TC-RUL-118."""
    if replaced(game, "would_draw", seat=seat):
        return
    if game.match.players[seat].deck:
        triggers.happen(game, *_drawn(game, seat, 1))
    else:
        losing.lose(game, [seat], "deck")


def _drawn(game: Game, seat: Seat, count: int) -> list[Happening]:
    deck = game.match.players[seat].deck
    cards = tuple(deck[: -count - 1 : -1])
    if not cards:
        return []
    secret = Secret(audience=(seat,), value=cards)
    game.tell(CardsDrawn(seat=seat, n=len(cards), first=game.match.made + 1, cards=secret))
    return [Happening(event="drawn", by=seat, n=len(cards))]


def invoke(game: Game, seats: Sequence[Seat], count: int) -> None:
    """Let players take spirits from the top of their spirit decks to the hand, all at once, as many as there are.

    Rule: TC-KEY-12, TC-RUL-037, TC-RUL-101, TC-RUL-142
    """
    triggers.happen(game, *(one for seat in seats for one in _invoked(game, seat, count)))


def _invoked(game: Game, seat: Seat, count: int) -> list[Happening]:
    player = game.match.players[seat]
    cards = tuple(player.spirits[: -count - 1 : -1]) if count > 0 and not player.lost else ()
    if not cards:
        return []
    secret = Secret(audience=(seat,), value=cards)
    game.tell(SpiritsInvoked(seat=seat, n=len(cards), first=game.match.made + 1, cards=secret))
    return [Happening(event="invoked", by=seat, n=len(cards))]


def rescue(game: Game, taken: Iterable[tuple[Seat, Sequence[int]]]) -> None:
    """Let players take spirits from their own voids to the hand, at once. Rule: TC-KEY-07, TC-RUL-038, TC-RUL-142."""
    triggers.happen(game, *(one for seat, spirits in taken for one in _rescued(game, seat, spirits)))


def _rescued(game: Game, seat: Seat, spirits: Sequence[int]) -> list[Happening]:
    void, table = game.match.players[seat].void, game.match.table
    found = tuple(number for number in spirits if number in void)
    if not found:
        return []
    cards = tuple(table[number].card for number in found)
    game.tell(Rescued(seat=seat, spirits=found, cards=cards, first=game.match.made + 1))
    return [Happening(event="rescued", by=seat, n=len(found))]


def discard(game: Game, discarded: Iterable[tuple[Seat, Sequence[int]]]) -> None:
    """Let players put cards of their hands into the drop zone, all at once; spirits never are.

    Rule: TC-KEY-05, TC-KEY-06, TC-ZONE-16, TC-RUL-142
    """
    triggers.happen(game, *(one for seat, hand in discarded for one in _discarded(game, seat, hand)))


def _discarded(game: Game, seat: Seat, hand: Sequence[int]) -> list[Happening]:
    table, printed = game.match.table, game.pool.printed
    own = tuple(one for one in hand if _held(table.get(one), seat) and printed[table[one].card].kind != "spirit")
    if not own:
        return []
    cards = tuple(Shown(card=table[number].card, thing=fresh) for fresh, number in enumerate(own, game.match.made + 1))
    game.tell(Discarded(seat=seat, cards=cards, hand=Secret(audience=(seat,), value=own)))
    return [Happening(event="discarded", by=seat, card=shown.thing) for shown in cards]


def _held(card: Card | None, seat: Seat) -> bool:
    return card is not None and card.place == "hand" and card.seat == seat


def put_back(game: Game, seat: Seat, hand: Sequence[int], to: DeckEnd) -> None:
    """Put cards of the hand on the main deck, or beneath it."""
    table, printed = game.match.table, game.pool.printed
    own = tuple(one for one in hand if _held(table.get(one), seat) and printed[table[one].card].back == "main")
    if own:
        game.tell(CardPutBack(seat=seat, n=len(own), to=to, hand=Secret(audience=(seat,), value=own)))


def take_back(game: Game, card: Card, to: Literal["hand"] | DeckEnd) -> None:
    """Take a card of a drop zone back to its owner's hand or main deck. Rule: TC-RUL-091."""
    if card.place == "drop":
        first = game.match.made + 1 if to == "hand" else 0
        game.tell(CardReturned(thing=card.id, card=card.card, owner=card.owner, to=to, first=first))


def shuffle(game: Game, seat: Seat, deck: DeckName) -> None:
    """Shuffle a deck; nobody learns the order. Rule: TC-ZONE-13, TC-ZONE-18."""
    player = game.match.players[seat]
    size = len(player.deck if deck == "main" else player.spirits)
    order = game.chance.shuffle(f"{deck} deck", size, audience=NOBODY)
    game.tell(DeckShuffled(seat=seat, deck=deck, order=Secret(audience=NOBODY, value=order)))


def reveal(
    game: Game, seat: Seat, cards: Sequence[str], *, origin: Literal["hand", "main_deck", "command"], to: Seat = ""
) -> None:  # fmt: skip
    """Show cards of a player: to all, or to one seat alone."""
    shown = tuple(cards)
    if not shown:
        return
    if to:
        game.tell(Revealed(seat=seat, n=len(shown), origin=origin, to=Secret(audience=(to,), value=shown)))
    else:
        game.tell(Revealed(seat=seat, n=len(shown), origin=origin, cards=shown))
