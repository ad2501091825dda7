"""Why a job is not taken on, or not touched. The docstring of each is the sentence the caller reads."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class RequestUnclear(Refusal, rule="AR-JOB-01"):
    """This cannot be simulated here."""


class TooManyTrials(Refusal, rule="AR-JOB-02"):
    """A job may run only a limited number of trials."""


class JobTooLong(Refusal, rule="AR-JOB-03"):
    """All the trials of a job together may take only so long on one core."""


class MeasureUnknown(Refusal, rule="AR-JOB-04"):
    """Nothing of that name is measured in these trials."""


class WidthNotPositive(Refusal, rule="AR-JOB-04"):
    """The half-width of an interval must be greater than zero."""


class NothingInCommon(Refusal, rule="AR-JOB-05"):
    """Two variants can only be compared by what is measured in both."""


class ChunkUnknown(Refusal, rule="AR-JOB-06"):
    """The job has no such chunk, or that chunk has a different number of trials."""


class TrialNotCounted(Refusal, rule="AR-JOB-09"):
    """Only a trial that counts towards the job's result can be opened."""


class RulesHaveChanged(Refusal, rule="AR-JOB-11"):
    """The job was run under another release's rules; its trials would come out differently here."""


class NeverEnds(Refusal, rule="AR-JOB-10"):
    """A trial of this would take more commands than a trial may."""
