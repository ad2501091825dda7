"""A chunk of a job's trials. Its result depends only on the request, the chunk's index and the job's seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from heapq import nsmallest
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from shared.kernel.jobs.analysis import Analysis, Past, PlayedKind
from shared.kernel.jobs.kind import JobKind
from shared.kernel.jobs.plan import chunk_seed, trial_seed
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.simulation import Simulation, play_start, play_trial
from shared.kernel.jobs.tally import EXTREMES, Beats, ChunkResult, Extreme, Tally, Value, amount, tally_of
from shared.kernel.refusals import Refusal

S = TypeVar("S")
R = TypeVar("R")
SIMULATED: Final = "simulate"
"""The field of a job that holds the request; the game's refusals name fields inside it."""
LOOKED_UP: Final = 32
"""The number of trials between two checks whether the chunk's result is still needed."""


class ChunkStopped(Exception):
    """Raised when a chunk stops because its result is no longer needed."""


class Variant(Struct, Generic[R], frozen=True):
    """A prepared variant of a request: the stream from which its trials start, or the start of an analysis."""

    request: R
    start: Any


def variant_of(simulation: Simulation[S, R], asked: dict[str, Any]) -> Variant[R]:
    """Prepare a variant of a request: play the opening moves that all its trials share.

    Rule:    AR-JOB-01
    Refuses: RequestUnclear, and the game's refusals
    """
    request = request_of(simulation, asked)
    return Variant(request, play_start(simulation, request))


def variant_on(analysis: Analysis[S, R], asked: dict[str, Any], past: Past) -> Variant[R]:
    """Prepare the request of an analysis from the past of its stream.

    Rule:    AR-JOB-01, AR-JOB-13
    Refuses: RequestUnclear, and the game's refusals
    """
    request = request_of(analysis, asked)
    return Variant(request, analysis.prepare(request, past))


def request_of(kind: JobKind[Any, R], asked: dict[str, Any]) -> R:
    """Decode a request, and check it against the game's limits.

    Rule:    AR-JOB-01
    Refuses: RequestUnclear, and the game's refusals
    """
    try:
        request = msgspec.convert(asked, kind.request)
    except msgspec.ValidationError as error:
        raise RequestUnclear(needs=kind.request.__name__, has=str(error)[:200], field=SIMULATED) from None
    kind.check(request)
    return request


def request_against(kind: JobKind[Any, R], asked: dict[str, Any]) -> R:
    """Decode the request of a comparison's second variant, and check it against the game's limits.

    Rule:    AR-JOB-01, AR-JOB-05
    Refuses: RequestUnclear, and the game's refusals, with fields of `against`
    """
    try:
        return request_of(kind, asked)
    except Refusal as refusal:
        field = refusal.field or SIMULATED
        if field.startswith(SIMULATED):
            refusal.field = f"against{field.removeprefix(SIMULATED)}"
        raise


def play_and_measure(kind: PlayedKind, variant: Variant[Any], seed: bytes) -> Mapping[str, Value]:
    """Play one trial and measure it."""
    if isinstance(kind, Analysis):
        values: Mapping[str, Value] = kind.measured(variant.start, seed)
        return values
    stream, events = play_trial(kind, variant.request, variant.start, seed)
    found: Mapping[str, Value] = kind.measured(variant.request, stream, events)
    return found


class Chunk(Struct, frozen=True, kw_only=True):
    """A chunk's identity: the seed of the job, the index of the chunk, and the number of its trials."""

    job_seed: bytes
    number: int
    trials: int


def _always() -> bool:
    """Return True, because the chunk's result is always needed."""
    return True


def run_chunk(
    kind: PlayedKind,
    variants: tuple[Variant[Any], ...],
    chunk: Chunk,
    *,
    wanted: Callable[[], bool] = _always,
) -> ChunkResult:  # fmt: skip
    """Play the trials of a chunk. Every machine gets the same result for the same arguments.

    Shape:   variants: one variant, or two that are compared trial by trial with the same luck
    Refuses: ChunkStopped if the result is no longer needed; the game's refusals of the policy's commands
    """
    seed = chunk_seed(chunk.job_seed, chunk.number)
    leading = next(iter(kind.measures(variants[0].request)))
    seen: tuple[dict[str, Counter[Value]], ...] = tuple({} for _ in range(len(variants) * 2 - 1))
    outliers: list[tuple[Value, int]] = []
    rivals = _Rivals(kind.rivals(variants[0].request) if isinstance(kind, Analysis) else ())
    for trial in range(chunk.trials):
        if trial % LOOKED_UP == 0 and not wanted():
            raise ChunkStopped
        found = [play_and_measure(kind, variant, trial_seed(seed, trial)) for variant in variants]
        if len(found) > 1:
            found.append(_difference(*found))
        for counters, values in zip(seen, found, strict=True):
            _count(counters, values)
        rivals.count(found[0])
        if leading in found[-1]:
            outliers.append((found[-1][leading], trial))
    parts = [_tallies(counters) for counters in seen]
    return ChunkResult(
        trials=chunk.trials,
        ours=parts[0],
        theirs=parts[1] if len(parts) > 1 else {},
        difference=parts[2] if len(parts) > 1 else {},
        lowest=_farthest(outliers, chunk.number, sign=1),
        highest=_farthest(outliers, chunk.number, sign=-1),
        beats=rivals.beats,
    )


class _Rivals:
    """The count of trials in which one share was 1 and another was 0, for each pair of shares (measures of 0 or 1)."""

    def __init__(self, names: Sequence[str]) -> None:
        """Store the names of the shares. Without names, nothing is counted."""
        self._names: Final = names
        self._beats: Final = [[0] * len(names) for _ in names]

    def count(self, values: Mapping[str, Value]) -> None:
        """Count one trial."""
        lost = [at for at, name in enumerate(self._names) if values.get(name) == 0]
        for at, name in enumerate(self._names):
            if values.get(name) == 1:
                for other in lost:
                    self._beats[at][other] += 1

    @property
    def beats(self) -> Beats | UnsetType:
        """Return the counts in the format of `ChunkResult.beats`."""
        return tuple(map(tuple, self._beats)) if self._names else UNSET


def _difference(ours: Mapping[str, Value], theirs: Mapping[str, Value]) -> Mapping[str, Value]:
    return {name: value - theirs[name] for name, value in ours.items() if name in theirs}


def _count(counters: dict[str, Counter[Value]], values: Mapping[str, Value]) -> None:
    for name, value in values.items():
        counter = counters.get(name)
        if counter is None:
            counter = counters[name] = Counter()
        counter[value] += 1


def _tallies(counters: Mapping[str, Counter[Value]]) -> dict[str, Tally]:
    return {name: tally_of(counters[name]) for name in sorted(counters)}


def _farthest(found: list[tuple[Value, int]], chunk: int, *, sign: int) -> tuple[Extreme, ...]:
    ends = nsmallest(EXTREMES, found, key=lambda one: (sign * one[0], one[1]))
    return tuple(Extreme(value=amount(value), chunk=chunk, trial=trial) for value, trial in ends)
