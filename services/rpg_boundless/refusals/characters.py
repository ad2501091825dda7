"""Why no, about characters and what they carry."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class NoSuchAttribute(Refusal):
    """A Check needs an Attribute, or a Weapon to take it from."""

    rule = "FB-ATTR-02"


class PointsDoNotAddUp(Refusal):
    """All points are shared out among the Attributes, no more and no less."""

    rule = "FB-ATTR-06"


class ScoreTooHigh(Refusal):
    """No Attribute starts above this with the point method."""

    rule = "FB-ATTR-07"


class MethodsMixed(Refusal):
    """Scores are either shared out as points or rolled."""

    rule = "FB-ATTR-08"


class SwapNeedsTwo(Refusal):
    """Two different scores are exchanged."""

    rule = "FB-ATTR-11"


class WrongNumberOfItems(Refusal):
    """A new character chooses a fixed number of Items."""

    rule = "FB-SLOT-06"


class SlotsFull(Refusal):
    """There are not enough free Slots for this Item."""

    rule = "FB-SLOT-01"


class RoomNotMade(Refusal):
    """Without a free Slot for the Condition, an Item has to be dropped."""

    rule = "FB-COND-04"


class DropFreesNothing(Refusal):
    """What is dropped for a Condition is carried, named once, and frees a Slot."""

    rule = "FB-COND-04"


class DropNotNeeded(Refusal):
    """There is room for the Condition; nothing has to be dropped."""

    rule = "FB-COND-04"


class NoRoomForCondition(Refusal):
    """There is no room for the Condition and nothing to drop."""

    rule = "FB-R-10"


class RoomFirst(Refusal):
    """An Item has to be named for a Condition before anything else."""

    rule = "FB-COND-04"


class ConditionNotHeld(Refusal):
    """The character does not have this Condition."""

    rule = "FB-COND-06"


class ConditionHeldAlready(Refusal):
    """In this campaign a Condition is not gained twice."""

    rule = "FB-R-12"


class ConditionNeedsReason(Refusal):
    """A Condition is cleared by something in the fiction."""

    rule = "FB-COND-08"


class NotArmor(Refusal):
    """This is no Armor that can be put on or taken off."""

    rule = "FB-ARM-01"


class TooMuchArmor(Refusal):
    """No more Armor can be worn at a time."""

    rule = "FB-R-28"


class RepairNeedsReason(Refusal):
    """Armor is repaired in the fiction."""

    rule = "FB-ARM-05"


class RepairTooMuch(Refusal):
    """Repair brings Armor up to its full HP at most."""

    rule = "FB-R-29"
