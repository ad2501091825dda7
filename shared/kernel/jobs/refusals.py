"""The refusals of jobs. The docstring of each is the sentence that the caller reads."""

from __future__ import annotations

from shared.kernel.refusals import Refusal


class RequestUnclear(Refusal, rule="AR-JOB-01"):
    """This request cannot be simulated: change it so that it meets the requirement in `needs`."""


class TooManyTrials(Refusal, rule="AR-JOB-02"):
    """Too many trials for one job: ask for fewer trials."""


class JobTooLong(Refusal, rule="AR-JOB-03"):
    """This job would take too long: ask for fewer trials, or simulate something simpler."""


class MeasureUnknown(Refusal, rule="AR-JOB-04"):
    """These trials have no measure with that name: name one that `needs` lists, or leave `precision` out."""


class WidthNotPositive(Refusal, rule="AR-JOB-04"):
    """The half-width of the interval is zero or less: give a half-width above zero."""


class NothingInCommon(Refusal, rule="AR-JOB-05"):
    """These two variants cannot be compared: choose two variants that both have the measure named in `needs`."""


class ChunkUnknown(Refusal, rule="AR-JOB-06"):
    """Unknown chunk, or wrong number of trials: report a chunk of this job with the number of trials in `needs`."""


class TrialNotCounted(Refusal, rule="AR-JOB-09"):
    """This trial is not part of the job's result: open a trial that `needs` describes."""


class TrialHasNoStream(Refusal, rule="AR-JOB-13"):
    """This job is an analysis, whose trials begin in the middle of a stream: open a trial of a simulation instead."""


class RulesHaveChanged(Refusal, rule="AR-JOB-11"):
    """This job ran under another release's rules, so its trials cannot be replayed here: request the job again."""


class NotOverYet(Refusal, rule="AR-JOB-13"):
    """This stream is still running, and what happened in it may be secret: ask again once it is over."""


class TooLongToAnalyse(Refusal, rule="AR-JOB-13"):
    """This stream has too many versions for an analysis: ask about a shorter one."""


class StreamGone(Refusal, rule="AR-JOB-13"):
    """A stream that this job reads has been erased: request a job about streams that still exist."""


class SettingUnknown(Refusal, rule="AR-IMPACT-03"):
    """This game has no such setting, or the setting cannot have this value: correct the fault described in `has`."""


class NothingToRead(Refusal, rule="AR-JOB-17"):
    """This app has no stored streams that a job could read: play first, then ask again."""


class NeverEnds(Refusal, rule="AR-JOB-10"):
    """A trial of this request does not end within the number of commands in `needs`: request trials that end sooner."""
