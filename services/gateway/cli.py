"""The command line `arbiter`, with all its commands."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from msgspec.structs import replace
from rich.table import Table

from services.gateway import compiled, extras
from services.gateway.operations import archive_cli, backup_cli, impact_cli, show_cli, verify_cli
from services.gateway.operations.doctor import cli as doctor_cli
from services.gateway.terminal import TextOf, console, end_with, errors, errors_reported, settings_here
from shared.kernel.messages import Id, Line
from shared.platform.addresses import client_of
from shared.platform.settings import ServerSettings, describe

SERVERS: Final = click.option(
    "--servers",
    type=click.IntRange(1, 256),
    help="number of processes that share the port; by default one per processor",
)
T = TypeVar("T")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arbiter")
def main() -> None:
    """A referee for tabletop games, which other programs call over HTTP."""
    compiled.use()
    extras.register()


main.add_command(archive_cli.archive)
main.add_command(archive_cli.unarchive)
main.add_command(backup_cli.backup)
main.add_command(backup_cli.restore)
main.add_command(backup_cli.check)
main.add_command(impact_cli.impact)
main.add_command(verify_cli.verify)
main.add_command(show_cli.show)
main.add_command(doctor_cli.doctor)


@main.command()
@SERVERS
@click.option("--verbose", is_flag=True, help="on a terminal, also log every request, and print tracebacks")
@click.option("--open", "opens", is_flag=True, help="open the page in a browser")
def up(servers: int | None, verbose: bool, opens: bool) -> None:  # noqa: FBT001 click passes flags so
    """Run everything on this machine: a store, an API key, and every service behind one port."""
    from services.gateway.processes.up import be_brief
    from services.gateway.processes.up import up as run

    if sys.stdout.isatty() and not verbose:
        be_brief(os.environ)
    with errors_reported():
        run(_with_servers(settings_here(), servers), console, opens=opens)


@main.command()
@click.option("--service", help="serve only this service; by default all")
@click.option("--dispatcher", is_flag=True, help="run an `arbiter dispatcher` beside the servers, and end it with them")
@click.option("--lifeline", is_flag=True, help="stop when standard input closes")
@SERVERS
def serve(service: str | None, dispatcher: bool, lifeline: bool, servers: int | None) -> None:  # noqa: FBT001 click passes flags so
    """Serve with your own store (ARBITER_REDIS_URL)."""
    from services.gateway.games import GAMES

    if service and dispatcher:
        raise click.UsageError("--dispatcher serves all services: leave out --service")
    if service and service not in GAMES:
        raise click.ClickException(f"unknown service {service}: choose one of {', '.join(GAMES)}")
    settings = _with_servers(settings_here(), servers)
    store = _store_named(settings)
    from services.gateway.processes.serving import serve as run  # only after the address check, which does not need it

    with errors_reported():
        run(settings, store, service=service, dispatcher=dispatcher, lifeline=lifeline)


def _with_servers(settings: ServerSettings, servers: int | None) -> ServerSettings:
    return settings if servers is None else replace(settings, servers=servers)


@main.command(hidden=True)
@click.argument("number", type=int)
@click.argument("servers", type=int)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--service")
@click.option("--fd", "fds", type=int, multiple=True)
@click.option("--lifeline", is_flag=True)
def server(number: int, servers: int, folder: Path, **more: Any) -> None:  # noqa: ANN401 as its options say
    """Run as one of several servers, started by their supervisor."""
    from services.gateway.processes.servers import serve_one
    from shared.platform.processes.place import Place

    settings = settings_here()
    serve_one(settings, store=_store_named(settings), place=Place(number, servers, folder), **more)


@main.command()
@click.option("--service", help="play only this service's jobs; by default all jobs")
@click.option("--lifeline", is_flag=True, help="stop when standard input closes")
def worker(service: str | None, lifeline: bool) -> None:  # noqa: FBT001 click passes flags so
    """Run jobs, with ARBITER_WORKERS processes. Any number of workers may run."""
    _work("work", service=service, lifeline=lifeline)


@main.command()
@click.option("--service", help="send only this service's timed commands; by default all")
@click.option("--lifeline", is_flag=True, help="stop when standard input closes")
def clock(service: str | None, lifeline: bool) -> None:  # noqa: FBT001 click passes flags so
    """Send the timed commands of streams, with ARBITER_CLOCK_WORKERS processes. Any number of clocks may run."""
    _work("serve_clock", service=service, lifeline=lifeline)


def _work(role: str, **more: Any) -> None:  # noqa: ANN401 as the role's function has it
    """Run a function of the module `worker`, which is imported only after the store's address has been checked."""
    settings = settings_here()
    store = _store_named(settings)
    from services.gateway.processes import worker as roles
    from shared.platform.queue import QueueMisconfigured

    try:
        with errors_reported():
            getattr(roles, role)(settings, store, **more)
    except (LookupError, QueueMisconfigured) as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.option("--lifeline", is_flag=True, help="stop when standard input closes")
def dispatcher(lifeline: bool) -> None:  # noqa: FBT001 click passes flags so
    """Send jobs to the workers, and due streams to the clocks. Only one dispatcher is active; others stand by."""
    _work("dispatch", lifeline=lifeline)


