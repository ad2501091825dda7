"""The terms the rules speak in: a match that is being decided on, and what its cards say once they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from msgspec.structs import replace

from services.tcg.catalogue.language.conditions import Condition, Cost
from services.tcg.catalogue.language.effects import AnyCard, AnyOperation, Delay, Effect, Limit
from services.tcg.catalogue.language.operations import AnyContinuousEffect
from services.tcg.state.match import Card, Match, Player
from services.tcg.state.tasks import Running, Task, TriggerEvent
from services.tcg.words import Kind
from shared.kernel.chance import Chance
from shared.kernel.context import Context, Intent, Rules
from shared.kernel.messages import Event, Seat

ALL: Final = 9999
"""The most of a selector that means all that fit."""
VOLUNTARY: Final = frozenset({"interrupt", "swift", "none"})
"""The indicators of effects that somebody activates."""


Picked: TypeAlias = tuple[int, ...]


Follow: TypeAlias = Callable[[Any, "MatchContext", Any], None]
"""What becomes of the sources on the board after an event."""


def look_anew(board: Any, _ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 a board, and any event
    """Look at all sources again: the slow way, which is right after whatever event."""
    board.fresh = False


class MatchContext(Context[Match]):
    """A match that is being decided on: its state, what its cards say, luck, and the events so far."""

    def __init__(  # noqa: PLR0913 a context, and what a match has beside one
        self, rules: Rules, intent: Intent, state: Match, chance: Chance, *,
        read: Callable[[Match], CardPool], follow: Mapping[type, Follow | None],
    ) -> None:  # fmt: skip
        """Start on a state. `read` returns the pool of a match; `follow`, what an event makes of the board.

        An event that leaves the board alone has None there; after one that is not there the board is looked at anew.
        """
        super().__init__(rules, intent, state, chance)
        self.pool: CardPool = read(state)
        self._follow: Final = follow
        self.recorded: list[Task] = [*map(replace, state.pending)]
        """The pending tasks as the log has them: as they were when a decision was last opened."""
        self.doing: Task | None = None
        """The task that is being carried out; what it pushes lies above it."""
        self.answer: Picked | None = None
        """The answer to the decision that the uppermost pending task asked for."""
        self.asks_again: bool = False
        """The next question is asked even where no choice is left: its player may rather take the play back."""
        self.board: Any = None
        """The sources on the board: found when they are first asked for, then following the events (`sources`)."""
        self.uses: dict[int, tuple[object, list[Any]]] = {}
        """What may be activated of a card in play, beside the abilities it was found from (`timing`)."""

    def emit(self, event: Event) -> None:
        """Let this have happened, as everywhere; that a fold of a match changes it in place saves a step.

        Nothing is emitted more often than here, so all of it is one call.
        """
        kind = type(event)
        self.events.append(event)
        self._folds[kind](self.state, event)
        for follow in self._follows.get(kind, ()):
            follow(self, event)
        if self.board is not None and (change := self._follow.get(kind, look_anew)) is not None:
            change(self.board, self, event)

    def card(self, number: int) -> Card | None:
        """Return a card in sight, or None where nothing goes by that number any more."""
        return self.state.table.get(number)

    def player(self, seat: Seat) -> Player:
        """Return a player."""
        return self.state.players[seat]

    @property
    def over(self) -> bool:
        """Whether the match is finished."""
        return self.state.stage == "finished"

    def push(self, *tasks: Task) -> None:
        """Put tasks on the stack of pending tasks; the last is done first."""
        self.state.pending.extend(tasks)


Select: TypeAlias = Callable[[MatchContext, Running, int], list[int]]
"""The cards a selector names; the number is the card `each` stands for."""
Seats: TypeAlias = Callable[[MatchContext, Running], list[Seat]]
Reckon: TypeAlias = Callable[[MatchContext, Running, int], int]
Holds: TypeAlias = Callable[[MatchContext, Running, int], bool]
"""Whether a condition holds; the number is the card `each` stands for, or the one that is looked at."""
Matches: TypeAlias = Callable[[MatchContext, Running, TriggerEvent], bool]
Operation: TypeAlias = Callable[[Any, Running], int]
"""A step of a program: returns the place of the next, or a negative number where it has to wait."""


class Modes(NamedTuple):
    """The modes that a step of a program has picked: `at` is its place, and `first` the number of the first of them.

    The modes of an effect are numbered through, from 0, in the order in which they are printed.
    """

    at: int
    first: int
    steps: tuple[tuple[AnyOperation, ...], ...]


def mode_keys(effect: str, modes: Modes) -> tuple[str, ...]:
    """Return what modes go by: the key of their effect, and their numbers."""
    return tuple(f"{effect}/mode-{modes.first + place}" for place in range(len(modes.steps)))


class Price(Protocol):
    """A part of a cost, as it is paid."""

    @property
    def name(self) -> str:
        """The word for it."""
        ...

    @property
    def printed(self) -> Cost:
        """It, as it is written on the card."""
        ...

    @property
    def count(self) -> int:
        """So many cards are picked for it."""
        ...

    @property
    def hidden(self) -> bool:
        """Whether others may not know how many cards would do."""
        ...

    def options(self, ctx: Any, running: Running, already: tuple[tuple[int, ...], ...]) -> list[int]:  # noqa: ANN401
        """List what it can be paid with, after the parts before it."""
        ...

    def payable(self, ctx: Any, running: Running) -> bool:  # noqa: ANN401 the game
        """Whether it can be paid in full."""
        ...

    def before(self, rest: Sequence[Any]) -> Price:
        """Return the same part of a cost that goes on with these parts."""
        ...

    def pay(self, ctx: Any, running: Running, picked: tuple[int, ...]) -> None:  # noqa: ANN401 the game
        """Pay it with what was picked."""
        ...


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class TargetSpec:
    """One of an effect's targets: the cards it may be, how many of them, and who picks them."""

    select: Select
    fits: Holds
    """Returns whether a card is still one of them."""
    least: int
    most: int
    by: str = "you"
    every: bool = False
    """All that fit are meant; nobody picks."""
    always: bool = False
    """They lie where others cannot see how many there are."""


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class StaticForm:
    """What holds while its source is there; `on` says which one card that is, where it is the source or its host."""

    name: str
    on: str = ""
    """this, host, or nothing: then `fits` decides, and where that is not there the card the change is on."""
    fits: Holds | None = None
    value: Reckon | None = None
    seats: Seats | None = None
    word: str = ""
    number: int = 0
    costs: tuple[Price, ...] = ()


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class ReplacementForm:
    """What would happen, and does not; the ability's program happens instead, if it is not prevented."""

    event: str
    fits: Holds | None
    seats: Seats | None
    cause: str
    prevent: bool


