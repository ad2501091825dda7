"""The tape that repeats the recorded draws of a commit, so that its command can be decided again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from shared.kernel.chance import (
    DiceDraw,
    Diverged,
    Draw,
    DrawPlace,
    DrawSource,
    RecordedDraw,
    RepeatingTape,
    ShuffleDraw,
    no_entropy,
)
from shared.kernel.messages import Audience

DrawsByAudience: TypeAlias = Mapping[Audience | None, Sequence[Draw]]
"""The draws of a commit, in order for each audience."""


def by_audience(taken: Sequence[RecordedDraw]) -> DrawsByAudience:
    """Group draws by audience, and keep their order."""
    found: dict[Audience | None, list[Draw]] = {}
    for audience, draw in taken:
        found.setdefault(audience, []).append(draw)
    return found


class RecordedTape(RepeatingTape):
    """A tape of recorded draws, used to decide an old command again. The decision must ask for exactly these draws."""

    def __init__(self, recorded: DrawsByAudience, fresh: Callable[[], bytes] = no_entropy) -> None:
        """Start with the recorded draws, in order for each audience, and the seed that the commit created, if any."""
        super().__init__(fresh)
        self._recorded: Final = recorded

    @property
    def sources(self) -> frozenset[DrawSource]:
        """Return the sources of the recorded draws."""
        return frozenset(draw.source for draws in self._recorded.values() for draw in draws)

    def finish(self) -> None:
        """Raise an error if the decision did not ask for every recorded draw."""
        for audience, draws in self._recorded.items():
            if self._lanes.get(audience, 0) < len(draws):
                raise Diverged(f"draw {self._lanes.get(audience, 0)} is recorded and was not asked for")

    def _next(self, place: DrawPlace) -> Draw:
        draws = self._recorded.get(place.audience, ())
        if place.k >= len(draws):
            raise Diverged(f"draw {place.k} was asked for and is not recorded")
        draw = draws[place.k]
        self.source, self.of = draw.source, draw.of
        return draw

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        draw = self._next(place)
        asked = (place.purpose, sides, count)
        if not isinstance(draw, DiceDraw) or asked != (draw.purpose, draw.sides, len(draw.faces)):
            raise Diverged(f"draw {place.k} was asked as {count}d{sides} for {place.purpose!r}, and is not that")
        return draw.faces

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        draw = self._next(place)
        if not isinstance(draw, ShuffleDraw) or (place.purpose, size) != (draw.purpose, len(draw.order)):
            raise Diverged(f"draw {place.k} was asked as a shuffle of {size} for {place.purpose!r}, and is not that")
        return draw.order
