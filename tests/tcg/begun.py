"""Builds matches by playing their whole opening: decks are submitted, hands are kept, and the first turn begins.

begun = Begun("ann", "bob", settings=MatchSettings(allow_concede=False))
begun.go_on("combat", seat="bob")
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import OpenMatch
from services.tcg.chapters.setup import ChooseFirst, Mulligan
from services.tcg.game import match
from services.tcg.settings import MatchSettings
from services.tcg.words import DeckList
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Event
from tests.support.spec import Spec
from tests.tcg.played import Played

MAIN: Final = range(1, 31)
SPIRITS: Final = range(1, 16)
"""A shuffle of a spirit deck that does not change its order; `MAIN` is the same for a main deck."""
PLAIN: Final = MatchSettings()


class Begun(Played):
    """A match whose first seat rolled highest and goes first.

    `log` has the events since that seat chose to go first. With `until="mulligan"` the opening hands are dealt, and no
    player has decided yet which cards to keep. The seat `without` concedes before it submits a deck.
    """

    def __init__(
        self, *seats: str, settings: MatchSettings = PLAIN, deck: DeckList = DECKS["lantern"], until: str = "",
        without: str = "", of_form: int = 0,
    ) -> None:  # fmt: skip
        Spec.__init__(self, match)
        self.state = replace(self.state, form=of_form)
        self.do(seats[0], OpenMatch(seats=tuple(SeatAsk(seat=seat) for seat in seats), settings=settings))
        if without:
            self.do(without, Concede())
            seats = tuple(seat for seat in seats if seat != without)
        for seat in seats[:-1]:
            self.do(seat, SubmitDeck(deck=deck))
        self.do(seats[-1], SubmitDeck(deck=deck), *(*MAIN,) * len(seats), *(*SPIRITS,) * len(seats))
        self.log: list[Event] = []
        if until == "mulligan":
            return
        for seat in seats[:-1]:
            self.do(seat, Mulligan(keep=tuple(self.player(seat).hand)))
        dice = (2, *(1 for _ in seats[1:]))
        self.do(seats[-1], Mulligan(keep=tuple(self.player(seats[-1]).hand)), *dice)
        self.log += self.do(seats[0], ChooseFirst(choice="first"))
