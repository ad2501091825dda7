"""A computer player's seat in BONES, on a real store: a turn is undone, and the clock takes the same turn again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from services.bones.catalogue import Run
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.people.campaign import OpenCampaign
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.game import bones
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import NewCreature
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Command
from shared.kernel.stream import AgreeToUndo, AppointPlayer, ProposeUndo, UndoProposed
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Appended, Ask, EventLog, StoreConnection
from shared.platform.queue import Clock
from shared.platform.seal import Keys
from tests.bones.tables import SEATS
from tests.support.logs import everything

pytestmark = pytest.mark.store

STREAM = "bones.campaign:house"


class Campaign:
    """A duel of ann's creature with bob's, in a store of its own."""

    def __init__(self, connection: StoreConnection, folder: Path) -> None:
        """Connect to the store."""
        self.connection, self._folder = connection, folder
        self.log = self.another_log()

    def another_log(self) -> EventLog[CampaignState]:
        """Return the log as another process would open it."""
        sealer = Keys.open(self._folder / "keys.json").sealer
        return EventLog(self.connection, bones, sealer, ruleset="bones 1")

    async def begin(self) -> None:
        """Start the duel, with a computer player in bob's seat."""
        await self.log.open(STREAM, "tenant", Ask(command=OpenCampaign(seats=SEATS), seat="gm", by="key:app"))
        fighter = NewCreature(name="fighter", dice=(Run(n=4, die="Fighter"),), items=("Spear", "Buckler"))
        for seat in ("ann", "bob"):
            await self.send("gm", BuildCreature(creature=fighter, seat=seat))
        ours, theirs = in_order((await self.state()).characters)
        sides = (Entrant(creature=ours, side="ann"), Entrant(creature=theirs, side="bob"))
        await self.send("gm", StartCombat(fighters=sides))
        await self.send("bob", AppointPlayer(seat="bob", player="fighter"))

    async def send(self, seat: str, command: Command) -> Appended[CampaignState]:
        """Send a seat's command."""
        return await self.log.submit(STREAM, Ask(command=command, seat=seat, by=f"seat:{seat}@0"))

    async def state(self) -> CampaignState:
        """Return the current state."""
        return (await self.log.load(STREAM)).stream.game

    async def undo(self, to: int) -> None:
        """Undo to a version, with the consent of all seats that must consent."""
        proposed = (await self.send("gm", ProposeUndo(to=to))).events[0]
        assert isinstance(proposed, UndoProposed)
        for seat in proposed.asked:
            await self.send(seat, AgreeToUndo(proposal=proposed.proposal))

    async def turns(self) -> list[dict[str, object]]:
        """Return the computer player's commands, oldest first."""
        found = [msgspec.json.decode(one.record.public)["intent"] for one in await everything(self.log, STREAM)]
        return [one["command"] for one in found if one["by"].startswith("player:")]


@pytest.fixture
async def campaign(durable_store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[Campaign]:
    """Return a campaign on the test's own store."""
    connection = await StoreConnection.open(durable_store.url)
    yield Campaign(connection, tmp_path)
    await connection.close()


@pytest.mark.rule("AR-UNDO-18", "AR-HOUSE-04")
async def test_the_clock_takes_a_turn_again_that_was_taken_back(campaign: Campaign) -> None:
    """After an undo, the clock takes the same turn again, and then waits for ann.

    This applies to a clock that has followed the campaign and to one that starts later.
    """
    await campaign.begin()
    before = (await campaign.log.load(STREAM)).version
    clocks = [Clock(campaign.log)] * 2 + [Clock(campaign.another_log())]
    for clock in clocks:
        while (said := await clock.advance(STREAM)) == "more":
            pass
        assert said == "done"
        ours, _ = in_order((await campaign.state()).characters)
        await campaign.send("ann", Declare(creature=ours, doing="fight"))
        await campaign.undo(before)

    first, *others = await campaign.turns()
    assert first["type"] == "Declare"
    assert others == [first] * (len(clocks) - 1)
