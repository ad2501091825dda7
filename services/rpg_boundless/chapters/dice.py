"""Dice, Hits and Misses, and how a Position changes a roll."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK, DESCRIBED, Doubt, Position, Purpose, RolledPosition
from services.rpg_boundless.chapters.seats import MAX_POSITIONS, available, living
from services.rpg_boundless.context import CampaignContext, RulingRoll
from services.rpg_boundless.samples import STANCE, names
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.sheets import PlacedStance, Rolled, Stance, same_words
from shared.kernel.campaign.seats import check_room, check_says
from shared.kernel.chance import Chance
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Audience, Event, Id, Line
from shared.kernel.odds.read_alike import Ways
from shared.kernel.pools.position import PositionOutcome, PositionPool
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class PositionNeedsReason(Refusal, rule="FB-POS-01"):
    """The reason for this Position is missing: give one, or choose the Standard Position."""


class PositionNotTaken(Refusal, rule="FB-R-20"):
    """This roll does not allow this Position: choose another Position, or leave it out."""


class NoDescription(Refusal, rule="FB-POS-10"):
    """Only a Check or a Save can have a description here: leave `what` out, or choose one of the two in `on`."""


class RiskNotTaken(Refusal, rule="FB-R-55"):
    """An opposed roll has no risk: leave the risk out."""


class ConditionNotHeld(Refusal, rule="FB-COND-06"):
    """The character does not have this Condition: name a Condition that the character has."""


# ---------------------------------------------------------------- commands


class SetPosition(RulingRoll, frozen=True, kw_only=True):
    """Set the Position of a future roll, by default of the next Check, or remove a Position that was set.

    `on` names the kind of roll: a Check includes attacks and the strain of spells. `what` limits the Position to a
    Check or a Save with this description. The Position stays set until such a roll is made. Other rolls do not use it.
    """

    counts_as = "aside"

    character: Id
    stance: Stance | None = None
    on: Purpose | UnsetType = UNSET
    what: Line | UnsetType = UNSET


# ---------------------------------------------------------------- events


class PositionSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Position of a future roll was set or removed, for a kind of roll or only for one description."""

    character: str
    stance: Stance | None
    on: Purpose = "check"
    what: str | None = None


# ---------------------------------------------------------------- judgement


ZERO: Final = "0D"


class HitOdds(Struct, frozen=True, kw_only=True):
    """The number of dice, and their exact chance of success. `success` describes what counts as success."""

    dice: int
    position: str
    success: str
    chance: str
    approximately: float


class HitDice(Struct, frozen=True, kw_only=True):
    """Dice whose Position determines which faces are Hits. One Hit is a success. With 0 dice (0D), one die is rolled.

    Rule: FB-DICE-01 to FB-DICE-05, FB-POS-03 to FB-POS-05, FB-R-01
    """

    dice: int
    position: RolledPosition = "standard"

    @property
    def pool(self) -> PositionPool:
        """Return the dice pool to roll."""
        return PositionPool(dice=self.dice, position=self.position)

    def throw(self, chance: Chance, purpose: str, audience: Audience | None) -> PositionOutcome:
        """Roll the dice."""
        return self.pool.throw(chance, purpose, audience)

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterator[Ways]:
        """Group the possible rolls of the dice by their number of Hits."""
        return self.pool.read_alike(purpose, sides, count)

    def chance(self) -> Fraction:
        """Return the exact chance of success. Rule: FB-POS-08."""
        return self.pool.success()

    def success(self) -> str:
        """Describe what counts as success."""
        return "at least 1 Hit"

    def odds(self) -> HitOdds:
        """Return the exact odds. Rule: FB-POS-08."""
        return hit_odds(self.dice, self.position if self.dice else "standard", self.success(), self.chance())

    def odds_cost(self) -> int:
        """Return a lower bound on the number of calculation steps for the odds."""
        return self.dice


def hit_odds(dice: int, position: str, success: str, chance: Fraction) -> HitOdds:
    """Return odds in the form that a dry run shows to the caller."""
    return HitOdds(dice=dice, position=position, success=success, chance=str(chance), approximately=float(chance))


def throw(ctx: CampaignContext, what: str, dice: HitDice, *, hidden: bool = False) -> Rolled:
    """Roll dice and count Hits and Misses. Only game masters see a hidden roll.

    Rule:    FB-DICE-01, FB-DICE-03, FB-DICE-04, FB-CAMP-18
    """
    purpose = f"{what} at {dice.position if dice.dice else ZERO}"
    fell = ctx.chance.draw(dice, purpose, audience=ctx.state.game_masters if hidden else None)
    return Rolled(
        id=ctx.new_id("roll"), dice=dice.dice, position=dice.position, faces=fell.faces,
        hits=fell.hits, misses=fell.misses, zero=fell.zero_dice,
    )  # fmt: skip


def throw_in_doubt(
    ctx: CampaignContext, what: Doubt, dice: int | None, position: RolledPosition | None, *, hidden: bool = False
) -> Rolled:  # fmt: skip
    """Roll `dice` dice, or the default number for this kind of roll, at a Position if `extra_rolls` allows it.

    Rule: FB-R-20.
    """
    rolled = HitDice(dice=BOOK.doubt[what] if dice is None else dice, position=extra_position(ctx, position))
    return throw(ctx, what, rolled, hidden=hidden)


