"""Draws of undone decisions: the next draw of the same kind reuses them, so that players cannot reroll by an undo.

The rule: the log keeps, in order, all draws that no decision in force has used. A decision uses the draws that it made
itself and the kept draws that it repeated. The next draw with the same audience, purpose, sides and count repeats the
first kept draw that matches. Void draws are never kept, and use no kept draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import UNSET, Struct

from shared.kernel.chance import DiceDraw, DrawPlace, EarlierDraw, RecordedDraw, RepeatingTape, Tape
from shared.kernel.messages import Audience
from shared.kernel.stream.trail import Step, Trail

MOST_KEPT: Final = 256
"""The number of undone decisions with draws on a stream after which no further undo may take back a draw."""
Name: TypeAlias = tuple[int, int, Audience | None]
"""A draw's name: the version before its commit, its index among the draws for its audience, and that audience."""


class KeptDraw(Struct, frozen=True, array_like=True, gc=False):
    """A draw of an undone decision: the version before its commit, and its index among the draws for its audience.

    For a shuffle, `sides` is 0. `values` are the faces of dice, or the order of a shuffle.
    """

    version: int
    k: int
    audience: Audience | None
    purpose: str
    sides: int
    values: tuple[int, ...]

    @property
    def name(self) -> Name:
        """Return the name of the draw."""
        return self.version, self.k, self.audience


Kept: TypeAlias = tuple[KeptDraw, ...]


# ---------------------------------------------------------------- the rule


def after_drawing(kept: Kept, drawn: Iterable[RecordedDraw]) -> Kept:
    """Return the draws that are still kept after a decision with draws. Rule: AR-UNDO-10."""
    used = {
        (draw.of.version, draw.of.k, audience)
        for audience, draw in drawn
        if draw.source == "kept" and draw.of is not UNSET
    }
    return tuple([one for one in kept if one.name not in used]) if used else kept


def after_going_back(kept: Kept, gone: Iterable[Step], again: Iterable[Step]) -> Kept:
    """Return the kept draws after an undo took back some steps and restored others. Rule: AR-UNDO-10."""
    found = {one.name: one for one in kept}
    for step in gone:
        found.update((one.name, one) for one in draws_of(step))
    for step in again:
        for one in draws_of(step):
            found.pop(one.name, None)
    return tuple(sorted(found.values(), key=_place_in_log))


def _place_in_log(draw: KeptDraw) -> tuple[int, int, bool, Audience]:
    return draw.version, draw.k, draw.audience is not None, draw.audience or ()


def draws_of(step: Step) -> Iterator[KeptDraw]:
    """Yield the draws that a step used. A draw that repeated a kept draw has the name of the kept draw."""
    for audience, draw in step.draws:
        version, k = step.begins, draw.k
        if draw.source == "kept" and draw.of is not UNSET:
            version, k = draw.of.version, draw.of.k
        sides, values = (draw.sides, draw.faces) if isinstance(draw, DiceDraw) else (0, draw.order)
        yield KeptDraw(version, k, audience, draw.purpose, sides, values)


def branches(trail: Trail, to: int) -> tuple[Sequence[Step], Sequence[Step]]:
    """Return the steps that an undo takes back and the steps that it restores, if the trail contains them."""
    places = {step.version: place for place, step in enumerate(trail)}
    if to not in places:
        return (), ()
    then = list(_way_back(trail, places, to))
    now: list[int] = []
    for version in _way_back(trail, places, trail[-1].version):
        if version in then:
            return [trail[places[one]] for one in now], [trail[places[one]] for one in then[: then.index(version)]]
        now.append(version)
    return (), ()


def _way_back(trail: Trail, places: Mapping[int, int], version: int) -> Iterator[int]:
    """Yield the versions on the path to this version that the trail contains, newest first."""
    place: int | None = places[version]
    while place is not None:
        yield version
        step = trail[place]
        if not (step.back or place):
            return
        version = step.back or trail[place - 1].version
        place = places.get(version)
    yield version


# ---------------------------------------------------------------- the tape


class KeptDraws:
    """The kept draws that one decision may repeat, each of them once."""

    def __init__(self, kept: Kept) -> None:
        """Start with all kept draws."""
        self._left: Final = list(kept)

    def take(self, place: DrawPlace, sides: int, count: int) -> KeptDraw | None:
        """Return and use up the first kept draw that matches; None if none matches. Rule: AR-UNDO-10."""
        asked = place.audience, place.purpose, sides, count
        for at, one in enumerate(self._left):
            if (one.audience, one.purpose, one.sides, len(one.values)) == asked:
                return self._left.pop(at)
        return None

    def may_repeat(self, sides: int, most: int) -> bool:
        """Return whether a draw of at most `most` dice with this number of sides is left."""
        return any(one.sides == sides and len(one.values) <= most for one in self._left)


class KeptTape(RepeatingTape):
    """A tape that first repeats kept draws, and then draws from another tape, which may contain entered faces."""

    def __init__(self, tape: Tape, kept: Kept, fresh: Callable[[], bytes]) -> None:
        """Store the other tape, the kept draws, and the source of new seeds."""
        super().__init__(fresh)
        self._tape, self._kept = tape, KeptDraws(kept)

    def at_table(self, tape: Tape) -> Tape:
        """Return this tape. It still repeats the kept draws, and then draws from `tape`."""
        self._tape = tape
        return self

    def may_repeat(self, sides: int, most: int) -> bool:
        """Return whether a kept draw of at most `most` dice with this number of sides could come again."""
        return self._kept.may_repeat(sides, most)

    def finish(self) -> None:
        """Refuse entered faces that the command did not use. Rule: AR-FACES-03."""
        self._tape.finish()

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        found = self._take(place, sides, count)
        if found is not None:
            return found
        faces = self._tape._faces(place, sides, count)  # noqa: SLF001 this tape replaces the other
        self.source, self.of = self._tape.source, self._tape.of if isinstance(self._tape, RepeatingTape) else UNSET
        return faces

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        found = self._take(place, 0, size)
        if found is not None:
            return found
        order = self._tape._order(place, size)  # noqa: SLF001 this tape replaces the other
        self.source, self.of = self._tape.source, UNSET
        return order

    def _take(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...] | None:
        """Return the values of the first kept draw that matches, and use it up; None if none matches."""
        found = self._kept.take(place, sides, count)
        if found is None:
            return None
        self.source, self.of = "kept", EarlierDraw(k=found.k, version=found.version)
        return found.values
