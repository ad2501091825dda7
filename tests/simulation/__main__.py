"""Runs seeds of the simulated service: `python -m tests.simulation --seeds 1-20`."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from tests.simulation import pins

FAILING: Final = "run the store with a replica, which may take its place, and the services with this durability"


def main() -> int:
    """Run the simulation with the command line's options; return the exit status."""
    pins.fix_hashes()
    pins.hold()
    words = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    words.add_argument("--seed", type=int, help="run one seed, and print its plan and its trace")
    words.add_argument("--seeds", help="run the seeds from one to another, such as 1-200")
    words.add_argument("--quiet", action="store_true", help="print only the seeds that fail, and the summary")
    words.add_argument("--bugs", nargs="*", help="find the planted bugs of these names, or all of them")
    words.add_argument("--most", type=int, default=2000, help="how many seeds may look for a planted bug")
    words.add_argument("--shrink", action="store_true", help="shrink the plans that find planted bugs")
    words.add_argument("--durability", choices=["durable", "replicated"], default="", help=FAILING)
    given = words.parse_args()
    pins.Chosen.durability = given.durability
    return _run(given)


def _run(given: argparse.Namespace) -> int:
    from tests.simulation.planted import BUGS, BUGS_WITH_REPLICA
    from tests.simulation.reporting import find_bugs, run_seed, run_seeds
    from tests.simulation.running import Image

    image, status = Image(), 0
    if given.seed is not None:
        status |= run_seed(image, given.seed)
    if given.seeds is not None:
        first, _, last = given.seeds.partition("-")
        status |= run_seeds(image, range(int(first), int(last or first) + 1), quiet=given.quiet)
    if given.bugs is not None:
        every = BUGS_WITH_REPLICA if given.durability else BUGS
        missed = find_bugs(image, given.bugs or list(every), most=given.most, shrink=given.shrink)
        status |= int(missed > 0)
    return status


if __name__ == "__main__":
    sys.exit(main())
