"""The context of one decision: the intent, the current state, the source of chance, and the emitted events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from shared.kernel.causes import Cause, Chain
from shared.kernel.chance import Chance
from shared.kernel.game_parts import Secrecy, Storage
from shared.kernel.messages import Audience, Command, Event, Role, Seat, Secret, in_stored_order

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
T = TypeVar("T")

Fold: TypeAlias = Callable[[Any, Any], Any]
"""A function from a state and an event to the new state; it returns None if it changed a mutable copy in place."""
Follow: TypeAlias = Callable[[Any, Any], None]
"""A function that takes a context and an event emitted in it, and emits the event's consequences. It never refuses."""


class Intent(Struct, frozen=True, kw_only=True, gc=False):
    """A command with its seat, time and credential. `faces` are dice rolled at a real table.

    A command in a chain of causes has the chain's `correlation` id, and its own `cause` unless it is the chain's first.
    The fields have the order in which the log stores them, so that they are decoded without a search for their names.
    """

    at: int
    by: str
    cause: Cause | UnsetType = UNSET
    command: Command
    correlation: str | UnsetType = UNSET
    faces: tuple[int, ...] | None = None
    id: str
    role: Role
    seat: Seat

    def within(self, chain: Chain | None) -> Intent:
        """Return this intent with the correlation id and cause of a chain; None removes them."""
        return self if chain is None else replace(self, correlation=chain.correlation, cause=chain.cause)

    def as_stored(self) -> Intent:
        """Return this intent with the keys of its command in the order in which the log stores them.

        Rule:    AR-UNDO-19
        """
        command = in_stored_order(self.command)
        return self if command is self.command else replace(self, command=command)

    @property
    def by_app(self) -> bool:
        """Whether the app sent the command with its own key, and not with a seat's token."""
        return self.by.startswith("key:")

    @property
    def by_house(self) -> bool:
        """Whether a computer player sent the command, such as `player:greedy@tcg-1`."""
        return self.by.startswith("player:")


class FirstEvent(Exception):
    """Raised when a command on trial emits its first event, which shows that no rule refuses the command."""


class Rules(Protocol):
    """The interface through which a context uses a game."""

    @property
    def folds(self) -> Mapping[type, Fold]:
        """The fold function of each event type."""
        ...

    @property
    def follows(self) -> Mapping[type, tuple[Follow, ...]]:
        """The functions that emit the consequences of each event type; they run immediately after the event."""
        ...

    @property
    def storage(self) -> Storage[Any]:
        """The functions that copy states and number ids."""
        ...

    @property
    def secrecy(self) -> Secrecy[Any]:
        """The seats that may read a seat's secrets."""
        ...


class Context(Generic[S]):
    """The context of one decision: judges use it to draw faces and to emit events.

    It folds each emitted event at once, so that the next step sees the effect.
    """

    def __init__(self, rules: Rules, intent: Intent, state: S, chance: Chance) -> None:
        """Start from a state, without events."""
        self.rules = rules
        self.intent = intent
        self.seat, self.role, self.at = intent.seat, intent.role, intent.at
        self.chance = chance
        storage = rules.storage
        self.state: S = state if storage.mutable_copy is None else storage.mutable_copy(state)
        self.events: list[Event] = []
        self._last_id = storage.last_id(state)
        self._folds, self._follows = rules.folds, rules.follows

    @property
    def leads(self) -> bool:
        """Whether the game master or the app sent the command."""
        return self.role == "gm" or self.intent.by_app

    def emit(self, event: Event) -> None:
        """Record an event, apply its fold, and emit its consequences."""
        kind = type(event)
        self.events.append(event)
        after = self._folds[kind](self.state, event)
        if after is not None:
            self.state = after
        if kind in self._follows:
            for follow in self._follows[kind]:
                follow(self, event)

    def new_id(self, kind: str) -> str:
        """Return a new id that is unique on this stream, such as `pool-7`."""
        self._last_id += 1
        return f"{kind}-{self._last_id}"

    def secret(self, value: T, audience: Audience | None = None) -> Secret[T]:
        """Return a value that only its audience may read.

        The default audience comes from the game's secrecy settings.
        """
        return Secret(
            audience=self.rules.secrecy.audience(self.state, self.seat) if audience is None else audience, value=value
        )
