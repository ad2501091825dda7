"""The total of one side of a task if its owner makes the best choices: how to read faces, and which dice harm removes.

Dice without a choice are added up at once. All other dice are counted by the faces they show, and the best choice is
computed once for each combination of counts, so that a distribution is a sum of vectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb, prod
from operator import add
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from shared.kernel.odds import meter
from shared.kernel.odds.distribution import Distribution
from shared.kernel.odds.shape import MANY
from shared.kernel.pools.task_sides import BLANK, SPARED, Face, TaskDie, TaskSide, Way, useful

Vector: TypeAlias = tuple[int, ...]
Scored: TypeAlias = tuple[int, int]
"""A total, and how many times its side removes two successes from a sneaking opponent."""

FIELDS: Final = Way.__struct_fields__
SUMS: Final = (*FIELDS, "uncaps")
"""The names of the sums: the effects of the chosen readings, and the amount by which removed dice lower the cap."""
SUMMED, JUDGED, CHOSEN, READ = 12, 60, 60, 20
"""The numbers of steps to add a face to a vector, judge a vector, choose for a die, and extend a combination."""


class Total(NamedTuple):
    """The calculation of a side's total: its successes, the cap, the bonus, the losses, and the result."""

    successes: int = 0
    capped: int = 0
    bonus: int = 0
    lost: int = 0
    total: int = 0
    senses: int = 0


class Thing(NamedTuple):
    """A rolled die that leaves its owner a choice.

    `own`: harm may remove the die, which lowers the cap by `caps`.
    """

    ways: tuple[Way, ...]
    own: bool
    worn: bool
    caps: int

    @property
    def shows(self) -> bool:
        """Whether the die shows a success; harm removes such dice first."""
        return any(way.successes for way in self.ways)


class Reading(NamedTuple):
    """The choices made so far: removed dice with and without a success, the sums of all other dice, and worn dice."""

    showing: int
    others: int
    sums: Vector
    worn: Vector


