"""Where unix-domain sockets are put: in folders that nobody else may enter, by paths that are short enough."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

LONGEST_SOCKET_PATH: Final = 100  # bytes; Linux allows 107, macOS 103


def short_folder(longest_name: str) -> Path:
    """Make a private temporary folder in which a socket of such a name has a path that is short enough."""
    place = tempfile.gettempdir()
    short = len(os.fsencode(place)) + len(f"/arbiter-12345678/{longest_name}") <= LONGEST_SOCKET_PATH
    return Path(tempfile.mkdtemp(prefix="arbiter-", dir=place if short else "/tmp"))  # noqa: S108 mkdtemp makes it private


@contextmanager
def private_folder(longest_name: str) -> Iterator[Path]:
    """Make such a folder for as long as the block lasts."""
    folder = short_folder(longest_name)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
