"""One run of schemathesis against a running server, and what came of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from msgspec import Struct

from services.gateway.running import Running
from shared.platform.http.services import Service

from .known import Known, bindings, prepare

CONFIG: Final = Path(__file__).with_name("schemathesis.toml")
PHASES: Final = ("examples", "coverage", "fuzzing", "stateful")
COVERED: Final = re.compile(r"API Links:\s+(\d+) covered / \d+ selected / (\d+) total")
EXAMPLES: Final = re.compile(r"^max-examples = (\d+)", re.MULTILINE)
FAULTS: Final = re.compile(r'^arbiter_http_request_seconds_count\{.*status="5\d\d"\} ([0-9.e+]+)$', re.MULTILINE)
QUIET: Final = {
    "ARBITER_RATE_QUOTA": "1000000", "ARBITER_RATE_WINDOW": "1", "ARBITER_WEBHOOKS_EACH": "1000",
    "ARBITER_WEBHOOKS_PRIVATE": "yes",
}  # fmt: skip
"""Settings under which no limit meets the fuzzer, nor a host that may not be called: these have tests of their own."""


class Found(Struct, frozen=True, kw_only=True):
    """What a run found: schemathesis' own verdict, answers of 5xx, and links of the contract that nobody followed.

    A seat follows those that begin at its stream.
    """

    code: int
    faults: int
    links: int
    followed: int
    unfollowed: tuple[str, ...]
    said: str

    @property
    def clean(self) -> bool:
        """Tell whether there is nothing to mend."""
        return self.code == 0 and self.faults == 0 and not self.unfollowed


def fuzz(
    server: Running, folder: Path, *, services: Sequence[Service], seed: int, max_examples: int | None = None,
    phases: Sequence[str] = PHASES, key: str | None = None, as_seat: bool = False, echo: bool = False,
) -> Found:  # fmt: skip
    """Run the phases on services of a server, as their app or as a seat of a stream; reports go into the folder.

    A seat is of one service. It may only call what belongs to its stream; what of that it may not do is no warning.
    """
    folder.mkdir(parents=True, exist_ok=True)
    events, config = folder / "events.ndjson", folder / "schemathesis.toml"
    schema = "openapi" if len(services) > 1 else services[0].name
    key = key or server.key
    with server.client(key) as client:
        before = faults(client)
        parts = [prepare(client, service) for service in services]
        known = Known.together(client.get(f"/schema/{schema}.json").json(), parts) if len(parts) > 1 else parts[0]
    config.write_text(_budgeted(CONFIG.read_text("utf-8"), max_examples) + bindings(known, always=as_seat), "utf-8")
    command = [
        str(Path(sys.executable).with_name("st")), "--config-file", str(config), "run",
        f"{server.address}/schema/{schema}.json", "--url", server.address, "--seed", str(seed),
        "--phases", ",".join(phases), "--report", "ndjson,junit", "--report-ndjson-path", str(events),
        "--report-junit-path", str(folder / "junit.xml"),
        *(["--include-path-regex", f"^{known.streams}/", "--warnings", "off"] if as_seat else []),
    ]  # fmt: skip
    environment = {
        "ARBITER_TEST_KEY": known.token if as_seat else key,
        "ARBITER_TEST_FUZZ_OVER": ",".join(known.over),
        "ARBITER_TEST_FUZZ_HOOKS": str(CONFIG.with_name("hooks.py")),
    }
    code, said = _told(command, folder, os.environ | environment, echo=echo)
    with server.client(key) as client:
        failed = faults(client) - before
    covered = COVERED.search(said)
    return Found(
        code=code,
        faults=failed,
        links=int(covered[2]) if covered else 0,
        followed=int(covered[1]) if covered else 0,
        unfollowed=tuple(sorted(set(links_in(known.contract)) - followed_in(events)))
        if "stateful" in phases and not as_seat
        else (),
        said=said,
    )


def faults(client: httpx.Client) -> int:
    """Return how many answers of a server were 5xx."""
    return int(sum(map(float, FAULTS.findall(client.get("/metrics").text))))


def _budgeted(config: str, max_examples: int | None) -> str:
    """Return the configuration with so many examples an operation, and walks along links in proportion."""
    if max_examples is None:
        return config
    usual = min(map(int, EXAMPLES.findall(config)))
    return EXAMPLES.sub(lambda found: f"max-examples = {int(found[1]) * max_examples // usual}", config)


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


def links_in(contract: Mapping[str, Any]) -> Iterator[str]:
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
