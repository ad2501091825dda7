"""A computer player whose dice come from a closed table: it waits without an error until faces are entered."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from structlog.testing import capture_logs

from services.dice.chapters.table import OpenTable
from services.dice.game import table
from services.rpg_boundless.chapters.characters import CreateCharacter
from services.rpg_boundless.chapters.fights import StartFight, StartRound
from services.rpg_boundless.chapters.seats import OpenCampaign
from services.rpg_boundless.game import campaign
from services.rpg_boundless.state.sheets import Scores
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command
from shared.kernel.stream import AppointPlayer, Close, LuckSource
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, EventLog, StoreConnection
from shared.platform.queue import Clock
from shared.platform.seal import Keys
from tests.rpg_boundless.play import BOW, ROPE, SWORD

pytestmark = pytest.mark.store

TABLE: Final = "dice.table:evening"
STREAM: Final = "rpg_boundless.campaign:evening"
SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))


def request_of(command: Command, seat: str = "gm", faces: tuple[int, ...] | None = None) -> Ask:
    """Return a seat's request to send a command."""
    return Ask(command=command, seat=seat, by=f"seat:{seat}@0", faces=faces)


@pytest.mark.rule("AR-LUCK-05")
async def test_a_computer_player_waits_for_faces(durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """While faces are missing, the clock logs at level info that it waits, and retries only after the next commit."""
    connection = await StoreConnection.open(durable_store.url)
    sealer = Keys.open(tmp_path / "keys.json").sealer
    dice = EventLog(connection, table, sealer, ruleset="dice 1")
    log = EventLog(connection, campaign, sealer, ruleset="rpg_boundless 1")
    await dice.open(TABLE, "tenant", request_of(OpenTable(seats=SEATS[:1], undo="never")))
    await log.open(STREAM, "tenant", request_of(OpenCampaign(seats=SEATS, luck=LuckSource(table=TABLE))))
    for seat, name in (("ann", "Ash"), ("bob", "Bram")):
        scores = Scores(strength=3, dexterity=1, willpower=0)
        await log.submit(
            STREAM,
            request_of(CreateCharacter(name=name, points=scores, items=(BOW, SWORD, ROPE), keepsake="coin"), seat),
        )
        await log.submit(STREAM, request_of(AppointPlayer(seat=seat, player="fighter"), seat))
    made = tuple((await log.load(STREAM)).stream.game.characters)
    await log.submit(STREAM, request_of(StartFight(characters=made, enemies=())))
    await log.submit(STREAM, request_of(StartRound()))
    await dice.submit(TABLE, request_of(Close()))
    clock = Clock(log)
    with capture_logs() as logged:
        assert await clock.advance(STREAM) == "waits for faces"
    assert [(line["event"], line["log_level"]) for line in logged] == [("step_waits_for_faces", "info")]
    assert await clock.streams.list_waiting() == []
    await connection.close()
