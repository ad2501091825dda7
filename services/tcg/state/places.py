"""Functions that move cards between zones. If no card has the given instance id, they do nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from services.tcg.state.match import Card, Match, Player
from services.tcg.state.tasks import Change
from services.tcg.words import Place
from shared.kernel.messages import Seat

OPEN: Final = 0
"""The entry for a zone that contains no card."""


def fighters(match: Match, player: Player) -> list[Card]:
    """Return a player's savior and forms in play, in the order of their zones."""
    table = match.table
    return [*map(table.__getitem__, filter(table.__contains__, (player.savior, *player.forms)))]


def lift(match: Match, number: int) -> Card | None:
    """Remove a card from its zone, and return it, or None if no card has this instance id.

    The card keeps all its properties, but can no longer be found by its instance id.
    """
    card = match.table.pop(number, None)
    if card is not None:
        _TAKEN[card.place](match, card)
    return card


def leave(match: Match, number: int) -> Card | None:
    """Remove and return a card like `lift`, and reset everything that the card had in play.

    Spirits under it stay visible but are under no card, until their own events move them.

    Rule: TC-FORM-20, TC-FORM-23, TC-RUL-078, TC-RUL-126
    """
    card = lift(match, number)
    if card is not None:
        for spirit in card.under:
            if spirit in match.table:
                match.table[spirit].host = OPEN
        match.hurt -= card.damaged
        forget_damage(match, number, card.damaged)
        _clear(card)
        if match.changes:
            end_changes(match, lambda change: change.lasts == "while_in_play" and change.source == number)
    return card


def forget_damage(match: Match, number: int, count: int) -> None:
    """Remove the oldest `count` entries of a card's unsettled damage."""
    if not count:
        return
    for at, cards in enumerate(match.damages):
        if count and number in cards:
            match.damages[at] = tuple(one for one in cards if one != number)
            count -= 1
    match.damages = [cards for cards in match.damages if cards]


def _clear(card: Card) -> None:
    card.up, card.slot, card.host, card.under = True, 0, OPEN, ()
    card.boundless = False
    card.spiritualized = card.spiritualized_in = 0
    card.attacks = card.extra = card.since = card.damaged = 0
    card.counters, card.changes = {}, ()


def record_number(match: Match, number: int) -> None:
    """Record that this instance id has been used."""
    if number > match.made:  # noqa: PLR1730 a call of max is slower for each card
        match.made = number


def lay(match: Match, card: Card, place: Place, pile: list[int]) -> None:
    """Put a removed card onto one of its owner's piles."""
    card.place, card.seat = place, card.owner
    match.table[card.id] = card
    pile.append(card.id)


def show(match: Match, card: Card, pile: list[int]) -> None:
    """Make a card visible, on one of its owner's piles."""
    match.table[card.id] = card
    pile.append(card.id)
    record_number(match, card.id)


def to_hand(match: Match, seat: Seat, first: int, cards: Iterable[str]) -> None:
    """Put cards into their owner's hand. They get consecutive instance ids, beginning with `first`."""
    hand = match.players[seat].hand
    for number, printed in enumerate(cards, first):
        show(match, Card(number, printed, seat, seat, "hand"), hand)


def enter(match: Match, card: Card) -> None:
    """Put a removed or new card into its zone."""
    player = match.players[card.seat]
    zones = player.forms if card.place == "form" else player.commands
    if 0 <= card.slot < len(zones):
        zones[card.slot] = card.id
    match.table[card.id] = card
    record_number(match, card.id)


def under(match: Match, spirit: Card, host: Card) -> None:
    """Put a removed or new spirit under a card, below the spirits already there. Rule: TC-RUL-089."""
    spirit.place, spirit.host, spirit.seat, spirit.since = "under", host.id, host.seat, match.turn
    host.under = (*host.under, spirit.id)
    match.table[spirit.id] = spirit
    record_number(match, spirit.id)


def out_of_deck(deck: list[str], printed: str) -> None:
    """Remove the topmost copy of a card from a deck."""
    for place in range(len(deck) - 1, -1, -1):
        if deck[place] == printed:
            del deck[place]
            return


def off_the_top(deck: list[str], count: int) -> list[str]:
    """Remove cards from the top of a deck, and return them, topmost first."""
    count = min(count, len(deck))
    if count < 1:
        return []
    taken = deck[: -count - 1 : -1]
    del deck[-count:]
    return taken


def end_changes(match: Match, over: Callable[[Change], bool]) -> None:
    """End each temporary change to a card for which `over` returns true.

    The event `ControlChanged` ends changes of control.
    """
    if not match.changes:
        return
    for card in match.table.values():
        if card.changes:
            card.changes = tuple(
                change for change in card.changes if change.kind == "control" or not over(change)
            )  # fmt: skip


def _off_savior_zone(match: Match, card: Card) -> None:
    match.players[card.owner].savior = OPEN


def _off_form_zone(match: Match, card: Card) -> None:
    _vacate(match.players[card.seat].forms, card)


def _off_command_zone(match: Match, card: Card) -> None:
    _vacate(match.players[card.seat].commands, card)


def _vacate(zones: list[int], card: Card) -> None:
    if card.slot < len(zones) and zones[card.slot] == card.id:
        zones[card.slot] = OPEN


def _off_hand(match: Match, card: Card) -> None:
    _off_pile(match.players[card.owner].hand, card.id)


def _off_drop(match: Match, card: Card) -> None:
    _off_pile(match.players[card.owner].drop, card.id)


def _off_void(match: Match, card: Card) -> None:
    _off_pile(match.players[card.owner].void, card.id)


def _off_pile(pile: list[int], number: int) -> None:
    if number in pile:
        pile.remove(number)


def _off_host(match: Match, card: Card) -> None:
    host = match.table.get(card.host)
    if host is not None:
        host.under = tuple([number for number in host.under if number != card.id])
    card.host = OPEN


def _off_nothing(_match: Match, _card: Card) -> None:
    """Do nothing, since a card outside the game is in no zone."""


_TAKEN: Final[Mapping[Place, Callable[[Match, Card], None]]] = {
    "savior": _off_savior_zone,
    "form": _off_form_zone,
    "command": _off_command_zone,
    "hand": _off_hand,
    "drop": _off_drop,
    "void": _off_void,
    "under": _off_host,
    "removed": _off_nothing,
}
