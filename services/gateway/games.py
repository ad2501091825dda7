"""The names of the served games; each is a folder in `services`."""

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


def services_named(service: str | None) -> Sequence[str]:
    """Return a list with the name of this service only, or with all names for None.

    Refuses: LookupError
    """
    if service not in (None, *GAMES):
        raise LookupError(f"unknown service {service}: choose one of {', '.join(GAMES)}")
    return GAMES if service is None else (service,)
