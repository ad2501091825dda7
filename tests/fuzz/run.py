"""One run of schemathesis against a running server, and what came of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from services.gateway.running import Running

CONFIG: Final = Path(__file__).with_name("schemathesis.toml")
PHASES: Final = ("examples", "coverage", "fuzzing", "stateful")
COVERED: Final = re.compile(r"API Links:\s+(\d+) covered / \d+ selected / (\d+) total")
FAULTS: Final = re.compile(r'^arbiter_http_request_seconds_count\{.*status="5\d\d"\} ([0-9.e+]+)$', re.MULTILINE)
QUIET: Final = {
    "ARBITER_RATE_QUOTA": "1000000", "ARBITER_RATE_WINDOW": "1", "ARBITER_WEBHOOKS_EACH": "1000",
    "ARBITER_WEBHOOKS_PRIVATE": "yes",
}  # fmt: skip
"""Settings under which no limit meets the fuzzer, nor a host that may not be called: these have tests of their own."""


class Found(Struct, frozen=True, kw_only=True):
    """What a run found: schemathesis' own verdict, answers of 5xx, and links of the contract that nobody followed."""

    code: int
    faults: int
    links: int
    followed: int
    unfollowed: tuple[str, ...]
    summary: str

    @property
    def clean(self) -> bool:
        """Tell whether there is nothing to mend."""
        return self.code == 0 and self.faults == 0 and self.followed == self.links and not self.unfollowed


def fuzz(
    server: Running, folder: Path, *, service: str, seed: int, max_examples: int | None = None,
    phases: Sequence[str] = PHASES, echo: bool = False,
) -> Found:  # fmt: skip
    """Run the phases on one service of a server; reports go into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    events = folder / "events.ndjson"
    command = [
        str(Path(sys.executable).with_name("st")), "--config-file", str(CONFIG), "run",
        f"{server.address}/schema/{service}.json", "--url", server.address, "--seed", str(seed),
        "--phases", ",".join(phases), "--report", "ndjson,junit", "--report-ndjson-path", str(events),
        "--report-junit-path", str(folder / "junit.xml"),
        *(["--max-examples", str(max_examples)] if max_examples else []),
    ]  # fmt: skip
    code, said = _told(command, folder, os.environ | {"ARBITER_TEST_KEY": server.key}, echo=echo)
    with server.client() as client:
        contract = client.get(f"/schema/{service}.json").json()
        measured = client.get("/metrics").text
    covered = COVERED.search(said)
    return Found(
        code=code,
        faults=int(sum(map(float, FAULTS.findall(measured)))),
        links=int(covered[2]) if covered else 0,
        followed=int(covered[1]) if covered else 0,
        unfollowed=tuple(sorted(set(links_in(contract)) - followed_in(events))) if "stateful" in phases else (),
        summary=said[said.find("= SUMMARY =") :],
    )


def _told(command: list[str], folder: Path, environment: dict[str, str], *, echo: bool) -> tuple[int, str]:
    """Run a command in a folder, show its words as they come if asked to, and give its exit code and its words."""
    said: list[str] = []
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:  # fmt: skip
        for line in process.stdout or ():
            said.append(line)
            if echo:
                print(line, end="", flush=True)
    return process.returncode, "".join(said)


def links_in(contract: dict[str, Any]) -> Iterator[str]:
    """Name every link of a contract, as schemathesis names it."""
    places = {
        operation["operationId"]: f"{method.upper()} {path}"
        for path, methods in contract["paths"].items()
        for method, operation in methods.items()
    }
    for methods in contract["paths"].values():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                for name, link in response.get("links", {}).items():
                    start = places[operation["operationId"]]
                    yield f"{start} -> [{status}] {name} -> {places[link['operationId']]}"


def followed_in(events: Path) -> set[str]:
    """Name the links that a run followed."""
    found: set[str] = set()
    with events.open("rb") as lines:
        for line in lines:
            scenario = msgspec.json.decode(line).get("ScenarioFinished", {})
            for case in scenario.get("recorder", {}).get("cases", {}).values():
                if case.get("is_transition_applied"):
                    found.add(case["transition"]["id"])
    return found
