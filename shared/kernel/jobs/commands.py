"""The commands of a simulation job: request it, report a chunk of its trials, cancel it, or mark it as failed."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from shared.kernel.game import Opening
from shared.kernel.jobs.survey import MOST_STREAMS, SurveyedStream
from shared.kernel.jobs.tally import ChunkResult
from shared.kernel.messages import END, MAX_NUMBER, Command, Hex32, Line, Role

Confidence: TypeAlias = Literal[90, 95, 99]
Width: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(\d{1,9}(\.\d{1,9})?|\d{1,9}/\d{1,9})" + END,
        description='a number above 0 as text: a decimal or a fraction, such as "0.05" or "1/20"',
        examples=["0.05", "1/20"],
    ),
]


class Precision(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stopping condition: the confidence interval of a measure's mean extends at most `half_width` to either side.

    In a comparison the measure is the difference of the two variants.
    """

    measure: Line
    half_width: Width


class RequestJob(Opening, frozen=True, kw_only=True):
    """Simulate up to `trials` trials; with `against`, also simulate a second variant on the same random seeds.

    With `analysis`, the job is the analysis or survey of that name, and `simulate` is its request. A survey reads
    `streams`; each stream is a trial. `ruleset` names the rules that decide the trials; a worker with other rules
    ignores the job.
    """

    simulate: dict[str, Any]
    analysis: Line | UnsetType = UNSET
    streams: Annotated[tuple[SurveyedStream, ...], Meta(max_length=MOST_STREAMS)] | UnsetType = UNSET
    against: dict[str, Any] | None = None
    trials: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    confidence: Confidence = 95
    precision: Precision | None = None
    seed: Hex32
    ruleset: Line


class CompleteChunk(Command, frozen=True, kw_only=True):
    """Report the result of a chunk of trials."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "clock"

    chunk: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    result: ChunkResult


class FailJob(Command, frozen=True, kw_only=True):
    """Mark the job as failed."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "clock"

    reason: Line


class CancelJob(Command, frozen=True, kw_only=True):
    """Cancel the job."""

    counts_as = "ending"
