"""The terms the rules speak in: a game, what cards say once it is read, and the cards themselves.

Everything a card says is read once a pool into functions of a game and a `Running`: its `seat` is "you", its `card` is
"this", and `names`, `targets` and `event` are what the effect knows. A number that stands for no card gives nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from services.tcg.agenda import Happening, Running, Task
from services.tcg.cards.language import AnyCard, Effect, Limit
from services.tcg.events import Asked
from services.tcg.state.match import Card, Match, Player
from services.tcg.words import Kind
from shared.kernel.chance import Chance
from shared.kernel.messages import Event, Seat

ALL: Final = 9999
"""The most of a selector that means all that fit."""
VOLUNTARY: Final = frozenset({"interrupt", "swift", "none"})
"""The indicators of effects that somebody activates."""


class Game(Protocol):
    """A match in play, as the chapters of the rules use it (`rules.game` has the one there is)."""

    match: Match
    chance: Chance
    pool: Pool
    at: int
    events: list[Event]
    doing: Task | None
    answer: tuple[int, ...] | None
    standing: Any
    """What `rules.board` has found."""

    @property
    def over(self) -> bool:
        """Tell whether the match is finished."""
        ...

    def tell(self, event: Event) -> None:
        """Let this have happened."""
        ...

    def card(self, number: int) -> Card | None:
        """Give a card in sight."""
        ...

    def player(self, seat: Seat) -> Player:
        """Give a player."""
        ...

    def next_number(self) -> int:
        """Give the number that the next card to come into sight gets."""
        ...

    def later(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the last is done first."""
        ...

    def pick(  # noqa: PLR0913 a question has that many parts
        self, seat: Seat, kind: str, options: Sequence[int], *, least: int, most: int, words: tuple[str, ...] = (),
        always: bool = False,
    ) -> tuple[int, ...] | None:  # fmt: skip
        """Give what a seat picks, or None where it has yet to be asked."""
        ...

    def ask(self, seat: Seat, kind: str, asked: Asked) -> None:
        """Open a decision."""
        ...


Select: TypeAlias = Callable[[Game, Running, int], list[int]]
"""The cards a selector names; the number is the card `each` stands for."""
Seats: TypeAlias = Callable[[Game, Running], list[Seat]]
Reckon: TypeAlias = Callable[[Game, Running, int], int]
Holds: TypeAlias = Callable[[Game, Running, int], bool]
"""Whether a condition holds; the number is the card `each` stands for, or the one that is looked at."""
Matches: TypeAlias = Callable[[Game, Running, Happening], bool]
Deed: TypeAlias = Callable[[Any, Running], int]
"""A step of a program: gives the place of the next, or a negative number where it has to wait."""


class Price(Protocol):
    """A part of a cost, as it is paid."""

    @property
    def name(self) -> str:
        """The word for it."""
        ...

    @property
    def count(self) -> int:
        """So many cards are picked for it."""
        ...

    @property
    def hidden(self) -> bool:
        """Tell whether others may not know how many cards would do."""
        ...

    def options(self, game: Any, ctx: Running, already: tuple[tuple[int, ...], ...]) -> list[int]:  # noqa: ANN401
        """List what it can be paid with, after the parts before it."""
        ...

    def payable(self, game: Any, ctx: Running) -> bool:  # noqa: ANN401 the game
        """Tell whether it can be paid in full."""
        ...

    def before(self, rest: Sequence[Any]) -> Price:
        """Give the same part of a cost that goes on with these parts."""
        ...

    def pay(self, game: Any, ctx: Running, picked: tuple[int, ...]) -> None:  # noqa: ANN401 the game
        """Pay it with what was picked."""
        ...


@dataclass(slots=True, eq=False, frozen=True, kw_only=True)
class TargetSpec:
    """One of an effect's targets: the cards it may be, how many of them, and who picks them."""

    select: Select
    fits: Holds
    """Tells whether a card is still one of them."""
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
    """this, host, or nothing: then `fits` tells, and where that is not there the card the change is on."""
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
    program: tuple[Deed, ...] = ()
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
        """Tell whether somebody activates it. Rule: TC-RUL-070."""
        return self.eti in VOLUNTARY


class Works:
    """What works together in one place: the abilities, and those of them that listen, hold or replace."""

    __slots__ = ("abilities", "idle", "listening", "replacing", "standing")

    def __init__(self, abilities: Sequence[Ability]) -> None:
        """Sort abilities by what they do. A command's main effect is used with its card, and is none of them."""
        self.abilities: Final = tuple(one for one in abilities if not one.main)
        self.listening: Final = tuple((one.event, one) for one in self.abilities if one.eti == "auto")
        self.standing: Final = tuple((one, form) for one in self.abilities for form in one.statics)
        self.replacing: Final = tuple(one for one in self.abilities if one.replacement is not None)
        self.idle: Final = not (self.listening or self.standing or self.replacing)
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


@dataclass(slots=True, eq=False, kw_only=True)
class Pool:
    """The cards of a match, read, and what everybody may know of all of them.

    What a step hands on goes by keys of the pool: granted effects and delayed steps are `abilities`, what a restriction
    lets hold is one of the `statics`, and what a change lasts for one of the `conditions`.
    """

    hash: str
    printed: dict[str, Printed]
    abilities: dict[str, Ability]
    statics: dict[str, StaticForm]
    conditions: dict[str, Holds]
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
