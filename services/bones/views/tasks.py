"""The view of rolls, tasks and their results."""

from __future__ import annotations

from msgspec import Struct

from services.bones.chapters.people.closed import is_closed
from services.bones.chapters.tasks.rolling import dice_to_roll
from services.bones.reading.fighting import Gives, Way, bonus, ways
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll, Shown
from services.bones.state.spiffs import SpiffUse
from services.bones.state.tasks import Circumstances, Making, Opponent, OutOfSight, Result, Stage, Task, Terms
from services.bones.state.wounds import Fallen, Wound
from services.bones.views.magic import SeenCasting
from shared.kernel.campaign.forms import form
from shared.kernel.readings import reading_of


class SeenGives(Gives, frozen=True, kw_only=True, omit_defaults=False):
    """A number of successes, and how they may be used."""


class SeenWay(Way, frozen=True, kw_only=True, omit_defaults=False):
    """One way to read a face in a fight."""

    gives: tuple[SeenGives, ...] = ()


class SeenShown(Shown, frozen=True, kw_only=True, omit_defaults=False):
    """A die of a roll and its face. In a fight it also has the ways to read the face, numbered from 0."""

    ways: tuple[SeenWay, ...]


class SeenRoll(Roll, frozen=True, kw_only=True, omit_defaults=False):
    """A roll that is not settled. In a fight, `bonus` is the number of its bought, received and automatic successes."""

    dice: tuple[SeenShown, ...]
    bonus: int


class SeenCircumstances(Circumstances, frozen=True, kw_only=True, omit_defaults=False):
    """The circumstances that make a roll easier or harder."""


class SeenOpponent(Opponent, frozen=True, kw_only=True, omit_defaults=False):
    """An opponent of a task."""

    circumstances: SeenCircumstances = SeenCircumstances()


class SeenTerms(Terms, frozen=True, kw_only=True, omit_defaults=False):
    """The terms of a task."""

    opponents: tuple[SeenOpponent, ...] = ()
    circumstances: SeenCircumstances = SeenCircumstances()


class SeenOutOfSight(OutOfSight, frozen=True, kw_only=True):
    """Dice that the game master rolled in secret."""

    roll: SeenRoll | None = None


class SeenDice(Struct, frozen=True, kw_only=True):
    """Dice that will be rolled: the dice of `creature`, or challenge dice if `creature` is None."""

    creature: str | None
    count: int


class SeenTask(Task, frozen=True, kw_only=True, omit_defaults=False):
    """A task that is not settled. Only the game master sees hidden terms and secret rolls.

    `dice` lists what will be rolled, in the order in which faces are entered.
    """

    belongs_to: Stage  # pyright: ignore[reportIncompatibleMethodOverride] a field here
    dice: tuple[SeenDice, ...]
    terms: SeenTerms | None = None
    unseen: SeenOutOfSight | None = None
    casting: SeenCasting | None = None


class SeenMaking(Making, frozen=True, kw_only=True, omit_defaults=False):
    """An object that a creature has succeeded in making and not received yet."""


class SeenFall(Fallen, frozen=True, kw_only=True, omit_defaults=False):
    """A fall that a Maneuver roll may soften."""


class SeenResult(Result, frozen=True, kw_only=True, omit_defaults=False):
    """The result of a task."""


class SeenWound(Wound, frozen=True, kw_only=True, omit_defaults=False):
    """Damage that the creature has not taken yet."""


class SeenUse(SpiffUse, frozen=True, kw_only=True, omit_defaults=False):
    """A use of spiffs that the game master must allow or veto."""


def _parts_of(state: CampaignState, roll: Roll, **_: bool) -> tuple[object, ...]:
    """Return everything that the view of a roll depends on: the roll and, in a fight, its fighter."""
    who, fight = roll.creature, state.combat
    fighter = fight.fighters.get(who) if fight is not None and roll.of == fight.id else None
    held = state.effects.get(fighter.said.holds or "") if fighter else None
    return roll, fighter, held, state.characters.get(who), state.settings, state.data, state.catalogue


@reading_of(_parts_of)
def seen_roll(state: CampaignState, roll: Roll, *, leads: bool) -> SeenRoll:
    """Return the view of a roll. `leads` says that the reader is a game master.

    In a fight the view has the uses of each die, if the reader sees the whole creature.

    Rule: BN-CMB-04 to BN-CMB-07, BN-CMB-21, BN-CAMP-170
    """
    fights = state.combat is not None and roll.of == state.combat.id and roll.creature in state.combat.fighters
    fights = fights and (leads or not is_closed(state, roll.creature))
    dice = tuple(form(SeenShown, die, ways=ways(state, roll, die) if fights else ()) for die in roll.dice)
    return form(SeenRoll, roll, dice=dice, bonus=bonus(state, roll).count if fights else 0)


def seen_task(state: CampaignState, task: Task, *, leads: bool) -> SeenTask:
    """Return the view of a task. `leads`: whether the reader is a game master. Rule: BN-R-256, BN-CAMP-07."""
    dice = tuple(SeenDice(creature=who, count=count) for who, count in dice_to_roll(state, task, leads=leads))
    if task.hidden and not leads:
        return form(SeenTask, task, dice=dice, terms=None, unseen=None)
    unseen = task.unseen
    if unseen is not None:
        rolled = None if unseen.roll is None else seen_roll(state, unseen.roll, leads=leads)
        unseen = form(SeenOutOfSight, unseen, roll=rolled)
    return form(SeenTask, task, dice=dice, unseen=unseen)
