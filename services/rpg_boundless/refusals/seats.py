"""Why a campaign says no to somebody, or to a number of things."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class GameMasterNeeded(Refusal):
    """A campaign needs a seat for a game master."""

    rule = "FB-CAMP-01"


class OnlyTheGameMaster(Refusal):
    """This is for the game master or the app."""

    rule = "FB-CAMP-02"
    status = 403


class OnlyWatches(Refusal):
    """This seat watches; it does not play."""

    rule = "FB-CAMP-03"
    status = 403


class NotYourCharacter(Refusal):
    """A player acts for its own characters."""

    rule = "FB-CAMP-04"
    status = 403


class NotKnownHere(Refusal):
    """There is nothing of that kind with this id in the campaign."""

    rule = "FB-CAMP-05"


class TooManyHere(Refusal):
    """A campaign keeps a bounded number of each kind of thing."""

    rule = "FB-CAMP-06"


class OverrideNeedsReason(Refusal):
    """What the game master overrides needs a reason."""

    rule = "FB-CAMP-07"


class OverrideOutOfRange(Refusal):
    """An override stays within what the rules can reach."""

    rule = "FB-CAMP-08"


class CharacterIsDead(Refusal):
    """The dead take no further part."""

    rule = "FB-CAMP-11"


class HelpNotPledged(Refusal):
    """Another player's character helps only with what its player has pledged."""

    rule = "FB-CAMP-12"


class RevealedAlready(Refusal):
    """This is known to all already."""

    rule = "FB-CAMP-09"
