"""Tasks: what a creature tries, and what the game master says of it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.bones.state.magic import Casting
from services.bones.state.rolls import Roll
from shared.kernel.messages import Id, Line

SkillName: TypeAlias = Annotated[
    Literal[
        "Artisan", "Craft", "Defend", "Healer", "Magic", "Maneuver", "Melee", "Merchant", "Missile", "Outdoorsman",
        "Perception", "Riding", "Sailor", "Scholar", "Social", "Stealth", "Thief", "Unarmed", "Physical", "Mental",
    ],
    Meta(description="a skill; Physical and Mental are tasks of no skill, which anybody may try"),
]  # fmt: skip
DifficultyName: TypeAlias = Literal[
    "Easy", "Simple", "Average", "Challenging", "Difficult", "Almost Impossible", "Impossible"
]
Light: TypeAlias = Literal["bright", "partial darkness", "total darkness"]
Ground: TypeAlias = Literal["open", "broken"]
Aid: TypeAlias = Literal["art", "healing", "by_sight", "tool_missing"]
"""What holds of a task: art is part of the magic; the magic heals; it is done by sight; its tools are missing."""
Purpose: TypeAlias = Literal[
    "task", "movement", "treatment", "making", "command", "effect", "ward", "mind", "counter", "hold"
]
"""What a task is for besides itself; the last five are of magic: an effect that goes on, a ward, a mind, a counter,
and going on with an effect."""
TaskStage: TypeAlias = Literal["proposed", "set", "rolled", "settled"]
TaskType: TypeAlias = Literal["opposed", "unopposed"]
Stage: TypeAlias = Literal["on stage", "off stage"]
"""Where an action belongs. Rule: BN-ACT-01."""
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Metres: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Few: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Weapons: TypeAlias = Annotated[tuple[Id, ...], Meta(max_length=2)]


class Circumstances(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What makes a roll easier or harder: successes for nothing and successes lost, and what takes them."""

    gain: Few = 0
    loss: Few = 0
    aids: Annotated[tuple[Aid, ...], Meta(max_length=4)] = ()
    light: Light = "bright"
    cover: Percent = 0
    distance: Metres = 0
    ground: Ground = "open"


class Opponent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who opposes a task, and with which skill. Rule: BN-TASK-08."""

    creature: Id
    skill: SkillName
    circumstances: Circumstances = Circumstances()


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the game master says of a task: its skill, and what it is rolled against.

    Challenge dice of a `difficulty`, the rolls of `opponents`, a `number` of successes that has to be reached; or
    nothing of these, where successes are only counted (BN-R-250). `patient`: who is treated, or commanded; `days`: what
    making something takes, and `item`: which thing of the catalogue it is, if it is one. Of magic, `own_level`: the
    difficulty is that of the magic itself, and not raised; `defies`: effects whose successes stand against it;
    `counters`: the effect it is aimed at; `minds`: whose minds it is aimed at, one alone unless the campaign lets each
    of several resist; `holds`: the effect it goes on with; `takes_victim`: whoever is killed for it is a thinking being
    with a soul, as the game master says.
    """

    skill: SkillName
    difficulty: DifficultyName | None = None
    opponents: Annotated[tuple[Opponent, ...], Meta(max_length=10)] = ()
    number: Annotated[int, Meta(ge=1, le=100)] | None = None
    circumstances: Circumstances = Circumstances()
    purpose: Purpose = "task"
    patient: Id | None = None
    days: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    item: Line | None = None
    own_level: bool = False
    defies: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()
    counters: Id | None = None
    minds: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()
    holds: Id | None = None
    takes_victim: bool = False

    @property
    def others(self) -> tuple[str, ...]:
        """Return who is named besides whoever tries it. Rule: BN-CAMP-26."""
        return (*(one.creature for one in self.opponents), *((self.patient,) if self.patient else ()), *self.minds)

    @property
    def type(self) -> TaskType:
        """Return which of the two types the task is. Rule: BN-TASK-07."""
        return "opposed" if self.opponents else "unopposed"


class OutOfSight(Struct, frozen=True, kw_only=True):
    """What the game master rolled out of sight: challenge dice, or the roll of an opponent. Rule: BN-R-256."""

    challenge: tuple[int, ...] = ()
    roll: Roll | None = None


class Task(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody tries. A copy that may not read hidden terms has None where `hidden`.

    Shape: weapons: what is used of them; rolls: by creature; challenge: faces of the challenge dice;
           unseen: what was rolled out of sight; fight: it is the task of a round; again: a tie has to be rolled again;
           again_of: the failure that is tried again; tries: which try it is;
           taken: successes that were given to it before it was rolled; called: the game master said to try it;
           casting: what is said of magic; check: what of an adventure it is, and upon: whom that concerns besides
    """

    id: str
    creature: str
    aim: str
    stage: TaskStage = "proposed"
    skill: str | None = None
    terms: Terms | None = None
    hidden: bool = False
    weapons: tuple[str, ...] = ()
    rolls: dict[str, str] = {}
    challenge: tuple[int, ...] = ()
    unseen: OutOfSight | None = None
    fight: bool = False
    again: bool = False
    again_of: str | None = None
    tries: int = 1
    taken: int = 0
    called: bool = False
    casting: Casting | None = None
    check: str | None = None
    upon: str | None = None

    @property
    def belongs_to(self) -> Stage:
        """Return where it belongs: a task is settled on stage. Rule: BN-ACT-01, BN-ACT-02."""
        return "on stage"

    @property
    def others(self) -> tuple[str, ...]:
        """Return who is named by its terms."""
        return self.terms.others if self.terms else ()

    @property
    def unseen_opponent(self) -> str | None:
        """Return who has rolled against it out of sight."""
        return self.unseen.roll.creature if self.unseen and self.unseen.roll else None


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a task came to, and who tells it. `against`: the opponent of this comparison. Rule: BN-TASK-14, -15.

    Shape: narrator: a seat, or None for the game master; successes: counted, before Nulls; margin: what is left, which
           may be below 0; nulls: of the challenge dice, with what effects have stored against it; metres: a round,
           after a task of movement (these are None where hidden: a seat is told the rest); tries: which try it was;
           retried: it was tried again
    """

    id: str
    task: str
    creature: str
    aim: str
    success: bool
    narrator: str | None = None
    skill: str | None = None
    against: str | None = None
    successes: int | None = None
    nulls: int | None = None
    margin: int | None = None
    metres: str | None = None
    hidden: bool = False
    tries: int = 1
    retried: bool = False
    told: str | None = None

    @property
    def told_to_all(self) -> Result:
        """Return what is told of it to all: of hidden terms nothing but success and narrator. Rule: BN-R-256."""
        if not self.hidden:
            return self
        return replace(self, against=None, successes=None, nulls=None, margin=None)


class Making(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that was made, whose maker has not said how it is better than others. Rule: BN-MAST-10, BN-MAST-12.

    Shape: days: it takes so many; ready_day, ready_hour: when they have passed; item: the name of the thing;
           steps: so often it may be made better
    """

    id: str
    creature: str
    aim: str
    days: int
    ready_day: int = 1
    ready_hour: int = 0
    item: str | None = None
    steps: int = 0
