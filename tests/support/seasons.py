"""Seasons of a campaign of BONES over HTTP, with as many characters as a test needs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import httpx
import msgspec
from redis import Redis, RedisError

from services.gateway.processes.running import Running
from services.gateway.processes.supervisor import Supervisor
from shared.platform.eventlog.redis.key_names import StreamKeys
from tests.support.processes import children_of

Body: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[Body], Sequence[Body]]
"""A function that sends a command as the game master and returns its events."""

DICE: Final = [{"faces": ["Universal", "Mental", "Scholar", "Social", "Stealth", "Healer"]}] * 4
CAMPAIGNS: Final = "/bones/v1/campaigns"
WITHIN: Final = 240.0
OPENING: Final[Body] = {"type": "OpenCampaign", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]}


class Campaign:
    """A campaign as its app sees it, even if servers are down at times."""

    def __init__(self, server: Running, *, most: int = 100) -> None:
        """Open a campaign for this many characters."""
        self.server = server
        self.app = server.client()
        opening = OPENING | {"settings": {"roster": {"most_characters": most}}}
        opened = self.app.post(CAMPAIGNS, json=opening).raise_for_status().json()
        self.path, self.stream = f"{CAMPAIGNS}/{opened['id']}", opened["stream"]
        token = next(seat["token"] for seat in opened["seats"] if seat["seat"] == "gm")
        self._as_gm = {"Authorization": f"Bearer {token}", "Prefer": "return=minimal"}
        self._sent = 0

    def send(self, command: Body) -> list[Body]:
        """Send a command as the game master, and retry until it is accepted."""
        self._sent += 1
        headers = {**self._as_gm, "Idempotency-Key": f"key-{self._sent}"}
        answer = self._insist(
            lambda: self.app.post(f"{self.path}/commands", json={"command": command}, headers=headers)
        )
        events: list[Body] = answer.json()["events"]
        return events

    def get(self, path: str = "", **params: Any) -> Any:  # noqa: ANN401 JSON
        """Read the campaign, and retry until a response arrives."""
        return self._insist(lambda: self.app.get(self.path + path, params=params)).json()

    def _insist(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        until = time.monotonic() + WITHIN
        while True:
            with suppress(httpx.TransportError):
                answer = ask()
                if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                    return answer.raise_for_status()
            assert time.monotonic() < until, "there is no answer"
            time.sleep(0.1)

    @property
    def version(self) -> int:
        """Return the stream's version from the store; 0 while the store is down."""
        with suppress(RedisError, OSError), Redis.from_url(self.server.store.url) as redis:
            return int(redis.hget(StreamKeys(self.stream, 1).meta, "v"))
        return 0

    @property
    def closing(self) -> bool:
        """Return whether a season is closing."""
        season = self.get()["game"]["season"]
        return season is not None and season["stage"] == "closing"

    def export(self) -> list[Body]:
        """Export the public part of each record of the log."""
        answer = self.app.get(f"{self.path}/events", headers={"Accept": "application/x-ndjson"}).raise_for_status()
        return [msgspec.json.decode(line)["public"] for line in answer.content.splitlines()]

    def events(self, after: int = 0) -> Iterator[Body]:
        """Return all events since a version."""
        page: Body = {"next": after}
        while page["next"] is not None:
            page = self.get("/events", after=page["next"])
            yield from page["items"]


def characters(send: Send, count: int) -> list[str]:
    """Create this many characters for ann, ready to play."""
    found = []
    for number in range(count):
        made = send({"type": "CreateCharacter", "sheet": {"name": f"No. {number}"}, "dice": DICE, "seat": "ann"})
        who = made[0]["creature"]["id"]
        send({"type": "AgreeEquipment", "creature": who, "items": [], "coins": 0})
        found.append(who)
    return found


def declare(send: Send, those: Sequence[str], name: str | None = None) -> list[str]:
    """Open the next season, with a name if it is the first, and declare three actions for each character."""
    send({"type": "OpenSeason", "name": name, "results": "all"})
    return [action for place in range(len(those)) for action in _three(send, those[place], those[place - 1])]


def _three(send: Send, who: str, other: str) -> Iterator[str]:
    """Declare an action for income, one against a difficulty, and one against another character."""
    against: Sequence[Body] = (
        {},
        {"skill": "Social", "difficulty": "Average"},
        {"skill": "Stealth", "opponents": [{"creature": other, "skill": "Mental"}]},
    )
    aims = (("income", "Scholar"), ("relationship", "Social"), ("information", "Stealth"))
    for (gains, skill), terms in zip(aims, against, strict=True):
        said = {"creature": who, "gains": [gains], "aim": "as every year", "skill": skill}
        action = send({"type": "DeclareAction", **said})[0]["action"]["id"]
        if terms:
            send({"type": "SetActionTerms", "action": action, "terms": terms})
        yield action


def peak_of(pid: int) -> int:
    """Return the peak memory of a process. Units: MiB."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))) // 1024


def peaks(crew: Supervisor) -> dict[int, int]:
    """Return the peak memory of each of the supervisor's processes, and of their children. Units: MiB."""
    found = [pid for member in crew.members for pid in (member.pid, *children_of(member.pid))]
    return {pid: peak_of(pid) for pid in found}
