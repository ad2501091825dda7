"""Players: callers that roll, hide and reveal rolls, resend them and read, and record the responses."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.simulation.boot import ports
from tests.simulation.callers import Answer, Caller
from tests.simulation.history import Acknowledged, Asked, History, Read
from tests.simulation.plan import HIDDEN, SERVERS, STRANGER, Ask
from tests.simulation.scene import SEATS, Scene
from tests.simulation.world import Process

TABLES: Final = "/dice/v1/tables"
OPEN: Final = "1d6"
LOG: Final = "log"
CONCEALED: Final = b"urn:arbiter:refusal:still-concealed"
NOT_SECRET: Final = b"urn:arbiter:refusal:not-secret"
DENIED: Final = frozenset({403, 404})


class Player:
    """A caller in a run: the app, a player with a seat's token, or a stranger."""

    def __init__(self, scene: Scene, process: Process, number: int, history: History) -> None:
        """Create the caller with this number in a simulated process, with the history that it appends to."""
        self._scene, self._history, self._world = scene, history, scene.world
        self._stranger: Final = number == STRANGER
        self._leads: Final = number == 0
        self._headers: Final[Mapping[str, str]] = {"arbiter-seat": "gm"} if self._leads else {}
        self._callers: Final = self._callers_of(process, number)
        self._own: list[tuple[str, str, bool]] = []
        self._hidden: list[tuple[str, int]] = []
        """The tables and the numbers of this caller's secret rolls."""

    def _callers_of(self, process: Process, number: int) -> Mapping[str, Caller]:
        """Return a caller for each table: one for all with a key, one for each with a token."""
        tables = self._scene.tables
        if self._leads or self._stranger:
            one = Caller(process, self._scene.other_key if self._stranger else self._scene.key, ports(SERVERS))
            return dict.fromkeys(tables, one)
        tokens = self._scene.tokens
        return {table: Caller(process, tokens[table, SEATS[number]], ports(SERVERS)) for table in tables}

    async def ask_all(self, asks: Sequence[Ask]) -> None:
        """Carry out the caller's actions of the plan, one after the other."""
        for ask in asks:
            await asyncio.sleep(ask.pause)
            await self._do(ask, self._scene.tables[ask.table])

    async def _do(self, ask: Ask, table: str) -> None:
        match ask.kind:
            case "roll" | "hide":
                await self._roll(ask.name, table, secret=ask.kind == "hide")
            case "again" if self._own:
                await self._roll_again(*self._own[len(self._own) // 2])
            case "show" if self._hidden:
                await self._reveal(ask.name, *self._hidden.pop(0))
            case "turn" if self._leads:
                await self._rotate_seed(ask.name, table)
            case _:
                await self._read(table, ask.part)

    # ---------------------------------------------------------------- rolls

    async def _roll(self, name: str, table: str, *, secret: bool) -> None:
        self._history.sent[name] = table
        answer = await self._send_roll(name, table, secret=secret)
        self._own.append((name, table, secret))
        if (found := self._acknowledge(name, answer, table)) is not None:
            self._history.acknowledged[name] = found
            self._world.note("acknowledged", name, found)
            if secret:
                self._hidden.append((table, answer.json["events"][0]["rolls"][0]["number"]))

    async def _roll_again(self, name: str, table: str, secret: bool) -> None:  # noqa: FBT001 as it was first sent
        answer = await self._send_roll(name, table, secret=secret)
        if (found := self._acknowledge(f"{name} again", answer, table)) is not None:
            self._history.repeated.append((name, found))

    async def _send_roll(self, name: str, table: str, *, secret: bool) -> Answer:
        rolls = [{"what": {"throw": "Notation", "text": HIDDEN if secret else OPEN}, "purpose": name}]
        return await self._send(name, table, {"type": "Roll", "rolls": rolls, "secret": secret})

    def _acknowledge(self, name: str, answer: Answer, table: str) -> Acknowledged | None:
        if answer.status == 200:
            return Acknowledged(table, answer.json["version"], answer.json["head"])
        self._history.refused.append(f"{name}: {answer.status} {answer.body[:200]!r}")
        return None

    # ---------------------------------------------------------------- what ends a secret

    async def _reveal(self, name: str, table: str, roll: int) -> None:
        self._history.asked.append(Asked(self._world.now, table, roll))
        answer = await self._send(name, table, {"type": "RevealRoll", "roll": roll})
        if NOT_SECRET in answer.body:
            self._history.missing.append(f"{name}: the table has no secret roll {roll}")
        else:
            self._acknowledge(name, answer, table)

    async def _rotate_seed(self, name: str, table: str) -> None:
        """Rotate the seed, which the table refuses while a roll of this seed is secret."""
        self._history.asked.append(Asked(self._world.now, table, None))
        answer = await self._send(name, table, {"type": "RotateSeed"})
        if CONCEALED not in answer.body:
            self._acknowledge(name, answer, table)

    async def _send(self, name: str, table: str, command: Mapping[str, Any]) -> Answer:
        headers = {"idempotency-key": f"key-{name}", **self._headers}
        return await self._callers[table].insist("POST", f"{TABLES}/{table}/commands", {"command": command}, headers)

    # ---------------------------------------------------------------- reads

    async def _read(self, table: str, part: str) -> None:
        known = self._history.newest(table)
        path, headers = ("/events", {"accept": "application/x-ndjson"}) if part == LOG else (part, {})
        answer = await self._callers[table].insist("GET", f"{TABLES}/{table}{path}", None, headers)
        if self._stranger:
            if answer.status not in DENIED:
                self._history.refused.append(f"a stranger read {table}{part}: {answer.status} {answer.body[:200]!r}")
        elif answer.status != 200:
            self._history.refused.append(f"a read of {table}{part}: {answer.status} {answer.body[:200]!r}")
        elif not part:
            self._history.reads.append(Read(table, known, answer.json["version"]))
