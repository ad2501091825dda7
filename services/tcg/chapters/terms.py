"""Types that the rules use: a match's context, and the match's cards in compiled form."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.tcg.catalogue.language.conditions import Condition
from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.language.effects import AnyCard, AnyOperation, Effect, Limit
from services.tcg.catalogue.language.operations import AnyContinuousEffect
from services.tcg.state.match import Card, Decision, Match, Player
from services.tcg.state.tasks import Running, Task, TriggerEvent
from services.tcg.words import Kind
from shared.kernel.chance import Chance
from shared.kernel.context import Context, Intent, Rules
from shared.kernel.messages import Event, Seat

ALL: Final = 9999
"""The value of `most` for a selector that takes every matching card."""
VOLUNTARY: Final = frozenset({"interrupt", "swift", "none"})
"""The timings of effects that players activate."""

Picked: TypeAlias = tuple[int, ...]
Follow: TypeAlias = Callable[[Any, "MatchContext", Any], None]
"""A function that updates the board after an event."""


class Following(Struct, frozen=True):
    """The updates of the board, and events without one. After any other event, the board finds all sources again."""

    quiet: frozenset[type]
    changes: Mapping[type, Follow]


def mark_outdated(board: Any, _ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 a board, and any event
    """Mark the whole board as outdated. A new search for all sources is slow, but correct after any event."""
    board.fresh = board.current = False


def mark_outdated_if_hand_or_drop(board: Any, ctx: MatchContext, _event: Any) -> None:  # noqa: ANN401 as above
    """Drop the cached facts about seats. If abilities can work from hand or drop zone, mark the board as outdated.

    Rule: TC-RUL-116
    """
    board.readings.clear()
    if ctx.pool.elsewhere:
        board.fresh = board.current = False


class MatchContext(Context[Match]):
    """A match's context: its state, its card pool, its source of random draws, and the events so far."""

    def __init__(  # noqa: PLR0913 the parameters of a context, and those of a match
        self, rules: Rules, intent: Intent, state: Match, chance: Chance, *,
        read: Callable[[Match], CardPool], follow: Following,
    ) -> None:  # fmt: skip
        """Set up the context. `read` returns a match's card pool. `follow` updates the board after events."""
        super().__init__(rules, intent, state, chance)
        self.pool: CardPool = read(state)
        self._quiet, self._changes = follow.quiet, follow.changes
        self.recorded: list[Task] = [*map(replace, state.pending)]
        """The pending tasks as the log recorded them when a decision was last opened."""
        self.doing: Task | None = None
        """The task that is running now. The tasks that it pushes are above it."""
        self.work: int = 0
        """The work of effects since the match was last run. See `engine.STEP_WORK`."""
        self.answer: Picked | None = None
        """The answer to the decision that the top pending task has asked for."""
        self.asks_again: bool = False
        """Whether the next question is asked even with one option only, because its player may take the play back."""
        self.dropped: Mapping[Seat, Decision] = {}
        """The decisions that a concession has dropped. If one is the next to open, its elapsed time still counts."""
        self.board: Any = None
        """The index of sources, which are found when first needed and then updated after each event (see `sources`)."""

    def emit(self, event: Event) -> None:
        """Record an event and fold it into the state, which changes the match in place.

        This is the most frequently called function, so it calls as few others as possible, and it does not look for
        consequences of events (`follows`), since no chapter declares any.
        """
        kind = type(event)
        self.events.append(event)
        self._folds[kind](self.state, event)
        if self.board is not None and kind not in self._quiet:
            self._changes.get(kind, mark_outdated)(self.board, self, event)

    def card(self, number: int) -> Card | None:
        """Return a visible card by its instance id, or None if no card has this id now."""
        return self.state.table.get(number)

    def player(self, seat: Seat) -> Player:
        """Return the player at a seat."""
        return self.state.players[seat]

    @property
    def over(self) -> bool:
        """Return whether the match is finished."""
        return self.state.stage == "finished"

    def push(self, task: Task) -> None:
        """Push a task onto the pending ones. It runs first."""
        self.state.pending.append(task)


Select: TypeAlias = Callable[[MatchContext, Running, int], list[int]]
"""A function that lists a selector's cards. Its integer argument is the card to which `each` refers."""
Seats: TypeAlias = Callable[[MatchContext, Running], list[Seat]]
Reckon: TypeAlias = Callable[[MatchContext, Running, int], int]
Holds: TypeAlias = Callable[[MatchContext, Running, int], bool]
"""A function that tests a condition. Its integer argument is the card to which `each` refers, or the tested card."""
Matches: TypeAlias = Callable[[MatchContext, Running, TriggerEvent], bool]
Operation: TypeAlias = Callable[[Any, Running], int]
"""One operation of a program. It returns the next operation's index, or a negative number if it must wait."""


