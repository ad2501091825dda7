"""Runs the benchmarks for `make bench`, prints the table, and writes build/bench.json."""

from __future__ import annotations

import argparse
import gc
import re
from collections.abc import Callable
from typing import Final

from rich.console import Console

from services.gateway.app import GC_THRESHOLDS

from . import (
    bones,
    campaign,
    commands,
    cost,
    exchanges,
    fairness,
    fights,
    first_minutes,
    jobs,
    lists,
    machine,
    matches,
    odds,
    page,
    past,
    players,
    replay,
    rolls,
    routes,
    seasons,
    services,
    simulated,
    start,
    streams,
    subscribers,
)
from .load import ROOT
from .rows import Row, print_rows, write

PLACE: Final = ROOT / "build" / "bench.json"
BUSY: Final = 1.0
WIDTH: Final = 160

Measure = Callable[[float, int], list[Row]]
"""A part of the bench: a function of the seconds per measurement and the number of rounds.

A part may ignore either argument.
"""
PARTS: Final[dict[str, Measure]] = {
    "cost": lambda _, rounds: cost.rows(rounds=rounds, count=False),
    "commands": lambda seconds, rounds: commands.rows(seconds=seconds, rounds=rounds),
    "subscribers": lambda seconds, rounds: subscribers.rows(seconds=seconds, rounds=rounds),
    "campaign": lambda seconds, rounds: campaign.rows(seconds=seconds, rounds=rounds),
    "jobs": lambda seconds, rounds: jobs.rows(seconds=seconds, rounds=rounds),
    "lists": lambda _, rounds: lists.rows(rounds=rounds, count=False),
    "matches": lambda _, rounds: matches.rows(rounds=3 * rounds),
    "players": lambda _, __: players.rows(),
    "replay": lambda _, rounds: replay.rows(rounds=3 * rounds),
    "rolls": lambda seconds, rounds: rolls.rows(seconds=seconds, rounds=rounds),
    "exchanges": lambda _, rounds: exchanges.rows(rounds=rounds),
    "services": lambda _, __: services.rows(count=False),
    "past": lambda _, __: past.rows(count=False),
    "bones": lambda seconds, rounds: bones.rows(seconds=seconds, rounds=rounds),
    "fights": lambda _, rounds: fights.rows(rounds=rounds),
    "seasons": lambda _, __: seasons.rows(),
    "simulated": lambda _, rounds: simulated.rows(rounds=rounds),
    "odds": lambda _, rounds: odds.rows(rounds=rounds),
    "fairness": lambda seconds, rounds: fairness.rows(seconds=seconds, rounds=rounds),
    "streams": lambda _, __: streams.rows(streams=streams.STREAMS),
    "routes": lambda seconds, rounds: routes.rows(seconds=seconds, rounds=rounds),
    "page": lambda _, __: page.rows(),
    "first": lambda _, __: first_minutes.rows(),
    "start": lambda _, rounds: start.rows(rounds=rounds),
}
COUNTED: Final[dict[str, Measure]] = {
    "cost": lambda _, rounds: cost.rows(rounds=rounds, count=True),
    "services": lambda _, __: services.rows(count=True),
    "past": lambda _, __: past.rows(count=True),
    "lists": lambda _, rounds: lists.rows(rounds=rounds, count=True),
}
"""The parts of the bench that count instructions if the command line asks for it."""


def main() -> None:
    """Measure the parts that the command line names."""
    words = _words()
    seconds, rounds = (1.0, 1) if words.quick else (2.0, 3)
    gc.set_threshold(*GC_THRESHOLDS)  # as in our server; it applies to the peers in this process too
    about = {**machine.about(), "quick": words.quick, "seconds_a_point": seconds, "rounds": rounds}
    console = Console(width=max(Console().width, WIDTH))
    console.print(f"Python {about['python']}, {about['python_build']}; {about['processor']}", highlight=False)
    parts = PARTS | {"streams": lambda _, __: streams.rows(streams=words.streams)}
    parts |= COUNTED if words.count else {}
    found: list[Row] = []
    for name, measure in parts.items():
        if re.search(words.only, name):
            console.print(f"measuring {name} …", style="dim")
            found += measure(seconds, rounds)
    about["load_average_after"] = machine.load_average()
    print_rows(console, found)
    console.print(", ".join(f"{name} {value}" for name, value in about["versions"].items()), highlight=False)
    if any(before > BUSY for before in about["load_average"][:1]):
        console.print(f"the machine was busy before ({about['load_average'][0]}): read the ratios, not the figures")
    write(PLACE, found, about)
    console.print(f"written to {PLACE.relative_to(ROOT)}", highlight=False)


def _words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round: to see that it runs, not to be quoted")
    parser.add_argument("--only", default="", metavar="PATTERN", help=f"only the parts that match: {', '.join(PARTS)}")
    parser.add_argument(
        "--streams", type=int, default=streams.STREAMS, metavar="N", help="how many open streams there are in `streams`"
    )
    parser.add_argument("--count", action="store_true", help="count instructions of a command and a list (valgrind)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
