"""The commands `arbiter backup`, `arbiter restore` and `arbiter check`, with their options and their output."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec.structs import replace

from services.gateway.terminal import A_FILE, console, end_with, errors_reported, settings_here
from shared.platform.settings import ServerSettings


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the data folder's store, running or not, to FILE. The copy does not include the key file."""
    from services.gateway.operations.backup import back_up
    from shared.platform.embedded_store.rewrite import FilesKept

    settings = settings_here()
    try:
        with errors_reported():
            size = back_up(settings, file)
    except FilesKept as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file} has {size} bytes; it opens with {settings.keys_at} alone, which is to be kept apart from it")


@click.command()
@click.argument("file", type=A_FILE)
@click.option(
    "--until", metavar="TIME|STREAM@VERSION",
    help="restore the state at a time (2026-11-29T18:30:00Z), or when a stream reached a version (dice.table:ID@17)",
)  # fmt: skip
def restore(file: Path, until: str | None) -> None:
    """Restore a copy as the store of an empty data folder, and verify every stream in it.

    With --until, the copy is rewound to an earlier moment: every stream ends with its last commit at or before that
    moment, and streams that were opened later are removed. Archived streams are read from ARBITER_ARCHIVE_FOLDER.
    """
    from services.gateway.operations.backup import restore as run
    from services.gateway.operations.point_in_time import restore_until

    settings = replace(settings_here(), redis_url=None)  # always the store of the data folder, whatever else is served
    with errors_reported():
        if until is None:
            run(settings, file)
        else:
            done = restore_until(settings, file, until)
            cut = len(done.cuts) - done.removed
            said = f"{done.whole} streams are whole, {cut} are cut, {done.removed} were opened later and are gone"
            console.print(said, highlight=False, soft_wrap=True)
    _check(settings)


@click.command()
def check() -> None:
    """Verify the hash chain of every stream, and decrypt its secrets. Exits 1 if a stream fails."""
    _check(settings_here())


def _check(settings: ServerSettings) -> None:
    from services.gateway.operations.backup import check as run
    from shared.platform.embedded_store.store_of_settings import store_of

    with errors_reported(), store_of(settings) as store, console.status("checking") as shown:
        found = run(settings, store, lambda name, commits: shown.update(f"{name}: {commits} commits"))
    console.print(f"{found.streams} streams, {found.commits} commits hold; {found.erased} streams are erased")
    end_with(found.broken | found.closed)