class Modes(NamedTuple):
    """The modes that a step of a program offers: `at` is the step's index, `first` the index of its first mode.

    An effect's modes are numbered from 0, in printed order.
    """

    at: int
    first: int
    steps: tuple[tuple[AnyOperation, ...], ...]


def mode_keys(effect: str, modes: Modes) -> tuple[str, ...]:
    """Return the modes' keys, which consist of their effect's key and their index."""
    return tuple(f"{effect}/mode-{modes.first + place}" for place in range(len(modes.steps)))


class Price(Protocol):
    """A part of a cost that can be paid."""

    @property
    def name(self) -> str:
        """Return the name of this kind of cost."""
        ...

    @property
    def printed(self) -> Cost:
        """Return the cost as it is written on the card."""
        ...

    @property
    def count(self) -> int:
        """Return how many cards must be picked for this part."""
        ...

    @property
    def hidden(self) -> bool:
        """Return whether the number of options is secret from other players."""
        ...

    def options(self, ctx: Any, running: Running, already: tuple[tuple[int, ...], ...]) -> list[int]:  # noqa: ANN401
        """Return the cards that can pay this part after the earlier parts are paid."""
        ...

    def payable(self, ctx: Any, running: Running) -> bool:  # noqa: ANN401
        """Return whether this part can be paid in full."""
        ...

    def among(self, parts: Sequence[Any], place: int) -> Price:
        """Return a copy of this part at this place among the parts of a cost."""
        ...

    def within(self, payer: Running, kept: Collection[int]) -> Price:
        """Return a copy of this part to be paid by the effect `payer`, but with none of the `kept` cards."""
        ...

    def pay(self, ctx: Any, running: Running, picked: tuple[int, ...]) -> None:  # noqa: ANN401 the game
        """Pay this part with the picked cards."""
        ...


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class TargetSpec:
    """One target of an effect: which cards are legal, how many are picked, and who picks them."""

    select: Select
    fits: Holds
    """A function that tests whether a card is a legal target."""
    least: int
    most: int
    by: str = "you"
    every: bool = False
    """Whether all matching cards are targets, so that no player picks."""
    always: bool = False
    """Whether the number of options is secret, so that the player is asked even if there is no choice."""


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class StaticForm:
    """A continuous effect in compiled form."""

    name: str
    on: str = ""
    """Which card the effect applies to: `this` (its source), `host` (the card above the source), or an empty string.

    If empty, `fits` tests which cards are affected. Without `fits`, the card is the one on which the effect was put.
    """
    fits: Holds | None = None
    value: Reckon | None = None
    seats: Seats | None = None
    word: str = ""
    number: int = 0
    costs: tuple[Price, ...] = ()


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class ReplacementForm:
    """A replacement in compiled form. Its ability replaces the event. With `prevent`, the event is only prevented."""

    event: str
    fits: Holds | None
    seats: Seats | None
    cause: str
    prevent: bool


@dataclass(slots=True, eq=False, kw_only=True)
class Ability:
    """A card's effect in compiled form. `event` is the event that triggers the effect, or to which it responds."""

    key: str
    """The effect's key, `card#effect`. An effect that it grants or delays has this key, followed by `/1` and so on."""
    card: str
    effect: Effect
    eti: str
    mark: str = ""
    """The timing that orders simultaneous effects. Delayed steps have the timing of their effect. Rule: TC-RUL-060."""
    independent: bool = False
    zones: tuple[str, ...] = ("play",)
    main: bool = False
    side: str = ""
    limit: Limit | None = None
    counted_as: str = ""
    """The name under which the effect's uses are counted: its key, unless they count together with others' uses."""
    counted: tuple[str, ...] = ()
    """The periods, such as a turn, for which conditions on the same card count this effect's uses."""
    event: str = ""
    on: Matches | None = None
    when: Holds | None = None
    targets: tuple[TargetSpec, ...] = ()
    costs: tuple[Price, ...] = ()
    program: tuple[Operation, ...] = ()
    modes: tuple[Modes, ...] = ()
    possible: Holds | None = None
    """A function that tests whether the effect can do anything, or None if no test is needed. Rule: TC-RUL-036."""
    statics: tuple[StaticForm, ...] = ()
    replacement: ReplacementForm | None = None
    timing: frozenset[str] = frozenset()
    """When an effect without a timing mark may be used: `act`, or the steps and `combat.` phases in its conditions.

    Rule: TC-RUL-069
    """
    any_turn: bool = False
    """Whether the effect's conditions name the turn of another player. Rule: TC-RUL-069."""
    works: Works = field(init=False)
    voluntary: bool = field(init=False)
    """Whether a player activates the effect. Rule: TC-RUL-070."""
    times: tuple[frozenset[str], frozenset[str]] = field(init=False)
    """The timings of its use, or its mark: first in another player's turn, then in its own player's turn."""

    def __post_init__(self) -> None:
        self.works = Works((self,))
        self.voluntary = self.eti in VOLUNTARY
        own = frozenset((self.eti,)) if self.eti != "none" else frozenset[str]() if self.main else self.timing
        self.times = (own if self.eti != "none" or self.any_turn else frozenset(), own)


