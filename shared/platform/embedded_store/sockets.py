"""Private folders for unix-domain sockets. Their paths are short enough for the limit of the operating system."""

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
    """Create a private temporary folder in which the path of a socket with this name is short enough."""
    place = tempfile.gettempdir()
    short = len(os.fsencode(place)) + len(f"/arbiter-12345678/{longest_name}") <= LONGEST_SOCKET_PATH
    return Path(tempfile.mkdtemp(prefix="arbiter-", dir=place if short else "/tmp"))  # noqa: S108 mkdtemp makes it private


@contextmanager
def private_folder(longest_name: str) -> Iterator[Path]:
    """Create a private folder, and remove it at the end of the block."""
    folder = short_folder(longest_name)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
