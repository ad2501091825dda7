"""The commands `arbiter archive` and `arbiter unarchive`, with their options and their output."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from services.gateway.terminal import console, errors, errors_reported, settings_here

UNITS: Final = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000}
SPAN: Final = re.compile(r"([0-9]{1,6})([dhms])")


class Span(click.ParamType[int]):
    """The command line's parameter type for a duration, such as 30d, 12h, 5m or 0s. Units: milliseconds."""

    name = "span"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401 as click has it
        """Parse a duration."""
        found = SPAN.fullmatch(value)
        if found is None:
            self.fail(f"{value!r} is not a duration, such as 30d, 12h or 0s", param, ctx)
        return int(found[1]) * UNITS[found[2]]


@click.command()
@click.option("--stream", "streams", multiple=True, help="archive this stream (such as dice.table:ID); may be repeated")
@click.option(
    "--closed-before", "ended_for", type=Span(), default="30d", show_default=True,
    help="without --stream: archive every stream closed for at least this long",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="only list the streams")
def archive(streams: Sequence[str], ended_for: int, dry_run: bool) -> None:  # noqa: FBT001 click passes flags so
    """Move closed streams from the store to files in ARBITER_ARCHIVE_FOLDER, from which the server still serves them.

    Exits 1 if a stream could not be moved.
    """
    from services.gateway.operations.archive import ArchiveRequest
    from services.gateway.operations.archive import archive as run

    asked = ArchiveRequest(streams=streams, ended_for=ended_for, dry_run=dry_run)
    settings = settings_here()
    with errors_reported():
        moved = run(settings, asked, lambda stream: console.print(stream, highlight=False, soft_wrap=True))
    said = "would be archived" if dry_run else f"are in {settings.archive_at}"
    console.print(f"{len(moved.done)} streams {said}", highlight=False, soft_wrap=True)
    for name, why in moved.stay.items():
        errors.print(f"{name}: {why}", style="red", highlight=False, markup=False, soft_wrap=True)
    sys.exit(1 if moved.stay else 0)


@click.command()
@click.argument("stream")
def unarchive(stream: str) -> None:
    """Restore an archived stream into the store, byte for byte. The stream's file stays, and may be removed by hand."""
    from services.gateway.operations.archive import unarchive as run

    try:
        with errors_reported():
            commits = run(settings_here(), stream)
    except LookupError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{stream} is in the store again, with {commits} commits")
