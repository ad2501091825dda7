"""A match in memory that is stored as on the server, and simulated players who choose among legal commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from msgspec import UNSET, UnsetType

from services.tcg.catalogue.language.effects import Cards
from services.tcg.chapters.agreement import SetStops
from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import OpenMatch
from services.tcg.game import match
from services.tcg.playing.entries import CANDIDATES, Entry, entries
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.words import DeckList, WindowKind
from shared.kernel.audit import Report
from shared.kernel.chance import ProbeTape
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command, Seat, UndoSetting
from tests.support import journal as kept
from tests.tcg.playing import Playing
from tests.tcg.policy import command_of, pick

Weigh = Callable[["Journal", Seat, Entry], int]
"""A function that returns how strongly a player prefers a command;

0 means that the player never chooses the command.
"""
LIKED: Final[Mapping[str, int]] = {
    "FlipSavior": 60, "DeclareAttack": 30, "SpiritualizeCard": 20, "PlayForm": 16, "SetCommand": 16, "PlayCommand": 8,
    "Activate": 12, "EndStep": 2, "Pass": 2,
}  # fmt: skip


class Journal(kept.Journal[Match]):
    """The journal of a match; its seats sit in clockwise order."""

    def __init__(
        self,
        *seats: Seat,
        settings: MatchSettings | None = None,
        cards: Cards | None = None,
        seed: int = 1,
        undo: UndoSetting | UnsetType = UNSET,
    ) -> None:
        """Open the match. Its seeds are `seed` + 1, `seed` + 2 and so on."""
        asked = tuple(SeatAsk(seat=seat) for seat in seats)
        opening = OpenMatch(seats=asked, settings=settings or MatchSettings(), cards=cards, undo=undo)
        super().__init__(match, opening, seed=seed)
        self.luck: Final = Random(seed)
        self.resolved: Final[set[str]] = set()
        """The keys of the effects that have resolved."""

    @property
    def game(self) -> Playing:
        """Return a context for evaluating rules on the current match."""
        return Playing(self.state.mutable_copy(), ProbeTape())

    def begin(self, *decks: DeckList, stops: Sequence[WindowKind] | None = None) -> None:
        """Set the stops of all seats (the windows in which they want to respond), and submit their decks."""
        for seat, deck in zip(tuple(self.state.order), decks, strict=True):
            if stops is not None:
                self.send(SetStops(windows=tuple(stops)), seat)
            self.send(SubmitDeck(deck=deck), seat)

    def say(self, seat: Seat, command: Command) -> None:
        """Send a seat's command, and record the effects that resolve."""
        chain = {link.number: link.effect for link in self.state.chain}
        for event in self.send(command, seat):
            if type(event).__name__ == "EffectDeclared":
                chain[getattr(event, "number")] = getattr(event, "effect")  # noqa: B009
            if isinstance(event, EffectResolved) and not event.negated:
                self.resolved.add(chain[event.number])

    def play(self, weigh: Weigh, *, until: Callable[[Journal], bool], most: int = 400) -> None:
        """Play with all seats until a condition holds, the match is over, or they have made `most` decisions."""
        for _ in range(most):
            if self.state.stage == "finished" or until(self):
                return
            seat = next(iter(self.state.decisions))
            self.say(seat, self.choice(seat, weigh))

    def choice(self, seat: Seat, weigh: Weigh) -> Command:
        """Choose an answer to a seat's open decision: a command by its weight, or options at random."""
        game = self.game
        if game.state.decisions[seat].kind not in CANDIDATES:
            return pick(game, seat, self.luck.randrange)
        offered = entries(game, seat)
        weights = [weigh(self, seat, entry) for entry in offered]
        return command_of(self.luck.choices(offered, weights)[0], self.luck.randrange)


def lively(journal: Journal, seat: Seat, entry: Entry) -> int:  # noqa: ARG001 any seat
    """Return the weight of a command for a player who prefers to fight."""
    return LIKED[entry.kind.__name__]


def audit_lines(lines: list[bytes]) -> Report:
    """Export a match, audit it, and return the report."""
    return kept.audit_export(match, lines)
