"""Falls: their damage, the Maneuver roll that softens them, and riders who lose their mount."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.people import riding
from services.bones.chapters.rolls import wounds
from services.bones.chapters.rolls.rolls import check_can_roll, dice_of, make
from services.bones.context import CampaignContext
from services.bones.reading import counting, pools
from services.bones.settings import HealingSettings
from services.bones.state.campaign import CampaignState
from services.bones.state.tasks import Circumstances
from services.bones.state.wounds import Fallen, Surface
from shared.kernel.campaign import authority, fights, seats
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import ids_of_own, some
from shared.kernel.chapter import fold, follows, judge, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.samples import Field, Samples, offer

STEP: Final = 5
"""The metres that a creature can fall unharmed. Each further step of this length deals one point of damage.

Source: BN-FALL-01
"""
YIELDS: Final = 1
SUCCESSES_FOR_ONE: Final = 2
MOST_METRES: Final = STEP * (wounds.MOST_DAMAGE + 1)
"""The maximum height of a fall in metres. A longer fall would deal more than the maximum damage."""

Height: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_METRES)]

# ---------------------------------------------------------------- commands


class Fall(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Make a creature fall a number of metres. This fall replaces an earlier one that has not been rolled for."""

    counts_as = "move"

    creature: Id
    height: Height
    surface: Surface = "hard"


class SoftenFall(Command, frozen=True, kw_only=True):
    """Roll Maneuver to soften a fall. This does not use up the task of the round, and a caster keeps its effects."""

    counts_as = "answer"

    fall: Id


# ---------------------------------------------------------------- events


class FallBegan(Event, frozen=True, kw_only=True):
    """A creature fell."""

    fall: Fallen


class FallRolled(Event, frozen=True, kw_only=True):
    """Maneuver was rolled to soften a fall."""

    fall: str
    roll: str


class FallSettled(Event, frozen=True, kw_only=True):
    """A fall was settled, with this number of Maneuver successes and this remaining damage."""

    fall: str
    creature: str
    successes: int
    damage: int


# ---------------------------------------------------------------- judgement


