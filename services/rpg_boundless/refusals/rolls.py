"""Why no, about rolls and what comes of them."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class NotEnoughStamina(Refusal):
    """Nobody spends more Stamina than they have."""

    rule = "FB-CHECK-03"


class AllyLacksStamina(Refusal):
    """An ally gives no more Stamina than it has."""

    rule = "FB-CHECK-04"


class NotAnAlly(Refusal):
    """Allies are other characters, each named once."""

    rule = "FB-CHECK-04"


class StaminaWithoutRoll(Refusal):
    """Where the Position decides, no Stamina is spent."""

    rule = "FB-R-19"


class StaminaNotSpent(Refusal):
    """Stamina is not spent on this roll."""

    rule = "FB-R-15"


class PositionNeedsReason(Refusal):
    """A Position other than Standard needs a reason."""

    rule = "FB-POS-01"


class PositionIsTheGameMasters(Refusal):
    """Position, risk and what Damage comes to are the game master's to say."""

    rule = "FB-POS-01"
    status = 403


class PositionNotTaken(Refusal):
    """This roll does not take such a Position."""

    rule = "FB-R-20"


class NobodyFacesIt(Refusal):
    """A consequence needs those who face it: characters, or the failed Check it follows from."""

    rule = "FB-SAVE-01"


class NamedTwice(Refusal):
    """Each of those who face a consequence is named once."""

    rule = "FB-SAVE-01"


class CriticalSaveFirst(Refusal):
    """A character in critical danger does nothing but its Critical Save."""

    rule = "FB-CRIT-01"


class NotDying(Refusal):
    """The character is not dying."""

    rule = "FB-CRIT-04"


class DeathNeedsReason(Refusal):
    """A death needs a reason."""

    rule = "FB-CRIT-04"


class TooManyHitsSpent(Refusal):
    """Each Hit is spent once."""

    rule = "FB-REC-05"


class TooManyPointsRestored(Refusal):
    """Each Hit restores one point."""

    rule = "FB-REC-06"


class AttributeAtMaximum(Refusal):
    """An Attribute at its maximum cannot be restored further."""

    rule = "FB-REC-07"


class NoSpellsLeft(Refusal):
    """A character casts as many spells a day as its Willpower."""

    rule = "FB-SPELL-01"


class AnswerFirst(Refusal):
    """A character answers what it faces before it does this: with a Save, or by accepting it."""

    rule = "FB-SAVE-09"


class HitsFirst(Refusal):
    """The Hits of a rest are spent before anything else happens to the one who rested."""

    rule = "FB-REC-08"


class HitsLeft(Refusal):
    """Every Hit of a rest is spent at once."""

    rule = "FB-REC-09"


class PointsLeft(Refusal):
    """Every Hit of a rest restores a point, as long as an Attribute is below its maximum."""

    rule = "FB-REC-09"


class AnotherHelps(Refusal):
    """The dying cannot help themselves: another character does, and has to be named where it is not plain who."""

    rule = "FB-CRIT-09"


class NoDescription(Refusal):
    """Only a Check and a Save have a description that a Position can be set for."""

    rule = "FB-POS-10"
