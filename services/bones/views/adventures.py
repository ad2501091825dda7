"""What a seat may see of an adventure."""

from __future__ import annotations

from services.bones.state.adventure import Adventure


class SeenAdventure(Adventure, frozen=True, kw_only=True, omit_defaults=False):
    """An adventure that is being played."""