@dataclass(slots=True, eq=False, kw_only=True)
class Ability:
    """An effect of a card, read. `event` is what calls it up, or what it answers."""

    key: str
    """`card#effect`; with `/1` and so on for what it grants or delays."""
    card: str
    effect: Effect
    eti: str
    mark: str = ""
    """The indicator it is put in order by: steps that wait have that of their effect. Rule: TC-RUL-060."""
    independent: bool = False
    zones: tuple[str, ...] = ("play",)
    main: bool = False
    side: str = ""
    limit: Limit | None = None
    counted: tuple[str, ...] = ()
    """The spans over which the card itself asks how often this was used."""
    event: str = ""
    on: Matches | None = None
    when: Holds | None = None
    targets: tuple[TargetSpec, ...] = ()
    costs: tuple[Price, ...] = ()
    program: tuple[Operation, ...] = ()
    modes: tuple[Modes, ...] = ()
    possible: Holds | None = None
    """Whether its steps can do anything at all; None where they always might. Rule: TC-RUL-036."""
    statics: tuple[StaticForm, ...] = ()
    replacement: ReplacementForm | None = None
    timing: frozenset[str] = frozenset()
    """Of an unmarked effect: `act`, or the steps and `combat.` phases its conditions name. Rule: TC-RUL-069."""
    any_turn: bool = False
    """Its conditions name another player's turn. Rule: TC-RUL-069."""
    works: Works = field(init=False)

    def __post_init__(self) -> None:
        self.works = Works((self,))

    @property
    def voluntary(self) -> bool:
        """Whether somebody activates it. Rule: TC-RUL-070."""
        return self.eti in VOLUNTARY


