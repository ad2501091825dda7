"""Rounds and turns: the participants, their order, and the actions of each in the current round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any, Final, Generic, Literal, Self, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

Side: TypeAlias = Literal["player", "enemy"]


class TurnTaker(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A participant that takes turns, with its actions in this round and whether it was granted another action."""

    id: str
    side: Side
    acted: bool = False
    moved: bool = False
    done: bool = False
    granted: bool = False

    @property
    def begun(self) -> bool:
        """Whether the participant's turn of this round has begun."""
        return self.acted or self.moved or self.done


class Scored(TurnTaker, frozen=True, kw_only=True, omit_defaults=True):
    """A participant that is ordered by a score, the highest first; `tie` orders equal scores.

    `since` is the first round in which it takes turns.
    """

    score: int | None = None
    tie: tuple[int, ...] = ()
    since: int = 1


P = TypeVar("P", bound=TurnTaker)


class Rounds(Struct, Generic[P], frozen=True, kw_only=True, omit_defaults=True):
    """Rounds of turns: the participants in the order of joining, the round number, and the order of turns.

    `offers` are proposed changes of the order that need another participant's consent. `acting` is the participant
    whose turn is in progress. `away` lists the participants that left, with their actions of the round, so that nobody
    gains another turn by leaving and coming back.
    """

    participants: tuple[P, ...]
    round: int = 0
    order: tuple[str, ...] = ()
    offers: tuple[tuple[str, str], ...] = ()
    acting: str | None = None
    each_round: bool = False
    away: tuple[P, ...] = ()

    def find(self, who: str) -> P | None:
        """Return a participant, or None if it does not take part."""
        for one in self.participants:
            if one.id == who:
                return one
        return None

    @property
    def known(self) -> tuple[str, ...]:
        """The ids of all participants, including those that left."""
        return tuple(one.id for one in (*self.participants, *self.away))

    def turn(self, takes_part: Callable[[str], bool]) -> str | None:
        """Return the participant whose turn it is, skipping those who no longer take part; None if no turn is left."""
        done = {one.id for one in self.participants if one.done}
        for who in self.order:
            if who not in done and takes_part(who):
                return who
        return None

    def turn_of(self, who: str) -> Self:
        """Start this participant's turn, end all earlier turns of the round, and return the changed `Rounds`."""
        before = takewhile(lambda one: one != who, self.order)
        return replace(self.each_changed({one: {"done": True} for one in before}), acting=who)

    def add(self, one: P) -> Self:
        """Return the rounds with one more participant, which acts once it has a place in the order."""
        return replace(self, participants=(*self.participants, one))

    def drop(self, who: str) -> Self:
        """Return the rounds without a participant, and drop its actions of the round."""
        return replace(
            self,
            participants=tuple(one for one in self.participants if one.id != who),
            order=tuple(one for one in self.order if one != who),
            offers=tuple(offer for offer in self.offers if who not in offer),
            acting=None if self.acting == who else self.acting,
        )

    def set_aside(self, who: str) -> Self:
        """Return the rounds without a participant, and keep its actions in case it comes back."""
        one = self.find(who)
        others = tuple(other for other in self.away if other.id != who)
        return self if one is None else replace(self.drop(who), away=(*others, one))

    def back(self, one: P, **changes: Any) -> Self:  # noqa: ANN401 fields of a participant
        """Return the rounds with a participant that joins; if it left before, it keeps its earlier actions."""
        back = replace(next((other for other in self.away if other.id == one.id), one), **changes)
        return replace(self.add(back), away=tuple(other for other in self.away if other.id != one.id))

    def change(self, who: str, **changes: Any) -> Self:  # noqa: ANN401 fields of a participant
        """Return the rounds with some fields of one participant changed, even if that participant has left."""
        return self.each_changed({who: changes})

    def each_changed(self, changes: Mapping[str, Mapping[str, Any]]) -> Self:
        """Return the rounds with some fields of several participants changed, even if those participants have left."""
        away = _change_each(self.away, changes) if self.away else ()
        return replace(self, participants=_change_each(self.participants, changes), away=away)


def _change_each(those: tuple[P, ...], changes: Mapping[str, Mapping[str, Any]]) -> tuple[P, ...]:
    return tuple([replace(one, **changes[one.id]) if one.id in changes else one for one in those])


NO_FIGHT: Final = Rounds[Any](participants=())
