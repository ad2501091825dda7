"""The games that are served here: each is a folder of this name beside this one."""

from __future__ import annotations

from typing import Final

GAMES: Final = (
    "bones",
    "dice",
    "rpg_boundless",
    "rpg_specialist_pool",
    "rpg_specialist_total",
    "tcg",
)
