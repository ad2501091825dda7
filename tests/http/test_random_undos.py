"""Random undos on live streams of every game.

After each undo, the tests check the writer, snapshots, idempotency keys, subscribers and verifiers.
ARBITER_TEST_LIVE_UNDOS sets the number of undos for each game.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import httpx
import msgspec
import pytest

from arbiter_client import verify
from services.gateway.games import GAMES
from services.gateway.operations.verify import verify_file
from services.gateway.processes.running import Running
from shared.kernel.legal import Allowed
from shared.kernel.stream import KERNEL_COMMANDS
from shared.platform.processes.games import game_of
from tests.conformance.fields import body_from
from tests.support.http import CLOSE, Table, write_export
from tests.support.listeners import Listener, heard_by
from tests.support.second_verifier import compare_reports

UNDOS: Final = int(os.environ.get("ARBITER_TEST_LIVE_UNDOS", "2"))
STEPS: Final = 16
"""The number of commands on one stream before the test opens another."""
TRIES: Final = 8
SEATS: Final = ("ann", "bob", "gm")
ENDS: Final = frozenset(kind.__name__ for kind in KERNEL_COMMANDS) | {"Concede", "OfferDraw", "AnswerDraw"}
"""The commands that random play never sends."""
GROWS: Final = frozenset({"since", "passes_at", "deadline", "number", "rolls", "decision", "asked"})
"""Fields of views and lists that hold a time, or a number that is never used twice."""


Verifier: TypeAlias = Callable[[Table], None]


def steady(form: Any) -> Any:  # noqa: ANN401 any JSON
    """Return JSON without times and numbers, to compare the state after an undo with the earlier state."""
    if isinstance(form, dict):
        return {name: steady(value) for name, value in form.items() if name not in GROWS}
    return [steady(one) for one in form] if isinstance(form, list) else form


class Live:
    """A stream of a game on a running server, with what its seats saw at each version."""

    def __init__(self, server: Running, app: httpx.Client, service: str, luck: Random) -> None:
        """Open the stream with the game's most permissive undo setting."""
        game = game_of(service)
        self.luck, self.undos = luck, 0
        players = [{"seat": "ann"}, {"seat": "bob"}]
        seats = players if service == "tcg" else [{"seat": "gm", "role": "gm"}, *players]
        self.seats = [seat["seat"] for seat in seats]
        body = {"type": game.opening.__name__, "seats": seats, "undo": game.undoing.settings[-1]}
        opened = app.post(f"/{service}/v1/{game.plural}", json=body)
        assert opened.status_code == 201, opened.text
        self.table = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
        self.seen: dict[int, dict[str, Any]] = {}
        self.lists: dict[int, list[str]] = {}
        """The commands that ann could send, by version."""
        self.note()

    @property
    def closed(self) -> bool:
        """Whether the stream is over."""
        return bool(self.table.get().json()["status"] != "open")

    def close(self) -> None:
        """Close the stream, if it is still open."""
        if not self.closed:
            self.table.done(CLOSE, headers={"Arbiter-Seat": self.seats[0]})

    def note(self) -> int:
        """Store what each seat sees and may do now; return the current version."""
        views = {seat: self.table.get(seat=seat).json() for seat in self.seats}
        version: int = views[self.seats[0]]["version"]
        self.seen[version] = {seat: steady(view["game"]) for seat, view in views.items()}
        self.lists[version] = [one["command"] for one in self.allowed("ann")]
        return version

    def allowed(self, seat: str) -> list[dict[str, Any]]:
        """Return the moves and answers in a seat's list of legal commands, without the kernel's commands."""
        found = self.table.get("/legal?kind=move,answer", seat=seat).json()["legal"]["allowed"]
        return [one for one in found if one["command"] not in ENDS]

    def play(self) -> bool:
        """Send a random listed command as one of the seats; return whether the server accepted one."""
        for _ in range(TRIES):
            seat = self.luck.choice(self.seats)
            entries = self.allowed(seat)
            if not entries:
                continue
            entry = self.luck.choice(entries)
            entry = msgspec.convert(entry | {"body": entry["body"]["command"]}, Allowed)
            answer = self.table.send(
                body_from(entry, self.luck), seat=seat, headers={"Idempotency-Key": secrets.token_hex(8)}
            )
            assert answer.status_code == 200, answer.text
            self.note()
            return True
        return False

    def undo(self) -> None:
        """Propose a random undo or redo that a seat's view offers, and send the consent of every asked seat.

        Assert that every seat then has its earlier view and list.
        """
        for seat in self.luck.sample(self.seats, len(self.seats)):
            says = self.table.get(seat=seat).json()["undo"]
            ways = says.get("back", []) + says.get("redo", [])
            if not ways:
                continue
            way = self.luck.choice(ways)
            done = self.twice({"type": "ProposeUndo", "to": way["to"]}, seat)
            for asked in way["asks"]:
                done = self.twice({"type": "AgreeToUndo", "proposal": done["proposal"]}, asked) | {
                    "proposal": done["proposal"]
                }
            self.undos += 1
            stale = self.table.send(self.any_body(), seat=seat, headers={"If-Match": f'"{way["to"]}"'})
            assert stale.status_code == 412, stale.text
            version = self.note()
            assert self.seen[version] == self.seen[way["to"]]
            assert self.lists[version] == self.lists[way["to"]]
            earlier = self.table.get(f"?at={way['to']}", seat=seat).json()
            assert steady(earlier["game"]) == self.seen[way["to"]][seat]
            return

    def any_body(self) -> dict[str, Any]:
        """Return a command whose only fault is a stale version."""
        return {"type": "AddSalt", "salt": "5a" * 32}

    def twice(self, command: dict[str, Any], seat: str) -> dict[str, Any]:
        """Send a command twice with the same key; assert equal responses, and return the proposal in its events."""
        key = {"Idempotency-Key": secrets.token_hex(8)}
        first, again = (self.table.send(command, seat=seat, headers=key) for _ in range(2))
        assert first.status_code == 200, first.text
        assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "true")
        return {"proposal": next((one["proposal"] for one in first.json()["events"] if "proposal" in one), 0)}


