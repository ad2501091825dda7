"""`make fuzz`: a whole Arbiter of its own, and schemathesis let loose on it. Exits 0 if nothing is to be mended."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from services.gateway.running import running

from .run import PHASES, QUIET, Found, fuzz


def asked() -> argparse.Namespace:
    """Read what was asked for."""
    words = argparse.ArgumentParser(prog="make fuzz ARGS=…", description=__doc__)
    words.add_argument("--seed", type=int, default=1, help="the same seed makes the same requests (default 1)")
    words.add_argument("--max-examples", type=int, help="requests an operation and phase (default: the config's)")
    words.add_argument("--phases", default=",".join(PHASES), help="which phases (default: all)")
    words.add_argument("--report", type=Path, default=Path("build/fuzz"), help="where reports go (default build/fuzz)")
    return words.parse_args()


def main() -> int:
    """Run, tell, and give the exit code."""
    options = asked()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), durability="relaxed", **QUIET) as server:
        found = fuzz(
            server, options.report.resolve(), seed=options.seed, max_examples=options.max_examples,
            phases=options.phases.split(","), echo=True,
        )  # fmt: skip
        (options.report / "server.log").write_bytes(server.log.read_bytes())
    print(told(found))
    return 0 if found.clean else 1


def told(found: Found) -> str:
    """Say in a few lines what a run came to."""
    lines = [
        f"schemathesis: {'no failures' if found.code == 0 else f'FAILED (exit {found.code})'}",
        f"answers of 5xx: {found.faults}",
        f"links followed: {found.followed} of {found.links}",
        *(f"  not followed: {link}" for link in found.unfollowed),
        "clean" if found.clean else "NOT CLEAN",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
