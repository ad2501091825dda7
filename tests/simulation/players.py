"""Players: callers that roll, resend rolls and read, and record the responses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from tests.simulation.boot import ports
from tests.simulation.callers import Answer, Caller
from tests.simulation.history import Acknowledged, History, Read
from tests.simulation.plan import SERVERS, Ask
from tests.simulation.scene import Scene
from tests.simulation.world import Process

TABLES: Final = "/dice/v1/tables"


class Player:
    """A caller in a run that rolls, resends rolls and reads."""

    def __init__(self, scene: Scene, process: Process, history: History) -> None:
        """Create a player in a simulated process, with the history that it appends to."""
        self._caller: Final = Caller(process, scene.key, ports(SERVERS))
        self._scene, self._history = scene, history
        self._own: list[tuple[str, str]] = []

    async def ask_all(self, asks: Sequence[Ask]) -> None:
        """Carry out the player's actions of the plan, one after the other."""
        for ask in asks:
            await asyncio.sleep(ask.pause)
            table = self._scene.tables[ask.table]
            if ask.kind == "read":
                await self._read(table)
            elif ask.kind == "again" and self._own:
                await self._roll_again(*self._own[len(self._own) // 2])
            else:
                await self._roll(ask.name, table)

    async def _roll(self, name: str, table: str) -> None:
        self._history.sent[name] = table
        answer = await self._send_roll(name, table)
        self._own.append((name, table))
        if (found := self._acknowledge(name, answer, table)) is not None:
            self._history.acknowledged[name] = found
            self._scene.world.note("acknowledged", name, found)

    async def _roll_again(self, name: str, table: str) -> None:
        answer = await self._send_roll(name, table)
        if (found := self._acknowledge(f"{name} again", answer, table)) is not None:
            self._history.repeated.append((name, found))

    async def _send_roll(self, name: str, table: str) -> Answer:
        command = {"type": "Roll", "rolls": [{"what": {"throw": "Notation", "text": "1d6"}, "purpose": name}]}
        headers = {"idempotency-key": f"key-{name}", "arbiter-seat": "gm"}
        return await self._caller.insist("POST", f"{TABLES}/{table}/commands", {"command": command}, headers)

    def _acknowledge(self, name: str, answer: Answer, table: str) -> Acknowledged | None:
        if answer.status == 200:
            return Acknowledged(table, answer.json["version"], answer.json["head"])
        self._history.refused.append(f"{name}: {answer.status} {answer.body[:200]!r}")
        return None

    async def _read(self, table: str) -> None:
        known = self._history.newest(table)
        answer = await self._caller.insist("GET", f"{TABLES}/{table}")
        if answer.status == 200:
            self._history.reads.append(Read(table, known, answer.json["version"]))
        else:
            self._history.refused.append(f"a read: {answer.status} {answer.body[:200]!r}")
