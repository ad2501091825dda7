"""The checks of `arbiter doctor` on this machine: settings, folder, key file, port, and the limit on open files."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import httpx

from services.gateway.operations.doctor.finding import Finding, fault, fine, warning
from shared.platform.embedded_store.store import store_that_runs
from shared.platform.seal import KeyFileBroken, Keys
from shared.platform.settings import ServerSettings, SettingsWrong, read_settings

MIB: Final = 2**20
FREE_LEAST: Final = 64 * MIB
FREE_GOOD: Final = 1024 * MIB
SPARE_FILES: Final = 256
"""Number of files that a server process may open in addition to those of its event streams."""
ASK_SECONDS: Final = 5.0
ANY_ADDRESS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 compared, never listened on


def examine_settings(environment: Mapping[str, str]) -> tuple[ServerSettings, list[Finding]]:
    """Read the settings.

    If some are invalid, report them and keep the valid ones, so that one mistake does not hide others.
    """
    try:
        return read_settings(environment), [fine("settings", "every setting is valid")]
    except SettingsWrong as wrong:
        found = [fault("settings", one, "correct it; `arbiter settings` lists all settings") for one in wrong.problems]
        broken = {one.partition(":")[0].partition(" ")[0] for one in wrong.problems}
    return read_settings({name: value for name, value in environment.items() if name not in broken}), found


def examine_machine(settings: ServerSettings) -> Iterator[Finding]:
    """Run all checks that need no store, and yield their results."""
    yield examine_folder(settings.data_folder)
    yield examine_space(_existing(settings.data_folder), free=shutil.disk_usage(_existing(settings.data_folder)).free)
    yield examine_key_file(settings)
    yield examine_port(settings)
    yield examine_open_files(settings, limit=resource.getrlimit(resource.RLIMIT_NOFILE)[0])


# ---------------------------------------------------------------- files


def examine_folder(folder: Path) -> Finding:
    """Check whether the data folder can be used or created."""
    nearest = _existing(folder)
    if not nearest.is_dir():
        return fault("data folder", f"{nearest} is a file, not a folder", "name a folder by ARBITER_DATA_FOLDER")
    if not os.access(nearest, os.W_OK | os.X_OK):
        return fault(
            "data folder", f"this user may not write in {nearest}",
            f"give user {os.getuid()} the right to write there, or name another folder by ARBITER_DATA_FOLDER",
        )  # fmt: skip
    if nearest != folder:
        return fine("data folder", f"{folder} is created at the first start")
    return fine("data folder", f"{folder} can be written")


def examine_space(folder: Path, *, free: int) -> Finding:
    """Check whether the disk of the data folder has enough space. Units: free in bytes."""
    says = f"{free // MIB} MiB are free on the disk of {folder}"
    remedy = "make room: a store that cannot write its log refuses commands"
    if free < FREE_LEAST:
        return fault("disk", says, remedy)
    return warning("disk", says, remedy) if free < FREE_GOOD else fine("disk", says)


def examine_key_file(settings: ServerSettings) -> Finding:
    """Check whether the key file can be read. Another check tests whether it belongs to the store."""
    path = settings.keys_at
    try:
        held = open_key_file(path)
    except (KeyFileBroken, OSError) as error:
        return fault("key file", f"it cannot be used: {error}", "correct it, or put a copy of it there")
    if held is not None:
        return fine("key file", f"{path} can be read; keep a copy of it apart from the backups of the store")
    if has_own_games(settings):
        return fault(
            "key file", f"{path} does not exist, and the store in {settings.data_folder} has games that need it",
            "put a copy of it there, or name it by ARBITER_KEY_FILE",
        )  # fmt: skip
    return fine("key file", f"{path} is created at the first start on a new store")


def open_key_file(path: Path) -> Keys | None:
    """Open a key file without creating it. Return None if it does not exist. Refuses: KeyFileBroken, OSError."""
    try:
        return Keys(path)
    except FileNotFoundError:
        return None


def has_own_games(settings: ServerSettings) -> bool:
    """Return whether the data folder contains an embedded store with a log."""
    return not settings.redis_url and (settings.data_folder / "store" / "appendonlydir").exists()


def _existing(path: Path) -> Path:
    """Return a path, or its nearest parent that exists."""
    absolute = path.absolute()
    return next(each for each in (absolute, *absolute.parents) if each.exists())


# ---------------------------------------------------------------- the port


def examine_port(settings: ServerSettings) -> Finding:
    """Check whether the port is free, or whether a working Arbiter already uses it."""
    if settings.port == 0:
        return fine("port", "a free port is picked at each start")
    place = f"{settings.host}:{settings.port}"
    try:
        _listen(settings.host, settings.port)
    except PermissionError:
        return fault("port", f"this user may not listen on {place}", "choose a port above 1023 by ARBITER_PORT")
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return _ask_who_listens(settings)
        return fault(
            "port", f"this machine cannot listen on {place}: {error.strerror or error}",
            "set ARBITER_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0",
        )  # fmt: skip
    return fine("port", f"{place} is free")


def _listen(host: str, port: int) -> None:
    """Listen on a port for a moment, to check that it is free.

    Refuses: OSError
    """
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with closing(socket.socket(family, kind)) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind(address)
        one.listen()


def _ask_who_listens(settings: ServerSettings) -> Finding:
    host = ANY_ADDRESS.get(settings.host, settings.host)
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
    other = fault(
        "port", f"another program listens on {settings.host}:{settings.port}",
        "end it, or choose another port by ARBITER_PORT",
    )  # fmt: skip
    try:
        answer = httpx.get(f"{address}/health/ready", timeout=ASK_SECONDS, trust_env=False)
        said = answer.json()
    except (httpx.HTTPError, ValueError):
        return other
    if answer.status_code == httpx.codes.OK and isinstance(said, dict) and said.get("status") == "ready":
        if not settings.redis_url and store_that_runs(settings.data_folder / "store") is None:
            return fault(
                "port", f"an Arbiter of another data folder listens on {address}",
                "end it, choose another port by ARBITER_PORT, or name its folder by ARBITER_DATA_FOLDER",
            )  # fmt: skip
        return fine("port", f"an Arbiter listens on {address} and can serve commands")
    if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE and isinstance(said, dict) and "detail" in said:
        return fault("port", f"an Arbiter listens on {address}, but cannot serve: {said['detail']}", "see its log")
    return other


# ---------------------------------------------------------------- limits


def examine_open_files(settings: ServerSettings, *, limit: int) -> Finding:
    """Check whether a server process may open as many event streams as the settings allow."""
    servers = settings.servers or os.cpu_count() or 1
    needed = -(-settings.subscribers // servers) + SPARE_FILES
    if limit in (resource.RLIM_INFINITY, -1) or limit >= needed:
        return fine("open files", f"a process may open {'any number of' if limit < 0 else limit} files")
    return warning(
        "open files", f"a process may open {limit} files, and {needed} are needed for the event streams of a server",
        f"raise the limit (`ulimit -n {needed}`, or LimitNOFILE of systemd), or lower ARBITER_SUBSCRIBERS",
    )  # fmt: skip
