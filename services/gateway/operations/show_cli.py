"""The command `arbiter show`, with its options."""

from __future__ import annotations

import os

import click

from services.gateway.terminal import Address


@click.command()
@click.argument("what", metavar="STREAM|FILE")
@click.option("--seat", help="read the stream as this seat; by default as the token's seat")
@click.option(
    "--server",
    "address",
    type=Address(),
    default="http://127.0.0.1:8000",
    show_default=True,
    help="the address of the server that has the stream",
)
@click.option("--after", type=click.IntRange(0), default=0, help="print only the events after this version")
@click.option("--follow", is_flag=True, help="keep printing new events until the stream is over")
@click.option("--rules", is_flag=True, help="print the ids of the rules behind each event after its sentence")
def show(  # noqa: PLR0913 click passes each by its name
    *, what: str, seat: str | None, address: str, after: int, follow: bool, rules: bool
) -> None:
    """Print a stream in sentences: a stream of a server, such as dice.table:ID, or an exported log (NDJSON).

    Each line has the version after an event, and the event's sentence as on the page. A blank line separates decisions.
    For a stream of a server, ARBITER_KEY holds the app's key or the seat's token; without one, only a log that is open
    to all can be shown. Values that the reader may not see appear as "hidden". For a file, --seat shows only the secret
    parts for this seat.
    """
    from services.gateway.operations.show import CannotShow, Server
    from services.gateway.operations.show import show as run

    server = Server(address=address, key=os.environ.get("ARBITER_KEY", ""), seat=seat)
    try:
        for line in run(what, server, after=after, follow=follow, rules=rules):
            click.echo(line)
    except CannotShow as error:
        raise click.ClickException(str(error)) from error