class Works:
    """The abilities that work in one zone, grouped into triggers, continuous effects and replacements."""

    __slots__ = ("abilities", "idle", "listening", "replacing", "statics")

    def __init__(self, abilities: Sequence[Ability]) -> None:
        """Group abilities by kind. A command's main effect is left out, since players use it by playing the card."""
        self.abilities: Final = tuple(one for one in abilities if not one.main)
        self.listening: Final = tuple((one.event, one) for one in self.abilities if one.eti == "auto")
        self.statics: Final = tuple((one, form) for one in self.abilities for form in one.statics)
        self.replacing: Final = tuple(one for one in self.abilities if one.replacement is not None)
        self.idle: Final = not (self.listening or self.statics or self.replacing)
        """Whether none of the abilities works without being activated."""


NOTHING: Final = Works(())


class Use(Struct, frozen=True, gc=False):
    """A possible use of an effect: its source, the activated card, the ability, and the zone of the card."""

    source: int
    card: int
    ability: Ability
    origin: str
    event: TriggerEvent | None = None


class Face:
    """One side of a card: its PWR, and its abilities by zone. Rule: TC-RUL-019."""

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
    """The requirement for flipping a savior. Rule: TC-RUL-014."""

    when: Holds
    costs: tuple[Price, ...]


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class Printed:
    """A printed card in compiled form.

    `faces` are a savior's bound and boundless sides. Other cards have the same face twice.
    """

    id: str
    card: AnyCard
    kind: Kind
    name: str
    key: str
    """The normalized name of the card, by which the card pool compares names."""
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
    """Abilities that a player can activate from the hand. Rule: TC-RUL-074."""
    in_drop: tuple[Ability, ...] = ()
    """Abilities that a player can activate from the drop zone."""
    swift: Ability | None
    """A swift command's main effect, which players can use from the hand in any window of their own turn, or None."""
    archetypes: frozenset[str]
    tribes: frozenset[str]
    """The normalized names of the card's tribes. Its archetypes are stored in the same way."""


Nested: TypeAlias = Effect | AnyOperation | AnyContinuousEffect | Condition
"""A part inside a step that has its own key: an effect, delayed steps, or a condition."""


@dataclass(slots=True, eq=False, kw_only=True)
class CardPool:
    """The cards of a match in compiled form, and the public facts about all of them.

    Parts nested in steps are stored by key: granted effects and delayed steps in `abilities`, the continuous effects of
    restrictions in `statics`, and the conditions on which durations depend in `conditions`.
    """

    hash: str
    compared: Callable[[str], str]
    """A function that returns the normalized name by which a name is compared. Rule: TC-RUL-152."""
    printed: dict[str, Printed]
    abilities: dict[str, Ability]
    statics: dict[str, StaticForm]
    conditions: dict[str, Holds]
    nested: dict[str, Nested] = field(default_factory=dict)
    """All nested parts of steps by key, as they are written on the cards."""
    swift_commands: bool = False
    in_hand: tuple[Ability, ...] = ()
    in_drop: tuple[Ability, ...] = ()
    """The abilities usable from the drop zone. `in_hand` lists those for the hand. Rule: TC-RUL-066, TC-RUL-074."""
    from_hand: frozenset[str] = frozenset()
    """Cards that have an ability usable from the hand, and swift commands. Rule: TC-CMD-20, TC-RUL-074."""
    answered: frozenset[str] = frozenset()
    """The events that the texts of interrupts name. Rule: TC-RUL-053."""
    heard: frozenset[str] = frozenset()
    """The events that trigger at least one [AUTO] effect, and the events for which delayed steps wait."""
    holding: frozenset[str] = frozenset()
    """The kinds of all continuous effects and replacements, on cards and in restrictions."""
    elsewhere: tuple[str, ...] = ()
    """The zones outside play (hand, drop) where an ability works without being activated. Rule: TC-RUL-116."""
