"""The games that are served here: each is a folder of this name beside this one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

GAMES: Final = (
    "bones",
    "dice",
    "rpg_boundless",
    "rpg_specialist_pool",
    "rpg_specialist_total",
    "tcg",
)


def named(service: str | None) -> Sequence[str]:
    """Return the service of a name in a list of its own; all services for None.

    Refuses: LookupError
    """
    if service not in (None, *GAMES):
        raise LookupError(f"there is no service {service}; there are {', '.join(GAMES)}")
    return GAMES if service is None else (service,)
