"""The turns of computer players: the seat that has to act next, and the command that its player sends.

A turn is submitted with the version for which it was chosen, and its id contains this version. Therefore, if two
processes choose a turn, the stream accepts only one of them.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

from cachetools import LRUCache
from msgspec import Struct

from shared.kernel.causes import Chain, chain_in
from shared.kernel.game import Game
from shared.kernel.legal import awaited_seats
from shared.kernel.messages import Seat
from shared.kernel.players.following import KnowledgeOfSeats
from shared.kernel.players.house import HousePlayers, Turn, seed_of_player
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import Stream
from shared.platform.eventlog import Ask, EventLog
from shared.platform.processes.games import players_of

REMEMBERED: Final = 64
"""The maximum number of streams for which a process caches the facts that the computer players know."""
PAGE: Final = 250
PACE: Final = 0.1
"""The time of a turn is rounded up to a multiple of this, so that it does not show how much was computed.

Units: seconds
"""
PACE_OF_THINKERS: Final = 1.0
"""The value that replaces `PACE` for computer players with a strength setting. Units: seconds"""


def seat_of_the_house(game: Game[Any], stream: Stream[Any]) -> Seat | None:
    """Return a computer player's seat for which the stream is waiting; None if there is none."""
    if not any(seat.player for seat in stream.seats.values()):
        return None
    ours = (seat for seat in awaited_seats(game, stream) if stream.seats[seat].player)
    return next((seat for seat in ours if game.house.plays(stream.game, seat)), None)


class _Memory(Struct):
    """The facts that a stream's computer players know at a version.

    `chain` is the chain of causes for commands that follow from that version, or None. Chat messages do not change
    it.
    """

    knowledge: KnowledgeOfSeats[Any]
    chain: Chain | None = None


class House:
    """Chooses the computer players' turns in all streams of one game."""

    def __init__(self, event_log: EventLog[Any]) -> None:
        """Set the log from which the streams are read."""
        self._log: Final = event_log
        self._reader: Final = log_reader_of(event_log.game)
        self._memories: Final[LRUCache[str, _Memory]] = LRUCache(REMEMBERED)

    async def turn(self, stream: Stream[Any], seat: Seat) -> Ask:
        """Return the command that a seat's computer player chooses.

        If people play in the stream too, the time that this takes is rounded up.

        Rule:    AR-HOUSE-05
        Refuses: StoreAway
        """
        began = time.monotonic()
        ask = await self._choose(stream, seat)
        if any(not one.player for one in stream.seats.values()):
            pace = PACE_OF_THINKERS if stream.seats[seat].strength else PACE
            await asyncio.sleep(pace - (time.monotonic() - began) % pace)
        return ask

    async def _choose(self, stream: Stream[Any], seat: Seat) -> Ask:
        service = self._log.game.service
        players, name, strength = players_of(service), stream.seats[seat].player, stream.seats[seat].strength
        if players is None:
            raise LookupError(f"services/{service} has no players")
        memory = await self._remember(stream, players)
        turn = Turn(
            player=name, seat=seat, known=memory.knowledge.known[seat], game=self._log.game, stream=stream,
            seed=seed_of_player(stream), strength=strength,
        )  # fmt: skip
        chosen = await asyncio.to_thread(players.choose, turn) if strength else players.choose(turn)
        return Ask(
            command=chosen, seat=seat, by=f"player:{name}@{self._log.ruleset}", expected=stream.version,
            id=f"player:{stream.id}:{stream.version}", chain=memory.chain,
        )  # fmt: skip

    async def _remember(self, stream: Stream[Any], players: HousePlayers) -> _Memory:
        """Add the commits since their last turn to the computer players' memory, and return the memory."""
        game, seats = self._log.game, {name for name, seat in stream.seats.items() if seat.player}
        memory = self._memories.get(stream.id)
        if memory is None or seats - memory.knowledge.known.keys() or memory.knowledge.stream.version > stream.version:
            memory = _Memory(KnowledgeOfSeats(game, stream.id, players, seats))
        knowledge = memory.knowledge
        async for page in self._log.commits(stream.id, stream.version, after=knowledge.stream.version, limit=PAGE):
            for stored in page:
                knowledge.fold(self._reader.commit_of(stored.record))
                if knowledge.stream.chatted:  # a chat message causes no turn
                    continue
                chain = chain_in(stored.record.public)
                memory.chain = None if chain is None else chain.after(stream.id, stored.version)
        self._memories[stream.id] = memory
        return memory
