"""A match in a test that is played on by commands, through judgement: every event and every state is stored and read.

play = Played(board(a=side(hand=["gate-whelp"]), b=side()))
play.do("a", PlayForm(card=play.hand("a", "gate-whelp")))
play.refused("a", EndStep(), WrongStep)
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
from services.tcg.state.match import Card, Decision, Match, Player
from services.tcg.state.tasks import Go
from services.tcg.words import Place, Step
from shared.kernel.chance import Faces, ProbeTape
from shared.kernel.messages import Command, Event, Seat
from shared.kernel.refusals import Refusal
from tests.support.spec import Spec
from tests.tcg.board import record
from tests.tcg.playing import Playing, run
from tests.tcg.policy import Entry, entries

E = TypeVar("E", bound=Event)
ASIDE = (DecisionOpened, DecisionAnswered, WindowOpened, WindowClosed, Passed)
"""Who was asked, and said nothing."""


class Played(Spec[Match]):
    """A match that waits for its turn player: for an action, or an attack."""

    def __init__(self, game: Playing) -> None:
        """Let the board be played on from where it is."""
        super().__init__(match)
        if game.state.step == "combat":
            record(game, PhaseEntered(phase="start"))
        game.push(Go(to="open"))
        run(game)
        self.state = game.state

    # ---------------------------------------------------------------- doing

    def do(self, seat: Seat, command: Command, *faces: int) -> Sequence[Event]:
        """Let a seat send a command, with just these faces to come; give what happened up to the next question."""
        return self.when(command, seat=seat, faces=Faces(*faces)).happened()

    def quietly(self, seat: Seat, command: Command, *faces: int) -> list[Event]:
        """Do the same, and let everybody pass; give what happened, what was asked left out."""
        return [event for event in (*self.do(seat, command, *faces), *self.passed()) if not isinstance(event, ASIDE)]

    def passed(self) -> Sequence[Event]:
        """Let everybody pass who is asked to respond."""
        events: list[Event] = []
        while any(one.kind == "respond" for one in self.state.decisions.values()):
            events += self.do(self.decision().seat, Pass())
        return events

    def answer(self, *picked: int) -> list[Event]:
        """Let the seat that is asked pick these; what happened, what was asked left out."""
        decision = self.decision()
        events = self.do(decision.seat, Answer(decision=decision.number, choice=picked))
        return [event for event in events if not isinstance(event, ASIDE)]

    def refused(self, seat: Seat, command: Command, refusal: type[Refusal]) -> None:
        """Let a command be refused for just this reason; nothing has happened, and the legal list has it not."""
        body = {name: getattr(command, name) for name in command.__struct_fields__}
        assert not any(entry.kind is type(command) and _covers(entry, body) for entry in self.entries(seat))
        self.when(command, seat=seat).then_refused(refusal)

    def go_on(self, step: Step, *, seat: Seat) -> list[Event]:
        """Let nobody do anything until a seat is asked in that step."""
        events: list[Event] = []
        while (self.state.active, self.state.step) != (seat, step) or self.decision().kind == "respond":
            decision = self.decision()
            events += self.do(decision.seat, Pass() if decision.kind == "respond" else EndStep())
        return events

    def next_step(self, seat: Seat, step: Step) -> list[Event]:
        """Let a seat end its step, and nobody do anything until it is asked in that one."""
        return [*self.do(seat, EndStep()), *self.go_on(step, seat=seat)]

    def play_form(self, seat: Seat, printed: str, **more: Any) -> list[Event]:  # noqa: ANN401 the fields of the command
        """Let a seat play a form of its hand, quietly."""
        return self.quietly(seat, PlayForm(card=self.hand(seat, printed), **more))

    def spiritualize(self, seat: Seat, printed: str, *, target: int) -> list[Event]:
        """Let a seat put a spirit of its hand under a card, quietly."""
        return self.quietly(seat, SpiritualizeCard(target=target, spirit=self.hand(seat, printed)))

    # ---------------------------------------------------------------- looking

    @property
    def game(self) -> Playing:
        """The match as it is, to ask the rules about it."""
        return Playing(self.state.mutable_copy(), ProbeTape())

    def decision(self) -> Decision:
        """Give the one question that is open."""
        (decision,) = self.state.decisions.values()
        return decision

    def player(self, seat: Seat) -> Player:
        """Give a player as it is now."""
        return self.state.players[seat]

    def card(self, number: int) -> Card:
        """Give a card as it is now."""
        return self.state.table[number]

    def find(self, seat: Seat, printed: str, place: Place) -> int:
        """Give the number of the first card of an id that a seat has in a place; a spirit's type will do."""
        names = (printed, f"house-{printed}")
        found = (one for one in self.state.table.values() if one.seat == seat and one.place == place)
        return next(one.id for one in found if one.card in names)

    def hand(self, seat: Seat, printed: str) -> int:
        """Give the number of a card in hand."""
        return self.find(seat, printed, "hand")

    def form(self, seat: Seat, printed: str) -> int:
        """Give the number of a form in play."""
        return self.find(seat, printed, "form")

    def savior(self, seat: Seat) -> int:
        """Give the number of a savior."""
        return self.player(seat).savior

    def pile(self, seat: Seat, place: str) -> list[str]:
        """Name the cards of a player's zones or pile: forms, commands, hand, drop or void."""
        return [self.card(number).card if number else "" for number in getattr(self.player(seat), place)]

    def under(self, number: int) -> list[str]:
        """Name the spirits under a card."""
        return [self.card(spirit).card for spirit in self.card(number).under]

    def pwr(self, number: int) -> int | None:
        """Give the PWR of a card."""
        game = self.game
        return continuous.pwr(game, game.state.table[number])

    def entries(self, seat: Seat) -> list[Entry]:
        """Give the legal list of a seat."""
        return entries(self.game, seat)

    def offered(self, seat: Seat, kind: type[Command]) -> list[Mapping[str, Any]]:
        """Give the fields of all commands of a kind that a seat may send."""
        return [{**entry.body, **entry.options} for entry in self.entries(seat) if entry.kind is kind]


def _covers(entry: Entry, body: Mapping[str, Any]) -> bool:
    fixed = all(body[name] == value for name, value in entry.body.items())
    return fixed and all(body[name] in options for name, options in entry.options.items() if body[name] is not None)


def names(events: Sequence[Event]) -> list[str]:
    """Name what happened."""
    return [type(event).__name__ for event in events]


def of(kind: type[E], events: Sequence[Event]) -> list[E]:
    """Pick the events of a kind."""
    return [event for event in events if isinstance(event, kind)]
