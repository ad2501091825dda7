"""The command `arbiter verify`, with its options and its output."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from services.gateway.terminal import A_FILE, Address, console

AWAY: Final = 4


def _only_one(_: click.Context, option: click.Parameter, values: Sequence[Any]) -> Any:  # noqa: ANN401 of any type
    """Return the value of an option; None if it is missing. Refuse an option that is given several times."""
    if len(values) > 1:
        raise click.UsageError(f"{option.opts[0]} is given {len(values)} times")
    return values[0] if values else None


@click.command()
@click.argument("file", type=A_FILE)
@click.option(
    "--receipt", type=A_FILE, multiple=True, callback=_only_one, help="a signed receipt to check the log against"
)
@click.option(
    "--key", multiple=True, callback=_only_one,
    help="the public key that must have signed the receipt; by default the one it names",
)  # fmt: skip
@click.option("--key-file", type=A_FILE, help="for an archived stream: the key file that opens its secrets")
@click.option(
    "--parent", type=A_FILE, multiple=True, callback=_only_one,
    help="for a fork: the log of the stream that it came from, or its receipt",
)  # fmt: skip
@click.option(
    "--luck", type=A_FILE, multiple=True, callback=_only_one,
    help="for dice that a table rolled: the log of that table",
)  # fmt: skip
@click.option(
    "--compare",
    type=Address(),
    metavar="ADDRESS",
    help="also find the first version that the server at ADDRESS, perhaps of another release, folds differently",
)
def verify(  # noqa: PLR0913, PLR0917 click passes each by its name
    file: Path, receipt: Path | None, key: str | None, key_file: Path | None, parent: Path | None,
    luck: Path | None, compare: str | None,
) -> None:  # fmt: skip
    """Verify an exported log or an archived stream (NDJSON), without a server or a store.

    With --compare, the command also asks a server for digests of the folded stream, about log2(n) of them for n
    versions. ARBITER_KEY then holds the app's key or the seat's token. A digest covers only what the caller may read:
    the whole state if the stream's log is open, otherwise the caller's view.

    Exits 1 if something is wrong, 2 for wrong arguments, 3 for a correct log of a simulation, and 4 for a correct log
    that was not compared because the server did not answer.
    """
    from services.gateway.operations.verify import (
        HEX_KEY,
        NotOpened,
        ReceiptRefused,
        print_report,
        read_receipt,
        status_of,
        verify_file,
    )

    if key is not None and receipt is None and parent is None:
        raise click.UsageError("--key needs the --receipt that it signed, or a --parent")
    if key is not None and HEX_KEY.fullmatch(key) is None:
        raise click.UsageError("--key is 64 hexadecimal digits in lower case")
    try:
        report = verify_file(file, receipt, key, key_file, parent=parent, luck=luck)
    except (ReceiptRefused, NotOpened) as refused:
        click.echo(f"FAILED: {refused}")
        sys.exit(1)
    print_report(report, console)
    if receipt is not None and report.honest:
        held = read_receipt(receipt.read_bytes(), key)
        click.echo(f"receipt: version {held.version} agrees, signed by {held.key}")
    compared = 0 if compare is None else _compare(file, key_file, compare)
    sys.exit(status_of(report) if compared == 0 or not report.honest else compared)


def _compare(file: Path, key_file: Path | None, address: str) -> int:
    """Compare the folds of a log here and on a server, and print the result.

    Return the exit status: 0 if the folds are equal, 1 if they differ or cannot be compared, and another one if the
    server does not answer, so that an honest log does not look like a forged one.
    """
    from services.gateway.operations.comparing import CannotCompare, ServerAway, compare_file, print_comparison

    try:
        found = compare_file(file, key_file, address=address, key=os.environ.get("ARBITER_KEY", ""))
    except ServerAway as away:
        click.echo(f"NOT COMPARED: {away}")
        return AWAY
    except CannotCompare as error:
        click.echo(f"FAILED: {error}")
        return 1
    print_comparison(found, console)
    return 0 if found.differs is None else 1
