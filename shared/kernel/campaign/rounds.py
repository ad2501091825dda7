"""Rounds and turns: who takes part, in which order they act, and what each has done this round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any, Final, Generic, Literal, Self, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

Side: TypeAlias = Literal["player", "enemy"]


class TurnTaker(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One who takes turns: what was done this round, and whether a further action is granted."""

    id: str
    side: Side
    acted: bool = False
    moved: bool = False
    done: bool = False
    granted: bool = False

    @property
    def begun(self) -> bool:
        """Whether the turn of this round has begun."""
        return self.acted or self.moved or self.done


class Scored(TurnTaker, frozen=True, kw_only=True, omit_defaults=True):
    """One who takes turns in the order of a score: the highest first. `tie` decides among equals.

    Shape: since: the round from which on it takes turns
    """

    score: int | None = None
    tie: tuple[int, ...] = ()
    since: int = 1


P = TypeVar("P", bound=TurnTaker)


class Rounds(Struct, Generic[P], frozen=True, kw_only=True, omit_defaults=True):
    """Rounds of turns: who takes part, in the order in which they joined; the round, and the order of its turns.

    `offers` are changes of the order that wait for another's word; `acting` is whose turn has begun; `away` are those
    who left, with what they have done: nobody gains by coming back.
    """

    participants: tuple[P, ...]
    round: int = 0
    order: tuple[str, ...] = ()
    offers: tuple[tuple[str, str], ...] = ()
    acting: str | None = None
    each_round: bool = False
    away: tuple[P, ...] = ()

    def find(self, who: str) -> P | None:
        """Return one who takes part, or None."""
        return next((one for one in self.participants if one.id == who), None)

    @property
    def known(self) -> tuple[str, ...]:
        """Return all who take part, and those who did and left."""
        return tuple(one.id for one in (*self.participants, *self.away))

    def turn(self, takes_part: Callable[[str], bool]) -> str | None:
        """Return whose turn it is; the turns of those who can act no more are passed over."""
        done = {one.id for one in self.participants if one.done}
        return next((who for who in self.order if who not in done and takes_part(who)), None)

    def turn_of(self, who: str) -> Self:
        """Return the rounds with a turn begun; those before it have had theirs in this round, or were passed over."""
        before = takewhile(lambda one: one != who, self.order)
        return replace(self.each_changed({one: {"done": True} for one in before}), acting=who)

    def joined(self, one: P) -> Self:
        """Return the rounds with another who takes part; it acts once it is in the order."""
        return replace(self, participants=(*self.participants, one))

    def left(self, who: str) -> Self:
        """Return the rounds without one who took part."""
        return replace(
            self,
            participants=tuple(one for one in self.participants if one.id != who),
            order=tuple(one for one in self.order if one != who),
            offers=tuple(offer for offer in self.offers if who not in offer),
            acting=None if self.acting == who else self.acting,
        )

    def gone(self, who: str) -> Self:
        """Return the rounds without one who took part, and may come back as it left."""
        one = self.find(who)
        return self if one is None else replace(self.left(who), away=(*self.away, one))

    def back(self, one: P, **changes: Any) -> Self:  # noqa: ANN401 fields of one who takes part
        """Return the rounds with one who takes part: as it left, if it did, with these changes."""
        back = replace(next((other for other in self.away if other.id == one.id), one), **changes)
        return replace(self.joined(back), away=tuple(other for other in self.away if other.id != one.id))

    def changed(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of one who takes part
        """Return the rounds with one who takes part changed."""
        return self.each_changed({who: changes})

    def each_changed(self, changes: Mapping[str, Mapping[str, Any]]) -> Self:
        """Return the rounds with several who take part, or have left, changed."""
        return replace(
            self,
            participants=tuple(replace(one, **changes.get(one.id, {})) for one in self.participants),
            away=tuple(replace(one, **changes.get(one.id, {})) for one in self.away),
        )


NO_FIGHT: Final = Rounds[Any](participants=())
