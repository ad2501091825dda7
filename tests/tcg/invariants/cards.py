"""Invariants of cards: no card is lost, each is in a legal zone, and none stays in play by mistake."""

from __future__ import annotations

from collections import Counter
from typing import Final

from services.tcg.chapters import entering, hands
from services.tcg.chapters.departures import CardSentToDrop, FormSacrificed, SpiritsSentToVoid
from services.tcg.state.match import Player
from shared.kernel.messages import Event, Seat

from .watch import MOVES, Watch, after

KINDS: Final = {
    "savior": {"savior"}, "form": {"form"}, "command": {"command"}, "hand": {"form", "command", "spirit"},
    "drop": {"form", "command"}, "void": {"spirit"}, "under": {"spirit"},
    "removed": {"savior", "form", "command", "spirit"},
}  # fmt: skip
"""The kinds of cards that each zone may contain. Source: TC-TAB-01."""


@after(*MOVES)
def cards_are_conserved(watch: Watch, _event: Event) -> None:
    """The cards in all of a player's zones together are exactly the cards of the deck. Rule: TC-DECK-09."""
    table = watch.match.table.values()
    for seat, brought in watch.brought.items():
        player = watch.match.players[seat]
        cards = [*player.deck, *player.spirits, *(card.card for card in table if card.owner == seat)]
        cards.sort()
        assert cards == brought


@after(*MOVES)
def every_card_is_in_one_place(watch: Watch, event: Event) -> None:
    """Each card is in exactly one pile or zone, which its record names. Rule: TC-KEY-16."""
    match = watch.match
    listed = [
        (number, place)
        for player in match.players.values()
        for place, numbers in _places(player)
        for number in numbers
        if number
    ]
    listed += [(spirit, "under") for card in match.table.values() for spirit in card.under]
    if not _changes_hosts(watch, event):
        listed += [(number, "removed") for number, card in match.table.items() if card.place == "removed"]
        assert len(listed) == len(match.table)
    assert len(dict(listed)) == len(listed)
    assert all(match.table[number].place == place for number, place in listed)


def _places(player: Player) -> tuple[tuple[str, list[int]], ...]:
    return (
        ("savior", [player.savior]), ("form", player.forms), ("command", player.commands), ("hand", player.hand),
        ("drop", player.drop), ("void", player.void),
    )  # fmt: skip


@after(*MOVES)
def places_hold_their_kinds(watch: Watch, _event: Event) -> None:
    """Each zone contains only cards of the kinds it may have. Rule: TC-ZONE-04, TC-ZONE-19, TC-KEY-06, TC-KEY-10."""
    printed = watch.game.pool.printed
    assert all(printed[card.card].kind in KINDS[card.place] for card in watch.match.table.values())
    for player in watch.match.players.values():
        assert all(printed[card].kind in ("form", "command") for card in player.deck)
        assert all(printed[card].kind == "spirit" for card in player.spirits)


@after(*MOVES)
def spirits_stay_with_their_owners(watch: Watch, _event: Event) -> None:
    """Hands, voids and drop zones contain only their player's own cards. Rule: TC-SPI-06, TC-RUL-091."""
    table = watch.match.table
    for seat, player in watch.match.players.items():
        assert all(table[number].owner == seat for number in (*player.hand, *player.void, *player.drop))


@after(*MOVES)
def zones_hold_one_card(watch: Watch, _event: Event) -> None:
    """A player has as many zones as the settings say, each with at most one card. Rule: TC-FORM-03, TC-CMD-05."""
    match = watch.match
    for seat, player in match.players.items():
        if seat not in watch.saviors:
            continue
        assert len(player.forms) == match.settings.form_zones
        assert len(player.commands) == match.settings.command_zones
        for zones in (player.forms, player.commands):
            for slot, number in enumerate(zones):
                assert not number or (match.table[number].slot, match.table[number].seat) == (slot, seat)


@after(*MOVES)
def forms_lie_face_up(watch: Watch, _event: Event) -> None:
    """Only commands can be face-down. Rule: TC-ZONE-09."""
    assert all(card.up or card.place == "command" for card in watch.match.table.values())


@after(*MOVES, entering.SaviorFlipped)
def saviors_stay_and_flip_once(watch: Watch, event: Event) -> None:
    """A savior stays in its zone, and flips at most once. Rule: TC-SAV-02, TC-SAV-11, TC-SAV-12."""
    match = watch.match
    if isinstance(event, entering.SaviorFlipped):
        assert watch.flips[event.seat] == 0
        assert match.table[event.thing].boundless
    for seat, number in watch.saviors.items():
        player = match.players[seat]
        if not player.lost:
            assert player.savior == number
            assert match.table[number].boundless is player.flipped


@after(entering.SpiritsMoved)
def sacrifice_keeps_spirits(watch: Watch, event: entering.SpiritsMoved) -> None:
    """After a sacrifice, all its spirits are under the new form in their former order, and no void has grown.

    Rule: TC-FORM-19
    """
    if watch.given is not None:
        assert watch.given.spirits == event.spirits == watch.match.table[event.to].under
        assert watch.given.voids == {seat: watch.void[seat] for seat in watch.given.voids}


@after(*MOVES)
def leaving_play_empties_the_card(watch: Watch, event: Event) -> None:
    """Spirits are only under saviors and forms, or under no card during a sacrifice or an elimination.

    Rule: TC-FORM-20, TC-FORM-23, TC-RUL-046
    """
    table = watch.match.table
    for card in table.values():
        if card.place == "under" and not (card.host == 0 and _changes_hosts(watch, event)):
            assert table[card.host].place in ("savior", "form")
        elif card.place != "under":
            assert not card.under or card.place in ("savior", "form")


def _changes_hosts(watch: Watch, event: Event) -> bool:
    """Return whether an event moves spirits from a sacrificed form to a new one, or away with their owner."""
    leaving = event.cause if isinstance(event, FormSacrificed | CardSentToDrop) else ""
    return watch.given is not None or leaving in ("play", "elimination")


@after(SpiritsSentToVoid, hands.Rescued, entering.SpiritAttached)
def voids_equal_their_history(watch: Watch, event: Event) -> None:
    """A void has as many spirits as were put in minus those taken out. Rule: TC-KEY-07, TC-KEY-13, TC-KEY-14."""
    came: Counter[Seat] = Counter(watch.void)
    if isinstance(event, SpiritsSentToVoid):
        came.update(gone.owner for gone in event.spirits)
    elif isinstance(event, hands.Rescued):
        came[event.seat] -= len(event.spirits)
    elif isinstance(event, entering.SpiritAttached):
        came[event.owner] -= event.origin == "void"
    assert all(len(player.void) == came[seat] for seat, player in watch.match.players.items())
