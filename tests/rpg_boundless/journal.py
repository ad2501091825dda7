"""A whole campaign in memory, recorded like a server's, and its list of legal commands."""

from functools import partial
from typing import Final

from services.rpg_boundless.chapters.seats import OpenCampaign
from services.rpg_boundless.game import campaign
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.audit import Report
from shared.kernel.game import SeatAsk
from shared.kernel.legal import Allowed
from tests.rpg_boundless.play import listed
from tests.support import campaigns
from tests.support import journal as kept

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))


class Journal(kept.Journal[CampaignState]):
    """A campaign of one game master and two players."""

    def __init__(self, settings: Settings | None = None, *, seed: int = 1) -> None:
        """Open the campaign. Its seeds are `seed` + 1, `seed` + 2 and so on."""
        super().__init__(campaign, OpenCampaign(seats=SEATS, settings=settings or Settings()), seed=seed)


def audit_export(lines: list[bytes]) -> Report:
    """Audit an export of a campaign."""
    return kept.audit_export(campaign, lines)


def legal(journal: Journal, seat: str) -> tuple[Allowed, ...]:
    """List the game's commands that a seat may send now."""
    return listed(journal.state, seat).allowed


picked = partial(campaigns.pick_command, campaign)