def _store_named(settings: ServerSettings) -> str:
    from shared.platform.embedded_store.store_watch import check_address

    if not settings.redis_url:
        raise click.ClickException("no store is set: set ARBITER_REDIS_URL, or use `arbiter up`")
    with errors_reported():
        return check_address(settings.redis_url)


@main.command()
def settings() -> None:
    """List every setting with its current value and its purpose."""
    table = Table("setting", "current", "default", "purpose")
    for line in describe(settings_here()):
        table.add_row(line.name, line.value, line.default, line.about)
    console.print(table)


@main.command()
@click.option("--check", is_flag=True, help="write nothing; exit 1 if a committed file is out of date")
def contracts(check: bool) -> None:  # noqa: FBT001 click passes flags so
    """Write the contract of every service into contracts/."""
    from services.gateway.authoring.contracts import outdated_files, write_contracts

    if not check:
        write_contracts()
        return
    old = outdated_files()
    for path in old:
        errors.print(f"out of date: {path}", style="red", highlight=False)
    sys.exit(1 if old else 0)


@main.command()
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="keep the exports in this folder")
def demo(keep: Path | None) -> None:
    """Roll, export, tamper and detect: a tour of all games over HTTP."""
    from services.gateway.demo.tour import demo as run

    sys.exit(run(console, keep))


# ---------------------------------------------------------------- keys


@main.group()
def key() -> None:
    """Create, list and revoke the API keys of apps."""


@key.command("make")
@click.argument("tenant", type=TextOf(Id))
@click.option("--label", type=TextOf(Line), default="made by hand", show_default=True, help="the purpose of the key")
def make(tenant: str, label: str) -> None:
    """Create an API key for an app. Its secret is shown only once, here."""
    from shared.platform.access import make_key

    made = _with_store(lambda redis: make_key(redis, tenant=tenant, label=label))
    click.echo(made.text)


@key.command("list")
@click.option("--tenant", help="list only the keys of this app")
def list_(tenant: str | None) -> None:
    """List keys, without their secrets."""
    from shared.platform.access import list_keys

    table = Table("key", "app", "label", "limit", "revoked")
    for entry in _with_store(lambda redis: list_keys(redis, tenant=tenant)):
        policy = entry.policy
        limit = "the default" if policy is None else f"{policy.quota} in {policy.window} s"
        table.add_row(entry.key_id, entry.tenant, entry.label, limit, "yes" if entry.revoked else "")
    console.print(table)


@key.command()
@click.argument("key_id")
def revoke(key_id: str) -> None:
    """Revoke a key. Every server refuses it within seconds."""
    from shared.platform.access import revoke_key

    if not _with_store(lambda redis: revoke_key(redis, key_id)):
        raise click.ClickException(f"no key has the id {key_id}")


def _with_store(ask: Any) -> Any:  # noqa: ANN401 any question to the store
    """Run a query on the configured store, or on the store in the data folder if no other process uses that store."""
    from shared.platform.embedded_store.store_of_settings import store_of

    async def query(url: str) -> Any:  # noqa: ANN401 its response
        async with client_of(url) as redis:
            return await ask(redis)

    with errors_reported(), store_of(settings_here()) as url:
        return asyncio.run(query(url))


# ---------------------------------------------------------------- the server's own keys


@main.group()
def keyfile() -> None:
    """Back up and rotate the server's own keys. If you lose the key file, you lose games."""


@keyfile.command("export")
def export() -> None:
    """Print the key file. Store it apart from the backups of the store."""
    with errors_reported():
        click.echo(_key_file().export().decode())


@keyfile.command("rotate")
@click.argument("use", type=click.Choice(["sealing", "tokens", "receipts"]))
def rotate(use: Any) -> None:  # noqa: ANN401 one of the choices
    """Create a new key for one purpose. Old keys stay, so that data sealed with them can still be opened."""
    with errors_reported():
        click.echo(_key_file().rotate(use))


def _key_file() -> Any:  # noqa: ANN401 its type is imported where it is needed
    """Open the key file. Create it if it does not exist, unless a store with games exists."""
    from services.gateway.operations.backup import keys_of

    return keys_of(settings_here())


@main.command()
@click.argument("stream")
@click.option("--yes", is_flag=True, help="do not ask for confirmation")
def erase(stream: str, yes: bool) -> None:  # noqa: FBT001 click passes flags so
    """Erase a whole stream (such as dice.table:ID) permanently. Only a record of the erasure stays."""
    from services.gateway.operations.erase import erase as run
    from shared.platform.embedded_store.rewrite import FilesKept

    if not yes:
        click.confirm(f"Erase {stream} and its whole history?", abort=True)
    try:
        with errors_reported():
            click.echo(run(settings_here(), stream))
    except (LookupError, FilesKept) as error:
        raise click.ClickException(str(error)) from error


@main.command()
def index() -> None:
    """Rebuild the lists of streams that `GET` on a collection returns. Exits 1 if a stream cannot be read."""
    from services.gateway.operations.index import index as run

    with errors_reported():
        found = run(settings_here())
    console.print(f"{found.listed} streams are listed")
    end_with(found.unreadable)


if __name__ == "__main__":
    main()
