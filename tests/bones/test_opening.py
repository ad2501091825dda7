"""Opening a campaign."""

from services.bones.settings import Settings
from tests.bones.play import Play


def test_a_campaign_opens_with_the_usual_readings() -> None:
    """Settings that nobody chose are the defaults of the ledger."""
    table = Play()
    bob = table.one()

    assert Settings() == table.state.settings
    assert (1, 2, 3, 4) == table.who(bob).numbers
