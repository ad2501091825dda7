"""Slower callers of a soak, each in a thread: campaigns with undos, matches of the computer, jobs, and a webhook."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from typing import Any, Final

import httpx

from services.gateway.processes.running import Running
from tests.soak.traffic import Counts
from tests.support.http import key_of
from tests.support.jobs import roll_to_simulate, wait_for_job
from tests.support.live_undos import Live
from tests.support.receiver import Receiver

CAMPAIGN: Final = "rpg_boundless"
CAMPAIGN_STEPS: Final = 40
UNDO_SHARE: Final = 0.2
STEP_SECONDS: Final = 1.0
MATCH_SECONDS: Final = 60.0
JOB_SECONDS: Final = 15.0
LOOK_SECONDS: Final = 1.0
PATIENCE: Final = 600.0
"""Seconds after which a match of the computer must be over."""


class Guest(threading.Thread):
    """A thread that repeats some work, with a pause after each time, until the event `over` is set."""

    def __init__(
        self, work: Callable[[threading.Event], Any], seconds: float, over: threading.Event, counts: Counts
    ) -> None:  # fmt: skip
        """Prepare the work, with its pause in seconds. `counts` gets the failures."""
        super().__init__(name=f"soak {work}")
        self._work, self._seconds, self._over, self._counts = work, seconds, over, counts

    def run(self) -> None:
        """Work until the event is set."""
        try:
            while not self._over.is_set():
                self._work(self._over)
                self._over.wait(self._seconds)
        except BaseException as error:  # noqa: BLE001 the soak reports it
            self._counts.fail(f"{self._work}: {error!r}")


class Campaigns:
    """A campaign that is played at random, with undos, again and again. Its webhook must hear each event in order."""

    def __init__(self, server: Running, receiver: Receiver) -> None:
        """Create an app of its own, with a webhook for its campaigns."""
        self.server, self.receiver = server, receiver
        self.app = server.client(key_of(server, tenant="soak-campaigns"))
        hook = {"url": receiver.url, "kinds": [f"{CAMPAIGN}.campaign"]}
        self.app.post("/arbiter/v1/webhooks", json=hook).raise_for_status()
        self.luck, self.undos, self.heard = Random(7), 0, 0
        self._reached: dict[str, int] = {}
        self._versions: dict[str, int] = {}

    def __call__(self, over: threading.Event) -> None:
        """Play one campaign to its end."""
        live = Live(self.server, self.app, CAMPAIGN, self.luck)
        for _ in range(CAMPAIGN_STEPS):
            if over.wait(STEP_SECONDS) or not live.play():
                break
            if self.luck.random() < UNDO_SHARE:
                live.undo()
        live.close()
        self.undos += live.undos
        self._versions[live.table.opened["id"]] = live.table.version
        self.listen()

    def listen(self) -> None:
        """Read the messages that have arrived, and assert that no event is missing or out of order."""
        while not self.receiver.messages.empty():
            for event in self.receiver.next().events:
                self._read(event)

    def _read(self, event: dict[str, Any]) -> None:
        stream, _, version = str(event["id"]).rpartition("/")
        before = self._reached.get(stream, 0)
        assert int(version) == before + 1, f"the webhook heard {event['id']} after {before}"
        self._reached[stream] = before + 1
        self.heard += 1

    def settle(self) -> None:
        """Wait until the webhook has heard every event of every campaign."""
        wanted = sum(self._versions.values())
        while self.heard < wanted:
            for event in self.receiver.next().events:
                self._read(event)


class Matches:
    """Matches of cards that the computer plays against itself."""

    def __init__(self, server: Running) -> None:
        """Create an app of its own."""
        self.app = server.client(key_of(server, tenant="soak-matches"))
        self.played = 0

    def __call__(self, over: threading.Event) -> None:
        """Open a match, let the computer play both seats, and wait until it is over."""
        opened = self.app.post("/tcg/v1/matches", json={"seats": [{"seat": "ann"}, {"seat": "bob"}]})
        path = opened.raise_for_status().headers["Location"]
        for seat in ("ann", "bob"):
            self.app.post(f"{path}/seats/{seat}/player", json={"player": "random"}).raise_for_status()
        for _ in range(int(PATIENCE / LOOK_SECONDS)):
            if self.app.get(path).raise_for_status().json()["status"] != "open":
                self.played += 1
                return
            if over.wait(LOOK_SECONDS):
                return
        raise AssertionError(f"{path} is not over after {PATIENCE:.0f} s")


class Jobs:
    """Simulations of dice, which the workers compute."""

    def __init__(self, server: Running) -> None:
        """Create an app of its own."""
        self.app: httpx.Client = server.client(key_of(server, tenant="soak-jobs"))
        self.done = 0

    def __call__(self, _: threading.Event) -> None:
        """Request a job, and wait for its result."""
        body = {"simulate": roll_to_simulate("2d6"), "trials": 4_000 + self.done}
        place = self.app.post("/dice/v1/jobs", json=body).raise_for_status().headers["Location"]
        assert wait_for_job(self.app, place)["progress"]["status"] == "completed"
        self.done += 1
