"""Sources of faces that never run out."""

from __future__ import annotations

import random

from shared.kernel.chance import DrawPlace, Tape


class RandomTape(Tape):
    """Faces from a pseudo-random source."""

    def __init__(self, source: random.Random) -> None:
        """Take faces from this random source."""
        super().__init__()
        self._source = source

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:  # noqa: ARG002 any place
        return tuple(self._source.randrange(sides) + 1 for _ in range(count))

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:  # noqa: ARG002 any place
        order = list(range(size))
        self._source.shuffle(order)
        return tuple(order)


class SameFace(Tape):
    """A source that shows the same face on every die, or a die's highest face if that is lower."""

    def __init__(self, face: int) -> None:
        """Show this face."""
        super().__init__()
        self._face = face

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:  # noqa: ARG002 any place
        return (min(self._face, sides),) * count

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:  # noqa: ARG002 any place
        return tuple(range(size))
