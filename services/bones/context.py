"""A campaign's decisions as they unfold."""

from __future__ import annotations

from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from shared.kernel.campaign.roster import RosterContext
from shared.kernel.chance import Chance, DrawPlace, ProbeTape, Tape
from shared.kernel.context import Intent, Rules
from shared.kernel.refusals import Refusal


class FacesNeeded(Refusal, rule="BN-R-001"):
    """In this campaign the dice are rolled at the table, and the faces they show are sent with the command."""


class _AtTheTable(Tape):
    """The dice of a campaign that rolls at its table, where nobody has said what they show."""

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        """Rule: BN-R-001. Refuses: FacesNeeded."""
        raise FacesNeeded(needs=f"{count} faces of dice with {sides} sides for {place.purpose}", field="faces")

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        return self._faces(place, size, size)


class CampaignContext(RosterContext[CampaignState, Creature]):
    """One decision in a campaign. Guards come before the first draw."""

    def __init__(self, rules: Rules, intent: Intent, state: CampaignState, chance: Chance) -> None:
        """Start on a state, with the dice of the service, or those that the table reports. Rule: BN-R-001."""
        reported = state.settings.dice.dice_source == "reported" and intent.faces is None
        super().__init__(
            rules, intent, state, _AtTheTable() if reported and not isinstance(chance, ProbeTape) else chance
        )
