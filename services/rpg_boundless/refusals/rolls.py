"""Why no, about rolls and what comes of them."""

from __future__ import annotations

from shared.refusals import Refusal


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
