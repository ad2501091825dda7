"""Continues a match from a board by sending commands.

Every event and state is encoded and decoded, as in storage.

play = Played(board(a=side(hand=["gate-whelp"]), b=side()))
play.do("a", PlayForm(card=play.hand("a", "gate-whelp")))
play.assert_refused("a", EndStep(), WrongStep)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from services.tcg.chapters import continuous
from services.tcg.chapters.course import Passed, PhaseEntered, WindowClosed, WindowOpened
from services.tcg.chapters.decisions import Answer, DecisionAnswered, DecisionOpened
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.spirits import SpiritualizeCard
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass
from services.tcg.game import match
from services.tcg.playing.entries import Entry, entries
from services.tcg.state.match import Card, Decision, Match, Player
from services.tcg.state.tasks import Go
from services.tcg.words import Place, Step
from shared.kernel.chance import Faces, ProbeTape
from shared.kernel.messages import Command, Event, Seat
from shared.kernel.refusals import Refusal
from tests.support.spec import Spec
from tests.tcg.board import record
from tests.tcg.playing import Playing, run

E = TypeVar("E", bound=Event)
ASIDE = (DecisionOpened, DecisionAnswered, WindowOpened, WindowClosed, Passed)
"""Event types that ask a seat for a decision or record a pass."""


class Played(Spec[Match]):
    """A match in progress in which the turn player may act or attack."""

    def __init__(self, game: Playing) -> None:
        """Continue from the given board."""
        super().__init__(match)
        if game.state.step == "combat":
            record(game, PhaseEntered(phase="start"))
        game.push(Go(to="open"))
        run(game)
        self.state = game.state

    # ---------------------------------------------------------------- doing

    def do(self, seat: Seat, command: Command, *faces: int) -> Sequence[Event]:
        """Send a seat's command with scripted dice faces; return the events up to the next decision."""
        return self.when(command, seat=seat, faces=Faces(*faces)).take_events()

    def quietly(self, seat: Seat, command: Command, *faces: int) -> list[Event]:
        """Send a command and pass for all seats; return the events without decisions and passes."""
        return [event for event in (*self.do(seat, command, *faces), *self.pass_all()) if not isinstance(event, ASIDE)]

    def pass_all(self) -> Sequence[Event]:
        """Pass for each seat that is asked to respond; return the events."""
        events: list[Event] = []
        while any(one.kind == "respond" for one in self.state.decisions.values()):
            events += self.do(self.decision().seat, Pass())
        return events

    def answer(self, *picked: int) -> list[Event]:
        """Answer the open decision with these options; return the events without decisions and passes."""
        decision = self.decision()
        events = self.do(decision.seat, Answer(decision=decision.number, choice=picked))
        return [event for event in events if not isinstance(event, ASIDE)]

    def assert_refused(self, seat: Seat, command: Command, refusal: type[Refusal]) -> None:
        """Check that the rules refuse a command for this reason, record no event, and do not list it as legal."""
        body = {name: getattr(command, name) for name in command.__struct_fields__}
        assert not any(entry.kind is type(command) and _covers(entry, body) for entry in self.entries(seat))
        self.when(command, seat=seat).then_refused(refusal)

    def go_on(self, step: Step, *, seat: Seat) -> list[Event]:
        """Pass and end steps until this seat must act in this step."""
        events: list[Event] = []
        while (self.state.active, self.state.step) != (seat, step) or self.decision().kind == "respond":
            decision = self.decision()
            events += self.do(decision.seat, Pass() if decision.kind == "respond" else EndStep())
        return events

    def next_step(self, seat: Seat, step: Step) -> list[Event]:
        """End a seat's step and pass until the seat must act in the given step."""
        return [*self.do(seat, EndStep()), *self.go_on(step, seat=seat)]

    def play_form(self, seat: Seat, printed: str, **more: Any) -> list[Event]:  # noqa: ANN401 the fields of the command
        """Play a form from a seat's hand and pass for all seats."""
        return self.quietly(seat, PlayForm(card=self.hand(seat, printed), **more))

    def spiritualize(self, seat: Seat, printed: str, *, target: int) -> list[Event]:
        """Put a spirit from a seat's hand under a card and pass for all seats."""
        return self.quietly(seat, SpiritualizeCard(target=target, spirit=self.hand(seat, printed)))

    # ---------------------------------------------------------------- looking

    @property
    def game(self) -> Playing:
        """Return a context for evaluating rules on the current match."""
        return Playing(self.state.mutable_copy(), ProbeTape())

    def decision(self) -> Decision:
        """Return the single open decision."""
        (decision,) = self.state.decisions.values()
        return decision

    def player(self, seat: Seat) -> Player:
        """Return the player at a seat."""
        return self.state.players[seat]

    def card(self, number: int) -> Card:
        """Return the card with this number."""
        return self.state.table[number]

    def find(self, seat: Seat, printed: str, place: Place) -> int:
        """Return the number of a seat's first card with this id in a zone; a spirit may be named by its type."""
        names = (printed, f"house-{printed}")
        found = (one for one in self.state.table.values() if one.seat == seat and one.place == place)
        return next(one.id for one in found if one.card in names)

    def hand(self, seat: Seat, printed: str) -> int:
        """Return the number of a card in a seat's hand."""
        return self.find(seat, printed, "hand")

    def form(self, seat: Seat, printed: str) -> int:
        """Return the number of a form that a seat has in play."""
        return self.find(seat, printed, "form")

    def savior(self, seat: Seat) -> int:
        """Return the number of a seat's savior."""
        return self.player(seat).savior

    def pile(self, seat: Seat, place: str) -> list[str]:
        """Return the ids of a seat's cards in a zone or pile: forms, commands, hand, drop or void."""
        return [self.card(number).card if number else "" for number in getattr(self.player(seat), place)]

    def under(self, number: int) -> list[str]:
        """Return the ids of the spirits under a card."""
        return [self.card(spirit).card for spirit in self.card(number).under]

    def pwr(self, number: int) -> int | None:
        """Return a card's PWR, or None if it has none."""
        game = self.game
        return continuous.pwr(game, game.state.table[number])

    def entries(self, seat: Seat) -> list[Entry]:
        """Return a seat's list of legal commands."""
        return entries(self.game, seat)

    def fields_offered(self, seat: Seat, kind: type[Command]) -> list[Mapping[str, Any]]:
        """Return the fields of each listed command of one kind."""
        return [{**entry.body, **entry.options} for entry in self.entries(seat) if entry.kind is kind]


def _covers(entry: Entry, body: Mapping[str, Any]) -> bool:
    fixed = all(body[name] == value for name, value in entry.body.items())
    return fixed and all(body[name] in options for name, options in entry.options.items() if body[name] is not None)


def names(events: Sequence[Event]) -> list[str]:
    """Return the names of events."""
    return [type(event).__name__ for event in events]


def of(kind: type[E], events: Sequence[Event]) -> list[E]:
    """Return the events of one type, in order."""
    return [event for event in events if isinstance(event, kind)]
