"""What samples of a campaign have in common: ids to offer, and one that nothing has where there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shared.kernel.campaign.keeping import in_order

NOBODY: Final = "nobody-0"
"""An id that nothing has: a sample with it shows why there is nothing to offer."""


def some(ids: Iterable[str]) -> tuple[str, ...]:
    """Return ids in the order in which they were given, or one that nothing has."""
    return in_order(ids) or (NOBODY,)
