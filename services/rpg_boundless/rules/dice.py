"""Basics and Position: dice, Hits and Misses, and how a Position changes a roll."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.refusals import ConditionNotHeld, PositionNeedsReason, PositionNotTaken
from services.rpg_boundless.rules.seats import check_says
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character
from services.rpg_boundless.words import Position, Purpose, Rolled, RolledPosition, Stance
from shared.kernel.messages import Audience

SIDES: Final = BOOK.dice.sides
ZERO: Final = "0D"


def hits_from(position: RolledPosition, *, zero: bool) -> int:
    """Give the least face that hits. A 0D roll hits with a 6 only, whatever the Position.

    Rule:    FB-DICE-02, FB-DICE-05, FB-POS-03, FB-POS-04, FB-POS-05, FB-R-01
    """
    return BOOK.dice.zero_hits_from if zero else BOOK.position.hits_from[position]


def throw(telling: Telling, what: str, dice: int, position: RolledPosition = "standard") -> Rolled:
    """Roll so many dice and count Hits and Misses; no dice are one die.

    Rule:    FB-DICE-01, FB-DICE-03, FB-DICE-04
    """
    return _thrown(telling, what, dice, position)


def throw_hidden(telling: Telling, what: str, dice: int, position: RolledPosition = "standard") -> Rolled:
    """Roll out of the players' sight. Rule: FB-CAMP-18."""
    return _thrown(telling, what, dice, position, audience=telling.state.game_masters)


def _thrown(
    telling: Telling, what: str, dice: int, position: RolledPosition, *, audience: Audience | None = None
) -> Rolled:
    zero = dice == 0
    purpose = f"{what} at {ZERO if zero else position}"
    faces = telling.chance.roll(purpose, SIDES, max(dice, 1), audience=audience)
    least = hits_from(position, zero=zero)
    hits = sum(face >= least for face in faces)
    return Rolled(
        id=telling.new("roll"), dice=dice, position=position, faces=faces,
        hits=hits, misses=len(faces) - hits, zero=zero,
    )  # fmt: skip


def chance_of_a_hit(dice: int, position: RolledPosition) -> Fraction:
    """Give the exact chance of at least one Hit.

    Rule:    FB-POS-08
    """
    least = hits_from(position, zero=dice == 0)
    return 1 - Fraction(least - 1, SIDES) ** max(dice, 1)


def outright(position: Position) -> bool | None:
    """Tell how a Position decides without dice: success, failure, or (None) not at all.

    Rule:    FB-POS-02, FB-POS-06
    """
    return BOOK.position.outright.get(position)


def as_rolled(position: Position) -> RolledPosition:
    """Give a Position at which dice are rolled.

    Rule:    FB-REC-04, FB-R-20
    Refuses: PositionNotTaken
    """
    if position == "controlled" or position == "dire":  # noqa: PLR1714 mypy narrows this form only
        raise PositionNotTaken(needs=("good", "standard", "bad"), has=position, field="stance")
    return position


def check_stance(character: Character, stance: Stance | None) -> None:
    """Hold a Position other than Standard to its reason, and a Condition named as the reason to being held.

    Rule:    FB-POS-01, FB-COND-06
    Refuses: PositionNeedsReason, ConditionNotHeld
    """
    if stance is None:
        return
    if stance.position != "standard" and stance.reason is None and stance.condition is None:
        raise PositionNeedsReason(needs="a reason", has=stance.position, field="stance")
    if stance.condition is not None and character.held(stance.condition) is None:
        raise ConditionNotHeld(needs=stance.condition, has=character.hindrances, field="stance")


class Occasion(Struct, frozen=True, kw_only=True):
    """What a roll is for: its kind and its description, and the Position it was given when it fell due."""

    on: Purpose
    what: str | None = None
    given: Stance | None = None


def stance_of(telling: Telling, character: Character, asked: Stance | None, occasion: Occasion) -> Stance:
    """Give the stance of a roll: what the game master says with it, or has said of it before; else Standard.

    A Condition that is gone is no reason any more.

    Rule:    FB-POS-01, FB-POS-07, FB-POS-10, FB-COND-06, FB-R-13
    Refuses: PositionIsTheGameMasters, PositionNeedsReason, ConditionNotHeld
    """
    check_says(telling, asked, "stance")
    check_stance(character, asked)
    placed = character.placed(occasion.on, occasion.what)
    for stance in (asked, occasion.given, placed.stance if placed else None):
        if stance is not None and (stance.condition is None or character.held(stance.condition)):
            return stance
    if telling.state.settings.conditions.auto_bad_position and character.conditions:
        return Stance(position="bad", condition=character.hindrances[0])
    return Stance()


def reason_of(stance: Stance) -> str | None:
    """Give why the Position is what it is."""
    return stance.reason or stance.condition


def extra_position(telling: Telling, position: RolledPosition | None) -> RolledPosition:
    """Give the Position of a roll that takes one only where the campaign's settings say so.

    Rule:    FB-R-20
    Refuses: PositionNotTaken
    """
    if position is None:
        return "standard"
    if telling.state.settings.position.extra_rolls == "none":
        raise PositionNotTaken(needs="left out", has=position, field="position")
    return position