@pytest.fixture
def verifier(node: str, tmp_path: Path) -> Verifier:
    """Return a function that asserts that each of the three verifiers finds nothing wrong in a stream's log."""

    def verified(table: Table) -> None:
        """Export the log, and verify it."""
        file = write_export(table, tmp_path / "log.ndjson")
        assert verify_file(file, None, None).failure is None
        assert verify(file.read_bytes()).failure is None
        compare_reports(node, [file.read_bytes()])

    return verified


@pytest.mark.long
@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-15", "AR-UNDO-16")
@pytest.mark.parametrize("service", GAMES)
def test_random_undos_of_live_streams(
    server: Running, app: httpx.Client, service: str, verifier: Verifier
) -> None:  # fmt: skip
    """After each undo, every seat sees its earlier state and has its earlier options.

    Subscribers get each event once.
    """
    luck, left = Random(f"live {service}"), UNDOS
    while left > 0:
        live = Live(server, app, service, luck)
        with ExitStack() as stack:
            crowd = [Listener(live.table, seat, 0) for seat in (None, *live.seats)]
            coming = heard_by(crowd, stack)
            stack.callback(live.close)  # the listeners end with the stream, also after a failed assertion
            for _ in range(STEPS):
                if live.closed or live.undos >= left or not live.play():
                    break
                if luck.random() < 0.5:
                    live.undo()
            live.close()
            heard = [events.result() for events in coming]
        left -= max(1, live.undos)
        version = live.table.version
        for events in heard:
            assert [int(event["id"]) for event in events] == list(range(1, version + 1))
        assert live.table.get("/audit").json()["failure"] is None
        verifier(live.table)
