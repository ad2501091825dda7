"""How the events of the lobby, of the setup and of the turns change a match: in place, and without judgement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.tcg.events import (
    CardsDrawn,
    DeckAccepted,
    DeckArranged,
    DeckCut,
    DeckShuffled,
    DiceRolled,
    FirstPlayerChosen,
    MatchCreated,
    MatchStarted,
    MulliganTaken,
    PhaseEntered,
    Searched,
    SeatJoined,
    SpiritsInvoked,
    StepEnded,
    StepEntered,
    TurnEnded,
    TurnStarted,
)
from services.tcg.state.match import Card, Match, Player
from services.tcg.state.places import OPEN, end_changes, lift, made, off_the_top, show, to_hand
from services.tcg.words import DeckList, DeckName
from shared.kernel.messages import Seat

UNTIL_TURN_ENDS: Final = frozenset({"end_of_turn", "end_of_combat_step", "this_attack"})
"""A combat step or an attack that does not come any more this turn has no end of its own."""


def _match_created(match: Match, event: MatchCreated) -> None:
    match.settings, match.cards = event.settings, event.cards


def _seat_joined(match: Match, event: SeatJoined) -> None:
    match.order.append(event.seat)
    match.players[event.seat] = Player(seat=event.seat)


def _deck_accepted(match: Match, event: DeckAccepted) -> None:
    player = match.players[event.seat]
    player.deck_list, player.ready = event.deck.open(), True


def _match_started(match: Match, event: MatchStarted) -> None:
    """Rule: TC-SAV-06, TC-ZONE-05."""
    match.stage = "setup"
    staying = (player for player in (match.players[seat] for seat in match.order) if not player.lost)
    for player, shown in zip(staying, event.saviors, strict=False):
        seat = player.seat
        player.ready, player.savior = False, shown.thing
        player.forms, player.commands = [OPEN] * match.settings.form_zones, [OPEN] * match.settings.command_zones
        match.table[shown.thing] = Card(shown.thing, shown.card, seat, seat, "savior")
        made(match, shown.thing)
        if player.deck_list is not None:
            _unpack(player, player.deck_list)


def _unpack(player: Player, brought: DeckList) -> None:
    """Stack both decks in one order, whatever order the list was written in."""
    player.deck = [card for card in sorted(brought.main) for _ in range(brought.main[card])]
    player.spirits = [card for card in sorted(brought.spirits) for _ in range(brought.spirits[card])]


def deck_of(match: Match, seat: Seat, deck: DeckName) -> list[str]:
    """Give a deck of a player, the top at the end."""
    player = match.players[seat]
    return player.deck if deck == "main" else player.spirits


def _deck_shuffled(match: Match, event: DeckShuffled) -> None:
    deck, order = deck_of(match, event.seat, event.deck), event.order.open()
    if len(order) == len(deck):
        deck[:] = [deck[place] for place in order]


def _deck_cut(match: Match, event: DeckCut) -> None:
    deck = deck_of(match, event.seat, event.deck)
    player = match.players[event.seat]
    player.cuts = (*player.cuts, event.deck)
    if event.position:
        deck[:] = (*deck[-event.position :], *deck[: -event.position])


def _cards_drawn(match: Match, event: CardsDrawn) -> None:
    to_hand(match, event.seat, event.first, off_the_top(match.players[event.seat].deck, event.n))


def _spirits_invoked(match: Match, event: SpiritsInvoked) -> None:
    to_hand(match, event.seat, event.first, off_the_top(match.players[event.seat].spirits, event.n))


def _mulligan_taken(match: Match, event: MulliganTaken) -> None:
    """Rule: TC-SETUP-08."""
    player = match.players[event.seat]
    player.ready = True
    for number in event.back.open():
        card = lift(match, number)
        if card is not None:
            player.deck.append(card.card)


def _dice_rolled(match: Match, event: DiceRolled) -> None:
    match.dice = dict(event.rolls)


def _first_player_chosen(match: Match, event: FirstPlayerChosen) -> None:
    match.active = event.seat


def _searched(match: Match, event: Searched) -> None:
    """Only what goes to the hand or the drop zone is taken here; for the rest see `Searched`."""
    if event.to not in ("hand", "drop"):
        return
    deck, cards = deck_of(match, event.seat, event.deck), event.cards.open()
    for place in sorted(event.places.open(), reverse=True):
        del deck[place : place + 1]
    if event.to == "hand":
        to_hand(match, event.seat, event.first, cards)
        return
    for number, printed in enumerate(cards, event.first):
        show(match, Card(number, printed, event.seat, event.seat, "drop"), match.players[event.seat].drop)


def _deck_arranged(match: Match, event: DeckArranged) -> None:
    deck = deck_of(match, event.seat, event.deck)
    looked = off_the_top(deck, event.n)
    upwards = [looked[place] for place in reversed(event.order.open()) if place < len(looked)]
    if event.bottom:
        deck[:0] = upwards
    else:
        deck.extend(upwards)


def _turn_started(match: Match, event: TurnStarted) -> None:
    """Limits of a turn begin anew; that of spiritualizing with its controller's turn.

    Rule: TC-ACT-10, TC-RUL-023, TC-RUL-112
    """
    seat = event.seat
    match.stage, match.turn, match.active, match.step, match.phase = "turns", event.turn, seat, "", ""
    _forget_uses(match, "turn|")
    every = match.settings.spiritualize_reset == "every_turn"
    for player in match.players.values():
        player.sacrifices = 0
        for number in (player.savior, *player.forms):
            card = match.table.get(number)
            if card is not None:
                card.attacks = card.extra = 0
                if every or player.seat == seat:
                    card.spiritualized = 0
    player = match.players[seat]
    player.turns += 1
    if player.stops_until == "my_turn":
        player.stops, player.stops_until = None, ""
    waited = {seat, *(one.seat for one in match.players.values() if one.lost)}
    end_changes(match, lambda change: change.lasts == "your_next_turn" and change.seat in waited)


def _forget_uses(match: Match, period: str) -> None:
    if match.used:
        match.used = {key: count for key, count in match.used.items() if not key.startswith(period)}


def _step_entered(match: Match, event: StepEntered) -> None:
    """What was given up or allowed before the combat step counts in it."""
    match.step, match.phase = event.step, ""
    if event.step == "combat":
        _forget_uses(match, "combat|")
        for player in match.players.values():
            for number in (player.savior, *player.forms):
                if number in match.table:
                    match.table[number].attacks = 0


def _phase_entered(match: Match, event: PhaseEntered) -> None:
    match.phase = event.phase


def _step_ended(match: Match, event: StepEnded) -> None:
    if event.step == "combat":
        match.phase = ""
        end_changes(match, lambda change: change.lasts == "end_of_combat_step")


def _turn_ended(match: Match, _event: TurnEnded) -> None:
    """Rule: TC-TURN-13, TC-RUL-096, TC-RUL-112."""
    if match.hurried != match.turn:
        match.players[match.active].missed = 0
    end_changes(match, lambda change: change.lasts in UNTIL_TURN_ENDS)


FOLDS: Final[Mapping[type, Callable[[Match, Any], None]]] = {
    MatchCreated: _match_created,
    SeatJoined: _seat_joined,
    DeckAccepted: _deck_accepted,
    MatchStarted: _match_started,
    DeckShuffled: _deck_shuffled,
    DeckCut: _deck_cut,
    CardsDrawn: _cards_drawn,
    MulliganTaken: _mulligan_taken,
    DiceRolled: _dice_rolled,
    FirstPlayerChosen: _first_player_chosen,
    TurnStarted: _turn_started,
    StepEntered: _step_entered,
    PhaseEntered: _phase_entered,
    StepEnded: _step_ended,
    TurnEnded: _turn_ended,
    SpiritsInvoked: _spirits_invoked,
    Searched: _searched,
    DeckArranged: _deck_arranged,
}
