"""The names of the served games. Each is also the name of a folder in `services`."""

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
    """Return the names of all games, or a list with only the given name.

    Refuses: LookupError if there is no such game
    """
    if service not in (None, *GAMES):
        raise LookupError(f"unknown service {service}: choose one of {', '.join(GAMES)}")
    return GAMES if service is None else (service,)
