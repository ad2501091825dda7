"""Examples of rules in three steps: given these events, when this command is sent, then exactly these events follow.

Each example also proves that events and the resulting state survive their storage form, that deciding twice gives the
same events, that the decision uses every scripted face, and that the events can be folded into the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar, Union

import msgspec
import pytest
from msgspec.structs import replace

from shared.kernel.chance import Faces, Tape
from shared.kernel.context import Intent
from shared.kernel.game import Game, fold_events
from shared.kernel.messages import Command, Event, Role, canonical
from shared.kernel.refusals import Refusal
from shared.kernel.stream import KERNEL_EVENTS

S = TypeVar("S")


class Spec(Generic[S]):
    """One example on one game."""

    def __init__(self, game: Game[S]) -> None:
        """Start with an empty history."""
        self.rules = game
        self.state = new_state(game)
        self.outcome: Sequence[Event] | Refusal | None = None

    def given(self, *events: Event) -> Self:
        """Append these events to the history."""
        self.state = self._fold(self.state, events)
        return self

    def when(
        self,
        command: Command,
        *,
        seat: str = "gm",
        role: Role | None = None,
        app: bool = False,
        at: int = 1000,
        faces: Tape | None = None,
    ) -> Self:
        """Send a command as a seat with exactly these faces to draw.

        By default, the seat's name determines its role.
        """
        roles: dict[str, Role] = {"gm": "gm", "spectator": "spectator", "clock": "clock"}
        by = "key:app" if app else f"seat:{seat}@0"
        acting = role or roles.get(seat, "player")
        intent = Intent(id="one", seat=seat, role=acting, at=at, by=by, command=command)
        tape = Faces() if faces is None else faces
        first = self._decide(intent, deepcopy(tape))
        second = self._decide(intent, tape)
        assert _comparable(first) == _comparable(second)
        self.outcome = second
        return self

    def then(self, *events: Event) -> Self:
        """Assert that exactly these events follow, in this order; the next step happens after them."""
        assert not isinstance(self.outcome, Refusal), f"refused: {facts_of(self.outcome)}"
        assert self.outcome is not None, "nothing was asked"
        assert list(self.outcome) == list(events)
        self.state = self._fold(self.state, self.outcome)
        self.outcome = None
        return self

    def then_refused(self, refusal: type[Refusal], *, needs: Any = None, has: Any = None) -> Self:  # noqa: ANN401
        """Assert that the command is refused for exactly this reason and that nothing has changed."""
        assert isinstance(self.outcome, Refusal), f"not refused: {self.outcome!r}"
        assert type(self.outcome) is refusal, f"refused for another reason: {facts_of(self.outcome)}"
        if needs is not None:
            assert self.outcome.needs == needs
        if has is not None:
            assert self.outcome.has == has
        self.outcome = None
        return self

    def take_events(self) -> Sequence[Event]:
        """Return the events of the command, and append them to the history."""
        assert not isinstance(self.outcome, Refusal), f"refused: {facts_of(self.outcome)}"
        assert self.outcome is not None, "nothing was asked"
        events = self.outcome
        self.state = self._fold(self.state, events)
        self.outcome = None
        return events

    def _decide(self, intent: Intent, tape: Tape) -> Sequence[Event] | Refusal:
        before = msgspec.json.encode(self.state)
        try:
            decided = self.rules.decide(intent, self.state, tape)
            tape.finish()
            outcome: Sequence[Event] | Refusal = tuple(decided.events)
            assert decided.state == fold_events(self.rules, self.state, decided.events)
        except Refusal as refusal:
            outcome = refusal
        assert msgspec.json.encode(self.state) == before
        return outcome

    def _fold(self, state: S, events: Sequence[Event]) -> S:
        stored = decoder_of(self.rules)
        for event in events:
            assert stored.decode(canonical(event)) == event
        after = fold_events(self.rules, state, events)
        with explained_storage():
            assert msgspec.json.decode(msgspec.json.encode(after), type=self.rules.state) == after
        return after


@lru_cache(maxsize=64)
def decoder_of(game: Game[Any]) -> msgspec.json.Decoder[Event]:
    """Return the decoder of a game's events. Creating it takes longer than most examples."""
    kinds: Any = Union[(*game.events, *KERNEL_EVENTS)]
    return msgspec.json.Decoder(kinds)


def new_state(game: Game[S]) -> S:
    """Return a new stream's state before its opening; the state names the current set of the game's catalogue."""
    catalogue = game.storage.catalogue
    found: Any = game.initial
    return game.initial if catalogue is None else replace(found, catalogue=catalogue.name)


def _comparable(outcome: Sequence[Event] | Refusal) -> object:
    if isinstance(outcome, Refusal):
        return type(outcome), outcome.needs, outcome.has, outcome.field
    return outcome


@contextmanager
def explained_storage() -> Iterator[None]:
    """Add an explanation to the error of a stored state that cannot be read again."""
    try:
        yield
    except msgspec.ValidationError as error:
        error.add_note('a stored state is read by its type: a seat that may be missing is `Seat | None = None`, not ""')
        raise


def facts_of(refusal: Refusal) -> str:
    """Return a refusal's name, sentence and facts, for the message of a failed test."""
    facts = {"field": refusal.field, "needs": refusal.needs, "has": refusal.has}
    said = "; ".join(f"{name}: {value!r}" for name, value in facts.items() if value is not None)
    return f"{type(refusal).__name__} ({type(refusal).rule}): {refusal.says}" + (f" {said}" if said else "")


def refuses(refusal: type[Refusal]) -> pytest.RaisesExc[Refusal]:
    """Expect exactly this refusal."""
    return pytest.raises(refusal, check=lambda found: type(found) is refusal)
