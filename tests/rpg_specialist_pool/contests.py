"""Opposed rolls for tests: two sides, their dice, and the result."""

from collections.abc import Mapping
from typing import Any

from shared.kernel.messages import Event
from tests.rpg_specialist_pool.play import Play


def two(**groups: dict[str, Any]) -> tuple[Play, str, str]:
    """Return an open campaign, and the ids of a Specialist of Ann's and one of Bob's."""
    play = Play(**groups)
    return play, play.hero("ann"), play.hero("bob")


def fought(
    first: tuple[int, ...],
    second: tuple[int, ...] | None,
    *damage: int,
    groups: Mapping[str, Any] | None = None,
    **more: Any,  # noqa: ANN401
) -> list[Event]:
    """Play an attack to its end outside a fight; return its events."""
    play, ann, bob = two(**(groups or {}))
    return play.clash(ann, bob, first, second, *damage, **more)