class Works:
    """What works together in one place: the abilities, and those of them that listen, hold or replace."""

    __slots__ = ("abilities", "idle", "listening", "replacing", "statics")

    def __init__(self, abilities: Sequence[Ability]) -> None:
        """Sort abilities by what they do. A command's main effect is used with its card, and is none of them."""
        self.abilities: Final = tuple(one for one in abilities if not one.main)
        self.listening: Final = tuple((one.event, one) for one in self.abilities if one.eti == "auto")
        self.statics: Final = tuple((one, form) for one in self.abilities for form in one.statics)
        self.replacing: Final = tuple(one for one in self.abilities if one.replacement is not None)
        self.idle: Final = not (self.listening or self.statics or self.replacing)
        """Nothing of it does anything by itself."""


NOTHING: Final = Works(())


class Face:
    """A side of a card: its PWR, its abilities, and which of them work where. Rule: TC-RUL-019."""

    __slots__ = ("abilities", "drop", "hand", "play", "pwr")

    def __init__(self, pwr: int | None, abilities: tuple[Ability, ...]) -> None:
        self.pwr: Final = pwr
        self.abilities: Final = abilities
        self.play: Final = _works(abilities, "play")
        self.hand: Final = _works(abilities, "hand")
        self.drop: Final = _works(abilities, "drop")


def _works(abilities: tuple[Ability, ...], zone: str) -> Works:
    there = [one for one in abilities if zone in one.zones]
    return Works(there) if there else NOTHING


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class FlipForm:
    """What a savior needs to be flipped. Rule: TC-RUL-014."""

    when: Holds
    costs: tuple[Price, ...]


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class Printed:
    """A printed card, read. `faces` are the bound and the boundless side of a savior, else twice the same."""

    id: str
    card: AnyCard
    kind: Kind
    name: str
    key: str
    """What its name is compared by, as its pool compares names."""
    type: str
    level: int
    pwr: int | None
    back: str
    exclusive: bool
    faces: tuple[Face, Face]
    abilities: tuple[Ability, ...]
    main: Ability | None
    flip: FlipForm | None
    in_hand: tuple[Ability, ...] = ()
    """What somebody activates of it in the hand. Rule: TC-RUL-074."""
    in_drop: tuple[Ability, ...] = ()
    """What somebody activates of it in the drop zone."""
    archetypes: frozenset[str]
    tribes: frozenset[str]
    """Archetypes and tribes are kept as their names are compared."""


Nested: TypeAlias = Effect | Delay | AnyContinuousEffect | Condition
"""What a step hands on, to be found again by its key: an effect, steps that wait, a static, a condition."""


@dataclass(slots=True, eq=False, kw_only=True)
class CardPool:
    """The cards of a match, read, and what everybody may know of all of them.

    What a step hands on goes by keys of the pool: granted effects and delayed steps are `abilities`, what a restriction
    lets hold is one of the `statics`, and what a change lasts for one of the `conditions`.
    """

    hash: str
    compared: Callable[[str], str]
    """Returns what a name is compared by. Rule: TC-RUL-152."""
    printed: dict[str, Printed]
    abilities: dict[str, Ability]
    statics: dict[str, StaticForm]
    conditions: dict[str, Holds]
    nested: dict[str, Nested] = field(default_factory=dict)
    """All that steps hand on, as it is written, by the same keys."""
    swift_commands: bool = False
    in_hand: tuple[Ability, ...] = ()
    in_drop: tuple[Ability, ...] = ()
    """What somebody activates of the cards in a hand, or in a drop zone. Rule: TC-RUL-066, TC-RUL-074."""
    answered: frozenset[str] = frozenset()
    """The events that interrupts name in their own text. Rule: TC-RUL-053."""
    heard: frozenset[str] = frozenset()
    """The events that some [AUTO] effect or some delayed step waits for."""
    holding: frozenset[str] = frozenset()
    """The names of the statics and the replacements that some card or some restriction has."""
    elsewhere: tuple[str, ...] = ()
    """The places out of play (hand, drop) where something works by itself. Rule: TC-RUL-116."""
