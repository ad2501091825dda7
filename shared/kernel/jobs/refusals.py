"""Why a job is not taken on, or not touched. The docstring of each is the sentence the caller reads."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class RequestUnclear(Refusal):
    """This is nothing that can be simulated here."""

    rule = "AR-JOB-01"


class TooManyTrials(Refusal):
    """A job makes a bounded number of trials."""

    rule = "AR-JOB-02"


class JobTooLong(Refusal):
    """All trials of a job together take a bounded time on one core."""

    rule = "AR-JOB-03"


class MeasureUnknown(Refusal):
    """Nothing of that name is measured in these trials."""

    rule = "AR-JOB-04"


class WidthNotPositive(Refusal):
    """An interval cannot become as narrow as nothing."""

    rule = "AR-JOB-04"


class NothingInCommon(Refusal):
    """Two variants are compared by what is measured in both."""

    rule = "AR-JOB-05"


class ChunkUnknown(Refusal):
    """The job has no such chunk, or the chunk has another number of trials."""

    rule = "AR-JOB-06"


class TrialNotCounted(Refusal):
    """Only a trial that counts in the job's result can be opened."""

    rule = "AR-JOB-09"


class RulesHaveChanged(Refusal):
    """The job was done by the rules of another release; its trials would come out otherwise here."""

    rule = "AR-JOB-11"


class NeverEnds(Refusal):
    """A trial of this takes more commands than a trial may."""

    rule = "AR-JOB-10"
