"""The extras (optional packages) that connections to the store can use, by the dotted names of their classes.

The core of the platform does not import extras. The gateway registers their names here, and the first connection
that needs an extra imports it.
"""

from __future__ import annotations

from typing import Final


class StoreExtras:
    """The registered extras: one for the files of archived streams, and one for the pipes to the nodes of a cluster."""

    def __init__(self) -> None:
        """Set up the registry with no extra registered."""
        self.archive: str | None = None
        self.cluster: str | None = None


REGISTERED: Final = StoreExtras()
