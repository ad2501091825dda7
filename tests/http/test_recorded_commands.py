"""The front and the routes send the same bytes in response to every command of the golden logs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest

from services.gateway.games import GAMES
from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import CONTINUE, read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.replay import open_command
from tests.http.test_front import Pair, command, open_example, pair_in
from tests.support.two_ways import answered_by_the_front

TESTS: Final = Path(__file__).resolve().parent.parent
LAST: Final = {"Close", "RotateToken"}
"""Commands that are sent last, because afterwards the server refuses others or requires another token."""


def recorded_commands(log: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the seat and the body of each command of a log except the opening, secret fields included."""
    for line in read_chain(lines_of(log.read_bytes()), Findings())[1:]:
        intent = line.record.intent
        if intent.command["type"] != CONTINUE:
            said = open_command(intent.command, line.opened)
            yield intent.seat, msgspec.json.encode({"command": said, "faces": intent.faces})


def commands_of(game: str) -> list[tuple[str, bytes]]:
    """Return each distinct command of a game's logs once, in order, with commands that end a stream last."""
    logs = sorted((TESTS / game / "golden").glob("*.ndjson"))
    found = dict.fromkeys(one for log in logs for one in recorded_commands(log))
    return sorted(found, key=lambda one: msgspec.json.decode(one[1])["command"]["type"] in LAST)


async def send_all(pair: Pair, game: str) -> int:
    """Send a game's recorded commands to both apps, and compare the responses; return the number of commands."""
    path, sent = await open_example(pair, game), commands_of(game)
    for seat, body in sent:
        await pair.ask(command(path, msgspec.Raw(body), (b"arbiter-seat", seat.encode())), learn=False)
    return len(sent)


async def test_front_and_route_answer_every_recorded_command_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The front and the routes send the same status, headers and bytes, and count requests in the same way.

    The front handles more than half of the commands itself.
    """
    by_front = answered_by_the_front(monkeypatch)
    async with pair_in(tmp_path, monkeypatch) as pair:
        sent = [await send_all(pair, game) for game in GAMES]
        assert pair.front.counted == pair.route.counted
    assert min(sent) > 0
    assert by_front.total() > sum(sent) // 2, (by_front, sent)
    assert by_front[200] > 0