class Side:
    """A side prepared for counting: its relevant effects, and the vector that each rolled die adds."""

    def __init__(self, side: TaskSide, dice: Sequence[tuple[TaskDie, Sequence[Face]]], *, senses: bool) -> None:
        """Prepare a side, and its dice with the faces that each may show."""
        self.side, self.senses = side, senses
        self.dice, self.faces = [die for die, _ in dice], [can_show for _, can_show in dice]
        self.own = sum(die.own for die, _ in dice)
        faces = [(die, face) for die, can_show in dice for face in can_show]
        ways = [way for _, face in faces for way in face]
        self.risky = any(way.harm or way.hurt for way in ways)
        self.spared = side.kept and not any(die.caps for die, _ in dice)
        self.eased = any(way.eases for way in ways) and any(
            die.worn and way.encumbers for die, face in faces for way in face
        )
        heaviest = [max((way.encumbers for face in can_show for way in face), default=0) for _, can_show in dice]
        self.worn = [most for most, (die, _) in zip(heaviest, dice, strict=True) if die.worn and most]
        shown = [self._split(die, face) for die, face in faces]
        self.things = tuple(dict.fromkeys(thing for _, thing in shown if thing is not None))
        self.options = {thing: tuple(self._apart(thing, way) for way in thing.ways) for thing in self.things}
        self.limits = tuple(self._limit(name) for name in SUMS)
        self.fields = tuple(name for name in FIELDS if any(getattr(plain, name) for plain, _ in shown))
        self.nothing = (0,) * len(self.things)
        places = {thing: place for place, thing in enumerate(self.things)}
        vectors = iter([self._vector(plain, None if thing is None else places[thing]) for plain, thing in shown])
        self.vectors = [[next(vectors) for _ in can_show] for _, can_show in dice]

    def _split(self, die: TaskDie, face: Face) -> tuple[Way, Thing | None]:
        """Split a rolled die into its certain effects and the choice that it leaves to its owner."""
        ways = useful(self._relevant(way) for way in face)
        harm = Way(harm=face[0].harm, hurt=face[0].hurt) if face else Way()
        risky = die.own and self.risky and not self.spared
        caps = die.caps if risky and self.side.cap is not None else 0
        decides = len(ways) > 1 or risky or (die.worn and self.eased and any(way.encumbers for way in ways))
        if decides and (ways or caps):
            return harm, Thing(ways or (BLANK,), risky, die.worn, caps)
        return (replace(ways[0], harm=harm.harm, hurt=harm.hurt) if ways else harm), None

    def _relevant(self, way: Way) -> Way:
        """Return a reading without the fields that have no effect on this side."""
        side = self.side
        return replace(
            way,
            harm=0,
            hurt=0,
            firm=way.firm if side.icons_only else 0,
            eases=way.eases if self.eased else 0,
            sees=way.sees if side.darkness else 0,
            aims=way.aims if side.cover or (side.darkness and not side.cover_only) else 0,
            senses=way.senses if self.senses else 0,
        )

    def _vector(self, plain: Way, thing: int | None) -> Vector:
        counts = [0] * len(self.things)
        if thing is not None:
            counts[thing] = 1
        return (*[getattr(plain, name) for name in self.fields], *counts)

    @property
    def judging(self) -> int:
        """The number of steps that `judge` takes for one vector."""
        pending = sum(any(vector[len(self.fields) :] != self.nothing for vector in vectors) for vectors in self.vectors)
        return JUDGED + CHOSEN * pending

    def judge(self, vector: Vector) -> Total:
        """Return the total of a roll whose dice add up to this vector."""
        known = dict(zip(self.fields, vector, strict=False))
        harm, hurt = known.pop("harm", 0), known.pop("hurt", 0)
        harm = min(harm, 1) if self.side.once else harm
        if 0 < self.own <= harm + hurt:
            return Total()
        counts = vector[len(self.fields) :]
        if not self.things:
            return count_side(self.side, known, ())
        return self._best(known, counts, harm, hurt)

    def _best(self, known: Mapping[str, int], counts: Vector, harm: int, hurt: int) -> Total:
        """Return the best total over all choices. Harm takes dice with a success first."""
        things = [(thing, count) for thing, count in zip(self.things, counts, strict=True) if count]
        showing = sum(count for thing, count in things if thing.own and thing.shows)
        others = sum(count for thing, count in things if thing.own and not thing.shows)
        blank = self.own - showing - others
        lost = 0 if self.spared or not self.own else harm + hurt
        least = min(harm, showing) if lost else 0
        found = [Reading(0, 0, tuple(known.get(name, 0) for name in SUMS), ())]
        for thing, count in things:
            if len(thing.ways) == 1:
                found = self._with_dice_lost(found, thing, count, lost)
            else:
                for _ in range(count):
                    found = self._with_choice(found, thing, lost)
        totals = [
            count_side(self.side, dict(zip(SUMS, one.sums, strict=True)), one.worn)
            for one in found
            if one.showing >= least and lost - blank <= one.showing + one.others <= lost
        ]
        return max(totals, key=lambda one: (one.total, one.senses))

    def _with_dice_lost(self, found: Iterable[Reading], thing: Thing, count: int, lost: int) -> list[Reading]:
        """Extend the combinations by several dice with one reading each. Harm removes a die, or else the die counts."""
        ((plain, apart),) = self.options[thing]
        more: list[Reading] = []
        for showing, others, sums, worn in found:
            for gone in range(min(count, lost - showing - others) + 1 if thing.own else 1):
                left = count if self.side.kept else count - gone
                after = tuple([one + left * other for one, other in zip(sums, plain, strict=True)])
                after = (*after[:-1], after[-1] + gone * thing.caps)
                wears = tuple(sorted((*worn, *[apart] * left))) if apart else worn
                more.append(Reading(showing + gone * thing.shows, others + gone * (not thing.shows), after, wears))
        return more

    def _with_choice(self, found: Iterable[Reading], thing: Thing, lost: int) -> list[Reading]:
        """Extend the combinations by one die with several readings.

        Harm removes the die, or one of its readings counts.
        """
        more: dict[Reading, None] = {}
        nothing = (((0,) * len(SUMS), 0),)
        for showing, others, sums, worn in found:
            for gone in range(2 if thing.own and showing + others < lost else 1):
                for plain, apart in nothing if gone and not self.side.kept else self.options[thing]:
                    after = tuple(map(min, map(add, sums, plain), self.limits))
                    after = (*after[:-1], after[-1] + gone * thing.caps)
                    wears = tuple(sorted((*worn, apart))) if apart else worn
                    more[Reading(showing + gone * thing.shows, others + gone * (not thing.shows), after, wears)] = None
        meter.spend(READ * len(more))
        return list(more)

    def _limit(self, name: str) -> int:
        """Return the largest value of an effect that still makes a difference."""
        unseen = self.side.darkness + self.side.cover
        halves = {"sees": -(-self.side.darkness // SPARED), "aims": -(-unseen // SPARED)}
        if name == "eases":
            return sum(self.worn) if self.side.points else len(self.worn)
        return halves.get(name, MANY)

    @property
    def choices(self) -> int:
        """An upper bound on the number of combinations to compare for any roll of these dice."""
        dice = self.faces
        most = [max((max(1, len(face)) for face in faces), default=1) for faces in dice]
        harm = sum(max((way.harm + way.hurt for way in face[:1]), default=0) for faces in dice for face in faces)
        lost = min(harm, self.own) + 1 if self.risky else 1
        apart = prod(1 + count for count, die in zip(most, self.dice, strict=True) if die.worn and self.eased)
        box = prod(min(limit, self._most(name)) + 1 for name, limit in zip(FIELDS, self.limits, strict=False))
        return min(prod(most), box * apart) * lost**2

    def _most(self, name: str) -> int:
        """Return the largest sum of an effect over all dice."""
        return sum(max((getattr(way, name) for face in faces for way in face), default=0) for faces in self.faces)

    def _apart(self, thing: Thing, way: Way) -> tuple[Vector, int]:
        """Return a reading's effects without the encumbrance of a worn die, and that encumbrance."""
        apart = way.encumbers if thing.worn and self.eased else 0
        return (*(getattr(way, name) - apart * (name == "encumbers") for name in FIELDS), 0), apart


def count_side(side: TaskSide, sums: Mapping[str, int], worn: Vector) -> Total:
    """Compute a side's total, given a reading for every face: apply the cap, the bonus and the losses, down to 0.

    `worn` is the encumbrance of each worn die.
    """
    get = sums.get
    successes = get("successes", 0) + side.given
    cap = MANY if side.cap is None else max(side.cap - get("uncaps", 0), 0)
    capped = min(successes, cap)
    bonus = min(side.bonus, cap - capped) if side.bonus_in_cap else side.bonus
    icons = max(capped + bonus - side.bonus - get("firm", 0), 0)
    lost = side.loss + get("nulls", 0) + _sight_loss(side, get("sees", 0), get("aims", 0))
    lost += min(_encumbrance_loss(side, sums, worn), icons) if side.icons_only else _encumbrance_loss(side, sums, worn)
    total = max(capped + bonus - lost, 0)
    return Total(successes, capped, bonus, lost, total, get("senses", 0))


def _encumbrance_loss(side: TaskSide, sums: Mapping[str, int], worn: Vector) -> int:
    """Return the number of successes that encumbrance removes, after effects that undo part of it."""
    eases = sums.get("eases", 0)
    left = max(sum(worn) - eases, 0) if side.points else sum(sorted(worn)[: max(len(worn) - eases, 0)])
    return left + sums.get("encumbers", 0)


def _sight_loss(side: TaskSide, sees: int, aims: int) -> int:
    """Return the number of successes that darkness and cover take away, after aiming and seeing have regained some."""
    dark, aimed = max(side.darkness - SPARED * sees, 0), SPARED * aims
    if side.cover_only:
        cover = max(side.cover - aimed, 0)
        return max(dark, cover) if side.greater_only else dark + cover
    return max((max(dark, side.cover) if side.greater_only else dark + side.cover) - aimed, 0)


def best(side: TaskSide, shown: Sequence[tuple[TaskDie, Face]], *, senses: bool = True) -> Total:
    """Return the best total of these faces; among equal totals, the one that senses sneaking opponents most often."""
    books = Side(side, [(die, (face,)) for die, face in shown], senses=senses)
    whole = (0,) * (len(books.fields) + len(books.things))
    for (vector,) in books.vectors:
        whole = tuple(map(add, whole, vector))
    return books.judge(whole)


def throw_cost(side: TaskSide) -> int:
    """Return an upper bound on the steps to evaluate one roll of a side. Rule: DI-CHAR-11."""
    books = Side(side, [(die, die.faces) for die in side.dice], senses=True)
    return min(MANY, READ * len(side.dice) * books.choices)


def margins(ours: Scored, theirs: Sequence[Scored], *, sneaks: bool, sneaking: Sequence[bool]) -> tuple[int, ...]:
    """Return the lead of a side over each opponent.

    Each time it senses, the side removes two successes from a sneaking opponent, down to 0. It first targets the
    opponents that it can beat with the fewest removals, and then the opponent that is furthest ahead.
    """
    total, senses = ours
    if not sneaks and not any(sneaking):
        return tuple(total - other for other, _ in theirs)
    mine = [max(total - SPARED * sensed, 0) if sneaks else total for _, sensed in theirs]
    left = [other for other, _ in theirs]
    needs = sorted(
        ((left[place] - mine[place]) // SPARED + 1, place)
        for place, hidden in enumerate(sneaking)
        if hidden and 0 < mine[place] <= left[place]
    )
    for need, place in needs:
        if need <= senses:
            senses -= need
            left[place] = max(left[place] - SPARED * need, 0)
    hidden = [place for place, sneaker in enumerate(sneaking) if sneaker]
    if senses and hidden:
        ahead = min(hidden, key=lambda place: (mine[place] - left[place], place))
        left[ahead] = max(left[ahead] - SPARED * senses, 0)
    return tuple(one - other for one, other in zip(mine, left, strict=True))


def score_side(side: TaskSide, *, senses: bool) -> Distribution[Scored]:
    """Return the exact joint distribution of a side's total and of the number of times it senses. Rule: AR-ODDS-01."""
    books = Side(side, [(die, die.faces) for die in side.dice], senses=senses)
    states: dict[Vector, int] = {(0,) * (len(books.fields) + len(books.things)): 1}
    total = 1
    for vectors in books.vectors:
        faces = Counter(vectors)
        meter.spend(SUMMED * len(states) * len(faces), total)
        found: dict[Vector, int] = {}
        for state, ways in states.items():
            for face, times in faces.items():
                after = tuple(map(add, state, face))
                found[after] = found.get(after, 0) + ways * times
        states, total = found, total * len(vectors)
    meter.spend(books.judging * len(states), total)
    weights: dict[Scored, int] = {}
    for state, ways in states.items():
        judged = books.judge(state)
        one = (judged.total, judged.senses)
        weights[one] = weights.get(one, 0) + ways
    return Distribution(weights, total)


def scored_cost(side: TaskSide, *, senses: bool) -> int:
    """Return an upper bound on the steps of `score_side`, without running it. Rule: AR-ODDS-01."""
    books = Side(side, [(die, die.faces) for die in side.dice], senses=senses)
    alike: Counter[frozenset[Vector]] = Counter()
    most = [0] * len(books.fields)
    states, cost = 1, 0
    for place, vectors in enumerate(books.vectors):
        faces = frozenset(vectors)
        cost += SUMMED * states * len(faces)
        alike[faces] += 1
        most = [so_far + max(face[at] for face in faces) for at, so_far in enumerate(most)]
        multisets = prod(comb(count + len(kind) - 1, count) for kind, count in alike.items())
        boxes = prod(one + 1 for one in most) * comb(place + 1 + len(books.things), place + 1)
        states = min(multisets, boxes, MANY)
    return min(cost + books.judging * states, MANY)
