"""A game as the kernel sees it: how it judges, how it folds, what it hides, and when it is over.

decide(intent, state, chance) -> events      raises a Refusal; draws from chance; changes nothing
evolve[type(event)](state, event) -> state   bookkeeping: total, no judgement, no chance
view(state, seat), legal(state, seat)        what a seat may see, and what it may do
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience, Command, Event, Role, Seat
from shared.kernel.refusals import Refusal

S = TypeVar("S")
Evolve = Callable[[Any, Any], Any]


class Intent(Struct, frozen=True, kw_only=True):
    """A command with its seat, time and credential. `faces` are dice rolled at a real table."""

    id: str
    seat: Seat
    role: Role
    at: int
    by: str
    command: Command
    faces: tuple[int, ...] | None = None

    @property
    def by_app(self) -> bool:
        """Tell whether the app's own key acts, and not a seat's token."""
        return self.by.startswith("key:")


class Opening(Command, frozen=True, kw_only=True):
    """The command that opens a stream of a game; the game adds its settings. Who acts needs a seat: one at least.

    A field whose form the contract gives by reference only is named in `by_reference`, with the refusal that says what
    is wrong with it: whoever keeps to the contract has not sent a malformed body.
    """

    by_reference: ClassVar[Mapping[str, type[Refusal]]] = {}

    seats: Annotated[tuple[SeatAsk, ...], Meta(min_length=1, max_length=64)]


class SeatAsk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat to be opened."""

    seat: Seat
    role: Role = "player"


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may stand in one field of a command: one of `options`, or a number in bounds, or free text, or a schema."""

    options: tuple[Any, ...] | None = None
    least: int | None = None
    most: int | None = None
    text: bool = False
    schema: str | None = None
    optional: bool = False


class Allowed(Struct, frozen=True, kw_only=True):
    """A command a seat may send now: a valid body, and for each other field what may stand in it."""

    command: str
    body: dict[str, Any]
    fields: dict[str, Field]


class Blocked(Struct, frozen=True, kw_only=True):
    """A command of the seat's repertoire that a rule forbids now."""

    command: str
    rule: str
    says: str
    needs: Any = None
    has: Any = None


class Legal(Struct, frozen=True, kw_only=True):
    """All that a seat may do now, and what it may not, with the reason."""

    allowed: tuple[Allowed, ...] = ()
    blocked: tuple[Blocked, ...] = ()


def nothing_hidden(intent: Intent, state: Any) -> Mapping[str, Audience]:  # noqa: ARG001, ANN401
    """Hide no field of a command: the default of games without secret commands."""
    return {}


def never(state: Any) -> bool:  # noqa: ARG001, ANN401
    """Say no, whatever the state."""
    return False


def always(state: Any) -> bool:  # noqa: ARG001, ANN401
    """Say yes, whatever the state."""
    return True


class Decider(Struct, Generic[S], frozen=True, kw_only=True):
    """All that a game gives the kernel. `service` and `kind` name its streams, as in `dice.table:…`.

    A closed stream opens its log to all its seats where the game `discloses` it.
    `odds_cost` gives the steps that `odds` would take, before any is taken; a game without it has cheap odds only.
    `prepare` reads what a command holds in small steps, between which others get their turn, and remembers it.
    Where the game gives `thaw`, it makes a private copy of a state, and `evolve` changes that copy in place.
    """

    service: str
    kind: str
    opening: type[Opening]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    state: type[S]
    initial: S
    decide: Callable[[Intent, S, Chance], Sequence[Event]]
    evolve: Mapping[type, Evolve]
    view: Callable[[S, Seat | None], Any]
    legal: Callable[[S, Seat, Role], Legal]
    view_type: Any = dict[str, Any]
    odds: Callable[[Command, S], Any] | None = None
    odds_cost: Callable[[Command, S], int] | None = None
    prepare: Callable[[Command], Iterable[None]] | None = None
    hides: Callable[[Intent, S], Mapping[str, Audience]] = nothing_hidden
    conceals: Callable[[S], bool] = never
    over: Callable[[S], bool] = never
    discloses: Callable[[S], bool] = always
    upcasters: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    thaw: Callable[[S], S] | None = None

    @property
    def name(self) -> str:
        """Give the prefix of the stream names."""
        return f"{self.service}.{self.kind}"


def fold(decider: Decider[S], state: S, events: Sequence[Event]) -> S:
    """Fold a game's own events; kernel events a game does not care for pass by."""
    evolve, in_place = decider.evolve, decider.thaw is not None
    if decider.thaw is not None:
        state = decider.thaw(state)
    for event in events:
        step = evolve.get(type(event))
        if step is not None:
            after = step(state, event)
            state = state if in_place else after
    return state


def to_body(command: Command) -> dict[str, Any]:
    """Give a command as the JSON body a client would send."""
    body: dict[str, Any] = msgspec.to_builtins(command)
    return body
