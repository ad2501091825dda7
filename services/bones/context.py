"""The context in which a command for a campaign is decided."""

from __future__ import annotations

from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from shared.kernel.campaign.roster import RosterContext
from shared.kernel.chance import Chance, DrawPlace, ProbeTape, Tape
from shared.kernel.context import Intent, Rules
from shared.kernel.refusals import Refusal


class FacesNeeded(Refusal, rule="BN-R-001"):
    """The faces are missing: in this campaign dice are rolled at a physical table, so send the faces that they show."""


class _AtTheTable(Tape):
    """Dice for a command without faces, in a campaign that rolls at a physical table.

    They replace the service's dice.
    """

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        """Refuse to draw faces, since the command should have reported them. Rule: BN-R-001. Refuses: FacesNeeded."""
        raise FacesNeeded(needs=f"{count} faces of dice with {sides} sides for {place.purpose}", field="faces")

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        return self._faces(place, size, size)


class CampaignContext(RosterContext[CampaignState, Creature]):
    """The context of one command in a campaign. Guard functions run before any dice are drawn."""

    def __init__(self, rules: Rules, intent: Intent, state: CampaignState, chance: Chance) -> None:
        """Set up the context with a state, and with the service's dice or reported faces. Rule: BN-R-001."""
        reported = state.settings.dice.dice_source == "reported" and intent.faces is None
        super().__init__(
            rules, intent, state, _AtTheTable() if reported and not isinstance(chance, ProbeTape) else chance
        )
