"""Why no, about what players make up, hand on and propose, and what is hidden."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class OneCharacterEach(Refusal):
    """A player has no more characters than the game master allows."""

    rule = "FB-CAMP-13"


class SeatDoesNotPlay(Refusal):
    """A character belongs to a seat that plays: a player's or a game master's."""

    rule = "FB-CAMP-13"


class OutsideTheRange(Refusal):
    """What players make up stays within the range of this campaign; more is the game master's to give."""

    rule = "FB-CAMP-14"


class ArmorIsGiven(Refusal):
    """What replaces Armor is, like a repair, the game master's to say."""

    rule = "FB-R-73"


class GearTakesASlot(Refusal):
    """A Weapon or Armor that a player makes up takes a Slot at least."""

    rule = "FB-R-74"


class WaitsForTheGameMaster(Refusal):
    """In this campaign this is proposed, and the game master confirms it."""

    rule = "FB-CAMP-15"
    status = 403


class NotYourProposal(Refusal):
    """A proposal is taken back by who made it."""

    rule = "FB-CAMP-17"
    status = 403


class NothingToPropose(Refusal):
    """The game master does it at once; proposals are for players."""

    rule = "FB-CAMP-15"


class ArmorWornAlready(Refusal):
    """This Armor is worn already."""

    rule = "FB-ARM-01"


class ArmorNotWorn(Refusal):
    """This Armor is not worn."""

    rule = "FB-ARM-05"


class NotHandedToOneself(Refusal):
    """An Item is handed to somebody else."""

    rule = "FB-SLOT-09"


class NotOffered(Refusal):
    """This Item is not offered to this character."""

    rule = "FB-SLOT-09"


class NotLyingThere(Refusal):
    """No such Item lies on the ground or with the dead."""

    rule = "FB-SLOT-10"


class TextIsBlank(Refusal):
    """A name, a reason or a question has something to read."""

    rule = "FB-CAMP-20"


class AttackOnOneself(Refusal):
    """Nobody attacks themselves."""

    rule = "FB-R-83"


class NotACharacter(Refusal):
    """This is an enemy; a character is meant."""

    rule = "FB-CAMP-05"


class AttackNamedTwice(Refusal):
    """Each Attack of an enemy has a name of its own."""

    rule = "FB-ENEMY-02"


class StatBlockUnclear(Refusal):
    """An enemy is brought from one stat block: a stored or a new one."""

    rule = "FB-CAMP-10"


class StillHidden(Refusal):
    """This is hidden; it is revealed first."""

    rule = "FB-CAMP-18"


class ContestDecided(Refusal):
    """Only an opposed roll that came out even, and that nobody has decided since, is decided by the game master."""

    rule = "FB-R-45"


class RollVoidAlready(Refusal):
    """This roll is void already."""

    rule = "FB-R-56"
