"""`make fuzz`: run schemathesis against an Arbiter server of its own. Exit with 0 if there is nothing to fix."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final

from services.gateway.processes.running import running
from services.gateway.served import SERVICES
from shared.platform.http.services import Service
from tests.support.jobs import crewed

from .run import PHASES, QUIET, Found, fuzz

MOST_WALKS: Final = 6
"""The maximum number of runs of the phase in which walks follow links, including the first run.

A run ends early if a response differs from an earlier response to the same request.
"""


def parse_options() -> argparse.Namespace:
    """Parse the command line."""
    names = [one.game.service for one in SERVICES]
    words = argparse.ArgumentParser(prog="make fuzz ARGS=…", description=__doc__)
    words.add_argument("--service", choices=names, help="only this service (default: each after the other)")
    words.add_argument("--seed", type=int, default=1, help="the same seed draws the same requests (default 1)")
    words.add_argument("--max-examples", type=int, help="requests an operation and phase (default 100)")
    words.add_argument("--phases", default=",".join(PHASES), help="which phases (default: all)")
    words.add_argument("--report", type=Path, default=Path("build/fuzz"), help="where reports go (default build/fuzz)")
    options = words.parse_args()
    options.services = [one for one in SERVICES if options.service in {None, one.name}]
    return options


def main() -> int:
    """Run the fuzzer, print its findings, and return the exit code."""
    options = parse_options()
    found = {
        (service.name, who): _fuzz_service(service, options, as_seat=who == "seat")
        for service in options.services
        for who in ("app", "seat")
    }
    for (service, who), one in found.items():
        print(summary(f"{service}, by its {who}", one))
    return 0 if all(one.clean for one in found.values()) else 1


def _fuzz_service(service: Service, options: argparse.Namespace, *, as_seat: bool) -> Found:
    """Run the fuzzer on one service with a separate server, so that faults are counted separately."""
    report = (options.report / service.name / ("seat" if as_seat else "app")).resolve()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), durability="relaxed", **QUIET) as server,
        crewed(server),
    ):
        found = fuzz(
            server, report, services=[service], seed=options.seed, max_examples=options.max_examples,
            phases=options.phases.split(","), as_seat=as_seat, echo=True,
        )  # fmt: skip
        for seed in range(options.seed + 1, options.seed + MOST_WALKS):
            if found.unfollowed:
                more = report / f"walks-{seed}"
                walks = fuzz(server, more, services=[service], seed=seed, phases=("stateful",), echo=True)
                found = found.with_walks(walks)
        (report / "server.log").write_bytes(server.log.read_bytes())
    return found


def summary(what: str, found: Found) -> str:
    """Return a summary of a run, in a few lines."""
    failures = "no failures" if found.code == 0 else f"FAILED (exit {found.code})"
    links = f"{found.followed} of {found.links} links followed"
    verdict = "clean" if found.clean else "NOT CLEAN"
    unfollowed = "".join(f"\n  not followed: {link}" for link in found.unfollowed)
    return f"{what}: {failures}, {found.faults} answers of 5xx, {links}: {verdict}{unfollowed}"


if __name__ == "__main__":
    sys.exit(main())
