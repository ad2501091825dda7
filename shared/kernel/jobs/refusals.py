"""Why a job is not taken on, or not touched. The docstring of each is the sentence the caller reads."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class RequestUnclear(Refusal):
    """This cannot be simulated here."""

    rule = "AR-JOB-01"


class TooManyTrials(Refusal):
    """A job may run only a limited number of trials."""

    rule = "AR-JOB-02"


class JobTooLong(Refusal):
    """All the trials of a job together may take only so long on one core."""

    rule = "AR-JOB-03"


class MeasureUnknown(Refusal):
    """Nothing of that name is measured in these trials."""

    rule = "AR-JOB-04"


class WidthNotPositive(Refusal):
    """The half-width of an interval must be greater than zero."""

    rule = "AR-JOB-04"


class NothingInCommon(Refusal):
    """Two variants can only be compared by what is measured in both."""

    rule = "AR-JOB-05"


class ChunkUnknown(Refusal):
    """The job has no such chunk, or that chunk has a different number of trials."""

    rule = "AR-JOB-06"


class TrialNotCounted(Refusal):
    """Only a trial that counts towards the job's result can be opened."""

    rule = "AR-JOB-09"


class RulesHaveChanged(Refusal):
    """The job was run under another release's rules; its trials would come out differently here."""

    rule = "AR-JOB-11"


class NeverEnds(Refusal):
    """A trial of this would take more commands than a trial may."""

    rule = "AR-JOB-10"
