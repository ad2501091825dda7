"""The extras of this server. The core runs without any of them, and uses only those that are registered here.

`front` handles plain commands faster, `forwarding` sends a request to the server process that owns its stream,
`webhooks` sends events to apps, `archive` moves closed streams to files, `cluster` distributes the store over several
nodes, and `pictures` draws the pictures of link previews, if Pillow is installed. Rules compiled to machine code are an
extra too: `arbiter` runs from the sources unless `compiled.use` finds compiled rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from shared.platform.store_extras import REGISTERED

EXTRAS: Final = {"front", "forwarding", "webhooks", "archive", "cluster", "pictures"}
"""The names of the extras in this process.

A program may remove a name before it calls `main`, to run without the extra.
"""

WEBHOOKS: Final = "shared.platform.extras.webhooks.webhook_routes"
ARCHIVE: Final = "shared.platform.extras.archive.archive_files:Archive"
CLUSTER: Final = "shared.platform.extras.cluster.cluster_pipes:ClusterPipes"


def app_extras() -> Sequence[str]:
    """Return the modules whose `EXTRA` adds routes and background work to the app."""
    return (WEBHOOKS,) if "webhooks" in EXTRAS else ()


def draws_pictures() -> bool:
    """Return whether link previews have a picture. Pillow is not imported for the answer."""
    return "pictures" in EXTRAS and find_spec("PIL") is not None


def register() -> None:
    """Register the extras that connections to the store use."""
    REGISTERED.archive = ARCHIVE if "archive" in EXTRAS else None
    REGISTERED.cluster = CLUSTER if "cluster" in EXTRAS else None
