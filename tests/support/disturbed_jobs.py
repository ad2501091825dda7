"""Jobs whose workers, dispatcher or broker are killed, and the processes of an installation."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import httpx

from tests.support.jobs import SEED, roll_to_simulate, wait_for_job

LONG: Final[dict[str, Any]] = {"simulate": roll_to_simulate("20d20kh10!"), "trials": 60_000, "seed": SEED}
SHORT: Final[dict[str, Any]] = {"simulate": roll_to_simulate("20d20kh10!"), "trials": 24_000, "seed": SEED}
WITHIN: Final = 240.0
PATIENT: Final = {
    "ARBITER_JOB_ATTEMPTS": "100",
    "ARBITER_JOB_STALL_SECONDS": "4",
    "ARBITER_CHUNK_SECONDS": "12",
    "ARBITER_VISIBILITY_SECONDS": "20",
}


class Job:
    """A job that a separate app requests, so that no other test affects it."""

    def __init__(self, app: httpx.Client, body: dict[str, Any]) -> None:
        """Request the job."""
        self.app, self.body = app, body
        answer = app.post("/dice/v1/jobs", json=body)
        assert answer.status_code == 202, answer.text
        self.place = answer.headers["Location"]
        self.stream: str = answer.json()["stream"]

    @property
    def progress(self) -> dict[str, Any]:
        """Return the job's progress, with the number of trials."""
        progress: dict[str, Any] = self.app.get(self.place).json()["progress"]
        return progress

    def moves(self, *, within: float) -> bool:
        """Wait until the job has counted more trials; return whether it did so in time."""
        until, before = time.monotonic() + within, self.progress["trials"]
        while time.monotonic() < until:
            if self.progress["trials"] > before:
                return True
            time.sleep(0.05)
        return False

    def outcome(self) -> str:
        """Return the job's result as JSON, after asserting that it completed once and counted each chunk once."""
        job = wait_for_job(self.app, self.place, within=WITHIN)
        assert job["progress"]["status"] == "completed", job["progress"]
        counted: Counter[str] = Counter()
        page: dict[str, Any] = {"next": 0}
        while page["next"] is not None:
            page = self.app.get(f"{self.place}/events", params={"after": page["next"]}).json()
            for item in page["items"]:
                counted[f"{item['type'].rpartition('.')[2]} {item['data'].get('chunk', '')}"] += 1
        assert set(counted.values()) == {1}, counted
        assert "JobCompleted " in counted
        return json.dumps(job["result"])


Asking: TypeAlias = Callable[[dict[str, Any]], Job]


def left_of(folder: Path) -> list[int]:
    """Return the ids of an installation's processes that are still running."""
    return sorted(int(path.name) for path in Path("/proc").glob("[0-9]*") if belongs(path, folder))


def calculates(pid: int) -> bool:
    """Return whether a process belongs to a server's pool; such processes start on demand, and then keep running."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
        return b"shared.platform.processes" in words or words.startswith(b"arbiter\0pool\0")
    return False


def belongs(process: Path, folder: Path) -> bool:
    """Return whether a process has an installation's folder in its environment, or has a file in that folder open."""
    with suppress(OSError):
        if f"ARBITER_DATA_FOLDER={folder}".encode() in (process / "environ").read_bytes():
            return True
        return any(str(file.readlink()).startswith(f"{folder}/") for file in (process / "fd").iterdir())
    return False


def eventually(met: Callable[[], bool], *, within: float = 120.0) -> None:
    """Wait until a condition holds, for at most this many seconds."""
    until = time.monotonic() + within
    while not met():
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.05)
