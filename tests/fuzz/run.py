"""One run of schemathesis against a running server, and its findings."""

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

from services.gateway.processes.running import Running
from shared.platform.contract import JSON
from shared.platform.http.services import Service

ROOT: Final = Path(__file__).parents[2]
"""The root of the checkout, where `st` finds `schemathesis.toml`."""
ST: Final = (str(Path(sys.executable).with_name("st")), "run")
PHASES: Final = ("examples", "coverage", "fuzzing", "stateful")
COVERED: Final = re.compile(r"API Links:\s+(\d+) covered / \d+ selected / (\d+) total")
FAULTS: Final = re.compile(r'^arbiter_http_request_seconds_count\{.*status="5\d\d"\} ([0-9.e+]+)$', re.MULTILINE)
QUIET: Final = {
    "ARBITER_RATE_QUOTA": "1000000", "ARBITER_RATE_WINDOW": "1", "ARBITER_WEBHOOKS_EACH": "1000",
    "ARBITER_WEBHOOKS_PRIVATE": "yes",
}  # fmt: skip
"""Server settings with which neither limits nor forbidden hosts stop the fuzzer; other tests cover these."""


class Found(Struct, frozen=True, kw_only=True):
    """The findings of a run: the verdict of schemathesis, the number of 5xx responses, and the links not followed.

    For a seat, only the links from its own stream count.
    """

    code: int
    faults: int
    links: int
    followed: int
    unfollowed: tuple[str, ...]
    said: str

    @property
    def clean(self) -> bool:
        """Return whether there is nothing to fix."""
        return self.code == 0 and self.faults == 0 and not self.unfollowed

    def with_walks(self, other: Found) -> Found:
        """Return these findings combined with the findings of another run, which follows links."""
        return Found(
            code=self.code or other.code,
            faults=self.faults + other.faults,
            links=self.links,
            followed=max(self.followed, other.followed),
            unfollowed=tuple(link for link in self.unfollowed if link in other.unfollowed),
            said=self.said + other.said,
        )


def fuzz(
    server: Running, folder: Path, *, services: Sequence[Service], seed: int, max_examples: int | None = None,
    phases: Sequence[str] = PHASES, key: str | None = None, as_seat: bool = False, echo: bool = False,
) -> Found:  # fmt: skip
    """Run the phases on a server's services, as an app or as a seat of a stream. Write reports into the folder.

    A seat belongs to one service and may call only its stream's routes, so refused calls of a seat cause no warnings.
    If the run follows no links, operations that only links reach cause no warnings either.
    """
    folder.mkdir(parents=True, exist_ok=True)
    events = folder.resolve() / "events.ndjson"
    schema = "openapi" if len(services) > 1 else services[0].name
    key = key or server.key
    with server.client(key) as client:
        before = faults(client)
        contract = client.get(f"/schema/{schema}.json").json()
        caller = seat_of(client, services[0], contract) if as_seat else key
    command = [
        *ST, f"{server.address}/schema/{schema}.json", "--url", server.address, "--seed", str(seed),
        *(["--max-examples", str(max_examples)] if max_examples else []),
        "--phases", ",".join(phases), "--report", "ndjson,junit", "--report-ndjson-path", str(events),
        "--report-junit-path", str(events.with_name("junit.xml")),
        *(["--include-path-regex", f"^{streams_of(services[0])}/"] if as_seat else []),
        *(["--warnings", "off"] if as_seat or "stateful" not in phases else []),
    ]  # fmt: skip
    code, said = run(command, key=caller, echo=echo)
    with server.client(key) as client:
        failed = faults(client) - before
    covered = COVERED.search(said)
    return Found(
        code=code,
        faults=failed,
        links=int(covered[2]) if covered else 0,
        followed=int(covered[1]) if covered else 0,
        unfollowed=tuple(sorted(set(links_in(contract)) - followed_in(events)))
        if "stateful" in phases and not as_seat
        else (),
        said=said,
    )


def streams_of(service: Service) -> str:
    """Return the path of the list of a service's streams."""
    return f"/{service.name}/v1/{service.game.plural}"


def seat_of(client: httpx.Client, service: Service, contract: Mapping[str, Any]) -> str:
    """Open a stream with the contract's first example; return the token of its first seat."""
    streams = streams_of(service)
    examples = contract["paths"][streams]["post"]["requestBody"]["content"][JSON]["examples"]
    opened = client.post(streams, json=next(iter(examples.values()))["value"])
    token: str = opened.json()["seats"][0]["token"]
    return token


def faults(client: httpx.Client) -> int:
    """Return the number of 5xx responses that a server has sent."""
    return int(sum(map(float, FAULTS.findall(client.get("/metrics").text))))


def run(command: Sequence[str], *, key: str, echo: bool = False) -> tuple[int, str]:
    """Run a command in the root of the checkout with a key; with `echo`, print its output while it runs.

    Return its exit code and output.
    """
    said: list[str] = []
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"ARBITER_KEY": key}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
    ) as process:  # fmt: skip
        for line in process.stdout or ():
            said.append(line)
            if echo:
                print(line, end="", flush=True)
    return process.returncode, "".join(said)


def links_in(contract: Mapping[str, Any]) -> Iterator[str]:
    """Yield the name of every link in a contract, as schemathesis writes it."""
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
    """Return the links that a run followed, according to its events file."""
    found: set[str] = set()
    with events.open("rb") as lines:
        for line in lines:
            scenario = msgspec.json.decode(line).get("ScenarioFinished", {})
            for case in scenario.get("recorder", {}).get("cases", {}).values():
                if case.get("is_transition_applied"):
                    found.add(case["transition"]["id"])
    return found
