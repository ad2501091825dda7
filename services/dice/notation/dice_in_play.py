"""Rolled dice: their faces, their values, and the effects of modifiers on them.

Each throw is identified by its place: 0, 1, 2 …, in the order of rolling. Faces are drawn in this order: the dice of
the notation, in one draw; then, for each modifier that rolls extra dice, one draw for each wave of extra dice. `u` and
`uo` process the dice one after the other, with one draw for each die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from services.dice.notation.expression import (
    REROLLS,
    Clamp,
    Count,
    Dice,
    Drop,
    Explode,
    Keep,
    Mark,
    Match,
    Modifier,
    Point,
    Rational,
    Reroll,
    Selector,
    Sort,
    Unique,
)
from services.dice.notation.keeping import Keeping, select
from services.dice.notation.numbers import as_amount, tidy
from services.dice.notation.outcomes import ThrownDice
from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.pools.pool import Places

EXPLOSION, REROLL, UNIQUE = "explosion", "reroll", "unique"
"""The purposes of extra draws. The faces that are derived from the seed depend on the purpose."""

DESCRIBING = (Count, Mark, Match, Sort)
"""The modifiers that change no dice, but only describe the finished dice."""


class Roller(NamedTuple):
    """The source of faces, with the purpose of a roll and its audience."""

    chance: Chance
    purpose: str
    audience: Audience | None

    def roll(self, purpose: str, sides: int, count: int) -> Sequence[int]:
        """Roll dice with this number of sides."""
        return self.chance.roll(purpose, sides, count, audience=self.audience)


class DiceInPlay:
    """The dice of one term while modifiers change them. `live` lists the indexes of the kept dice, in order."""

    __slots__ = (
        "chains", "dice", "faces", "heads", "keeping", "live", "rerolled", "roller", "sources", "values"
    )  # fmt: skip

    def __init__(self, dice: Dice, roller: Roller) -> None:
        """Roll the dice of the notation, in one draw."""
        self.dice, self.roller = dice, roller
        self.faces: list[int] = []
        self.values: list[Rational] = []
        self.sources: list[int] = []
        self.chains: dict[int, int] = {}
        self.heads: dict[int, int] = {}
        self.rerolled: list[int] = []
        if dice.count:
            self._fall(roller.purpose, dice.count)
        self.live: Sequence[int] = range(dice.count)
        self.keeping = Keeping()

    # ------------------------------------------------------------ modifiers

    def take(self, modifier: Modifier) -> None:
        """Apply a modifier to the dice."""
        match modifier:
            case Keep() | Drop():
                self.live = self.keeping.after(modifier, self.live, self.values)
                return
            case Explode():
                self._explode(modifier)
            case Reroll():
                self._reroll(modifier)
            case Clamp():
                self._clamp(modifier)
            case Unique():
                self._unique(modifier)
            case _:
                return
        self.keeping.forget()

    def pick(self, of: Iterable[Selector]) -> set[int]:
        """Return the kept dice that at least one selector picks. Rule: DI-KEEP-01, DI-KEEP-04."""
        return Keeping().pick(of, self.live, self.values)

    def _explode(self, modifier: Explode) -> None:
        """Roll the extra dice of an explosion. Rule: DI-EXP-01 to DI-EXP-04."""
        if modifier.once:
            first = [place for selector in modifier.of for place in select(selector, self.live, self.values)]
            if self._open(first[:1], modifier.limit):
                self._burst(first[:1], modifier)
            return
        done: set[int] = set()
        front = self._open(sorted(self.pick(modifier.of)), modifier.limit)
        while front:
            new = self._burst(front, modifier)
            done.update(front)
            front = self._next_front(modifier, new, done)

    def _burst(self, front: Sequence[int], modifier: Explode) -> list[int]:
        """Roll one extra die for each die of a wave, and return the indexes of the extra dice."""
        new = self._extra(EXPLOSION, front)
        for place, source in zip(new, front, strict=True):
            self.chains[place] = self.chains.get(source, 0) + 1
        if modifier.penetrate:
            for place in new:
                self.values[place] -= 1
        if modifier.compound:
            self._join(front, new)
        else:
            self.live = [*self.live, *new]
        return new

    def _join(self, front: Sequence[int], new: Sequence[int]) -> None:
        """Add the faces of extra rolls to the values of the dice that caused them. Rule: DI-EXP-02."""
        for source, place in zip(front, new, strict=True):
            head = self.heads.get(source, source)
            self.heads[place] = head
            self.values[head] = self.values[head] + self.values[place]

    def _next_front(self, modifier: Explode, new: Sequence[int], done: set[int]) -> list[int]:
        """Return the dice that cause the next wave of extra dice.

        Whether a die causes one depends on its face before penetration reduces its value.
        """
        if all(isinstance(selector, Point) for selector in modifier.of):
            value = self.dice.die.value
            leads = [place for place in new if _any_holds(modifier.of, value(self.faces[place]))]
            return self._open(leads, modifier.limit)
        return self._open(sorted(self.pick(modifier.of) - done), modifier.limit)

    def _reroll(self, modifier: Reroll) -> None:
        """Reroll picked dice. Rule: DI-RE-01, DI-RE-02, DI-LIMIT-06."""
        chosen = self.pick(modifier.of)
        front = [place for place in self.live if place in chosen]
        if modifier.once:
            if front:
                self._again(REROLL, front)
            return
        thrown = 0
        while front:
            thrown += 1
            ends = self._ending(lambda value: _any_holds(modifier.of, value)) if thrown == REROLLS else None
            new = self._again(REROLL, front, ends)
            front = [place for place in new if _any_holds(modifier.of, self.values[place])]

    def _unique(self, modifier: Unique) -> None:
        """Reroll each die that has the same value as an earlier one. Rule: DI-RE-03, DI-LIMIT-06."""
        seen: set[Rational] = set()
        for die in list(self.live):
            place = die
            thrown = 0
            while _doubles(self.values[place], seen, modifier.of):
                thrown += 1
                last = thrown == REROLLS and not modifier.once
                ends = self._ending(lambda value: _doubles(value, seen, modifier.of)) if last else None
                (place,) = self._again(UNIQUE, [place], ends)
                if modifier.once:
                    break
            seen.add(self.values[place])

    def _ending(self, goes_on: Callable[[Rational], bool]) -> list[int]:
        """Return the faces at which a reroll ends. The parser has made sure that there is at least one.

        Rule: DI-LIMIT-06
        """
        die = self.dice.die
        return [face for face in range(1, die.sides + 1) if not goes_on(die.value(face))]

    def _clamp(self, modifier: Clamp) -> None:
        """Raise values below the lower limit to that limit, and reduce values above the upper limit to that one.

        Rule: DI-CLAMP-01
        """
        for place in self.live:
            value = self.values[place]
            if modifier.least is not None and value < modifier.least:
                self.values[place] = modifier.least
            elif modifier.most is not None and value > modifier.most:
                self.values[place] = modifier.most

    def _open(self, places: Sequence[int], limit: int) -> list[int]:
        """Return the dice whose chains are still shorter than the limit. Rule: DI-LIMIT-06."""
        chains = self.chains
        return [place for place in places if chains.get(place, 0) < limit] if chains else list(places)

    # ------------------------------------------------------------ throwing

    def _fall(self, purpose: str, count: int, ends: Sequence[int] | None = None) -> None:
        """Roll dice. If `ends` is given, only these faces are possible, each equally likely."""
        die = self.dice.die
        if ends is None:
            faces = self.roller.roll(purpose, die.sides, count)
        else:
            faces = [ends[at - 1] for at in self.roller.roll(purpose, len(ends), count)]
        self.faces += faces
        self.values += faces if die.values is None else [die.values[face - 1] for face in faces]

    def _extra(self, purpose: str, front: Sequence[int], ends: Sequence[int] | None = None) -> list[int]:
        """Roll one extra die for each die in `front`, in one draw, and return the indexes of the extra dice."""
        start = len(self.faces)
        self._fall(purpose, len(front), ends)
        self.sources += front
        return list(range(start, len(self.faces)))

    def _again(self, purpose: str, front: Sequence[int], ends: Sequence[int] | None = None) -> list[int]:
        """Reroll the dice in `front`. Each new throw takes the place of the old one in the order and in its chain."""
        new = self._extra(purpose, front, ends)
        instead = dict(zip(front, new, strict=True))
        self.chains.update({place: self.chains[source] for source, place in instead.items() if source in self.chains})
        self.rerolled += front
        self.live = [instead.get(place, place) for place in self.live]
        return new

    # ------------------------------------------------------------ the outcome

    @property
    def total(self) -> Rational:
        """Return the total of the dice, of their successes, or of their sets.

        Rule: DI-DICE-05, DI-CMP-01, DI-SET-01
        """
        sets = matching_sets(self.dice.modifiers, self.live, self.values)
        if sets is not None:
            return len(sets)
        count = last_count(self.dice.modifiers)
        if count is None:
            values = self.values
            return tidy(sum([values[place] for place in self.live]))
        successes, failures = count_successes(count, self.live, self.values)
        return len(successes) - len(failures)

    def record(self, labels: tuple[str, ...]) -> ThrownDice:
        """Return the record of these dice, in the form in which outcomes store it."""
        away = {*self.live, *self.rerolled, *self.heads}
        fallen = ThrownDice(
            text=self.dice.text,
            faces=tuple(self.faces),
            total=as_amount(self.total),
            sources=tuple(self.sources),
            rerolled=tuple(self.rerolled),
            joined=tuple(self.heads),
            dropped=tuple([place for place in range(len(self.faces)) if place not in away]),
            values=() if self.values == self.faces else tuple(as_amount(value) for value in self.values),
            labels=labels,
        )
        if any(isinstance(modifier, DESCRIBING) for modifier in self.dice.modifiers):
            return self._describe(fallen)
        return fallen

    def _describe(self, fallen: ThrownDice) -> ThrownDice:
        modifiers, live, values = self.dice.modifiers, self.live, self.values
        count = last_count(modifiers)
        successes, failures = (None, None) if count is None else count_successes(count, live, values)
        return replace(
            fallen,
            successes=successes,
            failures=failures if count is not None and count.failure is not None else None,
            criticals=find_marked("critical", modifiers, live, values),
            fumbles=find_marked("fumble", modifiers, live, values),
            order=in_order(modifiers, live, values),
            sets=matching_sets(modifiers, live, values) or (),
        )


# ---------------------------------------------------------------- what dice and members of groups have in common


def _any_holds(of: Iterable[Selector], value: Rational) -> bool:
    return any(selector.holds(value) for selector in of if isinstance(selector, Point))


def _doubles(value: Rational, seen: set[Rational], of: Sequence[Point]) -> bool:
    return value in seen and (not of or _any_holds(of, value))


def last_count(modifiers: Sequence[Modifier]) -> Count | None:
    """Return the last `Count`, which decides how successes are counted, or None if there is none. Rule: DI-CMP-01."""
    return next((modifier for modifier in reversed(modifiers) if isinstance(modifier, Count)), None)


def count_successes(count: Count, live: Sequence[int], values: Sequence[Rational]) -> tuple[Places, Places]:
    """Return the indexes of the dice that succeed and of the dice that fail.

    Success is tested first. Rule: DI-CMP-01.
    """
    successes = tuple(place for place in live if count.success.holds(values[place]))
    if count.failure is None:
        return successes, ()
    rest = (place for place in live if not count.success.holds(values[place]))
    return successes, tuple(place for place in rest if count.failure.holds(values[place]))


def find_marked(name: str, modifiers: Sequence[Modifier], live: Sequence[int], values: Sequence[Rational]) -> Places:
    """Return the indexes of the dice that the last mark of this name (criticals or fumbles) picks. Rule: DI-SHOW-02."""
    marks = [modifier for modifier in modifiers if isinstance(modifier, Mark) and modifier.name == name]
    return tuple(place for place in live if marks[-1].of.holds(values[place])) if marks else ()


def in_order(modifiers: Sequence[Modifier], live: Sequence[int], values: Sequence[Rational]) -> Places:
    """Return the indexes of the kept dice in the order that the notation asks for.

    Return no indexes if the notation asks for no order.

    Rule:    DI-SHOW-01
    """
    sorts = [modifier for modifier in modifiers if isinstance(modifier, Sort)]
    if not sorts:
        return ()
    return tuple(sorted(live, key=values.__getitem__, reverse=sorts[-1].descending))


def matching_sets(
    modifiers: Sequence[Modifier], live: Sequence[int], values: Sequence[Rational]
) -> tuple[Places, ...] | None:
    """Return the sets of equal dice, with the highest value first, or None if the notation counts no sets.

    Rule: DI-SET-01
    """
    wanted = [modifier for modifier in modifiers if isinstance(modifier, Match)]
    if not wanted:
        return None
    found: dict[Rational, list[int]] = {}
    for place in live:
        found.setdefault(values[place], []).append(place)
    in_turn = sorted(found.items(), key=lambda entry: entry[0], reverse=True)
    return tuple(tuple(places) for _, places in in_turn if len(places) >= wanted[-1].size)
