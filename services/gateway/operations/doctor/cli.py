"""The command `arbiter doctor`, with its options and its output."""

from __future__ import annotations

import os
import sys
from typing import Final

import click

from services.gateway.operations.doctor.finding import Finding
from services.gateway.terminal import console

COLOURS: Final = {"fine": "green", "warning": "yellow", "fault": "red"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="print one JSON object per line, for programs")
@click.option("--quiet", is_flag=True, help="print only problems")
def doctor(as_json: bool, quiet: bool) -> None:  # noqa: FBT001 click passes flags so
    """Examine this deployment (settings, disk, keys, port, store, queue, processes), and print what to fix.

    Exits 1 if there is a fault, and 0 if there are only warnings. Changes nothing.
    """
    import msgspec

    from services.gateway.operations.doctor.examining import examine

    levels = set[str]()
    for found in examine(os.environ):
        levels.add(found.level)
        if quiet and found.level == "fine":
            continue
        if as_json:
            click.echo(msgspec.json.encode(found))
        else:
            _print(found)
    if not as_json and not quiet and levels == {"fine"}:
        console.print("nothing is wrong here; `arbiter check` verifies the games themselves", highlight=False)
    sys.exit(1 if "fault" in levels else 0)


def _print(found: Finding) -> None:
    level = f"[{COLOURS[found.level]}]{found.level:<8}[/]"
    console.print(level, end="", highlight=False)
    console.print(f"{found.about}: {found.says}", highlight=False, markup=False, soft_wrap=True)
    if found.remedy:
        console.print(f"{'':8}{found.remedy}", highlight=False, markup=False, soft_wrap=True)
