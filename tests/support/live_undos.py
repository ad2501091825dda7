"""Random plays with undos on live streams of any game, and checks of what every seat sees after each undo.

ARBITER_TEST_LIVE_UNDOS sets the number of undos for each game.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Final

import httpx
import msgspec

from arbiter_client import verify
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from shared.kernel.legal import Allowed
from shared.kernel.stream import KERNEL_COMMANDS
from shared.platform.processes.games import game_of
from tests.conformance.fields import body_from
from tests.support.http import CLOSE, Table, write_export
from tests.support.second_verifier import compare_reports

UNDOS: Final = int(os.environ.get("ARBITER_TEST_LIVE_UNDOS", "2"))
TRIES: Final = 8
WATCHER: Final = {"seat": "eve", "role": "spectator"}
ENDS: Final = frozenset(kind.__name__ for kind in KERNEL_COMMANDS) | {"Concede", "OfferDraw", "AnswerDraw"}
"""Commands that random play never sends."""
GROWS: Final = frozenset({"since", "passes_at", "deadline", "number", "rolls", "decision", "asked"})
"""Fields of views and lists that contain a time, or a number that is never reused."""


def steady(form: Any) -> Any:  # noqa: ANN401 any JSON
    """Return JSON without times and counters, so that the state after an undo can be compared with the earlier one."""
    if isinstance(form, dict):
        return {name: steady(value) for name, value in form.items() if name not in GROWS}
    return [steady(one) for one in form] if isinstance(form, list) else form


def fresh_key() -> dict[str, str]:
    """Return the header with a new idempotency key."""
    return {"Idempotency-Key": secrets.token_hex(8)}


class Live:
    """A stream of a game on a running server, with its versions."""

    def __init__(self, server: Running, app: httpx.Client, service: str, luck: Random) -> None:
        """Open the stream with the game's most permissive undo setting."""
        game = game_of(service)
        self.luck, self.undos = luck, 0
        players = [{"seat": "ann"}, {"seat": "bob"}]
        seats = players if service == "tcg" else [{"seat": "gm", "role": "gm"}, *players]
        self.seats = [seat["seat"] for seat in seats]
        self.readers = [None, *self.seats, WATCHER["seat"]]
        body = {"type": game.opening.__name__, "seats": [*seats, WATCHER], "undo": game.undoing.settings[-1]}
        opened = app.post(f"/{service}/v1/{game.plural}", json=body, headers=fresh_key())
        assert opened.status_code == 201, opened.text
        self.table = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
        self.back_at: list[int] = []
        """The version after each undo."""
        self.seen: dict[int, dict[str | None, Any]] = {}
        self.lists: dict[int, dict[str, list[Any]]] = {}
        """The views and lists of legal commands of the app and of each seat, by version."""
        self._views: dict[str | None, Any] = {}
        self._options: dict[str, list[dict[str, Any]]] = {}
        """The whole views and lists of the newest version."""
        self.note()

    @property
    def closed(self) -> bool:
        """Return whether the stream was over when its views were read last."""
        return bool(self._views[None]["status"] != "open")

    def close(self) -> None:
        """Close the stream, if it is still open."""
        if self.table.get().json()["status"] == "open":
            self.table.done(CLOSE, headers={"Arbiter-Seat": self.seats[0]} | fresh_key())

    def note(self) -> int:
        """Store what each reader sees and what each seat may send now; return the version."""
        self._views = {reader: self.table.get(seat=reader).json() for reader in self.readers}
        self._options = {seat: self.allowed(seat) for seat in self.seats}
        (version,) = {view["version"] for view in self._views.values()}
        self.seen[version] = {reader: steady(view["game"]) for reader, view in self._views.items()}
        self.lists[version] = {seat: steady(options) for seat, options in self._options.items()}
        return int(version)

    def allowed(self, seat: str) -> list[dict[str, Any]]:
        """Return the moves and answers in a seat's list, without commands of the kernel."""
        found = self.table.get("/legal?kind=move,answer", seat=seat).json()["legal"]["allowed"]
        return [one for one in found if one["command"] not in ENDS]

    def play(self) -> bool:
        """Send a random listed command as one of the seats, twice with the same key; return whether it was accepted."""
        for _ in range(TRIES):
            seat = self.luck.choice(self.seats)
            entries = self._options[seat]
            if not entries:
                continue
            entry = self.luck.choice(entries)
            entry = msgspec.convert(entry | {"body": entry["body"]["command"]}, Allowed)
            self.twice(body_from(entry, self.luck), seat)
            self.note()
            return True
        return False

    def undo(self) -> bool:
        """Propose an undo from a seat's view, let all asked seats agree at the same time, and compare all views.

        Return False if no seat may undo anything.
        """
        for seat in self.luck.sample(self.seats, len(self.seats)):
            says = self._views[seat]["undo"]
            ways = says.get("back", []) + says.get("redo", [])
            if not ways:
                continue
            way = self.luck.choice(ways)
            proposal = self.twice({"type": "ProposeUndo", "to": way["to"]}, seat)
            self.agree(way["asks"], proposal)
            self.undos += 1
            stale = self.table.send(self.any_body(), seat=seat, headers={"If-Match": f'"{way["to"]}"'} | fresh_key())
            assert stale.status_code == 412, stale.text
            version = self.note()
            self.back_at.append(version)
            assert self.seen[version] == self.seen[way["to"]]
            assert self.lists[version] == self.lists[way["to"]]
            self.hold_past(way["to"], seat)
            return True
        return False

    def hold_past(self, version: int, *readers: str | None) -> None:
        """Assert that at an earlier version seats, or the app, see what they saw at that time."""
        for reader in readers:
            earlier = self.table.get(f"?at={version}", seat=reader).json()
            assert steady(earlier["game"]) == self.seen[version][reader]

    def any_body(self) -> dict[str, Any]:
        """Return a command that the server refuses only because of its version."""
        return {"type": "AddSalt", "salt": "5a" * 32}

    def agree(self, seats: Sequence[str], proposal: int) -> None:
        """Let seats agree to an undo at the same time, each over its own connection."""
        with ThreadPoolExecutor(max(1, len(seats))) as pool:
            for sent in [
                pool.submit(self.twice, {"type": "AgreeToUndo", "proposal": proposal}, seat) for seat in seats
            ]:
                sent.result()

    def twice(self, command: dict[str, Any], seat: str) -> int:
        """Send a command twice with the same key; assert equal responses; return the proposal in its events, or 0."""
        key = fresh_key()
        first, again = (self.table.send(command, seat=seat, headers=key) for _ in range(2))
        assert first.status_code == 200, first.text
        assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "true")
        return next((one["proposal"] for one in first.json()["events"] if "proposal" in one), 0)


def verify_by_three(node: str, table: Table) -> None:
    """Export a stream's log, and assert that none of the three verifiers finds anything wrong in it."""
    file = write_export(table, table.server.folder / f"{table.opened['id']}.ndjson")
    assert verify_file(file, None, None).failure is None
    assert verify(file.read_bytes()).failure is None
    compare_reports(node, [file.read_bytes()])
