"""The command `arbiter impact`, with its options and its output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from services.gateway.operations.archive_cli import Span
from services.gateway.terminal import console, errors_reported, settings_here


class Settings(click.ParamType[dict[str, Any]]):
    """The command line's parameter type for changed settings, as JSON such as {"critical": {"count": "exactly"}}."""

    name = "json"

    def convert(
        self,
        value: Any,  # noqa: ANN401 as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> dict[str, Any]:
        """Parse changed settings."""
        try:
            return msgspec.json.decode(value, type=dict[str, Any])
        except msgspec.MsgspecError as error:
            self.fail(f"it is not a JSON object: {error}", param, ctx)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--key-file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="for archived streams: the key file that opens their secrets")  # fmt: skip
@click.option("--streams", multiple=True, metavar="STREAM", help="read this stream of the store; may be repeated")
@click.option("--game", help="without --streams: read only the streams of this service")
@click.option("--since", type=Span(), help="read only streams with a command in this period, such as 30d")
@click.option("--sample", type=click.IntRange(1), help="read only a sample of this many streams, always the same ones")
@click.option("--with", "changes", type=Settings(), default="{}", help="settings that replace those of the streams")
@click.option("--fixtures", type=click.Path(file_okay=False, path_type=Path),
              help="write exports of streams that differ into this folder; from the store, only open logs")  # fmt: skip
@click.option("--processes", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="print the report as JSON")
def impact(files: Sequence[Path], changes: dict[str, Any], as_json: bool, **asked: Any) -> None:  # noqa: ANN401, FBT001 as click passes them
    """Decide stored commands again, on their recorded draws, under the rules of this release.

    FILES are exports, archived streams, or folders of them. Without FILES, streams are read from the store. Exits 1 if
    any decision would be different, or if a stream could not be decided to its end.
    """
    from services.gateway.games import GAMES
    from services.gateway.operations.impact import CannotBeRead, ImpactRequest, print_impact
    from services.gateway.operations.impact import impact as run
    from shared.kernel.impact import Change, UnknownSetting

    if asked["game"] is not None and asked["game"] not in GAMES:
        raise click.UsageError(f"unknown service {asked['game']}: choose one of {', '.join(GAMES)}")
    if files and any(asked[name] for name in ("streams", "game", "since", "sample")):
        raise click.UsageError(
            "--streams, --game, --since and --sample choose streams of the store: leave out the files"
        )
    request = ImpactRequest(files=files, change=Change(changes), **asked)
    try:
        with errors_reported(), console.status("deciding again") as shown:
            found = run(settings_here, request, lambda stream: shown.update(f"{stream} is done"))
    except (CannotBeRead, UnknownSetting, LookupError) as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))
    else:
        print_impact(found, console)
    sys.exit(1 if found.rows or found.stopped else 0)
