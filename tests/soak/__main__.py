"""Runs a soak, prints its slopes, and exits with 1 if a quantity grows or anything failed."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.soak.report import failures_of, print_report
from tests.soak.running import soak


def main() -> int:
    """Run a soak with the command line's options; return the exit status."""
    words = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    words.add_argument("--hours", type=float, default=8.0, help="how long the traffic lasts")
    words.add_argument("--share", type=float, default=0.5, help="the share of the measured capacity to use")
    words.add_argument("--rate", type=float, help="requests per second, instead of a share of the capacity")
    words.add_argument("--every", type=float, default=10.0, help="seconds between two samples")
    words.add_argument("--to", type=Path, default=Path("build/soak.ndjson"), help="the file for the samples")
    given = words.parse_args()
    given.to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run = soak(
            Path(folder), seconds=given.hours * 3600, share=given.share, rate=given.rate, every=given.every, to=given.to
        )
    print_report(run)
    return int(bool(failures_of(run)))


if __name__ == "__main__":
    sys.exit(main())
