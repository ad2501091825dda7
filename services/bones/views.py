"""What one seat may see of a campaign: all but what is prepared or not declared yet, every field always there."""

from __future__ import annotations

from msgspec import Struct

from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.seen import Chosen, settings_in_force
from shared.kernel.messages import Seat


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as a seat sees it."""

    title: str | None
    settings: Chosen
    day: int
    session: int


def view(state: CampaignState, seat: Seat | None) -> CampaignView:  # noqa: ARG001 more of it follows
    """Return what a seat may see; the app (None) sees what game masters see."""
    return CampaignView(
        title=state.title, settings=settings_in_force(state.settings), day=state.day, session=state.session
    )
