"""The results of trials, counted exactly: sums as fractions, and the number of occurrences of each value.

If there are only a few different values, each has its own count. Otherwise values are grouped into bins whose width is
a power of two, so that bins of different widths nest and any two tallies can be added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain
from operator import add
from typing import Annotated, Final, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from shared.kernel.jobs.findings import Findings, join_findings
from shared.kernel.messages import END, MAX_NUMBER

Value: TypeAlias = int | Fraction
Ratio: TypeAlias = Annotated[str, Meta(pattern=r"^-?\d+(/\d+)?" + END, description="an exact number")]
Amount: TypeAlias = int | Ratio
"""A whole number if JSON can hold it exactly, else an exact number as text."""

ROWS: Final = 512
"""Maximum number of values, or of bins, that a tally distinguishes."""
EXTREMES: Final = 5


class Tally(Struct, frozen=True, kw_only=True):
    """The number of occurrences of each value of one measure in `trials` trials.

    With a `width` w, each row is a bin of the values from v to below v + w.

    Shape: rows are (value, count), lowest first; width 0: each value has its own row
    """

    trials: int
    total: Ratio
    squares: Ratio
    width: Amount
    rows: tuple[tuple[Amount, int], ...]


class Extreme(Struct, frozen=True, kw_only=True):
    """A trial with an extreme value of the leading measure.

    `chunk` is the chunk of the trial, and `trial` is the trial's index in that chunk.
    """

    value: Amount
    chunk: int
    trial: int


Beats: TypeAlias = tuple[tuple[int, ...], ...]
"""A square table of rival measures: the number of trials in which the row's measure was 1 and the column's was 0."""


class ChunkResult(Struct, frozen=True, kw_only=True):
    """The results of a chunk's trials, by measure: of the variant, of the other variant, and of their difference.

    An analysis that looks for the best of its measures also has `beats`, in the order in which it names these rival
    measures. A survey has `findings`, and no measures; its trials are streams.

    Shape:   lowest and highest hold at most five trials each, the most extreme first
    """

    trials: int
    ours: dict[str, Tally]
    theirs: dict[str, Tally] = {}
    difference: dict[str, Tally] = {}
    lowest: tuple[Extreme, ...] = ()
    highest: tuple[Extreme, ...] = ()
    beats: Beats | UnsetType = UNSET
    findings: Findings | UnsetType = UNSET


# ---------------------------------------------------------------- numbers as they are stored


def amount(value: Value) -> Amount:
    """Encode a number for storage."""
    whole = value.numerator if value.denominator == 1 else None
    return whole if whole is not None and abs(whole) <= MAX_NUMBER else str(value)


def number(stored: Amount) -> Value:
    """Decode a stored number."""
    if isinstance(stored, int):
        return stored
    value = Fraction(stored)
    return value.numerator if value.denominator == 1 else value


# ---------------------------------------------------------------- counting


def tally_of(seen: Mapping[Value, int]) -> Tally:
    """Count how often each of these values occurs."""
    width, counts = _few_enough(0, seen)
    return Tally(
        trials=sum(seen.values()),
        total=str(sum(value * times for value, times in seen.items())),
        squares=str(sum(value * value * times for value, times in seen.items())),
        width=amount(width),
        rows=tuple((amount(value), counts[value]) for value in sorted(counts)),
    )


def join_tallies(one: Tally, other: Tally) -> Tally:
    """Return the sum of two tallies of the same measure."""
    width = max(number(one.width), number(other.width))
    counts: Counter[Value] = Counter()
    for value, times in chain(one.rows, other.rows):
        counts[_class_of(number(value), width)] += times
    width, fewer = _few_enough(width, counts)
    return Tally(
        trials=one.trials + other.trials,
        total=str(Fraction(one.total) + Fraction(other.total)),
        squares=str(Fraction(one.squares) + Fraction(other.squares)),
        width=amount(width),
        rows=tuple((amount(value), fewer[value]) for value in sorted(fewer)),
    )


def _class_of(value: Value, width: Value) -> Value:
    return value // width * width if width else value


def _few_enough(width: Value, counts: Mapping[Value, int]) -> tuple[Value, Mapping[Value, int]]:
    """Return the width and the counts of the bins after widening the bins until they are few enough to store."""
    while len(counts) > ROWS:
        width = width * 2 if width else _first_width(counts)
        wider: Counter[Value] = Counter()
        for value, times in counts.items():
            wider[_class_of(value, width)] += times
        counts = wider
    return width, counts


def _first_width(values: Iterable[Value]) -> Value:
    """Return the power of two that divides the middle half of the values into at most ROWS bins.

    The middle half determines the scale, so that a few extreme values do not make all bins too wide.
    """
    ordered = sorted(values)
    middle = ordered[len(ordered) * 3 // 4] - ordered[len(ordered) // 4]
    width = Fraction(1)
    while width * ROWS < middle:
        width *= 2
    while width * ROWS > middle * 2:
        width /= 2
    return width.numerator if width.denominator == 1 else width


# ---------------------------------------------------------------- chunks


def put_together(one: ChunkResult | None, other: ChunkResult) -> ChunkResult:
    """Add the result of the next chunk to the result of all chunks before it."""
    if one is None:
        return other
    return ChunkResult(
        trials=one.trials + other.trials,
        ours=_joined_each(one.ours, other.ours),
        theirs=_joined_each(one.theirs, other.theirs),
        difference=_joined_each(one.difference, other.difference),
        lowest=farthest((*one.lowest, *other.lowest), sign=1),
        highest=farthest((*one.highest, *other.highest), sign=-1),
        beats=_joined_beats(one.beats, other.beats),
        findings=_joined_findings(one.findings, other.findings),
    )


def _joined_each(one: Mapping[str, Tally], other: Mapping[str, Tally]) -> dict[str, Tally]:
    """Add two results measure by measure. If a measure applied to no trial of a chunk, the chunk's result lacks it."""
    names = [*one, *(name for name in other if name not in one)]
    return {
        name: join_tallies(one[name], other[name]) if name in one and name in other else (one.get(name) or other[name])
        for name in names
    }


def _joined_beats(one: Beats | UnsetType, other: Beats | UnsetType) -> Beats | UnsetType:
    if isinstance(one, UnsetType) or isinstance(other, UnsetType):
        return UNSET
    return tuple(tuple(map(add, *rows)) for rows in zip(one, other, strict=True))


def _joined_findings(one: Findings | UnsetType, other: Findings | UnsetType) -> Findings | UnsetType:
    if isinstance(one, UnsetType) or isinstance(other, UnsetType):
        return UNSET
    return join_findings(one, other)


def farthest(found: Iterable[Extreme], *, sign: int) -> tuple[Extreme, ...]:
    """Return the most extreme trials: the lowest for sign 1, the highest for -1.

    Of trials with equal values, the earliest comes first.
    """
    ordered = sorted(found, key=lambda one: (sign * number(one.value), one.chunk, one.trial))
    return tuple(ordered[:EXTREMES])
