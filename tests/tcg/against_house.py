"""A match in which a computer player takes one seat for a few turns, for the golden logs."""

from __future__ import annotations

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import SetStops
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.players import PLAYERS
from services.tcg.playing.knowledge import Knowledge
from shared.kernel.messages import Seat
from shared.kernel.players.house import Turn, fold_known, seed_of_player
from shared.kernel.stream import AppointPlayer, DismissPlayer
from tests.tcg.journal import Journal, lively

SEATS = ("ann", "bob")
TURNS = 5


class HouseJournal(Journal):
    """A match in which a computer player plays the second seat."""

    def act_for_the_house(self, seat: Seat) -> None:
        """Send the next command that a seat's computer player chooses. On a server, the clock sends it."""
        player = self.stream.seats[seat].player
        known = Knowledge(seat=seat)
        fold_known(self.rules, self.rules.initial, {seat: known}, self.events)
        turn = Turn(
            player=player, seat=seat, known=known, game=self.rules, stream=self.stream, seed=seed_of_player(self.stream)
        )  # fmt: skip
        self.send(PLAYERS.choose(turn), seat, by=f"player:{player}@tcg 1")


def against_the_house() -> Journal:
    """Play five turns against the computer player, which submits a starter deck; then a person takes the seat back."""
    journal = HouseJournal(*SEATS, seed=5)
    for seat in SEATS:
        journal.send(SetStops(windows=()), seat)
    journal.send(AppointPlayer(seat="bob", player="random"), "bob")
    journal.send(AppointPlayer(seat="bob", player="greedy"), "bob")
    journal.act_for_the_house("bob")
    journal.send(SubmitDeck(deck=DECKS["lantern"]), "ann")
    while journal.state.turn < TURNS:
        if "bob" in journal.state.decisions:
            journal.act_for_the_house("bob")
        else:
            journal.play(lively, until=lambda _: False, most=1)
    journal.send(DismissPlayer(seat="bob"), "bob")
    return journal
