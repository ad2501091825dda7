"""Releases of catalogues: each released version of a game's catalogue is kept for ever, in a file named by its content.

`make catalogue` runs this module. It never changes a version that was released before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from shared.kernel.catalogue import INDEX, RELEASED, encode_tables, read_index, set_name, tables_in
from shared.platform.ruleset import ROOT


def release(folder: Path) -> Path | None:
    """Release the current version of a game's catalogue. Return the new file, or None if it was released before."""
    index = read_index(folder)
    text = encode_tables(tables_in(folder, index))
    file = folder.joinpath(RELEASED, f"{set_name(index, text)}.json")
    if file.exists():
        return None
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text)
    return file


def release_all(root: Path = ROOT) -> Iterator[Path]:
    """Release the current catalogue of every game that has one; return the new files."""
    for index in sorted(root.glob(f"services/*/catalogue/{INDEX}")):
        file = release(index.parent)
        if file is not None:
            yield file


if __name__ == "__main__":
    for released in release_all():
        sys.stdout.write(f"released {released.relative_to(ROOT)}; name it in tests/conformance/test_catalogues.py\n")
