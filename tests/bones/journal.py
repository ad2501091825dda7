"""A whole campaign kept in memory, as an honest server would keep it."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from services.bones.chapters.campaign import OpenCampaign
from services.bones.chapters.characters import CreateCharacter
from services.bones.chapters.items import AgreeEquipment
from services.bones.game import bones
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Die, Sheet
from shared.kernel.campaign.keeping import in_order
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Event
from tests.bones.play import BOB
from tests.support import campaigns
from tests.support import journal as kept

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))


class Journal(kept.Journal[CampaignState]):
    """A campaign for a game master and two players."""

    def __init__(self, chosen: Settings | None = None, *, seed: int = 1) -> None:
        """Open it; every seed is the number `seed` and those after it."""
        super().__init__(bones, OpenCampaign(seats=SEATS, settings=chosen or Settings()), seed=seed)

    def character(
        self, seat: str = "ann", dice: Sequence[Sequence[str]] = BOB, *, name: str = "Bob", items: Sequence[str] = (),
        **sheet: Any,  # noqa: ANN401 what is written of it
    ) -> str:  # fmt: skip
        """Let a player make a character, and the game master agree on its equipment; return it."""
        made = tuple(Die(faces=tuple(one)) for one in dice)
        self.send(CreateCharacter(sheet=Sheet(name=name, **sheet), dice=made), seat)
        who = in_order(self.state.characters)[-1]
        self.send(AgreeEquipment(creature=who, items=tuple(items), coins=20))
        return who

    def last(self, kind: type[Event]) -> Any:  # noqa: ANN401 an event of the kind
        """Return the last event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))


picked = partial(campaigns.picked, bones)