def damage_of(rules: HealingSettings, fall: Fallen, successes: int = 0) -> int:
    """Return the damage of a fall, at least 0. Greater height adds damage, while a soft surface and Maneuver reduce it.

    Rule:  BN-FALL-01, BN-FALL-02, BN-FALL-04, BN-R-138, BN-R-139
    Units: height in metres
    """
    over = max(fall.height - STEP, 0) + (STEP - 1 if rules.fall_rounding == "up" else 0)
    hit = max(over // STEP - (YIELDS if fall.surface == "yielding" else 0), 0)
    return max(hit - successes // SUCCESSES_FOR_ONE, 0)


def go_on(ctx: CampaignContext) -> None:
    """Settle every fall that is not waiting for a decision. Rule: BN-FALL-04, BN-R-230."""
    while ctx.state.falls and (found := _lands(ctx.state)):
        settle(ctx, found)


def _lands(state: CampaignState) -> Fallen | None:
    return next((state.falls[key] for key in in_order(state.falls) if _ready(state, state.falls[key])), None)


def _ready(state: CampaignState, fall: Fallen) -> bool:
    """Return whether a fall can be settled.

    A fall can be settled once its roll is final, if the creature cannot roll, or if no damage is left to soften. A
    rider's fall waits for its mount's fall, which waits for a rider who is still deciding about its own roll.

    Rule: BN-FALL-04, BN-CAMP-220
    """
    if state.amended and any(_waits_for(state, fall, other) for other in state.falls.values()):
        return False
    if fall.roll is not None:
        return state.rolls[fall.roll].stage == "final"
    one = state.characters[fall.creature]
    return one.down or one.dead or damage_of(state.settings.healing, fall) == 0


def _waits_for(state: CampaignState, fall: Fallen, other: Fallen) -> bool:
    """Return whether a fall waits for another one, of its mount or of its rider."""
    if state.characters[fall.creature].mount == other.creature:
        return True
    rides = state.characters[other.creature].mount == fall.creature
    return rides and other.roll is not None and state.rolls[other.roll].stage != "final"


def _open_first(state: CampaignState, fall: Fallen, roll: str) -> str:
    """Return what a rolled fall waits for: its own roll or, once that is final, the fall of its mount or rider."""
    waits = (other.id for other in state.falls.values() if _waits_for(state, fall, other))
    return next(waits, roll) if state.rolls[roll].stage == "final" else roll


def settle(ctx: CampaignContext, fall: Fallen) -> None:
    """Count the Maneuver successes of a fall and deal the remaining damage.

    A creature that shows Flight as it falls is not hurt, and neither is its rider, whose fall ends too.

    Rule: BN-FALL-04, BN-R-140, BN-R-371, BN-CAMP-220
    """
    roll = None if fall.roll is None else ctx.state.rolls[fall.roll]
    successes = 0 if roll is None else counting.count(ctx.state, roll).total
    flies = roll is not None and "Flight" in roll.icons and not roll.empty and ctx.state.amended
    damage = 0 if flies else damage_of(ctx.state.settings.healing, fall, successes)
    ctx.emit(FallSettled(fall=fall.id, creature=fall.creature, successes=successes, damage=damage))
    wounds.deal(ctx, fall.creature, damage, "fall")
    if flies:
        _stay_seated(ctx, fall.creature)


def _stay_seated(ctx: CampaignContext, mount: str) -> None:
    """End the fall of the rider of a creature that has caught itself. Rule: BN-CAMP-220."""
    for one in [ctx.state.falls[key] for key in in_order(ctx.state.falls)]:
        if ctx.state.characters[one.creature].mount == mount:
            ctx.emit(FallSettled(fall=one.id, creature=one.creature, successes=0, damage=0))


@follows
def _wings_are_gone(ctx: CampaignContext, event: wounds.DamageTaken) -> None:
    """Make a flying creature fall when damage takes its last die with Flight. Rule: BN-BEAST-06, BN-CAMP-35."""
    lose_wings(ctx, event.creature, event.dice)


def lose_wings(ctx: CampaignContext, who: str, lost: tuple[int, ...]) -> None:
    """Make a flying creature fall if these lost dice were its last ones with Flight. Rule: BN-BEAST-06."""
    one = ctx.state.characters[who]
    winged = any(one.dice[number - 1].bears("Flight") for number in lost)
    if winged and not any(die.bears("Flight") for die in one.left):
        _drop(ctx, who)


def _drop(ctx: CampaignContext, who: str) -> None:
    """Make a creature that is in the air fall from its height. Rule: BN-CAMP-35."""
    if height := min(ctx.state.characters[who].airborne, MOST_METRES):
        ctx.emit(FallBegan(fall=Fallen(id=ctx.new_id("fall"), creature=who, height=height)))


@follows
def _flier_dies(ctx: CampaignContext, event: wounds.Died) -> None:
    """Make a flying creature fall when it dies, however it dies. Rule: BN-CAMP-187."""
    if ctx.state.amended:
        _drop(ctx, event.creature)


@follows
def _riders_fall_too(ctx: CampaignContext, event: FallBegan) -> None:
    """Make the riders of a falling creature fall with it. Rule: BN-CAMP-41."""
    falling = {fall.creature for fall in ctx.state.falls.values()}
    for who in in_order(ctx.state.characters):
        one = ctx.state.characters[who]
        if one.mount == event.fall.creature and who not in falling and not one.dead:
            ctx.emit(FallBegan(fall=replace(event.fall, id=ctx.new_id("fall"), creature=who)))


@follows
def _mount_is_down(ctx: CampaignContext, event: wounds.Incapacitated | wounds.Died) -> None:
    """Dismount a rider who is dead, or whose mount is incapacitated or dead. Rule: BN-CAMP-74, BN-CAMP-195."""
    riding.unseat(ctx, event.creature)


@judge
def fall(ctx: CampaignContext, command: Fall) -> None:
    """Make a creature fall a number of metres.

    Rule:    BN-FALL-01, BN-FALL-02, BN-CAMP-35
    Refuses: NotKnownHere, BeyondHurt, AnswerFirst
    """
    who = wounds.check_alive(ctx, command.creature).id
    open_fall = next((one for one in ctx.state.falls.values() if one.creature == who), None)
    if open_fall and open_fall.roll:
        raise fights.AnswerFirst(needs=(_open_first(ctx.state, open_fall, open_fall.roll),), has=who, field="creature")
    key = open_fall.id if open_fall else ctx.new_id("fall")
    ctx.emit(FallBegan(fall=Fallen(id=key, creature=who, height=command.height, surface=command.surface)))


@judge_given(seats.there_are("falls", field="fall"))
def soften_fall(ctx: CampaignContext, command: SoftenFall) -> None:
    """Roll Maneuver to soften a fall, in addition to the creature's task.

    Rule:    BN-FALL-03, BN-R-140, BN-R-279
    Refuses: NotKnownHere, NotYours, AnswerFirst, FacesNeeded
    """
    fallen = seats.entry_of(ctx.state.falls, command.fall, "fall")
    who = ctx.own(fallen.creature, "fall").id
    if fallen.roll is not None:
        raise fights.AnswerFirst(needs=(_open_first(ctx.state, fallen, fallen.roll),), has=fallen.id, field="fall")
    check_can_roll(ctx, who, "fall", falling=True)
    dice = dice_of(ctx.state, who, skill="Maneuver")
    ours = pools.side(ctx.state, who, dice, skill="Maneuver", here=Circumstances())
    faces = ctx.entered_or_drawn(TaskDice(ours=ours), "fall", who=who, of=fallen.id, hand=dice)
    roll = make(ctx, fallen.id, who, dice, faces, skill="Maneuver")
    ctx.emit(FallRolled(fall=fallen.id, roll=roll))


# ---------------------------------------------------------------- fold


@fold
def _began(state: CampaignState, event: FallBegan) -> CampaignState:
    counted = state.raise_counter(event.fall.id).change(event.fall.creature, airborne=0)
    return replace(counted, falls={**state.falls, event.fall.id: event.fall})


@fold
def _rolled(state: CampaignState, event: FallRolled) -> CampaignState:
    return replace(state, falls={**state.falls, event.fall: replace(state.falls[event.fall], roll=event.roll)})


@fold
def _settled(state: CampaignState, event: FallSettled) -> CampaignState:
    roll = state.falls[event.fall].roll
    rolls = without(state.rolls, roll) if roll else state.rolls
    return replace(state, falls=without(state.falls, event.fall), rolls=rolls)


# ---------------------------------------------------------------- samples


@samples
def _falls(state: CampaignState, seat: str) -> Samples[Fall | SoftenFall]:
    there, metres = some(state.characters), Field(least=0, most=MOST_METRES)
    yield offer(Fall, creature=there, height=metres, surface=("hard", "yielding"))
    yield offer(SoftenFall, fall=ids_of_own(state, seat, state.falls))
