"""Opposed rolls for tests: two sides, their dice, and the result."""

from collections.abc import Mapping
from typing import Any

from shared.kernel.messages import Event
from tests.rpg_specialist_pool.play import Play


def two(**groups: dict[str, Any]) -> tuple[Play, str, str]:
    """Open a campaign in which Ann and Bob have a Specialist each; return it with both ids."""
    play = Play(**groups)
    return play, play.hero("ann"), play.hero("bob")


def fought(
    first: tuple[int, ...],
    second: tuple[int, ...] | None,
    *damage: int,
    groups: Mapping[str, Any] | None = None,
    **more: Any,  # noqa: ANN401
) -> list[Event]:
    """Play an attack to its end, outside a fight."""
    play, ann, bob = two(**(groups or {}))
    return play.clash(ann, bob, first, second, *damage, **more)
