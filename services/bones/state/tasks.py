"""Tasks: what creatures try to do, and the terms that the game master sets."""

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
    Meta(description="a skill; Physical and Mental mean no skill, so anybody may try"),
]  # fmt: skip
DifficultyName: TypeAlias = Literal[
    "Easy", "Simple", "Average", "Challenging", "Difficult", "Almost Impossible", "Impossible"
]
Light: TypeAlias = Literal["bright", "partial darkness", "total darkness"]
Ground: TypeAlias = Literal["open", "broken"]
Aid: TypeAlias = Literal["art", "healing", "by_sight", "tool_missing"]
"""The conditions of a task: art is part of the magic, the magic heals, the task needs sight, or tools are missing."""
Purpose: TypeAlias = Literal[
    "task", "movement", "treatment", "making", "command", "effect", "ward", "mind", "counter", "hold"
]
"""The purposes of a task.

The last five are for magic: to begin a lasting effect, to set a ward, to aim at a mind, to counter an effect, or to
hold an effect.
"""
TaskStage: TypeAlias = Literal["proposed", "set", "rolled", "settled"]
TaskType: TypeAlias = Literal["opposed", "unopposed"]
Stage: TypeAlias = Literal["on stage", "off stage"]
"""The places where an action is settled: on stage, or off stage in a season. Rule: BN-ACT-01."""
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Metres: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Few: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Weapons: TypeAlias = Annotated[tuple[Id, ...], Meta(max_length=2)]


class Circumstances(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Circumstances that make a roll easier or harder: free and lost successes, light, cover, distance and ground."""

    gain: Few = 0
    loss: Few = 0
    aids: Annotated[tuple[Aid, ...], Meta(max_length=4)] = ()
    light: Light = "bright"
    cover: Percent = 0
    distance: Metres = 0
    ground: Ground = "open"


class Opponent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An opponent of a task, with the skill that it uses. Rule: BN-TASK-08."""

    creature: Id
    skill: SkillName
    circumstances: Circumstances = Circumstances()


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms that the game master sets for a task: its skill, and what the roll is compared with.

    The roll is compared with the challenge dice of a `difficulty`, with the rolls of `opponents`, or with a `number` of
    successes to reach. Without any of these, successes are only counted (BN-R-250). `patient` is the creature that is
    treated or commanded, `days` the days that making something takes, and `item` the catalogue item that is made, if
    any.

    Magic also uses these fields. `own_level`: the difficulty already includes the difficulty of magic and is not
    raised. `defies`: the effects that oppose it. `counters`: the effect to counter. `minds`: the minds at which the
    magic aims, only one unless the settings let several resist. `holds`: the effect to hold. `takes_victim`: the game
    master accepts the victim as a thinking being with a soul.
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
        """Return the other creatures that the terms name. Rule: BN-CAMP-26."""
        return (*(one.creature for one in self.opponents), *((self.patient,) if self.patient else ()), *self.minds)

    @property
    def type(self) -> TaskType:
        """Return the type of the task with these terms. Rule: BN-TASK-07."""
        return "opposed" if self.opponents else "unopposed"


class OutOfSight(Struct, frozen=True, kw_only=True):
    """Dice that the game master rolled in secret: challenge dice, or an opponent's roll. Rule: BN-R-256."""

    challenge: tuple[int, ...] = ()
    roll: Roll | None = None


class Task(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A task. If its terms are `hidden`, the copy for other readers has None in their place.

    Shape: weapons: the weapons used in its roll; rolls: the roll of each creature; challenge: the faces of the
           challenge dice; unseen: dice rolled in secret; fight: whether it is the task of a round; again: whether a tie
           is rolled again; again_of: the failed task that it retries; tries: the number of this attempt; taken:
           successes received before its roll; called: whether the game master called for it; casting: the magic that it
           uses; check: the adventure's check that it belongs to; upon: the other creature that the check concerns;
           opposing: the successes stored in the effects that oppose it, or that it counters, as its dice were rolled
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
    opposing: dict[str, int] = {}

    @property
    def belongs_to(self) -> Stage:
        """Return the stage to which tasks belong, which is on stage. Rule: BN-ACT-01, BN-ACT-02."""
        return "on stage"

    @property
    def others(self) -> tuple[str, ...]:
        """Return the other creatures that the task's terms name."""
        return self.terms.others if self.terms else ()

    @property
    def unseen_opponent(self) -> str | None:
        """Return the opponent that rolled in secret, or None."""
        return self.unseen.roll.creature if self.unseen and self.unseen.roll else None


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a task. `against` is the opponent that the roll was compared with.

    Rule: BN-TASK-14, -15

    Shape: narrator: the seat that narrates the result, or None for the game master; successes: successes before Nulls;
           margin: net successes, perhaps below 0; nulls: Nulls of the challenge dice and of opposing effects; metres:
           the metres moved in a round after a movement task (None for seats that may not read a hidden result); tries:
           the number of the attempt; retried: whether the task was tried again; told: the narration
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
    def public_part(self) -> Result:
        """Return the public part of a result. If the terms are hidden, it has only the success and the narrator.

        Rule:    BN-R-256
        """
        if not self.hidden:
            return self
        return replace(self, against=None, successes=None, nulls=None, margin=None)


class Making(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An object that a creature has succeeded in making, until the maker receives it and chooses its improvements.

    Rule: BN-MAST-10, BN-MAST-12

    Shape: days: the days that making it takes; ready_day, ready_hour: the day and hour at which these days have passed;
           item: its name in the catalogue; steps: the maximum number of improvements; sooner_day: the day on which it
           is ready if it is left without improvements, where this makes a difference (BN-R-381)
    """

    id: str
    creature: str
    aim: str
    days: int
    ready_day: int = 1
    ready_hour: int = 0
    item: str | None = None
    steps: int = 0
    sooner_day: int | None = None
