"""`arbiter` without any extra: an import of an extra's module fails.

usage: python -m tests.support.without_extras serve
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Final

from services.gateway import cli, extras

ROOM: Final = "shared.platform.extras"


class NoExtras(MetaPathFinder):
    """An import finder that refuses to find the extras."""

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Raise for a module of an extra; leave others to the other finders."""
        if fullname == ROOM or fullname.startswith(f"{ROOM}."):
            raise ModuleNotFoundError(f"{fullname} is an extra, and this process has none")
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, NoExtras())
    extras.EXTRAS.clear()
    cli.main()
