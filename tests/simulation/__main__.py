"""Run seeds of the simulated service: `python -m tests.simulation --seeds 1-20`."""

from __future__ import annotations

import argparse
import sys

from tests.simulation import pins


def main() -> int:
    """Run what the command line says, and return its status."""
    pins.fix_hashes()
    pins.hold()
    words = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    words.add_argument("--seed", type=int, help="run one seed, and print its plan and its trace")
    words.add_argument("--seeds", default="1-20", help="run the seeds from one to another, such as 1-200")
    words.add_argument("--quiet", action="store_true", help="print only the seeds that fail, and the summary")
    words.add_argument("--bugs", nargs="*", help="find the planted bugs of these names, or all of them")
    words.add_argument("--most", type=int, default=2000, help="how many seeds may look for a planted bug")
    given = words.parse_args()
    from tests.simulation.reporting import find_bugs, run_seed, run_seeds

    if given.bugs is not None:
        from tests.simulation.planted import BUGS

        return find_bugs(given.bugs or list(BUGS), given.most)
    if given.seed is not None:
        return run_seed(given.seed)
    first, _, last = given.seeds.partition("-")
    return run_seeds(range(int(first), int(last or first) + 1), quiet=given.quiet)


if __name__ == "__main__":
    sys.exit(main())
