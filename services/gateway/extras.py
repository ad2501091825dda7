"""The extras of this server. The core runs without each of them, and reaches it only by the name given here.

Three more need no name: `Front` and `Forwarder` wrap the app in `app.py`; `compiled` replaces rules with machine code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shared.platform.store_extras import REGISTERED

APP_EXTRAS: Final[Sequence[str]] = ("shared.platform.extras.webhooks.webhook_routes",)
"""Modules whose `EXTRA` adds routes and background work to the app."""
ARCHIVE: Final = "shared.platform.extras.archive.archive_files:Archive"
CLUSTER: Final = "shared.platform.extras.cluster.cluster_pipes:ClusterPipes"


def register() -> None:
    """Register the extras that connections to the store use."""
    REGISTERED.archive, REGISTERED.cluster = ARCHIVE, CLUSTER