def throw_at(ctx: CampaignContext, what: str, stance: Stance, dice: int) -> tuple[bool, Rolled | None]:
    """Return whether a roll succeeds, and the roll itself unless its Position decides it without dice.

    Rule:    FB-POS-02, FB-POS-06
    """
    decided = stance.outright
    if decided is not None:
        return decided, None
    roll = throw(ctx, what, HitDice(dice=dice, position=as_rolled(stance.position)))
    return roll.hits > 0, roll


def as_rolled(position: Position) -> RolledPosition:
    """Return a Position, after checking that it leaves the outcome to dice.

    Rule:    FB-REC-04, FB-R-20
    Refuses: PositionNotTaken
    """
    if position == "controlled" or position == "dire":  # noqa: PLR1714 mypy narrows this form only
        raise PositionNotTaken(needs=("good", "standard", "bad"), has=position, field="stance")
    return position


def check_stance(character: Character, stance: Stance | None) -> None:
    """Check that a Position other than Standard has a reason, and that the character has the Condition it is based on.

    Rule:    FB-POS-01, FB-COND-06
    Refuses: PositionNeedsReason, ConditionNotHeld
    """
    if stance is None:
        return
    if stance.position != "standard" and stance.reason is None and stance.condition is None:
        raise PositionNeedsReason(needs="a reason", has=stance.position, field="stance")
    if stance.condition is not None and character.condition_named(stance.condition) is None:
        raise ConditionNotHeld(needs=stance.condition, has=character.hindrances, field="stance")


class Occasion(Struct, frozen=True, kw_only=True):
    """The kind and the description of a roll, and the Position that was set when the roll became due."""

    on: Purpose
    what: str | None = None
    given: Stance | None = None


def stance_of(ctx: CampaignContext, character: Character, asked: Stance | None, occasion: Occasion) -> Stance:
    """Return the Position and reason of a roll: those in the command, else those set beforehand, else Standard.

    A Position does not count if the Condition that caused it has been cleared.

    Rule:    FB-POS-01, FB-POS-07, FB-POS-10, FB-COND-06, FB-R-13
    Refuses: OnlyTheGameMaster, PositionNeedsReason, ConditionNotHeld
    """
    check_says(ctx, asked, "stance")
    check_stance(character, asked)
    placed = character.position_for(occasion.on, occasion.what)
    for stance in (asked, occasion.given, placed.stance if placed else None):
        if stance is not None and (stance.condition is None or character.condition_named(stance.condition)):
            return stance
    if ctx.state.settings.conditions.auto_bad_position and character.conditions:
        return Stance(position="bad", condition=character.hindrances[0])
    return Stance()


def extra_position(ctx: CampaignContext, position: RolledPosition | None) -> RolledPosition:
    """Return the Position of an extra roll, after checking that the setting `extra_rolls` allows a Position for it.

    Rule:    FB-R-20
    Refuses: PositionNotTaken
    """
    if position is None:
        return "standard"
    if ctx.state.settings.position.extra_rolls == "none":
        raise PositionNotTaken(needs="left out", has=position, field="position")
    return position


def takes_position(state: CampaignState) -> bool:
    """Return whether an attack by opposed Fortune Roll has a Position. Rule: FB-R-20, FB-R-94."""
    return state.amended and state.settings.position.extra_rolls == "all_hit_rolls"


@judge
def set_position(ctx: CampaignContext, command: SetPosition) -> None:
    """Set the Position of a future roll, or remove it.

    Rule:    FB-POS-01, FB-POS-10, FB-COND-06, FB-R-20
    Refuses: NoDescription, and all refusals of `check_stance`
    """
    on, what = command.on or "check", command.what or None
    bearer = (living if on == "critical_save" else available)(ctx, command.character)
    check_stance(bearer, command.stance)
    if on == "rest" and command.stance is not None:
        as_rolled(command.stance.position)
    if what is not None and on not in DESCRIBED:
        raise NoDescription(needs=tuple(sorted(DESCRIBED)), has=on, field="what")
    if command.stance is not None:
        check_room(bearer.positions, MAX_POSITIONS)
    ctx.emit(PositionSet(character=command.character, stance=command.stance, on=on, what=what))


# ---------------------------------------------------------------- fold


@fold
def _position_set(state: CampaignState, event: PositionSet) -> CampaignState:
    """Store a Position. It replaces a Position that was set earlier for the same roll."""
    held = state.characters[event.character].positions
    others = tuple(one for one in held if one.on != event.on or not same_words(one.what, event.what))
    if event.stance is None:
        return state.change(event.character, positions=others)
    placed = PlacedStance(stance=event.stance, on=event.on, what=event.what)
    return state.change(event.character, positions=(*others, placed))


# ---------------------------------------------------------------- samples


@samples
def _positions_set(state: CampaignState, _: str) -> Samples[SetPosition]:
    """Offer a Position for each kind of roll. Only Checks and Saves have descriptions."""
    who = names(state)
    first = SetPosition(character=who[0])
    on = Field(options=("check", "attack", "strain", "save"))
    yield offer(first, character=who, on=on, stance=STANCE)
    yield offer(replace(first, on="critical_save"), character=Field(options=who), stance=STANCE)
    yield offer(replace(first, on="rest"), character=who, stance=STANCE)
    on = Field(options=tuple(sorted(DESCRIBED)))
    yield offer(replace(first, what="so"), character=who, on=on, what=TEXT, stance=STANCE)
