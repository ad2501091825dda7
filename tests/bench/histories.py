"""Histories of streams that the kernel really decided, without a store, to measure replay."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec

from shared.kernel.context import Intent
from shared.kernel.game import Game, Opening
from shared.kernel.messages import Command
from shared.kernel.record import write
from shared.kernel.replay import LogReader, OpenedParts
from shared.kernel.stream import Stream, settle, tape_for

S = TypeVar("S")


class History(Generic[S]):
    """The records of a stream, and the state after them."""

    def __init__(self, game: Game[S], opening: Opening, commands: Iterable[Command]) -> None:
        """Play the commands on a new stream."""
        self.game, self.reader = game, LogReader(game)
        self.empty: Stream[S] = Stream(id=f"{game.name}:bench", game=game.initial, tenant="bench")
        self.after = self.empty
        self.records: list[tuple[bytes, OpenedParts]] = []
        for command in (opening, *commands):
            self.play(command)

    @property
    def events(self) -> int:
        """Return the number of events."""
        return self.after.version

    def events_of(self, kind: str) -> list[dict[str, Any]]:
        """Return the recorded events of one type, each without the field that names its type."""
        events = (event for public, _ in self.records for event in msgspec.json.decode(public)["events"])
        return [{name: event[name] for name in event if name != "type"} for event in events if event["type"] == kind]

    def replay(self) -> None:
        """Decode and fold all records, and check the final state."""
        found: Stream[Any] = self.reader.fold(self.empty, self.records)
        assert found.version == self.after.version
        assert found.game == self.after.game

    def play(self, command: Command) -> None:
        """Decide a command, and add its record."""
        game, number = self.game, len(self.records)
        intent = Intent(
            id=hashlib.md5(b"%d" % number, usedforsecurity=False).hexdigest(), seat="gm", role="gm",
            at=1_700_000_000_000 + number, by="key:0123456789abcdef", command=command,
        )  # fmt: skip
        settled = settle(game, self.after, intent, tape_for(self.after, intent, lambda: b"\x07" * 32))
        record = write(
            stream=self.after.id, version=settled.after.version, intent=intent, hidden=settled.hidden,
            ruleset="arbiter 0.1.0 0123456789abcdef", taken=settled.taken, events=settled.events, key=b"k" * 32,
        )  # fmt: skip
        self.records.append((record.public, [part.data for part in record.parts]))
        self.after = settled.after
