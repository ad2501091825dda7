"""How the events that move cards change a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from services.tcg.events import (
    CardPutBack,
    CardReturned,
    CardSentToDrop,
    CommandFlipped,
    CommandPlayed,
    CommandSet,
    ControlChanged,
    Discarded,
    FormPlayed,
    FormSacrificed,
    Gone,
    PlayerRemoved,
    Rescued,
    Revealed,
    SaviorFlipped,
    SpiritAttached,
    SpiritsMoved,
    SpiritsReturned,
    SpiritsSentToVoid,
    Spiritualized,
)
from services.tcg.state.match import Card, Match, Player
from services.tcg.state.places import enter, lay, leave, lift, made, out_of_deck, show, to_hand, under
from services.tcg.words import Place
from shared.kernel.messages import Secret


def _form_sacrificed(match: Match, event: FormSacrificed) -> None:
    """A form given up for another counts, and leaves its spirits to it. Rule: TC-FORM-19, TC-ACT-03, TC-ACT-04."""
    player, card = match.players[event.seat], match.table.get(event.thing)
    if event.cause == "play":
        player.sacrifices += 1
        if card is not None and match.settings.sacrifice_inherits_limit:
            player.inherited = card.spiritualized
    _to_drop(match, event.thing)


def _to_drop(match: Match, number: int) -> None:
    """Rule: TC-RUL-091."""
    card = leave(match, number)
    if card is not None:
        lay(match, card, "drop", match.players[card.owner].drop)


def _coming(match: Match, event: FormPlayed | CommandPlayed | CommandSet, printed: str) -> Card:
    """Give the card that comes into a zone, taken from where it was."""
    was = lift(match, event.hand.open() if event.hand is not None else event.was)
    owner = event.seat if was is None else was.owner
    place: Place = "form" if isinstance(event, FormPlayed) else "command"
    return Card(event.thing, printed, owner, event.seat, place, slot=event.zone, since=match.turn)


def _form_played(match: Match, event: FormPlayed) -> None:
    """Rule: TC-ZONE-08, TC-ZONE-09, TC-RUL-024."""
    card, player = _coming(match, event, event.card), match.players[event.seat]
    if event.origin == "main_deck":
        out_of_deck(player.deck, event.card)
    card.spiritualized, player.inherited = player.inherited, 0
    card.spiritualized_in = match.turn if card.spiritualized else 0
    enter(match, card)


def _spirits_moved(match: Match, event: SpiritsMoved) -> None:
    """Rule: TC-FORM-19, TC-RUL-021."""
    host = match.table.get(event.to)
    for number in event.spirits:
        spirit = lift(match, number) if host is not None else None
        if host is not None and spirit is not None:
            since = spirit.since
            under(match, spirit, host)
            spirit.since = since


def _command_played(match: Match, event: CommandPlayed) -> None:
    """Rule: TC-ZONE-10, TC-ZONE-11."""
    enter(match, _coming(match, event, event.card))


def _command_set(match: Match, event: CommandSet) -> None:
    """Rule: TC-ZONE-11, TC-RUL-086."""
    card = _coming(match, event, event.card.open())
    card.up = False
    enter(match, card)


def _command_flipped(match: Match, event: CommandFlipped) -> None:
    """Rule: TC-CMD-44."""
    card = match.table.get(event.thing)
    if card is not None:
        card.up = True


def _spiritualized(match: Match, event: Spiritualized) -> None:
    """Rule: TC-KEY-09, TC-RUL-023, TC-RUL-130."""
    lift(match, event.hand.open())
    host = match.table.get(event.thing)
    made(match, event.spirit)
    if host is not None:
        host.spiritualized += event.counted
        host.spiritualized_in = match.turn if event.counted else host.spiritualized_in
        under(match, Card(event.spirit, event.card, event.seat, event.seat, "under"), host)


def _spirit_attached(match: Match, event: SpiritAttached) -> None:
    lift(match, event.was)
    host = match.table.get(event.thing)
    made(match, event.spirit)
    if event.origin == "spirit_deck":
        out_of_deck(match.players[event.owner].spirits, event.card)
    if host is not None:
        under(match, Card(event.spirit, event.card, event.owner, event.owner, "under"), host)


def _savior_flipped(match: Match, event: SaviorFlipped) -> None:
    """Rule: TC-SAV-11, TC-ZONE-06."""
    match.players[event.seat].flipped = True
    card = match.table.get(event.thing)
    if card is not None:
        card.boundless = True


def _spirits_sent_to_void(match: Match, event: SpiritsSentToVoid) -> None:
    """Rule: TC-SPI-06, TC-ZONE-19."""
    hand = iter(() if event.hand is None else event.hand.open())
    for gone in event.spirits:
        player = match.players[gone.owner]
        _out_of_place(match, gone, player, hand)
        show(match, Card(gone.thing, gone.card, gone.owner, gone.owner, "void"), player.void)


def _out_of_place(match: Match, gone: Gone, player: Player, hand: Iterator[int]) -> None:
    if gone.origin == "spirit_deck":
        out_of_deck(player.spirits, gone.card)
    else:
        leave(match, gone.was if gone.origin == "under" else next(hand, 0))


def _card_sent_to_drop(match: Match, event: CardSentToDrop) -> None:
    _to_drop(match, event.thing)


def _card_returned(match: Match, event: CardReturned) -> None:
    card, player = leave(match, event.thing), match.players[event.owner]
    if card is None:
        return
    if event.to == "hand":
        to_hand(match, event.owner, event.first, (card.card,))
    else:
        player.deck.insert(len(player.deck) if event.to == "deck_top" else 0, card.card)


def _card_put_back(match: Match, event: CardPutBack) -> None:
    deck = match.players[event.seat].deck
    for number in event.hand.open():
        card = lift(match, number)
        if card is not None:
            deck.insert(len(deck) if event.to == "deck_top" else 0, card.card)


def _discarded(match: Match, event: Discarded) -> None:
    """Rule: TC-KEY-05."""
    _out_of_hand(match, event.hand)
    drop = match.players[event.seat].drop
    for shown in event.cards:
        show(match, Card(shown.thing, shown.card, event.seat, event.seat, "drop"), drop)


def _out_of_hand(match: Match, hand: Secret[tuple[int, ...]]) -> None:
    for number in hand.open():
        lift(match, number)


def _rescued(match: Match, event: Rescued) -> None:
    """Rule: TC-KEY-07."""
    for number in event.spirits:
        lift(match, number)
    to_hand(match, event.seat, event.first, event.cards)


def _revealed(match: Match, event: Revealed) -> None:
    """What acts from the hand goes by a new number, so that the old one does not tell when it came there."""
    card = lift(match, event.hand.open()) if event.hand is not None else None
    if card is not None:
        card.id, card.known = event.thing, True
        show(match, card, match.players[event.seat].hand)


def _spirits_returned(match: Match, event: SpiritsReturned) -> None:
    """Rule: TC-RUL-026."""
    for number in event.spirits:
        leave(match, number)
    to_hand(match, event.owner, event.first, event.cards)


def _control_changed(match: Match, event: ControlChanged) -> None:
    """Rule: TC-RUL-089, TC-RUL-090, TC-RUL-139."""
    card = lift(match, event.thing)
    if card is None:
        return
    earlier = card.spiritualized_in < match.turn
    if card.seat != event.seat and earlier and match.settings.spiritualize_reset == "controller_turn":
        card.spiritualized = 0
    card.seat, card.slot = event.seat, event.zone
    enter(match, card)
    for number in card.under:
        if number in match.table:
            match.table[number].seat = event.seat
    card.changes = tuple(change for change in card.changes if change.kind != "control")
    if event.change is not None:
        card.changes = (*card.changes, event.change)
        match.changes = max(match.changes, event.change.number)


def _player_removed(match: Match, event: PlayerRemoved) -> None:
    """All cards the player owns lie open outside the game; what the player had yet to do vanishes.

    What somebody else was just asked may hang on it, and is asked anew; a mulligan does not.

    Rule: TC-RUL-046
    """
    seat, player = event.seat, match.players[event.seat]
    for number in [number for number, card in match.table.items() if card.owner == seat]:
        card = leave(match, number)
        if card is not None:
            _remove(match, card)
    for printed in (*player.deck, *player.spirits):
        _remove(match, Card(match.made + 1, printed, seat, seat, "removed"))
    player.deck, player.spirits = [], []
    match.chain = [link for link in match.chain if link.seat != seat]
    match.queue = [waiting for waiting in match.queue if waiting.seat != seat]
    match.delayed = [delayed for delayed in match.delayed if delayed.seat != seat]
    match.decisions = {of: one for of, one in match.decisions.items() if of != seat and one.kind == "mulligan"}
    match.offer = None


def _remove(match: Match, card: Card) -> None:
    card.place, card.seat = "removed", card.owner
    match.table[card.id] = card
    made(match, card.id)


FOLDS: Final[Mapping[type, Callable[[Match, Any], None]]] = {
    FormSacrificed: _form_sacrificed,
    FormPlayed: _form_played,
    SpiritsMoved: _spirits_moved,
    CommandPlayed: _command_played,
    CommandSet: _command_set,
    CommandFlipped: _command_flipped,
    Spiritualized: _spiritualized,
    SpiritAttached: _spirit_attached,
    SaviorFlipped: _savior_flipped,
    SpiritsSentToVoid: _spirits_sent_to_void,
    CardSentToDrop: _card_sent_to_drop,
    CardReturned: _card_returned,
    CardPutBack: _card_put_back,
    Discarded: _discarded,
    Rescued: _rescued,
    Revealed: _revealed,
    SpiritsReturned: _spirits_returned,
    ControlChanged: _control_changed,
    PlayerRemoved: _player_removed,
}
